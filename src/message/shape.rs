//! From JSON as a host hands it in to our types: a wrong shape is described in words, with where it is and what came.
//!
//! Written by hand and not derived: the words are the point, and one derived reader a type would be a third of the wasm.

use super::carried::is_too_deep;
use super::{
    Carried, Claim, Content, Gather, Message, ModelResponse, Part, Raw, Role, Rope, Stopped, Text, ToolCall, ToolSchema, Usage,
};
use super::{MAX_DEPTH, VerifierVerdict, is_blank};

type Shaped<T> = Result<T, String>;

/// Tools that one reply may ask for.
const MAX_TOOL_CALLS: usize = 256;
const NO_ARGUMENTS: Carried = Carried::constant("{}");

impl ModelResponse {
    /// Reads what a model function returned: a string, or an object with `content`, which may come apart from it.
    pub fn from_json(response: &Raw, apart: Option<Text>) -> Shaped<Self> {
        match (response, &apart) {
            (Raw::Text(text), None) => return Ok(Self::plain(Content::Text(text.into()))),
            (Raw::Map(_), _) => {}
            _ => return Err(format!("the model must return a string or {{ content }}, got {}", describe(Some(response)))),
        }
        let tool_calls = list(response, "toolCalls", tool_call)?.unwrap_or_default();
        if tool_calls.len() > MAX_TOOL_CALLS {
            return Err(format!("`toolCalls` may hold at most {MAX_TOOL_CALLS} calls, got {}", tool_calls.len()));
        }
        let content = match apart {
            Some(apart) => Content::Text(apart.into()),
            None if !tool_calls.is_empty() && response.some("content").is_none() => Content::Text(Rope::default()),
            None => content(response.field("content"), "`content`")?,
        };
        let metadata = response.some("metadata");
        Ok(Self {
            tool_calls,
            usage: usage(response.some("usage"))?,
            model: text(response, "model")?,
            response_id: text(response, "responseId")?,
            finish_reason: text(response, "finishReason")?.map(Text::from),
            tool_results: texts(response, "toolResults")?.unwrap_or_default().into_iter().map(Text::from).collect(),
            probability: probability(response)?,
            claim: metadata.map(claim).unwrap_or_default(),
            stopped: response.some("stopped").map(Stopped::from_json).transpose()?,
            metadata: metadata.map(Raw::carried),
            ..Self::plain(content)
        })
    }

    /// A text, and nothing beside it.
    pub fn plain(content: Content) -> Self {
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
            claim: Claim::default(),
            stopped: None,
        }
    }
}

impl Stopped {
    fn from_json(value: &Raw) -> Shaped<Self> {
        let verifier = text(value, "verifier")?.ok_or("`stopped` must name a verifier")?;
        let verdict = VerifierVerdict::from_json(value.field("verdict").unwrap_or(&Raw::Null))?;
        if verdict.passed {
            Err("a verifier that stops a draft does not pass it".to_owned())
        } else {
            Ok(Self { verifier, verdict })
        }
    }
}

impl Message {
    /// Reads one message of a conversation; `path` says where it is.
    pub fn from_json(value: &Raw, path: &str) -> Shaped<Self> {
        object(value, path)?;
        let role = value.field("role");
        let word = role.and_then(Raw::as_text).unwrap_or_default();
        let Some(role) = Role::WORDS.meaning(word) else {
            let got = role.map_or_else(|| "nothing".to_owned(), Raw::describe);
            return Err(format!("`{path}.role` must be 'system', 'user', 'assistant' or 'tool', got {got}"));
        };
        Ok(Self {
            role,
            content: content(value.field("content"), &format!("`{path}.content`"))?,
            tool_call_id: text(value, "toolCallId")?,
            tool_calls: list(value, "toolCalls", tool_call)?,
            metadata: value.some("metadata").map(Raw::carried),
        })
    }
}

impl ToolSchema {
    /// Reads a tool as the model sees it.
    pub fn from_json(value: &Raw) -> Shaped<Self> {
        object(value, "each of `tools`")?;
        Ok(Self {
            name: text(value, "name")?.ok_or("a tool must have a `name`")?,
            description: text(value, "description")?,
            parameters: value.field("parameters").map_or(NO_ARGUMENTS, Raw::carried),
        })
    }
}

/// What a verifier may return, in words.
const VERDICT: &str = "true or false, an issue, a list of issues or { passed, issues?, score? }";

impl VerifierVerdict {
    /// Reads what a verifier returned.
    pub fn from_json(value: &Raw) -> Shaped<Self> {
        match value {
            Raw::Bool(passed) => return Ok(Self { passed: *passed, ..Self::default() }),
            Raw::Text(_) => return issue_of(value).map(|issue| Self::with_issues(vec![issue])),
            Raw::List(issues) => {
                let issues: Shaped<_> = issues.iter().map(issue_of).gather_all();
                return issues.map(Self::with_issues);
            }
            Raw::Map(_) => {}
            Raw::Null | Raw::Number(_) | Raw::Other(_) => {
                return Err(format!("a verdict must be {VERDICT}, got {}", describe(Some(value))));
            }
        }
        let passed = value.field("passed");
        let Some(passed) = passed.and_then(Raw::as_flag) else {
            return Err(format!("`passed` must be true or false, got {}", describe(passed)));
        };
        let score = under(value, "score", "a number", Raw::as_number)?;
        Ok(Self { passed, issues: texts(value, "issues")?, score })
    }

    /// Passed when there are none.
    pub fn with_issues(issues: Vec<String>) -> Self {
        Self { passed: issues.is_empty(), issues: Some(issues).filter(|issues| !issues.is_empty()), score: None }
    }
}

/// A blank issue says neither what is wrong nor that nothing is.
fn issue_of(value: &Raw) -> Shaped<String> {
    match value.as_text() {
        Some(text) if is_blank(text) => Err("an issue must not be blank; a list without issues passes".to_owned()),
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("an issue must be a string, got {}", describe(Some(value)))),
    }
}

/// A string of this key; absent and null are none.
pub fn text(value: &Raw, key: &str) -> Shaped<Option<String>> {
    Ok(under(value, key, "a string", Raw::as_text)?.map(str::to_owned))
}

/// True or false of this key; absent and null are none.
pub fn flag(value: &Raw, key: &str) -> Shaped<Option<bool>> {
    under(value, key, "true or false", Raw::as_flag)
}

/// A list of strings of this key; absent and null are none.
pub fn texts(value: &Raw, key: &str) -> Shaped<Option<Vec<String>>> {
    list(value, key, |item| {
        item.as_text().map(str::to_owned).ok_or_else(|| format!("`{key}` must hold strings, got {}", describe(Some(item))))
    })
}

/// A list of this key, each item read; absent and null are none.
pub fn list<'v, T>(value: &'v Raw, key: &str, read: impl Fn(&'v Raw) -> Shaped<T>) -> Shaped<Option<Vec<T>>> {
    let items = under(value, key, "a list", Raw::as_list)?;
    items.map(|items| items.iter().map(read).gather_all()).transpose()
}

/// The tools of this key, none where it is absent.
#[inline(never)]
pub fn tools(value: &Raw, key: &str) -> Shaped<Vec<ToolSchema>> {
    list(value, key, ToolSchema::from_json).map(Option::unwrap_or_default)
}

fn under<'v, T>(value: &'v Raw, key: &str, what: &str, read: fn(&'v Raw) -> Option<T>) -> Shaped<Option<T>> {
    let Some(field) = value.some(key) else { return Ok(None) };
    read(field).map(Some).ok_or_else(|| format!("`{key}` must be {what}, got {}", describe(Some(field))))
}

/// A value's kind, for a sentence.
pub fn describe(value: Option<&Raw>) -> &str {
    match value {
        None => "nothing",
        Some(Raw::Null) => "null",
        Some(Raw::Bool(_)) => "a boolean",
        Some(Raw::Number(number)) => not_json(*number).unwrap_or("a number"),
        Some(Raw::Text(_)) => "a string",
        Some(Raw::List(_)) => "a list",
        Some(Raw::Map(_)) => "an object",
        Some(Raw::Other(what)) => what,
    }
}

/// What a number is that JSON cannot hold.
fn not_json(number: f64) -> Option<&'static str> {
    match number {
        f64::INFINITY => Some("Infinity"),
        f64::NEG_INFINITY => Some("-Infinity"),
        number => number.is_nan().then_some("NaN"),
    }
}

fn object(value: &Raw, what: &str) -> Shaped<()> {
    match value {
        Raw::Map(_) => Ok(()),
        _ => Err(format!("{what} must be an object, got {}", describe(Some(value)))),
    }
}

fn content(value: Option<&Raw>, what: &str) -> Shaped<Content> {
    match value {
        Some(Raw::Text(text)) => Ok(Content::Text(text.into())),
        Some(Raw::List(items)) => items.iter().map(|item| part(item, what)).gather_all().map(Content::Parts),
        _ => Err(format!("{what} must be a string or a list of parts, got {}", describe(value))),
    }
}

fn part(value: &Raw, what: &str) -> Shaped<Part> {
    let Some(kind) = value.field("type").and_then(|kind| kind.as_text()) else {
        return Err(format!("each part of {what} must be an object with a `type`, got {}", describe(Some(value))));
    };
    let text = value.field("text").filter(|_| kind == "text").and_then(|text| text.as_text());
    Ok(Part { value: value.carried(), text: text.map(Text::from), is_ours: false })
}

fn tool_call(value: &Raw) -> Shaped<ToolCall> {
    object(value, "each of `toolCalls`")?;
    let arguments = value.field("arguments").map_or(NO_ARGUMENTS, Raw::carried);
    Ok(ToolCall {
        id: text(value, "id")?.unwrap_or_default(),
        name: text(value, "name")?.ok_or("a tool call must have a `name`")?,
        args: args(&arguments),
        arguments,
        metadata: value.some("metadata").map(Raw::carried),
    })
}

/// What arguments say: a string is read as JSON (the OpenAI convention), an empty one and `null` as no arguments.
fn args(arguments: &Carried) -> Result<Carried, String> {
    let read = match arguments {
        Carried::Json(_) => arguments.clone(),
        Carried::Text(text) if text.trim().is_empty() => NO_ARGUMENTS,
        Carried::Text(text) if is_too_deep(text) => return Err(format!("the arguments nest deeper than {MAX_DEPTH}")),
        Carried::Text(text) => Carried::parsed(text).ok_or("the arguments are not JSON")?,
    };
    Ok(if matches!(&read, Carried::Json(json) if *json == "null") { NO_ARGUMENTS } else { read })
}

fn probability(response: &Raw) -> Shaped<Option<f64>> {
    match response.some("probability") {
        None => Ok(None),
        Some(given) => match given.as_number() {
            Some(p) if (0.0..=1.0).contains(&p) => Ok(Some(p)),
            _ => Err(format!("`probability` must be a number from 0 to 1, got {}", given.describe())),
        },
    }
}

fn claim(metadata: &Raw) -> Claim {
    let flags = |list: &[Raw]| list.iter().map(|flag| flag.as_flag() == Some(true)).collect();
    Claim {
        done: metadata.field("done").and_then(|done| done.as_flag()),
        criteria_met: metadata.field("criteriaMet").and_then(|met| met.as_list()).map(flags),
        finish_reason: metadata.field("finishReason").and_then(Raw::as_text).map(str::to_owned),
    }
}

/// The tokens and the cost that are reported; absent is none.
pub fn usage(value: Option<&Raw>) -> Shaped<Option<Usage>> {
    let Some(value) = value else { return Ok(None) };
    object(value, "`usage`")?;
    let count = |key: &str| match value.some(key) {
        None => Ok(None),
        Some(reported) => match reported.as_number() {
            Some(n) if n >= 0.0 && n.is_finite() => Ok(Some(n)),
            _ => Err(format!("`usage.{key}` must be a number from 0, got {}", reported.describe())),
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
