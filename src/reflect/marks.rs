//! What can be seen of a draft without judging it: it repeats another one, or it only grew.

use super::draft::Drafts;
use super::record::DraftRecord;
use crate::message::{is_space, length, lower, take};

/// Times the length of its parent above which a revision has grown (judges prefer longer answers).
const GROWTH: f64 = 1.5;
/// Characters below which an answer may grow as it likes.
const SHORT: usize = 200;
/// Of the digest.
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Marks a draft by those kept before it.
pub(super) fn mark(drafts: &mut Drafts, index: u32) {
    let Some(at) = drafts.kept.iter().position(|record| record.draft.index == index) else { return };
    let (before, rest) = drafts.kept.split_at_mut(at);
    let Some(record) = rest.first_mut() else { return };
    let gist = gist(&record.draft.text);
    // The first of several that are alike is the one that all repeat.
    let twin = before.iter().find(|other| other.gist == Some(gist)).map(|other| other.draft.index);
    record.gist = Some(gist);
    record.draft.duplicate_of = twin;
    let Some(parent) = before.iter().find(|other| Some(other.draft.index) == record.draft.parent) else { return };
    if twin.is_some_and(|twin| is_ancestor(before, parent, twin)) {
        record.draft.oscillation = Some(true);
    }
    record.draft.length_growth = growth(record, parent);
}

/// Whether `twin` is further up than the parent itself.
fn is_ancestor(before: &[DraftRecord], parent: &DraftRecord, twin: u32) -> bool {
    let mut up = parent.draft.parent;
    while let Some(index) = up {
        if index == twin {
            return true;
        }
        // A parent comes before its child, so that this ends.
        up = before
            .iter()
            .find(|record| record.draft.index == index)
            .and_then(|record| record.draft.parent.filter(|p| *p < index));
    }
    false
}

/// How many times longer than its parent a revision is, where it grew by more than half.
fn growth(record: &DraftRecord, parent: &DraftRecord) -> Option<f64> {
    let (now, then) = (length(&record.draft.text), length(&parent.draft.text));
    let ratio = now as f64 / then.max(1) as f64;
    (now >= SHORT && ratio > GROWTH).then(|| (ratio * 100.0).round() / 100.0)
}

/// A draft that now passes what its parent failed did not only grow.
pub(super) fn unmark_growth(drafts: &mut Drafts, index: u32) {
    let Some(record) = drafts.record(index) else { return };
    let parent = record.draft.parent.and_then(|parent| drafts.record(parent));
    let mended = parent.is_some_and(|parent| {
        let failed = parent.draft.verifiers.iter().filter(|(_, verdict)| !verdict.passed);
        failed.into_iter().any(|(name, _)| record.draft.verifiers.get(name).is_some_and(|verdict| verdict.passed))
    });
    if mended && let Some(record) = drafts.record_mut(index) {
        record.draft.length_growth = None;
    }
}

/// Digest of a text without letter case and white space at its ends; other white space counts as one space.
fn gist(text: &str) -> u64 {
    // FNV-1a, a letter at a time: two drafts of one run are compared, and nobody gains by a collision.
    let mut gist = 0xcbf2_9ce4_8422_2325_u64;
    let (mut between, mut at) = (false, 0);
    let text = text.trim();
    while let Some(letter) = take(text, &mut at) {
        if is_space(letter) {
            between = true;
            continue;
        }
        if between {
            between = false;
            gist = (gist ^ u64::from(' ')).wrapping_mul(PRIME);
        }
        gist = (gist ^ u64::from(lower(letter))).wrapping_mul(PRIME);
    }
    gist
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_and_white_space_do_not_count() {
        for (a, b) in [("Hello,  World", " hello,\nworld"), ("Élan ΔΥΟ", "élan δυο"), ("", " \n")] {
            assert_eq!(gist(a), gist(b), "{a} / {b}");
        }
        for (a, b) in [("The answer is 41.", "The answer is 42."), ("x is -5", "x is 5"), ("12", "1 2"), ("a b", "b a")] {
            assert_ne!(gist(a), gist(b), "{a} / {b}");
        }
    }
}
