//! The sentences about a task, and about a run that is short of critics, requirements or reflections.

use crate::error::{ErrorCode, ReflectError, describe_unknown_at};
use crate::flow::{Stop, StopReason};
use crate::message::{InputValue, describe_kind};

sentences! {
    missing_draft() -> ReflectError::misuse = "a review needs a draft, and this run has none";
    missing_answer() -> ReflectError::invalid_task = "`agree` needs the task's `answer`, by which drafts are compared";
    underivable_requirements() -> ReflectError::invalid_task =
        "`requirements: 'derive'` of a gate needs a `critic`, which is asked for them: the host writes only drafts";
    unquoted_probability() -> ReflectError::invalid_task =
        "a critic that answers with a probability quotes nothing: leave out `advanced.evidence`";
    wrong_critic_count() -> String::from = "`critics` must be a whole number from 0";
    blank_name(list: &str) -> ReflectError::invalid_task = "`{list}` must each have a name that is not blank";
    repeated_name(list: &str, name: &str) -> ReflectError::invalid_task = "`{list}` has the name `{name}` twice";
    taken_name(name: &str) -> ReflectError::invalid_task = "the verifier name `{name}` is taken by the task's `{name}`";
    blank_draft() -> ReflectError::invalid_task = "`draft` must not be blank";
    missing_judge() -> ReflectError::invalid_task =
        "`critic: false` needs at least one verifier or an `outputSchema`, or nobody could accept";
    too_many_critics(most: u32, got: u32) -> ReflectError::invalid_task = "`critic` may be a list of at most {most} critics, got {got}";
    missing_question() -> Stop::with_invalid_input = "`input` must have a user message";
    blank_input() -> Stop::with_invalid_input = "`input` must not be blank";
    long_input(bytes: usize, most: usize) -> Stop::with_invalid_input = "`input` has {bytes} bytes, at most {most} are allowed";
    too_many_drafts(most: usize, got: usize) -> ReflectError::invalid_task = "`drafts` of a result may hold {most}, got {got}";
    fewer_critics(calls: u32, all: u32, asked: u32) -> String::from =
        "{calls} model calls do not pay for {all} critics: the first {asked} are asked at every look";
    failed_verifier(name: &str, why: &str) -> String::from = "verifier `{name}`: {why}";
    unpaid_requirements(left: u32) -> String::from =
        "no requirements were derived: {left} model calls do not pay for it, a draft and its judgement";
    unreadable_requirements() -> String::from = "no requirements were derived: the reply could not be read";
    spent_iterations() -> String::from = "max_iterations reached before acceptance";
}

impl Stop {
    fn with_invalid_input(message: String) -> Self {
        Self::with_failure(StopReason::InvalidInput, ErrorCode::InvalidInput, message)
    }
}

pub(super) fn missing_drafts(drafts: Option<&InputValue>) -> ReflectError {
    ReflectError::invalid_task(format!("a result must have a list `drafts`, got {}", describe_kind(drafts)))
}

/// A result of an earlier version, whose drafts have `told`.
pub(super) fn outdated_told_key(draft_index: usize) -> ReflectError {
    ReflectError::invalid_task(describe_unknown_at("key", &format!("drafts[{draft_index}]."), "told", &["sawFailures"]))
}
