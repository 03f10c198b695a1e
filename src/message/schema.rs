//! JSON Schemas of replies. Those of ours stand in our source, and the host reads them there.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// A JSON Schema of what a model is to give.
#[derive(Clone, Debug)]
pub struct Schema {
    value: Arc<Value>,
    source: Option<&'static str>,
}

impl Schema {
    /// One of ours, as it stands in our source.
    #[must_use]
    pub fn constant(source: &'static str) -> Self {
        Self { value: Arc::new(serde_json::from_str(source).unwrap_or_default()), source: Some(source) }
    }

    /// Where it stands in our source, if it is one of ours.
    #[must_use]
    pub fn source(&self) -> Option<&'static str> {
        self.source
    }
}

impl From<Value> for Schema {
    fn from(value: Value) -> Self {
        Self { value: Arc::new(value), source: None }
    }
}

impl Deref for Schema {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(to)
    }
}
