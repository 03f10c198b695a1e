//! Requirements that a model derives from the task, and how others are told of them (seed 002).

use serde_json::Value;

use super::{Fence, Question, asking};
use crate::message::{Message, Role};

/// The messages of the request that derives requirements.
#[must_use]
pub fn requirements(question: &Question, fence: &Fence) -> Vec<Message> {
    let system = include_str!("requirements.md").trim_end().to_owned() + &fence.notice();
    let task = format!("Task:\n{}", fence.around(&question.text));
    vec![Message::text(Role::System, system), asking(task, &question.parts, String::new())]
}

/// JSON Schema of the reply.
#[must_use]
pub fn requirements_schema() -> Value {
    serde_json::from_str(include_str!("requirements.schema.json")).unwrap_or_default()
}

/// What producer and critic are told of derived requirements; empty without any. A model wrote them, so they are fenced.
#[must_use]
pub fn derived(requirements: &[String], fence: &Fence) -> String {
    if requirements.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = requirements.iter().map(|r| format!("- {r}")).collect();
    format!("\n\nRequirements, derived from the question, that the answer must meet:\n{}", fence.around(&lines.join("\n")))
}
