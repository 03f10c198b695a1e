//! Errors with a stable code. A model's bad reply is data and never comes through here.

mod unknown;

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

pub use unknown::{meant, nearest, unknown, unknown_in, usual};

/// What went wrong, in a word that programs may compare. The union is closed.
///
/// Before a run: `invalid_settings` (unknown key, wrong type, out of range), `invalid_task` (a task of the wrong shape),
/// `invalid_snapshot` (damaged, too large, of another version), `unknown_engine` (a name that `resolveEngine` does not know),
/// `no_randomness` (no `seed`, and no `crypto` on this host), `no_wasm` (this host has no WebAssembly, forbids to compile it, or
/// brought none to `reflect-engine/slim`; the message says what to do), `misuse` (called out of turn, or after `free`).
///
/// A run without a usable draft, with `result`: `invalid_input` (blank, or without a user message), `model_error` (a call threw, timed
/// out, or gave a wrong shape; what it threw is the `cause`), `tool_error`, `empty_draft` (twice nothing), `max_answer_steps` (only
/// tools), `unreadable_critique` (and `onUnreadableCritique` is `fail`), `max_calls`, `max_tokens`, `max_seconds`, `max_cost` (the budget
/// was spent), `unknown_price` (a cost limit, and no price for the model), `misuse` (`usable` gave neither `true` nor `false`).
///
/// An `EvalTracker`: `store_error` (a store could not be read or written; the message names it, the `cause` is what it threw).
///
/// Always: `aborted` (by the signal or `abort()`; `result` holds what there is), `engine_trap` (a fault of the engine itself: this run is
/// lost, others are not touched).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[cfg_attr(target_arch = "wasm32", serde(rename = "ReflectErrorCode"))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// A setting is unknown, of the wrong type or out of range.
    InvalidSettings,
    /// The input is blank, too large, or has no user message.
    InvalidInput,
    /// The task is not of the right shape: a tool without a name, an unknown key.
    InvalidTask,
    /// The snapshot is damaged, too large, or of another version.
    InvalidSnapshot,
    /// `budget.maxCostUsd` is set and a model has no price in `prices`.
    UnknownPrice,
    /// `resolveEngine` was given a name that is no engine.
    UnknownEngine,
    /// No `seed` was given and the host has no source of randomness.
    NoRandomness,
    /// The host has no WebAssembly, forbids to compile it, or brought none to `reflect-engine/slim`.
    NoWasm,
    /// The host called the run out of turn: a reply nobody waits for, input before the output was drained.
    Misuse,
    /// The engine trapped. The run is dead; others are not touched.
    EngineTrap,
    /// A model call threw, rejected, timed out or answered in a wrong shape before there was a draft.
    ModelError,
    /// A tool could not be run at all.
    ToolError,
    /// The model kept asking for tools for `maxAnswerSteps` turns before there was a draft.
    MaxAnswerSteps,
    /// The model gave no usable draft, twice.
    EmptyDraft,
    /// The critique could not be read and `onUnreadableCritique` is `fail`.
    UnreadableCritique,
    /// `budget.maxCalls` was spent before there was a draft.
    MaxCalls,
    /// `budget.maxTokens` was spent before there was a draft.
    MaxTokens,
    /// `budget.maxSeconds` were over before there was a draft.
    MaxSeconds,
    /// `budget.maxCostUsd` was spent before there was a draft.
    MaxCost,
    /// A store of evaluations could not be read or written.
    StoreError,
    /// The signal or `abort()` ended the run.
    Aborted,
}

impl ErrorCode {
    /// The code as programs compare it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidSettings => "invalid_settings",
            Self::InvalidInput => "invalid_input",
            Self::InvalidTask => "invalid_task",
            Self::InvalidSnapshot => "invalid_snapshot",
            Self::UnknownPrice => "unknown_price",
            Self::UnknownEngine => "unknown_engine",
            Self::NoRandomness => "no_randomness",
            Self::NoWasm => "no_wasm",
            Self::Misuse => "misuse",
            Self::EngineTrap => "engine_trap",
            Self::ModelError => "model_error",
            Self::ToolError => "tool_error",
            Self::MaxAnswerSteps => "max_answer_steps",
            Self::EmptyDraft => "empty_draft",
            Self::UnreadableCritique => "unreadable_critique",
            Self::MaxCalls => "max_calls",
            Self::MaxTokens => "max_tokens",
            Self::MaxSeconds => "max_seconds",
            Self::MaxCost => "max_cost",
            Self::StoreError => "store_error",
            Self::Aborted => "aborted",
        }
    }
}

/// An error of the engine: a stable code, and a sentence that says what was expected and what came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[cfg_attr(target_arch = "wasm32", serde(rename = "Failure"))]
#[error("{message}")]
pub struct ReflectError {
    pub code: ErrorCode,
    pub message: String,
}

impl ReflectError {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The run was used out of turn.
    pub fn misuse(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Misuse, message)
    }
}
