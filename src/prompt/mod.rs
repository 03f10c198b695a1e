//! Writes what a model reads: templates as `.md` files, fences around text that nobody on our side wrote.
//!
//! **Invariant:** with the fence off, the requests of the score form are those of seed 004 to the word (`tests/core/agentlib.rs`).

mod again;
mod critique;
mod decision;
mod fence;
mod relevance;
mod requirements;
mod review;
mod revision;

pub use again::{critique_retry_wording, request_json_again, request_quotes_again};
pub use critique::{
    CritiqueAsk, critic_system_prompt, critique_messages, joint_critic_system_prompt, probability_critic_system_prompt,
    solo_and_joint_schemas,
};
pub use decision::{DecisionAsk, REFLECTION_KEYS, REFLECTION_SCHEMA, decision_review_messages};
pub use fence::{Fence, cut_middle, describe_all_verdicts, join_newest, shorten_text};
pub use relevance::{RELEVANCE_SCHEMA, relevance_messages};
pub use requirements::{DERIVED, REQUIREMENTS_SCHEMA, append_requirements, list_requirements, requirements_system_prompt};
pub use review::{FEEDBACK_HEADING, MAX_OUTPUT_CHARS, iteration_prompt, review_messages, review_system_prompt};
pub use revision::{Feedback, answer_system_prompt, append_fresh_request, improvement_message, revision_messages};

use crate::message::{Content, Message, Part, Role, Rope, SharedText, join_texts};

/// The question of a task: its text, and the parts that are not text (images, files).
#[derive(Clone, Debug)]
pub struct Question<'a> {
    pub text: SharedText,
    pub parts: Vec<&'a Part>,
}

impl Question<'_> {
    /// All that is written in it.
    pub fn question_texts(&self) -> impl Iterator<Item = &str> {
        [self.text.as_str()].into_iter().chain(self.parts.iter().map(|part| part.original_value().text_for_model().as_str()))
    }
}

/// A user message around a question. Parts that are not text go along, verbatim, behind the text before them; `after` adds what is behind.
fn question_message(mut text: Rope, parts: &[&Part], after: impl FnOnce(&mut Rope)) -> Message {
    if parts.is_empty() {
        after(&mut text);
        return Message::from_text(Role::User, text);
    }
    let mut content = vec![Part::from_text(text.text())];
    content.extend(parts.iter().copied().cloned());
    let mut behind = Rope::default();
    after(&mut behind);
    if !behind.is_empty() {
        content.push(Part::from_text(behind.text()));
    }
    Message { content: Content::Parts(content), ..Message::from_text(Role::User, "") }
}

/// Adds a text to a message.
#[inline(never)]
fn append_content(message: &mut Message, text: &Rope) {
    match &mut message.content {
        Content::Text(content) => content.append_rope(text),
        Content::Parts(parts) => parts.push(Part::from_text(text.text())),
    }
}

/// A titled list with bullets; empty without lines.
fn bullet_list(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("\n\n{title}:\n- {}", join_texts(lines, "\n- "))
}

fn numbered_list(title: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().enumerate().map(|(at, line)| format!("\n{}. {line}", at + 1)).collect();
    format!("\n\n{title}:{lines}")
}
