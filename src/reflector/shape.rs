//! How a wrong value is described.

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ReflectError};
use crate::message::quoted;

/// A wrong model or setting.
pub fn wrong(message: impl Into<String>) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSettings, message)
}

/// A value, for a sentence.
pub fn describe(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::Array(_)) => "a list".to_owned(),
        Some(Value::Object(map)) => not_json(map).unwrap_or("an object").to_owned(),
        Some(Value::String(text)) => quoted(text),
        Some(other) => other.to_string(),
    }
}

/// Bytes of what the host says of what JSON cannot hold.
const MAX_NOTE: usize = 1_000;

/// What JSON cannot hold, as the host writes it so that it is refused and not absent, nor taken for a text.
fn not_json(map: &Map<String, Value>) -> Option<&str> {
    let number = map.get("[number]").and_then(Value::as_str).filter(|word| word.len() <= "-Infinity".len());
    number.or_else(|| map.get("[strange]").and_then(Value::as_str).filter(|note| map.len() == 1 && note.len() <= MAX_NOTE))
}
