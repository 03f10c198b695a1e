//! The exported run: the core's, through values.

use wasm_bindgen::prelude::*;

use super::convert::{from_js, settings, thrown, to_js};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::CallError;
use crate::reflect::{self, RunTask};

/// One run, driven by whoever holds it: poll until `wait` or `done`, then hand in replies.
///
/// Every method throws `{ code, message }`; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
#[wasm_bindgen]
pub struct ReflectRun {
    core: reflect::ReflectRun,
    #[cfg(feature = "panic-switch")]
    fuse: super::panic_switch::Fuse,
}

#[wasm_bindgen]
impl ReflectRun {
    /// Starts a run. `over` is laid over `base`, key by key. Without a seed anywhere the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] base: JsValue,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
        #[wasm_bindgen(unchecked_param_type = "RunTask")] task: JsValue,
        seed: Option<u32>,
        now_ms: f64,
    ) -> Result<ReflectRun, JsValue> {
        let mut settings_given = settings(&base).map_err(|e| thrown(&e))?;
        if !over.is_undefined() {
            let over = settings(&over).map_err(|e| thrown(&e))?;
            settings_given = settings_given.overlaid(&over).map_err(|e| thrown(&e))?;
        }
        let task = RunTask::from_json(from_js(&task)).map_err(|e| thrown(&e))?;
        let seed = match settings_given.seed.or(seed) {
            Some(seed) => seed,
            None => random_seed().map_err(|e| thrown(&e))?,
        };
        #[cfg(feature = "panic-switch")]
        let fuse = super::panic_switch::Fuse::of(&task);
        let core = reflect::ReflectRun::create(settings_given, task, seed, now_ms).map_err(|e| thrown(&e))?;
        Ok(Self {
            core,
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
            #[cfg(feature = "panic-switch")]
            fuse: super::panic_switch::Fuse::default(),
        })
    }

    /// The next thing to look at or to do.
    #[wasm_bindgen(unchecked_return_type = "Output")]
    pub fn poll(&mut self, now_ms: f64) -> Result<JsValue, JsValue> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        let output = self.core.poll(now_ms).map_err(|e| thrown(&e))?;
        to_js(&output)
    }

    /// Hands in what a call came to: a model's reply, a tool's result, a verifier's verdict, as plain JSON.
    pub fn reply(
        &mut self,
        call_id: &str,
        #[wasm_bindgen(unchecked_param_type = "Json")] response: JsValue,
        now_ms: f64,
    ) -> Result<(), JsValue> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        self.core.reply(call_id, from_js(&response), now_ms).map_err(|e| thrown(&e))
    }

    /// Hands in that a call failed.
    pub fn fail(
        &mut self,
        call_id: &str,
        #[wasm_bindgen(unchecked_param_type = "CallError")] error: JsValue,
        now_ms: f64,
    ) -> Result<(), JsValue> {
        let error = from_js(&error);
        let part = |key: &str| error.get(key).and_then(|v| v.as_str()).unwrap_or_default();
        let error = CallError::new(part("code"), part("message"));
        self.core.fail(call_id, error, now_ms).map_err(|e| thrown(&e))
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

fn random_seed() -> Result<u32, ReflectError> {
    getrandom::u32().map_err(|_| {
        let message = "this host has no `crypto.getRandomValues`: give the setting `seed`, an integer from 0 to 4294967295";
        ReflectError::new(ErrorCode::NoRandomness, message)
    })
}
