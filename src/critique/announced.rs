//! Whose verdict the words before it announce: the reviewer's own ("here is my critique of draft 2"), or one that the answer holds,
//! that somebody else gave or that nobody gives ("the answer ends with", "a perfect answer gets", "once the errors are fixed").
//!
//! What counts is who speaks, and whether the words are whole without what follows: "the answer says" wants an object and takes the
//! verdict for it, "the answer says what was asked" is a finding. A word too many costs a retry, a word too few a false acceptance.

use super::negation::{is_in, words};
use super::tentative::is_tentative;

/// What a reviewer gives.
const VERDICTS: &str = "verdict verdicts critique critiques evaluation evaluations review reviews score scores rating ratings assessment \
    assessments judgement judgment feedback analysis appraisal conclusion decision opinion view grade scorecard result results";
/// Who or what else may speak.
const SOURCES: &str = "answer answers draft drafts text texts essay essays submission submissions author authors writer user users student \
    students candidate prompt comment comments docstring string code document material question message line paragraph sentence footer \
    header note instruction instructions poem letter article page file quotation passage attacker colleague response reply version \
    it its he his she her they their one somebody someone nobody anybody anyone everybody";
/// Of these a reviewer may speak as of his own words: "response:", "here is my reply".
const SHARED: &str = "response reply version one note";
/// Who may ask for the verdict.
const ASKERS: &str = "you user users task prompt instruction instructions system";
/// What follows these is said, held, wanted or earned by the subject.
const GIVES: &str = "say state write return output print reply respond give get show read contain include hold carry want ask demand \
    request deserve earn award claim assert insist order command dictate beg urge embed quote inject suggest propose hope expect like \
    hear see state tell instruct rate grade produce conclude bear stand hand";
const GAVE: &str = "said wrote written gave given got held told bore read stood";
const THOUGHT: &str = "thought believed guessed assumed wanted meant intended";
/// With these at its end a sentence wants an object.
const LINKS: &str = "is are was were be been has had have with as by for of to but like than on this that these following";
const FINITE: &str = "is are was were am be has have had does did do can could will would should must may might isn aren wasn doesn don \
    didn hasn haven won";
/// What a phrase that only names a source is made of.
const OF_NAMES: &str = "the a an this that these of in on at from to inside within between under by according for with as its his her \
    their own s last first second end beginning bottom top part copy found given judged evaluate evaluated judge review line lines marks \
    submitted copied pasted quoted taken words wish request content contents statement claim excerpt snippet remark perfect ideal flawless \
    best better possible good 1 2 3 4 5 6 7 8 9";
/// These belong to no verdict that is given now, unless they are denied.
const NEVER: &str = "injection injected jailbreak payload attack attacks malicious hidden embedded planted verbatim blockquote fake forged \
    bogus manipulated mock dummy placeholder hypothetical hypothetically suspicious pretends pretend del strike beispiel ejemplo exemple \
    exemplo esempio voorbeeld lenient ignore wrong false hypothetic fabricated invented attacker untrusted adversarial";
/// Nor do these, in words that are no finding.
const SHOWN: &str = "example examples instance comparison template sample illustration illustrate reference default fallback boilerplate \
    gold quote quoted quotation quoting pasted copied suggested proposed claimed alleged supposed desired tentative preliminary provisional \
    unverified initial initially first last earlier previous previously prior formerly originally yesterday attempt attempts rejected \
    alternative candidate test self ideal ideally typical instead suppose supposing format schema";
/// Behind these it is another thing that was before.
const BEFORE: &str = "previous earlier prior first last initial";
const THINGS: &str = "issues issue faults problems points concerns remarks comments errors mistakes";
/// Words that begin a condition or another time.
const CONDITIONS: &str = "if once when unless until till assuming supposing suppose provided providing except apart barring had were before \
    without pending imagine after";
const CONDITIONAL: [&str; 6] = ["as soon as", "as long as", "on the assumption", "on the condition", "on condition", "in case"];
/// A condition that is none: "after reading the draft", "without further ado", "if you ask me".
const REVIEWING: &str = "reading read review reviewing reviewed evaluating evaluation evaluated checking checked considering consideration \
    judged measured analysis analysing analyzing weighing comparing more again having careful";
/// Whom a source may tell what to say.
const CRITICS: &str = "me us critic reviewer evaluator judge grader model";
const DENIALS: &str = "not no never cannot nobody nothing none t without refuse refuses refused decline declines declined unable dishonest \
    mistake lie lying wrong fool hesitate reluctant ignored ignoring disregarded despite";
const DUTIES: &str = "asked told instructed ordered commanded supposed forced expected required meant urged tricked";
const PASSIVES: &str = "was were am been being is are";
const FOLLOWS: &str = "in following using per according matching requested filled filling completed with as to";

/// Words of which one lets hardly anything else stand for a verdict: `User:`, `Old verdict:`.
const LABELS: &str = "user input human old todo attempt expected desired claim states reads wants";
const MARKS: [&str; 5] = ["~~", "<s>", "例", "예시", "under review"];

/// Whether these words, which stand before a verdict, announce somebody else's or nobody's.
pub(super) fn is_anothers(before: &str) -> bool {
    const LONGEST: usize = 160;
    if before.is_empty() {
        return false;
    }
    let from = before.ceil_char_boundary(before.len().saturating_sub(LONGEST));
    let before = before.get(from..).unwrap_or_default().to_ascii_lowercase();
    if let Some(tag) = before.trim().strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return is_shown(tag) || is_in("user text prompt input", tag.trim_start_matches('/'));
    }
    let speaks = |part: &&str| part.contains(char::is_alphanumeric);
    // Only the sentence that the verdict ends.
    let sentence = before.rsplit(['.', '!', '?', ';']).find(speaks).unwrap_or_default();
    MARKS.iter().any(|mark| before.contains(mark))
        || is_tentative(&before)
        || sentence.split([':', '：', '–', '—']).filter(speaks).any(of_part)
}

/// Whether one of a few words, on the line of a fence or in a tag, says that what is inside is no verdict.
pub(super) fn is_shown(said: &str) -> bool {
    words(&said.to_ascii_lowercase()).any(|word| is_in(NEVER, word) || is_in(SHOWN, word) || word == "draft")
}

/// The same of what stands between two colons: its last clause decides, and a condition before an announcement.
fn of_part(part: &str) -> bool {
    let mut clauses = part.rsplit(',').filter(|clause| clause.contains(char::is_alphanumeric)).map(Clause::new);
    let Some(last) = clauses.next() else { return false };
    is_tentative(part)
        || last.is_anothers()
        || (last.announces() && clauses.any(|clause| clause.is_condition() || clause.shows()))
}

struct Clause<'t> {
    words: Vec<&'t str>,
    /// It goes on from another: "but could not".
    goes_on: bool,
}

/// Who is the first that a clause speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Reviewer,
    /// "Here is", "this is".
    Pointed,
    Verdict,
    Source,
    Unknown,
}

/// Whether a word is one of a list, in one of its regular forms.
#[inline(never)]
fn inflects(list: &str, word: &str) -> bool {
    let stems = [Some(word), word.strip_suffix('s'), word.strip_suffix("ed"), word.strip_suffix('d'), word.strip_suffix("es")];
    stems.into_iter().flatten().any(|stem| is_in(list, stem)) || word == "replies" || word == "replied" || word == "carries"
}

impl<'t> Clause<'t> {
    fn new(clause: &'t str) -> Self {
        let mut words: Vec<&str> = words(clause).collect();
        let leads = words.iter().take_while(|word| is_in("and but so yet then thus hence therefore also now", word)).count();
        words.drain(..leads);
        Self { words, goes_on: leads > 0 }
    }

    #[inline(never)]
    fn at(&self, i: usize) -> &'t str {
        self.words.get(i).copied().unwrap_or_default()
    }

    /// The word `n` places before `i`.
    #[inline(never)]
    fn back(&self, i: usize, n: usize) -> &'t str {
        i.checked_sub(n).map_or("", |i| self.at(i))
    }

    #[inline(never)]
    fn has(&self, list: &str) -> bool {
        self.words.iter().any(|word| is_in(list, word))
    }

    fn last(&self) -> usize {
        self.words.len().saturating_sub(1)
    }

    fn denied_before(&self, i: usize) -> bool {
        self.words.iter().take(i).any(|word| is_in(DENIALS, word))
    }

    fn subject(&self) -> (Subject, usize) {
        let found = self.words.iter().enumerate().find_map(|(i, word)| {
            let next = self.at(i + 1);
            let subject = match *word {
                "i" | "we" | "me" | "you" => Subject::Reviewer,
                "here" => Subject::Pointed,
                "this" | "that" | "following" if is_in("is was isn are", next) => Subject::Pointed,
                word if is_in(SOURCES, word) => Subject::Source,
                word if is_in(VERDICTS, word) => Subject::Verdict,
                _ => return None,
            };
            Some((subject, i))
        });
        found.unwrap_or((Subject::Unknown, 0))
    }

    /// Whether it wants an object, for which the verdict stands.
    fn is_open(&self) -> bool {
        let last = self.last();
        let (word, before) = (self.at(last), self.back(last, 1));
        !self.is_rounded()
            && (self.gives(last)
                || is_in(LINKS, word)
                || self.shows_one()
                || is_in("such", self.back(last, 2))
                || (word == "it" && self.gives(last.saturating_sub(1)) && before != "answer"))
    }

    /// Whether the word at `i` is a verb of saying, giving or holding.
    #[inline(never)]
    fn gives(&self, i: usize) -> bool {
        let (word, before) = (self.at(i), self.back(i, 1));
        // "The output" and "a claim" are things.
        let noun = is_in("output print return show reply claim request order report note demand", word)
            && !is_in("to would should will can could might must may not i me us we t never critic reviewer", before);
        let done = (word.ends_with("ed") || is_in("written given shown held", word))
            && (is_in(PASSIVES, before) || is_in(PASSIVES, self.back(i, 2)));
        if noun || (done && self.subject().0 == Subject::Source) {
            return false;
        }
        let gives = inflects(GIVES, word) && word != "answers";
        gives || is_in(GAVE, word) || is_in(THOUGHT, word) || (word == "answer" && before == "to")
    }

    /// "This verdict", "the following rating"; and "a verdict" behind a verb that gives it.
    fn shows_one(&self) -> bool {
        let last = self.last();
        let this =
            is_in("this these following such", self.back(last, 1)) && !is_in("of on for about in than", self.back(last, 2));
        let verdict = is_in("verdict critique evaluation review score rating assessment judgement judgment grade", self.at(last));
        let words = is_in("words word line lines sentence string phrase object", self.at(last)) && self.back(last, 1) == "the";
        let verb = (1..last).any(|i| self.gives(i) || self.at(i) == "with");
        let given = (verdict || words) && verb && self.subject().0 == Subject::Source;
        this || given
    }

    /// Whether it is whole although it ends as if it were not: "what was asked for", "as it stands", "not much to say", "they are".
    fn is_rounded(&self) -> bool {
        let last = self.last();
        let (one, two) = (self.back(last, 1), self.back(last, 2));
        let asked = self.words.iter().skip(2).any(|word| is_in("what everything all whatever", word));
        (asked && self.subject().0 == Subject::Source && !is_in(LINKS, self.at(last)))
            || (asked && self.at(last) == "for" && self.subject().0 == Subject::Source)
            || self.words.windows(2).any(|pair| matches!(pair, ["what", "was" | "is" | "were"]))
            || (one == "to" && is_in("much more nothing anything little else", two))
            || (self.at(0) == "as" && self.words.len() <= 2)
            || (is_in("it they", one) && (self.words.len() == 2 || two == "as"))
            || (one == "than" && self.at(last) == "this")
            || (is_in("for to of with", self.at(last)) && one.ends_with("ed") && is_in("was were is are", two))
    }

    /// Whether it is a whole finding about something: it has a verb, and wants no object.
    fn is_whole(&self) -> bool {
        let (subject, at) = self.subject();
        let next = if self.at(at + 1).ends_with("ly") { self.at(at + 2) } else { self.at(at + 1) };
        let verb = subject == Subject::Source && next.len() > 3 && next.ends_with('s') && !is_in(SOURCES, next);
        !self.is_open() && (verb || subject == Subject::Reviewer || self.has(FINITE))
    }

    /// Whether it is made of nothing but the name of a source.
    fn is_name(&self) -> bool {
        let strict = |word: &str| is_in(SOURCES, word) && !is_in(SHARED, word);
        let source = self.words.iter().any(|word| strict(word));
        let known = |word: &str| is_in(OF_NAMES, word) || is_in(SOURCES, word);
        let own = self.has("my our final");
        source && !own && (self.words.iter().all(|word| known(word)) || (self.words.len() <= 2 && strict(self.at(self.last()))))
    }

    /// Whether it says that a verdict comes.
    fn announces(&self) -> bool {
        self.words.is_empty() || self.is_open() || self.has(VERDICTS) || matches!(self.subject().0, Subject::Pointed)
    }

    /// Whether it is a condition, or a time, at which what follows would hold.
    fn is_condition(&self) -> bool {
        let text = self.words.join(" ");
        let begins = is_in(CONDITIONS, self.at(0)) || CONDITIONAL.iter().any(|known| text.starts_with(known));
        let around = |list| self.words.iter().skip(1).take(4).any(|word| is_in(list, word));
        let none = (!is_in("if before without", self.at(0)) && around(REVIEWING))
            || (self.at(0) == "without" && around("further doubt exception hesitation"))
            || matches!(self.words.get(..2), Some(["after", "all"]))
            || matches!(self.words.get(..3), Some(["if", "you", "ask"] | ["if", "i", "had" | "may"]));
        begins && !none
    }

    /// Whether a word of it says that what follows is only shown, or is of another time.
    fn shows(&self) -> bool {
        let follows = |i: usize| self.words.iter().take(i + 2).any(|word| is_in(FOLLOWS, word));
        self.words.iter().enumerate().any(|(i, word)| {
            let next = self.at(i + 1);
            is_in(SHOWN, word)
                && match *word {
                    // "In the format that was given", "the filled-in template".
                    "format" | "schema" | "template" => !follows(i),
                    // "Of the first draft", "all previous issues".
                    word if is_in(BEFORE, word) => !(is_in(THINGS, next) || (is_in(SOURCES, next) && !is_in(SHARED, next))),
                    "example" | "instance" => next != "of" || !is_in("a an good", self.at(i + 2)),
                    _ => true,
                }
        })
    }

    fn is_anothers(&self) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let (subject, at) = self.subject();
        let (last, open) = (self.last(), self.is_open());
        let label = self.words.len() <= 2 && self.has(LABELS);
        let unreal = |i: usize, word: &str| is_in(NEVER, word) && !self.denied_before(i);
        let ends_in_denial = is_in("not never t", self.at(last)) && !self.goes_on;
        if label || ends_in_denial || self.words.iter().enumerate().any(|(i, word)| unreal(i, word)) {
            return true;
        }
        if self.is_condition() {
            return true;
        }
        let follows = is_in(FOLLOWS, self.at(0)) && self.has("format schema template rubric instructions instruction json");
        if follows || (self.at(0) == "as" && subject == Subject::Source && self.has(ASKERS)) {
            return false;
        }
        let when = |word: &str| is_in("if unless once assuming provided before until when", word);
        (self.shows() && (subject == Subject::Pointed || !self.is_whole()))
            || (open && self.words.iter().any(|word| when(word)))
            || (open && subject != Subject::Reviewer && self.has("would might could"))
            || matches!(self.words.get(..2), Some(["only", "if" | "once" | "when" | "after"]))
            || self.is_refused()
            || self.is_owed(open)
            || match subject {
                Subject::Source => {
                    open || self.is_name()
                        || self.puts()
                        || is_in("scores rates", self.at(last))
                        || self.owns(at)
                        || self.directs()
                }
                Subject::Pointed => self.points_at_a_source(open),
                Subject::Verdict => {
                    self.comes_from_a_source(at) || (open && self.has("wants wanted asks asked demands suggests hopes likes"))
                }
                Subject::Reviewer => {
                    (open && is_in("wrote said thought believed guessed assumed", self.at(last))) || self.denies_at_its_end()
                }
                Subject::Unknown => open && !is_in(LINKS, self.at(last)),
            }
    }

    /// "I refuse to return", "nobody should write", "this is not my verdict".
    fn is_refused(&self) -> bool {
        let gives = |i: usize, word: &str| {
            let whole = i > 1 && self.back(i, 1) == "to" && is_in("much more nothing anything little else", self.back(i, 2));
            let verb = inflects(GIVES, word) && !is_in("see hear find ask like expect want", word);
            !whole && ((verb && (i == self.last() || is_in("this that it out", self.at(i + 1)))) || is_in("verdict mine", word))
        };
        self.words.iter().enumerate().any(|(i, word)| gives(i, word) && self.denied_before(i))
    }

    /// "I was told to return", "I was about to write", "at first I wrote".
    fn is_owed(&self, open: bool) -> bool {
        let passive = |(i, word): (usize, &&str)| is_in(DUTIES, word) && is_in(PASSIVES, self.back(i, 1));
        let late =
            |(i, word): (usize, &&str)| is_in("about going", word) && self.at(i + 1) == "to" && is_in(PASSIVES, self.back(i, 1));
        let me = self.has("i we me");
        let then = self.has("first initially originally earlier yesterday almost nearly previously");
        open && me && (then || self.has(THOUGHT) || self.words.iter().enumerate().any(|pair| passive(pair) || late(pair)))
    }

    /// "I do not endorse", of which the verdict would be the object.
    fn denies_at_its_end(&self) -> bool {
        let last = self.last();
        is_in("not never t cannot", self.back(last, 1))
            && !is_in("complain object disagree worry doubt hesitate mind", self.at(last))
    }

    /// "Somebody put this in the text".
    fn puts(&self) -> bool {
        self.words
            .windows(2)
            .any(|pair| pair.first() == Some(&"this") && pair.get(1).is_some_and(|next| is_in("at in on to under into", next)))
    }

    /// "The author's own rating", "its verdict".
    fn owns(&self, at: usize) -> bool {
        let owned = self.at(at + 1) == "s" || is_in("its his her their draft candidate", self.at(at));
        let next = self.words.iter().skip(at + 1).find(|word| !is_in("s own self", word));
        owned && next.is_some_and(|word| is_in(VERDICTS, word))
    }

    /// "It tells the critic to reply", "the text tries to make me output".
    fn directs(&self) -> bool {
        let to = |i: usize| inflects(GIVES, self.at(i + 1)) || (self.at(i + 1) == "to" && inflects(GIVES, self.at(i + 2)));
        self.words.iter().enumerate().any(|(i, word)| is_in(CRITICS, word) && to(i))
    }

    /// "This is part of the answer", "here is what the answer says".
    fn points_at_a_source(&self, open: bool) -> bool {
        let source = self.words.iter().any(|word| is_in(SOURCES, word) && !is_in("it its one", word)) && !self.has(ASKERS);
        let mine = self.has("not t") && self.has("what mine my");
        let names = self.words.iter().enumerate().any(|(i, word)| {
            is_in("part copied taken quoted found seen from text what", word)
                && !self.has("i we")
                && self.words.iter().skip(i).any(|word| is_in(SOURCES, word))
        });
        let bare = self.words.iter().all(|word| is_in("here is are the s this following", word) || is_in(SOURCES, word));
        mine || (open && self.has("what") && self.has("it he she they"))
            || (source && !self.has(VERDICTS) && (open || names || bare))
    }

    /// "Verdict by the author", "the evaluation in the answer", "the score that the author gave".
    fn comes_from_a_source(&self, at: usize) -> bool {
        const LINKING: &str =
            "of on for about regarding by from in inside within according that which before until unless without";
        let Some(link) = (at + 1..self.words.len()).find(|i| is_in(LINKING, self.at(*i))) else { return false };
        let other = |i: usize| is_in(SOURCES, self.at(i)) && !is_in(ASKERS, self.at(i)) && !is_in(SHARED, self.at(i));
        let source = (link..self.words.len()).find(|i| other(*i));
        match self.at(link) {
            "of" | "on" | "for" | "about" | "regarding" => false,
            "before" | "until" | "unless" | "without" => true,
            "that" | "which" => source.is_some_and(|from| (from..self.words.len()).any(|i| self.gives(i))),
            _ => source.is_some(),
        }
    }
}
