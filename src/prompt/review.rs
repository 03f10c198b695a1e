//! The requests of an autopilot: what its agent reads, and the review against success criteria (seed 001). The output is fenced.

use super::critique::reviewer_prompt;
use super::fence::shorten_text;
use super::{Fence, bullet_list, cut_middle, numbered_list};
use crate::message::{Message, Role, Rope, SharedText};
use crate::settings::{Form, Settings};

/// Characters of an output that a critic, or the next iteration, is shown; of longer ones, head and tail.
pub const MAX_OUTPUT_CHARS: usize = 20_000;

/// The system prompt of a review, without the notice about the fence.
pub fn review_system_prompt(settings: &Settings) -> String {
    reviewer_prompt(settings.critique_prompt.as_deref(), Form::Criteria) + &numbered_list("Success criteria", &settings.criteria)
}

/// The messages of a review request; `system` is [`review_system_prompt`].
pub fn review_messages(system: &SharedText, objective: &SharedText, output: &SharedText, fence: &Fence) -> Vec<Message> {
    let excerpt = shorten_text(output.clone(), MAX_OUTPUT_CHARS);
    let long = excerpt != *output;
    let mut text = Rope::from_static("Objective:\n");
    text.add_text(objective).add_static("\n\nOutput to review:\n").add_fenced(fence, &excerpt);
    if long {
        text.add_static(
            "\n\nThe output is long: only its head and its tail are shown. A criterion that only the part left out could show is \
             not met.",
        );
    }
    let mut system = Rope::from(system);
    fence.add_notice(&mut system);
    vec![Message::from_text(Role::System, system), Message::from_text(Role::User, text)]
}

/// Above the suggestions of the last verdict (seed 001, word for word).
pub const FEEDBACK_HEADING: &str = "[critic feedback from prior iteration — address these before concluding]";

/// The prompt of one iteration. The output before is in the fence; the suggestions of the last verdict are not: the critic is ours.
pub fn iteration_prompt(
    objective: &SharedText,
    criteria: &[String],
    prior_output: Option<&SharedText>,
    feedback: &[SharedText],
    fence: &Fence,
) -> Rope {
    let mut text = Rope::from(objective);
    text.add_text(&bullet_list("Success criteria", criteria).into());
    let Some(prior_output) = prior_output else { return text };
    let excerpt = shorten_text(prior_output.clone(), MAX_OUTPUT_CHARS);
    text.add_static("\n\nYour output of the prior iteration:\n").add_fenced(fence, &excerpt);
    if !feedback.is_empty() {
        text.add_static("\n\n").add_static(FEEDBACK_HEADING);
        for point in feedback {
            text.add_static("\n- ").add_text(&cut_middle(point));
        }
    }
    fence.add_notice(text.add_static("\n\nGive the whole improved output, not only what has changed."));
    text
}
