//! The facts that were taken, and the model filled with them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::message::object;
use crate::reflector::{FieldType, Reflection, Reflector, RefusedFact, Resolution};

/// What a fact holds beside its value that says how to read it.
const READ_WITH: [&str; 2] = ["unit", "asOf"];

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
        for side in reflection.conflicts.iter_mut().flat_map(|conflict| &mut conflict.sides) {
            side.facts = side.facts.iter().filter_map(|number| self.places.get(*number as usize).copied().flatten()).collect();
        }
        reflection
    }

    /// The model filled: names in each other as the paths say, `null` where nothing was found, a list where several values are side by
    /// side, `{ conflict: [...], asOf? }` where values contradict each other. A value with a unit or a date is `{ value, unit?, asOf? }`.
    /// Of facts that agree the most precise one is given, of a settled conflict the one that holds.
    pub fn filled(&self, reflector: &Reflector) -> Value {
        let fields = &reflector.model().fields;
        let paths: BTreeSet<&str> = fields.iter().map(|field| field.path.as_str()).collect();
        let mut found: Vec<Vec<(u32, &Value)>> = fields.iter().map(|_| Vec::new()).collect();
        for (number, place) in (0..).zip(&self.places) {
            let fact = place.and_then(|place| self.list.get(place as usize));
            if let (Some(fact), Some((field, group))) = (fact, reflector.place(number))
                && let Some(found) = found.get_mut(field as usize)
            {
                found.push((group, fact));
            }
        }
        let mut root = Map::new();
        for ((field, found), resolutions) in fields.iter().zip(&found).zip(reflector.resolutions()) {
            let listed = field.many || field.kind == FieldType::List;
            // Groups cannot be compared with each other, and are side by side.
            let values = if listed {
                self.listed(found, &resolutions)
            } else {
                resolutions.iter().filter_map(|s| self.value(s)).collect()
            };
            put(&mut root, &field.path, one_or_all(values, listed), &paths);
        }
        Value::Object(root)
    }

    /// Every item of values that agree, each once, and what the others come to.
    fn listed(&self, facts: &[(u32, &Value)], resolutions: &[Resolution]) -> Vec<Value> {
        let items = |fact: &Value| match fact.get("value") {
            Some(Value::Array(items)) => items.clone(),
            _ => vec![entry(fact)],
        };
        let mut values: Vec<Value> = Vec::new();
        let (mut seen, mut contested) = (BTreeSet::new(), BTreeSet::new());
        for (group, fact) in facts {
            let new = match resolutions.get(*group as usize) {
                None | Some(Resolution::Agreed(_)) => items(fact),
                Some(_) if !contested.insert(*group) => Vec::new(),
                Some(Resolution::Settled(right)) => self.given(*right).map(items).unwrap_or_default(),
                Some(open) => self.value(open).into_iter().collect(),
            };
            values.extend(new.into_iter().filter(|item| seen.insert(item.to_string())));
        }
        values
    }

    fn value(&self, resolution: &Resolution) -> Option<Value> {
        match resolution {
            Resolution::Agreed(fact) | Resolution::Settled(fact) => self.given(*fact).map(entry),
            Resolution::Open(values, as_of) => {
                let mut conflict = object([("conflict", values.iter().map(|value| Value::from(value.as_str())).collect())]);
                if let (Value::Object(conflict), Some(date)) = (&mut conflict, as_of) {
                    conflict.insert("asOf".to_owned(), date.as_str().into());
                }
                Some(conflict)
            }
        }
    }
}

fn one_or_all(mut values: Vec<Value>, listed: bool) -> Value {
    match (values.len(), values.pop()) {
        (_, None) => Value::Null,
        (1, Some(only)) if !listed => only,
        // A conflict over a whole list is written as one over anything else.
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
    let with = |key: &&str| fact.get(*key).filter(|part| !part.is_null()).map(|part| ((*key).to_owned(), part.clone()));
    let more: Vec<(String, Value)> = READ_WITH.iter().filter_map(with).collect();
    if more.is_empty() {
        return value;
    }
    Value::Object([("value".to_owned(), value)].into_iter().chain(more).collect())
}

/// Puts a value where its path says; under the whole path where a part of it is a field of its own.
fn put(root: &mut Map<String, Value>, path: &str, value: Value, paths: &BTreeSet<&str>) {
    let starts: Vec<usize> = path.match_indices('.').map(|(at, _)| at).collect();
    if starts.iter().any(|at| path.get(..*at).is_some_and(|start| paths.contains(start))) {
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
