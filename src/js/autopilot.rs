//! How runs of an autopilot begin.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::raw::raw;
use super::run::Run;
use crate::autopilot::Autopilot;
use crate::error::ReflectError;
use crate::settings::AutopilotSettings;

/// Starts a run. The reply of an agent is that of a model, with its claims as `metadata: { done?, criteriaMet? }`. `given` has the
/// `tools`, a list of `ToolSchema`s. A seed that is given goes before the setting; without any the host's random source is asked.
#[wasm_bindgen(js_name = beginAutopilot)]
pub fn begin_autopilot(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
    #[wasm_bindgen(unchecked_param_type = "unknown")] given: &JsValue,
    seed: Option<u32>,
    now_ms: f64,
) -> Result<Run, ReflectError> {
    let settings = AutopilotSettings::check(&raw(&settings))?;
    let seed = seed.or(settings.seed);
    Run::create(Either::Autopilot(Autopilot::new(settings, given)?), seed, now_ms)
}

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot(#[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue) -> Result<(), ReflectError> {
    AutopilotSettings::check(&raw(&settings)).map(drop)
}
