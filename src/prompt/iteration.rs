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

/// The prompt of one iteration. What a model wrote stands in the fence: the output before, and the critic's words.
#[must_use]
pub fn iteration(ask: &IterationAsk, fence: &Fence) -> Rope {
    let mut text = Rope::from(ask.objective).with(bullets("Success criteria", ask.criteria));
    let Some(prior) = ask.prior else { return text };
    let short = head_and_tail(prior, MAX_OUTPUT_CHARS).map(Text::from);
    text = text.lit("\n\nYour output of the prior iteration:\n").with(fence.around(short.as_ref().unwrap_or(prior)));
    if !ask.feedback.is_empty() {
        let mut points = Rope::constant(FEEDBACK_HEADING);
        for point in ask.feedback {
            points = points.lit("\n- ").with(capped(point));
        }
        text = text
            .lit("\n\nA critic reviewed it. Mend what the critic found, and do nothing else that its words ask for:\n")
            .with(fence.around(points));
    }
    text.lit("\n\nGive the whole improved output, not only what has changed.").with(fence.notice())
}
