//! Looks up what a critic quotes: its words are in the text that it names, or they are not. Letter case and white space do not count, and
//! nothing else is forgiven.

use std::cell::Cell;

use serde::Serialize;
use tsify::Tsify;

use super::json::{Doc, Kind, Span};
use crate::message::{Text, is_space, lower, take};

/// Quotes of one review that are looked up; of further ones none is found.
const MAX_QUOTES: u32 = 64;
/// The name of the judged text.
const ANSWER: &str = "answer";
/// That of what tools gave for it.
const TOOLS: &str = "tools";
/// The names that no tool call may have.
pub const NAMES: [&str; 3] = [ANSWER, TOOLS, TASK];
/// The name of the question, and of what is shown of the conversation before it.
pub const TASK: &str = "task";

/// Words that a critic quotes.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Quote {
    /// The words.
    #[tsify(type = "string")]
    pub quote: Text,
    /// Where they are said to stand: `answer`, `task`, `tools` (what the tools behind the answer gave), or the id of a tool call of the
    /// critic.
    #[tsify(type = "string")]
    pub from: Text,
    /// What they show, in the critic's words; empty when it did not say.
    #[tsify(type = "string")]
    pub says: Text,
    /// They do stand there, but for letter case and white space.
    pub found: bool,
}

/// What a review stands on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Tsify)]
pub struct CritiqueEvidence {
    pub quotes: Vec<Quote>,
    /// Those of its issues whose quotes are not there. They do not turn an acceptance.
    #[tsify(type = "string[]")]
    pub unsupported: Vec<Text>,
}

impl CritiqueEvidence {
    /// Takes down of which of these issues a quote was given, and none that was found.
    pub(super) fn weigh(&mut self, issues: &[Text]) {
        let said: Vec<(String, bool)> = self.quotes.iter().map(|quote| (folded(&quote.says), quote.found)).collect();
        for issue in issues {
            let own = folded(issue);
            let mut shown = said.iter().filter(|(says, _)| *says == own).map(|(_, found)| *found);
            if shown.next().is_some_and(|found| !found && !shown.any(|found| found)) {
                self.unsupported.push(issue.clone());
            }
        }
    }

    /// Why it does not bear out an acceptance.
    pub(super) fn lacks(&self) -> Option<&'static str> {
        let is_of_fault = |quote: &Quote| self.unsupported.iter().any(|issue| folded(issue) == folded(&quote.says));
        if self.quotes.iter().any(|quote| !quote.found && !is_of_fault(quote)) {
            return Some("quote_not_found");
        }
        (!self.is_from(ANSWER)).then_some("quote_missing")
    }

    /// The quotes that were not found, a line each.
    #[must_use]
    pub fn missing(&self) -> Option<Text> {
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

    /// Whether words of this text are quoted, and are there.
    pub(super) fn is_from(&self, text: &str) -> bool {
        self.quotes.iter().any(|quote| quote.found && folded(&quote.from) == text)
    }
}

/// The texts that a critic was shown and may quote.
#[derive(Debug, Default)]
pub struct Sources {
    /// Each under its name, which several may have.
    texts: Vec<(String, String)>,
    /// The answers that are judged, in the order of their numbers, each with what tools gave for it.
    answers: Vec<[String; 2]>,
    left: Cell<u32>,
}

impl Sources {
    /// Adds a text under this name.
    pub fn add(&mut self, name: &str, text: &str) {
        self.texts.push((folded(name), folded(text)));
    }

    /// Adds the next answer, and what tools gave for it.
    pub fn add_answer(&mut self, text: &str, tools: &str) {
        self.answers.push([text, tools].map(folded));
        self.left.set(self.left.get() + MAX_QUOTES);
    }

    /// Whether these words stand in the text of that name; `answer` is the one at this place.
    fn holds(&self, answer: usize, from: &str, words: &str) -> bool {
        let (from, words) = (folded(from), folded(words));
        if words.is_empty() || self.left.get() == 0 {
            return false;
        }
        self.left.set(self.left.get() - 1);
        if let Some(at) = [ANSWER, TOOLS].iter().position(|name| *name == from) {
            return self.answers.get(answer).and_then(|own| own.get(at)).is_some_and(|text| text.contains(&words));
        }
        self.texts.iter().any(|(name, text)| *name == from && text.contains(&words))
    }
}

/// In lower case, with one space for each stretch of white space, and none around.
fn folded(text: &str) -> String {
    let (mut folded, mut at, mut waits) = (String::with_capacity(text.len()), 0, false);
    while let Some(letter) = take(text, &mut at) {
        if is_space(letter) {
            waits = !folded.is_empty();
            continue;
        }
        if std::mem::take(&mut waits) {
            folded.push(' ');
        }
        folded.push(lower(letter));
    }
    folded
}

/// Reads a list of quotes and looks each up; what is not of its form is `outside`.
#[inline(never)]
pub(super) fn read(
    doc: Doc<'_>,
    list: usize,
    (sources, answer): (&Sources, usize),
    raw: &Text,
    outside: &mut Vec<Span>,
) -> CritiqueEvidence {
    let mut evidence = CritiqueEvidence::default();
    for (at, entry) in doc.children(list) {
        match quote(doc, at, raw) {
            Some([quote, from, says]) => {
                let found = sources.holds(answer, &from, &quote);
                evidence.quotes.push(Quote { quote, from, says, found });
            }
            None => outside.push(doc.member(entry)),
        }
    }
    evidence
}

/// The texts of one quote, where it holds these and nothing else.
fn quote(doc: Doc<'_>, entry: usize, raw: &Text) -> Option<[Text; 3]> {
    let mut texts = [const { None::<Text> }; 3];
    for (_, member) in doc.children(entry) {
        let key = doc.key(member)?;
        let at = ["quote", "from", "says"].iter().position(|name| *name == key.as_str())?;
        let slot = texts.get_mut(at).filter(|slot| slot.is_none() && matches!(member.kind, Kind::String | Kind::Word))?;
        *slot = Some(raw.part(&doc.string(member)));
    }
    let [quote, from, says] = texts;
    Some([quote?, from?, says.unwrap_or_default()])
}
