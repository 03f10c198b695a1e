//! How a run ends, in the words that all loops share.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::error::{ErrorCode, ReflectError};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// A critic, a verifier or a person accepted the text.
    Ok,
    /// There is a text, and nobody accepted it.
    NeedsReview,
    /// There is no usable text.
    Failed,
}

/// Who accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum AcceptedBy {
    Critic,
    Verifier,
    Human,
    Evaluator,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    Accepted,
    MaxReflections,
    MaxIterations,
    AgentDone,
    Reflected,
    Complete,
    Rejected,
    MaxCalls,
    MaxTokens,
    MaxSeconds,
    MaxCost,
    Stalled,
    UnreadableCritique,
    VerifierError,
    ModelError,
    ToolError,
    MaxAnswerSteps,
    EmptyDraft,
    Aborted,
    InvalidInput,
}

/// The end of a run: why, and in words when something went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    pub reason: StopReason,
    pub failure: Option<ReflectError>,
}

impl Stop {
    #[must_use]
    pub fn plain(reason: StopReason) -> Self {
        Self { reason, failure: None }
    }

    pub fn failed(reason: StopReason, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { reason, failure: Some(ReflectError::new(code, message)) }
    }
}
