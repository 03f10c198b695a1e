//! How reflections on a decision begin.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::json::parsed;
use super::raw::raw;
use super::run::Run;
use crate::decision::Decision;
use crate::error::{ErrorCode, ReflectError};
use crate::settings::DecisionSettings;

/// Starts a run. Replies are the model's, or a verdict of which the issues are the concerns of one's own rule. The situation is written as
/// JSON. Without a seed in the settings the host's random source is asked.
#[wasm_bindgen(js_name = beginDecision)]
pub fn begin_decision(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
    situation: &str,
    now_ms: f64,
) -> Result<Run, ReflectError> {
    let settings = DecisionSettings::check(&raw(&settings))?;
    let seed = settings.seed;
    let looped = Decision::new(settings, parsed(situation, ErrorCode::InvalidTask)?)?;
    let run = Run::create(Either::Decision(looped), seed, now_ms)?;
    #[cfg(feature = "panic-switch")]
    let run = Run { fuse: super::panic_switch::Fuse::of(situation), ..run };
    Ok(run)
}

/// Checks the settings of a reflection on decisions.
#[wasm_bindgen(js_name = checkDecision)]
pub fn check_decision(#[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue) -> Result<(), ReflectError> {
    DecisionSettings::check(&raw(&settings)).map(drop)
}
