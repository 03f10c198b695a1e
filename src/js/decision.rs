//! The exported run of a reflection on a decision.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::either::Either;
use super::raw::{json, raw};
use super::run::{Shared, driven};
use crate::decision::Decision;
use crate::error::{ErrorCode, ReflectError};
use crate::settings::DecisionSettings;

/// One reflection on a decision, driven as a `ReflectRun` is. Replies are the model's, or a verdict of which the issues are the concerns
/// of one's own rule.
#[wasm_bindgen]
pub struct DecisionRun(Shared);

#[wasm_bindgen]
impl DecisionRun {
    /// Starts a run. The situation is written as JSON. Without a seed in the settings the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "DecisionWire")] settings: JsValue,
        situation: &str,
        now_ms: f64,
    ) -> Result<DecisionRun, JsValue> {
        let settings = DecisionSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = settings.seed;
        let looped = read(situation).and_then(|situation| Decision::new(settings, situation)).map(Either::Decision);
        Ok(Self(Shared::create(looped, seed, now_ms)?))
    }
}

fn read(situation: &str) -> Result<Value, ReflectError> {
    let wrong = |e: serde_json::Error| ReflectError::new(ErrorCode::InvalidTask, format!("a situation must be JSON: {e}"));
    serde_json::from_str(json(situation)).map_err(wrong)
}

driven!(DecisionRun);

/// Checks the settings of a reflection on decisions.
#[wasm_bindgen(js_name = checkDecision)]
pub fn check_decision(#[wasm_bindgen(unchecked_param_type = "DecisionWire")] settings: JsValue) -> Result<(), JsValue> {
    DecisionSettings::check(&raw(&settings)).map(drop).map_err(|e| thrown(&e))
}
