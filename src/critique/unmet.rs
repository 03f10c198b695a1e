//! Hears in words that a criterion is not met, or that the critic is not sure of its verdict.

use super::negation::is_in;
use super::said::Said;
use super::scalar;
use super::sentence::sentences;

const MET: &str = "met satisfied fulfilled confident";
const UNMET: &str = "unmet unsatisfied unfulfilled";
/// The same, of a criterion alone.
const FAILS: &str = "fail fails failed false violated missing";
const DENIALS: &str = "no not none never neither nor without cannot isnt arent wasnt";
const CRITERIA: &str = "criterion criteria requirement requirements";
const NUMBERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Whether a text beside a list of criteria says that one of them is not met. `unsure`: the confidence that is too low.
pub(super) fn says_unmet(text: &str, confidence_threshold: f64) -> bool {
    let mut told = Told::default();
    let said = |sentence: &str| {
        let lower = sentence.to_ascii_lowercase();
        told.met &= sentence.starts_with("but ");
        lower.split([',', '(', ')']).any(|part| told.refuses(part))
            || is_unsure(&lower, confidence_threshold)
            || passes_too_few(&Said::of(&lower))
    };
    lists_a_false(text) || sentences(text).into_iter().any(said)
}

/// What earlier parts of a sentence spoke of.
#[derive(Default)]
struct Told {
    criterion: bool,
    met: bool,
}

impl Told {
    fn refuses(&mut self, part: &str) -> bool {
        const MOST: usize = 60;
        let words: Vec<&str> =
            part.split(|c: char| !c.is_alphanumeric() && c != '/').filter(|w| !w.is_empty()).take(MOST).collect();
        let has = |list: &str| words.iter().any(|word| is_in(list, word));
        let own = has(CRITERIA);
        self.criterion = own || (self.criterion && self.met);
        // "2. Fail", "#2: no", but not "0 failed".
        let numbered = words.len() <= 3
            && words.first().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
            && !part.trim_start().starts_with("0 fail");
        let fails = own || numbered;
        let unmet = |word: &str| is_in(UNMET, word) || (fails && is_in(FAILS, word));
        let partly = words.iter().position(|word| word.starts_with("partial") || *word == "partly" || *word == "barely");
        let met = words.iter().any(|word| is_in(MET, word) || unmet(word));
        if let Some(at) = partly
            && words.iter().skip(at).any(|word| is_in(MET, word))
        {
            return true;
        }
        // "Not only met but exceeded" denies nothing.
        let idiom = |at: usize| words.get(at + 1).is_some_and(|next| is_in("only just merely single", next));
        let denials = words.iter().enumerate().filter(|(at, word)| {
            (is_in(DENIALS, word) && !idiom(*at)) || (**word == "t" && (part.contains("n't") || part.contains("n’t")))
        });
        let denied = denials.count() + words.iter().filter(|word| unmet(word)).count();
        let odd = denied % 2 == 1;
        // "Criterion 1 is met, but criterion 3 is not", "criterion 2: no"
        let ends = words.last().is_some_and(|word| is_in("not no t ✗ ✘", word));
        let bare = (own || numbered) && ends && (self.met || words.len() <= 3);
        self.met |= met;
        bare || (met && odd) || self.counts_too_few(&words, odd)
    }

    /// `2/3 criteria met`, `only two of the three`, `met: 2/3`.
    fn counts_too_few(&self, words: &[&str], denied: bool) -> bool {
        let has = |list: &str| words.iter().any(|word| is_in(list, word));
        let said = has(MET) || has("pass passed hold holds");
        if !said || !(self.criterion || words.len() <= 4) {
            return false;
        }
        let few = |of: Option<(usize, usize)>| of.is_some_and(|(part, whole)| if denied { part > 0 } else { part < whole });
        let only = words.windows(2).any(|pair| matches!(pair, ["only" | "just", count] if number(count).is_some()));
        only || (0..words.len()).any(|at| few(share(words.get(at..).unwrap_or_default())))
    }
}

/// `2/3`, `two of the three`, `2 out of 3`.
fn share(words: &[&str]) -> Option<(usize, usize)> {
    let (first, rest) = words.split_first()?;
    if let Some((part, whole)) = first.split_once('/') {
        return Some((number(part)?, number(whole)?));
    }
    let mut rest = rest.iter().skip_while(|word| **word == "out");
    let of = rest.next().is_some_and(|word| *word == "of");
    let whole = rest.find(|word| !is_in("the all these our", word))?;
    of.then_some((number(first)?, number(whole)?))
}

/// "0/5 tests pass", "only two of the three are met".
pub(super) fn passes_too_few(said: &Said) -> bool {
    const PASSED: &str = "pass passes passed met satisfied fulfilled succeed succeeds";
    const OF: &str = "of the these our";
    let number = |i: usize| number(said.at(i));
    (0..said.words.len()).any(|at| {
        let whole = said.past(at + 1, "out of the these our all");
        let few = matches!((number(at), number(whole)), (Some(part), Some(whole)) if part < whole);
        let noun = said.past(whole + 1, OF);
        let verb = |from: usize| is_in(PASSED, said.at(said.past(from, "are is were was have has been fully actually")));
        few && whole <= at + 4
            && (verb(noun) || verb(noun + 1) || (is_in("unit", said.at(noun)) && verb(noun + 2)))
            && !said.denied(at)
    })
}

fn number(word: &str) -> Option<usize> {
    word.parse().ok().or_else(|| NUMBERS.iter().position(|known| *known == word))
}

/// `criteria_met should be [true, false]`.
fn lists_a_false(text: &str) -> bool {
    const NEAR: usize = 40;
    ["criteria_met", "criteria met", "criteriaMet"].into_iter().flat_map(|key| text.match_indices(key)).any(|(at, key)| {
        let rest = text.get(at + key.len()..).unwrap_or_default();
        let list = rest.split_once('[').filter(|(before, _)| before.len() <= NEAR);
        list.is_some_and(|(_, list)| list.split(']').next().is_some_and(|list| list.to_ascii_lowercase().contains("false")))
    })
}

/// `my confidence is really 0.2`.
fn is_unsure(lower: &str, threshold: f64) -> bool {
    const LINKS: &str = "is really only actually just at of about should be";
    let Some((_, rest)) = lower.split_once("confidence") else { return false };
    let value = rest.split([' ', ':', '=', ',']).find(|word| !word.is_empty() && !is_in(LINKS, word)).unwrap_or_default();
    let value = value.trim_end_matches(['.', ')']);
    value.contains(['.', '%']) && scalar::share_in(value).is_some_and(|share| share < threshold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_criterion_that_is_not_met_is_heard() {
        for text in [
            "However, criterion 2 is not met.",
            "Criterion 2 isn't fully met.",
            "Criterion 2: not met",
            "2. Not met",
            "1. Met.\n2. Not met.",
            "Not all criteria are met.",
            "Only two of the three criteria are met.",
            "2/3 criteria met.",
            "The second criterion is unmet.",
            "Criterion 2 is only partially met.",
            "Criterion 2 fails.",
            "Criteria 1 and 2 are met, but criterion 3 is not.",
            "None of the criteria are met.",
            "Met: 2/3",
            "Criterion 2 - no",
            "criteria_met should be [true, false, true].",
            "Confidence is really 0.2.",
            "I am not confident in this.",
        ] {
            assert!(says_unmet(text, 0.75), "{text}");
        }
        for text in [
            "All three criteria are met.",
            "3/3 criteria met.",
            "Criterion 2: met",
            "No criterion is unmet.",
            "None of the criteria fails.",
            "There is no criterion that is not met.",
            "Criterion 2 is not only met but exceeded.",
            "Criterion 2 is met, and it does not repeat itself.",
            "No test fails.",
            "I am confident that no criterion is left unmet.",
            "Confidence is 0.9.",
            "Two of the three criteria were easy to check; all are met.",
        ] {
            assert!(!says_unmet(text, 0.75), "{text}");
        }
    }
}
