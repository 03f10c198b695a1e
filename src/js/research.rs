//! The exported run of a research loop.

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::either::Either;
use super::raw::raw;
use super::run::{Shared, Thrown, driven, restored_by_host};
use crate::research::{Research, ResearchSettings};

/// One run of a research loop, driven as a `ReflectRun` is. Facts come as `{ content: '', metadata: { facts } }`, an answer as a text or,
/// with `metadata: { object: true }`, as JSON, what metrics came to as `{ [metric]: { value } | { failed } }`, and
/// an adjudicator's word as `{ held }`.
#[wasm_bindgen]
pub struct ResearchRun(Shared);

#[wasm_bindgen]
impl ResearchRun {
    /// Starts a run. A seed that is given goes before the setting; without any the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ResearchWire")] settings: JsValue,
        query: &str,
        seed: Option<u32>,
        now_ms: f64,
    ) -> Thrown<ResearchRun> {
        let settings = ResearchSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = seed.or(settings.seed);
        Ok(Self(Shared::create(Research::new(settings, query).map(Either::Research), seed, now_ms)?))
    }
}

driven!(ResearchRun);
restored_by_host!(ResearchRun);

/// Checks the settings of a research loop.
#[wasm_bindgen(js_name = checkResearch)]
pub fn check_research(#[wasm_bindgen(unchecked_param_type = "ResearchWire")] settings: JsValue) -> Thrown<()> {
    let checked = ResearchSettings::check(&raw(&settings)).and_then(|settings| Research::new(settings, "checked"));
    checked.map(drop).map_err(|e| thrown(&e))
}
