//! The exported run: the machine of the core with any loop in it, through values.
//!
//! Runs of the engine cross as numbers ([`super::numbers`], [`super::ops`]). Those of the companions make a few calls, and cross as JSON. The
//! host keeps the log of inputs, which it plays to a new run to restore one.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::random::random_seed;
use super::raw::given;
use crate::error::ReflectError;
use crate::flow::{CallError, Machine, Reply};

/// One run, driven by whoever holds it: what it wants is asked for, and the replies are handed in. A call is known by its number: the first
/// that the run asks for is 0.
///
/// Every method throws `{ code, message }`; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
#[wasm_bindgen]
pub struct Run {
    pub(super) core: Machine<Either>,
    /// The result, while the host reads it.
    #[cfg(feature = "engine")]
    pub(super) outcome: Option<super::either::Outcome>,
    #[cfg(feature = "panic-switch")]
    pub(super) fuse: super::panic_switch::Fuse,
}

impl Run {
    /// Without a seed the host's random source is asked.
    pub(super) fn create(looped: Either, seed: Option<u32>, now_ms: f64) -> Result<Self, ReflectError> {
        Ok(Self {
            core: Machine::new(looped, seed.map_or_else(random_seed, Ok)?, now_ms)?,
            #[cfg(feature = "engine")]
            outcome: None,
            #[cfg(feature = "panic-switch")]
            fuse: super::panic_switch::Fuse::default(),
        })
    }

    pub(super) fn burn(&mut self) {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
    }

    pub(super) fn answer(&mut self, number: u32, reply: Reply, now_ms: f64) -> Result<(), ReflectError> {
        self.burn();
        self.core.answer(number, reply, now_ms)
    }
}

#[wasm_bindgen]
impl Run {
    /// Hands in that a call failed.
    pub fn fail(&mut self, number: u32, code: &str, message: &str, now_ms: f64) -> Result<(), ReflectError> {
        self.answer(number, Reply::Failed(CallError::new(code, message)), now_ms)
    }

    /// Ends the run with the best it has so far. `unmade`: calls that were asked for, and not made.
    pub fn abort(&mut self, reason: &str, unmade: &[u32], now_ms: f64) -> Result<(), ReflectError> {
        self.burn();
        self.core.abort(reason, unmade, now_ms)
    }

    /// A person's verdict on a finished run: it is accepted, or goes on with the feedback.
    pub fn review(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), ReflectError> {
        self.core.review(accepted, feedback, now_ms)
    }

    /// The time at which the loop went on since this was asked, NaN where it did not: an input of the log that no host gives.
    #[wasm_bindgen(js_name = advancedMs)]
    pub fn advanced_ms(&mut self) -> f64 {
        self.core.advanced_ms().unwrap_or(f64::NAN)
    }

    /// What nonces and keys are made of.
    #[must_use]
    pub fn seed(&self) -> u32 {
        self.core.seed()
    }

    /// What every idempotency key of the run begins with.
    #[must_use]
    pub fn key(&self) -> String {
        self.core.key().to_owned()
    }

    /// Calls are known by this key from here on.
    #[wasm_bindgen(js_name = setKey)]
    pub fn set_key(&mut self, key: String) {
        self.core.set_key(key);
    }

    /// Goes on after the inputs of a snapshot were replayed, of which so many steps were shown: calls that are out are asked for
    /// again. With `over` these settings are laid over. Whether that is an input of its own, `resumed`.
    pub fn resume(
        &mut self,
        shown: f64,
        #[wasm_bindgen(unchecked_param_type = "unknown")] over: &JsValue,
        now_ms: f64,
    ) -> Result<bool, ReflectError> {
        self.core.resume(shown, given(over), now_ms)
    }

    /// Replays that the run was restored at this time, with these settings laid over.
    pub fn resumed(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "unknown")] over: &JsValue,
        at: f64,
    ) -> Result<(), ReflectError> {
        self.core.resumed(given(over).as_ref(), at)
    }
}

/// How the companions' runs are polled and answered.
#[cfg(any(feature = "research", feature = "decision"))]
#[wasm_bindgen]
impl Run {
    /// Everything to look at or to do until the run waits or is done: a list of `Output`s without the `wait`, as JSON.
    #[wasm_bindgen(js_name = poll)]
    pub fn poll_json(&mut self, now_ms: f64) -> Result<String, ReflectError> {
        use crate::flow::Output;
        self.burn();

        let mut outputs = String::from("[");
        while !self.core.waits(now_ms)? {
            let output = self.core.look(now_ms)?;
            let is_last = matches!(output, Output::Done { .. });
            if matches!(output, Output::Wait { .. }) {
                break;
            }
            if outputs.len() > 1 {
                outputs.push(',');
            }
            outputs.push_str(&super::json::to_json(&output)?);
            if is_last {
                break;
            }
        }
        outputs.push(']');
        Ok(outputs)
    }

    /// Hands in what a call came to, as JSON.
    #[wasm_bindgen(js_name = reply)]
    pub fn reply_json(&mut self, number: u32, response: &str, now_ms: f64) -> Result<(), ReflectError> {
        let response = super::json::parsed(response, crate::error::ErrorCode::Misuse)?;
        let reply = crate::flow::read_reply(self.core.call(number)?, &&response, None);
        self.answer(number, reply, now_ms)
    }
}
