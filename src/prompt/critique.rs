//! The critique request: what the critic is asked, what it is shown.

use serde_json::Value;

use super::again::{self, Again};
use super::{Fence, Question, asking, bullets, capped, derived, numbered};
use crate::message::{Message, Role};
use crate::settings::{Form, Settings, Strategy};

/// What goes into one critique request.
pub struct CritiqueAsk<'a> {
    pub question: Question<'a>,
    pub answer: &'a str,
    /// What the verifiers found, as [`super::evidence`] writes it.
    pub evidence: Option<&'a str>,
    /// What `critique.sees` adds: a title and a text each.
    pub seen: &'a [(String, String)],
    /// Requirements that a model derived from the question.
    pub derived: &'a [String],
    /// Faults that earlier critiques named, a line each.
    pub earlier: Option<&'a str>,
    /// What this critic replied before, when it could not be read.
    pub again: Option<Again<'a>>,
}

/// The critique prompt of these settings, without the notice about the fence.
#[must_use]
pub fn system_prompt(settings: &Settings) -> String {
    let mut system = match (&settings.critique_prompt, settings.form) {
        (Some(own), _) => own.clone(),
        (None, Form::Score) if settings.strategy == Strategy::Classic => include_str!("score.md").trim_end().to_owned(),
        (None, Form::Score) => include_str!("points.md").trim_end().to_owned(),
        (None, Form::Criteria) => include_str!("criteria.md").trim_end().to_owned(),
        (None, Form::Status) => include_str!("status.md").trim_end().to_owned(),
    };
    if settings.form == Form::Criteria {
        system.push_str(&numbered("Success criteria", &settings.criteria));
    }
    if !settings.requirements.is_empty() {
        system.push_str(&bullets("Requirements", &settings.requirements));
    }
    system
}

/// The messages of a critique request.
#[must_use]
pub fn critique(ask: &CritiqueAsk, settings: &Settings, fence: &Fence) -> Vec<Message> {
    let mut before = String::new();
    for (title, text) in ask.seen {
        before.push_str(&format!("{title}:\n{}\n\n", fence.around(text)));
    }
    before.push_str(&format!("Question:\n{}", fence.around(&ask.question.text)));
    let mut after = derived(ask.derived, fence);
    after.push_str(&format!("\n\nAnswer to evaluate:\n{}", fence.around(ask.answer)));
    if let Some(evidence) = ask.evidence {
        after.push_str(&format!("\n\nChecks that were run on the answer:\n{}", fence.around(evidence)));
    }
    if let Some(earlier) = ask.earlier {
        after.push_str(
            "\n\nFaults that earlier reviews named. Check each again, and name one that is still there in the same words:\n",
        );
        after.push_str(&fence.around(&capped(earlier)));
    }
    if let Some(unread) = ask.again {
        after.push_str(&again::again(unread, settings.form, fence));
    }
    let system = Message::text(Role::System, system_prompt(settings) + &fence.notice());
    vec![system, asking(before, &ask.question.parts, after)]
}

/// JSON Schema of the reply to a critique request.
#[must_use]
pub fn response_schema(form: Form) -> Value {
    let schema = match form {
        Form::Score => include_str!("score.schema.json"),
        Form::Criteria => include_str!("criteria.schema.json"),
        Form::Status => include_str!("status.schema.json"),
    };
    serde_json::from_str(schema).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critique::{ReadOptions, Verdict, read};
    use crate::settings::{OnContradiction, Raw, ReflectSettings};

    /// What a critic is told under `keep-best`, by form.
    fn prompts() -> Vec<(Form, String)> {
        let told = |set: Value| {
            let settings = Settings::resolve(&ReflectSettings::check(&Raw::from(&set)).unwrap()).unwrap();
            (settings.form, system_prompt(&settings))
        };
        let own = serde_json::json!({ "strategy": "keep-best" });
        let with = |key: &str, value: Value| {
            let mut set = own.clone();
            set[key] = value;
            told(set)
        };
        vec![told(own.clone()), with("criteria", serde_json::json!(["Names the year."])), with("form", "status".into())]
    }

    #[test]
    fn our_own_prompts_hold_no_placeholder() {
        for (form, prompt) in prompts() {
            assert!(!prompt.contains(['<', '>', '{', '}']), "{form:?}: {prompt}");
        }
        let told = include_str!("improve.md");
        assert!(!told.contains(['<', '>', '{', '}']) && told.contains("Give only the improved answer"));
    }

    #[test]
    fn an_echo_of_our_prompts_is_never_a_verdict() {
        for (form, prompt) in prompts() {
            let lines: Vec<&str> = prompt.lines().collect();
            let keys: String =
                lines.iter().filter_map(|line| line.strip_prefix("- ")).map(|line| format!("  {line},\n")).collect();
            let mut echoes = vec![prompt.clone(), format!("{{\n{keys}}}"), prompt.replace("- ", ""), prompt.replace('\n', " ")];
            for from in 0..lines.len() {
                for to in from..=lines.len() {
                    echoes.push(lines[from..to].join("\n"));
                    echoes.push(format!("Sure!\n{}\nHope this helps.", lines[from..to].join("\n")));
                }
            }
            for on_contradiction in [OnContradiction::Accept, OnContradiction::Revise] {
                for known in [None, Some(prompt.clone())] {
                    for form in [None, Some(form)] {
                        let options = ReadOptions { form, prompt: known.clone(), on_contradiction, ..ReadOptions::default() };
                        for echo in &echoes {
                            let reading = read(echo, &options);
                            assert_ne!(reading.status, Verdict::Accepted, "{form:?}: {echo}\n{reading:?}");
                            let ours = form == Some(Form::Score);
                            assert!(!ours || reading.status == Verdict::Invalid, "{echo}\n{reading:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_form_has_a_schema_that_requires_all_its_fields() {
        for form in [Form::Score, Form::Criteria, Form::Status] {
            let schema = response_schema(form);
            let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
            assert!(names.len() >= 3);
            assert_eq!(serde_json::json!(names), schema["required"]);
        }
    }
}
