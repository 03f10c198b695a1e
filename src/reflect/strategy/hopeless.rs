//! A critic that finds that nothing can be done, or that nothing can be verified, is asked about the same draft again, if it is alone, and
//! heard when a second look says so, or another of a jury.

use super::{Action, Choice, Situation};
use crate::flow::StopReason;
use crate::message::Text;
use crate::reflect::record::DraftRecord;

/// Looks that end a run.
const LOOKS: usize = 2;

#[inline(never)]
pub(super) fn next(situation: &Situation) -> Option<Choice> {
    if !situation.settings.quotes || situation.accepted().is_some() {
        return None;
    }
    if looks(situation.drafts).0 >= LOOKS {
        return Some(Choice::because(Action::Stop(StopReason::Impossible), "critics find that nothing can be done"));
    }
    let looked_at = situation.drafts.iter().rfind(|record| !record.looks.is_empty())?;
    let look = looked_at.looks.last().filter(|look| look.jurors.is_none() && is_hopeless(&look.reading.reason))?;
    let again = Action::Judge { looks: vec![vec![looked_at.draft.index]], critic: look.critic };
    Some(Choice::because(again, "a critic finds that nothing can be done: it is asked again"))
}

/// How often critics found it in looks at one draft alone that no person sent back since, and what the last of them found.
pub(in crate::reflect) fn looks<'d>(drafts: &'d [DraftRecord]) -> (usize, Option<&'d Text>) {
    let (mut count, mut last) = (0, None);
    for record in drafts.iter().filter(|record| !record.refused) {
        for look in record.looks.iter().filter(|look| look.together.is_none()) {
            // What a jury says together is none of these.
            let mut find = |reason: &'d Option<Text>| {
                if is_hopeless(reason) {
                    (count, last) = (count + 1, reason.as_ref());
                }
            };
            if let Some(jurors) = &look.jurors {
                jurors.iter().for_each(|juror| find(&juror.reason));
            }
            find(&look.reading.reason);
        }
    }
    (count, last)
}

fn is_hopeless(reason: &Option<Text>) -> bool {
    matches!(reason.as_deref(), Some("impossible" | "cannot_verify"))
}
