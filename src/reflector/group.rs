//! The facts of one field that can be compared with each other.

use super::field::{CanonicalField, FieldType};
use super::named::Named;
use super::ordered::{Ids, Lists, Pairs};
use super::reach::{Reach, Span};
use super::relation::{FactRelation, agree};
use super::sweep::{Count, Sweep};
use super::value::Form;

/// Sources from which on the most of them settle a conflict.
pub const PLURALITY: u32 = 2;
/// Lists that a new one is compared with, those first that share its rarest words. What contains what is not looked for further, so that
/// two lists count as different rather than as the same.
const LOOKED: usize = 64;
/// Facts that are told of one value.
pub const TOLD: usize = 10;

/// Values that differ, and who says them.
pub struct Group {
    /// As of when, as the first fact says it.
    pub as_of: Option<String>,
    pub held: Vec<Held>,
    ids: Ids,
    /// A value and a source of it.
    pub said: Pairs,
    /// Values, those with most sources first.
    pub ranked: Pairs,
    index: Index,
    /// The reach that ends first and the one that begins last: if any two do not meet, these do not.
    pub extremes: Option<(u32, u32)>,
    /// The value that an adjudicator holds to be right.
    word: Option<u32>,
    pub verdict: Verdict,
}

/// One value.
pub struct Held {
    pub shown: String,
    pub form: Form,
    pub sources: u32,
    /// The first facts that say it, by the order in which they were given.
    pub facts: Vec<u32>,
    pub count: u32,
}

/// How the values stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    Agreed,
    Conflict,
    /// In conflict, and most sources agree on one value.
    Plurality {
        value: u32,
        sources: u32,
    },
    /// In conflict, and an adjudicator has said which is right.
    Adjudicated {
        value: u32,
    },
}

enum Index {
    /// Many values may stand side by side.
    Free,
    Line {
        sweep: Sweep,
        /// A source and a value of it.
        voices: Pairs,
    },
    Names(Named),
    Lists {
        named: Named,
        words: Lists,
    },
}

impl Group {
    pub fn new(field: &CanonicalField, as_of: Option<String>) -> Self {
        let index = match field.kind {
            _ if field.many => Index::Free,
            FieldType::Number | FieldType::Money | FieldType::Date => {
                Index::Line { sweep: Sweep::default(), voices: Pairs::default() }
            }
            FieldType::Text | FieldType::Enum | FieldType::Entity => Index::Names(Named::default()),
            FieldType::List => Index::Lists { named: Named::default(), words: Lists::default() },
        };
        let (ids, said, ranked) = (Ids::new(), Pairs::default(), Pairs::default());
        Self { as_of, held: Vec::new(), ids, said, ranked, index, extremes: None, word: None, verdict: Verdict::Agreed }
    }

    /// Takes a fact. The value's id, and whether nobody or another source said it before.
    pub fn add(&mut self, field: &CanonicalField, fact: u32, shown: String, form: Form, source: u32) -> (u32, bool) {
        let key = key(&form);
        let id = match self.ids.get(&key) {
            Some(id) => *id,
            None => self.insert(field, key, shown, form),
        };
        let new = self.said.add(id, source);
        let Some(held) = self.held.get_mut(id as usize) else { return (id, false) };
        if held.facts.len() < TOLD {
            held.facts.push(fact);
        }
        held.count += 1;
        if new {
            self.ranked.remove(u32::MAX - held.sources, id);
            held.sources += 1;
            self.ranked.add(u32::MAX - held.sources, id);
            self.count(field, id, source);
        }
        (id, new)
    }

    /// One more source for a value.
    fn count(&mut self, field: &CanonicalField, id: u32, source: u32) {
        let tolerance = field.reach_tolerance();
        let reached = |id: u32| match self.held.get(id as usize).map(|held| &held.form) {
            Some(Form::Reach(reach)) => reach.reached(tolerance),
            Some(Form::Name(_) | Form::List(_)) | None => Vec::new(),
        };
        match &mut self.index {
            Index::Line { sweep, voices } => {
                // A point counts once for a source, however many of its values lie over it.
                let mut own: Vec<Span> = voices.of(source).flat_map(reached).collect();
                for span in reached(id) {
                    for piece in without(span, &own) {
                        sweep.add(piece, Count::Sources, id);
                    }
                    own.push(span);
                }
                voices.add(source, id);
            }
            Index::Names(named) | Index::Lists { named, .. } => named.voice(id, source),
            Index::Free => {}
        }
    }

    fn insert(&mut self, field: &CanonicalField, key: String, shown: String, form: Form) -> u32 {
        let id = self.held.len() as u32;
        match (&mut self.index, &form) {
            (Index::Line { sweep, .. }, Form::Reach(reach)) => {
                for span in disjoint(reach.reached(field.reach_tolerance())) {
                    sweep.add(span, Count::Values, id);
                }
                let (low, high) = ends(reach);
                let at = |held: Option<&Held>| {
                    held.map_or((low, high), |held| match &held.form {
                        Form::Reach(reach) => ends(reach),
                        Form::Name(_) | Form::List(_) => (low, high),
                    })
                };
                let (first, last) = self.extremes.unwrap_or((id, id));
                let ends_first = if high < at(self.held.get(first as usize)).1 { id } else { first };
                let begins_last = if low > at(self.held.get(last as usize)).0 { id } else { last };
                self.extremes = Some((ends_first, begins_last));
            }
            (Index::Names(named), Form::Name(name)) => named.insert(&name.key, &name.general),
            (Index::Lists { named, words }, Form::List(items)) => {
                named.insert(&items.key, &[]);
                // Those first that share the rarest words.
                let mut rare = Pairs::default();
                for (word, at) in items.words().iter().zip(0..) {
                    rare.add(words.get(word).len() as u32, at);
                }
                let mut near = Pairs::default();
                for word in rare.iter().filter_map(|(_, at)| items.words().get(at as usize)) {
                    let room = LOOKED.saturating_sub(near.len());
                    for other in words.get(word).iter().take(room) {
                        near.add(0, *other);
                    }
                }
                let near: Vec<u32> = near.of(0).collect();
                for other in near {
                    named.work += 1;
                    let Some(Form::List(known)) = self.held.get(other as usize).map(|held| &held.form) else { continue };
                    match items.says_of(known) {
                        Some(true) => named.link(id, other),
                        Some(false) => named.link(other, id),
                        None => {}
                    }
                }
                for word in items.words() {
                    words.push(word, id);
                }
            }
            (Index::Free | Index::Line { .. } | Index::Names(_) | Index::Lists { .. }, _) => {}
        }
        // What speaks against an adjudicator's word, and was not there when it was given, opens the conflict again.
        if let Some(word) = self.word.and_then(|word| self.held.get(word as usize))
            && agree(field, &word.form, &form) == FactRelation::Conflict
        {
            self.word = None;
        }
        self.held.push(Held { shown, form, sources: 0, facts: Vec::new(), count: 0 });
        self.ids.insert(key, id);
        id
    }

    /// Looks again; after facts were added.
    pub fn judge(&mut self) {
        let values = self.held.len();
        let (agreed, most) = match &mut self.index {
            Index::Free => (true, None),
            Index::Line { sweep, .. } => {
                if sweep.peak(Count::Values).depth as usize == values {
                    (true, None)
                } else {
                    let peak = sweep.peak(Count::Sources);
                    (false, Some((peak.opener, peak.depth, peak.places == 1)))
                }
            }
            Index::Names(named) | Index::Lists { named, .. } => {
                (named.ends() < 2, named.most().map(|most| (most.id, most.sources, most.alone)))
            }
        };
        self.verdict = match (agreed, self.word, most) {
            (true, ..) => Verdict::Agreed,
            (false, Some(value), _) => Verdict::Adjudicated { value },
            (false, None, Some((value, sources, true))) if sources >= PLURALITY => Verdict::Plurality { value, sources },
            (false, None, _) => Verdict::Conflict,
        };
    }

    /// An adjudicator holds this value to be right.
    pub fn adjudicate(&mut self, value: u32) {
        self.word = Some(value);
        self.judge();
    }

    /// What was looked at so far, in steps.
    pub fn work(&self) -> u64 {
        match &self.index {
            Index::Free => 0,
            Index::Line { sweep, .. } => sweep.work,
            Index::Names(named) | Index::Lists { named, .. } => named.work,
        }
    }
}

/// The same for values that are the same.
fn key(form: &Form) -> String {
    match form {
        Form::Reach(reach) => {
            let mut key = String::new();
            for at in reach.spans.iter().flat_map(|span| [span.low, span.high]) {
                key.push_str(&format!("{:x}.", at.to_bits()));
            }
            key
        }
        Form::Name(name) => name.key.clone(),
        Form::List(items) => items.key.clone(),
    }
}

fn ends(reach: &Reach) -> (f64, f64) {
    let low = reach.spans.iter().map(|span| span.low).fold(f64::INFINITY, f64::min);
    let high = reach.spans.iter().map(|span| span.high).fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}

/// Spans of one value that overlap count once.
fn disjoint(spans: Vec<Span>) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        let pieces = without(span, &kept);
        kept.extend(pieces);
    }
    kept
}

/// What is left of a span outside of others.
fn without(span: Span, others: &[Span]) -> Vec<Span> {
    let mut left = vec![span];
    for other in others {
        left = left
            .into_iter()
            .flat_map(|piece| {
                if other.high < piece.low || other.low > piece.high {
                    return vec![piece];
                }
                let before = Span { low: piece.low, high: other.low.next_down().min(piece.high) };
                let after = Span { low: other.high.next_up().max(piece.low), high: piece.high };
                [before, after].into_iter().filter(|piece| piece.low <= piece.high).collect()
            })
            .collect();
    }
    left
}
