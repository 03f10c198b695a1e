//! The exported run: the core's, through values.

use wasm_bindgen::prelude::*;

use super::convert::{settings, thrown};
use super::random::random_seed;
use super::tape::{Keys, Tape};
use crate::error::ReflectError;
use crate::flow::{CallError, Output};
use crate::reflect::{self, RunTask};

/// One run, driven by whoever holds it: poll until `wait` or `done`, then hand in replies.
///
/// Every method throws `{ code, message }`; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
#[wasm_bindgen]
pub struct ReflectRun {
    core: reflect::ReflectRun,
    keys: Keys,
    #[cfg(feature = "panic-switch")]
    fuse: super::panic_switch::Fuse,
}

#[wasm_bindgen]
impl ReflectRun {
    /// Starts a run of a `RunTask`, written as JSON. `over` is laid over `base`, key by key. Without a seed anywhere the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] base: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
        task: &str,
        seed: Option<u32>,
        now_ms: f64,
    ) -> Result<ReflectRun, JsValue> {
        let mut settings_given = settings(&base).map_err(|e| thrown(&e))?;
        if !over.is_undefined() {
            let over = settings(&over).map_err(|e| thrown(&e))?;
            settings_given = settings_given.overlaid(&over).map_err(|e| thrown(&e))?;
        }
        let task = RunTask::from_text(json(task)).map_err(|e| thrown(&e))?;
        let seed = match settings_given.seed.or(seed) {
            Some(seed) => seed,
            None => random_seed().map_err(|e: ReflectError| thrown(&e))?,
        };
        #[cfg(feature = "panic-switch")]
        let fuse = super::panic_switch::Fuse::of(&task);
        let core = reflect::ReflectRun::create(settings_given, task, seed, now_ms).map_err(|e| thrown(&e))?;
        Ok(Self {
            core,
            keys: Keys::default(),
            #[cfg(feature = "panic-switch")]
            fuse,
        })
    }

    /// Goes on from a snapshot; `over` is laid over the settings it was taken under. Calls that were out are issued again.
    pub fn restore(
        snapshot: &str,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
        now_ms: f64,
    ) -> Result<ReflectRun, JsValue> {
        let over = if over.is_undefined() { None } else { Some(settings(&over).map_err(|e| thrown(&e))?) };
        let core = reflect::ReflectRun::restore(snapshot, over, now_ms).map_err(|e| thrown(&e))?;
        Ok(Self {
            core,
            keys: Keys::default(),
            #[cfg(feature = "panic-switch")]
            fuse: super::panic_switch::Fuse::default(),
        })
    }

    /// The next thing to look at or to do; with `all` everything until the run waits or is done. A list of `Output`s on a tape.
    #[wasm_bindgen(unchecked_return_type = "Tape")]
    pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<JsValue, JsValue> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        let mut tape = Tape::new(&mut self.keys);
        loop {
            let output = self.core.look(now_ms).map_err(|e| thrown(&e))?;
            tape.add(&output)?;
            if !all || matches!(output, Output::Wait { .. } | Output::Done { .. }) {
                return Ok(tape.finish().into());
            }
        }
    }

    /// Hands in what a call came to: a model's reply, a tool's result, a verifier's verdict, as JSON.
    pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Result<(), JsValue> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        self.core.reply_text(call_id, json(response).to_owned(), now_ms).map_err(|e| thrown(&e))
    }

    /// Hands in that a call failed.
    pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
        self.core.fail(call_id, CallError::new(code, message), now_ms).map_err(|e| thrown(&e))
    }

    /// Ends the run with the best draft so far.
    pub fn abort(&mut self, reason: &str, now_ms: f64) -> Result<(), JsValue> {
        self.core.abort(reason, now_ms).map_err(|e| thrown(&e))
    }

    /// A person's verdict on a finished run: it is accepted, or goes on with the feedback.
    pub fn review(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), JsValue> {
        self.core.review(accepted, feedback, now_ms).map_err(|e| thrown(&e))
    }

    /// The whole run as versioned JSON.
    #[must_use]
    pub fn snapshot(&self) -> String {
        self.core.snapshot()
    }
}

/// JSON as `written` of `plain.ts` gives it.
fn json(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
