//! From our values to JavaScript's.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::error::ReflectError;

/// Plain objects and arrays: absent stays absent, maps are objects.
///
/// # Errors
/// Only when memory is at its end: keys are strings, and no number of ours is an integer beyond 2^53.
#[cfg(any(feature = "research", feature = "monitor"))]
pub fn to_js<T: serde::Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// What is thrown for an error of ours: `{ code, message }`.
impl From<ReflectError> for JsValue {
    /// Written once in the wasm, and not into each function that may throw.
    #[inline(never)]
    fn from(error: ReflectError) -> Self {
        let plain = Object::new();
        for (key, text) in [("code", error.code.as_str()), ("message", &error.message)] {
            drop(Reflect::set(&plain, &key.into(), &text.into()));
        }
        plain.into()
    }
}
