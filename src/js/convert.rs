//! From our values to JavaScript's.

use js_sys::{Object, Reflect};
#[cfg(any(feature = "research", feature = "monitor"))]
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::ReflectError;

/// Plain objects and arrays: absent stays absent, maps are objects.
///
/// # Errors
/// Only when memory is at its end: keys are strings, and no number of ours is an integer beyond 2^53.
#[cfg(any(feature = "research", feature = "monitor"))]
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// What is thrown for an error of ours: `{ code, message }`.
pub fn thrown(error: &ReflectError) -> JsValue {
    let plain = Object::new();
    for (key, text) in [("code", error.code.as_str()), ("message", &error.message)] {
        drop(Reflect::set(&plain, &key.into(), &text.into()));
    }
    plain.into()
}
