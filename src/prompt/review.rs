//! The request of a review against success criteria (seed 001). Objective and criteria are the developer's; the output is not.

use super::critique::reviewer;
use super::fence::head_and_tail;
use super::{Fence, numbered};
use crate::message::{Message, Role, Rope, Text};
use crate::settings::{Form, Settings};

/// Characters of an output that a critic, or the next iteration, is shown; of longer ones, head and tail.
pub const MAX_OUTPUT_CHARS: usize = 20_000;

/// The system prompt of a review, without the notice about the fence.
#[must_use]
pub fn review_system(settings: &Settings) -> String {
    reviewer(settings.critique_prompt.as_deref(), Form::Criteria) + &numbered("Success criteria", &settings.criteria)
}

/// The messages of a review request; `system` is [`review_system`].
#[must_use]
pub fn review(system: &Text, objective: &Text, output: &Text, fence: &Fence) -> Vec<Message> {
    let short = head_and_tail(output, MAX_OUTPUT_CHARS).map(Text::from);
    let shown = fence.around(short.as_ref().unwrap_or(output));
    let mut text = Rope::constant("Objective:\n").with(objective).lit("\n\nOutput to review:\n").with(shown);
    if short.is_some() {
        text = text.lit(
            "\n\nThe output is long: only its head and its tail are shown. A criterion that only the part left out could show is \
             not met.",
        );
    }
    vec![Message::text(Role::System, Rope::from(system).with(fence.notice())), Message::text(Role::User, text)]
}
