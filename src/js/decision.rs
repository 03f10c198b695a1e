//! How reflections on a decision begin.

use wasm_bindgen::prelude::*;

use super::run::{AnyLoop, Run};
use super::wire::read;
use crate::decision::Decision;
use crate::error::ReflectError;
use crate::settings::{DecisionSettings, InputValue};

/// Starts a run of these `settings` and this `situation`. A reply is the model's, or a verdict whose issues are the concerns of a rule of
/// the user's. Without a seed in the settings the host's random source is asked.
#[wasm_bindgen(js_name = beginDecision)]
pub fn begin_decision(parts: &[f64], letters: &[u8], now_ms: f64) -> Result<Run, ReflectError> {
    let parts = read(parts, letters);
    let [settings, situation] = ["settings", "situation"].map(|key| parts.field(key).unwrap_or(&InputValue::Null));
    let settings = DecisionSettings::check_settings(settings)?;
    let seed = settings.seed;
    Run::create_run(AnyLoop::Decision(Decision::new(settings, situation)?), seed, now_ms)
}

/// Checks the settings of a reflection on decisions.
#[wasm_bindgen(js_name = checkDecision)]
pub fn check_decision_settings(numbers: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
    DecisionSettings::check_settings(&read(numbers, letters)).map(drop)
}
