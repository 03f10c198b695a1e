//! The facts that were taken, and the model filled with them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::message::object;
use crate::reflector::{CanonicalField, FieldType, Reflection, Reflector, RefusedFact, Standing, Stands};

/// What a fact holds beside its value that says how to read it.
const READ_WITH: [&str; 3] = ["unit", "currency", "asOf"];

/// Numbers by name, the one kind of map here: each other kind is 3 KB of wasm, and one that is collected 7 KB more.
type Ids = BTreeMap<String, u32>;

/// Facts as they were given, in order, without those that were refused.
#[derive(Default)]
pub(super) struct Facts {
    pub list: Vec<Value>,
    /// By the reflector's number, which counts refused ones too.
    places: Vec<Option<u32>>,
}

impl Facts {
    /// Keeps a batch that the reflector was given.
    pub fn keep(&mut self, given: Vec<Value>, refused: &[RefusedFact]) {
        // In the order in which they were given.
        let mut refused = refused.iter().map(|refused| refused.fact).peekable();
        for fact in given {
            let taken = refused.next_if_eq(&(self.places.len() as u32)).is_none();
            self.places.push(taken.then_some(self.list.len() as u32));
            if taken {
                self.list.push(fact);
            }
        }
    }

    /// A fact by the reflector's number.
    pub fn given(&self, number: u32) -> Option<&Value> {
        let place = self.places.get(number as usize).copied().flatten()?;
        self.list.get(place as usize)
    }

    /// A look with its facts numbered as in `list`.
    pub fn renumbered(&self, mut reflection: Reflection) -> Reflection {
        let sides = reflection.conflicts.iter_mut().flat_map(|conflict| &mut conflict.sides).map(|side| &mut side.facts);
        for facts in sides.chain(reflection.resolved.iter_mut().map(|resolved| &mut resolved.facts)) {
            *facts = facts.iter().filter_map(|number| self.places.get(*number as usize).copied().flatten()).collect();
        }
        reflection
    }

    /// The model filled: names in each other as the paths say, `null` where nothing was found, a list where several values stand side by
    /// side, `{ conflict: [...], asOf? }` where values contradict each other. A value with a unit, a currency or a date is
    /// `{ value, unit?, currency?, asOf? }`. Of facts that agree the most precise one is given, of a settled conflict the one that holds.
    pub fn filled(&self, reflector: &Reflector) -> Value {
        let fields = &reflector.model().fields;
        let mut at = Ids::new();
        let mut found: Vec<Vec<(u32, &Value)>> = fields.iter().map(|_| Vec::new()).collect();
        for field in fields {
            at.insert(field.path.clone(), at.len() as u32);
        }
        for (number, place) in (0..).zip(&self.places) {
            let fact = place.and_then(|place| self.list.get(place as usize));
            if let (Some(fact), Some((field, group))) = (fact, reflector.place(number))
                && let Some(found) = found.get_mut(field as usize)
            {
                found.push((group, fact));
            }
        }
        let mut root = Map::new();
        for ((field, found), standings) in fields.iter().zip(&found).zip(reflector.standings()) {
            let listed = field.many || field.kind == FieldType::List;
            let values = if listed { self.listed(field, found, &standings) } else { self.held(&standings) };
            put(&mut root, &field.path, one_or_all(values, listed), &at);
        }
        Value::Object(root)
    }

    /// What each group comes to: groups cannot be compared with each other, and stand side by side.
    fn held(&self, standings: &[Standing]) -> Vec<Value> {
        standings.iter().filter_map(|standing| self.told(standing)).collect()
    }

    /// Every item that is not contested, each once, and what the contested come to.
    fn listed(&self, field: &CanonicalField, facts: &[(u32, &Value)], standings: &[Standing]) -> Vec<Value> {
        let items = |value: Value, fact: &Value| match fact.get("value") {
            Some(Value::Array(items)) if field.kind == FieldType::List => items.clone(),
            _ => vec![value],
        };
        let mut values: Vec<Value> = Vec::new();
        let mut seen = Ids::new();
        let mut told = Ids::new();
        for (group, fact) in facts {
            let contested =
                standings.iter().find(|standing| standing.group == *group).and_then(|standing| match standing.stands {
                    Stands::Agreed(_) => None,
                    Stands::Settled(_) | Stands::Disputed(_) => Some(standing),
                });
            let new = match contested {
                None => items(entry(fact), fact),
                Some(_) if told.insert(group.to_string(), 0).is_some() => Vec::new(),
                Some(Standing { stands: Stands::Settled(winner), .. }) => {
                    self.given(*winner).map(|fact| items(entry(fact), fact)).unwrap_or_default()
                }
                Some(standing) => self.told(standing).into_iter().collect(),
            };
            values.extend(new.into_iter().filter(|item| seen.insert(item.to_string(), 0).is_none()));
        }
        values
    }

    fn told(&self, standing: &Standing) -> Option<Value> {
        match &standing.stands {
            Stands::Agreed(fact) | Stands::Settled(fact) => self.given(*fact).map(entry),
            Stands::Disputed(sides) => {
                let sides = sides.iter().map(|side| side.as_str().into()).collect();
                let mut told = object([("conflict", Value::Array(sides))]);
                if let (Value::Object(told), Some(date)) = (&mut told, &standing.as_of) {
                    told.insert("asOf".to_owned(), date.as_str().into());
                }
                Some(told)
            }
        }
    }
}

fn one_or_all(mut values: Vec<Value>, listed: bool) -> Value {
    match (values.len(), values.pop()) {
        (_, None) => Value::Null,
        (1, Some(only)) if !listed => only,
        // A conflict over a whole list is told as one over anything else.
        (1, Some(only)) if only.get("conflict").is_some() => only,
        (_, Some(last)) => {
            values.push(last);
            Value::Array(values)
        }
    }
}

/// The value of a fact, with what it must be read with.
fn entry(fact: &Value) -> Value {
    let value = fact.get("value").cloned().unwrap_or_default();
    let with = |key: &&str| fact.get(*key).filter(|held| !held.is_null()).map(|held| ((*key).to_owned(), held.clone()));
    let more: Vec<(String, Value)> = READ_WITH.iter().filter_map(with).collect();
    if more.is_empty() {
        return value;
    }
    Value::Object([("value".to_owned(), value)].into_iter().chain(more).collect())
}

/// Puts a value where its path says; under the whole path where a part of it is a field of its own.
fn put(root: &mut Map<String, Value>, path: &str, value: Value, paths: &Ids) {
    let starts: Vec<usize> = path.match_indices('.').map(|(at, _)| at).collect();
    if starts.iter().any(|at| path.get(..*at).is_some_and(|start| paths.contains_key(start))) {
        root.insert(path.to_owned(), value);
        return;
    }
    let mut at = root;
    let mut names = path.split('.').peekable();
    while let Some(name) = names.next() {
        if names.peek().is_none() {
            at.insert(name.to_owned(), value);
            return;
        }
        let inner = at.entry(name).or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(map) = inner else { return };
        at = map;
    }
}
