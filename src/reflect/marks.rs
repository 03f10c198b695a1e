//! What can be seen of a draft without judging it: it repeats another one, or it only grew.

use std::iter::successors;

use super::draft::Drafts;
use super::record::DraftRecord;
use crate::message::{is_space, length, lower, take};

/// Times the length of its parent above which a revision has grown (judges prefer longer answers).
const GROWTH: f64 = 1.5;
/// Characters below which an answer may grow as it likes.
const SHORT: usize = 200;
/// Letters in which nearly all drafts differ already.
const BEGINNING: usize = 100;

/// Marks the draft at this place by those kept before it.
pub(super) fn mark(kept: &mut [DraftRecord], at: usize) {
    let Some((before, [record, ..])) = kept.split_at_mut_checked(at) else { return };
    // When several drafts are alike, all others repeat the first.
    let is_twin =
        |other: &&DraftRecord| alike(&other.draft.text, &record.draft.text, || other.letter_digest() == record.letter_digest());
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

/// A draft that passes what its parent failed did more than grow.
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

/// Whether two texts are equal but for letter case and the length of white space. `may_be` is asked behind the beginning.
fn alike(one: &str, other: &str, may_be: impl Fn() -> bool) -> bool {
    let (mut read, mut at, mut other_at) = (0, 0, 0);
    let (one, other) = (one.trim_start(), other.trim_start());
    loop {
        let letter = letter(one, &mut at);
        if letter != self::letter(other, &mut other_at) || read == BEGINNING && !may_be() {
            return false;
        }
        if letter.is_none() {
            return true;
        }
        read += 1;
    }
}

/// Takes the next letter, or a whole run of white space.
fn letter(text: &str, at: &mut usize) -> Option<char> {
    let first = take(text, at)?;
    if !is_space(first) {
        return Some(lower(first));
    }
    loop {
        let before = *at;
        if !is_space(take(text, at)?) {
            *at = before;
            return Some(' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::letter_digest;

    #[test]
    fn letter_case_and_white_space_do_not_count() {
        for (a, b) in [("Hello,  World", " hello,\nworld"), ("Élan ΔΥΟ", "élan δυο"), ("Ж\u{a0}Р", "ж р"), ("", " \n")]
        {
            assert!(alike(a, b, || true) && letter_digest(a) == letter_digest(b), "{a} / {b}");
        }
        for (a, b) in [("The answer is 41.", "The answer is 42."), ("x is -5", "x is 5"), ("12", "1 2"), ("a b", "b a")] {
            assert!(!alike(a, b, || true), "{a} / {b}");
        }
        // Drafts that differ are compared letter by letter only where their digests do not tell them apart.
        let drafts: Vec<u64> = (0..1_000).map(|n| letter_digest(&format!("{}{n:03}", "x".repeat(1020)))).collect();
        assert!(drafts.iter().enumerate().all(|(at, digest)| !drafts[..at].contains(digest)));
    }
}
