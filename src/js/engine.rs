//! The exported engine: its settings, what it learns, and its runs.

use wasm_bindgen::prelude::*;

use super::convert::{raw, thrown, to_js};
use super::either::Either;
use super::run::{Shared, driven, json};
use crate::error::{ErrorCode, ReflectError, unknown};
use crate::reflect::{Reflect, RunTask, learn};
use crate::settings::{ReflectSettings, unknown_in_task, unknown_setting};

/// Checks the settings of an engine; `undefined` is no settings at all.
#[wasm_bindgen(js_name = checkSettings)]
pub fn check_settings(
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
) -> Result<(), JsValue> {
    settings_of(&settings).and_then(|settings| settings.check_alone()).map_err(|e| thrown(&e))
}

/// Settings with others laid over them, key by key, as JSON.
#[wasm_bindgen(js_name = overlaid)]
pub fn overlaid(
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings")] base: JsValue,
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings")] over: JsValue,
) -> Result<String, JsValue> {
    let laid = || settings_of(&base)?.overlaid(&settings_of(&over)?);
    laid().map(|settings| settings.written().to_string()).map_err(|e| thrown(&e))
}

/// What these settings know with what one result taught added to it; without a result, what they know. The result is JSON.
#[wasm_bindgen(js_name = learned, unchecked_return_type = "Knowledge")]
pub fn learned(
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
    result: Option<String>,
) -> Result<JsValue, JsValue> {
    let known = settings_of(&settings).map(|settings| settings.knowledge.unwrap_or_default());
    let learned = known.and_then(|known| {
        let Some(text) = result else { return Ok(known) };
        let wrong = |e: serde_json::Error| ReflectError::new(ErrorCode::InvalidTask, format!("a result must be JSON: {e}"));
        learn(&known, &serde_json::from_str(&text).map_err(wrong)?)
    });
    to_js(&learned.map_err(|e| thrown(&e))?)
}

/// What to say of a word that is none of the known ones, naming the nearest.
#[wasm_bindgen(js_name = unknownWord)]
pub fn unknown_word(kind: &str, word: &str, known: Vec<String>) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    if kind == "setting" { unknown_setting("", word, &known) } else { unknown(kind, word, &known) }
}

/// What to say of a key that no task of an engine has, naming the nearest, or where it belongs.
#[wasm_bindgen(js_name = unknownTaskKey)]
pub fn unknown_task_key(key: &str, known: Vec<String>) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    unknown_in_task(key, &known)
}

/// One run, driven by whoever holds it: poll until `wait` or `done`, then hand in replies.
///
/// Every method throws `{ code, message }`; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
#[wasm_bindgen]
pub struct ReflectRun(Shared);

#[wasm_bindgen]
impl ReflectRun {
    /// Starts a run of a `RunTask`, written as JSON. `over` is laid over `base`, key by key. A seed that is given goes before
    /// the setting; without any the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] base: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
        task: &str,
        seed: Option<u32>,
        now_ms: f64,
    ) -> Result<ReflectRun, JsValue> {
        let mut settings_given = settings_of(&base).map_err(|e| thrown(&e))?;
        if !over.is_undefined() {
            let over = settings_of(&over).map_err(|e| thrown(&e))?;
            settings_given = settings_given.overlaid(&over).map_err(|e| thrown(&e))?;
        }
        let task = RunTask::from_text(json(task)).map_err(|e| thrown(&e))?;
        let seed = seed.or(settings_given.seed);
        #[cfg(feature = "panic-switch")]
        let fuse = super::panic_switch::Fuse::of(&task);
        #[cfg_attr(not(feature = "panic-switch"), expect(unused_mut, reason = "the switch is put in"))]
        let mut shared = Shared::create(Reflect::new(settings_given, task).map(Either::Reflect), seed, now_ms)?;
        #[cfg(feature = "panic-switch")]
        {
            shared.fuse = fuse;
        }
        Ok(Self(shared))
    }

    /// Goes on from a snapshot; `over` is laid over the settings it was taken under. Calls that were out are issued again.
    pub fn restore(
        snapshot: &str,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
        now_ms: f64,
    ) -> Result<ReflectRun, JsValue> {
        Ok(Self(Shared::restore(snapshot, &over, now_ms, |run| matches!(run, Either::Reflect(_)))?))
    }

    /// A person's verdict on a finished run: it is accepted, or goes on with the feedback.
    pub fn review(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), JsValue> {
        self.0.core.review(accepted, feedback, now_ms).map_err(|e| thrown(&e))
    }
}

driven!(ReflectRun);

/// Settings as a person wrote them, checked. `undefined` is no settings at all.
fn settings_of(value: &JsValue) -> Result<ReflectSettings, ReflectError> {
    if value.is_undefined() { Ok(ReflectSettings::default()) } else { ReflectSettings::check(&raw(value)) }
}
