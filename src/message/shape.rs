//! From JSON as a host hands it in to our types: a wrong shape is described in words, with where it is and what came.
//!
//! Written by hand and not derived: the words are the point, and one derived reader a type would be a third of the wasm.

use super::carried::is_too_deep;
use super::{
    AgentClaim, Content, Gather, InputValue, Message, ModelResponse, OpaqueJson, Part, Role, Rope, SharedText, ToolCall,
    ToolSchema, Usage, VerifierStop, errors,
};
use super::{MAX_DEPTH, VerifierVerdict, is_blank};

type ShapeResult<T> = Result<T, String>;

/// Tools that one reply may ask for.
const MAX_TOOL_CALLS: usize = 256;
const NO_ARGUMENTS: OpaqueJson = OpaqueJson::from_static("{}");

impl ModelResponse {
    /// Reads what a model function returned: a string, or an object with `content`, which may come apart from it.
    pub fn from_json(response: &InputValue, separate_content: Option<SharedText>) -> ShapeResult<Self> {
        match (response, &separate_content) {
            (InputValue::Text(text), None) => return Ok(Self::from_content(Content::Text(text.into()))),
            (InputValue::Map(_), _) => {}
            _ => return Err(errors::wrong_reply(response)),
        }
        let tool_calls = read_list(response, "toolCalls", read_tool_call)?.unwrap_or_default();
        if tool_calls.len() > MAX_TOOL_CALLS {
            return Err(errors::too_many_tool_calls(MAX_TOOL_CALLS, tool_calls.len()));
        }
        let content = match separate_content {
            Some(separate_content) => Content::Text(separate_content.into()),
            None if !tool_calls.is_empty() && response.present_field("content").is_none() => Content::Text(Rope::default()),
            None => read_required_content(response.field("content"), "`content`")?,
        };
        let metadata = response.present_field("metadata");
        Ok(Self {
            tool_calls,
            usage: read_usage(response.present_field("usage"))?,
            model: read_text(response, "model")?,
            response_id: read_text(response, "responseId")?,
            finish_reason: read_text(response, "finishReason")?.map(SharedText::from),
            tool_results: read_texts(response, "toolResults")?.unwrap_or_default().into_iter().map(SharedText::from).collect(),
            probability: read_probability(response)?,
            claim: metadata.map(read_claim).unwrap_or_default(),
            stopped: response.present_field("stopped").map(VerifierStop::from_json).transpose()?,
            metadata: metadata.map(InputValue::to_opaque_json),
            ..Self::from_content(content)
        })
    }

    /// A text, and nothing beside it.
    pub fn from_content(content: Content) -> Self {
        Self {
            content,
            tool_calls: Vec::new(),
            usage: None,
            model: None,
            response_id: None,
            finish_reason: None,
            metadata: None,
            tool_results: Vec::new(),
            probability: None,
            claim: AgentClaim::default(),
            stopped: None,
        }
    }
}

impl VerifierStop {
    fn from_json(value: &InputValue) -> ShapeResult<Self> {
        let verifier = read_text(value, "verifier")?.ok_or_else(errors::unnamed_verifier)?;
        let verdict = VerifierVerdict::from_json(value.field("verdict").unwrap_or(&InputValue::Null))?;
        if verdict.passed { Err(errors::passing_stop()) } else { Ok(Self { verifier, verdict }) }
    }
}

impl Message {
    /// Reads one message of a conversation; `path` says where it is.
    pub fn from_json(value: &InputValue, path: &str) -> ShapeResult<Self> {
        check_object(value, path)?;
        let role = value.field("role");
        let word = role.and_then(InputValue::as_text).unwrap_or_default();
        let Some(role) = Role::WORDS.find_value(word) else {
            return Err(errors::wrong_role(path, role));
        };
        Ok(Self {
            role,
            content: read_required_content(value.field("content"), &format!("`{path}.content`"))?,
            tool_call_id: read_text(value, "toolCallId")?,
            tool_calls: read_list(value, "toolCalls", read_tool_call)?,
            metadata: value.present_field("metadata").map(InputValue::to_opaque_json),
        })
    }
}

impl ToolSchema {
    /// Reads a tool as the model sees it.
    pub fn from_json(value: &InputValue) -> ShapeResult<Self> {
        check_object(value, "each of `tools`")?;
        Ok(Self {
            name: read_text(value, "name")?.ok_or_else(errors::unnamed_tool)?.into(),
            description: read_text(value, "description")?.map(SharedText::from),
            parameters: value.field("parameters").map_or(NO_ARGUMENTS, InputValue::to_opaque_json),
        })
    }
}

impl VerifierVerdict {
    /// Reads what a verifier returned.
    pub fn from_json(value: &InputValue) -> ShapeResult<Self> {
        match value {
            InputValue::Bool(passed) => return Ok(Self { passed: *passed, ..Self::default() }),
            InputValue::Text(_) => return read_issue(value).map(|issue| Self::from_issues(vec![issue])),
            InputValue::List(issues) => {
                let issues: ShapeResult<_> = issues.iter().map(read_issue).gather_all();
                return issues.map(Self::from_issues);
            }
            InputValue::Map(_) => {}
            InputValue::Null | InputValue::Number(_) | InputValue::Other(_) => return Err(errors::wrong_verdict(value)),
        }
        let passed = value.field("passed");
        let Some(passed) = passed.and_then(InputValue::as_flag) else {
            return Err(errors::wrong_field_kind("passed", "true or false", passed));
        };
        let score = read_field(value, "score", "a number", InputValue::as_number)?;
        Ok(Self { passed, issues: read_texts(value, "issues")?, score })
    }

    /// Passed when there are none.
    pub fn from_issues(issues: Vec<String>) -> Self {
        Self { passed: issues.is_empty(), issues: Some(issues).filter(|issues| !issues.is_empty()), score: None }
    }
}

/// A blank issue says neither what is wrong nor that nothing is.
fn read_issue(value: &InputValue) -> ShapeResult<String> {
    match value.as_text() {
        Some(text) if is_blank(text) => Err(errors::blank_issue()),
        Some(text) => Ok(text.to_owned()),
        None => Err(errors::wrong_kind("an issue", "a string", Some(value))),
    }
}

/// A string of this key; absent and null are none.
pub fn read_text(value: &InputValue, key: &str) -> ShapeResult<Option<String>> {
    Ok(read_field(value, key, "a string", InputValue::as_text)?.map(str::to_owned))
}

/// True or false of this key; absent and null are none.
pub fn read_flag(value: &InputValue, key: &str) -> ShapeResult<Option<bool>> {
    read_field(value, key, "true or false", InputValue::as_flag)
}

/// A list of strings of this key; absent and null are none.
pub fn read_texts(value: &InputValue, key: &str) -> ShapeResult<Option<Vec<String>>> {
    read_list(value, key, |item| item.as_text().map(str::to_owned).ok_or_else(|| errors::non_string_item(key, item)))
}

/// A list of this key, each item read; absent and null are none.
pub fn read_list<'v, T>(
    value: &'v InputValue,
    key: &str,
    read: impl Fn(&'v InputValue) -> ShapeResult<T>,
) -> ShapeResult<Option<Vec<T>>> {
    let items = read_field(value, key, "a list", InputValue::as_list)?;
    items.map(|items| items.iter().map(read).gather_all()).transpose()
}

/// The tools of this key, none where it is absent.
#[inline(never)]
pub fn read_tools(value: &InputValue, key: &str) -> ShapeResult<Vec<ToolSchema>> {
    read_list(value, key, ToolSchema::from_json).map(Option::unwrap_or_default)
}

fn read_field<'v, T>(
    value: &'v InputValue,
    key: &str,
    expected: &str,
    read: fn(&'v InputValue) -> Option<T>,
) -> ShapeResult<Option<T>> {
    let Some(field) = value.present_field(key) else { return Ok(None) };
    read(field).map(Some).ok_or_else(|| errors::wrong_field_kind(key, expected, Some(field)))
}

/// A value's kind, for a sentence.
pub fn describe_kind(value: Option<&InputValue>) -> &str {
    match value {
        None => "nothing",
        Some(InputValue::Null) => "null",
        Some(InputValue::Bool(_)) => "a boolean",
        Some(InputValue::Number(number)) => name_non_finite(*number).unwrap_or("a number"),
        Some(InputValue::Text(_)) => "a string",
        Some(InputValue::List(_)) => "a list",
        Some(InputValue::Map(_)) => "an object",
        Some(InputValue::Other(what)) => what,
    }
}

/// Names a number that JSON cannot hold.
fn name_non_finite(number: f64) -> Option<&'static str> {
    match number {
        f64::INFINITY => Some("Infinity"),
        f64::NEG_INFINITY => Some("-Infinity"),
        number => number.is_nan().then_some("NaN"),
    }
}

/// Refuses a value that is no object.
pub fn check_object(value: &InputValue, what: &str) -> ShapeResult<()> {
    match value {
        InputValue::Map(_) => Ok(()),
        _ => Err(errors::wrong_kind(what, "an object", Some(value))),
    }
}

fn read_required_content(value: Option<&InputValue>, what: &str) -> ShapeResult<Content> {
    match value {
        Some(InputValue::Text(text)) => Ok(Content::Text(text.into())),
        Some(InputValue::List(items)) => items.iter().map(|item| read_part(item, what)).gather_all().map(Content::Parts),
        _ => Err(errors::wrong_kind(what, "a string or a list of parts", value)),
    }
}

fn read_part(value: &InputValue, what: &str) -> ShapeResult<Part> {
    let Some(kind) = value.field("type").and_then(|kind| kind.as_text()) else {
        return Err(errors::wrong_kind(&format!("each part of {what}"), "an object with a `type`", Some(value)));
    };
    let text = value.field("text").filter(|_| kind == "text").and_then(|text| text.as_text());
    Ok(Part { value: value.to_opaque_json(), text: text.map(SharedText::from), is_ours: false })
}

fn read_tool_call(value: &InputValue) -> ShapeResult<ToolCall> {
    check_object(value, "each of `toolCalls`")?;
    let arguments = value.field("arguments").map_or(NO_ARGUMENTS, InputValue::to_opaque_json);
    Ok(ToolCall {
        id: read_text(value, "id")?.unwrap_or_default(),
        name: read_text(value, "name")?.ok_or_else(errors::unnamed_tool_call)?,
        args: read_arguments(&arguments),
        arguments,
        metadata: value.present_field("metadata").map(InputValue::to_opaque_json),
    })
}

/// Reads arguments: a string is JSON (the OpenAI convention), an empty one and `null` are no arguments.
fn read_arguments(arguments: &OpaqueJson) -> Result<OpaqueJson, String> {
    let read = match arguments {
        OpaqueJson::Json(_) => arguments.clone(),
        OpaqueJson::Text(text) if text.trim().is_empty() => NO_ARGUMENTS,
        OpaqueJson::Text(text) if is_too_deep(text) => return Err(errors::deep_arguments(MAX_DEPTH)),
        OpaqueJson::Text(text) => OpaqueJson::parse_json(text).ok_or_else(errors::unparsed_arguments)?,
    };
    Ok(if matches!(&read, OpaqueJson::Json(json) if *json == "null") { NO_ARGUMENTS } else { read })
}

fn read_probability(response: &InputValue) -> ShapeResult<Option<f64>> {
    match response.present_field("probability") {
        None => Ok(None),
        Some(given) => match given.as_number() {
            Some(p) if (0.0..=1.0).contains(&p) => Ok(Some(p)),
            _ => Err(errors::wrong_number("probability", "a number from 0 to 1", given)),
        },
    }
}

fn read_claim(metadata: &InputValue) -> AgentClaim {
    let flags = |list: &[InputValue]| list.iter().map(|flag| flag.as_flag() == Some(true)).collect();
    AgentClaim {
        done: metadata.field("done").and_then(|done| done.as_flag()),
        criteria_met: metadata.field("criteriaMet").and_then(|met| met.as_list()).map(flags),
        finish_reason: metadata.field("finishReason").and_then(InputValue::as_text).map(str::to_owned),
    }
}

/// The tokens and the cost that are reported; absent is none.
pub fn read_usage(value: Option<&InputValue>) -> ShapeResult<Option<Usage>> {
    let Some(value) = value else { return Ok(None) };
    check_object(value, "`usage`")?;
    let count = |key: &str| match value.present_field(key) {
        None => Ok(None),
        Some(reported) => match reported.as_number() {
            Some(n) if n >= 0.0 && n.is_finite() => Ok(Some(n)),
            _ => Err(errors::wrong_number(&format!("usage.{key}"), "a number from 0", reported)),
        },
    };
    Ok(Some(Usage {
        input_tokens: count("inputTokens")?,
        output_tokens: count("outputTokens")?,
        total_tokens: count("totalTokens")?,
        cached_tokens: count("cachedTokens")?,
        reasoning_tokens: count("reasoningTokens")?,
        cost_usd: count("costUsd")?,
        estimated: value.field("estimated").and_then(|estimated| estimated.as_flag()),
    }))
}
