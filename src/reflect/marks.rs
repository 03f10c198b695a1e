//! What can be seen of a draft without judging it: it repeats another one, or it only grew.

use super::draft::Drafts;
use super::record::DraftRecord;
use crate::message::{is_space, length, letter_sum, lower, take};

/// Times the length of its parent above which a revision has grown (judges prefer longer answers).
const GROWTH: f64 = 1.5;
/// Characters below which an answer may grow as it likes.
const SHORT: usize = 200;

/// Marks the draft at this place by those kept before it.
pub(super) fn mark(kept: &mut [DraftRecord], at: usize) {
    let Some((before, [record, ..])) = kept.split_at_mut_checked(at) else { return };
    let sum = letter_sum(&record.draft.text);
    record.letter_sum = Some(sum);
    // The first of several that are alike is the one that all repeat.
    let is_twin = |other: &&DraftRecord| other.letter_sum == Some(sum) && alike(&other.draft.text, &record.draft.text);
    let twin = before.iter().find(is_twin).map(|other| other.draft.index);
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

/// Whether two texts are equal but for letter case and white space. At their ends it does not count, elsewhere all of it is one space.
fn alike(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    let (mut at, mut other_at) = (0, 0);
    loop {
        let (letter, other_letter) = (next(one, &mut at), next(other, &mut other_at));
        if letter != other_letter {
            return false;
        }
        if letter.is_none() {
            return true;
        }
    }
}

/// The next letter in lower case, or one space for all white space that is next.
fn next(text: &str, at: &mut usize) -> Option<char> {
    let letter = take(text, at)?;
    if !is_space(letter) {
        return Some(lower(letter));
    }
    let mut behind = *at;
    while take(text, &mut behind).is_some_and(is_space) {
        *at = behind;
    }
    Some(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_and_white_space_do_not_count() {
        for (a, b) in [("Hello,  World", " hello,\nworld"), ("Élan ΔΥΟ", "élan δυο"), ("Ж\u{a0}Р", "ж р"), ("", " \n")]
        {
            assert!(alike(a, b) && letter_sum(a) == letter_sum(b), "{a} / {b}");
        }
        for (a, b) in [("The answer is 41.", "The answer is 42."), ("x is -5", "x is 5"), ("12", "1 2"), ("a b", "b a")] {
            assert!(!alike(a, b), "{a} / {b}");
        }
    }
}
