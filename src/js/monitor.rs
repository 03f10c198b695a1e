//! The exported monitor: values come in by the wire, and go out as objects.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::wire::read;
use crate::error::ReflectError;
use crate::monitor::{LoopMonitor, MonitorSettings};

/// Watches loops. All times are milliseconds since the epoch; every method throws `{ code, message }`.
#[wasm_bindgen]
pub struct Monitor(LoopMonitor);

#[wasm_bindgen]
impl Monitor {
    /// A monitor that has seen nothing.
    pub fn create(settings: &[f64], text: &str) -> Result<Monitor, ReflectError> {
        Ok(Self(LoopMonitor::new(MonitorSettings::check(&read(settings, text))?)))
    }

    /// Goes on from a state.
    pub fn restore(&mut self, state: &[f64], text: &str) -> Result<(), ReflectError> {
        self.0.restore(&read(state, text))
    }

    /// Counts a finished run; false when one of its id was counted before.
    pub fn observe(&mut self, result: &[f64], text: &str, now_ms: f64) -> Result<bool, ReflectError> {
        self.0.observe(&read(result, text), now_ms)
    }

    /// Counts what a person says of an answer.
    #[wasm_bindgen(unchecked_return_type = "FeedbackOutcome")]
    pub fn feedback(&mut self, feedback: &[f64], text: &str, now_ms: f64) -> Result<JsValue, JsValue> {
        to_js(&self.0.feedback(&read(feedback, text), now_ms)?)
    }

    /// Figures, alerts, diagnosis.
    #[wasm_bindgen(unchecked_return_type = "LoopReport")]
    pub fn report(&mut self, now_ms: f64) -> Result<JsValue, JsValue> {
        to_js(&self.0.report(now_ms)?)
    }

    /// Alerts that opened or closed since this was last asked; undefined where none did.
    #[wasm_bindgen(unchecked_return_type = "AlertEvent[] | undefined")]
    pub fn events(&mut self) -> Result<JsValue, JsValue> {
        let events = self.0.events();
        if events.is_empty() { Ok(JsValue::UNDEFINED) } else { to_js(&events) }
    }

    /// What it has counted.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn state(&self) -> Result<JsValue, JsValue> {
        to_js(self.0.state())
    }
}

/// Plain objects and arrays: absent stays absent, maps are objects.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}
