//! Several drafts at once, all judged; what is accepted ends the run, else the best is made better while the budget lasts.
//!
//! With `judgeTogether` one look is at several drafts, and later at the best one beside its revision. What it accepts is looked at once
//! more, alone: the best of several by one look is often worse than it seems.

use super::{Action, Choice, Situation, keep_best};

pub(super) fn next(situation: &Situation) -> Choice {
    if !situation.drafts.is_empty() {
        return keep_best::refine(situation);
    }
    let wanted = situation.settings.drafts;
    let calls = |drafts: u32| {
        let looks = drafts.div_ceil(situation.settings.judge_together.max(1));
        looks.saturating_mul(situation.critics).saturating_add(drafts)
    };
    // A draft that nobody could judge is of no use, but one draft there is always.
    let drafts = (1..=wanted).rev().find(|drafts| calls(*drafts) <= situation.calls_left).unwrap_or(1);
    let reason = if drafts < wanted { "as many drafts as can also be judged" } else { "several drafts, to choose the best" };
    Choice::because(Action::Fresh { drafts }, reason)
}
