//! What a source says about one field.

use serde_json::Value;

use super::names::folded;
use super::shape::{quoted, told};
use crate::error::unknown;

/// One thing that one source says. How good the source is stands nowhere in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub path: String,
    pub value: FactValue,
    pub unit: Option<String>,
    pub currency: Option<String>,
    pub as_of: Option<FactValue>,
    /// Who says it. Two facts of one source count as one voice.
    pub source_id: String,
    pub quote: Option<String>,
}

/// A value as it was given.
#[derive(Clone, Debug, PartialEq)]
pub enum FactValue {
    Text(String),
    /// With its figures as JSON writes them.
    Number(f64, String),
    Flag(bool),
    List(Vec<String>),
}

/// Characters of one value at most.
const MAX_CHARS: usize = 100_000;
/// Items of one list at most.
pub const MAX_ITEMS: usize = 1_000;
/// What people and models write where they found nothing. "None" is a finding, and not among them.
const NOTHING: [&str; 11] = ["", "-", "?", "n/a", "na", "null", "unknown", "tbd", "not available", "not found", "not known"];
const KEYS: [&str; 8] = ["path", "value", "unit", "currency", "asOf", "sourceId", "quote", "metadata"];

impl Fact {
    /// Reads a fact. `metadata` may hold anything and is not looked at.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn check(raw: &Value) -> Result<Self, String> {
        let Value::Object(map) = raw else {
            return Err(format!("a fact must be an object, got {}", told(Some(raw))));
        };
        if let Some(key) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(unknown("key of a fact", key, &KEYS));
        }
        let given = |key: &str| map.get(key).filter(|value| !value.is_null());
        let text = |key: &str| match given(key) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim().to_owned())),
            other => Err(format!("`{key}` must be a text that is not blank, got {}", told(other))),
        };
        Ok(Self {
            path: text("path")?.ok_or("`path` is missing")?,
            value: FactValue::check(given("value"))?,
            unit: text("unit")?,
            currency: text("currency")?,
            as_of: match given("asOf") {
                None => None,
                Some(Value::String(text)) if !text.trim().is_empty() => Some(FactValue::Text(text.trim().to_owned())),
                Some(Value::Number(n)) => Some(FactValue::Number(n.as_f64().unwrap_or(f64::NAN), n.to_string())),
                other => return Err(format!("`asOf` must be a date, got {}", told(other))),
            },
            source_id: text("sourceId")?.ok_or("`sourceId` is missing: who says it?")?,
            quote: text("quote")?,
        })
    }
}

impl Fact {
    /// Refuses a value that only says that nothing was found; not one of those that the field lists.
    pub(crate) fn check_found<'a>(&self, mut listed: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let FactValue::Text(text) = &self.value else { return Ok(()) };
        let said = folded(text);
        if NOTHING.contains(&said.as_str()) && !listed.any(|value| folded(value) == said) {
            return Err(format!("`value` says that nothing was found: {}", quoted(text)));
        }
        Ok(())
    }
}

impl FactValue {
    fn check(given: Option<&Value>) -> Result<Self, String> {
        match given {
            Some(Value::String(text)) if text.len() > MAX_CHARS => {
                Err(format!("`value` must not be longer than {MAX_CHARS} characters, got {}", text.len()))
            }
            Some(Value::String(text)) => Ok(Self::Text(text.trim().to_owned())),
            Some(Value::Number(number)) => {
                let written = number.to_string();
                let written = written.strip_suffix(".0").map_or(written.clone(), str::to_owned);
                Ok(Self::Number(number.as_f64().unwrap_or(f64::NAN), written))
            }
            Some(Value::Bool(flag)) => Ok(Self::Flag(*flag)),
            Some(Value::Array(items)) if (1..=MAX_ITEMS).contains(&items.len()) => items
                .iter()
                .map(|item| match item {
                    Value::String(text) if !text.trim().is_empty() && text.len() <= MAX_CHARS => Ok(text.trim().to_owned()),
                    Value::Number(number) => Ok(number.to_string()),
                    other => Err(format!("items of `value` must be texts or numbers, got {}", told(Some(other)))),
                })
                .collect::<Result<_, _>>()
                .map(Self::List),
            Some(Value::Array(items)) => Err(format!("`value` must hold 1 to {MAX_ITEMS} items, got {}", items.len())),
            other => Err(format!("`value` must be a text, a number, a boolean or a list, got {}", told(other))),
        }
    }

    /// The value as it is shown.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(_, text) => text.clone(),
            Self::Flag(flag) => flag.to_string(),
            Self::List(items) => items.join("; "),
        }
    }
}
