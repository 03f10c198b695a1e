//! Phrases by the kinds of their words: `S S* B simulated` is "this is simulated" and "the score above was just simulated".
//!
//! A capital is a kind of word, `/` parts alternatives, `?` is once or not at all, `*` any number, `#` a number, `#%` a low share, a lone `*` whatever
//! follows. Adverbs are passed over; `_` is any word. A phrase is met from the beginning of a clause to its end.

use super::negation::is_in;
use super::said::{ANSWERS, Said, VERDICTS};

const ADVERBS: &str = "actually really only just merely simply even yet fully properly entirely quite very so still also honestly probably \
    certainly frankly now truly completely totally personally basically then merely purely all";
const LEADS: &str = "and but so because since note please well sorry however though also therefore thus hence ok okay oh hmm unfortunately \
    nb ps caution warning disclaimer edit update actually";
/// What a clause may be dressed in: "it seems that", "I am afraid".
const DRESS: [&[&str]; 8] = [
    &["it", "seems"],
    &["it", "appears"],
    &["it", "looks", "like"],
    &["i", "m", "afraid"],
    &["i", "am", "afraid"],
    &["i", "think"],
    &["i", "believe"],
    &["i", "admit"],
];

/// The words of a kind.
fn kind(letter: &str) -> Option<&'static str> {
    Some(match letter {
        // What the critic gives, what it is a work of, and what is judged.
        "V" => VERDICTS,
        "E" => {
            "verdict critique evaluation review score scores rating ratings assessment judgement judgment grade check checks verification \
             analysis scoring grading validation"
        }
        "A" => ANSWERS,
        "F" => "file link url image attachment page website site document pdf video table",
        "S" => {
            "this that these those above it the my our json verdict approval acceptance critique evaluation review score scores rating ratings assessment \
             judgement judgment grade output result results object values value numbers number everything all of response message flag"
        }
        "T" => "the a an this that these those my your our its their his her any all of above entire whole full actual own",
        "B" => "is are was were be been s re m am has have had being isn aren wasn weren hasn haven",
        "X" => {
            "do does did don doesn didn can could couldn would wouldn will won is isn are aren was wasn were weren am m ve have haven \
             has hasn had hadn be been d may might must should s re"
        }
        "N" => "not t never cannot unable nor",
        "P" => "this that it these those them",
        "J" => "evaluate judge assess review grade score rate verify check critique analyse analyze examine confirm",
        "U" => super::faults::AWFUL,
        "L" => {
            "explanation explanations evidence proof source sources citation citations reference references test tests justification \
             documentation conclusion validation"
        }
        "Q" => "correctness accuracy quality validity truth facts claims sources figures",
        "W" => "author writer student submitter candidate",
        _ => return None,
    })
}

/// Whether a clause is one of the phrases, which `|` parts.
pub(super) fn is_one_of(phrases: &str, said: &Said) -> bool {
    let from = begin(said);
    phrases.split('|').any(|phrase| is_phrase(phrase, said, from))
}

/// Whether it is one of what "I" may say; the phrases leave the "I" out.
pub(super) fn i_say(phrases: &str, said: &Said) -> bool {
    let from = begin(said);
    is_in("i we", said.at(from)) && phrases.split('|').any(|phrase| is_phrase(phrase, said, from + 1))
}

/// Where a clause begins behind what introduces it.
fn begin(said: &Said) -> usize {
    let mut from = said.past(0, LEADS);
    from += usize::from(said.at(from) == "which" && is_in("i we", said.at(from + 1)));
    if let Some(dress) = DRESS.iter().find(|dress| said.words.get(from..).is_some_and(|rest| rest.starts_with(dress))) {
        from += dress.len();
        from += usize::from(said.at(from) == "that");
    } else if from > 0 && said.at(from) == "that" && said.back(from, 1) == "note" {
        from += 1;
    }
    from
}

fn is_phrase(phrase: &str, said: &Said, from: usize) -> bool {
    let mut at = from;
    for token in phrase.split(' ') {
        if token == "*" {
            return true;
        }
        let (token, many) = token.strip_suffix('*').map_or((token, false), |token| (token, true));
        let (token, maybe) = token.strip_suffix('?').map_or((token, many), |token| (token, true));
        let mut next = at;
        while !is(token, said, next) && is_adverb(said, next) {
            next += 1;
        }
        if is(token, said, next) {
            at = next + 1;
            while many && is(token, said, at) {
                at += 1;
            }
        } else if !maybe {
            return false;
        }
    }
    while is_adverb(said, at) {
        at += 1;
    }
    at >= said.words.len()
}

fn is_adverb(said: &Said, at: usize) -> bool {
    /// Behind the letters of the kinds.
    const NUMBER: u32 = 31;
    said.is_of(at, NUMBER, ADVERBS)
}

/// Whether a token is met by the word at a place.
fn is(token: &str, said: &Said, at: usize) -> bool {
    /// Percent.
    const LOW: u8 = 75;
    let word = said.at(at);
    let is_one = |one: &str| match one.as_bytes() {
        [letter @ b'A'..=b'Z'] => said.is_of(at, u32::from(letter - b'A'), kind(one).unwrap_or_default()),
        b"_" => true,
        b"#" => word.bytes().all(|b| b.is_ascii_digit()),
        b"#%" => word.strip_suffix('%').is_some_and(|number| number.parse::<u8>().is_ok_and(|n| n < LOW)),
        one => one == word.as_bytes(),
    };
    !word.is_empty() && token.split('/').any(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_met_from_the_beginning_of_a_clause_to_its_end() {
        let met = |phrases, clause: &str| is_one_of(phrases, &Said::of(clause));
        for clause in ["this is simulated", "but the score above was just simulated", "note that all of this is simulated"] {
            assert!(met("no|S S* B simulated", clause), "{clause}");
        }
        for clause in ["it simulated this", "the car is simulated", "this is simulated well", "is simulated", ""] {
            assert!(!met("S S* B simulated", clause), "{clause}");
        }
        assert!(met("take # *", "take 3 of them") && !met("take # *", "take three"));
        assert!(i_say("X* N know", &Said::of("i do not really know")));
        assert!(!i_say("X* N know", &Said::of("you do not know")));
    }
}
