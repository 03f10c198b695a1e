//! Seed 004 to the letter: up to `maxReflections` times critique, stop if accepted, else revise. The last revision is returned
//! unjudged unless `judgeLast` is set.

use super::{Action, Known};
use crate::flow::StopReason;
use crate::judge::Decision;
use crate::reflect::draft::Look;
use crate::settings::OnUnreadable;

pub(in crate::reflect) fn classic(known: &Known) -> Action {
    let settings = known.settings;
    let may_revise = known.revisions < settings.max_reflections;
    let revise = if may_revise { Action::Revise } else { Action::Stop(StopReason::MaxReflections) };
    match (known.look, known.decision) {
        (Look::NotYet, _) if known.has_critic => {
            if may_revise || settings.judge_last {
                Action::Critique
            } else {
                Action::Stop(StopReason::MaxReflections)
            }
        }
        (Look::NotYet | Look::Read, Decision::Accept) => Action::Stop(StopReason::Accepted),
        (Look::NotYet | Look::Read, Decision::Revise | Decision::Unknown) => revise,
        (Look::Unreadable, _) => match settings.on_unreadable {
            OnUnreadable::Retry | OnUnreadable::Revise if known.critique_failures >= settings.max_critique_failures => {
                Action::Stop(StopReason::UnreadableCritique)
            }
            OnUnreadable::Retry => Action::CritiqueAgain,
            OnUnreadable::Revise => revise,
            OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => Action::Stop(StopReason::UnreadableCritique),
        },
    }
}
