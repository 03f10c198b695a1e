//! The exported monitor, through values.

use wasm_bindgen::prelude::*;

use super::convert::{raw, thrown, to_js};
use super::run::json;
use crate::monitor::{LoopMonitor, MonitorSettings};

type Thrown<T> = Result<T, JsValue>;

/// Watches loops. All times are milliseconds since the epoch; every method throws `{ code, message }`.
#[wasm_bindgen]
pub struct Monitor(LoopMonitor);

#[wasm_bindgen]
impl Monitor {
    /// A monitor that has seen nothing.
    pub fn create(#[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue) -> Thrown<Monitor> {
        Ok(Self(LoopMonitor::new(MonitorSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?)))
    }

    /// A monitor that goes on from a state.
    pub fn restore(
        #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
        state: &str,
        now_ms: f64,
    ) -> Thrown<Monitor> {
        let settings = MonitorSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        Ok(Self(LoopMonitor::restore(settings, json(state), now_ms).map_err(|e| thrown(&e))?))
    }

    /// Counts a finished run; false when one of its id was counted before.
    pub fn observe(&mut self, #[wasm_bindgen(unchecked_param_type = "unknown")] result: JsValue, now_ms: f64) -> Thrown<bool> {
        self.0.observe(&raw(&result), now_ms).map_err(|e| thrown(&e))
    }

    /// Counts what a person says of an answer.
    #[wasm_bindgen(unchecked_return_type = "FeedbackOutcome")]
    pub fn feedback(&mut self, #[wasm_bindgen(unchecked_param_type = "unknown")] given: JsValue, now_ms: f64) -> Thrown<JsValue> {
        to_js(&self.0.feedback(&raw(&given), now_ms).map_err(|e| thrown(&e))?)
    }

    /// Puts another monitor's state to this one's.
    pub fn merge(&mut self, state: &str, now_ms: f64) -> Thrown<()> {
        self.0.merge(json(state), now_ms).map_err(|e| thrown(&e))
    }

    /// Figures, alerts, diagnosis.
    #[wasm_bindgen(unchecked_return_type = "CoreReport")]
    pub fn report(&mut self, now_ms: f64) -> Thrown<JsValue> {
        to_js(&self.0.report(now_ms).map_err(|e| thrown(&e))?)
    }

    /// Alerts that opened or closed since this was last asked.
    #[wasm_bindgen(unchecked_return_type = "AlertEvent[]")]
    pub fn events(&mut self) -> Thrown<JsValue> {
        to_js(&self.0.events())
    }

    /// The state as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        self.0.state()
    }
}
