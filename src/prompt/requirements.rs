//! Requirements that a model derives from the task, and how others see them (seed 002).

use super::{Fence, Question, asking};
use crate::message::{Carried, Message, Role, Rope};

/// The messages of the request that derives requirements.
#[must_use]
pub fn requirements(question: &Question, fence: &Fence) -> Vec<Message> {
    let system = Rope::constant(include_str!("requirements.md").trim_end()).with(fence.notice());
    let task = Rope::constant("Task:\n").with(fence.begin()).with(&question.text);
    vec![Message::text(Role::System, system), asking(task, &question.parts, fence.end())]
}

/// JSON Schema of the reply.
#[must_use]
pub fn requirements_schema() -> Carried {
    Carried::constant(include_str!("requirements.schema.json"))
}

/// What producer and critic are shown of derived requirements; empty without any. A model wrote them, so they are fenced.
#[must_use]
pub fn derived(requirements: &[String], fence: &Fence) -> Rope {
    if requirements.is_empty() {
        return Rope::default();
    }
    let lines: Vec<String> = requirements.iter().map(|r| format!("- {r}")).collect();
    Rope::constant("\n\nRequirements, derived from the question, that the answer must meet:\n")
        .with(fence.around(lines.join("\n")))
}
