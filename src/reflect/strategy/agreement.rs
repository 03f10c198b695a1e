//! Drafts that come before any look: where too few have the answer of the best one further ones are written before anybody is asked of it.

use super::{Choice, Situation};
use crate::critique::Verdict;
use crate::reflect::draft::best_of;
use crate::reflect::record::DraftRecord;
use crate::settings::Strategy;

/// Further drafts, where they are wanted and can be had: those that one call did not give, and until so many agree as must.
pub(super) fn next(situation: &Situation) -> Option<Choice> {
    let settings = situation.settings;
    let (wanted, reason) = if situation.agree < 2 {
        (if situation.checks { 0 } else { situation.free }, "one call gave fewer drafts than were asked for")
    } else if situation.drafts.is_empty() {
        let own = if settings.strategy == Strategy::BestOfN { settings.drafts } else { 1 };
        (situation.agree.max(own), AGREE)
    } else {
        let open = |record: &DraftRecord| record.passes() && !is_refused(situation.drafts, record);
        let lacks = best_of(situation.drafts, &open, &|_| false)?.lacks();
        (lacks.min(situation.writes_left().saturating_add(situation.free)), AGREE)
    };
    let drafts = situation.paid(wanted);
    (drafts > 0).then(|| Choice::anew(drafts, reason))
}

const AGREE: &str = "too few drafts have the same answer";

/// Whether a look at a draft is of use: it could be accepted or returned, and no other draft with its answer was looked at or comes before it.
pub(super) fn is_wanted(situation: &Situation, record: &DraftRecord) -> bool {
    let before = |other: &DraftRecord| !other.waits() || other.draft.index < record.draft.index;
    let known = situation.drafts.iter().any(|other| record.agrees(other) && before(other));
    !known && (record.lacks() == 0 || situation.best().is_none_or(|best| best.agreement <= record.agreement))
}

/// A critic named what is wrong with a draft of the same answer.
fn is_refused(drafts: &[DraftRecord], record: &DraftRecord) -> bool {
    let is_same = |other: &DraftRecord| other.draft.index == record.draft.index || record.agrees(other);
    let names = |other: &DraftRecord| other.read().is_some_and(|look| look.reading.status == Verdict::NeedsRevision);
    drafts.iter().any(|other| is_same(other) && names(other))
}
