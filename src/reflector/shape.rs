//! How a wrong value is described.

use crate::error::{ErrorCode, ReflectError};
use crate::message::InputValue;

/// A wrong model or setting.
pub fn invalid_settings(message: impl Into<String>) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSettings, message)
}

/// A value, for a sentence.
pub fn describe_optional(value: Option<&InputValue>) -> String {
    value.map_or_else(|| "nothing".to_owned(), InputValue::describe_value)
}
