//! From JavaScript values to ours. Nothing here may throw or recurse without a limit: it runs on whatever a caller wrote.

use js_sys::{Array, JsString, Reflect};
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "research", feature = "decision"))]
use crate::error::{ErrorCode, ReflectError};
use crate::settings::Raw;

/// How deep a value is looked at: settings nest three deep; what is deeper is refused without a look.
const DEPTH: u32 = 6;
/// Of one list or object that is looked at.
const MAX_ENTRIES: u32 = 10_000;

/// JSON as `written` of `plain.ts` gives it.
#[cfg(any(feature = "research", feature = "decision"))]
pub fn json(text: &str) -> &str {
    text.strip_prefix('\u{a0}').unwrap_or(text)
}

/// What such a text says; an error of this code where it is not JSON.
#[cfg(any(feature = "research", feature = "decision"))]
pub fn parsed(text: &str, code: ErrorCode) -> Result<serde_json::Value, ReflectError> {
    serde_json::from_str(json(text)).map_err(|e| ReflectError::new(code, e.to_string()))
}

/// A value of ours as JSON, which the host parses.
#[cfg(any(feature = "research", feature = "decision"))]
pub fn to_json<T: serde::Serialize>(value: &T) -> Result<String, ReflectError> {
    serde_json::to_string(value).map_err(|e| ReflectError::misuse(e.to_string()))
}

/// A value as a person wrote it; keys whose value is `undefined` are left out. `undefined` itself is an empty object.
pub fn raw(value: &JsValue) -> Raw {
    given(value).unwrap_or_else(|| Raw::Map(Vec::new()))
}

/// The same, where one was given: `undefined` is none.
pub fn given(value: &JsValue) -> Option<Raw> {
    (!value.is_undefined()).then(|| read(value, DEPTH))
}

fn read(value: &JsValue, depth: u32) -> Raw {
    let other = |what: &str| Raw::Other(what.to_owned());
    if value.is_null() {
        Raw::Null
    } else if let Some(flag) = value.as_bool() {
        Raw::Bool(flag)
    } else if let Some(number) = value.as_f64() {
        Raw::Number(number)
    } else if let Some(text) = value.as_string() {
        Raw::Text(text)
    } else if value.is_undefined() {
        other("undefined")
    } else if value.is_function() {
        other("a function")
    } else if value.is_symbol() {
        other("a symbol")
    } else if value.is_bigint() {
        other("a bigint")
    } else if !value.is_object() {
        other("something that is not a JSON value")
    } else if depth == 0 {
        other("something nested too deep")
    } else if Array::is_array(value) {
        list(value.unchecked_ref(), depth - 1)
    } else {
        map(value, depth - 1)
    }
}

/// `depth`: how deep its items are looked at.
fn list(array: &Array, depth: u32) -> Raw {
    if array.length() > MAX_ENTRIES {
        return Raw::Other(format!("a list of {} entries", array.length()));
    }
    let item = |at| Reflect::get_u32(array, at).map_or_else(|_| unreadable(), |item| read(&item, depth));
    Raw::List((0..array.length()).map(item).collect())
}

fn map(object: &JsValue, depth: u32) -> Raw {
    // `ownKeys` and `get` catch what a proxy or a getter throws; `Object.entries` would not.
    let Ok(keys) = Reflect::own_keys(object) else { return unreadable() };
    if keys.length() > MAX_ENTRIES {
        return Raw::Other(format!("an object of {} entries", keys.length()));
    }
    if let Some(other) = (keys.length() == 0).then(|| not_json(object)).flatten() {
        return Raw::Other(other);
    }
    let mut entries = Vec::new();
    for key in keys.iter().filter_map(|key| key.dyn_into::<JsString>().ok()) {
        match Reflect::get(object, &key) {
            Ok(value) if value.is_undefined() => {}
            Ok(value) => entries.push((String::from(&key), read(&value, depth))),
            Err(_) => entries.push((String::from(&key), unreadable())),
        }
    }
    Raw::Map(entries)
}

/// What an object without keys is that is not a plain one: what it holds would be left out. A plain one, of any realm, is made as `{}` or by
/// `Object.create(null)`.
fn not_json(object: &JsValue) -> Option<String> {
    let proto = Reflect::get_prototype_of(object).ok().filter(|proto| !proto.is_null())?;
    if Reflect::get_prototype_of(&proto).is_ok_and(|above| above.is_null()) {
        return None;
    }
    let made = Reflect::get(&proto, &JsValue::from_str("constructor")).ok();
    let name = made.and_then(|made| Reflect::get(&made, &JsValue::from_str("name")).ok()?.as_string());
    Some(format!("an instance of {}", name.filter(|name| !name.is_empty()).unwrap_or_else(|| "a class".to_owned())))
}

fn unreadable() -> Raw {
    Raw::Other("something that throws when it is read".to_owned())
}
