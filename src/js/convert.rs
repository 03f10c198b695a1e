//! From our values to JavaScript's.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::ReflectError;

/// Plain objects and arrays: absent stays absent, maps are objects.
///
/// # Errors
/// Only when memory is at its end: keys are strings, and no number of ours is an integer beyond 2^53.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// What is thrown for an error of ours: `{ code, message }`.
pub fn thrown(error: &ReflectError) -> JsValue {
    to_js(error).unwrap_or(JsValue::UNDEFINED)
}
