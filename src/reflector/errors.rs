//! The sentences about a canonical model, and about facts.

use super::fact::Fact;
use crate::error::{ReflectError, find_nearest};
use crate::message::{InputValue, describe_field_mismatch, describe_mismatch, join_texts, quote_excerpt};

/// How a date must be written.
const ISO: &str = "a date as ISO 8601 writes it (2024, 2024-03, 2024-03-05, 2024-03-05T14:00Z)";

sentences! {
    numbers_only(place: &str, key: &str) -> ReflectError::invalid_settings = "`{place}.{key}` is for fields of type number";
    repeated_path(path: &str) -> ReflectError::invalid_settings = "`fields` hold the path `{path}` twice";
    unknown_place(field: &str, place: &str) -> ReflectError::invalid_settings =
        "`{field}.query` holds `{{{place}}}`; it may hold {{topic}}, {{entity}}, {{field}} and {{path}}";
    missing_path() -> String::from = "`path` is missing";
    missing_source() -> String::from = "`sourceId` is missing: who says it?";
    long_text(key: &str, most: usize, got: usize) -> String::from = "`{key}` must not be longer than {most} characters, got {got}";
    blank_text(key: &str) -> String::from = "`{key}` must not be blank";
    long_item(key: &str, most: usize, got: usize) -> String::from =
        "items of `{key}` must not be longer than {most} characters, got {got}";
    blank_item(key: &str) -> String::from = "items of `{key}` must not be blank";
    wrong_item_count(key: &str, most: usize, got: usize) -> String::from = "`{key}` must hold 1 to {most} items, got {got}";
    too_many_facts(most: usize, got: usize) -> ReflectError::invalid_input = "a reflector takes {most} facts at most, got {got}";
    settled_by_plurality() -> ReflectError::invalid_input = "`settle` is 'plurality': no adjudicator settles a conflict";
    never_settled() -> ReflectError::invalid_input = "`settle` is 'never': nothing settles a conflict";
    unknown_fact(fact: u32, count: usize) -> ReflectError::invalid_input = "there is no fact {fact}; {count} were given";
    refused_fact(fact: u32) -> ReflectError::invalid_input = "fact {fact} was refused";
    unsettled_fact(fact: u32, why: &str) -> ReflectError::invalid_input = "fact {fact} {why}";
    fieldless_fact(fact: u32) -> ReflectError::invalid_input = "there is no field of fact {fact}";
    missing_field() -> String::from = "there is no such field";
    lost_field() -> String::from = "its field is lost";
    other_date(date: &str, wanted: &str) -> String::from = "is as of {date}, the field wants {wanted}";
}

/// Why a fact settles nothing.
pub(super) const NO_CONFLICT: &str = "is in no conflict";
pub(super) const UNSEARCHED: &str =
    "is in a conflict that was not searched for yet: search for its verify query, and note it with `searched`";

/// A value, for a sentence.
pub(super) fn describe_optional(value: Option<&InputValue>) -> String {
    value.map_or_else(|| "nothing".to_owned(), InputValue::describe_value)
}

pub(super) fn unknown_entity(name: &str, known_names: &[&str]) -> ReflectError {
    let near = find_nearest(name, known_names).map_or(String::new(), |near| format!(", did you mean `{near}`?"));
    ReflectError::invalid_settings(format!("`entities.{name}` names no field{near}"))
}

pub(super) fn wrong_facts(facts: &InputValue) -> ReflectError {
    ReflectError::invalid_input(wrong_field("facts", "a list", Some(facts)))
}

/// A fact that its field cannot take.
pub(super) fn unfit_fact(fact: &Fact, why: &str) -> ReflectError {
    ReflectError::invalid_input(format!("`{}`: {why}", fact.path))
}

pub(super) fn fact_not_an_object(raw: &InputValue) -> String {
    describe_mismatch("a fact", "an object", &raw.describe_value())
}

pub(super) fn wrong_field(key: &str, expected: &str, got: Option<&InputValue>) -> String {
    describe_field_mismatch(key, expected, &describe_optional(got))
}

pub(super) fn wrong_item(key: &str, item: &InputValue) -> String {
    describe_mismatch(&format!("items of `{key}`"), "texts or numbers", &item.describe_value())
}

pub(super) fn wrong_as_of_date(date: &str) -> String {
    describe_field_mismatch("asOf", ISO, &quote_excerpt(date))
}

pub(super) fn wrong_date_value(text: &str) -> String {
    wrong_value(ISO, text)
}

pub(super) fn wrong_number_value(text: &str) -> String {
    wrong_value("a plain number such as 1200000 or 1.2e6", text)
}

fn wrong_value(expected: &str, text: &str) -> String {
    describe_field_mismatch("value", &format!("{expected}, or what `normalise` makes one"), &quote_excerpt(text))
}

pub(super) fn unwanted_unit(unit: &str, kind: &str) -> String {
    format!("`unit` {} means nothing for a field of type {kind}", quote_excerpt(unit))
}

pub(super) fn wrong_unit(unit: &str, wanted: &str) -> String {
    format!("`unit` is {}, and the field's is {}: `normalise` may convert it", quote_excerpt(unit), quote_excerpt(wanted))
}

pub(super) fn unknown_value(text: &str, words: &[&str]) -> String {
    let near = find_nearest(text, words).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
    format!("{} is none of {}{near}", quote_excerpt(text), join_texts(words, ", "))
}
