//! What the host hands in, with its shape checked: a wrong shape is a failed call, told in words.

use serde_json::Value;

use super::{Call, CallError};
use crate::message::{ModelResponse, VerifierVerdict};

/// The answer to a call.
#[allow(clippy::large_enum_variant, reason = "a few are alive at a time, and most are the large one; no lint on 32 bits")]
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Model(ModelResponse),
    Tool(Value),
    Verdict(VerifierVerdict),
    Failed(CallError),
}

/// Takes the first replies out of a list.
pub fn take(replies: &mut Vec<(Call, Reply)>, count: usize) -> Vec<(Call, Reply)> {
    let rest = replies.split_off(count.min(replies.len()));
    std::mem::replace(replies, rest)
}

/// Checks the shape of what came for a call.
pub(super) fn check(call: &Call, response: Value) -> Reply {
    let checked = match call {
        Call::Model(_) => ModelResponse::from_json(response).map(Reply::Model),
        Call::Tool(_) => Ok(Reply::Tool(response)),
        Call::Verify(_) => VerifierVerdict::from_json(response).map(Reply::Verdict),
    };
    checked.unwrap_or_else(|message| Reply::Failed(CallError::new("bad_response", message)))
}
