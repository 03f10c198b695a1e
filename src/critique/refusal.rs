//! Tells whether words around a verdict take it back: a refusal in a sentence of its own, a denial, a second thought.
//!
//! A word too many costs a retry, a word too few a false acceptance. A sentence that denies the refusal ("nothing is wrong"), or that
//! asks, refuses nothing.

use super::keyed::{keyed, uncoloned};
use super::scalar::{self, Status};

const MARKS: [char; 7] = ['❌', '✗', '✘', '👎', '🚫', '⛔', '¬'];

/// Beginnings of words that refuse.
const REFUSALS: &str = "reject wrong incorrect unaccept disapprov inadequa insufficien flawed falsch abgelehnt rejet rechaz rifiut \
    rejeit inaccett fail cannot";
/// With one of these a word about revising asks for it.
const DUTIES: &str = "need needs needed must should require requires required";
const REVISIONS: &str = "revis redo redone rewrit rework";
const DENIALS: &str = "no not none nothing never nobody without nor neither isn false any if whether cannot zero avoid avoids";
const PHRASES: &str = "not acceptable|not accept|not approve|not be accept|not meet|n't meet|not good enough|not really|take that back|\
    take it back|made a mistake|disagree|on second thought|scratch that|would have|please revise|vote no|nicht akzept|non accept|\
    no acept|à réviser|revisión|е принят|тклон|оработ|不接受|不合格|拒|修正|修改";

/// Whether a text around a verdict says the contrary in words.
pub(super) fn refuses(text: &str) -> bool {
    if text.contains(MARKS) {
        return true;
    }
    let lower = text.to_ascii_lowercase();
    PHRASES.split('|').any(|phrase| lower.contains(phrase))
        || lower
            .split_inclusive(['.', '!', '?', ';', '\n', '。', '！'])
            .any(|s| sentence(s) || s.rsplit_once(':').is_some_and(|(_, s)| sentence(s)))
}

/// The points that sentences give in passing: `score 3`, `a score of 4/10`.
pub(super) fn scores(text: &str) -> impl Iterator<Item = f64> {
    text.match_indices("score").chain(text.match_indices("Score")).filter_map(move |(at, word)| {
        let rest = text.get(at + word.len()..)?;
        let rest = rest.strip_prefix('d').unwrap_or(rest).strip_prefix(' ')?;
        let rest = ["of ", "is ", "to ", "now "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
        scalar::points_in(rest.split([' ', ',', ';', '\n', ')']).next()?.trim_end_matches(['.', '!', '*']))
    })
}

/// Whether the first words of a reply are a bare no.
pub(super) fn begins_with_no(text: &str) -> bool {
    let first = text.split(['.', '!', '\n', ',', ':', '{']).find(|part| part.contains(char::is_alphanumeric));
    let word = first.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    ["no", "nope", "nein", "non", "нет", "不"].iter().any(|no| no.eq_ignore_ascii_case(word))
}

fn sentence(text: &str) -> bool {
    if text.ends_with('?') {
        return false;
    }
    let dress = |c: char| !c.is_alphanumeric();
    if scalar::status_in(text.trim_matches(dress)) == Some(Status::NeedsRevision) {
        return true;
    }
    let (mut denied, mut refused, mut duty, mut revised) = (text.contains("n't") || text.contains("n’t"), false, false, false);
    for word in text.split(dress).filter(|word| !word.is_empty()) {
        let is = |list: &str| list.split_ascii_whitespace().any(|known| known == word);
        let begins = |list: &str| list.split_ascii_whitespace().any(|known| word.starts_with(known));
        denied |= is(DENIALS);
        refused |= begins(REFUSALS);
        duty |= is(DUTIES);
        revised |= begins(REVISIONS);
    }
    !denied && (refused || (duty && revised))
}

/// Whether a comment inside an object says something else than the value beside it: a value of its own, a deciding key, a denial.
pub(super) fn comment_refuses(text: &str) -> bool {
    let inside = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*' | '#' | '<' | '>' | '!' | '-'));
    let value = scalar::points_in(inside).is_some() || scalar::flag_in(inside) == Some(true);
    const SECOND_THOUGHTS: &str = "not no wait actually should really true instead";
    let doubts = |word: &str| SECOND_THOUGHTS.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word));
    value
        || keyed(text).next().is_some()
        || uncoloned(text).next().is_some()
        || inside.split(|c: char| !c.is_alphanumeric()).any(doubts)
        || refuses(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_from_its_denial() {
        for text in [
            "This answer is not acceptable.",
            "Actually, no: reject this.",
            "Correction: this needs revision.",
            "Wait. The answer is wrong and must be revised.",
            "# rejected",
            "<rejected>",
            "Reject!",
            "FAIL",
            "❌",
            "I disagree",
            "Отклонено.",
            "不接受：",
            "That is what I would have said.",
        ] {
            assert!(refuses(text), "{text}");
        }
        for text in [
            "",
            "Nothing is wrong with it.",
            "I found no incorrect dates.",
            "It doesn't need a revision.",
            "Does it need a revision? No.",
            "Must it be revised?",
            "needs_revision is false, since it is complete.",
            "Here is my critique of the revised answer:",
            "The answer has been revised well.",
            "Great!",
        ] {
            assert!(!refuses(text), "{text}");
        }
    }

    #[test]
    fn scores_are_found_in_passing() {
        assert_eq!(scores("UPDATE: score 3. A Score of 4/10, scored 9!").collect::<Vec<_>>(), [3.0, 9.0, 4.0]);
        assert_eq!(scores("score from 0 to 10, a score below 8, the core 3").count(), 0);
    }

    #[test]
    fn a_comment_that_explains_is_told_from_one_that_denies() {
        for text in
            ["/* should be true */", "// no wait, true", "/* 3 */", "// \"needs_revision\": true", "# rejected", "/* not */"]
        {
            assert!(comment_refuses(text), "{text}");
        }
        for text in ["// the overall score", "/* from 0 to 10 */", "# out of 10", "// no"] {
            assert_eq!(comment_refuses(text), text == "// no", "{text}");
        }
    }

    #[test]
    fn a_bare_no_at_the_beginning_refuses() {
        for text in ["No. ", "\nNope.\n", "**No**, ", "Nein: "] {
            assert!(begins_with_no(text), "{text}");
        }
        for text in ["", "No issues. ", "Note: ", "Yes. No."] {
            assert!(!begins_with_no(text), "{text}");
        }
    }
}
