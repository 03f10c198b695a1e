//! How runs of a research loop begin.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::run::Run;
use super::wire::read;
use crate::error::ReflectError;
use crate::research::{Research, ResearchSettings};

/// Starts a run. A seed that is given goes before the setting; without any the host's random source is asked.
///
/// Facts come as `{ content: '', metadata: { facts } }`, an answer as a text or, with `metadata: { object: true }`, as JSON, what metrics
/// came to as `{ [metric]: { value } | { failed } }`, and an adjudicator's word as `{ held }`.
#[wasm_bindgen(js_name = beginResearch)]
pub fn begin_research(
    settings: &[f64],
    letters: &[u8],
    query: &str,
    seed: Option<u32>,
    now_ms: f64,
) -> Result<Run, ReflectError> {
    let settings = ResearchSettings::check(&read(settings, letters))?;
    let seed = seed.or(settings.seed);
    Run::create(Either::Research(Research::new(settings, query)?), seed, now_ms, query.as_bytes())
}

/// Checks the settings of a research loop.
#[wasm_bindgen(js_name = checkResearch)]
pub fn check_research(settings: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
    Research::new(ResearchSettings::check(&read(settings, letters))?, "checked").map(drop)
}
