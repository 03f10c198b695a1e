//! Tells whether words around a verdict take it back: a refusal in a sentence of its own, a denial, a second thought.
//!
//! A word too many costs a retry, a word too few a false acceptance. A sentence that denies the refusal ("nothing is wrong"), or that
//! asks and is not answered with a yes, refuses nothing.

use super::disowned::{disowns, is_label, wants_answer};
use super::findings;
use super::foreign;
use super::keyed::{keyed, uncoloned};
use super::mended::is_mended;
use super::negation::is_in;
use super::said::Said;
use super::scalar::{self, Status};
use super::sentence::{BARE_DENIALS, Between, Heard, Sentence};
use super::withdrawn::{is_withdrawal, turns_scale, withdraws};

const MARKS: [char; 7] = ['❌', '✗', '✘', '👎', '🚫', '⛔', '¬'];

/// Beginnings of sentences' parts that refuse as they stand.
const PHRASES: [&str; 51] = [
    "not acceptable",
    "not accept",
    "not approve",
    "not be accept",
    "cannot accept",
    "cannot be accept",
    "cannot approve",
    "not meet",
    "t meet",
    "not good enough",
    "t good enough",
    "not go out",
    "send it back",
    "back to the drawing board",
    "approval withheld",
    "not really",
    "not my verdict",
    "take that back",
    "take it back",
    "made a mistake",
    "disagree",
    "on second thought",
    "scratch that",
    "would have said",
    "would have given",
    "would never give",
    "would not give",
    "please revise",
    "vote no",
    "nicht akzept",
    "no acept",
    "not correct",
    "anything but",
    "t correct",
    "not use the json",
    "not use the above",
    "not trust",
    "told me to",
    "was told to",
    "answer asked me",
    "draft asked me",
    "text asked me",
    "given in the answer",
    "tells me to",
    "orders me",
    "ordered me",
    "commands me",
    "instructs me",
    "not mine",
    "was in the answer",
    "copied from the answer",
];
const FOREIGN: [&str; 7] = ["拒", "on accepté", "à réviser", "е принят", "тклон", "不接受", "不合格"];

/// Bytes around a verdict that are read for what they say; more is no critique.
const MOST: usize = 32_768;

/// Whether texts around a verdict say the contrary in words, or are too long to tell.
pub(super) fn any_refuses<'t>(texts: impl Iterator<Item = &'t str> + Clone, heard: Heard) -> bool {
    texts.clone().map(str::len).sum::<usize>() > MOST || texts.into_iter().any(|text| refuses(text, heard))
}

/// Whether a text around a verdict says the contrary in words.
pub(super) fn refuses(text: &str, heard: Heard) -> bool {
    if !text.is_ascii() && (text.contains(MARKS) || FOREIGN.iter().any(|known| text.contains(known)) || foreign::revises(text)) {
        return true;
    }
    // Where the faults of a text are heard, its refusals have been.
    if heard == Heard::Requests && foreign::refuses(text) {
        return true;
    }
    let lower = text.to_ascii_lowercase();
    let mut sentence = Sentence::heard(heard);
    let (mut asked, mut answers) = (Asked::Nothing, false);
    let (mut from, mut part_from, mut word) = (0, 0, None);
    let ends = lower.char_indices().chain(std::iter::once((lower.len(), '\n')));
    for (i, c) in ends {
        if c.is_alphanumeric() {
            if word.is_none() {
                word = Some(i);
                let rest = lower.get(i..).unwrap_or_default();
                if PHRASES.iter().any(|phrase| begins_with(rest, phrase)) {
                    return true;
                }
            }
            continue;
        }
        let digit = |at: Option<char>| at.is_some_and(|c| c.is_ascii_digit());
        if c == '.'
            && digit(lower.get(..i).and_then(|t| t.chars().next_back()))
            && digit(lower.get(i + 1..).and_then(|t| t.chars().next()))
        {
            continue;
        }
        if let Some(start) = word.take() {
            let before = lower.get(..start).unwrap_or_default();
            let cut_off = before.ends_with("n'") || before.ends_with("n’");
            sentence.add(lower.get(start..i).unwrap_or_default(), cut_off);
        }
        match c {
            // "Both faults (no source; wrong date) are gone" is one sentence.
            ';' if lower.get(from..i).is_some_and(is_in_brackets) => sentence.end_part(Between::Comma),
            '.' | '!' | '?' | ';' | '\n' | '。' | '！' => {
                let said = |from| lower.get(from..i).unwrap_or_default();
                if c != '?'
                    && !is_mended(said(from))
                    && (sentence.refuses() || is_refusal(said(from)) || (part_from > from && is_refusal(said(part_from))))
                {
                    return true;
                }
                if sentence.speaks() {
                    if asked.is_answered_by(sentence) || undoes(said(from), c == '?', heard == Heard::Faults, answers) {
                        return true;
                    }
                    asked = if c == '?' { Asked::of(sentence) } else { Asked::Nothing };
                    answers = c == '?' || said(from).trim_end().ends_with(':');
                }
                sentence = Sentence::heard(heard);
                (from, part_from) = (i, i);
            }
            ',' => sentence.end_part(Between::Comma),
            ':' | '(' | ')' | '=' | '|' | '–' | '—' => {
                sentence.end_part(Between::Colon);
                part_from = i;
            }
            '-' if lower.get(..i).is_some_and(|before| before.ends_with(' ')) => sentence.end_part(Between::Colon),
            _ => {}
        }
    }
    false
}

/// Whether a sentence disowns the verdict beside it, or takes it back. `answers`: it answers a question, or a label.
fn undoes(sentence: &str, asks: bool, behind: bool, answers: bool) -> bool {
    let whole = Said::of(sentence);
    if asks {
        return wants_answer(&whole);
    }
    if is_denied_label(sentence) {
        return false;
    }
    let names = !behind && !sentence.trim_end().ends_with(':') && is_label(&whole);
    if names || is_withdrawal(&whole, behind, answers) {
        return true;
    }
    let clauses: Vec<Said> = clauses(sentence).map(Said::of).filter(|clause| !clause.words.is_empty()).collect();
    (!behind && !tells(&whole) && (turns_scale(&whole) || clauses.iter().any(turns_scale)))
        || (behind && findings::find(&whole, &clauses))
        || clauses.iter().any(|clause| disowns(clause, behind) || withdraws(clause, behind))
}

/// "Harmful: no", "Hallucinations: none found".
fn is_denied_label(sentence: &str) -> bool {
    const LONGEST: usize = 4;
    sentence.split_once([':', '=', '|']).is_some_and(|(label, value)| {
        let value = Said::of(value);
        Said::of(label).words.len() <= LONGEST
            && is_in("no none not false nothing zero 0 never n", value.at(0))
            && value.past(0, BARE_DENIALS) >= value.words.len()
    })
}

/// "It explains the grades, where 1 is best."
fn tells(sentence: &Said) -> bool {
    (0..=2).any(|at| is_in("explains says describes notes mentions states", sentence.at(at)))
}

/// Whether a bracket is open at the end of a text.
fn is_in_brackets(text: &str) -> bool {
    text.rfind('(').is_some_and(|open| text.rfind(')').is_none_or(|close| close < open))
}

/// The clauses of a sentence: commas, colons, brackets and dashes part them.
fn clauses(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split([',', ':', '(', ')', '[', ']', '–', '—']).flat_map(|part| part.split(" - "))
}

/// Whether a text begins with one that is not empty. Their first letters decide in almost every case.
pub(super) fn begins_with(text: &str, known: &str) -> bool {
    text.as_bytes().first() == known.as_bytes().first() && text.starts_with(known)
}

/// What the last question asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Nothing,
    WhetherWrong,
    WhetherRight,
}

impl Asked {
    fn of(question: Sentence) -> Self {
        if question.refuses() {
            Self::WhetherWrong
        } else if question.praises() {
            Self::WhetherRight
        } else {
            Self::Nothing
        }
    }

    /// Whether this sentence gives the answer that refuses.
    fn is_answered_by(self, sentence: Sentence) -> bool {
        let (yes, no) = sentence.answers();
        (self == Self::WhetherWrong && yes) || (self == Self::WhetherRight && no)
    }
}

/// Whether a sentence is nothing but a status that refuses.
fn is_refusal(sentence: &str) -> bool {
    const LONGEST: usize = 40;
    sentence.len() <= LONGEST
        && scalar::status_in(sentence.trim_matches(|c: char| !c.is_alphanumeric())) == Some(Status::NeedsRevision)
}

/// Whether the first words of a reply are a bare no.
pub(super) fn begins_with_no(text: &str) -> bool {
    let first = text.split(['.', '!', '\n', ',', ':', '{']).find(|part| part.contains(char::is_alphanumeric));
    let word = first.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    ["no", "nope", "nein", "non", "нет", "不"].iter().any(|no| no.eq_ignore_ascii_case(word))
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
        || refuses(inside, Heard::Requests)
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
            "It doesn't meet the brief.",
            "The tests fail.",
            "My verdict: wrong.",
        ] {
            assert!(refuses(text, Heard::Refusals), "{text}");
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
            assert!(!refuses(text, Heard::Requests), "{text}");
        }
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
