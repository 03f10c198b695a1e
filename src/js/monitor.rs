//! The exported monitor, by the wire.

use wasm_bindgen::prelude::*;

use super::wire::{from_host, to_host};
use crate::error::ReflectError;
use crate::monitor::{LoopMonitor, MonitorSettings};

/// Watches loops. All times are milliseconds since the epoch; every method throws `{ code, message }`.
#[wasm_bindgen]
pub struct Monitor(LoopMonitor);

#[wasm_bindgen]
impl Monitor {
    /// A monitor that has seen nothing.
    pub fn create(settings: &[f64], text: &str) -> Result<Monitor, ReflectError> {
        Ok(Self(LoopMonitor::new(MonitorSettings::check(&from_host(settings, text))?)))
    }

    /// Goes on from a state.
    pub fn restore(&mut self, state: &[f64], text: &str) -> Result<(), ReflectError> {
        self.0.restore(&from_host(state, text))
    }

    /// Counts a finished run; false when one of its id was counted before.
    pub fn observe(&mut self, result: &[f64], text: &str, now_ms: f64) -> Result<bool, ReflectError> {
        self.0.observe(&from_host(result, text), now_ms)
    }

    /// Counts what a person says of an answer.
    #[wasm_bindgen(unchecked_return_type = "Wire<FeedbackOutcome>")]
    pub fn feedback(&mut self, feedback: &[f64], text: &str, now_ms: f64) -> Result<JsValue, ReflectError> {
        Ok(to_host(&self.0.feedback(&from_host(feedback, text), now_ms)?))
    }

    /// Figures, alerts, diagnosis.
    #[wasm_bindgen(unchecked_return_type = "Wire<LoopReport>")]
    pub fn report(&mut self, now_ms: f64) -> Result<JsValue, ReflectError> {
        Ok(to_host(&self.0.report(now_ms)?))
    }

    /// Alerts that opened or closed since this was last asked; undefined where none did.
    #[wasm_bindgen(unchecked_return_type = "Wire<AlertEvent[]> | undefined")]
    pub fn events(&mut self) -> JsValue {
        let events = self.0.events();
        if events.is_empty() { JsValue::UNDEFINED } else { to_host(&events) }
    }

    /// What it has counted.
    #[wasm_bindgen(unchecked_return_type = "Wire<unknown>")]
    #[must_use]
    pub fn state(&self) -> JsValue {
        to_host(self.0.state())
    }
}
