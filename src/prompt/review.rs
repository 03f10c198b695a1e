//! The request of a review against success criteria (seed 001). Objective and criteria are the developer's; the output is not.

use super::critique::reviewer;
use super::fence::head_and_tail;
use super::{Fence, numbered};
use crate::message::{Message, Role};
use crate::settings::{Form, Settings};

/// Characters of an output that a critic, or the next iteration, is shown; of longer ones, head and tail.
pub const MAX_OUTPUT_CHARS: usize = 20_000;

/// The system prompt of a review, without the notice about the fence.
#[must_use]
pub fn review_system(settings: &Settings) -> String {
    reviewer(settings.critique_prompt.as_deref(), Form::Criteria) + &numbered("Success criteria", &settings.criteria)
}

/// The messages of a review request.
#[must_use]
pub fn review(objective: &str, output: &str, settings: &Settings, fence: &Fence) -> Vec<Message> {
    let short = head_and_tail(output, MAX_OUTPUT_CHARS);
    let shown = fence.around(short.as_deref().unwrap_or(output));
    let mut text = format!("Objective:\n{objective}\n\nOutput to review:\n{shown}");
    if short.is_some() {
        text.push_str(
            "\n\nThe output is long: only its head and its tail are shown. A criterion that only the part left out could show is \
             not met.",
        );
    }
    vec![Message::text(Role::System, review_system(settings) + &fence.notice()), Message::text(Role::User, text)]
}
