//! Several drafts at once, all judged; what is accepted ends the run, else the best is made better while the budget lasts.

use super::{Action, Choice, Situation, keep_best};

pub(super) fn next(situation: &Situation) -> Choice {
    if !situation.drafts.is_empty() {
        return keep_best::refine(situation);
    }
    let wanted = situation.settings.drafts;
    // A draft that nobody could judge is no use, but one draft there is always.
    let paid = situation.calls_left / situation.critics.saturating_add(1);
    let reason = if paid < wanted { "as many drafts as can also be judged" } else { "several drafts, to choose the best" };
    Choice::because(Action::Fresh { drafts: wanted.min(paid).max(1) }, reason)
}
