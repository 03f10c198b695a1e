//! The critique request: what the critic is asked, what it is shown.

use super::{Fence, Question, bullet_list, cut_middle, numbered_list, question_message};
use crate::message::{Message, OpaqueJson, Role, Rope, SharedText, join_texts};
use crate::settings::{Form, Settings, Strategy};

/// What goes into one critique request.
pub struct CritiqueAsk<'a> {
    /// [`critic_system_prompt`] of the settings.
    pub system: &'a SharedText,
    pub question: Question<'a>,
    /// The answers that are judged, each with what the verifiers found, as [`super::describe_all_verdicts`] writes it.
    pub answers: &'a [(&'a SharedText, Option<SharedText>)],
    /// What `critique.sees` adds: a title and a text each.
    pub seen: &'a [(SharedText, SharedText)],
    /// Faults that earlier critiques named, a line each.
    pub earlier: Option<&'a SharedText>,
}

/// The critique prompt of these settings, without the notice about the fence.
pub fn critic_system_prompt(settings: &Settings) -> String {
    let classic = settings.strategy == Strategy::Classic;
    let system = match (&settings.critique_prompt, settings.form) {
        // Seed 004's own.
        (Some(own), _) if classic => own.clone(),
        (None, Form::Score) if classic => include_str!("score.md").trim_end().to_owned(),
        (own, form) => reviewer_prompt(own.as_deref(), form),
    };
    add_review_conditions(system, settings)
}

/// The same for a look at several answers.
pub fn joint_critic_system_prompt(settings: &Settings) -> String {
    let (reviewer, format) = reviewer_parts(settings.critique_prompt.as_deref(), settings.form);
    let keys = format.split_once('\n').map_or(format, |(_, keys)| keys);
    add_review_conditions(format!("{reviewer}\n\n{}{keys}", include_str!("together.md")), settings)
}

/// The same for a critic that answers yes or no, and whose odds of a yes are the verdict.
pub fn probability_critic_system_prompt(settings: &Settings) -> String {
    let (reviewer, _) = reviewer_parts(settings.critique_prompt.as_deref(), settings.form);
    add_review_conditions(format!("{reviewer}\n\n{}", include_str!("probability.md").trim_end()), settings)
}

/// Adds the keys of quotes, where they are asked for, and what answers are measured by.
fn add_review_conditions(mut system: String, settings: &Settings) -> String {
    if settings.quotes {
        system.push_str(include_str!("quotes.md").trim_end());
    }
    if settings.form == Form::Criteria {
        system.push_str(&numbered_list("Success criteria", &settings.criteria));
    }
    system + &bullet_list("Requirements", &settings.requirements)
}

/// The role of the reviewer, in the user's words or ours, and always the format of the reply, without which nobody could read it.
pub(super) fn reviewer_prompt(own_prompt: Option<&str>, form: Form) -> String {
    let (reviewer, format) = reviewer_parts(own_prompt, form);
    format!("{reviewer}\n\n{format}")
}

fn reviewer_parts(own_prompt: Option<&str>, form: Form) -> (&str, &'static str) {
    let ours = match form {
        Form::Score => include_str!("points.md"),
        Form::Criteria => include_str!("criteria.md"),
        Form::Status => include_str!("status.md"),
    };
    let (reviewer, format) = ours.trim_end().split_once("\n\n").unwrap_or((ours, ""));
    (own_prompt.unwrap_or(reviewer).trim_end(), format)
}

/// The messages of a critique request.
pub fn critique_messages(ask: &CritiqueAsk, fence: &Fence) -> Vec<Message> {
    let mut system = Rope::from(ask.system);
    fence.add_notice(&mut system);
    let mut text = Rope::default();
    for (title, seen) in ask.seen {
        text.add_text(title).add_static(":\n").add_fenced(fence, seen).add_static("\n\n");
    }
    fence.add_begin(text.add_static("Question:\n"));
    text.add_text(&ask.question.text);
    let message = question_message(text, &ask.question.parts, |text| add_text_after_question(text, ask, fence));
    vec![Message::from_text(Role::System, system), message]
}

/// Adds what is behind the question.
fn add_text_after_question(text: &mut Rope, ask: &CritiqueAsk, fence: &Fence) {
    fence.add_end(text);
    for (at, (answer, evidence)) in ask.answers.iter().enumerate() {
        let number = if ask.answers.len() > 1 { SharedText::from(format!(" {}", at + 1)) } else { SharedText::default() };
        text.add_static("\n\nAnswer").add_text(&number).add_static(" to evaluate:\n").add_fenced(fence, answer);
        if let Some(evidence) = evidence {
            text.add_static("\n\nChecks that were run on the answer")
                .add_text(&number)
                .add_static(":\n")
                .add_fenced(fence, evidence);
        }
    }
    if ask.answers.len() > 1 {
        // Without this a small critic stops after the first.
        text.add_text(&format!("\n\nThere are {} answers: give an object for each of them.", ask.answers.len()).into());
    }
    if let Some(earlier) = ask.earlier {
        text.add_static(
            "\n\nFaults that earlier reviews named. Check each again, and name one that is still there in the same words:\n",
        )
        .add_fenced(fence, &cut_middle(earlier));
    }
}

/// JSON Schemas of the reply: of a look at one answer, and of one at several, a list of the form, each with the number of its answer.
pub fn solo_and_joint_schemas(settings: &Settings) -> [OpaqueJson; 2] {
    let schemas = match settings.form {
        // Seed 004's own, which looks at one answer.
        Form::Score if settings.strategy == Strategy::Classic => [include_str!("score.schema.json"), ""],
        Form::Score => [include_str!("points.schema.json"), include_str!("points-together.schema.json")],
        Form::Criteria => [include_str!("criteria.schema.json"), include_str!("criteria-together.schema.json")],
        Form::Status => [include_str!("status.schema.json"), include_str!("status-together.schema.json")],
    };
    if !settings.quotes {
        return schemas.map(OpaqueJson::from_static);
    }
    schemas.map(|schema| {
        let (fields, rest) = schema.split_once(FORM_ENDS).unwrap_or((schema, ""));
        OpaqueJson::Json(
            join_texts(&[fields, include_str!("quotes.schema.txt"), FORM_ENDS, "\"verdict\",\"evidence\",", rest], "").into(),
        )
    })
}

/// Between the fields of a form and the list of those that it must have.
const FORM_ENDS: &str = "\n},\"required\":[";

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::critique::{ReadOptions, Verdict, read_critique};
    use crate::settings::{InputValue, OnContradiction, ReflectSettings};

    /// Settings of each form under `keep-best`.
    fn form_settings() -> Vec<Settings> {
        let resolved =
            |set: Value| Settings::fill_defaults(&ReflectSettings::check_settings(&InputValue::from(&set)).unwrap()).unwrap();
        let with = |key: &str, value: Value| resolved(serde_json::json!({ "strategy": "keep-best", key: value }));
        vec![
            with("maxReflections", 1.into()),
            with("criteria", serde_json::json!(["Names the year."])),
            with("advanced", serde_json::json!({ "critiqueFormat": "status" })),
        ]
    }

    /// The system prompt of each form.
    fn form_prompts() -> Vec<(Form, String)> {
        form_settings().iter().map(|settings| (settings.form, critic_system_prompt(settings))).collect()
    }

    #[test]
    fn an_own_prompt_never_hides_the_format_of_the_reply() {
        for mut settings in form_settings() {
            let format = critic_system_prompt(&settings).split_once("\n\n").unwrap().1.to_owned();
            settings.critique_prompt = Some("You are a strict editor.".to_owned());
            assert_eq!(critic_system_prompt(&settings), format!("You are a strict editor.\n\n{format}"));
            settings.strategy = Strategy::Classic;
            assert!(critic_system_prompt(&settings).starts_with("You are a strict editor."));
            assert!(!critic_system_prompt(&settings).contains("JSON"), "seed 004 replaces it whole");
        }
    }

    #[test]
    fn every_form_of_ours_asks_for_the_reasoning_first() {
        for settings in form_settings() {
            let format = critic_system_prompt(&settings);
            let first = format.lines().find_map(|line| line.strip_prefix("- ")).unwrap();
            assert!(first.starts_with("\"reasoning\":"), "{format}");
            assert_eq!(solo_and_joint_schemas(&settings)[0].to_value()["required"][0], "reasoning");
        }
    }

    #[test]
    fn our_own_prompts_hold_no_placeholder() {
        for (form, prompt) in form_prompts() {
            assert!(!prompt.contains(['<', '>', '{', '}']), "{form:?}: {prompt}");
        }
        let template = include_str!("improve.md");
        assert!(!template.contains(['<', '>', '{', '}']) && template.starts_with("Improve your answer."));
    }

    #[test]
    fn an_echo_of_our_prompts_is_never_a_verdict() {
        for (form, prompt) in form_prompts() {
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
                for shown_prompt in [None, Some(prompt.clone())] {
                    for form in [None, Some(form)] {
                        let options = ReadOptions {
                            form,
                            prompt: shown_prompt.clone(),
                            on_contradiction: Some(on_contradiction),
                            ..ReadOptions::default()
                        };
                        for echo in &echoes {
                            let reading = read_critique(echo, &options);
                            assert_ne!(reading.status, Verdict::Accepted, "{form:?}: {echo}\n{reading:?}");
                            let ours = form == Some(Form::Score);
                            assert!(!ours || !reading.status.is_decided(), "{echo}\n{reading:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_form_has_a_schema_that_requires_all_its_fields() {
        for settings in form_settings() {
            let [schema, together] = solo_and_joint_schemas(&settings).map(|schema| schema.to_value());
            let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
            assert!(names.len() >= 3);
            assert_eq!(serde_json::json!(names), schema["required"]);
            let mut numbered = together["properties"]["drafts"]["items"].clone();
            assert_eq!(numbered["required"].as_array_mut().unwrap().remove(0), "draft");
            numbered["properties"].as_object_mut().unwrap().shift_remove("draft").unwrap();
            assert_eq!(numbered, schema);
        }
    }
}
