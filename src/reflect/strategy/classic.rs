//! Seed 004 to the letter: up to `maxReflections` times critique, stop if accepted, else revise. The last revision is returned
//! unjudged unless `judgeLast` is set.

use super::{Action, Situation};
use crate::flow::StopReason;
use crate::judge::Decision;
use crate::settings::OnUnreadable;

pub(super) fn next(situation: &Situation) -> Action {
    let settings = situation.settings;
    let Some(latest) = situation.drafts.last() else { return Action::Write { parents: vec![None] } };
    let draft = latest.draft.index;
    let judge = Action::Judge { looks: vec![vec![draft]], critic: None };
    let revise = if situation.writes_left() > 0 {
        Action::Write { parents: vec![Some(draft)] }
    } else {
        Action::Stop(StopReason::MaxReflections)
    };
    match latest.looks.last() {
        None if situation.critics > 0 && (situation.writes_left() > 0 || settings.judge_last) => judge,
        Some(look) if !look.is_read() && situation.is_over_unread() => Action::Stop(StopReason::UnreadableCritique),
        Some(look) if !look.is_read() && settings.on_unreadable == OnUnreadable::Retry => judge,
        Some(look) if !look.is_read() => revise,
        None | Some(_) => match latest.decision(situation.critics) {
            Decision::Accept => Action::Accept { draft },
            Decision::Revise | Decision::Unknown => revise,
        },
    }
}
