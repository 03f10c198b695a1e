//! Values that are carried: arguments and results of tools, a provider's own data, JSON Schemas. Nobody here looks into them.

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{InputValue, SharedText};

/// Lists and objects may nest this deep, wherever JSON comes in; so in `plain.ts`.
pub const MAX_DEPTH: usize = 64;

/// Whether lists and objects nest deeper than that in a text of JSON.
pub(super) fn is_too_deep(json: &str) -> bool {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    json.bytes().any(|byte| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => depth += 1,
            b']' | b'}' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_DEPTH
    })
}

/// A JSON value that is handed on as it came. As text, it costs nothing to keep and to hand on.
#[derive(Clone, Debug, PartialEq)]
pub enum OpaqueJson {
    /// A text.
    Text(SharedText),
    /// Anything else, written as JSON.
    Json(SharedText),
}

impl OpaqueJson {
    /// JSON that is written in our source.
    pub const fn from_static(json: &'static str) -> Self {
        Self::Json(SharedText::from_static(json))
    }

    /// The text for a model: a text as it is, anything else as JSON.
    pub fn text_for_model(&self) -> &SharedText {
        let (Self::Text(text) | Self::Json(text)) = self;
        text
    }

    /// Parses JSON. Code that reads JSON takes kilobytes of wasm, and the host has it.
    #[cfg(target_arch = "wasm32")]
    pub fn parse_json(text: &str) -> Option<Self> {
        let value = js_sys::JSON::parse(text).ok()?;
        Some(match value.as_string() {
            Some(text) => Self::Text(text.into()),
            None => Self::Json(js_sys::JSON::stringify(&value).ok()?.as_string()?.into()),
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub fn parse_json(text: &str) -> Option<Self> {
        serde_json::from_str::<Value>(text).ok().map(Self::from)
    }

    /// Converts it to a value of serde.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(text.as_str()),
            Self::Json(json) => serde_json::from_str(json).unwrap_or_default(),
        }
    }
}

impl From<Value> for OpaqueJson {
    fn from(value: Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text.into()),
            // As JavaScript writes it.
            other => Self::Json(InputValue::from(&other).to_json().into()),
        }
    }
}

impl PartialEq<Value> for OpaqueJson {
    fn eq(&self, other: &Value) -> bool {
        self.to_value() == *other
    }
}

/// The name of JSON for a serializer that is not for people: it is given the text.
pub const JSON: &str = "$json";

impl Serialize for OpaqueJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            _ if to.is_human_readable() => self.to_value().serialize(to),
            Self::Text(text) => text.serialize(to),
            Self::Json(json) => to.serialize_newtype_struct(JSON, json),
        }
    }
}
