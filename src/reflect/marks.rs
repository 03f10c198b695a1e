//! What can be seen of a draft without judging it: it repeats another one, or it only grew.

use std::iter::successors;

use super::draft::Drafts;
use super::record::DraftRecord;

/// Times the length of its parent above which a revision has grown (judges prefer longer answers).
const GROWTH: f64 = 1.5;
/// Characters below which an answer may grow as it likes.
const SHORT: usize = 200;

/// Marks the draft at this place by those kept before it.
pub(super) fn mark_repeat_and_growth(kept: &mut [DraftRecord], position: usize) {
    let Some((before, [record, ..])) = kept.split_at_mut_checked(position) else { return };
    // When several drafts are equal, all others repeat the first.
    let twin = before.iter().find(|other| other.shares_trimmed_text(record)).map(|other| other.draft.index);
    record.draft.duplicate_of = twin;
    let earlier = |index: u32| before.iter().find(|other| other.draft.index == index);
    let Some(parent) = record.draft.parent.and_then(earlier) else { return };
    // A parent comes before its child, so that this ends.
    let up = |index: &u32| earlier(*index)?.draft.parent.filter(|parent| parent < index);
    if twin.is_some_and(|twin| successors(parent.draft.parent, up).any(|index| index == twin)) {
        record.draft.oscillation = Some(true);
    }
    let (now, then) = (record.draft.text.char_count(), parent.draft.text.char_count());
    let ratio = now as f64 / then.max(1) as f64;
    record.draft.length_growth = (now >= SHORT && ratio > GROWTH).then(|| (ratio * 100.0).round() / 100.0);
}

/// A draft that passes what its parent failed did more than grow.
pub(super) fn clear_growth_if_mended(drafts: &mut Drafts, index: u32) {
    let Some(record) = drafts.find_record(index) else { return };
    let parent = record.draft.parent.and_then(|parent| drafts.find_record(parent));
    let mended = parent.is_some_and(|parent| {
        let failed = parent.draft.verifiers.iter().filter(|(_, verdict)| !verdict.passed);
        failed.into_iter().any(|(name, _)| record.draft.verifiers.get(name).is_some_and(|verdict| verdict.passed))
    });
    if mended && let Some(record) = drafts.record_mut(index) {
        record.draft.length_growth = None;
    }
}
