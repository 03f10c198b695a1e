//! The sentences of a research run.

use serde_json::Value;

use crate::error::{ErrorCode, ReflectError};
use crate::flow::{RunError, Stop, StopReason};
use crate::message::{InputValue, describe_mismatch};

sentences! {
    other_model() -> ReflectError::invalid_snapshot =
        "the snapshot is of another canonical model, or of other `reflector` or `repetition` settings";
    blank_query() -> ReflectError::invalid_task = "`query` must be a string that is not blank";
    short_window(limit: u32, window: u32) -> ReflectError::invalid_settings =
        "`repetition.limit` ({limit}) must not be above `repetition.window` ({window}): nothing would repeat";
    idle_settle(settle: &str) -> ReflectError::invalid_settings = "`reflector.settle` is {settle}: leave one of them out";
    repeated_search(query: &str) -> String::from = "the search \"{query}\" was made too often without progress, and is given up";
    refused_fact(path: &str, why: &str) -> String::from = "a fact about `{path}` was refused: {why}";
    ambiguous_ruling(path: &str, right: &Value) -> String::from =
        "`adjudicate` must give one value, and several sides of `{path}` hold {right}: give the fact itself";
    unknown_ruling(path: &str, values: &str, right: &Value) -> String::from =
        "`adjudicate` must give a value that a fact about `{path}` holds ({values}), or nothing, got {right}";
}

/// Every search gave nothing; the last error may say why.
pub(super) fn no_facts(reason: StopReason, last_error: Option<&RunError>) -> Stop {
    let cause = last_error.map(|error| format!("; the last error ({}): {}", error.code, error.message)).unwrap_or_default();
    let stop = Stop::with_failure(reason, ErrorCode::EmptyDraft, format!("no fact was found: every search gave none{cause}"));
    stop.with_failure_call_id(last_error.and_then(|error| error.call_id.as_deref()))
}

pub(super) fn blank_answer() -> Stop {
    Stop::with_failure(StopReason::EmptyDraft, ErrorCode::EmptyDraft, "`compose` gave a blank answer")
}

pub(super) fn wrong_metric_value(got: Option<&InputValue>) -> String {
    format!("it must give a number from 0 to 1, or {{ score, explanation }}, got {}", describe_got(got))
}

pub(super) fn wrong_score(got: Option<&InputValue>) -> String {
    describe_mismatch("its `score`", "a number from 0 to 1", &describe_got(got))
}

fn describe_got(got: Option<&InputValue>) -> String {
    got.map_or_else(|| "nothing".to_owned(), InputValue::describe_value)
}
