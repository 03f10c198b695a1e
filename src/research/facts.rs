//! The facts that were taken, and the model filled with them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::message::object;
use crate::reflector::{CanonicalField, CanonicalModel, FactResolution, FieldType, Reflection, RefusedFact};

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
    /// side, `{ conflict: [...] }` where values contradict each other. A value with a unit, a currency or a date is
    /// `{ value, unit?, currency?, asOf? }`. `reflection` is a renumbered one.
    pub fn filled(&self, model: &CanonicalModel, reflection: &Reflection) -> Value {
        let mut at = Ids::new();
        for field in &model.fields {
            at.insert(field.path.clone(), at.len() as u32);
        }
        let mut found: Vec<Found> = model.fields.iter().map(|_| Found::default()).collect();
        let place = |path: &str| at.get(path.trim()).map_or(usize::MAX, |place| *place as usize);
        for fact in &self.list {
            let path = fact.get("path").and_then(Value::as_str).unwrap_or_default();
            if let Some(found) = found.get_mut(place(path)) {
                found.facts.push(fact);
            }
        }
        for conflict in &reflection.conflicts {
            if let Some(found) = found.get_mut(place(&conflict.path)) {
                found.disputed.extend(conflict.sides.iter().map(|side| side.value.as_str().into()));
            }
        }
        for resolution in &reflection.resolved {
            if let Some(found) = found.get_mut(place(&resolution.path)) {
                found.settled.push(resolution);
            }
        }
        let mut root = Map::new();
        for (field, found) in model.fields.iter().zip(found) {
            let value = if found.disputed.is_empty() {
                self.held(field, &found.facts, &found.settled)
            } else {
                object([("conflict", Value::Array(found.disputed))])
            };
            put(&mut root, &field.path, value, &at);
        }
        Value::Object(root)
    }

    fn held(&self, field: &CanonicalField, facts: &[&Value], settled: &[&FactResolution]) -> Value {
        let listed = field.many || field.kind == FieldType::List;
        let mut values: Vec<Value> = Vec::new();
        let mut seen = Ids::new();
        for resolution in settled {
            let winner = resolution.facts.first().and_then(|at| self.list.get(*at as usize));
            values.extend(winner.map(entry));
            seen.insert(resolution.as_of.clone().unwrap_or_default(), 0);
        }
        for fact in facts {
            if !listed {
                // Those of one date agree.
                if seen.insert(as_of(fact), 0).is_none() {
                    values.push(entry(fact));
                }
                continue;
            }
            let items = match fact.get("value") {
                Some(Value::Array(items)) if field.kind == FieldType::List => items.clone(),
                _ => vec![entry(fact)],
            };
            values.extend(items.into_iter().filter(|item| seen.insert(item.to_string(), 0).is_none()));
        }
        match (values.len(), values.pop()) {
            (_, None) => Value::Null,
            (1, Some(only)) if !listed => only,
            (_, Some(last)) => {
                values.push(last);
                Value::Array(values)
            }
        }
    }
}

/// What is known of one field.
#[derive(Default)]
struct Found<'a> {
    facts: Vec<&'a Value>,
    disputed: Vec<Value>,
    settled: Vec<&'a FactResolution>,
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

fn as_of(fact: &Value) -> String {
    match fact.get("asOf") {
        Some(Value::String(date)) => date.trim().to_owned(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    }
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
