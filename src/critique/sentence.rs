//! What the words of one sentence come to. Its parts end at commas, colons, dashes and at words such as "because", and each is
//! judged by itself: only a negation that stands before a refusing word, in its own part, denies it.

use super::asks::Asks;
use super::faults::Faults;
use super::negation::{Negation, is_in};
use super::refusal::begins_with;
use super::topic::Topic;

/// Beginnings of words that refuse.
const REFUSALS: [&str; 28] = [
    "reject",
    "wrong",
    "incorrect",
    "unaccept",
    "disapprov",
    "inadequa",
    "insufficien",
    "flawed",
    "fail",
    "disregard",
    "discard",
    "ignor",
    "falsch",
    "abgelehnt",
    "rejet",
    "rechaz",
    "rifiut",
    "rejeit",
    "inaccett",
    "unusable",
    "incomplet",
    "inaccura",
    "contradict",
    "mislead",
    "hallucinat",
    "fabricat",
    "unsatisf",
    "buggy",
];
const REVISIONS: [&str; 5] = ["revis", "redo", "rewrit", "rework", "rethink"];
/// Words that refuse when they are denied.
const PRAISES: &str = "accept accepted accepting acceptable approve approved approving correct adequate satisfactory";
/// With one of these a word about revising asks for it.
const DUTIES: &str = "need needs needed must should require requires required";
/// What may be due instead: "it should be accepted".
const GRANTS: &str = "accept accepted approve approved kept stand ship shipped pass published merged";
/// Words that end a part.
const ENDS: &str = "and but so because since therefore thus hence although though while whereas however yet unless until means \
    meaning making which when where instead then otherwise";
/// Words that a label does not hold.
const OF_SENTENCES: &str = "it this that these they there i we you he she is are was were must should has have answer";
pub(super) const BARE_DENIALS: &str = "no none not false nothing zero 0 n a at all found needed required necessary never nope";
const LINKS: &str = "is was set to be been has as remains stays flag";

/// What these tell of is no longer there: "it fixes the wrong date".
const MENDS: &str = "fixes fixed corrects corrected handles handled catches caught removes removed replaces replaced addresses \
    addressed resolves resolved rejects";
const ARTICLES: &str = "the a an all any every each both this that those these previous earlier old last being";
/// Behind these a clause is only told of: "it explains why the old way fails".
const TELLS: &str =
    "asks asked explains explaining explained explanation shows says describes documents tells of for covers covered";
/// What is not this may be left out.
const EXCUSES: &str = "asked needed required requested necessary wanted relevant expected called intended instructed";
const WANTED: &str = "asked wanted requested intended expected required should must";
const WARNS: &str = "warns warned warning told";

/// What the words of one part come to.
#[derive(Clone, Copy, Default)]
struct Part {
    negation: Option<Negation>,
    words: u8,
    refused: bool,
    /// Refused in a list under a negation, which only an "or" will show.
    listed: bool,
    duty: bool,
    duty_denied: bool,
    revised: bool,
    /// A denial of the revision may follow at once.
    flag: bool,
    commanded: bool,
    /// Whether it holds a verb or a subject, as no label does.
    sentence: bool,
    /// Every word denies.
    bare: bool,
    /// "Yes", "it is".
    yes: bool,
    praises: bool,
    /// What follows was mended, or is only told of.
    mended: bool,
    told: bool,
    /// It begins with the answer.
    teller: bool,
    /// Of things of the topic it is said that they fail.
    fails: bool,
    /// It begins with "failed".
    failed: bool,
    /// It tells of a draft before this one.
    past: bool,
    /// It was wrong, and may be right now.
    was: bool,
    /// Something is right or there, which it had not been.
    is_now: bool,
    /// What is left out was not asked for.
    excuses: bool,
    /// It speaks of nobody or nothing.
    nobody: bool,
    as_was: bool,
    /// "As was asked", "as it should".
    wanted: bool,
    asks: Asks,
    faults: Faults,
    topic: Topic,
}

/// What stands between two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    Comma,
    /// A colon, a dash, a bracket: the next part may be the value of this one.
    Colon,
    /// A word such as "because".
    Word,
}

/// What one sentence comes to.
#[derive(Clone, Copy, Default)]
pub(super) struct Sentence<'t> {
    part: Part,
    before: &'t str,
    refused: bool,
    /// A label that refuses, unless a bare denial follows.
    labelled: bool,
    duty: bool,
    revised: bool,
    first: Option<Part>,
    /// It tells of cases that are seen to.
    covers: bool,
    /// The part may be the value of the one before.
    valued: bool,
    /// "I would accept it", unless "if it had tests" follows.
    would: bool,
    heard: Heard,
    /// The part is a condition: "when the file is missing".
    when: bool,
    /// It was wrong, unless it is right now.
    was: bool,
    /// Something is at fault, unless it was wanted so.
    faulty: bool,
    /// Something is left out, unless it was not asked for.
    omits: bool,
    /// It tells of a fault that was sought: "I tried to find a case where it fails".
    sought: bool,
    /// Something fails, unless it should, or was sought and not found.
    held: bool,
}

/// Against what a sentence is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Heard {
    /// "It is wrong", "reject it".
    #[default]
    Refusals,
    /// These, and "it needs more work", which no acceptance bears beside it.
    Requests,
    /// These, and "the units are missing", which no acceptance bears behind it.
    Faults,
}

impl<'t> Sentence<'t> {
    pub(super) fn heard(heard: Heard) -> Self {
        Self { heard, ..Self::default() }
    }

    /// The next word, in lower case. `cut_off`: it follows an `n` and an apostrophe.
    pub(super) fn add(&mut self, word: &'t str, cut_off: bool) {
        self.refused |= self.would && is_in("if once provided when after unless until", word) && self.before != "even";
        self.would |= is_in("accept approve", word) && is_in("would d will could can", self.before);
        if is_in(ENDS, word) && !(word == "yet" && self.part.negation.is_some()) {
            let told = self.part.told && is_in("when if", word);
            self.end_part(Between::Word);
            // "It covers what happens when the request fails."
            self.part.told = told;
            self.when = is_in("when where while if until unless", word);
            return;
        }
        self.part.add(word, self.before, cut_off, self.duty);
        // "It covers all cases, including wrong input."
        self.covers |= is_in("covers covered handles handled tests tested checks validates", word);
        self.part.mended |= self.covers && word == "including";
        self.before = word;
    }

    pub(super) fn end_part(&mut self, between: Between) {
        let part = std::mem::take(&mut self.part);
        if part.words == 0 && self.first.is_none() {
            return;
        }
        self.first.get_or_insert(part);
        let sought = self.sought || part.topic.seeks();
        if part.words > 0 {
            let denied = part.bare && std::mem::take(&mut self.labelled);
            if denied {
                (self.duty, self.revised) = (false, false);
            }
            // "Contains errors: no".
            if part.bare && self.valued {
                (self.faulty, self.omits) = (false, false);
            }
            self.refused |= std::mem::take(&mut self.labelled);
            self.duty |= part.duty;
            self.revised |= part.revised && (part.duty || !part.duty_denied);
            // "Assertions fail in debug mode, as they should."
            self.held = self.held && !part.wanted && !part.failed;
            let refused = part.refused || part.topic.is_left();
            if refused && (part.fails || self.sought) && !part.commanded && !part.listed {
                self.held = !(self.sought && part.failed);
            }
            let refused = refused && !(part.fails || self.sought);
            let refuses = refused || part.commanded || (part.listed && between != Between::Comma);
            let refuses =
                refuses || (self.duty && self.revised) || part.asks.order() || (self.heard != Heard::Refusals && part.asks.ask());
            self.faulty = (self.faulty || (self.heard == Heard::Faults && part.faults.find() && !self.when)) && !part.wanted;
            self.was = (self.was && !part.is_now) || part.was;
            self.omits = (self.omits || (self.heard == Heard::Faults && part.faults.omits() && !self.when)) && !part.excuses;
            let label = between == Between::Colon && !part.sentence && part.words <= 4;
            self.labelled |= refuses && label;
            self.refused |= refuses && !label;
        }
        self.sought = sought;
        (self.before, self.when, self.valued) = ("", false, between == Between::Colon);
        if between == Between::Comma {
            let negation = part.negation.and_then(Negation::in_list);
            self.part = Part { negation, listed: part.listed && negation.is_some(), ..Part::default() };
            self.refused |= part.listed && negation.is_none();
        }
        if between == Between::Colon {
            self.part.asks = part.asks.of_value();
        }
    }

    /// Whether the whole sentence refuses.
    pub(super) fn refuses(mut self) -> bool {
        self.end_part(Between::Word);
        self.refused || self.held || self.labelled || self.was || self.omits || self.faulty
    }

    pub(super) fn praises(self) -> bool {
        self.part.praises
    }

    /// Whether it holds a word at all.
    pub(super) fn speaks(self) -> bool {
        self.part.words > 0 || self.first.is_some()
    }

    /// Whether it begins with a yes, or is a bare no up to its first comma.
    pub(super) fn answers(self) -> (bool, bool) {
        let first = self.first.unwrap_or(self.part);
        (first.yes, first.bare)
    }
}

impl Part {
    fn add(&mut self, word: &str, before: &str, cut_off: bool, due: bool) {
        let begins = |list: &[&str]| word.len() >= 4 && list.iter().any(|known| begins_with(word, known));
        // What the critic himself left aside, and what an earlier draft was, refuses nothing.
        let aside = (before == "i" && is_in("ignored disregarded discarded", word))
            || (self.words == 0 && is_in("disregarding ignoring", word));
        self.failed |= self.words == 0 && word == "failed";
        self.fails |= self.words == 1 && word == "fail" && before.ends_with('s') && !is_in("tests checks", before);
        // "At no point does it mislead".
        self.told |= self.words == 2 && before == "no" && is_in("point way", word);
        self.told &= !(self.words == 1 && is_in("fact reality", word));
        self.past |= is_in("draft version answer attempt", word) && is_in("previous earlier old former prior", before);
        // "It was wrong in the first draft."
        self.was &= !(is_in("draft version attempt", word) && is_in("previous earlier old former prior first", before));
        let refuses =
            begins(&REFUSALS) && word != "rejects" && !aside && !(self.past && (is_in("was were", before) || word == "failed"));
        let revises = begins(&REVISIONS);
        let praise = is_in(PRAISES, word);
        self.negation = self.negation.and_then(|n| n.past(word, before, refuses || revises || praise));
        let denied = self.negation.filter(|n| !n.listed);
        let free = denied.is_none() && !self.told;
        self.asks.add(word, before, self.words, free);
        self.faults.add(word, before, self.words, free);
        if word == "or"
            && let Some(negation) = &mut self.negation
        {
            (negation.listed, self.listed) = (false, false);
        }
        self.is_now |=
            free && is_in("right correct fixed corrected gone there mended resolved", word) && is_in("is are now been", before);
        self.excuses |= (is_in(EXCUSES, word) && is_in("not t never be", before)) || (is_in(EXCUSES, word) && before == "as");
        self.excuses |= is_in(EXCUSES, word) && self.nobody;
        self.nobody |= self.words == 0 && is_in("none nobody nothing", word);
        self.excuses |= is_in("irrelevant unneeded unnecessary optional immaterial", word) && is_in("is are was were be", before);
        self.wanted |= is_in(WANTED, word) && (before == "as" || (self.as_was && is_in("was is it were you they", before)));
        self.as_was |= word == "as";
        self.excuses |= word == "excluded" || (word == "not" && before == "need");
        self.teller |= (self.words == 0 && word == "it")
            || (before == "the" && self.words == 1 && is_in("answer draft text essay response article report summary", word));
        self.told |=
            word == "that" && self.teller && is_in("says states mentions notes explains reports admits concludes argues", before);
        self.told |= (is_in("why how what", word) && is_in(TELLS, before)) || (word == "that" && is_in(WARNS, before));
        let weighs = refuses && denied.is_none() && !self.mended && !self.told;
        let lone = self.negation.is_none();
        if self.topic.refuses(word, before, self.words, weighs && lone) || (weighs && !lone) {
            let listed = self.negation.is_some();
            self.listed |= listed;
            let was = is_in("was were", before);
            self.was |= was && !listed;
            self.refused |= !listed && !was;
        }
        self.praises |= praise || is_in("complete good ready right valid fine meet meets pass passes", word);
        self.refused |= praise && denied.is_some_and(|n| !n.is_condition()) && !is_in("to or more", before);
        if is_in(DUTIES, word) || (word == "to" && is_in("has have", before)) {
            self.duty |= denied.is_none();
            self.duty_denied |= denied.is_some();
        }
        if is_in(GRANTS, word) || (is_in("no nothing none", word) && is_in(DUTIES, before)) {
            self.duty = false;
            self.asks.grant();
        }
        // "Nothing less than a revision" is due.
        self.duty |= is_in("less short", word) && before == "nothing";
        // What was revised asks for nothing, unless something is due.
        let asks = revises && (!is_in("revised revising", word) || self.duty || due);
        self.revised |= asks && denied.is_none();
        if word == "false" && self.flag {
            (self.duty, self.revised) = (false, false);
        }
        self.flag = revises || (self.flag && is_in(LINKS, word));
        let command = (self.words == 0 || before == "please") && is_in("revise redo rewrite rework rethink", word);
        self.commanded = command || (self.commanded && !(self.words == 1 && is_in("is was not needed required", word)));
        self.sentence |= is_in(OF_SENTENCES, word) && !(self.words == 0 && word == "must");
        self.yes |= self.words == 0 && is_in("yes yep yeah yup indeed certainly definitely absolutely", word);
        self.yes |= self.words == 1 && before == "it" && is_in("is does must should", word);
        self.bare = (self.bare || self.words == 0) && is_in(BARE_DENIALS, word);
        self.mended = (denied.is_none() && before != "be" && is_in(MENDS, word))
            || (self.mended && is_in(ARTICLES, word))
            || (word == "from" && before == "far");
        // What is not ignored, or not accepted, is still what it is.
        let kept = self.negation.filter(|_| !praise && !word.starts_with("ignor"));
        self.negation = Negation::of(word, before, cut_off).or(kept);
        self.words = self.words.saturating_add(1);
    }
}

/// The sentences of a text; a "but" parts them too.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let (mut all, mut from) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1);
        let ends = match byte {
            b'\n' | b';' | b'!' | b'?' => true,
            b'.' => next.is_none_or(u8::is_ascii_whitespace),
            b' ' => bytes.get(at..).is_some_and(|rest| rest.starts_with(b" but ")),
            _ => false,
        };
        if ends {
            all.extend(text.get(from..at));
            from = at + 1;
        }
    }
    all.extend(text.get(from..));
    all
}
