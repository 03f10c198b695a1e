//! What the exported runs share: the machine of the core, through values.
//!
//! Runs of the engine cross as numbers ([`super::ops`]). Those of the companions make a few calls, and cross as JSON. The host keeps the
//! log of inputs, which it plays to a new run to restore one.

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::either::Either;
#[cfg(feature = "engine")]
use super::either::Outcome;
use super::random::random_seed;
use crate::error::ReflectError;
use crate::flow::{Machine, Output};

pub(super) type Thrown<T> = Result<T, JsValue>;

/// A run of any loop.
pub(super) struct Shared {
    pub(super) core: Machine<Either>,
    /// The result, while the host reads it.
    #[cfg(feature = "engine")]
    outcome: Option<Outcome>,
    #[cfg(feature = "panic-switch")]
    pub(super) fuse: super::panic_switch::Fuse,
}

impl Shared {
    fn of(core: Result<Machine<Either>, ReflectError>) -> Thrown<Self> {
        Ok(Self {
            core: core.map_err(|e| thrown(&e))?,
            #[cfg(feature = "engine")]
            outcome: None,
            #[cfg(feature = "panic-switch")]
            fuse: super::panic_switch::Fuse::default(),
        })
    }

    pub(super) fn create(looped: Result<Either, ReflectError>, seed: Option<u32>, now_ms: f64) -> Thrown<Self> {
        Self::of(looped.and_then(|looped| Machine::new(looped, seed.map_or_else(random_seed, Ok)?, now_ms)))
    }

    pub(super) fn burn(&mut self) {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
    }

    #[cfg(any(feature = "research", feature = "decision"))]
    pub(super) fn replied(&mut self, call_id: &str, response: &str, now_ms: f64) -> Thrown<()> {
        let wrong = |e: serde_json::Error| crate::error::ReflectError::misuse(format!("a reply must be JSON: {e}"));
        let read = serde_json::from_str(super::raw::json(response)).map_err(wrong);
        read.and_then(|response| self.core.reply(call_id, response, now_ms)).map_err(|e| thrown(&e))
    }

    /// Everything until the run waits or is done, as JSON: a list of `Output`s without the `wait`.
    #[cfg(any(feature = "research", feature = "decision"))]
    pub(super) fn poll_json(&mut self, now_ms: f64) -> Thrown<String> {
        self.burn();
        let mut outputs = String::from("[");
        while !self.core.waits(now_ms).map_err(|e| thrown(&e))? {
            let output = self.core.look(now_ms).map_err(|e| thrown(&e))?;
            let ends = matches!(output, Output::Done { .. });
            if matches!(output, Output::Wait { .. }) {
                break;
            }
            if outputs.len() > 1 {
                outputs.push(',');
            }
            outputs.push_str(&serde_json::to_string(&output).map_err(|_| JsValue::from_str("a value has no JSON form"))?);
            if ends {
                break;
            }
        }
        outputs.push(']');
        Ok(outputs)
    }

    /// The same as numbers; how many there are.
    #[cfg(feature = "engine")]
    pub(super) fn poll(&mut self, now_ms: f64, all: bool) -> Thrown<usize> {
        self.burn();
        let mut ops = super::ops::Ops::begin();
        while !self.core.waits(now_ms).map_err(|e| thrown(&e))? {
            let number = self.core.next_number();
            match self.core.look(now_ms).map_err(|e| thrown(&e))? {
                Output::Step { step } => ops.step(step),
                Output::Call { call } => ops.call(call, number),
                Output::Wait { .. } => break,
                Output::Done { result } => {
                    // The host reads it in the memory.
                    ops.outcome(self.outcome.insert(result));
                    break;
                }
            }
            if !all {
                break;
            }
        }
        if self.core.has_advanced() {
            ops.advance(self.core.now_ms());
        }
        Ok(ops.end())
    }
}

/// Gives an exported run of the companions the methods by which it is driven.
#[cfg(any(feature = "research", feature = "decision"))]
macro_rules! driven {
    ($run:ident) => {
        #[wasm_bindgen]
        impl $run {
            /// Everything to look at or to do until the run waits or is done. A list of `Output`s without the `wait`, as JSON: empty while
            /// the run waits.
            pub fn poll(&mut self, now_ms: f64) -> Result<String, JsValue> {
                self.0.poll_json(now_ms)
            }

            /// Hands in what a call came to, as JSON.
            pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Result<(), JsValue> {
                self.0.burn();
                self.0.replied(call_id, response, now_ms)
            }

            /// Hands in that a call failed.
            pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
                let error = $crate::flow::CallError::new(code, message);
                self.0.core.fail(call_id, error, now_ms).map_err(|e| super::convert::thrown(&e))
            }

            /// Ends the run with the best it has so far. `unmade`: calls that were asked for, and not made.
            pub fn abort(&mut self, reason: &str, now_ms: f64, unmade: Option<Vec<String>>) -> Result<(), JsValue> {
                let unmade = unmade.unwrap_or_default();
                self.0.core.abort_before(reason, unmade, now_ms).map_err(|e| super::convert::thrown(&e))
            }

            /// What idempotency keys of the run begin with.
            #[must_use]
            pub fn key(&self) -> String {
                self.0.core.key().to_owned()
            }
        }
    };
}
#[cfg(any(feature = "research", feature = "decision"))]
pub(super) use driven;

#[cfg(any(feature = "engine", feature = "research"))]
impl Shared {
    /// Settings of a run that is restored; `undefined` where none are laid over.
    fn over(settings: &JsValue) -> Option<crate::settings::Raw> {
        (!settings.is_undefined()).then(|| super::raw::raw(settings))
    }

    pub(super) fn resume(&mut self, shown: f64, over: &JsValue, now_ms: f64) -> Thrown<bool> {
        self.core.resume(shown, Self::over(over), now_ms).map_err(|e| thrown(&e))
    }

    pub(super) fn resumed(&mut self, over: &JsValue, at: f64) -> Thrown<()> {
        self.core.resumed(Self::over(over).as_ref(), at).map_err(|e| thrown(&e))
    }
}

/// Gives an exported run the methods by which its host restores one: it makes the run anew and hands in all inputs of the first.
#[cfg(any(feature = "engine", feature = "research"))]
macro_rules! restored_by_host {
    ($run:ident) => {
        #[wasm_bindgen]
        impl $run {
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

            /// Goes on after the inputs of a snapshot were replayed, of which so many steps were shown: calls that are out are asked for
            /// again. With `over` these settings are laid over. Whether that is an input of its own, `resumed`.
            pub fn resume(
                &mut self,
                shown: f64,
                #[wasm_bindgen(unchecked_param_type = "unknown")] over: &JsValue,
                now_ms: f64,
            ) -> Result<bool, JsValue> {
                self.0.resume(shown, over, now_ms)
            }

            /// Replays that the run was restored at this time, with these settings laid over.
            pub fn resumed(
                &mut self,
                #[wasm_bindgen(unchecked_param_type = "unknown")] over: &JsValue,
                at: f64,
            ) -> Result<(), JsValue> {
                self.0.resumed(over, at)
            }
        }
    };
}
#[cfg(any(feature = "engine", feature = "research"))]
pub(super) use restored_by_host;
