//! The exported monitor, through values.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::json::{json, parsed};
use super::raw::raw;
use crate::error::{ErrorCode, ReflectError};
use crate::monitor::{LoopMonitor, MonitorSettings};
use crate::settings::Raw;

/// Watches loops. All times are milliseconds since the epoch; every method throws `{ code, message }`.
#[wasm_bindgen]
pub struct Monitor(LoopMonitor);

#[wasm_bindgen]
impl Monitor {
    /// A monitor that has seen nothing.
    pub fn create(#[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue) -> Result<Monitor, ReflectError> {
        Ok(Self(LoopMonitor::new(MonitorSettings::check(&raw(&settings))?)))
    }

    /// A monitor that goes on from a state.
    pub fn restore(
        #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
        state: &str,
    ) -> Result<Monitor, ReflectError> {
        let settings = MonitorSettings::check(&raw(&settings))?;
        LoopMonitor::restore(settings, json(state)).map(Self)
    }

    /// Counts a finished run, as JSON; false when one of its id was counted before.
    pub fn observe(&mut self, result: &str, now_ms: f64) -> Result<bool, ReflectError> {
        let result = parsed(result, ErrorCode::InvalidInput).unwrap_or_default();
        self.0.observe(&Raw::from(&result), now_ms)
    }

    /// Counts what a person says of an answer.
    #[wasm_bindgen(unchecked_return_type = "FeedbackOutcome")]
    pub fn feedback(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "unknown")] given: JsValue,
        now_ms: f64,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.0.feedback(&raw(&given), now_ms)?)
    }

    /// Figures, alerts, diagnosis.
    #[wasm_bindgen(unchecked_return_type = "LoopReport")]
    pub fn report(&mut self, now_ms: f64) -> Result<JsValue, JsValue> {
        to_js(&self.0.report(now_ms)?)
    }

    /// Alerts that opened or closed since this was last asked.
    #[wasm_bindgen(unchecked_return_type = "AlertEvent[]")]
    pub fn events(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.0.events())
    }

    /// The state as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        self.0.state()
    }
}

/// Plain objects and arrays: absent stays absent, maps are objects.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}
