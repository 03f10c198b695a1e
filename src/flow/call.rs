//! Calls that the host makes for the machine, and what it hands in.

use serde::Serialize;
use tsify::Tsify;

use super::errors;
use super::run_context::{ANSWER, USABLE};
use crate::message::{InputValue, Message, ModelResponse, OpaqueJson, SharedText, ToolSchema, VerifierVerdict};
use crate::settings::Budget;

/// A call that the host is asked to make. Its name is unique in a run and the same in every run with the same inputs, so that it
/// can be the name of a durable step.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Call {
    Model(ModelCall),
    Tool(ToolRun),
    Verify(VerifyRun),
}

impl Call {
    pub fn call_id(&self) -> &str {
        match self {
            Self::Model(call) => &call.call_id,
            Self::Tool(call) => &call.call_id,
            Self::Verify(call) => &call.call_id,
        }
    }

    /// The draft that is written, judged or checked.
    pub fn draft_index(&self) -> Option<u32> {
        match self {
            Self::Model(call) => Some(call.draft_index),
            Self::Verify(call) => Some(call.draft_index),
            Self::Tool(_) => None,
        }
    }

    /// Its own limit or the time left, whichever is less.
    pub(super) fn set_timeout(&mut self, budget: &Budget, elapsed_ms: f64) {
        let (timeout_ms, own) = match self {
            Self::Model(call) => (&mut call.timeout_ms, budget.call_timeout_ms),
            Self::Tool(call) => (&mut call.timeout_ms, budget.call_timeout_ms),
            Self::Verify(call) => (&mut call.timeout_ms, budget.verifier_timeout_ms),
        };
        let left = budget.max_seconds.map_or(f64::INFINITY, |seconds| seconds * 1000.0 - elapsed_ms);
        *timeout_ms = own.min(left).max(1.0).round();
    }
}

records! {
    /// Ask a model.
    #[derive(Default)]
    pub struct ModelCall {
        /// `answer-1`, `critique-2`, `revision-1`; with several critics `critique-2.judge-1`; for several drafts at once
        /// `critique-2.drafts-1-2-3`, with their numbers; `critique-2.turn-1` after a critic's first turn of tools; `answer-1.alone` after
        /// an `answer-1` with `n` that failed.
        pub call_id: String,
        #[tsify(type = "'answer' | 'critique' | 'revision' | (string & {})")]
        pub purpose: &'static str,
        /// Number of the draft that is written or judged; the first is 1.
        pub iteration: u32,
        /// 1, or more when the same thing is asked again (an empty draft, an unreadable critique).
        pub attempt: u32,
        /// Index of the draft that is written or judged; the first is 0.
        pub draft_index: u32,
        /// On a revision: index of the draft that is revised.
        pub parent: Option<u32>,
        pub messages: Vec<Message>,
        /// Milliseconds until the host should give up: the call's own limit or the time left, whichever is less.
        pub timeout_ms: f64,
        /// The same when the same call is made again after a restore.
        pub idempotency_key: String,
        /// Which critic to ask, on a critique; the first is 0.
        pub critic: Option<u32>,
        /// How many completions of this request are wanted, 2 or more, each a draft; absent when it is one.
        pub n: Option<u32>,
        /// On a critique of several drafts: their indices, in the order in which they are shown. `draftIndex` and `iteration` are those of
        /// the first that was written.
        pub drafts: Option<Vec<u32>>,
        /// Absent when no tools may be called.
        pub tools: Option<Vec<ToolSchema>>,
        /// JSON Schema of the reply, for models that can constrain decoding.
        #[tsify(type = "Record<string, unknown>")]
        pub response_schema: Option<OpaqueJson>,
        /// On a call for an iteration of an autopilot: what the critic's last verdict suggested.
        pub critic_feedback: Option<Vec<SharedText>>,
    }
}

impl ModelCall {
    /// Repeats the call with these messages, as its next attempt.
    pub fn make_next_attempt(&self, messages: Vec<Message>) -> Self {
        Self {
            purpose: self.purpose,
            iteration: self.iteration,
            attempt: self.attempt.saturating_add(1),
            draft_index: self.draft_index,
            critic: self.critic,
            messages,
            tools: self.tools.clone(),
            response_schema: self.response_schema.clone(),
            ..Self::default()
        }
    }
}

records! {
    /// Run a tool. The name is known and allowed; the host checks the arguments against the tool's schema.
    pub struct ToolRun {
        /// `tool-3.search`.
        pub call_id: String,
        pub tool_name: String,
        pub tool_call_id: String,
        /// The critic whose tool it is, the first is 0; absent for a tool of the task.
        pub critic: Option<u32>,
        pub args: OpaqueJson,
        pub timeout_ms: f64,
        pub idempotency_key: String,
    }

    /// Run a verifier on a draft.
    pub struct VerifyRun {
        /// `verify-1.tests`; `verify-1.answer` for the task's `answer`, `usable-1` for its `usable`.
        pub call_id: String,
        /// Its name; `answer` for the task's `answer`, `usable` for its `usable`.
        pub verifier: String,
        pub draft: SharedText,
        pub draft_index: u32,
        pub timeout_ms: f64,
        pub idempotency_key: String,
    }

    /// Why a call failed, in the host's words.
    #[derive(Eq)]
    pub struct CallError {
        /// `model_error`, `tool_error`, `verifier_error`, `timeout`, `bad_response`, `invalid_arguments`, `unknown_tool`,
        /// `disallowed_tool`.
        pub code: String,
        pub message: String,
    }
}

impl CallError {
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }

    /// The call was not made.
    pub fn is_never_made(&self) -> bool {
        self.code == CANCELLED
    }
}

/// The code of a call that was not made, since time or budget ran out first: it cost nothing.
pub(super) const CANCELLED: &str = "not_made";

/// The code of a call whose reply is of the wrong shape.
pub const BAD_RESPONSE: &str = "bad_response";

/// The answer to a call.
#[allow(clippy::large_enum_variant, reason = "a few are alive at a time, and most are the large one; no lint on 32 bits")]
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Model(ModelResponse),
    Tool(OpaqueJson),
    Verdict(VerifierVerdict),
    Failed(CallError),
}

/// Takes the first replies out of a list.
pub fn split_first_replies(replies: &mut Vec<(Call, Reply)>, count: usize) -> Vec<(Call, Reply)> {
    let rest = replies.split_off(count.min(replies.len()));
    std::mem::replace(replies, rest)
}

/// Reads the reply to a call; the content of a model's reply may come apart from it. A wrong shape is a failed call, described in
/// words.
pub fn read_reply(call: &Call, value: &InputValue, content: Option<SharedText>) -> Reply {
    let checked = match call {
        Call::Model(_) => ModelResponse::from_json(value, content).map(Reply::Model),
        Call::Tool(_) => Ok(Reply::Tool(value.to_opaque_json())),
        Call::Verify(run) if run.verifier == ANSWER => match value {
            InputValue::Text(_) | InputValue::Null => Ok(Reply::Tool(value.to_opaque_json())),
            _ => Err(errors::mistyped_answer(value)),
        },
        Call::Verify(run) if run.verifier == USABLE => {
            VerifierVerdict::from_json(value).map(Reply::Verdict).map_err(|message| format!("`{USABLE}`: {message}"))
        }
        Call::Verify(_) => VerifierVerdict::from_json(value).map(Reply::Verdict),
    };
    checked.unwrap_or_else(|message| Reply::Failed(CallError::new(BAD_RESPONSE, message)))
}
