//! What asks for more without a word that refuses: "it needs more work", "fix the typo first", "it does not compile".

use super::negation::is_in;

/// Due with a word of need: "it needs a fix", "more work is required".
const WORKS: &str = "work fix fixes fixing repair repairs correction corrections correcting change changes changing improvement \
    improvements improving edit edits editing polish polishing clarification clarifying attention refinement refining rewording iteration iterations";
/// Due where they must be done: "you should fix it", "it needs to improve".
const VERBS: &str = "fix repair correct improve clarify amend polish reword";
/// Due where they must be: "it has to be fixed".
const DONE: &str = "fixed repaired corrected changed improved clarified amended edited polished added removed replaced updated \
    reworded shortened addressed resolved redone handled reconciled mentioned covered explained included finished tested sourced cited";
/// What was asked has been done: "the required fixes were made".
const MADE: &str = "made done applied implemented";
/// Of these it is told what they need or require, which is no request: "the task requires a fix".
const TASKS: &str = "task user question instruction instructions prompt requirement requirements spec specification brief";
/// Due once more: "it needs another pass".
const AGAIN: &str = "pass round draft version look attempt try rewrite review check edit revision";
const MORE: &str = "another further second additional fresh new more next";
/// Asked for by a "please".
const POLITE: &str = "fix repair correct add change remove replace update improve clarify include address mention check recheck verify \
    rewrite redo shorten delete rephrase reconsider rename cite";
/// What somebody who writes has to do: "the author has to add the units".
const WRITERS: &str = "author writer you student";
const EDITS: &str =
    "add cite name remove rewrite shorten mention check verify replace change state explain source delete rephrase";
/// What nobody may do with it: "do not publish this".
const SENDS: &str = "publish use send ship merge release trust deploy submit post share rely";
/// What a critic who accepts does: "I cannot recommend it".
const BACKS: &str = "recommend endorse agree support sign stand vouch verify confirm send publish ship";
/// What a command goes on with: "fix the typo", while "fix confirmed" is none.
const OBJECTS: &str = "the a an this that these those it its all both each every your my";
/// What is told of an answer that does not: "it does not compile".
const RUNS: &str = "compile run work parse build terminate answer address solve satisfy fulfil fulfill comply compiles \
    runs works parses builds terminates answers";
/// What it may not be.
const SHIPS: &str = "shipped merged published released deployed used trusted";
const READY: &str = "ready complete finished right valid sufficient usable enough there satisfied suitable safe";
const NOT: &str = "not t never cannot isn doesnt dont cant isnt";
/// Between these and what they deny.
const STILL: &str = "yet quite even still fully really entirely completely properly actually be the";

/// What the words of one part ask for.
#[derive(Clone, Copy, Default)]
pub(super) struct Asks {
    need: bool,
    must: bool,
    work: bool,
    /// It tells of the task, or of the critic.
    task: bool,
    own: bool,
    /// The next word is denied.
    not: bool,
    /// A command may go on with the next word.
    command: bool,
    /// "Does not run", unless "into" follows.
    runs: bool,
    /// "I cannot recommend", unless "any changes" follows.
    backs: bool,
    /// It tells of who writes.
    writer: bool,
    /// An order that forbids may come with the next word.
    forbids: bool,
    /// The last word is a "too" that nothing denies.
    too: bool,
    asked: bool,
    /// It orders from its first word on: "do not publish this", "you must add the source".
    ordered: bool,
    /// "Do not publish", for what.
    sends: bool,
}

impl Asks {
    /// Whether the part asks for more.
    pub(super) fn ask(self) -> bool {
        self.asked || self.runs || self.backs
    }

    /// Whether it orders something, which no acceptance does in its reasons either.
    pub(super) fn order(self) -> bool {
        self.ordered
    }

    /// What the value of a label inherits: "Needed: a fix".
    pub(super) fn of_value(self) -> Self {
        Self { need: self.need, ..Self::default() }
    }

    /// Nothing is due: "it needs no work".
    pub(super) fn grant(&mut self) {
        (self.need, self.must) = (false, false);
    }

    /// The next word, the `at`th of its part. `free`: no negation reaches it.
    pub(super) fn add(&mut self, word: &str, before: &str, at: u8, free: bool) {
        self.task |= is_in(TASKS, word);
        self.own |= is_in("i we", word);
        self.writer |= is_in(WRITERS, word);
        if is_in("need needs wants require requires", word) || (word == "use" && before == "could") {
            self.need |= free && !self.task;
        }
        // "The needed fixes" and "it needed a fix" ask for nothing.
        if (is_in("needed required due", word) || (word == "for" && before == "called"))
            && (at == 0 || (self.work && !is_in("was were", before)))
        {
            self.need |= free && !self.task;
        }
        if is_in("must should ought", word) || (word == "to" && is_in("has have", before)) {
            self.must |= free && !self.task;
        }
        if word == "not" && is_in("need must should", before) {
            self.grant();
        }
        let able = word == "work" && is_in("to must should will can could would not t", before);
        self.work |= free && !able && (is_in(WORKS, word) || (is_in(MORE, before) && is_in(AGAIN, word)));
        let verb = free && (self.must || (self.need && before == "to"));
        let due = (self.need && self.work)
            || (verb && is_in(VERBS, word))
            || (free && (self.must || self.need) && is_in("be being", before) && is_in(DONE, word));
        let owed = verb && self.writer && is_in(EDITS, word);
        self.ordered |= at <= 4 && verb && self.writer && (owed || is_in(VERBS, word));
        self.ordered |= at == 1 && before == "not" && word == "ready";
        self.ordered |= self.sends && is_in("this it", word);
        self.sends = self.forbids && is_in("publish send ship merge release deploy submit", word);
        self.asked |= due || owed;
        if before != "be" && is_in(MADE, word) {
            *self = Self { task: self.task, own: self.own, ..Self::default() };
        }
        let not = self.not && !self.own;
        self.asked |= self.not && (is_in(READY, word) || (before == "be" && is_in(SHIPS, word)));
        self.runs = (self.runs && !is_in("into over out", word)) || (not && is_in(RUNS, word));
        self.asked |= self.forbids && is_in(SENDS, word);
        self.forbids =
            (at <= 2 && is_in("not t", word) && is_in("do don please", before)) || (at == 0 && is_in("never dont", word));
        self.asked |= self.too && is_in("generous lenient kind", word);
        self.too = word == "too" && free;
        self.backs = (self.backs
            && !(before == "recommend" && is_in("any anything change changes changing revising more other", word)))
            || (self.not && self.own && is_in(BACKS, word));
        self.asked |= self.own && free && word == "rewrite" && is_in("would d", before);
        self.not = is_in(NOT, word) || (self.not && is_in(STILL, word));
        self.asked |= (self.command && is_in(OBJECTS, word)) || (before == "please" && is_in(POLITE, word));
        let begins = at == 0 || (at == 1 && is_in("now then just so first also", before));
        self.command = begins && is_in("fix repair", word);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict::Accepted;
    use super::super::traps::{WHOLE, under};
    use super::super::{Form, read};

    const STATUS: &str = r#"{"status": "accepted", "critique": "fine"}"#;

    /// Those of the words that are accepted beside a verdict that accepts, or those that are not.
    fn beside<'w>(words: &[&'w str], accepted: bool) -> Vec<&'w str> {
        let accepts = |(form, text): (Form, String)| read(&text, &under(form)).status == Accepted;
        let around = |word: &str| {
            [(Form::Score, WHOLE), (Form::Status, STATUS)]
                .into_iter()
                .flat_map(|(form, object)| [(form, format!("{object}\n{word}")), (form, format!("{word}\n{object}"))])
                .collect::<Vec<_>>()
        };
        words.iter().copied().filter(|word| around(word).into_iter().any(|text| accepts(text) == accepted)).collect()
    }

    #[test]
    fn words_that_ask_for_more_take_an_acceptance_back() {
        let asks = [
            "It needs more work.",
            "It needs a bit more work, sorry.",
            "This still needs work.",
            "The second part requires further work before it ships.",
            "Needs fixing.",
            "Needs a fix.",
            "It could use some polish.",
            "It needs to be fixed.",
            "It has to be fixed first.",
            "This must be fixed.",
            "You should fix the year.",
            "The author must correct the year.",
            "The year should be corrected.",
            "The dates need correcting.",
            "The dates need to be corrected.",
            "These points should be addressed.",
            "The wording has to be improved.",
            "It needs improvement.",
            "It requires changes.",
            "Changes are required.",
            "Some changes are needed before I can say yes.",
            "More work is needed: the year is not given.",
            "A correction is required, since the year is off.",
            "Change needed: yes",
            "Changes required: the year.",
            "Needed: a fix for the year",
            "Required fixes: the year",
            "Must fix: the year",
            "Fix the typo first.",
            "First fix the typo.",
            "Fix this, and it is fine.",
            "Please fix the typo.",
            "Please add the year.",
            "Nice, but please correct the year.",
            "The code does not compile.",
            "The code doesn't compile.",
            "It does not even compile.",
            "It does not run.",
            "The second example does not work.",
            "It still doesn't work.",
            "It does not answer the question.",
            "The code never terminates for 0.",
            "This is not ready.",
            "It is not yet ready.",
            "It's not quite right.",
            "It is not complete.",
            "It isn't finished.",
            "It should not be merged.",
            "This cannot be shipped as it is.",
            "Does it need fixing? Yes.",
            "The edge case at zero still has to be handled.",
            "The third bullet needs to be reconciled with the first.",
            "Good start, but not there yet.",
            "One more iteration is needed.",
            "I am not satisfied with the ending.",
            "I'd accept this once the tests pass.",
            "I would approve it if it named the year.",
            "The third bullet contradicts the first.",
            "It contradicts itself.",
            "This is a hallucination.",
            "The explanation is misleading.",
            "The list is incomplete.",
            "The code is buggy.",
            "It does not fix the wrong date.",
        ];
        let accepted = beside(&asks, true);
        assert!(accepted.is_empty(), "{}", accepted.join("\n"));
    }

    #[test]
    fn words_that_ask_for_nothing_leave_an_acceptance_standing() {
        let others = [
            "It needs no more work.",
            "No more work is needed.",
            "No changes needed.",
            "No changes are needed, although the intro could be shorter.",
            "Changes needed: none",
            "Change required: no",
            "Fixes needed - none.",
            "Must fix: none",
            "Nothing needs fixing.",
            "Nothing needs to be fixed.",
            "There is nothing that should be changed.",
            "I see nothing that must be fixed.",
            "It does not need fixing.",
            "It doesn't require any changes.",
            "It does not need to be changed.",
            "You need not change it.",
            "All required fixes were made.",
            "Required fixes were made.",
            "The needed corrections have been made.",
            "You fixed everything.",
            "The fix is right and should hold.",
            "The bug has been fixed.",
            "Everything that was asked for has been added.",
            "It should work on all inputs.",
            "It needs to work on empty lists, and it does.",
            "The code compiles and works.",
            "It works as it must.",
            "The task requires a fix of the sum, and the answer gives it.",
            "The user needs changes to the header only, which are there.",
            "The corrections are good.",
            "Any changes needed? No.",
            "Does it need fixing? No.",
            "Let me know if more changes are needed.",
            "I did not run the code, it reads well.",
            "It does not run into an endless loop.",
            "Fix confirmed.",
            "The work is complete and ready.",
            "I would not change anything.",
            "No fix was needed.",
            "This fixes the wrong date of the last draft.",
            "The answer now handles the failing case.",
            "The code rejects negative input with a clear error.",
            "It explains why the naive approach fails.",
            "It says what must be changed in the config file.",
            "The explanation of why the old code was wrong is good.",
            "I would accept it even if it were longer.",
            "It contains no contradictions, and nothing in it is misleading.",
            "It is not perfect, yet it says all that was asked.",
            "Please find my verdict above.",
            "The changed lines are clear.",
            "There is no need to fix anything.",
            "This can be shipped.",
            "Nothing should be added or removed.",
            "The answer should be accepted as it is, no fix is due.",
        ];
        let refused = beside(&others, false);
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }

    #[test]
    fn an_order_inside_the_reasons_of_a_verdict_takes_it_back() {
        let accepts = |words: &str| {
            let score =
                format!(r#"{{"score": 9, "issues": [], "suggestion": "", "needs_revision": false, "reasoning": "{words}"}}"#);
            let met = format!(r#"{{"criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "{words}"}}"#);
            [(Form::Score, score), (Form::Criteria, met)].map(|(form, text)| read(&text, &under(form)).status == Accepted)
        };
        for words in [
            "Do not publish this.",
            "Don't ship it.",
            "Not ready for release.",
            "You must add the missing citations.",
            "The author must fix the date before publication.",
            "The author has to add the units.",
        ] {
            assert_eq!(accepts(words), [false; 2], "{words}");
        }
        // A wish is none.
        for words in [
            "Do not publish a draft without a source, the answer says.",
            "The answer tells readers that you must add salt.",
            "It explains that the author must fix the price in advance.",
            "It is not ready-made but fresh.",
            "It needs more work.",
        ] {
            assert_eq!(accepts(words), [true; 2], "{words}");
        }
    }
}
