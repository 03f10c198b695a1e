//! From a fact to what is compared, or the reason why its field cannot take it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::date::parse_iso_span_seconds;
use super::errors;
use super::fact::{Fact, FactValue};
use super::field::{CanonicalField, FieldType};
use crate::message::fold_case_and_blanks;

/// A fact as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparableFact {
    /// Facts of different contexts cannot be compared: as-of date and unit.
    pub context: Arc<str>,
    pub form: ComparableForm,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ComparableForm {
    /// A number, from itself to itself, or a date, from where it begins to where it ends.
    Span {
        from: f64,
        to: f64,
    },
    /// Without what makes no difference: case and white space.
    Text(Arc<str>),
    List(BTreeSet<String>),
}

impl ComparableForm {
    /// A key that equal values share.
    pub fn equality_key(&self) -> Arc<str> {
        match self {
            Self::Span { from, to } => format!("{:x} {:x}", from.to_bits(), to.to_bits()).into(),
            Self::Text(text) => text.clone(),
            Self::List(items) => items.iter().map(String::as_str).collect::<Vec<_>>().join("\n").into(),
        }
    }

    /// How much it leaves open: less is more precise.
    pub fn measure_imprecision(&self) -> f64 {
        match self {
            Self::Span { from, to } => to - from,
            Self::Text(_) => 0.0,
            Self::List(items) => -(items.len() as f64),
        }
    }
}

/// The unit of a number, or the words around it: numbers of different ones are not compared.
type UnitKey = String;

/// # Errors
/// Why the field cannot take the fact.
pub fn normalise_fact(field: &CanonicalField, fact: &Fact) -> Result<ComparableFact, String> {
    let as_of = check_as_of(field, fact)?;
    let value = fact.normalised.as_ref().unwrap_or(&fact.value);
    if let Some(unit) = fact.unit.as_ref().filter(|_| !matches!(field.kind, FieldType::Number | FieldType::Amount)) {
        return Err(errors::unwanted_unit(unit, field.kind.as_str()));
    }
    let (unit, form) = match field.kind {
        FieldType::Text => (String::new(), ComparableForm::Text(fold_case_and_blanks(&value.text()).into())),
        FieldType::Enum => (String::new(), ComparableForm::Text(read_enum_key(field, value)?.into())),
        FieldType::List => (String::new(), ComparableForm::List(read_folded_items(value))),
        FieldType::Date => (String::new(), read_date(value)?),
        FieldType::Number => read_number(field, fact, value)?,
        FieldType::Amount => read_amount(&format!("{} {}", value.text(), fact.unit.as_deref().unwrap_or_default())),
    };
    Ok(ComparableFact { context: format!("{as_of}|{unit}").into(), form })
}

/// As of when a fact holds, for comparison.
type AsOfKey = String;

/// As of when the fact holds, as a key; "" where it does not say, or where it is when the field wants it.
fn check_as_of(field: &CanonicalField, fact: &Fact) -> Result<AsOfKey, String> {
    let Some(date) = &fact.as_of else { return Ok(String::new()) };
    let (from, to) = parse_iso_span_seconds(&date.text()).ok_or_else(|| errors::wrong_as_of_date(&date.text()))?;
    match &field.as_of {
        None => Ok(ComparableForm::Span { from, to }.equality_key().to_string()),
        Some(wanted) if parse_iso_span_seconds(wanted).is_some_and(|wanted| from < wanted.1 && wanted.0 < to) => {
            Ok(String::new())
        }
        Some(wanted) => Err(errors::other_date(&date.text(), wanted)),
    }
}

fn read_date(value: &FactValue) -> Result<ComparableForm, String> {
    let text = value.text();
    let (from, to) = parse_iso_span_seconds(&text)
        .filter(|_| matches!(value, FactValue::Text(_) | FactValue::Number(_)))
        .ok_or_else(|| errors::wrong_date_value(&text))?;
    Ok(ComparableForm::Span { from, to })
}

/// A number as JSON writes it, with the unit behind it or not. Its own unit is the field's, where that has one.
fn read_number(field: &CanonicalField, fact: &Fact, value: &FactValue) -> Result<(UnitKey, ComparableForm), String> {
    let own = fact.unit.as_ref().filter(|_| fact.normalised.is_none());
    let unit = match (&field.unit, own) {
        (Some(wanted), Some(own)) if own != wanted => {
            return Err(errors::wrong_unit(own, wanted));
        }
        (wanted, own) => own.or(wanted.as_ref()).cloned().unwrap_or_default(),
    };
    let text = value.text();
    let digits = match value {
        FactValue::Number(text) => text,
        FactValue::Text(text) => text.strip_suffix(unit.as_str()).unwrap_or(text).trim_end(),
        FactValue::Flag(_) | FactValue::List(_) => "",
    };
    let read: Option<serde_json::Number> = serde_json::from_str(digits).ok();
    let number = read
        .and_then(|number| number.as_f64())
        .filter(|number| number.is_finite())
        .ok_or_else(|| errors::wrong_number_value(&text))?;
    // Minus zero is zero.
    Ok((if field.unit.is_some() { String::new() } else { unit }, ComparableForm::Span { from: number + 0.0, to: number + 0.0 }))
}

/// The words around the one number of a text, which say what it counts, and the number. Words are not understood: only texts with the same
/// ones are compared. A text with none, with several, or with one that is not as JSON writes it (`1,200`) is compared with nothing.
fn read_amount(text: &str) -> (UnitKey, ComparableForm) {
    let text = fold_case_and_blanks(text);
    let is_digit = |sign: char| sign.is_numeric();
    let read_number = || {
        let start = text.find(is_digit)?;
        let (before, rest) = text.split_at_checked(start)?;
        let end = rest.find(|sign| !is_digit(sign) && sign != '.' && sign != ',').unwrap_or(rest.len());
        let (digits, behind) = rest.split_at_checked(end)?;
        // A sentence may end behind a number.
        let number = digits.trim_end_matches(['.', ',']);
        let number: f64 = serde_json::from_str::<serde_json::Number>(number).ok()?.as_f64()?;
        if behind.contains(is_digit) {
            None
        } else {
            Some((format!("{before}\u{0}{behind}"), ComparableForm::Span { from: number, to: number }))
        }
    };
    read_number().unwrap_or_else(|| (text.clone(), ComparableForm::Text(text.as_str().into())))
}

fn read_enum_key(field: &CanonicalField, value: &FactValue) -> Result<String, String> {
    let text = value.text();
    let key = fold_case_and_blanks(&text);
    if field.values.iter().any(|word| fold_case_and_blanks(word) == key) {
        return Ok(key);
    }
    let words: Vec<&str> = field.values.iter().map(String::as_str).collect();
    Err(errors::unknown_value(&text, &words))
}

/// Reads the items of a list, each folded; any other value is a list of one.
fn read_folded_items(value: &FactValue) -> BTreeSet<String> {
    match value {
        FactValue::List(items) => items.iter().map(|item| fold_case_and_blanks(item)).collect(),
        other => BTreeSet::from([fold_case_and_blanks(&other.text())]),
    }
}
