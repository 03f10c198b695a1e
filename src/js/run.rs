//! The exported run: the machine of the core with any loop in it, through values.
//!
//! The host keeps the log of inputs, which it plays to a new run to restore one. Every loop is in one machine, so that a wasm carries the
//! machine once and not once for each loop.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::random::random_seed;
use super::wire::{Tag, Wire, WirePlace, read, take_host_text};
use crate::error::ReflectError;
use crate::flow::{Call, CallError, Loop, Machine, Output, Reply, RunContext, Stop, read_reply};
use crate::settings::{Budget, InputValue};

/// One run, driven by its owner, who polls for what it wants and hands in the replies. A call is known by its number: the first is 0.
///
/// Every method throws an error's code, and its message on the next line; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
#[wasm_bindgen]
pub struct Run {
    pub(super) core: Machine<AnyLoop>,
}

/// Whether the log holds it as an input of its own.
type IsLoggedInput = bool;

impl Run {
    /// Without a seed the host's random source is asked.
    pub(super) fn create_run(inner: AnyLoop, seed: Option<u32>, now_ms: f64) -> Result<Self, ReflectError> {
        Ok(Self { core: Machine::new(inner, seed.map_or_else(random_seed, Ok)?, now_ms)? })
    }

    pub(super) fn answer_call(&mut self, call_number: u32, reply: Reply, now_ms: f64) -> Result<(), ReflectError> {
        self.core.answer_call(call_number, reply, now_ms)
    }
}

#[wasm_bindgen]
impl Run {
    /// The next thing to look at or to do; with `until_wait` everything until the run waits or is done: a map of entries whose keys are
    /// `step`, `call` or `done`, some of them more than once, and `advance` for the time at which the loop went on by itself since the last
    /// poll: an input of the log that no host hands in.
    pub fn poll(&mut self, now_ms: f64, until_wait: bool) -> Result<WirePlace, ReflectError> {
        let mut wire = Wire::reuse_last();
        wire.push_tag(Tag::Map);
        let mut goes_on = true;
        while goes_on {
            let output = self.core.poll_borrowed(now_ms, false)?;
            goes_on = until_wait && !matches!(output, Output::Done { .. });
            match output {
                Output::Step { step } => wire.add_entry("step", step),
                Output::Call { call } => {
                    wire.end_kept_letters();
                    wire.add_entry("call", call);
                }
                Output::Wait { .. } => break,
                Output::Done { result: () } => wire.add_entry("done", &self.core.build_outcome()?),
            }
        }
        if let Some(at_ms) = self.core.take_loop_advanced_at() {
            wire.add_entry("advance", &at_ms);
        }
        wire.push_tag(Tag::End);
        Ok(wire.finish_place())
    }

    /// Hands in that a call failed.
    #[wasm_bindgen(js_name = fail)]
    pub fn fail_call(&mut self, call_number: u32, code: &str, message: &str, now_ms: f64) -> Result<(), ReflectError> {
        self.answer_call(call_number, Reply::Failed(CallError::new(code, message)), now_ms)
    }

    /// Ends the run with the best it has so far. `unmade_calls`: calls that were asked for, and not made.
    #[wasm_bindgen(js_name = abort)]
    pub fn abort_run(&mut self, reason: &str, unmade_calls: &[u32], now_ms: f64) -> Result<(), ReflectError> {
        self.core.abort_run(reason, unmade_calls, now_ms)
    }

    /// A person's verdict on a finished run: it is accepted, or goes on with the feedback.
    #[wasm_bindgen(js_name = review)]
    pub fn review_result(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), ReflectError> {
        self.core.review_result(accepted, feedback, now_ms)
    }

    /// What nonces and keys are made of.
    pub fn seed(&self) -> u32 {
        self.core.seed()
    }

    /// What every idempotency key of the run begins with.
    #[wasm_bindgen(js_name = key)]
    pub fn key_prefix(&self) -> String {
        self.core.key_prefix().to_owned()
    }

    /// Calls are known by this key from here on.
    #[wasm_bindgen(js_name = setKey)]
    pub fn set_key_prefix(&mut self, key: String) {
        self.core.set_key_prefix(key);
    }

    /// Goes on after the inputs of a snapshot were replayed; `shown_steps` is their number that were shown. Asks again for calls that are
    /// out, and lays `over` over the settings unless it is null. True when that is an input of its own, `resumed`.
    pub fn resume(&mut self, shown_steps: f64, over: &[f64], letters: &[u8], now_ms: f64) -> Result<IsLoggedInput, ReflectError> {
        self.core.resume_run(shown_steps, read_settings(over, letters), now_ms)
    }

    /// Replays that the run was restored at this time, with these settings laid over.
    #[wasm_bindgen(js_name = resumed)]
    pub fn replay_resume(&mut self, over: &[f64], letters: &[u8], at_ms: f64) -> Result<(), ReflectError> {
        self.core.replay_resume(read_settings(over, letters).as_ref(), at_ms)
    }

    /// Hands in what a call gave: a plain value. With `text_number`, the host has the content of a model's reply, or the reply itself, under
    /// that number.
    pub fn reply(
        &mut self,
        call_number: u32,
        value: &[f64],
        letters: &[u8],
        text_number: Option<u32>,
        now_ms: f64,
    ) -> Result<(), ReflectError> {
        let mut value = read(value, letters);
        let content = text_number.and_then(|text_number| {
            let is_object = matches!(value, InputValue::Map(_));
            take_host_text(if is_object { value.field_mut("content") } else { Some(&mut value) }, text_number)
        });
        let reply = read_reply(self.core.call_in_flight(call_number)?, &value, content);
        self.answer_call(call_number, reply, now_ms)
    }
}

fn read_settings(over: &[f64], letters: &[u8]) -> Option<InputValue> {
    Some(read(over, letters)).filter(|over| *over != InputValue::Null)
}

/// Declares the loops, each with its result.
macro_rules! loops {
    ($($(#[$on:meta])* $name:ident($inner:ty) -> $outcome:ty;)+) => {
        #[allow(clippy::large_enum_variant, reason = "one for each run, which is boxed as a whole")]
        pub enum AnyLoop {
            $($(#[$on])* $name($inner),)+
        }

        #[derive(Serialize)]
        #[serde(untagged)]
        pub enum Outcome {
            $($(#[$on])* $name($outcome),)+
        }

        impl Loop for AnyLoop {
            type Outcome = Outcome;

            fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
                match self { $($(#[$on])* Self::$name(run) => run.handle_replies(replies, ctx),)+ }
            }

            fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
                match self { $($(#[$on])* Self::$name(run) => run.salvage_replies(replies, ctx),)+ }
            }

            fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext) {
                match self { $($(#[$on])* Self::$name(run) => run.finish_run(stop, ctx),)+ }
            }

            fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> Outcome {
                match self { $($(#[$on])* Self::$name(run) => Outcome::$name(run.build_outcome(stop, ctx)),)+ }
            }

            fn handle_human_review(
                &mut self,
                accepted: bool,
                feedback: Option<String>,
                ctx: &mut RunContext,
            ) -> Result<Option<Stop>, ReflectError> {
                match self { $($(#[$on])* Self::$name(run) => run.handle_human_review(accepted, feedback, ctx),)+ }
            }

            fn budget(&self) -> &Budget {
                match self { $($(#[$on])* Self::$name(run) => run.budget(),)+ }
            }

            fn hash_inputs(&self) -> u64 {
                match self { $($(#[$on])* Self::$name(run) => run.hash_inputs(),)+ }
            }

            fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
                match self { $($(#[$on])* Self::$name(run) => run.update_settings(settings),)+ }
            }
        }
    };
}

loops! {
    #[cfg(feature = "engine")]
    Autopilot(crate::autopilot::Autopilot) -> crate::autopilot::AutopilotResult;
    #[cfg(feature = "decision")]
    Decision(crate::decision::Decision) -> crate::decision::DecisionReflection;
    #[cfg(feature = "research")]
    Research(crate::research::Research) -> crate::research::ResearchResult;
    #[cfg(feature = "engine")]
    Reflect(crate::reflect::Reflect) -> crate::reflect::ReflectResult;
}
