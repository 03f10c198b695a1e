//! A value as a person wrote it.

use serde::{Serialize, Serializer};

use super::{OpaqueJson, append_json_string, describe_kind, format_js_number};

/// A value as a person wrote it, before any check. Unlike JSON it holds NaN, and names what JSON cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub enum InputValue {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<InputValue>),
    Map(Vec<(String, InputValue)>),
    /// Something that is not a setting, in words: "a function".
    Other(String),
}

/// No settings at all.
impl Default for InputValue {
    fn default() -> Self {
        Self::Map(Vec::new())
    }
}

impl From<&serde_json::Value> for InputValue {
    fn from(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(b) => Self::Bool(*b),
            serde_json::Value::Number(n) => Self::Number(n.as_f64().unwrap_or(f64::NAN)),
            serde_json::Value::String(s) => Self::Text(s.clone()),
            serde_json::Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            serde_json::Value::Object(map) => {
                let entries = || Self::Map(map.iter().map(|(k, v)| (k.clone(), Self::from(v))).collect());
                map.get(OTHER)
                    .filter(|_| map.len() == 1)
                    .and_then(|what| what.as_str())
                    .map_or_else(entries, |what| Self::Other(what.to_owned()))
            }
        }
    }
}

impl Serialize for InputValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null | Self::Other(_) => to.serialize_unit(),
            Self::Bool(flag) => to.serialize_bool(*flag),
            Self::Number(number) => to.serialize_f64(*number),
            Self::Text(text) => to.serialize_str(text),
            Self::List(list) => to.collect_seq(list),
            Self::Map(entries) => to.collect_map(entries.iter().map(|(key, value)| (key, value))),
        }
    }
}

/// How a value is looked at.
impl InputValue {
    /// The value of a key of an object.
    pub fn field(&self, key: &str) -> Option<&Self> {
        let Self::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub fn field_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Self::Map(entries) = self else { return None };
        entries.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value of a key, unless it is null.
    pub fn present_field(&self, key: &str) -> Option<&Self> {
        self.field(key).filter(|value| !matches!(value, Self::Null))
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    /// A whole number from 0.
    pub fn as_count(&self) -> Option<u32> {
        let number = self.as_number()?;
        (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
    }

    pub fn as_flag(&self) -> Option<bool> {
        if let Self::Bool(flag) = self { Some(*flag) } else { None }
    }

    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// A text as it is, anything else as JSON.
    pub fn to_opaque_json(&self) -> OpaqueJson {
        match self {
            Self::Text(text) => OpaqueJson::Text(text.into()),
            other => OpaqueJson::Json(other.to_json().into()),
        }
    }

    /// The value as JSON. What JSON cannot hold is an object that says what it was: read again, it is refused, and not absent.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text);
        text
    }

    fn write_json(&self, into: &mut String) {
        match self {
            Self::Null => into.push_str("null"),
            Self::Other(what) => append_non_json_marker(into, what),
            Self::Bool(flag) => into.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) if !number.is_finite() => append_non_json_marker(into, &format_js_number(*number)),
            Self::Number(number) => into.push_str(&format_js_number(*number)),
            Self::Text(text) => append_json_string(into, text),
            Self::List(list) => {
                into.push('[');
                for (at, item) in list.iter().enumerate() {
                    into.push_str(if at == 0 { "" } else { "," });
                    item.write_json(into);
                }
                into.push(']');
            }
            Self::Map(entries) => {
                into.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    into.push_str(if at == 0 { "" } else { "," });
                    append_json_string(into, key);
                    into.push(':');
                    value.write_json(into);
                }
                into.push('}');
            }
        }
    }

    /// Lays another value over this one: objects key by key.
    pub fn merge_value(&mut self, over: &Self) {
        match (self, over) {
            (Self::Map(under), Self::Map(over)) => {
                for (key, value) in over {
                    match under.iter_mut().find(|(k, _)| k == key) {
                        Some((_, old)) => old.merge_value(value),
                        None => under.push((key.clone(), value.clone())),
                    }
                }
            }
            (under, over) => under.clone_from(over),
        }
    }

    /// Takes this key out of an object.
    pub fn remove_key(&mut self, key: &str) {
        if let Self::Map(entries) = self {
            entries.retain(|(k, _)| k != key);
        }
    }

    /// Describes the value for a sentence: in full where it is short.
    pub fn describe_value(&self) -> String {
        match self {
            Self::Bool(flag) => flag.to_string(),
            Self::Number(number) => format_js_number(*number),
            Self::Text(text) => quote_excerpt(text),
            Self::Null | Self::List(_) | Self::Map(_) | Self::Other(_) => describe_kind(Some(self)).to_owned(),
        }
    }
}

/// The one key of the JSON of what JSON cannot hold. So in `plain.ts`.
pub const OTHER: &str = "[other]";

fn append_non_json_marker(into: &mut String, what: &str) {
    into.push_str("{\"[other]\":");
    append_json_string(into, what);
    into.push('}');
}

/// A text for a sentence: its first 60 characters.
pub fn quote_excerpt(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("\"{}…\"", text.get(..at).unwrap_or_default()),
        None => format!("\"{text}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::InputValue;

    #[test]
    fn what_json_cannot_hold_is_said_in_it_and_read_again() {
        let other = |what: &str| InputValue::Other(what.to_owned());
        let wrap = |value: InputValue| InputValue::Map(vec![("at".to_owned(), InputValue::List(vec![value]))]);
        for (value, again) in [
            (other("a function"), other("a function")),
            (InputValue::Number(f64::NAN), other("NaN")),
            (InputValue::Number(f64::NEG_INFINITY), other("-Infinity")),
            (InputValue::Number(-0.5), InputValue::Number(-0.5)),
            (InputValue::Text("NaN".to_owned()), InputValue::Text("NaN".to_owned())),
        ] {
            let read: serde_json::Value = serde_json::from_str(&wrap(value).to_json()).unwrap();
            assert_eq!(InputValue::from(&read), wrap(again));
        }
    }
}
