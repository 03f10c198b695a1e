//! Agreement of independent drafts: where too few have the answer of the best one, further ones are written before anybody is asked of it.

use super::{Action, Choice, Situation};
use crate::critique::Verdict;
use crate::reflect::draft::best;
use crate::reflect::record::DraftRecord;
use crate::settings::Strategy;

/// Further drafts, where they are wanted and can be had.
pub(super) fn next(situation: &Situation) -> Option<Choice> {
    let settings = situation.settings;
    if situation.agree < 2 || settings.strategy == Strategy::Classic {
        return None;
    }
    let drafts = if situation.drafts.is_empty() {
        let own = if settings.strategy == Strategy::BestOfN { settings.drafts } else { 1 };
        situation.paid(situation.agree.max(own)).max(1)
    } else {
        let passing = open(situation.drafts).filter(|record| record.passes());
        situation.paid(best(passing)?.lacks.min(situation.writes_left()))
    };
    (drafts > 0).then(|| Choice::because(Action::Fresh { drafts }, "too few drafts have the same answer"))
}

/// Of drafts that wait for a look those of which the most agree, one for each answer, and none of an answer that was looked at.
pub(super) fn one_an_answer<'a>(drafts: &[DraftRecord], waiting: Vec<&'a DraftRecord>) -> Vec<&'a DraftRecord> {
    let most = open(drafts).map(|record| record.agreement).max();
    let mut chosen: Vec<&DraftRecord> = Vec::new();
    for record in waiting {
        let known = chosen.iter().copied().chain(drafts.iter().filter(|other| !other.waits()));
        if Some(record.agreement) == most && !known.into_iter().any(|other| is_same(record, other)) {
            chosen.push(record);
        }
    }
    chosen
}

/// The drafts whose answer no critic refused.
fn open(drafts: &[DraftRecord]) -> impl Iterator<Item = &DraftRecord> {
    drafts.iter().filter(|record| !drafts.iter().any(|other| is_refused(other) && is_same(record, other)))
}

/// A critic named what is wrong with it.
fn is_refused(record: &DraftRecord) -> bool {
    record.read().is_some_and(|look| look.reading.status == Verdict::NeedsRevision)
}

/// Two drafts have one answer, or are one.
fn is_same(one: &DraftRecord, other: &DraftRecord) -> bool {
    one.draft.index == other.draft.index || (one.draft.answer.is_some() && one.draft.answer == other.draft.answer)
}
