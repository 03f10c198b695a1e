//! Looks up what a critic quotes: its words are in the text that it names, or they are not. Letter case and white space do not count, and
//! nothing else is forgiven.

use std::cell::Cell;

use serde::Serialize;
use tsify::Tsify;

use super::json::{Doc, Kind, Node, Span};
use crate::message::{Text, is_space, lower, take};

/// Quotes of one review that are looked up; of further ones none is found.
const MAX_QUOTES: u32 = 64;
/// The name of the judged text.
const ANSWER: &str = "answer";
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
pub struct Evidence {
    pub quotes: Vec<Quote>,
    /// Those of its issues for which no words were quoted that are there. They do not turn an acceptance.
    #[tsify(type = "string[]")]
    pub unsupported: Vec<Text>,
}

impl Evidence {
    /// Takes down which of these issues no quote shows that was found.
    pub(super) fn weigh(&mut self, issues: &[Text]) {
        let shown: Vec<String> = self.quotes.iter().filter(|quote| quote.found).map(|quote| folded(&quote.says)).collect();
        self.unsupported = issues.iter().filter(|issue| !shown.contains(&folded(issue))).cloned().collect();
    }

    /// Why it does not bear out an acceptance.
    pub(super) fn lacks(&self) -> Option<&'static str> {
        if self.quotes.iter().any(|quote| !quote.found) {
            return Some("quote_not_found");
        }
        (!self.is_from(ANSWER)).then_some("quote_missing")
    }

    /// Whether words of this text are quoted, and are there.
    pub(super) fn is_from(&self, text: &str) -> bool {
        self.quotes.iter().any(|quote| quote.found && folded(&quote.from) == text)
    }
}

/// The texts that a critic was shown and may quote.
#[derive(Debug)]
pub struct Sources {
    answers: Vec<String>,
    others: Vec<(String, String)>,
    left: Cell<u32>,
}

impl Sources {
    /// Of a look at these answers, in the order of their numbers, and of other texts, each under its name, which several may have.
    pub fn new<'a>(answers: impl Iterator<Item = &'a str>, others: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let answers: Vec<String> = answers.map(folded).collect();
        let others = others.map(|(name, text)| (folded(name), folded(text))).collect();
        let left = Cell::new(MAX_QUOTES.saturating_mul(answers.len() as u32));
        Self { answers, others, left }
    }

    /// Whether these words stand in the text of that name; `answer` is the one at this place.
    fn holds(&self, answer: usize, from: &str, words: &str) -> bool {
        let (from, words) = (folded(from), folded(words));
        if words.is_empty() || self.left.get() == 0 {
            return false;
        }
        self.left.set(self.left.get() - 1);
        let own = self.answers.get(answer).filter(|_| from == ANSWER);
        let named = self.others.iter().filter(|(name, _)| *name == from).map(|(_, text)| text);
        own.into_iter().chain(named).any(|text| text.contains(&words))
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
pub(super) fn read(
    doc: Doc<'_>,
    list: (usize, &Node),
    place: (&Sources, usize),
    raw: &Text,
    outside: &mut Vec<Span>,
) -> Evidence {
    let mut evidence = Evidence::default();
    if list.1.kind != Kind::Array {
        outside.push(doc.member(list.1));
        return evidence;
    }
    for (at, entry) in doc.children(list.0) {
        let [mut quote, mut from, mut says] = [const { None::<Text> }; 3];
        for (_, member) in doc.children(at) {
            let slot = match doc.key(member).as_ref().map(|key| key.as_str()) {
                Some("quote") => &mut quote,
                Some("from") => &mut from,
                Some("says") => &mut says,
                _ => return outside_of(evidence, doc, entry, outside),
            };
            if !matches!(member.kind, Kind::String | Kind::Word) || slot.is_some() {
                return outside_of(evidence, doc, entry, outside);
            }
            *slot = Some(raw.part(&doc.string(member)));
        }
        let (Some(quote), Some(from)) = (quote, from) else { return outside_of(evidence, doc, entry, outside) };
        let found = place.0.holds(place.1, &from, &quote);
        evidence.quotes.push(Quote { quote, from, says: says.unwrap_or_default(), found });
    }
    evidence
}

fn outside_of(evidence: Evidence, doc: Doc<'_>, entry: &Node, outside: &mut Vec<Span>) -> Evidence {
    outside.push(doc.member(entry));
    evidence
}
