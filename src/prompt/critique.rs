//! The critique request: what the critic is asked, what it is shown.

use serde_json::{Value, json};

use super::{Fence, Question, asking, bullets};
use crate::message::{Message, Role};
use crate::settings::{Form, Settings};

/// What goes into one critique request.
pub struct CritiqueAsk<'a> {
    pub question: Question<'a>,
    pub answer: &'a str,
    /// What the verifiers found, as [`super::evidence`] writes it.
    pub evidence: Option<&'a str>,
    /// What `critique.sees` adds: a title and a text each.
    pub seen: &'a [(String, String)],
}

/// The critique prompt of these settings, without the notice about the fence.
#[must_use]
pub fn system_prompt(settings: &Settings) -> String {
    let mut system = match (&settings.critique_prompt, settings.form) {
        (Some(own), _) => own.clone(),
        (None, Form::Score) => include_str!("score.md").trim_end().to_owned(),
        (None, Form::Criteria) => include_str!("criteria.md").trim_end().to_owned(),
        (None, Form::Status) => include_str!("status.md").trim_end().to_owned(),
    };
    if settings.form == Form::Criteria {
        system.push_str("\n\nSuccess criteria:");
        for (index, criterion) in settings.criteria.iter().enumerate() {
            system.push_str(&format!("\n{}. {criterion}", index + 1));
        }
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
    let mut after = format!("\n\nAnswer to evaluate:\n{}", fence.around(ask.answer));
    if let Some(evidence) = ask.evidence {
        after.push_str(&format!("\n\nChecks that were run on the answer:\n{}", fence.around(evidence)));
    }
    let system = Message::text(Role::System, system_prompt(settings) + &fence.notice());
    vec![system, asking(before, &ask.question.parts, after)]
}

/// JSON Schema of the reply to a critique request.
#[must_use]
pub fn response_schema(form: Form) -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let (properties, required) = match form {
        Form::Score => (
            json!({
                "score": { "type": "number", "minimum": 0, "maximum": 10 },
                "issues": texts,
                "suggestion": { "type": "string" },
                "needs_revision": { "type": "boolean" },
            }),
            json!(["score", "issues", "suggestion", "needs_revision"]),
        ),
        Form::Criteria => (
            json!({
                "criteria_met": { "type": "array", "items": { "type": "boolean" } },
                "confidence": { "type": "number", "minimum": 0, "maximum": 1 },
                "suggestions": texts,
                "reasoning": { "type": "string" },
            }),
            json!(["criteria_met", "confidence", "suggestions", "reasoning"]),
        ),
        Form::Status => (
            json!({
                "status": { "type": "string", "enum": ["accepted", "needs_revision"] },
                "critique": { "type": "string" },
                "issues": texts,
            }),
            json!(["status", "critique", "issues"]),
        ),
    };
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}
