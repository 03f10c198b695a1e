//! What the host hands in, with its shape checked: a wrong shape is a failed call, described in words.

use super::run_context::USABLE;
use super::{Call, CallError};
use crate::message::{Carried, Given, ModelResponse, Text, VerifierVerdict};

/// The code of a call whose reply is of the wrong shape.
pub const BAD_RESPONSE: &str = "bad_response";

/// The answer to a call.
#[allow(clippy::large_enum_variant, reason = "a few are alive at a time, and most are the large one; no lint on 32 bits")]
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Model(ModelResponse),
    Tool(Carried),
    Verdict(VerifierVerdict),
    Failed(CallError),
}

/// Takes the first replies out of a list.
pub fn take(replies: &mut Vec<(Call, Reply)>, count: usize) -> Vec<(Call, Reply)> {
    let rest = replies.split_off(count.min(replies.len()));
    std::mem::replace(replies, rest)
}

/// Reads what came for a call, with the content of a model's reply that came apart from it, and checks its shape.
pub fn read<G: Given>(call: &Call, given: &G, apart: Option<Text>) -> Reply {
    let checked = match call {
        Call::Model(_) => ModelResponse::from_json(given, apart).map(Reply::Model),
        Call::Tool(_) => Ok(Reply::Tool(given.carried())),
        Call::Verify(run) if run.verifier == USABLE => {
            VerifierVerdict::from_json(given).map(Reply::Verdict).map_err(|message| format!("`{USABLE}`: {message}"))
        }
        Call::Verify(_) => VerifierVerdict::from_json(given).map(Reply::Verdict),
    };
    checked.unwrap_or_else(|message| Reply::Failed(CallError::new(BAD_RESPONSE, message)))
}
