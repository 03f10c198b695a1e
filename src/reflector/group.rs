//! The facts of one field that can be compared with each other.

use super::field::{CanonicalField, FieldType};
use super::named::Named;
use super::ordered::{Ids, Lists, Pairs, place};
use super::reach::{Reach, Span};
use super::relation::{FactRelation, agree};
use super::sweep::{Count, Sweep};
use super::value::{Form, Read};
use super::voices::Voices;

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
    /// As the first fact was read.
    pub read: Read,
    /// Groups that hold all of these and others, since they say more closely what is counted. Where there is one, this one is not told.
    pub in_groups: Vec<u32>,
    pub held: Vec<Held>,
    ids: Ids,
    /// A value and a source of it.
    pub said: Pairs,
    /// The same without what came from groups that this one holds all of; there where it holds any.
    own: Option<Pairs>,
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
}

/// How the values stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    Agreed,
    Conflict,
    /// In conflict, and most sources agree on one value.
    Plurality {
        held: Agreed,
        sources: u32,
    },
    /// In conflict, and an adjudicator has said which is right.
    Adjudicated {
        value: u32,
    },
}

/// What most sources agree on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Agreed {
    Value(u32),
    /// Whatever lies where the place begins on which most spans lie.
    Place(f64),
}

enum Index {
    /// Many values may stand side by side.
    Free,
    Line {
        sweep: Sweep,
        voices: Voices,
    },
    Names(Named),
    Lists {
        named: Named,
        words: Lists,
    },
}

impl Group {
    pub fn new(field: &CanonicalField, as_of: Option<String>, read: Read) -> Self {
        let index = match field.kind {
            _ if field.many => Index::Free,
            FieldType::Number | FieldType::Money | FieldType::Date => {
                Index::Line { sweep: Sweep::default(), voices: Voices::default() }
            }
            FieldType::Text | FieldType::Enum | FieldType::Entity => Index::Names(Named::default()),
            FieldType::List => Index::Lists { named: Named::default(), words: Lists::default() },
        };
        let (ids, said, ranked) = (Ids::new(), Pairs::default(), Pairs::default());
        let (held, in_groups) = (Vec::new(), Vec::new());
        Self {
            as_of,
            read,
            in_groups,
            held,
            ids,
            said,
            own: None,
            ranked,
            index,
            extremes: None,
            word: None,
            verdict: Verdict::Agreed,
        }
    }

    /// Takes a fact. The value's id, and whether nobody or another source said it before.
    pub fn add(&mut self, field: &CanonicalField, fact: u32, shown: &str, form: Form, source: u32) -> (u32, bool) {
        let key = key(&form);
        let id = match self.ids.get(&key) {
            Some(id) => *id,
            None => self.insert(field, key, shown.to_owned(), form),
        };
        let new = self.said.add(id, source);
        let Some(held) = self.held.get_mut(id as usize) else { return (id, false) };
        if held.facts.len() < TOLD {
            held.facts.push(fact);
        }
        if new {
            self.ranked.remove(u32::MAX - held.sources, id);
            held.sources += 1;
            self.ranked.add(u32::MAX - held.sources, id);
            self.count(field, id, source);
        }
        (id, new)
    }

    /// Takes a fact of its own, as [`add`](Self::add) does; and whether the value is new.
    pub fn add_own(&mut self, field: &CanonicalField, fact: u32, shown: &str, form: Form, source: u32) -> (u32, bool, bool) {
        let before = self.held.len();
        let (id, new) = self.add(field, fact, shown, form, source);
        match &mut self.own {
            None => (id, new, self.held.len() > before),
            Some(own) => {
                let first = own.of(id).next().is_none();
                (id, own.add(id, source), first)
            }
        }
    }

    /// What comes from now on may be another group's.
    pub fn share(&mut self) {
        if self.own.is_none() {
            self.own = Some(self.said.clone());
        }
    }

    /// Takes what another group holds.
    pub fn join(&mut self, field: &CanonicalField, other: &Self) {
        self.share();
        for (id, held) in (0..).zip(&other.held) {
            let Some(first) = held.facts.first() else { continue };
            let mut own = 0;
            for source in other.said.of(id) {
                own = self.add(field, *first, &held.shown, held.form.clone(), source).0;
            }
            if let Some(own) = self.held.get_mut(own as usize) {
                let known = std::mem::take(&mut own.facts);
                for fact in known.into_iter().filter(|fact| fact != first).chain(held.facts.iter().copied()) {
                    if !own.facts.contains(&fact) {
                        place(&mut own.facts, fact, |a, b| a > b);
                    }
                }
                own.facts.truncate(TOLD);
            }
        }
        let word = other.word.and_then(|word| other.held.get(word as usize));
        self.word = word.and_then(|held| self.id(&held.form)).or(self.word);
    }

    /// The id of a value.
    pub fn id(&self, form: &Form) -> Option<u32> {
        self.ids.get(&key(form)).copied()
    }

    /// One more source for a value.
    fn count(&mut self, field: &CanonicalField, id: u32, source: u32) {
        match &mut self.index {
            Index::Line { sweep, voices } => {
                if let Some(Form::Reach(reach)) = self.held.get(id as usize).map(|held| &held.form) {
                    for span in apart(reach.reached(field.reach_tolerance())) {
                        voices.add(source, span, sweep);
                    }
                }
            }
            Index::Names(named) | Index::Lists { named, .. } => named.voice(id, source),
            Index::Free => {}
        }
    }

    fn insert(&mut self, field: &CanonicalField, key: String, shown: String, form: Form) -> u32 {
        let id = self.held.len() as u32;
        match (&mut self.index, &form) {
            (Index::Line { sweep, .. }, Form::Reach(reach)) => {
                for span in apart(reach.reached(field.reach_tolerance())) {
                    sweep.add(span, Count::Values);
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
        self.held.push(Held { shown, form, sources: 0, facts: Vec::new() });
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
                    (false, Some((Agreed::Place(peak.at), peak.depth, peak.places == 1)))
                }
            }
            Index::Names(named) | Index::Lists { named, .. } => {
                (named.ends() < 2, named.most().map(|most| (Agreed::Value(most.id), most.sources, most.alone)))
            }
        };
        self.verdict = match (agreed, self.word, most) {
            (true, ..) => Verdict::Agreed,
            (false, Some(value), _) => Verdict::Adjudicated { value },
            (false, None, Some((held, sources, true))) if sources >= PLURALITY => Verdict::Plurality { held, sources },
            (false, None, _) => Verdict::Conflict,
        };
    }

    /// The value that holds where sources agree; of several the most precise one.
    pub fn agreed(&self, field: &CanonicalField, agreed: Agreed) -> Option<u32> {
        let place = match (agreed, &self.index) {
            (Agreed::Value(value), _) => return Some(value),
            (Agreed::Place(low), Index::Line { sweep, .. }) => Span { low, high: sweep.until(low, Count::Sources) },
            (Agreed::Place(_), Index::Free | Index::Names(_) | Index::Lists { .. }) => return None,
        };
        let lies_there = |held: &Held| match &held.form {
            Form::Reach(reach) => {
                let spans = reach.reached(field.reach_tolerance());
                spans.iter().any(|span| span.low <= place.high && place.low <= span.high)
            }
            Form::Name(_) | Form::List(_) => false,
        };
        self.most_precise(lies_there)
    }

    /// Of the values that are meant the one that leaves least open; where two do alike, by what they say, so that their order decides
    /// nothing.
    pub fn most_precise(&self, meant: impl Fn(&Held) -> bool) -> Option<u32> {
        let mut best: Option<(u32, f64, &str)> = None;
        for (id, held) in (0..).zip(&self.held).filter(|(_, held)| meant(held)) {
            let breadth = held.form.breadth();
            if best.is_none_or(|(_, known, shown)| breadth < known || (breadth == known && held.shown.as_str() < shown)) {
                best = Some((id, breadth, &held.shown));
            }
        }
        best.map(|(id, ..)| id)
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

/// Spans of one value that overlap are one.
fn apart(spans: Vec<Span>) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        match kept.iter_mut().find(|known| known.low <= span.high && span.low <= known.high) {
            Some(known) => *known = Span { low: known.low.min(span.low), high: known.high.max(span.high) },
            None => kept.push(span),
        }
    }
    kept
}
