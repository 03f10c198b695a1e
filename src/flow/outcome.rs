//! How a run ends, in the words that all loops share.

use serde::Serialize;
use tsify::Tsify;

use crate::error::{ErrorCode, ReflectError};

words! {
    /// How a run ended.
    RunStatus {
        /// A critic, a verifier or a person accepted the text.
        Ok = "ok",
        /// There is a text, and nobody accepted it.
        NeedsReview = "needs_review",
        /// There is no usable text.
        Failed = "failed",
    }
}

words! {
    /// Who accepted.
    AcceptedBy {
        Critic = "critic",
        Verifier = "verifier",
        Human = "human",
        Evaluator = "evaluator",
    }
}

words! {
    /// Why a run ended.
    StopReason {
        Accepted = "accepted",
        MaxReflections = "max_reflections",
        MaxIterations = "max_iterations",
        AgentDone = "agent_done",
        Reflected = "reflected",
        Complete = "complete",
        Rejected = "rejected",
        MaxCalls = "max_calls",
        MaxTokens = "max_tokens",
        MaxSeconds = "max_seconds",
        MaxCost = "max_cost",
        Stalled = "stalled",
        UnreadableCritique = "unreadable_critique",
        VerifierError = "verifier_error",
        ModelError = "model_error",
        ToolError = "tool_error",
        MaxAnswerSteps = "max_answer_steps",
        EmptyDraft = "empty_draft",
        Aborted = "aborted",
        InvalidInput = "invalid_input",
    }
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
