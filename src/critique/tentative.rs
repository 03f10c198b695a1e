//! Knows lines that introduce what is only possible, not final, or the opposite of what is meant: "something like", "possible output",
//! "rough draft of my critique", "not this", "rather than".
//!
//! A line that says more than that is a finding: "rough edges aside", "unlike the first draft, it is complete".

use super::negation::is_in;
use super::said::{Said, VERDICTS};

/// What may stand before what counts.
const LEADS: &str = "ok okay so well and or but here there s is it this a an the my our one some just very only purely";
/// Whole lines.
const EXAMPLES: &str = "e g|eg|such as|like so|like this|like that|something like|something like this|something like that|\
    something along these lines|something along the lines of|something of the form|something of this sort|along the lines of|\
    along these lines|for example|for instance|as in|say|in the style of|of the form|of the kind|similar to|akin to|\
    maybe|perhaps|possibly|presumably|conceivably|hypothetically|theoretically|in theory|could be|might be|may be|pretend|imagine|\
    picture this|scratch|scratchpad|scratch work|wip|work in progress|tbd|note to self|notes to self|thinking out loud|thinking aloud|\
    brainstorm|brainstorming|dry run|warm up|practice|sandbox|stub|test run|trial run|mock up";
const CONTRASTS: &str = "rather instead as unlike other contrary different opposed opposite not never";
const OF_CONTRASTS: &str = "than of opposed to from the";
/// What a line of contrast goes on with, if it holds no more: "instead of this", "not yet final".
const OBJECTS: &str = "this that these those following such so like final finished done real actual official binding verified checked yet \
    complete completed mine definitive serious valid reviewed a an the my your which follows here below what i mean want say would give";
const UNDONE: &str = "this that these those following such so like final finished done real actual official binding verified checked yet \
    complete completed mine definitive serious reviewed what";
const TENTATIVE: &str = "possible potential rough scratch sketched interim unfinished notional speculative conceivable plausible practice \
    trial working wip tentative preliminary provisional temporary temp unofficial unverified unchecked hypothetical pseudo candidate \
    prospective partial prototype throwaway makeshift experimental exploratory hasty imaginary fictional pretend sample draft";
/// What is tentative, beside a verdict.
const THINGS: &str =
    "draft output json attempt notes note work pass cut guess idea run outline answer object form take thoughts one";
const DRAFTS: &str = "draft sketch outline skeleton template stub prototype mockup version attempt";
const COUNTED: &str = "option choice variant alternative scenario possibility candidate hypothesis";

/// Whether a line, in any case, introduces what is no verdict yet.
pub(super) fn is_tentative(line: &str) -> bool {
    const LONGEST: usize = 60;
    let bare = line.trim_end_matches(|c: char| !c.is_alphanumeric());
    if bare.len() > LONGEST || bare.ends_with("e.g") {
        return bare.ends_with("e.g");
    }
    let lower = bare.to_ascii_lowercase();
    let said = Said::of(&lower);
    let whole = |from: usize| {
        let text = said.words.get(from..).unwrap_or_default().join(" ");
        EXAMPLES.split('|').any(|known| known == text)
    };
    let at = said.past(0, LEADS);
    whole(0) || whole(at) || opposes(&said, at) || is_unfinished(&said, at)
}

/// "Rather than", "not this", "not yet final".
fn opposes(said: &Said, at: usize) -> bool {
    let word = said.at(at);
    if !is_in(CONTRASTS, word) {
        return false;
    }
    let rest = said.words.get(at + 1..).unwrap_or_default();
    let known = |word: &&str| is_in(OF_CONTRASTS, word) || is_in(OBJECTS, word) || is_in(VERDICTS, word);
    let denies = is_in("not never", word);
    let bare = rest.iter().all(|word| is_in(OF_CONTRASTS, word));
    rest.iter().all(known)
        && if denies {
            said.behind(at + 1, UNDONE)
        } else {
            (bare && (!rest.is_empty() || word == "instead")) || said.behind(at + 1, UNDONE)
        }
}

/// "Possible output", "a rough draft of my critique", "option 2".
fn is_unfinished(said: &Said, at: usize) -> bool {
    let first = said.past(at, "first second quick early initial very");
    let of_verdict = |from: usize| {
        let noun = said.past(from, "of for the my a an this final full overall");
        is_in("of for", said.at(from)) && is_in(VERDICTS, said.at(noun)) && said.ends_or(noun + 1, "below follows of for")
    };
    let adjectives = said.past(first, TENTATIVE);
    let noun = said.at(adjectives);
    let thing = is_in(VERDICTS, noun) || is_in(THINGS, noun);
    let tentative =
        adjectives > first && thing && (said.ends_or(adjectives + 1, "below follows only so") || of_verdict(adjectives + 1));
    let counted = is_in(COUNTED, said.at(at)) && said.words.len() == at + 2 && said.at(at + 1).len() <= 3;
    tentative
        || counted
        || (is_in(DRAFTS, said.at(first)) && of_verdict(first + 1))
        || (said.at(adjectives.wrapping_sub(1)) == "draft" && of_verdict(adjectives))
}
