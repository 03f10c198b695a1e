//! What a key says that is none of ours: it may be one of ours misspelt, or the verdict in other words.

use super::negation::is_in;
use super::sentence::Heard;

/// A key that is no field of any form.
pub(super) struct Stranger {
    /// Its letters, in lower case.
    pub letters: String,
    /// Latin letters stand among Cyrillic, Greek or full-width ones, which only a look-alike has.
    pub mixed: bool,
    /// Its words, in lower case: `final`, `score` of `finalScore`.
    parts: Vec<String>,
}

/// One of these says that something is due.
const DUTIES: &str = "need needs needed require requires required request requested requests must should";
/// Beginnings of the words for what may be due.
const WORKS: &str = "revis chang fix rewrit improv correction rework edit work review redo clarif adjust amend repair polish refin iteration \
    human intervention attention retry resubmi address resolv";
const DENIALS: &str = "no not never non without";
/// Words of which a `false` refuses.
const PRAISES: &str = "accept accepted accepts acceptable acceptance approve approved approval correct accurate valid validated pass passes \
    passed passing met meets satisfied satisfies satisfactory success successful complete publishable ready good ok okay fine lgtm \
    sufficient adequate compliant fulfilled fulfills shippable mergeable";
/// Words of which a `true` refuses, when nothing but `PLAIN` words stand beside them.
const FAULTY: &str = "reject rejected fail fails failed failing incorrect wrong unacceptable invalid blocking blocked broken incomplete inaccurate \
    draft dryrun placeholder example sample template hypothetical mock dummy fake simulated test rewrite truncated refused skipped unsafe \
    harmful hallucination hallucinations hallucinated untested unchecked unverified unfinished";
const PLAIN: &str = "is was be a an the this it should must to only just overall final answer response output verdict result review reply factually \
    question code";
/// Of these a `false` refuses beside nothing but `PLAIN` words, and a `true` behind a denial.
const JUDGED: &str = "evaluated assessed reviewed checked verified judged final safe finished compiles works runs answers evaluate assess review check verify judge";
const OF_JUDGED: &str = "not could cannot unable be been yet to was is";
/// What is had that refuses: `has_critical_errors`.
const HAD: &str = "issues problems errors error bugs bug mistakes faults flaws defects hallucinations hallucination inaccuracies \
    contradictions omissions";
const OF_HAD: &str =
    "has have contains contain with critical major serious blocking fatal severe factual logical answer response output draft it";
/// `score` misspelt; other words are as near, such as `core`.
const MISSPELT: &str = "sco scor scre scroe socre scoer csore sscore scoree scorre";
/// What is asked for, by its letters.
const FLAG: &str = "needsrevision";
/// What an issue is called.
const ISSUES: &str = "issue issues problem problems error errors weakness weaknesses fault faults flaw flaws defect defects shortcoming \
    shortcomings concern concerns mistake mistakes bug bugs";
const OF_ISSUES: &str =
    "found identified detected noted spotted list the main key remaining critical major minor serious blocking fatal severe";
const UNBEARABLE: &str = "hallucination hallucinations vulnerability vulnerabilities contradiction contradictions inaccuracies fabrications \
    violations missing";
const GRAVE: &str = "critical blocking major fatal severe";
const SUGGESTIONS: &str = "suggestion suggestions improvement improvements recommendation recommendations advice";
const OF_SUGGESTIONS: &str = "the main key one suggested recommended proposed possible";
/// What the verdict in words is called.
const ASSESSMENTS: &str = "review evaluation assessment appraisal message overall judgement judgment details";
const OF_ASSESSMENTS: &str = "general final brief short my the critic reviewer text message total quality";
/// What a score of the whole is called; a score of one aspect, such as `accuracy_score`, is none.
const RATINGS: &str = "score rating grade mark";
const OF_RATINGS: &str = "final overall total new actual true real revised adjusted weighted unweighted corrected updated penalized penalised \
    combined reduced lowered computed calculated aggregate aggregated average averaged avg mean median net composite effective honest my the \
    second";
const OF_WHOLE: &str = "score rating grade mark quality evaluation assessment judgement judgment verdict critique review result";
const SCALES: &str = "max maximum scale range possible out highest top";
const OF_SCALES: &str = "score scores scoring rating grade point points mark marks of";

impl Stranger {
    pub(super) fn of(key: &str) -> Self {
        let letters: String = key.chars().filter(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase()).collect();
        let foreign = |c: char| matches!(c, '\u{370}'..='\u{52f}' | '\u{ff00}'..='\u{ff5e}');
        let mixed = letters.contains(foreign) && letters.contains(|c: char| c.is_ascii_alphabetic());
        Self { letters, mixed, parts: parts(key) }
    }

    fn has(&self, list: &str) -> bool {
        self.parts.iter().any(|part| is_in(list, part))
    }

    /// Whether every word is of one of two lists, and one of the first.
    fn is_of(&self, list: &str, beside: &str) -> bool {
        self.has(list) && self.parts.iter().all(|part| is_in(list, part) || is_in(beside, part))
    }

    /// `needs_revison`, `revision_required`, `must_fix`.
    pub(super) fn may_be_the_flag(&self) -> bool {
        const PARTS: &str = "revi evis visio rewrit rework redo retry mustfix required needed";
        self.letters.starts_with("need") || PARTS.split(' ').any(|part| self.letters.contains(part))
    }

    /// A key that asks for a revision by its name, also with a letter or two amiss: `needs_rvision`, `to_revise`.
    pub(super) fn is_the_flag(&self) -> bool {
        const AMISS: usize = 2;
        let near = || self.letters.starts_with(['n', 'e']) && self.letters.len().abs_diff(FLAG.len()) <= AMISS;
        self.letters.contains("revis") || (near() && strsim::osa_distance(&self.letters, FLAG) <= AMISS)
    }

    pub(super) fn may_be_the_score(&self) -> bool {
        is_in(MISSPELT, &self.letters)
    }

    /// A key that says what is due: `requires_changes`, `must_fix`, `changes_requested`.
    pub(super) fn asks(&self) -> bool {
        let work = |part: &String| WORKS.split_ascii_whitespace().any(|known| part.starts_with(known));
        self.has(DUTIES) && self.parts.iter().any(work)
    }

    /// `no_revision_needed`, of which a `false` asks for one.
    pub(super) fn denies(&self) -> bool {
        self.has(DENIALS)
    }

    /// A key whose `false` refuses.
    pub(super) fn approves(&self) -> bool {
        let hedged = self.denies() || self.has(DUTIES) || self.has("missing more less better could");
        self.letters == "allmet" || (!hedged && (self.has(PRAISES) || self.is_of(JUDGED, PLAIN)))
    }

    /// A label whose `no` refuses the whole: `Accept`, `Meets requirements`, but not `Accept-Language`.
    pub(super) fn approves_the_whole(&self) -> bool {
        const OF_APPROVALS: &str = "requirements requirement criteria standards task brief quality all for publication release";
        let known =
            |part: &String| is_in(PRAISES, part) || is_in(JUDGED, part) || is_in(PLAIN, part) || is_in(OF_APPROVALS, part);
        self.approves() && self.parts.iter().all(known)
    }

    /// `minor_issues`, which an acceptance bears.
    pub(super) fn is_minor(&self) -> bool {
        self.has("minor small other open optional")
    }

    /// Whether it is one word, perhaps behind `is`.
    pub(super) fn is_plain(&self) -> bool {
        self.parts.len() <= 1 || (self.parts.len() == 2 && self.has("is"))
    }

    /// A key whose `true` refuses.
    pub(super) fn rejects(&self) -> bool {
        self.is_of(FAULTY, PLAIN)
            || matches!(self.letters.as_str(), "dryrun" | "cutoff" | "iscutoff" | "isrejected" | "isincorrect" | "iswrong")
            || (self.has("has have contains contain") && self.is_of(HAD, OF_HAD))
            || (self.has("not cannot unable") && self.is_of(JUDGED, OF_JUDGED))
    }

    /// A key whose entries are criteria that are not met.
    pub(super) fn names_faults(&self) -> bool {
        self.letters.contains("unmet")
            || self.letters.contains("notmet")
            || self.letters.contains("failed")
            || self.letters.contains("blocker")
            || self.is_of(UNBEARABLE, OF_ISSUES)
    }

    /// A key whose entries no acceptance bears: `critical_issues`.
    pub(super) fn names_grave_faults(&self) -> bool {
        self.has(GRAVE) && self.has(ISSUES) && !self.denies()
    }

    pub(super) fn names_issues(&self) -> bool {
        self.is_of(ISSUES, OF_ISSUES)
    }

    pub(super) fn names_a_suggestion(&self) -> bool {
        self.is_of(SUGGESTIONS, OF_SUGGESTIONS)
    }

    /// A score of the whole beside the one that was asked for.
    pub(super) fn rates(&self) -> bool {
        self.is_of(RATINGS, OF_RATINGS)
    }

    /// What speaks of the whole, where parts have scores of their own.
    pub(super) fn sums_up(&self) -> bool {
        self.is_of("overall total final", OF_WHOLE)
    }

    /// A word about the whole.
    pub(super) fn judges(&self) -> bool {
        self.rates() || matches!(self.letters.as_str(), "quality" | "overall" | "assessment" | "overallquality")
    }

    /// The scale of the score.
    pub(super) fn scales(&self) -> bool {
        let out = !self.has("out") || self.has("of");
        let alone = self.parts.len() > 1 || !self.has("range possible highest top");
        (self.is_of(SCALES, OF_SCALES) && out && alone) || matches!(self.letters.as_str(), "maxscore" | "outof" | "of")
    }

    /// What the outcome is, or what is to be done.
    pub(super) fn decides(&self) -> bool {
        self.has("status outcome result verdict decision state conclusion action recommendation step next")
    }

    pub(super) fn is_an_error(&self) -> bool {
        matches!(self.letters.as_str(), "error" | "errormessage" | "exception")
    }

    /// Words in passing, in which an acceptance can be taken back; of what was only weighed, no request is heard.
    pub(super) fn remarks(&self) -> Option<Heard> {
        if self.is_of("verdict warning warnings disclaimer caveat", PLAIN) {
            return Some(Heard::Requests);
        }
        if self.has("comment comments note notes remark remarks conclusion observation observations opinion") {
            return Some(Heard::Requests);
        }
        let weighs = self.has("rationale explanation justification analysis thoughts summary");
        (weighs || self.has("recommendation decision") || self.is_of(ASSESSMENTS, OF_ASSESSMENTS)).then_some(Heard::Refusals)
    }

    /// A list of what was looked at one by one.
    pub(super) fn lists_checks(&self) -> bool {
        self.has("check checks checklist criteria criterion tests rubric requirements")
    }
}

/// `F`, `D+`, `poor`, in lower case.
pub(super) fn is_low_word(text: &str) -> bool {
    const WORDS: [&str; 11] = [
        "poor",
        "bad",
        "low",
        "weak",
        "very low",
        "terrible",
        "inadequate",
        "insufficient",
        "failing",
        "unsatisfactory",
        "very poor",
    ];
    let text = text.trim().trim_end_matches(['.', '!']);
    matches!(text.trim_end_matches(['+', '-']), "c" | "d" | "e" | "f") || WORDS.contains(&text)
}

/// The words of a key, parted by case and by whatever is no letter or digit. `finalscore` is two.
pub(super) fn parts(key: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut previous = ' ';
    for c in key.chars() {
        if c.is_alphanumeric() {
            let begins = !previous.is_alphanumeric() || (previous.is_lowercase() && c.is_uppercase());
            match parts.last_mut().filter(|_| !begins) {
                Some(part) => part.push(c.to_ascii_lowercase()),
                None => parts.push(c.to_ascii_lowercase().to_string()),
            }
        }
        previous = c;
    }
    if let Some(last) = parts.pop() {
        match last.strip_suffix("score").filter(|rest| is_in(OF_RATINGS, rest)) {
            Some(rest) => parts.extend([rest.to_owned(), "score".to_owned()]),
            None => match last.strip_prefix("is").filter(|rest| is_in(PRAISES, rest)) {
                Some(rest) => parts.extend(["is".to_owned(), rest.to_owned()]),
                None => parts.push(last),
            },
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_alikes_are_told_from_other_languages() {
        for key in ["s\u{441}ore", "needs_revisi\u{43e}n", "\u{ff53}core", "sc\u{3bf}re"] {
            assert!(Stranger::of(key).mixed, "{key}");
        }
        for key in ["größe", "оценка", "note", "évaluation", "_score2"] {
            assert!(!Stranger::of(key).mixed, "{key}");
        }
    }

    #[test]
    fn keys_are_compared_by_their_letters() {
        assert!(Stranger::of("is_correct").approves() && Stranger::of("Rejected").rejects());
        assert!(Stranger::of("failed_criteria").names_faults() && Stranger::of("must fix").may_be_the_flag());
        let note = Stranger::of("note");
        assert!(!note.approves() && !note.rejects() && !note.names_faults() && !note.may_be_the_flag());
    }

    #[test]
    fn keys_are_read_by_their_words() {
        let is = |known: fn(&Stranger) -> bool, keys: &str| {
            keys.split_ascii_whitespace().filter(|key| !known(&Stranger::of(key))).map(str::to_owned).collect::<Vec<_>>()
        };
        let none: Vec<String> = Vec::new();
        assert_eq!(is(Stranger::rates, "rating finalScore finalscore adjusted_score average_score overall_grade"), none);
        assert_eq!(is(Stranger::scales, "score_max scoreMax score_out_of scale score_range points_possible max out_of"), none);
        assert_eq!(is(Stranger::asks, "needs_fix requires_changes changesRequested needs_human_review must_fix"), none);
        assert_eq!(is(Stranger::approves, "is_complete meets_requirements ready_to_publish all_criteria_met lgtm"), none);
        assert_eq!(is(Stranger::rejects, "is_example rejected is_wrong answer_is_wrong"), none);
        assert_eq!(is(Stranger::names_grave_faults, "critical_issues blockingErrors"), none);
        assert_eq!(is(Stranger::names_issues, "issue Problems issues_found critical_issues"), none);
        for key in ["accuracy_score", "previous_score", "readability_grade", "score_explanation", "range", "requires_login"] {
            let other = Stranger::of(key);
            assert!(!other.rates() && !other.scales() && !other.asks(), "{key}");
        }
        for key in ["has_example", "handles_invalid_input", "not_met", "could_be_more_complete", "must_have", "errors_handled"] {
            let other = Stranger::of(key);
            assert!(!other.rejects() && !other.approves() && !other.asks() && !other.names_issues(), "{key}");
        }
    }
}
