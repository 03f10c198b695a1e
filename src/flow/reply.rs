//! What the host hands in, with its shape checked: a wrong shape is a failed call, told in words.

use serde_json::Value;

use super::desk::USABLE;
use super::{Call, CallError};
use crate::error::ReflectError;
use crate::message::{ModelResponse, Text, VerifierVerdict};

/// The code of a call whose reply is of the wrong shape.
pub const BAD_RESPONSE: &str = "bad_response";

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

/// Reads what came for a call, with the content that came apart from it, and checks its shape.
///
/// # Errors
/// `misuse` when it is no JSON, or not of a model where its content came apart.
pub fn read(call: &Call, response: &str, apart: Option<&Text>) -> Result<Reply, ReflectError> {
    let read: Value = serde_json::from_str(response).map_err(|e| ReflectError::misuse(format!("a reply must be JSON: {e}")))?;
    if apart.is_some() {
        let Some(map) = read.as_object().filter(|_| matches!(call, Call::Model(_))) else {
            return Err(ReflectError::misuse("a reply whose content comes apart must be a model's, and an object"));
        };
        // A snapshot puts them together before the first entry.
        if !response.starts_with('{') || map.contains_key("content") {
            return Err(ReflectError::misuse("a reply whose content comes apart must begin with `{` and have no other"));
        }
    }
    let checked = match call {
        Call::Model(_) => ModelResponse::from_json(read, apart.cloned()).map(Reply::Model),
        Call::Tool(_) => Ok(Reply::Tool(read)),
        Call::Verify(run) if run.verifier == USABLE => {
            VerifierVerdict::from_json(read).map(Reply::Verdict).map_err(|message| format!("`{USABLE}`: {message}"))
        }
        Call::Verify(_) => VerifierVerdict::from_json(read).map(Reply::Verdict),
    };
    Ok(checked.unwrap_or_else(|message| Reply::Failed(CallError::new(BAD_RESPONSE, message))))
}
