//! What words behind a verdict find fault with, or order to be changed: "the units are missing", "there are two errors in the table",
//! "add the units". Before a verdict such a remark may be a step on the way to it; behind one that accepts it takes it back.

use super::negation::is_in;

const FAULTS: &str = "error errors mistake mistakes bug bugs typo typos fault faults flaw flaws gap gaps problem problems defect defects \
    contradiction contradictions inaccuracy inaccuracies omission omissions hole holes vulnerability vulnerabilities weakness leak leaks";
/// With these behind it a fault is one: "an error in line 3", while "an error handler" is none.
const BEHIND: &str = "in on at of with here left that which for from to near and still remain remains throughout";
const LACKING: &str = "missing absent outdated unsupported unsourced unanswered dangerous nonsense lacking skipped omitted broken off \
    untrue unproven unfounded invented unverified unclear unreadable unfinished obsolete unmet unsatisfied unfulfilled violated";
const LACKS: &str = "lacks misses omits forgets skips crashes hangs leaks violates infringes endangers hurts harms";
/// What nobody says of an answer that he accepts.
pub(super) const AWFUL: &str = "unsafe insecure vulnerable harmful toxic offensive plagiarised plagiarized terrible horrible awful garbage rubbish trash \
    nonsense worthless useless illegal unethical mess disaster incoherent incomprehensible illogical untested unhelpful racist sexist \
    ridiculous stupid bogus gibberish bad poor mediocre lousy dreadful atrocious pathetic abysmal appalling";
/// What nobody says of the text itself; of what it tells of he may.
const POOR: &str = "biased mediocre poor superficial shallow vague ambiguous confusing misleading irrelevant repetitive verbose wordy circular \
    unwarranted unjustified rude inconsistent illegible disorganised disorganized unoriginal weak lousy bad inappropriate unconvincing";
const TEXTS: &str = "it this answer draft text response code essay argument reasoning logic tone style conclusion quality structure \
    explanation prose writing advice layout wording summary";
/// What it may be said not to be.
const GOOD: &str = "real genuine accurate helpful useful convincing relevant readable consistent original met satisfied fulfilled escaped \
    validated sanitized sanitised sorted closed initialised initialized freed released formatted rounded labelled labeled";
/// Between "is" and one of these.
const STRESSES: &str = "a an the very really quite simply just plain plainly pure totally utterly complete completely total absolute highly \
    also potentially extremely rather clearly obviously patently factually flatly demonstrably";
/// Behind these something is only told of.
const TELLS: &str =
    "says said states notes explains shows mentions warns argues describes discusses names calls lists finds points";
const GIVES: &str = "recommends suggests advises encourages proposes promotes gives contains uses includes";
const DEADLY: &str = "lethal deadly fatal illegal dangerous harmful toxic unsafe poisonous insecure";
const THREATS: &str = "injection overflow underflow deadlock leak race crash xss exploit attack";
const LINKS: &str = "is are be remains remain still left re";
/// What is told of an answer that does not, in which it differs from what was asked.
const FAILS: &str = "exist exists follow follows match matches mention mentions cover covers hold holds pass passes add adds end ends stop \
    stops support supports cite cites handle handles consider considers account accounts catch catches validate validates explain explains";
/// What is told of a thing that is not.
const LEFT_OUT: &str = "answered addressed explained covered handled mentioned supported justified sourced cited tested defined shown proven \
    verified included implemented solved considered followed backed stated given";
/// With an article behind them these tell of what was to be there: "it does not include the units".
const HOLDS: &str = "include contain give provide show state name list define return";
const EDITS: &str = "add replace change remove delete rename swap cut drop shorten rephrase reword rewrite move cite expand restructure \
    simplify split fix insert mention clarify";
/// What an order does not go on with: "change is good", "add nothing".
const NO_OBJECTS: &str = "is are was were of in nothing no none nobody to confirmed made needed required request requests or and done that \
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
    /// What is said of something may follow.
    linked: bool,
    /// It tells what the answer says.
    tells: bool,
    /// "It says that".
    tells_that: bool,
    gives: bool,
    threat: bool,
    breaks: bool,
    /// The last word is a verb of holding that is denied.
    withheld: bool,
    /// It speaks of the text itself.
    text: bool,
    /// It is the user's.
    theirs: bool,
    /// It is of the text that was given.
    original: bool,
    omits: bool,
    found: bool,
}

impl Faults {
    /// Whether the part finds a fault.
    pub(super) fn find(self) -> bool {
        (self.found || self.fault) && !self.original
    }

    /// Whether it tells of something that the answer leaves out.
    pub(super) fn omits(self) -> bool {
        self.omits && !self.original
    }

    /// The next word, the `at`th of its part. `free`: no negation reaches it.
    pub(super) fn add(&mut self, word: &str, before: &str, at: u8, free: bool) {
        self.task |= is_in("task user question spec i we", word);
        self.own |= is_in("i we", word);
        self.claim |= is_in("answer claim statement result conclusion", word);
        // What a claim says is of the topic: "the claim that the earth is flat is false".
        self.claim &= !(word == "that" && before == "claim");
        self.found |= self.fault && is_in(BEHIND, word);
        self.found |= self.order && !is_in(NO_OBJECTS, word);
        self.there |= is_in("has have contains contain", word) || (before == "there" && is_in("is are s", word));
        self.fault = self.there && free && !self.task && is_in(FAULTS, word);
        // "It lacks nothing" finds none.
        let lacks = free && !self.task && is_in(LACKS, word) && !is_in("never not t cannot", before);
        self.fault |= lacks;
        self.found |= free && !self.tells_that && is_in(LINKS, before) && is_in(LACKING, word);
        self.found |= free && self.claim && word == "false" && (before == "is" || self.linked);
        self.found |= self.too && !is_in("much many well soon", word);
        self.too = word == "too" && free;
        self.found |= free && (word == "fairer" || (word == "honest" && before == "more"));
        self.found |= free && word == "short" && is_in("falls fell", before);
        self.found |= free && word == "up" && before == "made" && !self.own;
        self.omits |= self.not && !self.own && (is_in(FAILS, word) || is_in(LEFT_OUT, word) || is_in(GOOD, word));
        self.omits |= self.withheld && is_in("the its", word);
        self.withheld = self.not && !self.own && is_in(HOLDS, word);
        self.not = is_in(NOT, word) || (self.not && is_in("even really actually yet been be fully properly", word));
        self.original = (self.original || (before == "original" && !is_in("author answer", word))) && !word.starts_with("remain");
        self.harms(word, before, free);
        let begins = at == 0 || (at == 1 && is_in("please now then just so first also better", before));
        let would = self.own && is_in("would d", before);
        self.order = lacks || (free && (begins || would) && is_in(EDITS, word));
    }
}

impl Faults {
    /// What is said of an answer that is bad, or does harm.
    fn harms(&mut self, word: &str, before: &str, free: bool) {
        self.text |= is_in(TEXTS, word);
        self.theirs |= is_in("user users question original asker", word);
        let free = free && !self.tells && !self.theirs;
        self.found |= self.linked && free && self.text && is_in(POOR, word);
        self.found |= self.linked && free && is_in(AWFUL, word);
        self.found |= self.linked && before == "s" && free && is_in(LACKING, word);
        self.fault |= self.linked && free && word == "bad";
        self.found |= self.gives && free && is_in(DEADLY, word);
        self.found |= self.threat && free && is_in(LINKS, before) && is_in("possible likely", word);
        self.found |= self.breaks && free && is_in("rules rule law policy guidelines", word);
        self.found |= free && is_in("would could can may might will", before) && is_in("hurt harm kill injure endanger", word);
        self.tells |= is_in(TELLS, word);
        self.tells_that |= word == "that" && is_in("explains warns says mentions states notes argues", before) && self.text;
        self.gives |= free && is_in(GIVES, word);
        self.threat |= free && is_in(THREATS, word);
        self.breaks |= free && word == "breaks";
        let s = word == "s" && is_in("it that this there", before);
        self.linked = s || is_in(LINKS, word) || (self.linked && is_in(STRESSES, word));
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
            "There's an off-by-one error in the loop.",
            "It doesn't handle negative numbers.",
            "The second question is not answered.",
            "It's missing the conclusion.",
            "The claim about 1968 is not supported.",
            "The answer is unsafe.",
            "It recommends a lethal dose.",
            "It violates the policy.",
            "SQL injection is possible in line 4.",
            "This contains a security hole.",
            "The answer is plagiarised.",
            "This is terrible.",
            "This is garbage.",
            "0/5 tests pass.",
            "Only two of the three tests pass.",
            "It would hurt people.",
            "The answer doesn't consider leap years.",
            "The last step is not explained.",
            "The code is vulnerable to path traversal.",
            "This is simply rubbish.",
            "It suggests an illegal workaround.",
            "It's lacking a source.",
            "The answer doesn't include the units.",
            "The edge case was not covered.",
            "This advice is harmful.",
            "A race condition is possible here.",
            "It breaks the rules of the task.",
            "3 of 5 checks pass.",
            "The summary is plain nonsense.",
            "The answer is a mess.",
            "There is a memory leak in the second function.",
            "It has not been tested with real data.",
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
            "The answer is safe.",
            "It warns that the drug is unsafe for children.",
            "It does not violate the policy.",
            "SQL injection is not possible.",
            "5/5 tests pass.",
            "All tests pass.",
            "It handles negative numbers.",
            "The answer does not include any padding.",
            "It does not contain filler.",
            "This is not bad.",
            "It explains why the old code is vulnerable.",
            "It says that sugar is harmful in large doses, which is right.",
            "Nothing is left unanswered.",
            "Both questions are answered.",
            "It avoids the terrible pun of the first draft.",
            "It doesn't need to handle negative numbers.",
            "Negative numbers are not mentioned, as they were excluded.",
            "The price is not given, which was not asked for.",
            "Three of the five tests were written by the user, and all pass.",
            "The terrible weather is described well.",
            "It describes the dangerous reaction with due care.",
            "The off-by-one error is gone.",
            "Harmful: no",
            "Harmful content: none found.",
            "It covers all cases, including wrong input.",
            "The year was wrong in the first draft; it is right now.",
        ] {
            assert!(accepts(&format!("{WHOLE}\n\n{words}")), "{words}");
        }
    }

    #[test]
    fn what_was_wrong_and_is_right_now_or_was_not_asked_for_takes_nothing_back() {
        const RIGHT: [&str; 7] = [
            "The previous issues (missing year, wrong unit) have been addressed.",
            "The year, which was wrong before, is now right.",
            "Note that the answer does not mention Brewer, which was not asked for.",
            "All earlier problems (the wrong date and the missing source) are fixed.",
            "The errors of the last draft (incorrect sum, wrong sign) have all been corrected.",
            "The sum, which was incorrect in the first draft, is now correct.",
            "It does not cover Scala, which is not required.",
        ];
        const BEHIND: [&str; 2] = [
            "The question asks why the loop fails; the answer explains it correctly: the index is off by one in the original code.",
            "The units were missing before and are now there.",
        ];
        for words in RIGHT.iter().chain(&BEHIND) {
            assert!(accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
        }
        for words in RIGHT {
            assert!(accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
        }
        for words in [
            "The previous issues (missing year, wrong unit) have not been addressed.",
            "The previous issues (missing year, wrong unit) have been addressed, but the sum is wrong.",
            "The year, which was wrong before, is still wrong.",
            "The year was wrong before and is wrong now.",
            "The answer does not mention Brewer, which was asked for.",
            "The answer does not mention Brewer.",
            "The index is off by one.",
        ] {
            assert!(!accepts(&format!("{WHOLE}\n\n{words}")), "{words}");
        }
    }
}
