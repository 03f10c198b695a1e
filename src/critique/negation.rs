//! How far a negation reaches: "nothing is wrong" denies, "code with no tests is wrong" does not.
//!
//! It reaches through words that are known to carry it, to the end of its part of the sentence, and no further. A word too few
//! costs a retry, a word too many a false acceptance.

/// Words that a negation reaches through.
const CARRIES: &str = "is are was were be been being s d ll ve re m do does did have has had would could should can may might will \
    must need needs needed require requires required a an the any anything anyone it this that these those there i we you they he \
    she its my your contain contains include includes find found see saw seen spot notice noticed detect identify identified think \
    believe say said feel consider considered call deem seem seems appear appears reason reasons sign signs evidence grounds aware recommend look looks part parts step line section \
    to of in on for about with as at by from or nor either so far left even ever very too way all here further more else single major \
    minor serious significant actual what why how";
/// Verbs of a clause: after a noun they begin what is said of it.
const FINITE: &str = "is are was were has must should would could can will needs do does did fails failed fail";
/// After a noun they belong to that noun.
const PREPOSITIONS: &str = "to of in on for about with as at by from";
/// After a noun they begin another clause.
const SUBJECTS: &str = "it this they there i we you he she the its these those";
/// What stands before a negated subject: "I think no claim is wrong".
const OPENINGS: &str = "that think believe say feel overall here now also still opinion view or as";
/// With these the negation is of the clause that follows: "no reason why it should be rejected".
const OF_CLAUSES: &str = "think believe say feel reason reasons sign signs evidence grounds why that whether";
/// What follows these may be a noun without an article: "it does not contain incorrect dates".
const HOLDS: &str = "contain contains include includes have has find see";
const SEEN: &str = "find found see saw seen spot notice noticed detect identify identified";
/// "No doubt it is wrong", "not only wrong", "nothing less than wrong".
const IDIOMS: &str = "doubt doubts question wonder surprise only just merely simply solely less short";

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A plain loop: the search of the standard library costs the wasm more. Never inlined: it is called from everywhere, and the wasm would
/// grow by a twentieth.
#[inline(never)]
pub(super) fn is_in(list: &str, word: &str) -> bool {
    let (word, mut rest) = (word.as_bytes(), list.as_bytes());
    let Some(first) = word.first() else { return false };
    loop {
        if rest.first() == Some(first)
            && rest.strip_prefix(word).is_some_and(|behind| matches!(behind.first(), None | Some(b' ')))
        {
            return true;
        }
        match rest.iter().position(|byte| *byte == b' ').and_then(|blank| rest.get(blank + 1..)) {
            Some(next) => rest = next,
            None => return false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `no`, `nothing`
    OfThings,
    /// `not`, `never`
    OfVerbs,
    /// `if`, `whether`
    Condition,
}

/// A negation at work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Negation {
    kind: Kind,
    /// Words of no known kind that it may still reach through.
    free: u8,
    noun: bool,
    /// It stands at the beginning of its clause.
    first: bool,
    /// It began its clause, of which the verb is still to come.
    subject: bool,
    /// It denies no clause, as "without" does not.
    phrase: bool,
    of_clause: bool,
    /// Carried over a comma, as in a list; a list ends with "or".
    pub listed: bool,
}

impl Negation {
    /// The negation that a word is, after the word before it in its part. `cut_off`: the `t` of `isn't`.
    pub(super) fn of(word: &str, before: &str, cut_off: bool) -> Option<Self> {
        let kind = match word {
            "no" | "none" | "nothing" | "nobody" | "neither" | "zero" | "0" => Kind::OfThings,
            "not" | "cannot" | "never" | "nor" | "without" | "hardly" | "avoid" | "avoids" | "isn" => Kind::OfVerbs,
            "dont" | "doesnt" | "didnt" | "isnt" | "arent" | "wasnt" | "cant" | "couldnt" | "wouldnt" | "shouldnt" => {
                Kind::OfVerbs
            }
            "if" | "whether" => Kind::Condition,
            "t" if cut_off => Kind::OfVerbs,
            _ => return None,
        };
        let begins = before.is_empty() || before.ends_with("ly") || is_in(OPENINGS, before);
        Some(Self {
            kind,
            free: match kind {
                Kind::OfThings => 2,
                Kind::OfVerbs => 0,
                Kind::Condition => 1,
            },
            noun: false,
            first: begins,
            subject: kind == Kind::Condition || (kind == Kind::OfThings && begins && !matches!(word, "zero" | "0")),
            phrase: is_in("without avoid avoids zero 0", word),
            of_clause: false,
            listed: false,
        })
    }

    pub(super) fn is_condition(self) -> bool {
        self.kind == Kind::Condition
    }

    /// The negation behind a comma, should it go on there.
    pub(super) fn in_list(self) -> Option<Self> {
        let next = Self { free: 1, noun: false, subject: false, of_clause: false, listed: true, ..self };
        (self.kind != Kind::Condition).then_some(next)
    }

    /// What is left of it behind `word`, which `refuses` or not, and stands behind `before`.
    pub(super) fn past(mut self, word: &str, before: &str, refuses: bool) -> Option<Self> {
        if is_in(IDIOMS, word) {
            return None;
        }
        if is_in(FINITE, word) && self.phrase {
            return None;
        }
        if is_in(FINITE, word) && !self.of_clause {
            if (self.noun || self.kind == Kind::OfThings || self.listed) && !self.subject {
                return None;
            }
            if self.subject {
                (self.subject, self.free, self.noun) = (false, 1, false);
                // One verb is its own; the clause is now known to be the negated one.
                self.kind = if self.kind == Kind::Condition { self.kind } else { Kind::OfVerbs };
            }
            return Some(self);
        }
        if refuses {
            self.noun = true;
            return Some(self);
        }
        if (before == "not" && word == "one") || (before == "a" && word == "single") {
            (self.kind, self.free, self.subject) = (Kind::OfThings, 2, self.first);
            return Some(self);
        }
        if is_in(OF_CLAUSES, word) {
            (self.of_clause, self.free) = (true, 3);
            return Some(self);
        }
        let astray = self.noun && !self.of_clause;
        if is_in(SUBJECTS, word) {
            let own = matches!(word, "i" | "we") && !self.noun && self.kind == Kind::OfThings;
            self.of_clause |= own;
            return if astray || (word == "the" && is_in(SEEN, before)) { None } else { Some(self) };
        }
        if is_in(PREPOSITIONS, word) {
            return if astray || (word == "at" && is_in("look looks", before)) { None } else { Some(self) };
        }
        if is_in(HOLDS, word) {
            self.free = self.free.max(2);
            return Some(self);
        }
        if matches!(word, "a" | "an" | "any") {
            self.free = self.free.max(1);
            return Some(self);
        }
        if is_in(CARRIES, word) || (word.len() > 4 && word.ends_with("ly")) {
            return Some(self);
        }
        self.free = self.free.checked_sub(1)?;
        self.noun = true;
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the first negation of these words still holds at their end.
    fn reaches(words: &str) -> bool {
        let (mut before, mut negation) = ("", None::<Negation>);
        for word in words.split(' ') {
            negation = negation.and_then(|n| n.past(word, before, false)).or_else(|| Negation::of(word, before, false));
            before = word;
        }
        negation.is_some()
    }

    #[test]
    fn a_negation_reaches_through_what_carries_it() {
        for words in [
            "nothing is",
            "nothing in it is",
            "no claim is",
            "none of the claims is",
            "i found no claim that is",
            "i see no reason why it should be",
            "i do not think that the answer is",
            "it is not really",
            "it does not contain a claim that is",
            "whether the dates are",
            "nothing that i would",
            "not a single fact is",
            "it does not contain factual errors or",
            "i am not aware of anything",
        ] {
            assert!(reaches(words), "{words}");
        }
    }

    #[test]
    fn a_negation_ends_where_another_clause_or_an_unknown_verb_begins() {
        for words in [
            "code that does not compile is",
            "an answer with no year is",
            "a function that returns nothing is",
            "without a test the claim is",
            "it does not fix the",
            "there is no test for the",
            "no doubt it is",
            "it is not only",
            "if the input is negative it",
            "i did not notice the",
            "it does not look at the",
            "omitting it without a reason is",
            "code that does not have tests is",
            "it does not have tests for",
        ] {
            assert!(!reaches(words), "{words}");
        }
    }
}
