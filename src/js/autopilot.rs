//! The exported run of an autopilot.

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::either::Either;
use super::numbers::driven_by_numbers;
use super::raw::{json, raw};
use super::run::Shared;
use crate::autopilot::Autopilot;
use crate::settings::AutopilotSettings;

/// One run of an autopilot, driven as a `ReflectRun` is. The reply of an agent is that of a model, with its claims as
/// `metadata: { done?, criteriaMet? }`.
#[wasm_bindgen]
pub struct AutopilotRun(Shared);

#[wasm_bindgen]
impl AutopilotRun {
    /// Starts a run. `tools` is a list of `ToolSchema`s, written as JSON. Without a seed in the settings the host's random source is
    /// asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "AutopilotWire")] settings: JsValue,
        tools: &str,
        now_ms: f64,
    ) -> Result<AutopilotRun, JsValue> {
        let settings = AutopilotSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = settings.seed;
        Ok(Self(Shared::create(Autopilot::new(settings, json(tools).to_owned()).map(Either::Autopilot), seed, now_ms)?))
    }

    /// Goes on from a snapshot of the same goal; budget and critic are those of `over`. Calls that were out are issued again. A run that
    /// ended at its last iteration goes on when `over` allows more.
    pub fn restore(
        snapshot: &str,
        #[wasm_bindgen(unchecked_param_type = "AutopilotWire | undefined")] over: JsValue,
        now_ms: f64,
    ) -> Result<AutopilotRun, JsValue> {
        let mut shared = Shared::restore(snapshot, &over, now_ms, |run| matches!(run, Either::Autopilot(_)))?;
        // Refused, and nothing changed, where it ended otherwise or not at all.
        drop(shared.core.review(false, None, now_ms));
        Ok(Self(shared))
    }

    /// The time from which no more calls are made, infinite without `maxSeconds`. A call that the host could not make before is one that
    /// failed with the code `not_made`.
    #[wasm_bindgen(js_name = endsMs)]
    #[must_use]
    pub fn ends_ms(&self) -> f64 {
        self.0.core.ends_ms()
    }
}

driven_by_numbers!(AutopilotRun);

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot(#[wasm_bindgen(unchecked_param_type = "AutopilotWire")] settings: JsValue) -> Result<(), JsValue> {
    AutopilotSettings::check(&raw(&settings)).map(drop).map_err(|e| thrown(&e))
}
