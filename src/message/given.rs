//! What a host hands in, looked at where it is read: a value of JavaScript in the wasm, one of serde elsewhere.

use serde_json::Value;

use super::{Carried, Raw};

/// A JSON value of the host.
pub trait Given: Sized {
    fn look(&self) -> Look<Self>;

    /// What is under a key of an object.
    fn field(&self, key: &str) -> Option<Self>;

    /// What is under the keys of an object; nothing in what is none.
    fn values(&self) -> Vec<Self>;

    /// The value as JSON.
    fn json(&self) -> String;

    /// What a text says that is JSON.
    fn parsed(text: &str) -> Option<Carried>;

    /// The same, but null is none.
    fn some(&self, key: &str) -> Option<Self> {
        self.field(key).filter(|value| !matches!(value.look(), Look::Null))
    }

    fn carried(&self) -> Carried {
        match self.look() {
            Look::Text(text) => Carried::Text(text.into()),
            _ => Carried::Json(self.json().into()),
        }
    }

    fn as_text(&self) -> Option<String> {
        if let Look::Text(text) = self.look() { Some(text) } else { None }
    }

    fn as_number(&self) -> Option<f64> {
        if let Look::Number(number) = self.look() { Some(number) } else { None }
    }

    /// A whole number from 0.
    fn as_count(&self) -> Option<u32> {
        let number = self.as_number()?;
        (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
    }

    fn as_flag(&self) -> Option<bool> {
        if let Look::Bool(flag) = self.look() { Some(flag) } else { None }
    }

    fn as_list(&self) -> Option<Vec<Self>> {
        if let Look::List(list) = self.look() { Some(list) } else { None }
    }
}

/// What a value is.
pub enum Look<G> {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<G>),
    Map,
}

impl Given for &Value {
    fn look(&self) -> Look<Self> {
        match self {
            Value::Null => Look::Null,
            Value::Bool(flag) => Look::Bool(*flag),
            Value::Number(number) => Look::Number(number.as_f64().unwrap_or(f64::NAN)),
            Value::String(text) => Look::Text(text.clone()),
            Value::Array(list) => Look::List(list.iter().collect()),
            Value::Object(_) => Look::Map,
        }
    }

    fn field(&self, key: &str) -> Option<Self> {
        self.get(key)
    }

    fn values(&self) -> Vec<Self> {
        self.as_object().into_iter().flat_map(|map| map.values()).collect()
    }

    fn json(&self) -> String {
        Raw::from(*self).json()
    }

    fn parsed(text: &str) -> Option<Carried> {
        serde_json::from_str::<Value>(text).ok().map(Carried::from)
    }
}
