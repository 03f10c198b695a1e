//! The exported monitor: values cross by the wire.

use wasm_bindgen::prelude::*;

use super::wire::{Place, read, write};
use crate::error::ReflectError;
use crate::monitor::{LoopMonitor, MonitorSettings};

/// Watches loops. All times are milliseconds since the epoch; every method throws `{ code, message }`.
#[wasm_bindgen]
pub struct Monitor(LoopMonitor);

#[wasm_bindgen]
impl Monitor {
    /// A monitor that has seen nothing.
    pub fn create(settings: &[f64], letters: &[u8]) -> Result<Monitor, ReflectError> {
        Ok(Self(LoopMonitor::new(MonitorSettings::check(&read(settings, letters))?)))
    }

    /// Goes on from a state.
    pub fn restore(&mut self, state: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
        self.0.restore(&read(state, letters))
    }

    /// Counts a finished run; false when one of its id was counted before.
    pub fn observe(&mut self, result: &[f64], letters: &[u8], now_ms: f64) -> Result<bool, ReflectError> {
        self.0.observe(&read(result, letters), now_ms)
    }

    /// Counts what a person says of an answer. Gives a `FeedbackOutcome`.
    pub fn feedback(&mut self, feedback: &[f64], letters: &[u8], now_ms: f64) -> Result<Place, ReflectError> {
        Ok(write(&self.0.feedback(&read(feedback, letters), now_ms)?))
    }

    /// Figures, alerts, diagnosis: a `LoopReport`.
    pub fn report(&mut self, now_ms: f64) -> Result<Place, ReflectError> {
        Ok(write(&self.0.report(now_ms)?))
    }

    /// Alerts that opened or closed since this was last asked; undefined where none did.
    pub fn events(&mut self) -> Option<Place> {
        let events = self.0.events();
        (!events.is_empty()).then(|| write(&events))
    }

    /// What it has counted.
    pub fn state(&self) -> Place {
        write(self.0.state())
    }
}
