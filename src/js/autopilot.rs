//! The exported run of an autopilot.

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::either::Either;
use super::numbers::driven_by_numbers;
use super::raw::raw;
use super::run::{Shared, restored_by_host};
use crate::autopilot::Autopilot;
use crate::settings::AutopilotSettings;

/// One run of an autopilot, driven as a `ReflectRun` is. The reply of an agent is that of a model, with its claims as
/// `metadata: { done?, criteriaMet? }`.
#[wasm_bindgen]
pub struct AutopilotRun(Shared);

#[wasm_bindgen]
impl AutopilotRun {
    /// Starts a run. `given` has the `tools`, a list of `ToolSchema`s. Without a seed in the settings the host's random source is
    /// asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "AutopilotWire")] settings: JsValue,
        #[wasm_bindgen(unchecked_param_type = "unknown")] given: &JsValue,
        seed: Option<u32>,
        now_ms: f64,
    ) -> Result<AutopilotRun, JsValue> {
        let settings = AutopilotSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = seed.or(settings.seed);
        Ok(Self(Shared::create(Autopilot::new(settings, given).map(Either::Autopilot), seed, now_ms)?))
    }
}

driven_by_numbers!(AutopilotRun);
restored_by_host!(AutopilotRun);

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot(#[wasm_bindgen(unchecked_param_type = "AutopilotWire")] settings: JsValue) -> Result<(), JsValue> {
    AutopilotSettings::check(&raw(&settings)).map(drop).map_err(|e| thrown(&e))
}
