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

    /// What nonces and keys are made of.
    #[must_use]
    pub fn seed(&self) -> u32 {
        self.0.core.seed()
    }

    /// Calls are known by this key from here on.
    #[wasm_bindgen(js_name = setKey)]
    pub fn set_key(&mut self, key: String) {
        self.0.core.set_key(key);
    }

    /// Goes on after the inputs of a snapshot were replayed, of which so many steps were shown: calls that are out are asked for again.
    /// Limits and evaluator are those of `over`.
    pub fn resume(
        &mut self,
        shown: f64,
        #[wasm_bindgen(unchecked_param_type = "ResearchWire")] over: &JsValue,
        now_ms: f64,
    ) -> Thrown<()> {
        self.0.core.resume(shown, Some(raw(over)), now_ms).map(drop).map_err(|e| thrown(&e))
    }

    /// Replays that the run was restored at this time, with these settings laid over.
    pub fn resumed(&mut self, #[wasm_bindgen(unchecked_param_type = "ResearchWire")] over: &JsValue, at: f64) -> Thrown<()> {
        self.0.core.resumed(Some(&raw(over)), at).map_err(|e| thrown(&e))
    }
}

driven!(ResearchRun);

/// Checks the settings of a research loop.
#[wasm_bindgen(js_name = checkResearch)]
pub fn check_research(#[wasm_bindgen(unchecked_param_type = "ResearchWire")] settings: JsValue) -> Thrown<()> {
    let checked = ResearchSettings::check(&raw(&settings)).and_then(|settings| Research::new(settings, "checked"));
    checked.map(drop).map_err(|e| thrown(&e))
}
