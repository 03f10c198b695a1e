//! The facts that were taken, and the model filled with them.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Map, Value};

use super::add_optional_text;
use crate::message::{Gather, json_object};
use crate::reflector::{FieldAndGroup, FieldRequired, FieldType, Reflection, Reflector, RefusedFact, ResolvedOrOpen};

/// Facts as they were given, in order, without those that were refused.
#[derive(Default)]
pub(super) struct Facts {
    pub list: Vec<Value>,
    /// The reflector's numbers of those that were refused, which it counts too.
    refused: Vec<u32>,
}

impl Facts {
    /// Keeps a batch that the reflector was given.
    pub fn keep_taken_facts(&mut self, batch: Vec<Value>, refused: &[RefusedFact]) {
        let first = self.given_fact_numbers().end;
        self.refused.extend(refused.iter().map(|refused| refused.fact));
        let taken = (first..).zip(batch).filter(|(number, _)| self.refused.binary_search(number).is_err());
        self.list.extend(taken.map(|(_, fact)| fact));
    }

    fn given_fact_numbers(&self) -> Range<u32> {
        0..(self.list.len() + self.refused.len()) as u32
    }

    /// Where a fact is in `list`, by the reflector's number.
    fn index_unless_refused(&self, number: u32) -> Option<u32> {
        let before = self.refused.binary_search(&number).err()?;
        number.checked_sub(before as u32)
    }

    /// A fact by the reflector's number.
    pub fn find_fact(&self, number: u32) -> Option<&Value> {
        self.list.get(self.index_unless_refused(number)? as usize)
    }

    /// The reflection with its facts numbered as in `list`.
    pub fn renumber_facts(&self, mut reflection: Reflection) -> Reflection {
        for side in reflection.conflicts.iter_mut().flat_map(|conflict| &mut conflict.sides) {
            side.facts = side.facts.iter().filter_map(|number| self.index_unless_refused(*number)).gather();
        }
        reflection
    }

    /// The model filled: names in each other as the paths say, `null` where nothing was found (a field that only `may` be there is left out
    /// then), a list where several values are side by side, `{ conflict: [...], asOf? }` where values contradict each other. A value with a
    /// unit or a date is `{ value, unit?, asOf? }`. Gives the most precise of facts that agree, and the valid one of a settled conflict.
    pub fn fill_model(&self, reflector: &Reflector) -> Value {
        let fields = &reflector.model().fields;
        let paths: BTreeSet<&str> = fields.iter().map(|field| field.path.as_str()).collect();
        let mut found: Vec<Vec<(u32, &Value)>> = fields.iter().map(|_| Vec::new()).collect();
        for number in self.given_fact_numbers() {
            if let (Some(fact), Some(FieldAndGroup { field, group })) =
                (self.find_fact(number), reflector.find_fact_group(number))
                && let Some(found) = found.get_mut(field as usize)
            {
                found.push((group, fact));
            }
        }
        let mut root = Map::new();
        for ((field, found), resolutions) in fields.iter().zip(&found).zip(reflector.resolve_fields()) {
            let listed = field.many || field.kind == FieldType::List;
            // Groups cannot be compared with each other, and are side by side.
            let values = if listed {
                self.merge_resolved_items(found, &resolutions)
            } else {
                resolutions.iter().flatten().filter_map(|s| self.resolve_value(s)).gather()
            };
            // What may be there is absent where it is not, as an optional property of a schema.
            if !values.is_empty() || field.required != FieldRequired::May {
                let value = match values.as_slice() {
                    [] => Value::Null,
                    // A conflict over a whole list is written as one over anything else.
                    [only] if !listed || only.get("conflict").is_some() => only.clone(),
                    _ => Value::Array(values),
                };
                insert_nested_or_flat(&mut root, &field.path, value, &paths);
            }
        }
        Value::Object(root)
    }

    /// Every item of values that agree, each once, and what the others come to.
    fn merge_resolved_items(&self, grouped_facts: &[(u32, &Value)], resolutions: &[Option<ResolvedOrOpen>]) -> Vec<Value> {
        let items = |fact: &Value| match fact.get("value") {
            Some(Value::Array(items)) => items.clone(),
            _ => vec![wrap_value_if_unit_or_date(fact)],
        };
        let mut values: Vec<Value> = Vec::new();
        let (mut seen, mut contested) = (BTreeSet::new(), BTreeSet::new());
        for (group, fact) in grouped_facts {
            let new = match resolutions.get(*group as usize).and_then(Option::as_ref) {
                None | Some(ResolvedOrOpen::Agreed(_)) => items(fact),
                Some(_) if !contested.insert(*group) => Vec::new(),
                Some(ResolvedOrOpen::Settled(right)) => self.find_fact(*right).map(items).unwrap_or_default(),
                Some(open) => self.resolve_value(open).into_iter().collect(),
            };
            values.extend(new.into_iter().filter(|item| seen.insert(item.to_string())));
        }
        values
    }

    fn resolve_value(&self, resolution: &ResolvedOrOpen) -> Option<Value> {
        match resolution {
            ResolvedOrOpen::Agreed(fact) | ResolvedOrOpen::Settled(fact) => self.find_fact(*fact).map(wrap_value_if_unit_or_date),
            ResolvedOrOpen::Open(values, as_of) => {
                let conflict = json_object([("conflict", values.iter().map(|value| Value::from(value.as_str())).collect())]);
                Some(add_optional_text(conflict, "asOf", as_of.as_deref()))
            }
        }
    }
}

/// The value of a fact, with what it must be read with.
fn wrap_value_if_unit_or_date(fact: &Value) -> Value {
    let part = |key: &&str| Some(((*key).to_owned(), fact.get(*key).filter(|part| !part.is_null())?.clone()));
    let parts: Map<String, Value> = ["value", "unit", "asOf"].iter().filter_map(part).collect();
    if parts.len() > 1 { Value::Object(parts) } else { fact.get("value").cloned().unwrap_or_default() }
}

/// Puts a value where its path says; under the whole path where a part of it is a field of its own.
fn insert_nested_or_flat(root: &mut Map<String, Value>, path: &str, value: Value, field_paths: &BTreeSet<&str>) {
    if path.match_indices('.').any(|(at, _)| path.get(..at).is_some_and(|start| field_paths.contains(start))) {
        root.insert(path.to_owned(), value);
        return;
    }
    let mut at = root;
    let mut name = path;
    while let Some((group, rest)) = name.split_once('.') {
        let Value::Object(map) = at.entry(group).or_insert_with(|| Value::Object(Map::new())) else { return };
        (at, name) = (map, rest);
    }
    at.insert(name.to_owned(), value);
}
