//! Requirements that a model derives from the question, and how others see them (seed 002). A model wrote them: they are in a fence.

use super::{Fence, append_content};
use crate::message::{Message, OpaqueJson, Rope, SharedText, join_texts};

/// What is above derived requirements.
pub const DERIVED: &str = "Requirements, derived from the question, that the answer must meet";

/// JSON Schema of the reply.
pub const REQUIREMENTS_SCHEMA: OpaqueJson = OpaqueJson::from_static(include_str!("requirements.schema.json"));

/// The system prompt of the request, without the notice about the fence.
pub fn requirements_system_prompt() -> SharedText {
    SharedText::from_static(include_str!("requirements.md").trim_ascii_end())
}

/// A line for each requirement.
pub fn list_requirements(requirements: &[SharedText]) -> SharedText {
    join_texts(&["- ", &join_texts(requirements, "\n- ")], "").into()
}

/// Adds derived requirements behind the question. They are not to be ignored: no notice says so.
pub fn append_requirements(question: &mut Message, requirements: &[SharedText], fence: &Fence) {
    append_content(
        question,
        Rope::from_static("\n\n").add_static(DERIVED).add_static(":\n").add_fenced(fence, &list_requirements(requirements)),
    );
}
