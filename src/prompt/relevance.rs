//! The request that asks whether an answer answers its question (seed 000's `measure_relevance`). Both are in the fence.

use super::fence::shorten_text;
use super::{Fence, MAX_OUTPUT_CHARS, cut_middle};
use crate::message::{Message, OpaqueJson, Role, Rope};

/// JSON Schema of the reply.
pub const RELEVANCE_SCHEMA: OpaqueJson = OpaqueJson::from_static(include_str!("relevance.schema.json"));

/// The messages of the request.
pub fn relevance_messages(question: &str, answer: &str, fence: &Fence) -> Vec<Message> {
    let mut text = Rope::from_static("Question:\n");
    text.add_fenced(fence, &cut_middle(question))
        .add_static("\n\nAnswer:\n")
        .add_fenced(fence, &shorten_text(answer.into(), MAX_OUTPUT_CHARS));
    let mut system = Rope::from_static(include_str!("relevance.md").trim_ascii_end());
    fence.add_notice(&mut system);
    vec![Message::from_text(Role::System, system), Message::from_text(Role::User, text)]
}
