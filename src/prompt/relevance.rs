//! The request that asks whether an answer answers its question (seed 000's `measure_relevance`). Both are in the fence.

use super::fence::shorten_text;
use super::{Fence, MAX_OUTPUT_CHARS, cap_text};
use crate::message::{Carried, Message, Role, Rope};

/// JSON Schema of the reply.
pub const RELEVANCE_SCHEMA: Carried = Carried::constant(include_str!("relevance.schema.json"));

/// The messages of the request.
pub fn relevance_messages(question: &str, answer: &str, fence: &Fence) -> Vec<Message> {
    let mut text = Rope::constant("Question:\n");
    text.add_fenced(fence, cap_text(question))
        .lit("\n\nAnswer:\n")
        .add_fenced(fence, shorten_text(answer.into(), MAX_OUTPUT_CHARS));
    let mut system = Rope::constant(include_str!("relevance.md").trim_ascii_end());
    fence.add_notice(&mut system);
    vec![Message::text(Role::System, system), Message::text(Role::User, text)]
}
