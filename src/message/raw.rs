//! A value as a person wrote it.

use super::{decimal, quote};

/// A value as a person wrote it, before any check. Unlike JSON it holds NaN, and names what JSON cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Raw>),
    Map(Vec<(String, Raw)>),
    /// Something that is not a setting, in words: "a function".
    Other(String),
}

/// No settings at all.
impl Default for Raw {
    fn default() -> Self {
        Self::Map(Vec::new())
    }
}

impl From<&serde_json::Value> for Raw {
    fn from(value: &serde_json::Value) -> Self {
        match value {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(b) => Self::Bool(*b),
            serde_json::Value::Number(n) => Self::Number(n.as_f64().unwrap_or(f64::NAN)),
            serde_json::Value::String(s) => Self::Text(s.clone()),
            serde_json::Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            serde_json::Value::Object(map) => match super::not_json(&value) {
                Some(number) => Self::Other(number.to_owned()),
                None => Self::Map(map.iter().map(|(k, v)| (k.clone(), Self::from(v))).collect()),
            },
        }
    }
}

impl Raw {
    /// The value as JSON; what JSON cannot hold is null.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::from_str(&self.json()).unwrap_or_default()
    }

    /// The same, written.
    #[must_use]
    pub fn json(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, into: &mut String) {
        match self {
            Self::Null | Self::Other(_) => into.push_str("null"),
            Self::Bool(flag) => into.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) if !number.is_finite() => into.push_str("null"),
            Self::Number(number) => into.push_str(&decimal(*number)),
            Self::Text(text) => quote(into, text),
            Self::List(list) => {
                into.push('[');
                for (at, item) in list.iter().enumerate() {
                    into.push_str(if at == 0 { "" } else { "," });
                    item.write(into);
                }
                into.push(']');
            }
            Self::Map(entries) => {
                into.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    into.push_str(if at == 0 { "" } else { "," });
                    quote(into, key);
                    into.push(':');
                    value.write(into);
                }
                into.push('}');
            }
        }
    }

    /// Lays another value over this one: objects key by key.
    pub fn lay(&mut self, over: &Self) {
        match (self, over) {
            (Self::Map(under), Self::Map(over)) => {
                for (key, value) in over {
                    match under.iter_mut().find(|(k, _)| k == key) {
                        Some((_, old)) => old.lay(value),
                        None => under.push((key.clone(), value.clone())),
                    }
                }
            }
            (under, over) => under.clone_from(over),
        }
    }

    /// Takes this key out of an object.
    pub fn remove(&mut self, key: &str) {
        if let Self::Map(entries) = self {
            entries.retain(|(k, _)| k != key);
        }
    }

    /// What it is, for a sentence.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(b) => b.to_string(),
            Self::Number(n) => decimal(*n),
            Self::Text(s) => quoted(s),
            Self::List(_) => "a list".to_owned(),
            Self::Map(_) => "an object".to_owned(),
            Self::Other(what) => what.clone(),
        }
    }
}

/// A text for a sentence: its first 60 characters.
#[must_use]
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("\"{}…\"", text.get(..at).unwrap_or_default()),
        None => format!("\"{text}\""),
    }
}
