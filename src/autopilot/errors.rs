//! The sentences of an autopilot.

use crate::error::{ErrorCode, ReflectError};
use crate::flow::{Stop, StopReason};

sentences! {
    other_goal() -> ReflectError::invalid_snapshot = "the snapshot is of another goal, or of a model where an agent is given now";
    empty_iteration(iteration: u32) -> String::from = "iteration {iteration} gave no output";
}

pub(super) fn empty_run() -> Stop {
    Stop::with_failure(StopReason::EmptyDraft, ErrorCode::EmptyDraft, "no iteration gave an output")
}
