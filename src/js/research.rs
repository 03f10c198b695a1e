//! The exported run of a research loop.

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::either::Either;
use super::raw::raw;
use super::run::{Shared, Thrown, driven};
use crate::research::{Research, ResearchSettings};

/// One run of a research loop, driven as a `ReflectRun` is. Facts come as `{ content: '', metadata: { facts } }`, an answer as a text or,
/// with `metadata: { object: true }`, as JSON, what metrics came to as `{ [metric]: { value } | { failed } }`, and
/// an adjudicator's word as `{ held }`.
#[wasm_bindgen]
pub struct ResearchRun(Shared);

#[wasm_bindgen]
impl ResearchRun {
    /// Starts a run. Without a seed in the settings the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ResearchWire")] settings: JsValue,
        query: &str,
        now_ms: f64,
    ) -> Thrown<ResearchRun> {
        let settings = ResearchSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = settings.seed;
        Ok(Self(Shared::create(Research::new(settings, query).map(Either::Research), seed, now_ms)?))
    }

    /// Goes on from a snapshot with the same canonical model; limits and evaluator are those of `over`. A call that was out is issued again.
    pub fn restore(
        snapshot: &str,
        #[wasm_bindgen(unchecked_param_type = "ResearchWire | undefined")] over: JsValue,
        now_ms: f64,
    ) -> Thrown<ResearchRun> {
        Ok(Self(Shared::restore(snapshot, &over, now_ms, |run| matches!(run, Either::Research(_)))?))
    }

    /// A person's verdict on a finished run: its answer is accepted, or mended by what they say.
    pub fn review(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Thrown<()> {
        self.0.core.review(accepted, feedback, now_ms).map_err(|e| thrown(&e))
    }
}

driven!(ResearchRun);

/// Checks the settings of a research loop.
#[wasm_bindgen(js_name = checkResearch)]
pub fn check_research(#[wasm_bindgen(unchecked_param_type = "ResearchWire")] settings: JsValue) -> Thrown<()> {
    let checked = ResearchSettings::check(&raw(&settings)).and_then(|settings| Research::new(settings, "checked"));
    checked.map(drop).map_err(|e| thrown(&e))
}
