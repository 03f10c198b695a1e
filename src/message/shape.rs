//! From JSON as a host hands it in to our types: a wrong shape is told in words, with where it stands and what came.
//!
//! Written by hand and not derived: the words are the point, and one derived reader a type would be a third of the wasm.

use serde_json::{Map, Value};

use super::{Content, Message, ModelResponse, Role, Rope, Text, ToolCall, ToolSchema, Usage, VerifierVerdict, is_blank};

type Shaped<T> = Result<T, String>;

/// Tools that one reply may ask for.
const MAX_TOOL_CALLS: usize = 256;

impl ModelResponse {
    /// Reads what a model function returned: a string, or an object with `content`, which may come apart from it.
    ///
    /// # Errors
    /// What was expected and what came.
    pub fn from_json(response: Value, apart: Option<Text>) -> Shaped<Self> {
        let mut map = match response {
            Value::String(text) => return Ok(Self::plain(Content::Text(text.into()))),
            Value::Object(map) => map,
            other => return Err(format!("the model must return a string or {{ content }}, got {}", told(Some(&other)))),
        };
        let tool_calls = list(&mut map, "toolCalls", tool_call)?.unwrap_or_default();
        if tool_calls.len() > MAX_TOOL_CALLS {
            return Err(format!("`toolCalls` may hold at most {MAX_TOOL_CALLS} calls, got {}", tool_calls.len()));
        }
        let content = match (apart, map.remove("content")) {
            (Some(apart), _) => Content::Text(apart.into()),
            (None, None | Some(Value::Null)) if !tool_calls.is_empty() => Content::Text(Rope::default()),
            (None, given) => content(given, "`content`")?,
        };
        Ok(Self {
            tool_calls,
            usage: usage(map.remove("usage"))?,
            model: text(&mut map, "model")?,
            response_id: text(&mut map, "responseId")?,
            finish_reason: text(&mut map, "finishReason")?.map(Text::from),
            metadata: map.remove("metadata").filter(|m| !m.is_null()),
            ..Self::plain(content)
        })
    }

    fn plain(content: Content) -> Self {
        Self { content, tool_calls: Vec::new(), usage: None, model: None, response_id: None, finish_reason: None, metadata: None }
    }
}

impl Message {
    /// Reads one message of a conversation; `path` says where it stands.
    ///
    /// # Errors
    /// What was expected and what came.
    pub fn from_json(value: Value, path: &str) -> Shaped<Self> {
        let mut map = object(value, path)?;
        let role = match map.remove("role").as_ref().and_then(Value::as_str) {
            Some("system") => Role::System,
            Some("user") => Role::User,
            Some("assistant") => Role::Assistant,
            Some("tool") => Role::Tool,
            _ => return Err(format!("`{path}.role` must be 'system', 'user', 'assistant' or 'tool'")),
        };
        Ok(Self {
            role,
            content: content(map.remove("content"), &format!("`{path}.content`"))?,
            tool_call_id: text(&mut map, "toolCallId")?,
            tool_calls: list(&mut map, "toolCalls", tool_call)?,
            metadata: map.remove("metadata").filter(|m| !m.is_null()),
        })
    }
}

impl ToolSchema {
    /// Reads a tool as a model is told of it.
    ///
    /// # Errors
    /// What was expected and what came.
    pub fn from_json(value: Value) -> Shaped<Self> {
        let mut map = object(value, "each of `tools`")?;
        Ok(Self {
            name: text(&mut map, "name")?.ok_or("a tool must have a `name`")?,
            description: text(&mut map, "description")?,
            parameters: map.remove("parameters").unwrap_or_else(|| Value::Object(Map::new())),
        })
    }
}

/// What a verifier may return, in words.
const VERDICT: &str = "true or false, an issue, a list of issues or { passed, issues?, score? }";

impl VerifierVerdict {
    /// Reads what a verifier returned.
    ///
    /// # Errors
    /// What was expected and what came.
    pub fn from_json(value: Value) -> Shaped<Self> {
        let mut map = match value {
            Value::Bool(passed) => return Ok(Self { passed, ..Self::default() }),
            Value::String(_) => return Self::with_issues(vec![value]),
            Value::Array(issues) => return Self::with_issues(issues),
            Value::Object(map) => map,
            Value::Null | Value::Number(_) => {
                return Err(format!("a verdict must be {VERDICT}, got {}", told(Some(&value))));
            }
        };
        let Some(Value::Bool(passed)) = map.get("passed") else {
            return Err(format!("`passed` must be true or false, got {}", told(map.get("passed"))));
        };
        let score = match map.get("score") {
            None | Some(Value::Null) => None,
            Some(Value::Number(n)) => n.as_f64(),
            other => return Err(format!("`score` must be a number, got {}", told(other))),
        };
        Ok(Self { passed: *passed, issues: texts(&mut map, "issues")?, score })
    }

    /// Passed when there are none. A blank issue says neither what is wrong nor that nothing is.
    fn with_issues(issues: Vec<Value>) -> Shaped<Self> {
        let issue = |issue| match issue {
            Value::String(s) if is_blank(&s) => Err("an issue must not be blank; a list without issues passes".to_owned()),
            Value::String(s) => Ok(s),
            other => Err(format!("an issue must be a string, got {}", told(Some(&other)))),
        };
        let issues: Vec<String> = issues.into_iter().map(issue).collect::<Result<_, _>>()?;
        Ok(Self { passed: issues.is_empty(), issues: Some(issues).filter(|issues| !issues.is_empty()), score: None })
    }
}

/// A string of this key; absent and null are none.
///
/// # Errors
/// What came instead.
pub fn text(map: &mut Map<String, Value>, key: &str) -> Shaped<Option<String>> {
    match map.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(s)) => Ok(Some(s)),
        other => Err(format!("`{key}` must be a string, got {}", told(other.as_ref()))),
    }
}

/// A list of strings of this key; absent and null are none.
///
/// # Errors
/// What came instead.
pub fn texts(map: &mut Map<String, Value>, key: &str) -> Shaped<Option<Vec<String>>> {
    list(map, key, |item| match item {
        Value::String(s) => Ok(s),
        other => Err(format!("`{key}` must hold strings, got {}", told(Some(&other)))),
    })
}

/// A list of this key, each item read; absent and null are none.
///
/// # Errors
/// What came instead, or what is wrong with an item.
pub fn list<T>(map: &mut Map<String, Value>, key: &str, read: impl Fn(Value) -> Shaped<T>) -> Shaped<Option<Vec<T>>> {
    match map.remove(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Array(items)) => items.into_iter().map(read).collect::<Result<_, _>>().map(Some),
        other => Err(format!("`{key}` must be a list, got {}", told(other.as_ref()))),
    }
}

/// A value's kind, for a sentence.
#[must_use]
pub fn told(value: Option<&Value>) -> &'static str {
    match value {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "a boolean",
        Some(Value::Number(_)) => "a number",
        Some(Value::String(_)) => "a string",
        Some(Value::Array(_)) => "a list",
        Some(value @ Value::Object(_)) => strange(value).unwrap_or("an object"),
    }
}

/// A number that JSON cannot hold: the host writes it as an object of one key, so that it is refused and not absent.
#[must_use]
pub fn strange(value: &Value) -> Option<&'static str> {
    let said = value.get("[number]")?.as_str()?;
    ["NaN", "Infinity", "-Infinity"].into_iter().find(|word| *word == said)
}

/// A value, for a sentence on what it must be.
#[must_use]
pub fn came(value: &Value) -> String {
    strange(value).map_or_else(|| value.to_string(), str::to_owned)
}

fn object(value: Value, what: &str) -> Shaped<Map<String, Value>> {
    match value {
        Value::Object(map) => Ok(map),
        other => Err(format!("{what} must be an object, got {}", told(Some(&other)))),
    }
}

fn content(given: Option<Value>, what: &str) -> Shaped<Content> {
    match given {
        Some(Value::String(text)) => Ok(Content::Text(text.into())),
        Some(Value::Array(parts)) => match parts.iter().find(|p| !p.get("type").is_some_and(Value::is_string)) {
            Some(part) => Err(format!("each part of {what} must be an object with a `type`, got {}", told(Some(part)))),
            None => Ok(Content::Parts(parts)),
        },
        other => Err(format!("{what} must be a string or a list of parts, got {}", told(other.as_ref()))),
    }
}

fn tool_call(value: Value) -> Shaped<ToolCall> {
    let mut map = object(value, "each of `toolCalls`")?;
    Ok(ToolCall {
        id: text(&mut map, "id")?.unwrap_or_default(),
        name: text(&mut map, "name")?.ok_or("a tool call must have a `name`")?,
        arguments: map.remove("arguments").unwrap_or_else(|| Value::Object(Map::new())),
        metadata: map.remove("metadata").filter(|m| !m.is_null()),
    })
}

fn usage(value: Option<Value>) -> Shaped<Option<Usage>> {
    let map = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(value) => object(value, "`usage`")?,
    };
    let count = |key: &str| match map.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_f64() {
            Some(n) if n >= 0.0 && n.is_finite() => Ok(Some(n)),
            _ => Err(format!("`usage.{key}` must be a number from 0, got {value}")),
        },
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
