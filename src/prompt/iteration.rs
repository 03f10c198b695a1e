//! What the inner agent of an autopilot reads at each iteration (seed 001).

use super::fence::head_and_tail;
use super::{Fence, MAX_OUTPUT_CHARS, bullets, capped};
use crate::message::{Rope, Text};

/// Above the suggestions of the last verdict (seed 001, word for word).
pub const FEEDBACK_HEADING: &str = "[critic feedback from prior iteration — address these before concluding]";

/// What goes into the prompt of one iteration.
pub struct IterationAsk<'a> {
    pub objective: &'a Text,
    pub criteria: &'a [String],
    /// The output of the iteration before, if there is one.
    pub prior: Option<&'a Text>,
    /// Suggestions of the last verdict.
    pub feedback: &'a [Text],
}

/// The prompt of one iteration. The output before is in the fence; the critic is ours, and its words do not.
#[must_use]
pub fn iteration(ask: &IterationAsk, fence: &Fence) -> Rope {
    let mut text = Rope::from(ask.objective).with(bullets("Success criteria", ask.criteria));
    let Some(prior) = ask.prior else { return text };
    let short = head_and_tail(prior, MAX_OUTPUT_CHARS).map(Text::from);
    text = text.lit("\n\nYour output of the prior iteration:\n").with(fence.around(short.as_ref().unwrap_or(prior)));
    if !ask.feedback.is_empty() {
        text = text.lit("\n\n").lit(FEEDBACK_HEADING);
        for point in ask.feedback {
            text = text.lit("\n- ").with(capped(point));
        }
    }
    text.lit("\n\nGive the whole improved output, not only what has changed.").with(fence.notice())
}
