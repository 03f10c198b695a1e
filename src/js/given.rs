//! A value of JavaScript as the core looks at it. It was made plain before it came here: nothing throws, and nothing is deeper than
//! `plain.ts` lets it be.

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::prelude::*;

use crate::message::{Carried, Given, Look};

impl Given for JsValue {
    fn look(&self) -> Look<Self> {
        if let Some(text) = self.as_string() {
            Look::Text(text)
        } else if let Some(number) = self.as_f64() {
            Look::Number(number)
        } else if let Some(flag) = self.as_bool() {
            Look::Bool(flag)
        } else if !self.is_object() {
            Look::Null
        } else if Array::is_array(self) {
            Look::List(self.unchecked_ref::<Array>().to_vec())
        } else {
            Look::Map
        }
    }

    fn field(&self, key: &str) -> Option<Self> {
        Reflect::get(self, &key.into()).ok().filter(|value| !value.is_undefined())
    }

    fn values(&self) -> Vec<Self> {
        Object::try_from(self).map(|object| Object::values(object).to_vec()).unwrap_or_default()
    }

    fn json(&self) -> String {
        JSON::stringify(self).map(String::from).unwrap_or_default()
    }

    fn parsed(text: &str) -> Option<Carried> {
        JSON::parse(text).ok().map(|value| value.carried())
    }
}
