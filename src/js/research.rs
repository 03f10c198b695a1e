//! The exported run of a research loop.

use wasm_bindgen::prelude::*;

use super::convert::{raw, thrown};
use super::either::Either;
use super::run::Shared;
use crate::research::{Research, ResearchSettings};

type Thrown<T> = Result<T, JsValue>;

/// One run of a research loop, driven as a `ReflectRun` is.
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

    /// The next thing to look at or to do, as with a `ReflectRun`.
    #[wasm_bindgen(unchecked_return_type = "Tape")]
    pub fn poll(&mut self, now_ms: f64, all: bool) -> Thrown<JsValue> {
        self.0.poll(now_ms, all)
    }

    /// Hands in what a call came to, as JSON. Facts come as `{ content: '', metadata: { facts } }`, an answer as a text or, with
    /// `metadata: { object: true }`, as JSON, and what metrics came to as `{ [metric]: { value } | { failed } }`.
    pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Thrown<()> {
        self.0.reply(call_id, response, now_ms)
    }

    /// Hands in that a call failed.
    pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Thrown<()> {
        self.0.fail(call_id, code, message, now_ms)
    }

    /// Ends the run with the best answer so far.
    pub fn abort(&mut self, reason: &str, now_ms: f64) -> Thrown<()> {
        self.0.abort(reason, now_ms)
    }

    /// The whole run as versioned JSON.
    #[must_use]
    pub fn snapshot(&self) -> String {
        self.0.snapshot()
    }
}

/// Checks the settings of a research loop.
#[wasm_bindgen(js_name = checkResearch)]
pub fn check_research(#[wasm_bindgen(unchecked_param_type = "ResearchWire")] settings: JsValue) -> Thrown<()> {
    let checked = ResearchSettings::check(&raw(&settings)).and_then(|settings| Research::new(settings, "checked"));
    checked.map(drop).map_err(|e| thrown(&e))
}
