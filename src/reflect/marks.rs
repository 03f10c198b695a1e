//! What can be seen of a draft without judging it: it repeats another one, or it only grew.

use std::iter::successors;

use super::draft::Drafts;
use super::record::DraftRecord;
use crate::message::{length, letter_digest, lower};

/// Times the length of its parent above which a revision has grown (judges prefer longer answers).
const GROWTH: f64 = 1.5;
/// Characters below which an answer may grow as it likes.
const SHORT: usize = 200;

/// Marks the draft at this place by those kept before it.
pub(super) fn mark(kept: &mut [DraftRecord], at: usize) {
    let Some((before, [record, ..])) = kept.split_at_mut_checked(at) else { return };
    let digest = letter_digest(&record.draft.text);
    record.letter_digest = Some(digest);
    // The first of several that are alike is the one that all repeat.
    let is_twin = |other: &&DraftRecord| other.letter_digest == Some(digest) && alike(&other.draft.text, &record.draft.text);
    let twin = before.iter().find(is_twin).map(|other| other.draft.index);
    record.draft.duplicate_of = twin;
    let earlier = |index: u32| before.iter().find(|other| other.draft.index == index);
    let Some(parent) = record.draft.parent.and_then(earlier) else { return };
    // A parent comes before its child, so that this ends.
    let up = |index: &u32| earlier(*index)?.draft.parent.filter(|parent| parent < index);
    if twin.is_some_and(|twin| successors(parent.draft.parent, up).any(|index| index == twin)) {
        record.draft.oscillation = Some(true);
    }
    let (now, then) = (length(&record.draft.text), length(&parent.draft.text));
    let ratio = now as f64 / then.max(1) as f64;
    record.draft.length_growth = (now >= SHORT && ratio > GROWTH).then(|| (ratio * 100.0).round() / 100.0);
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

/// Whether two texts are equal but for letter case and white space. At their ends it does not count, elsewhere all of it is one space.
fn alike<'t>(one: &'t str, other: &'t str) -> bool {
    let letters = |text: &'t str| text.split_whitespace().flat_map(|word| word.chars().chain([' '])).map(lower);
    letters(one).eq(letters(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_and_white_space_do_not_count() {
        for (a, b) in [("Hello,  World", " hello,\nworld"), ("Élan ΔΥΟ", "élan δυο"), ("Ж\u{a0}Р", "ж р"), ("", " \n")]
        {
            assert!(alike(a, b) && letter_digest(a) == letter_digest(b), "{a} / {b}");
        }
        for (a, b) in [("The answer is 41.", "The answer is 42."), ("x is -5", "x is 5"), ("12", "1 2"), ("a b", "b a")] {
            assert!(!alike(a, b), "{a} / {b}");
        }
        // Drafts that differ are compared letter by letter only where their digests do not tell them apart.
        let drafts: Vec<u64> = (0..1_000).map(|n| letter_digest(&format!("{}{n:03}", "x".repeat(1020)))).collect();
        assert!(drafts.iter().enumerate().all(|(at, digest)| !drafts[..at].contains(digest)));
    }
}
