//! Words that refuse when they are said of what is judged, and nothing when the answer only tells of it: "it fails", "the wrong year"
//! beside "the failed coup", "wrongful termination", "proof by contradiction".
//!
//! What is not known to be of the topic refuses: a word too few is a false acceptance.

use super::negation::is_in;

/// What is judged, and who judges it.
const JUDGED: &str = "answer answers draft response code text solution output function program script test tests it this that they these \
    those one criterion criteria requirement requirements check checks build submission essay claim claims i we work everything all version verdict \
    status decision recommendation vote assertion assertions case cases step steps run job attempt";
const ARTICLES: &str = "the a an his her their its";
/// Behind one of these and an article stands what a clause tells of.
const OF: &str = "of on about including from";
/// What the answer does to what it tells of.
const TELLS: &str = "mentions mentioned describes described names named covers covered discusses discussed reports reported explains \
    explained summarises summarizes recounts cites quotes omits avoids handles";
const LINKS: &str = "is are was were be been s remains stays has have had there contains contain with as ve";
/// Between a word and the noun that it is said of there is none of these.
const NO_NOUNS: &str = "the a an in on at for of to by with as is are was were be been and or but so because it this that they i we not \
    here there again outright now too from about if when all both each every any such pending until unless";
/// What is done to a wrong thing that a clause tells of.
const SEEN_TO: &str = "avoided handled caught counted corrected flagged refuted debunked logged";
/// What fails in the topic.
const FAILING: &str = "heart kidney renal liver organ respiratory bank market engine power network hardware disk crop";
const SOME: &str = "the a an his her their its several two three some most";
const TOLD: &str = "quoted summarised summarized named described explained stated reported paraphrased treated defined";
const WELL: &str = "correctly rightly fairly accurately properly faithfully well right convincing";
const NUMBERS: &str = "two three four five six several repeated 2 3 4 5 6 10";
const FAULTS: &str = "fault faults flaw flaws error errors mistake mistakes bug bugs hole holes case counterexample input";

/// What a refusing word waits for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Waits {
    #[default]
    Nothing,
    /// "The failed", for what failed.
    Noun,
    /// "The court rejected", for what it rejected.
    Object,
    /// "Failing fast", for the verb of which it is the subject.
    Verb,
    /// "A wrong password", for what is done to it.
    Fate,
}

/// What the words of one part say of the topic.
#[derive(Clone, Copy, Default)]
pub(super) struct Topic {
    waits: Waits,
    judged: bool,
    linked: bool,
    article: bool,
    /// "After five".
    after: bool,
    tells: bool,
    /// "Of the", "it mentions the": a noun of the topic may follow.
    of: bool,
    /// "0 of 12 tests".
    zero: bool,
    /// "Used to".
    used: bool,
    /// "Many answers".
    many: bool,
    /// "I tried to find", and what was sought.
    tries: bool,
    sought: bool,
    told_well: bool,
    denied: bool,
}

impl Topic {
    /// Whether the next word, the `at`th of its part, refuses of itself. What waits refuses at the end of the part, unless what
    /// follows tells that it is of the topic.
    pub(super) fn refuses(&mut self, word: &str, before: &str, at: u8, refuses: bool) -> bool {
        let settled = self.settle(word, before);
        let begins = at == 0;
        let judged = self.judged || begins;
        let counts = refuses && !self.is_of_topic(word, before, judged, at);
        self.judged |= is_in(JUDGED, word);
        self.linked |= is_in(LINKS, word) && (word != "s" || is_in("it that this there", before));
        self.tells |= is_in(TELLS, word);
        self.article |= is_in(ARTICLES, word);
        self.after = word == "after" || (self.after && is_in(NUMBERS, word));
        self.of = is_in(OF, word) || is_in(TELLS, word) || (self.of && is_in(ARTICLES, word));
        self.zero = (is_in("0 zero no", word) && !is_in(JUDGED, before))
            || (self.zero
                && (is_in("of out the tests test checks check cases assertions", word)
                    || word.bytes().all(|b| b.is_ascii_digit())));
        self.used = word == "to" && before == "used";
        self.many |= is_in("answers solutions people students guides", word) && is_in("many most other", before);
        self.tries |= word == "find" && before == "to";
        self.sought |= self.tries && is_in(FAULTS, word);
        settled || counts
    }

    /// Whether what waits at the end of the part refuses.
    pub(super) fn is_left(self) -> bool {
        self.waits != Waits::Nothing
    }

    /// "I tried to find a fault", behind which "it gives a wrong sum" and "and failed" tell of none.
    pub(super) fn seeks(self) -> bool {
        self.sought
    }

    /// What the word means for one that waits: whether it refuses now.
    fn settle(&mut self, word: &str, before: &str) -> bool {
        let noun = !is_in(NO_NOUNS, word) && !word.ends_with("ly");
        match self.waits {
            Waits::Nothing => false,
            Waits::Noun | Waits::Object => {
                if word.bytes().all(|b| b.is_ascii_digit()) || (self.waits == Waits::Object && is_in(SOME, word)) {
                    return false;
                }
                self.waits = Waits::Nothing;
                !noun || is_in(JUDGED, word)
            }
            Waits::Verb => {
                if is_in(JUDGED, word) {
                    self.waits = Waits::Nothing;
                    return true;
                }
                if is_in("is follows", word) {
                    self.waits = Waits::Nothing;
                }
                false
            }
            Waits::Fate => {
                self.denied |= is_in("not t never hardly rarely", word);
                self.told_well |= is_in(TOLD, word);
                let well = self.told_well && is_in(WELL, word);
                let seen = is_in("is are", before) && is_in(SEEN_TO, word);
                if !self.denied && (well || seen) {
                    self.waits = Waits::Nothing;
                }
                false
            }
        }
    }

    /// Whether a refusing word is known to be of the topic, or waits to be.
    fn is_of_topic(&mut self, word: &str, before: &str, judged: bool, at: u8) -> bool {
        let fails = word.starts_with("fail");
        if fails && word != "fails" && (self.zero || self.used || self.many) {
            return true;
        }
        let waits = match word {
            "wrongful" | "wrongs" | "wrongdoing" => return true,
            "contradiction" if before == "by" => return true,
            "failure" | "failures" => return self.is_foreign_failure(before, at),
            "failed" | "failing" if self.of && is_in(ARTICLES, before) => Waits::Noun,
            "failed" | "failing" if is_in(ARTICLES, before) && !judged && !self.linked => Waits::Fate,
            "failing" | "rejecting" if at == 0 => Waits::Verb,
            "rejected" | "rejecting" | "reject" if self.article && !judged && (word == "rejecting" || !self.linked) => {
                Waits::Object
            }
            "wrong" | "incorrect" | "misleading" if !self.judged && !self.linked && (at == 0 || is_in("a an or", before)) => {
                Waits::Fate
            }
            _ => return false,
        };
        self.waits = waits;
        true
    }

    /// "The heart failure section", "the bank's failure", "after five failures".
    fn is_foreign_failure(self, before: &str, at: u8) -> bool {
        let owned = before == "s" && at > 1 && !self.judged && !self.linked;
        is_in(FAILING, before) || owned || self.after
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
    fn what_is_said_of_what_is_judged_refuses() {
        for words in [
            "The sum is wrong.",
            "The date is incorrect.",
            "Tests fail.",
            "The build fails.",
            "Wrong.",
            "Fails criterion 2.",
            "Rejected",
            "Incorrect: the year.",
            "Wrong year.",
            "It gives the wrong year.",
            "The answer states an incorrect date.",
            "Reject it.",
            "Reject this draft.",
            "A wrong date is given.",
            "An incorrect formula is used.",
            "The wrong year is given.",
            "A complete failure.",
            "Test failure.",
            "Total failure.",
            "There are two failures in the log.",
            "The answer's failure to cite is serious.",
            "Failing criterion 2.",
            "Failing the tests.",
            "Failing tests: 3.",
            "Rejecting this.",
            "I am rejecting it.",
            "The reviewer rejected the draft.",
            "We rejected the answer.",
            "0 passed, 12 failed.",
            "12 failed.",
            "0 passed 12 failed",
            "3 of 12 failed.",
            "Test 0 failed.",
            "One test failed, 0 skipped.",
            "Assertions fail in line 3.",
            "Examples fail.",
            "The examples fail on Windows.",
            "I tried to find a case where it gives a wrong result and found three.",
            "I tried to find the flaw and it fails.",
            "I tried to find a fault and it is wrong.",
            "It has a failed assertion.",
            "This is a failed attempt.",
            "The answer mentions the wrong coup.",
            "It describes the wrong function.",
            "It cites an incorrect paper.",
            "A misleading headline is used.",
            "The misleading title must go.",
            "It mentions the failed test.",
            "The failed test is listed.",
            "It leads to a contradiction.",
            "There is a contradiction in the proof.",
            "The data are incomplete.",
            "The table is incomplete.",
            "The list of sources is incomplete.",
            "Far from right, it is wrong.",
            "It explains the loop when it should not, and is wrong.",
            "It covers the basics, but fails on details.",
            "It covers what was asked, but the date is wrong.",
            "The function covered by tests fails.",
            "The parser rejects valid input and fails.",
            "The court rejected the appeal, so the answer is wrong.",
            "The service should reject this.",
            "It fails 2.5 of the tests.",
            "Score 3.5. Wrong.",
            "It rejected valid rows.",
            "The program is rejecting valid rows.",
            "Wrong passwords are accepted.",
            "Wrong answers are not avoided.",
            "Too many failures.",
            "Failures: 3.",
            "Failure to cite sources.",
            "The answer fails to mention inflation.",
            "Most tests fail.",
            "Many tests failed.",
            "Many checks fail.",
            "No doubt it fails.",
            "There is no test and it fails.",
            "No, it fails.",
            "No: failed.",
            "The code used to fail and still fails.",
            "It used to work but fails now.",
            "At no point is it right, it is wrong.",
            "The wrong source is quoted correctly.",
            "It describes how the loop works when in fact it is wrong.",
            "Verdict rejected pending fixes.",
            "Must reject.",
            "Would reject weak work.",
            "I would reject such work.",
            "The summary report says that it passes, but it is wrong.",
            "The answer concludes that the earth is flat, which is wrong.",
            "Six failures.",
            "Five tests failed.",
            "Power failure handling is wrong.",
            "It wrongly claims that the sun is cold.",
            "The claim contradicts the source.",
        ] {
            assert!(!accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
            assert!(!accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
        }
    }

    #[test]
    fn what_is_told_of_the_topic_refuses_nothing() {
        for words in [
            "12 passed, 0 failed.",
            "Tests: 12 passed, 0 failed.",
            "0 of 12 tests failed.",
            "No tests failed.",
            "Zero failures.",
            "All tests pass, no failures.",
            "Failing fast is right here.",
            "The chapter on heart failure is sound.",
            "It explains what happens when the request fails.",
            "It describes the failed coup of 1923.",
            "The court rejected the appeal.",
            "Rejecting the null hypothesis is justified.",
            "It rejects weak passwords.",
            "The section on wrongful termination is complete.",
            "The rule for a late or incorrect filing is quoted correctly.",
            "The proof by contradiction holds.",
            "Wrong passwords are counted.",
            "A misleading headline is avoided.",
            "The draft admits that the data for 2020 are incomplete.",
            "I tried to find a fault and failed.",
            "The test that used to fail passes now.",
            "It explains that the old date is wrong.",
            "The story of the failed expedition is well told.",
            "Bank failures of 1929 are covered.",
            "Failing fast on a bad config is the idiomatic choice here.",
            "Rejecting the null hypothesis at p < 0.01 follows from the table.",
            "The heart failure section follows the 2023 guideline.",
            "The summary of the bank's failure matches the article.",
            "It reports that the court rejected the appeal and that the verdict stands.",
            "The write-up says the pipeline had been rejecting valid rows.",
            "Assertions fail loudly in debug mode, as they should.",
            "The retry loop gives up after five failures.",
            "At no point does the text mislead.",
            "Far from being wrong, it is the strongest part.",
            "Many answers to this question fail to mention inflation.",
            "I found no errors, incorrect claims or omissions.",
        ] {
            assert!(accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
            assert!(accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
        }
    }
}
