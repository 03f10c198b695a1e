//! A critic that finds that nothing can be done, or that nothing can be verified, is asked about the same draft again, if it is alone, and
//! heard when a second look says so, or another of a jury.

use super::{Action, Choice, Situation};
use crate::flow::StopReason;
use crate::message::Text;
use crate::reflect::record::{DraftRecord, Look};

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
    let look = looked_at.looks.last().filter(|look| look.jurors.is_none() && said(look).0 > 0)?;
    let again = Action::Judge { looks: vec![vec![looked_at.draft.index]], critic: look.critic };
    Some(Choice::because(again, "a critic finds that nothing can be done: it is asked again"))
}

/// How often critics found it in looks at one draft alone that no person sent back since, and what the last of them found.
pub(in crate::reflect) fn looks(drafts: &[DraftRecord]) -> (usize, Option<&str>) {
    let (mut count, mut last) = (0, None);
    let heard = drafts.iter().filter(|record| !record.refused).flat_map(|record| &record.looks);
    for look in heard.filter(|look| look.together.is_none()) {
        let (times, found) = said(look);
        count += times;
        last = found.or(last);
    }
    (count, last)
}

/// How many critics found it in one look, and what.
fn said(look: &Look) -> (usize, Option<&str>) {
    let is_it = |reason: &&Text| matches!(reason.as_str(), "impossible" | "cannot_verify");
    let Some(jurors) = &look.jurors else {
        let found = look.reading.reason.as_ref().filter(is_it);
        return (usize::from(found.is_some()), found.map(Text::as_str));
    };
    let (mut count, mut last) = (0, None);
    for juror in jurors {
        if let Some(found) = juror.reason.as_ref().filter(is_it) {
            (count, last) = (count + 1, Some(found.as_str()));
        }
    }
    (count, last)
}
