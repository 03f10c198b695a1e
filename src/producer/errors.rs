//! The sentences about a model that gave no text, and about tools.

use crate::error::{ErrorCode, ReflectError, describe_unknown};
use crate::flow::{CallError, Stop, StopReason};

sentences! {
    missing_result() -> String::from = "the tool gave no result";
    disallowed_tool(name: &str) -> String::from = "tool `{name}` is not allowed by `allowedTools`";
    repeated_request(what: &str) -> String::from = "{what}; it is asked once more";
}

/// What a model did that gave no text.
pub(super) const REFUSED: &str = "the model refused to answer";
pub(super) const NO_ANSWER: &str = "the model gave no answer";
pub(super) const UNUSABLE: &str = "the model gave no usable draft";

pub(super) fn empty_twice(what: &str) -> Stop {
    Stop::with_failure(StopReason::EmptyDraft, ErrorCode::EmptyDraft, format!("{what}, twice"))
}

pub(super) fn spent_answer_steps(most: u32) -> Stop {
    let message = format!("[ReflectEngine] Max answer steps ({most}) reached.");
    Stop::with_failure(StopReason::MaxAnswerSteps, ErrorCode::MaxAnswerSteps, message)
}

/// A critic that asked only for tools.
pub(super) fn missing_verdict(reason: StopReason) -> CallError {
    CallError::new(reason.as_str(), "the critic asked for tools in each of its steps, and gave no verdict")
}

pub(super) fn unknown_allowed_tool(name: &str, names: &[&str]) -> ReflectError {
    ReflectError::invalid_task(format!("`allowedTools`: {}", describe_unknown("tool", name, names)))
}
