//! What the host hands in, with its shape checked: a wrong shape is a failed call, told in words.

use serde_json::Value;

use super::{Call, CallError};
use crate::error::ReflectError;
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

/// Reads a response, with the content that came apart from it.
pub(super) fn read(response: &str, content: Option<&str>) -> Result<Value, ReflectError> {
    let mut read: Value =
        serde_json::from_str(response).map_err(|e| ReflectError::misuse(format!("a reply must be JSON: {e}")))?;
    let Some(content) = content else { return Ok(read) };
    let Value::Object(map) = &mut read else {
        return Err(ReflectError::misuse("a reply whose content comes apart must be an object"));
    };
    // A snapshot puts them together before the first entry.
    if !response.starts_with('{') || map.contains_key("content") {
        return Err(ReflectError::misuse("a reply whose content comes apart must begin with `{` and have no other"));
    }
    map.insert("content".to_owned(), content.into());
    Ok(read)
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
