//! Objects as a person wrote them: each key read by name, and what is wrong told with where it stands and what came.

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ReflectError, unknown_in};

pub type Shaped<T> = Result<T, ReflectError>;

/// A wrong model or setting.
pub fn wrong(message: impl Into<String>) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSettings, message)
}

/// An object whose keys are all known.
pub struct Object<'a> {
    path: &'a str,
    map: &'a Map<String, Value>,
}

impl<'a> Object<'a> {
    /// `path` says where it stands; `kind` is what a key of it is called.
    pub fn of(value: &'a Value, path: &'a str, kind: &str, known: &[&str]) -> Shaped<Self> {
        let Value::Object(map) = value else {
            return Err(wrong(format!("`{path}` must be an object, got {}", describe(Some(value)))));
        };
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(wrong(unknown_in(kind, &dotted(path), key, known))),
            None => Ok(Self { path, map }),
        }
    }

    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key)
    }

    pub fn refuse(&self, key: &str, wanted: &str) -> ReflectError {
        wrong(format!("`{}{key}` must be {wanted}, got {}", dotted(self.path), describe(self.map.get(key))))
    }

    /// A text that is not blank, trimmed.
    pub fn text(&self, key: &str) -> Shaped<Option<String>> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim().to_owned())),
            Some(_) => Err(self.refuse(key, "a text that is not blank")),
        }
    }

    pub fn flag(&self, key: &str) -> Shaped<Option<bool>> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.refuse(key, "true or false")),
        }
    }

    pub fn number(&self, key: &str, low: f64, high: f64, wanted: &str) -> Shaped<Option<f64>> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.as_f64() {
                Some(number) if number >= low && number <= high => Ok(Some(number)),
                _ => Err(self.refuse(key, wanted)),
            },
        }
    }

    pub fn int(&self, key: &str, low: u32, high: u32) -> Shaped<Option<u32>> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => match value.as_f64() {
                Some(n) if n.fract() == 0.0 && n >= f64::from(low) && n <= f64::from(high) => Ok(Some(n as u32)),
                _ => Err(self.refuse(key, &format!("an integer from {low} to {high}"))),
            },
        }
    }

    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Shaped<Option<T>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match words.iter().find(|(word, _)| value.as_str() == Some(word)) {
            Some((_, meant)) => Ok(Some(*meant)),
            None => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                Err(self.refuse(key, &format!("one of {}", known.join(", "))))
            }
        }
    }

    /// A list of texts that are not blank.
    pub fn texts(&self, key: &str) -> Shaped<Option<Vec<String>>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let read = value.as_array().and_then(|list| {
            list.iter().map(|item| item.as_str().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned)).collect()
        });
        read.map(Some).ok_or_else(|| self.refuse(key, "a list of texts that are not blank"))
    }

    /// Texts by name.
    pub fn named(&self, key: &str, wanted: &str) -> Shaped<Vec<(String, String)>> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let read = value.as_object().and_then(|map| {
            map.iter()
                .map(|(name, held)| Some((name.clone(), held.as_str().filter(|t| !t.trim().is_empty())?.to_owned())))
                .collect::<Option<Vec<_>>>()
        });
        read.ok_or_else(|| self.refuse(key, wanted))
    }
}

/// A value, for a sentence.
pub fn describe(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::Array(_)) => "a list".to_owned(),
        Some(Value::Object(map)) => strange(map).unwrap_or("an object").to_owned(),
        Some(Value::String(text)) => quoted(text),
        Some(other) => other.to_string(),
    }
}

/// Bytes of what the host says of what JSON cannot hold.
const MAX_NOTE: usize = 1_000;

/// What JSON cannot hold, as the host writes it so that it is refused and not absent, nor taken for a text.
fn strange(map: &Map<String, Value>) -> Option<&str> {
    let number = map.get("[number]").and_then(Value::as_str).filter(|word| word.len() <= "-Infinity".len());
    number.or_else(|| map.get("[strange]").and_then(Value::as_str).filter(|note| map.len() == 1 && note.len() <= MAX_NOTE))
}

/// A text for a sentence: its first 60 characters.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("\"{}…\"", text.get(..at).unwrap_or_default()),
        None => format!("\"{text}\""),
    }
}

fn dotted(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}.") }
}
