//! The sentences of the machine: it was used out of turn, or a run ends.

use super::run_context::ANSWER;
use super::{Stop, StopReason};
use crate::error::{ErrorCode, ReflectError};
use crate::message::{InputValue, describe_kind, describe_mismatch, format_js_number, join_texts};
use crate::settings::Budget;

/// Models with a price that a sentence names at most.
const NAMED_MODELS: usize = 8;

sentences! {
    unknown_call() -> ReflectError::misuse = "no such call";
    empty_run() -> ReflectError::misuse = "the run has nothing to say";
    unfinished_review() -> ReflectError::misuse = "a review needs a finished run; this one is still going on";
    unwanted_review(run: &str) -> ReflectError::misuse = "{run} takes no review by a person";
    untimely_action() -> ReflectError::misuse = "an action needs a run that waits";
    unknown_steps() -> ReflectError::misuse = "more steps were shown than taken";
    answer_after_end(number: u32) -> ReflectError::misuse = "call {number} is not awaited: the run is over";
    unexpected_answer(number: u32) -> ReflectError::misuse = "call {number} is not awaited";
    unpolled_output() -> ReflectError::misuse = "poll until the run waits before handing in replies";
}

pub(super) fn invalid_time(ms: f64) -> ReflectError {
    ReflectError::misuse(describe_mismatch("the time", "a finite number of milliseconds", &format_js_number(ms)))
}

pub(super) fn aborted_run(reason: &str) -> Stop {
    let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    Stop::with_failure(StopReason::Aborted, ErrorCode::Aborted, format!("the run was aborted{why}"))
}

pub(super) fn spent_budget(reason: StopReason, code: ErrorCode, unit: &str, limit: f64) -> Stop {
    Stop::with_failure(reason, code, format!("budget of {unit} ({}) spent", format_js_number(limit)))
}

/// The cost of a run is limited, and a model has no price.
pub(super) fn unknown_price(model: Option<&str>, budget: &Budget) -> Stop {
    let names: Vec<&str> = budget.prices.iter().map(|(name, _)| name).take(NAMED_MODELS).collect();
    let names = if names.is_empty() { "is empty".to_owned() } else { format!("has {}", join_texts(&names, ", ")) };
    let message = match model {
        Some(model) => format!("`budget.maxCostUsd` is set, but `prices` has no entry for model `{model}`: it {names}"),
        None => format!("`budget.maxCostUsd` is set, but a reply has no `model` to look up in `prices`, which {names}"),
    };
    Stop::with_failure(StopReason::MaxCost, ErrorCode::UnknownPrice, message)
}

pub(super) fn mistyped_answer(value: &InputValue) -> String {
    format!("`{ANSWER}` must give a string or undefined, got {}", describe_kind(Some(value)))
}
