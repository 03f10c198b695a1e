//! What words behind a verdict find fault with, or order to be changed: "the units are missing", "there are two errors in the table",
//! "add the units". Before a verdict such a remark may be a step on the way to it; behind one that accepts it takes it back.

use super::negation::is_in;

const FAULTS: &str = "error errors mistake mistakes bug bugs typo typos fault faults flaw flaws gap gaps problem problems defect defects \
    contradiction contradictions inaccuracy inaccuracies omission omissions";
/// With these behind it a fault is one: "an error in line 3", while "an error handler" is none.
const BEHIND: &str = "in on at of with here left that which for from to near and still remain remains throughout";
const LACKING: &str = "missing absent outdated unsupported unsourced unanswered dangerous nonsense lacking skipped omitted broken off \
    untrue unproven unfounded invented unverified unclear unreadable unfinished obsolete unmet unsatisfied unfulfilled violated";
const LACKS: &str = "lacks misses omits forgets skips crashes hangs leaks";
const LINKS: &str = "is are be remains remain still left re";
/// What is told of an answer that does not, in which it differs from what was asked.
const FAILS: &str = "exist exists follow follows match matches mention mentions cover covers hold holds pass passes add adds end ends stop \
    stops support supports cite cites";
const EDITS: &str = "add replace change remove delete rename swap cut drop shorten rephrase reword rewrite move cite expand restructure \
    simplify split fix insert mention clarify";
/// What an order does not go on with: "change is good", "add nothing".
const NO_OBJECTS: &str = "is are was were of in nothing no none to confirmed made needed required request requests or and done that \
    accepted";
const NOT: &str = "not t never cannot isn doesnt dont cant isnt";

/// What the words of one part find fault with.
#[derive(Clone, Copy, Default)]
pub(super) struct Faults {
    /// Something is told to be there, or to be had.
    there: bool,
    /// The last word is a fault that is there.
    fault: bool,
    /// The last word orders, says what the critic would do, or that something lacks.
    order: bool,
    own: bool,
    /// It tells of the task.
    task: bool,
    not: bool,
    claim: bool,
    /// The last word is a "too" that nothing denies.
    too: bool,
    found: bool,
}

impl Faults {
    /// Whether the part finds a fault.
    pub(super) fn find(self) -> bool {
        self.found || self.fault
    }

    /// The next word, the `at`th of its part. `free`: no negation reaches it.
    pub(super) fn add(&mut self, word: &str, before: &str, at: u8, free: bool) {
        self.task |= is_in("task user question spec i we", word);
        self.own |= is_in("i we", word);
        self.claim |= is_in("answer claim statement result conclusion", word);
        self.found |= self.fault && is_in(BEHIND, word);
        self.found |= self.order && !is_in(NO_OBJECTS, word);
        self.there |= is_in("has have contains contain", word) || (before == "there" && is_in("is are s", word));
        self.fault = self.there && free && !self.task && is_in(FAULTS, word);
        // "It lacks nothing" finds none.
        let lacks = free && !self.task && is_in(LACKS, word);
        self.fault |= lacks;
        self.found |= free && is_in(LINKS, before) && is_in(LACKING, word);
        self.found |= free && self.claim && word == "false" && before == "is";
        self.found |= self.too && !is_in("much many well soon", word);
        self.too = word == "too" && free;
        self.found |= free && (word == "fairer" || (word == "honest" && before == "more"));
        self.found |= free && word == "short" && is_in("falls fell", before);
        self.found |= free && word == "up" && before == "made" && !self.own;
        self.found |= self.not && !self.own && is_in(FAILS, word);
        self.not = is_in(NOT, word) || (self.not && is_in("even really actually yet", word));
        let begins = at == 0 || (at == 1 && is_in("please now then just so first also better", before));
        let would = self.own && is_in("would d", before);
        self.order = lacks || (free && (begins || would) && is_in(EDITS, word));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict::Accepted;
    use super::super::traps::{WHOLE, under};
    use super::super::{Form, read};

    fn accepts(text: &str) -> bool {
        read(text, &under(Form::Score)).status == Accepted
    }

    #[test]
    fn a_fault_that_is_named_behind_a_verdict_takes_it_back() {
        for words in [
            "The units are missing.",
            "There are two errors in the table.",
            "The code has a syntax error in line 3.",
            "It lacks any source.",
            "The tests would not pass.",
            "The citation does not exist.",
            "It is too short to be useful.",
            "The last sentence is made up.",
            "Add the units before sending it.",
            "Replace 1934 by 1943.",
            "I would shorten the second paragraph.",
            "Fine, but the sources are missing.",
            "There's a bug in line 3.",
            "One criterion is unmet.",
            "It leaks the user's name.",
            "This falls short.",
            "This must not go out as it is.",
            "Send it back.",
            "Back to the drawing board.",
            "I have to withdraw that score.",
            "Approval withheld.",
            "This isn't good enough.",
        ] {
            assert!(!accepts(&format!("{WHOLE}\n\n{words}")), "{words}");
            assert!(!accepts(&format!("```json\n{WHOLE}\n```\n{words}")), "{words}");
        }
        // On the way to the verdict it is a remark.
        for words in ["The units are missing.", "It is a little too short.", "I would shorten the title."] {
            assert!(accepts(&format!("{words}\n\n{WHOLE}")), "{words}");
        }
    }

    #[test]
    fn what_only_speaks_of_faults_takes_nothing_back() {
        for words in [
            "There are no errors in the table.",
            "The code has no syntax error.",
            "There is an error handler for each case.",
            "The units that were missing are now there.",
            "The missing units of the first draft are there.",
            "The user's code has a bug in line 3, and the answer finds it.",
            "It lists two errors in the code, as asked.",
            "Nothing is missing.",
            "No units are missing.",
            "It lacks nothing.",
            "Add nothing, remove nothing.",
            "Changes to the text are in order.",
            "I would not shorten anything.",
            "It is not too long.",
            "Missing values are handled.",
            "There's no bug in it.",
            "No criterion is unmet.",
            "It leaks nothing.",
            "It does not fall short of what was asked.",
            "It is good enough to go out.",
        ] {
            assert!(accepts(&format!("{WHOLE}\n\n{words}")), "{words}");
        }
    }
}
