//! A critic that finds that nothing can be done, or that nothing can be verified, is asked about the same draft again, and heard when a second
//! look says so.

use super::{Action, Choice, Situation};
use crate::flow::StopReason;
use crate::reflect::record::{DraftRecord, Look};

/// Looks that end a run.
const LOOKS: usize = 2;

pub(super) fn next(situation: &Situation) -> Option<Choice> {
    if !situation.settings.quotes {
        return None;
    }
    let drafts = situation.drafts;
    if looks(drafts).count() >= LOOKS {
        let reason = "critics find that no answer can do what is asked, or be verified";
        return Some(Choice::because(Action::Stop(StopReason::Impossible), reason));
    }
    let latest = drafts.iter().rev().find_map(|record| Some((record.draft.index, record.looks.last()?)))?;
    let (draft, look) = latest;
    if said(look).count() == 0 {
        return None;
    }
    let again = Action::Judge { looks: vec![vec![draft]], critic: look.critic };
    Some(Choice::because(again, "a critic finds that no answer can do what is asked, or be verified: it is asked again"))
}

/// What the last of those that found it found.
pub(in crate::reflect) fn found(drafts: &[DraftRecord]) -> Option<&str> {
    looks(drafts).last()
}

/// What critics found, a word for each: one that looked at several drafts counts once.
fn looks(drafts: &[DraftRecord]) -> impl Iterator<Item = &str> {
    let mut together: Vec<&str> = Vec::new();
    let all =
        drafts.iter().flat_map(|record| &record.looks).flat_map(|look| said(look).map(|word| (look.together.as_deref(), word)));
    all.filter(move |(name, _)| {
        let is_new = name.is_none_or(|name| !together.contains(&name));
        together.extend(name);
        is_new
    })
    .map(|(_, word)| word)
}

fn said(look: &Look) -> impl Iterator<Item = &str> {
    let jurors = look.jurors.iter().flatten().filter_map(|juror| juror.reason.as_deref());
    let alone = look.reading.reason.as_deref().filter(|_| look.jurors.is_none());
    jurors.chain(alone).filter(|reason| matches!(*reason, "impossible" | "cannot_verify"))
}
