//! The sentences about a value of the wrong shape.

use super::{InputValue, describe_kind};

/// What a verifier may return, in words.
const VERDICT: &str = "true or false, an issue, a list of issues or { passed, issues?, score? }";

sentences! {
    too_many_tool_calls(most: usize, got: usize) -> String::from = "`toolCalls` may hold at most {most} calls, got {got}";
    unnamed_verifier() -> String::from = "`stopped` must name a verifier";
    passing_stop() -> String::from = "a verifier that stops a draft does not pass it";
    unnamed_tool() -> String::from = "a tool must have a `name`";
    unnamed_tool_call() -> String::from = "a tool call must have a `name`";
    blank_issue() -> String::from = "an issue must not be blank; a list without issues passes";
    deep_arguments(most: usize) -> String::from = "the arguments nest deeper than {most}";
    unparsed_arguments() -> String::from = "the arguments are not JSON";
}

/// Says that something is not as it must be.
#[inline(never)]
pub fn describe_mismatch(what: &str, expected: &str, got: &str) -> String {
    format!("{what} must be {expected}, got {got}")
}

/// The same of a field.
#[inline(never)]
pub fn describe_field_mismatch(key: &str, expected: &str, got: &str) -> String {
    format!("`{key}` must be {expected}, got {got}")
}

pub(super) fn wrong_kind(what: &str, expected: &str, value: Option<&InputValue>) -> String {
    describe_mismatch(what, expected, describe_kind(value))
}

pub(super) fn wrong_field_kind(key: &str, expected: &str, value: Option<&InputValue>) -> String {
    describe_field_mismatch(key, expected, describe_kind(value))
}

/// A number out of range.
pub(super) fn wrong_number(key: &str, expected: &str, value: &InputValue) -> String {
    describe_field_mismatch(key, expected, &value.describe_value())
}

pub(super) fn wrong_reply(value: &InputValue) -> String {
    format!("the model must return a string or {{ content }}, got {}", describe_kind(Some(value)))
}

pub(super) fn wrong_role(path: &str, role: Option<&InputValue>) -> String {
    let got = role.map_or_else(|| "nothing".to_owned(), InputValue::describe_value);
    describe_field_mismatch(&format!("{path}.role"), "'system', 'user', 'assistant' or 'tool'", &got)
}

pub(super) fn wrong_verdict(value: &InputValue) -> String {
    wrong_kind("a verdict", VERDICT, Some(value))
}

pub(super) fn non_string_item(key: &str, item: &InputValue) -> String {
    format!("`{key}` must hold strings, got {}", describe_kind(Some(item)))
}
