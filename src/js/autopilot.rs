//! How runs of an autopilot begin.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::run::Run;
use super::wire::read;
use crate::autopilot::Autopilot;
use crate::error::ReflectError;
use crate::settings::{AutopilotSettings, Raw};

/// Starts a run of these `settings`, with `tools`, a list of `ToolSchema`s. The reply of an agent is that of a model, with its claims as
/// `metadata: { done?, criteriaMet? }`. A seed that is given goes before the setting; without any the host's random source is asked.
#[wasm_bindgen(js_name = beginAutopilot)]
pub fn begin_autopilot(parts: &[f64], letters: &[u8], seed: Option<u32>, now_ms: f64) -> Result<Run, ReflectError> {
    let parts = read(parts, letters);
    let settings = AutopilotSettings::check(parts.field("settings").unwrap_or(&Raw::Null))?;
    let seed = seed.or(settings.seed);
    Run::create(Either::Autopilot(Autopilot::new(settings, &parts)?), seed, now_ms, letters)
}

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot(settings: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
    AutopilotSettings::check(&read(settings, letters)).map(drop)
}
