//! What the host hands in, with its shape checked: a wrong shape is a failed call, told in words.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Call, CallError};
use crate::message::{Content, ModelResponse, ToolCall, Usage, VerifierVerdict};

/// The answer to a call.
#[expect(clippy::large_enum_variant, reason = "a few are alive at a time, and most are the large one")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
pub enum Reply {
    Model(ModelResponse),
    Tool(Value),
    Verdict(VerifierVerdict),
    Failed(CallError),
}

/// Checks the shape of what came for a call.
pub(super) fn check(call: &Call, response: Value) -> Reply {
    let checked = match call {
        Call::Model(_) => model(response).map(Reply::Model),
        Call::Tool(_) => Ok(Reply::Tool(response)),
        Call::Verify(_) => verdict(response).map(Reply::Verdict),
    };
    checked.unwrap_or_else(|message| Reply::Failed(CallError::new("bad_response", message)))
}

fn told(value: Option<&Value>) -> &'static str {
    match value {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "a boolean",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "a string",
        Some(Value::Array(_)) => "a list",
        Some(Value::Object(_)) => "an object",
    }
}

fn model(response: Value) -> Result<ModelResponse, String> {
    let mut map = match response {
        Value::String(text) => return Ok(plain(Content::Text(text))),
        Value::Object(map) => map,
        other => return Err(format!("the model must return a string or {{ content }}, got {}", told(Some(&other)))),
    };
    let tool_calls = match map.remove("toolCalls") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(list)) => list.into_iter().map(tool_call).collect::<Result<_, _>>()?,
        other => return Err(format!("`toolCalls` must be a list, got {}", told(other.as_ref()))),
    };
    let content = match map.remove("content") {
        Some(Value::String(text)) => Content::Text(text),
        Some(Value::Array(parts)) => {
            if let Some(part) = parts.iter().find(|p| !p.get("type").is_some_and(Value::is_string)) {
                return Err(format!("each part of `content` must be an object with a `type`, got {}", told(Some(part))));
            }
            Content::Parts(parts)
        }
        None | Some(Value::Null) if !tool_calls.is_empty() => Content::Text(String::new()),
        other => return Err(format!("`content` must be a string or a list of parts, got {}", told(other.as_ref()))),
    };
    Ok(ModelResponse {
        tool_calls,
        usage: usage(map.remove("usage"))?,
        model: text(&mut map, "model")?,
        response_id: text(&mut map, "responseId")?,
        finish_reason: text(&mut map, "finishReason")?,
        metadata: map.remove("metadata").filter(|m| !m.is_null()),
        ..plain(content)
    })
}

fn plain(content: Content) -> ModelResponse {
    ModelResponse {
        content,
        tool_calls: Vec::new(),
        usage: None,
        model: None,
        response_id: None,
        finish_reason: None,
        metadata: None,
    }
}

fn text(map: &mut Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match map.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(s)) => Ok(Some(s)),
        other => Err(format!("`{key}` must be a string, got {}", told(other.as_ref()))),
    }
}

fn tool_call(value: Value) -> Result<ToolCall, String> {
    let Value::Object(mut map) = value else {
        return Err(format!("each of `toolCalls` must be an object, got {}", told(Some(&value))));
    };
    let Some(name) = text(&mut map, "name")? else { return Err("a tool call must have a `name`".to_owned()) };
    Ok(ToolCall {
        id: text(&mut map, "id")?.unwrap_or_default(),
        name,
        arguments: map.remove("arguments").unwrap_or_else(|| Value::Object(Map::new())),
        metadata: map.remove("metadata").filter(|m| !m.is_null()),
    })
}

fn usage(value: Option<Value>) -> Result<Option<Usage>, String> {
    let map = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(map)) => map,
        other => return Err(format!("`usage` must be an object, got {}", told(other.as_ref()))),
    };
    let count = |key: &str| match map.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(n)) => match n.as_f64() {
            Some(n) if n >= 0.0 && n.is_finite() => Ok(Some(n)),
            _ => Err(format!("`usage.{key}` must be a number from 0, got {n}")),
        },
        other => Err(format!("`usage.{key}` must be a number from 0, got {}", told(other))),
    };
    Ok(Some(Usage {
        input_tokens: count("inputTokens")?,
        output_tokens: count("outputTokens")?,
        total_tokens: count("totalTokens")?,
        cached_tokens: count("cachedTokens")?,
        reasoning_tokens: count("reasoningTokens")?,
        cost_usd: count("costUsd")?,
        estimated: map.get("estimated").and_then(Value::as_bool),
    }))
}

fn verdict(value: Value) -> Result<VerifierVerdict, String> {
    let Some(Value::Bool(passed)) = value.get("passed") else {
        let came = if value.is_object() { told(value.get("passed")) } else { told(Some(&value)) };
        return Err(format!("a verifier must return {{ passed: boolean, issues?, score? }}, got {came} for `passed`"));
    };
    let issues = match value.get("issues") {
        None | Some(Value::Null) => None,
        Some(Value::Array(list)) => Some(
            list.iter()
                .map(|i| {
                    i.as_str().map(str::to_owned).ok_or_else(|| format!("`issues` must hold strings, got {}", told(Some(i))))
                })
                .collect::<Result<_, _>>()?,
        ),
        other => return Err(format!("`issues` must be a list of strings, got {}", told(other))),
    };
    let score = match value.get("score") {
        None | Some(Value::Null) => None,
        Some(Value::Number(n)) => n.as_f64(),
        other => return Err(format!("`score` must be a number, got {}", told(other))),
    };
    Ok(VerifierVerdict { passed: *passed, issues, score })
}
