//! Looks up a critic's quotes in the texts that it names. Letter case and white space do not count, and
//! nothing else is forgiven.

use super::json::{Doc, Kind, Span};
use crate::message::{Gather, SharedText, fold_case_and_blanks};

/// Quotes of one review; further ones are no part of the form.
const MAX_QUOTES: usize = 64;
/// Bytes of UTF-8 from which found words are evidence; fewer only where they are the whole text. Of 1, 3 and 6 letters out of another text
/// 93, 26 and 3 % stand by chance in 300 characters of English.
const MIN_QUOTE: usize = 6;
/// The name of the judged text.
const ANSWER: &str = "answer";
/// The name of the question, and of what is shown of the conversation before it.
pub(super) const TASK: &str = "task";

records! {
    /// Words that a critic quotes.
    pub struct Quote {
        /// The words.
        pub quote: SharedText,
        /// Where the critic says they stand: `answer`, `task`, `tools` (what the tools behind the answer gave), or the id of a tool call of the
        /// critic.
        pub from: SharedText,
        /// What they show, in the critic's words; empty when it did not say.
        pub says: SharedText,
        /// True when they stand there, apart from letter case and white space.
        pub found: bool,
        /// They are quoted for a fault.
        #[serde(skip)]
        pub for_fault: bool,
        /// They are enough to say where they stand.
        #[serde(skip)]
        pub is_evidence: bool,
    }
}

records! {
    /// The quotes that a critique rests on.
    #[derive(Default)]
    pub struct CritiqueEvidence {
        pub quotes: Vec<Quote>,
        /// Issues whose quotes were not found. They do not undo an acceptance.
        pub unsupported: Vec<SharedText>,
    }
}

impl CritiqueEvidence {
    /// Records the issues that have quotes, none of which was found.
    pub(super) fn record_misquoted_issues(&mut self, issues: &[SharedText]) {
        let says: Vec<String> = self.quotes.iter().map(|quote| fold_case_and_blanks(&quote.says)).gather();
        for issue in issues {
            let (mut quoted, mut found, own) = (false, false, fold_case_and_blanks(issue));
            for (quote, says) in self.quotes.iter_mut().zip(&says) {
                if *says == own {
                    (quote.for_fault, quoted) = (true, true);
                    found |= quote.found;
                }
            }
            if quoted && !found {
                self.unsupported.push(issue.clone());
            }
        }
    }

    /// Why it does not support an acceptance.
    pub(super) fn unsupported_acceptance_code(&self) -> Option<&'static str> {
        if self.quotes.iter().any(|quote| !quote.found && !quote.for_fault) {
            return Some("quote_not_found");
        }
        (!self.has_evidence_from(ANSWER)).then_some("quote_missing")
    }

    /// The quotes that were not found, a line each.
    #[must_use]
    pub fn list_unfound_quotes(&self) -> Option<SharedText> {
        let mut lines = String::new();
        for Quote { quote, from, .. } in self.quotes.iter().filter(|quote| !quote.found) {
            lines.push_str(if lines.is_empty() { "- " } else { "\n- " });
            lines.push_str(quote);
            lines.push_str(" (from ");
            lines.push_str(from);
            lines.push(')');
        }
        (!lines.is_empty()).then(|| lines.into())
    }

    /// Whether a quote of this text was found, and is long enough.
    pub(super) fn has_evidence_from(&self, folded_source: &str) -> bool {
        self.quotes.iter().any(|quote| quote.is_evidence && fold_case_and_blanks(&quote.from) == folded_source)
    }
}

/// What a look for a quote came to: whether its words stand there, and are enough to be evidence.
struct QuoteMatch {
    found: bool,
    is_evidence: bool,
}

/// The texts that a critic may quote.
#[derive(Debug)]
pub struct QuoteSources {
    task: String,
    /// The answers that are judged, in the order of their numbers, each with what tools gave for it.
    answers: Vec<[String; 2]>,
    /// What tools of the critic gave, by the ids of their calls.
    results: Vec<(String, String)>,
}

impl QuoteSources {
    #[must_use]
    pub fn new(task: &str) -> Self {
        Self { task: fold_case_and_blanks(task), answers: Vec::new(), results: Vec::new() }
    }

    /// Adds the next answer, and what tools gave for it.
    pub fn add_answer(&mut self, text: &str, tool_results: &str) {
        self.answers.push([text, tool_results].map(fold_case_and_blanks));
    }

    /// Adds what a tool of the critic gave.
    pub fn add_tool_result(&mut self, call_id: &str, text: &str) {
        self.results.push((fold_case_and_blanks(call_id), fold_case_and_blanks(text)));
    }

    /// Whether these words stand in the text of that name, and are enough to be evidence; `answer` is the one at this place.
    fn match_quote(&self, answer_index: usize, source_name: &str, words: &str) -> QuoteMatch {
        let (source_name, words) = (fold_case_and_blanks(source_name), fold_case_and_blanks(words));
        let own = |at: usize| self.answers.get(answer_index).and_then(|own| own.get(at));
        let text = match source_name.as_str() {
            ANSWER => own(0),
            "tools" => own(1),
            TASK => Some(&self.task),
            id => self.results.iter().find(|(name, _)| name == id).map(|(_, text)| text),
        };
        let found = text.filter(|text| !words.is_empty() && text.contains(&words));
        let is_evidence = found.is_some_and(|text| words.len() >= MIN_QUOTE || words == *text);
        QuoteMatch { found: found.is_some(), is_evidence }
    }
}

/// Reads a list of quotes and looks each up; what is not of its form is `outside`.
#[inline(never)]
pub(super) fn read_quotes(
    doc: Doc<'_>,
    list_index: usize,
    (sources, answer): (&QuoteSources, usize),
    raw: &SharedText,
    outside: &mut Vec<Span>,
) -> CritiqueEvidence {
    let mut evidence = CritiqueEvidence::default();
    for (at, entry) in doc.child_nodes(list_index) {
        match read_unchecked_quote(doc, at, raw).filter(|_| evidence.quotes.len() < MAX_QUOTES) {
            Some([quote, from, says]) => {
                let QuoteMatch { found, is_evidence } = sources.match_quote(answer, &from, &quote);
                evidence.quotes.push(Quote { quote, from, says, found, for_fault: false, is_evidence });
            }
            None => outside.push(doc.member_span(entry)),
        }
    }
    evidence
}

/// The texts of one quote, where it holds these and nothing else.
fn read_unchecked_quote(doc: Doc<'_>, entry_index: usize, raw: &SharedText) -> Option<[SharedText; 3]> {
    let mut texts = [const { None::<SharedText> }; 3];
    for (_, member) in doc.child_nodes(entry_index) {
        let key = doc.node_key(member)?;
        let at = ["quote", "from", "says"].iter().position(|name| *name == key.as_str())?;
        let slot = texts.get_mut(at).filter(|slot| slot.is_none() && matches!(member.kind, Kind::String | Kind::Word))?;
        *slot = Some(raw.share_or_copy_part(&doc.node_text(member)));
    }
    let [quote, from, says] = texts;
    Some([quote?, from?, says.unwrap_or_default()])
}
