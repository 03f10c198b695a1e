//! What a source says about one field.

use super::errors;
use crate::error::describe_unknown;
use crate::message::{Gather, InputValue, count_chars, format_js_number, join_texts};

/// One thing that one source says. It holds nothing about how good the source is.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub path: String,
    pub value: FactValue,
    /// What it is compared as, in the field's unit, where `value` itself cannot be.
    pub normalised: Option<FactValue>,
    pub unit: Option<String>,
    pub as_of: Option<FactValue>,
    pub source_id: String,
    /// Where the source took the claim from.
    pub origin: Option<String>,
    pub quote: Option<String>,
}

/// A value as it was given.
#[derive(Clone, Debug, PartialEq)]
pub enum FactValue {
    Text(String),
    /// As JSON writes it.
    Number(String),
    Flag(bool),
    List(Vec<String>),
}

/// Characters of one value at most.
const MAX_CHARS: usize = 100_000;
/// Items of one list at most.
const MAX_ITEMS: usize = 1_000;
const KEYS: [&str; 9] = ["path", "value", "normalised", "unit", "asOf", "sourceId", "origin", "quote", "metadata"];

impl Fact {
    /// Reads a fact. `metadata` may hold anything and is not looked at.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read_fact(raw: &InputValue) -> Result<Self, String> {
        let InputValue::Map(entries) = raw else { return Err(errors::fact_not_an_object(raw)) };
        if let Some(key) = entries.iter().map(|(key, _)| key).find(|key| !KEYS.contains(&key.as_str())) {
            return Err(describe_unknown("key of a fact", key, &KEYS));
        }
        let text = |key: &str| match raw.present_field(key) {
            None => Ok(None),
            Some(InputValue::Text(text)) if !text.trim().is_empty() => Ok(Some(text.trim().to_owned())),
            other => Err(errors::wrong_field(key, "a text that is not blank", other)),
        };
        Ok(Self {
            path: text("path")?.ok_or_else(errors::missing_path)?,
            value: FactValue::read_fact_value("value", raw.present_field("value"))?,
            normalised: raw
                .present_field("normalised")
                .map(|value| FactValue::read_fact_value("normalised", Some(value)))
                .transpose()?,
            unit: text("unit")?,
            as_of: match raw.present_field("asOf") {
                None => None,
                Some(date @ (InputValue::Text(_) | InputValue::Number(_))) => {
                    Some(FactValue::read_fact_value("asOf", Some(date))?)
                }
                other => return Err(errors::wrong_field("asOf", "a date", other)),
            },
            source_id: text("sourceId")?.ok_or_else(errors::missing_source)?,
            origin: text("origin")?,
            quote: text("quote")?,
        })
    }

    /// The speaker: facts of one origin are one voice, and so are facts of one source.
    #[must_use]
    pub fn origin_or_source(&self) -> &str {
        self.origin.as_deref().unwrap_or(&self.source_id)
    }
}

impl FactValue {
    fn read_fact_value(fact_member: &str, value: Option<&InputValue>) -> Result<Self, String> {
        match value {
            Some(InputValue::Text(text)) if count_chars(text) > MAX_CHARS => {
                Err(errors::long_text(fact_member, MAX_CHARS, count_chars(text)))
            }
            Some(InputValue::Text(text)) if text.trim().is_empty() => Err(errors::blank_text(fact_member)),
            Some(InputValue::Text(text)) => Ok(Self::Text(text.trim().to_owned())),
            Some(InputValue::Number(number)) if number.is_finite() => Ok(Self::Number(format_js_number(*number))),
            Some(InputValue::Bool(flag)) => Ok(Self::Flag(*flag)),
            Some(InputValue::List(items)) if (1..=MAX_ITEMS).contains(&items.len()) => items
                .iter()
                .map(|item| match item {
                    InputValue::Text(text) if count_chars(text) > MAX_CHARS => {
                        Err(errors::long_item(fact_member, MAX_CHARS, count_chars(text)))
                    }
                    InputValue::Text(text) if text.trim().is_empty() => Err(errors::blank_item(fact_member)),
                    InputValue::Text(text) => Ok(text.trim().to_owned()),
                    InputValue::Number(number) if number.is_finite() => Ok(format_js_number(*number)),
                    other => Err(errors::wrong_item(fact_member, other)),
                })
                .gather_all()
                .map(Self::List),
            Some(InputValue::List(items)) => Err(errors::wrong_item_count(fact_member, MAX_ITEMS, items.len())),
            other => Err(errors::wrong_field(fact_member, "a text, a number, a boolean or a list", other)),
        }
    }

    /// The value as a text.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => text.clone(),
            Self::Flag(flag) => flag.to_string(),
            Self::List(items) => join_texts(items, "; "),
        }
    }
}
