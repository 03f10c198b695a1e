//! Hears in the words of an object that accepts that something is missing, does not work or was not looked at: "the conclusion is
//! missing", "the code does not compile", "I could not verify criterion 2". Said of a part of a sentence, of another draft or of what
//! the answer tells, it is no fault.

use super::negation::{is_in, words};
use super::sentence::sentences;

/// Words of a sentence that are looked at; a longer one weighs more than it admits.
const MOST: usize = 24;
/// With one of these before it a fault is denied, told of, or of another draft.
const TOLD: &str = "if when where while what which that why how whether who says say states explains shows asks warns tells notes lists \
    points because since unless until correctly rightly no nothing none nobody never neither without previous earlier old original first \
    last before was were not longer";
const WORKS: &str = "compile run build parse terminate start execute work";
/// What may follow "does not run", of which "user code" would be the object.
const BEHIND_WORKS: &str = "at because since in on here now anymore yet";
const CRITERIA: &str = "criterion criteria requirement requirements";
const MET: &str = "met satisfied fulfilled hold holds pass passed";
const COUNTS: &str = "one two three four five six seven eight nine some half part 1 2 3 4 5 6 7 8 9";
const LOOKS: &str = "verify verified check checked confirm confirmed assess assessed evaluate evaluated determine determined test tested judge judged";

/// Whether a sentence admits a fault of what is judged.
pub(super) fn admits(text: &str) -> bool {
    any(text, |words| lacks(words) || does_not_work(words))
}

/// Whether a sentence admits that a criterion is not met, or was not looked at.
pub(super) fn admits_unmet(text: &str) -> bool {
    any(text, |words| {
        let has = |list: &str| words.iter().any(|word| is_in(list, word));
        let few = matches!(words, ["only" | "just", count, ..] if is_in(COUNTS, count));
        (few && has(MET)) || (has(CRITERIA) && was_not_looked_at(words))
    })
}

fn any(text: &str, admits: impl Fn(&[&str]) -> bool) -> bool {
    // No sentence admits anything without one of these.
    let marks = ["missing", "Missing", "not", "n't", "n’t", "unable", "nly ", "ust ", "lack", "Lack"];
    marks.iter().any(|mark| text.contains(mark))
        && sentences(text).into_iter().any(|sentence| {
            let lower = sentence.to_ascii_lowercase();
            let words: Vec<&str> = words(&lower).take(MOST + 1).collect();
            words.len() <= MOST && admits(&words)
        })
}

/// "Missing the docstring", "missing docstring", "the conclusion is missing".
fn lacks(words: &[&str]) -> bool {
    const SHORT: usize = 3;
    let told = |words: &[&str]| words.iter().any(|word| is_in(TOLD, word));
    match words {
        ["missing" | "lacks" | "lacking", rest @ ..] => {
            let whole = rest.iter().any(|word| is_in("is are gets get has have", word));
            let article = rest.first().is_some_and(|word| is_in("the a an its one some all", word));
            let short = words.len() <= SHORT && !rest.iter().any(|word| word.ends_with("ed"));
            !rest.is_empty() && !whole && !told(rest) && (article || short)
        }
        [before @ .., "is" | "are" | "still", "missing"] => !before.is_empty() && !told(before),
        _ => false,
    }
}

/// "The code does not compile", "it won't run on Windows".
fn does_not_work(words: &[&str]) -> bool {
    const SUBJECT: usize = 4;
    words.iter().enumerate().any(|(at, word)| {
        let before = words.get(..at).unwrap_or_default();
        let denied = match before {
            [subject @ .., "does" | "do" | "will", "not"]
            | [subject @ .., "doesn" | "don" | "won" | "can", "t"]
            | [subject @ .., "cannot"] => Some(subject),
            _ => None,
        };
        let next = words.get(at + 1);
        let fails =
            |subject: &[&str]| !subject.is_empty() && subject.len() <= SUBJECT && !subject.iter().any(|word| is_in(TOLD, word));
        is_in(WORKS, word) && next.is_none_or(|next| is_in(BEHIND_WORKS, next)) && denied.is_some_and(fails)
    })
}

/// "Could not be verified", "was unable to check", "did not check".
fn was_not_looked_at(words: &[&str]) -> bool {
    let denied = |at: usize| words.get(at).is_some_and(|word| is_in("not t cannot unable never", word));
    words.iter().enumerate().any(|(at, word)| {
        let carried =
            words.get(..at).unwrap_or_default().iter().rev().take_while(|word| is_in("to be been fully really", word)).count();
        is_in(LOOKS, word) && at.checked_sub(carried + 1).is_some_and(denied)
    })
}

#[cfg(test)]
mod tests {
    use super::super::traps::{WHOLE, never_accepted, under};
    use super::super::{Form, Verdict, read};
    use super::*;

    #[test]
    fn a_fault_that_is_admitted_is_told_from_one_that_is_told_of() {
        for text in [
            "Missing the docstring.",
            "Good style. Missing docstring.",
            "The conclusion is missing.",
            "The code does not compile.",
            "It doesn't run on Windows.",
            "The function won't terminate.",
        ] {
            assert!(admits(text), "{text}");
        }
        for text in [
            "Nothing is missing.",
            "The docstring is no longer missing.",
            "It says what is missing.",
            "Missing keys are handled.",
            "Missing values handled.",
            "It explains why the old code does not compile.",
            "The original code does not compile.",
            "It does not run user code.",
            "If the file is missing, it says so.",
            "The year that was missing is there.",
        ] {
            assert!(!admits(text), "{text}");
        }
    }

    #[test]
    fn a_criterion_that_was_not_looked_at_is_not_met() {
        for text in [
            "Only two of three are met.",
            "I could not verify criterion 2.",
            "The third requirement could not be verified.",
            "I was unable to check the third criterion.",
            "I didn't check criterion 3.",
        ] {
            assert!(admits_unmet(text), "{text}");
        }
        for text in [
            "All three are met.",
            "I could not find a criterion that is not met.",
            "I verified each criterion.",
            "Only minor points remain.",
        ] {
            assert!(!admits_unmet(text), "{text}");
        }
    }

    #[test]
    fn the_own_words_of_a_verdict_are_heard_under_many_keys() {
        for key in
            "review evaluation assessment message overall overall_assessment details critique reasoning notes summary".split(' ')
        {
            let with = |text: &str| format!("{}, \"{key}\": \"{text}\"}}", WHOLE.trim_end_matches('}'));
            for text in ["The answer is wrong.", "I would not accept this.", "The code does not compile.", "3/10"] {
                never_accepted(Form::Score, &with(text));
            }
            for text in ["The answer is right.", "good", "Nothing is missing.", "It could be a little shorter.", "9/10"] {
                assert_eq!(read(&with(text), &under(Form::Score)).status, Verdict::Accepted, "{key}: {text}");
            }
        }
        never_accepted(Form::Status, r#"{"status": "accepted", "critique": "Missing the docstring."}"#);
        let met = |text: &str| format!(r#"{{"criteria_met": [true, true], "confidence": 0.9, "reasoning": "{text}"}}"#);
        never_accepted(Form::Criteria, &met("I could not verify criterion 2."));
        assert_eq!(read(&met("Both are met."), &under(Form::Criteria)).status, Verdict::Accepted);
    }
}
