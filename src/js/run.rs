//! The exported runs: the core's, through values.

use wasm_bindgen::prelude::*;

use super::convert::{raw, settings, thrown};
use super::either::Either;
use super::random::random_seed;
use super::tape::{Keys, Tape};
use crate::autopilot::Autopilot;
use crate::decision::Decision;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{CallError, Machine, Output, stranger};
use crate::reflect::{Reflect, RunTask};
use crate::settings::{AutopilotSettings, DecisionSettings};

type Thrown<T> = Result<T, JsValue>;

/// A run of any loop, through values: what the exported runs share.
pub(super) struct Shared {
    core: Machine<Either>,
    keys: Keys,
    #[cfg(feature = "panic-switch")]
    fuse: super::panic_switch::Fuse,
}

impl Shared {
    fn of(core: Result<Machine<Either>, ReflectError>) -> Thrown<Self> {
        Ok(Self {
            core: core.map_err(|e| thrown(&e))?,
            keys: Keys::default(),
            #[cfg(feature = "panic-switch")]
            fuse: super::panic_switch::Fuse::default(),
        })
    }

    pub(super) fn create(looped: Result<Either, ReflectError>, seed: Option<u32>, now_ms: f64) -> Thrown<Self> {
        let make = |looped| Machine::new(looped, seed.map_or_else(random_seed, Ok)?, now_ms);
        Self::of(looped.and_then(make))
    }

    pub(super) fn restore(snapshot: &str, over: &JsValue, now_ms: f64, is_mine: fn(&Either) -> bool) -> Thrown<Self> {
        let over = if over.is_undefined() { None } else { Some(raw(over)) };
        let core = Machine::restore(snapshot, over, now_ms);
        Self::of(core.and_then(|core| if is_mine(core.looped()) { Ok(core) } else { Err(stranger()) }))
    }

    pub(super) fn poll(&mut self, now_ms: f64, all: bool) -> Thrown<JsValue> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        let mut tape = Tape::new(&mut self.keys);
        loop {
            let output = self.core.look(now_ms).map_err(|e| thrown(&e))?;
            let waits = matches!(output, Output::Wait { .. });
            // Who takes everything waits for what it was just given.
            if !(all && waits) {
                tape.add(&output)?;
            }
            if !all || waits || matches!(output, Output::Done { .. }) {
                return Ok(tape.finish().into());
            }
        }
    }

    pub(super) fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Thrown<()> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        self.core.reply_text(call_id, json(response).to_owned(), now_ms).map_err(|e| thrown(&e))
    }

    pub(super) fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Thrown<()> {
        self.core.fail(call_id, CallError::new(code, message), now_ms).map_err(|e| thrown(&e))
    }

    pub(super) fn abort(&mut self, reason: &str, now_ms: f64) -> Thrown<()> {
        self.core.abort(reason, now_ms).map_err(|e| thrown(&e))
    }
}

impl Shared {
    pub(super) fn snapshot(&self) -> String {
        self.core.snapshot()
    }
}

/// One run, driven by whoever holds it: poll until `wait` or `done`, then hand in replies.
///
/// Every method throws `{ code, message }`; `misuse` when it is called out of turn. All times are milliseconds since the epoch.
#[wasm_bindgen]
pub struct ReflectRun(Shared);

#[wasm_bindgen]
impl ReflectRun {
    /// Starts a run of a `RunTask`, written as JSON. `over` is laid over `base`, key by key. Without a seed anywhere the host's
    /// random source is asked.
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
        let seed = settings_given.seed.or(seed);
        #[cfg(feature = "panic-switch")]
        let fuse = super::panic_switch::Fuse::of(&task);
        #[cfg_attr(not(feature = "panic-switch"), expect(unused_mut, reason = "the switch is put in"))]
        let mut shared = Shared::create(Reflect::new(settings_given, task).map(Either::Reflect), seed, now_ms)?;
        #[cfg(feature = "panic-switch")]
        {
            shared.fuse = fuse;
        }
        Ok(Self(shared))
    }

    /// Goes on from a snapshot; `over` is laid over the settings it was taken under. Calls that were out are issued again.
    pub fn restore(
        snapshot: &str,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
        now_ms: f64,
    ) -> Result<ReflectRun, JsValue> {
        Ok(Self(Shared::restore(snapshot, &over, now_ms, |run| matches!(run, Either::Reflect(_)))?))
    }

    /// The next thing to look at or to do; with `all` everything until the run waits, without the `wait`, or is done. A list of
    /// `Output`s on a tape.
    #[wasm_bindgen(unchecked_return_type = "Tape")]
    pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<JsValue, JsValue> {
        self.0.poll(now_ms, all)
    }

    /// Hands in what a call came to: a model's reply, a tool's result, a verifier's verdict, as JSON.
    pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.reply(call_id, response, now_ms)
    }

    /// Hands in that a call failed.
    pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.fail(call_id, code, message, now_ms)
    }

    /// Ends the run with the best draft so far.
    pub fn abort(&mut self, reason: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.abort(reason, now_ms)
    }

    /// A person's verdict on a finished run: it is accepted, or goes on with the feedback.
    pub fn review(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), JsValue> {
        self.0.core.review(accepted, feedback, now_ms).map_err(|e| thrown(&e))
    }

    /// The whole run as versioned JSON.
    #[must_use]
    pub fn snapshot(&self) -> String {
        self.0.core.snapshot()
    }
}

/// One run of an autopilot, driven as a [`ReflectRun`] is.
#[wasm_bindgen]
pub struct AutopilotRun(Shared);

#[wasm_bindgen]
impl AutopilotRun {
    /// Starts a run. `tools` is a list of `ToolSchema`s, written as JSON. Without a seed in the settings the host's random source is
    /// asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "AutopilotWire")] settings: JsValue,
        tools: &str,
        now_ms: f64,
    ) -> Result<AutopilotRun, JsValue> {
        let settings = AutopilotSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = settings.seed;
        Ok(Self(Shared::create(Autopilot::new(settings, json(tools).to_owned()).map(Either::Autopilot), seed, now_ms)?))
    }

    /// Goes on from a snapshot of the same goal; budget and critic are those of `over`. Calls that were out are issued again.
    pub fn restore(
        snapshot: &str,
        #[wasm_bindgen(unchecked_param_type = "AutopilotWire | undefined")] over: JsValue,
        now_ms: f64,
    ) -> Result<AutopilotRun, JsValue> {
        Ok(Self(Shared::restore(snapshot, &over, now_ms, |run| matches!(run, Either::Autopilot(_)))?))
    }

    /// The next thing to look at or to do, as with a [`ReflectRun`].
    #[wasm_bindgen(unchecked_return_type = "Tape")]
    pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<JsValue, JsValue> {
        self.0.poll(now_ms, all)
    }

    /// Hands in what a call came to, as JSON. An agent's reply is that of a model, with its claims as
    /// `metadata: { done?, criteriaMet? }`.
    pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.reply(call_id, response, now_ms)
    }

    /// Hands in that a call failed.
    pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.fail(call_id, code, message, now_ms)
    }

    /// Ends the run with the output so far.
    pub fn abort(&mut self, reason: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.abort(reason, now_ms)
    }

    /// The whole run as versioned JSON.
    #[must_use]
    pub fn snapshot(&self) -> String {
        self.0.core.snapshot()
    }
}

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot(#[wasm_bindgen(unchecked_param_type = "AutopilotWire")] settings: JsValue) -> Result<(), JsValue> {
    AutopilotSettings::check(&raw(&settings)).map(drop).map_err(|e| thrown(&e))
}

/// One reflection on a decision, driven as a [`ReflectRun`] is.
#[wasm_bindgen]
pub struct DecisionRun(Shared);

#[wasm_bindgen]
impl DecisionRun {
    /// Starts a run. The situation is written as JSON. Without a seed in the settings the host's random source is asked.
    pub fn create(
        #[wasm_bindgen(unchecked_param_type = "DecisionWire")] settings: JsValue,
        situation: &str,
        now_ms: f64,
    ) -> Result<DecisionRun, JsValue> {
        let settings = DecisionSettings::check(&raw(&settings)).map_err(|e| thrown(&e))?;
        let seed = settings.seed;
        let wrong = |e: serde_json::Error| ReflectError::new(ErrorCode::InvalidTask, format!("a situation must be JSON: {e}"));
        let situation = serde_json::from_str(json(situation)).map_err(wrong);
        let looped = situation.and_then(|situation| Decision::new(settings, situation)).map(Either::Decision);
        Ok(Self(Shared::create(looped, seed, now_ms)?))
    }

    /// The next thing to look at or to do, as with a [`ReflectRun`].
    #[wasm_bindgen(unchecked_return_type = "Tape")]
    pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<JsValue, JsValue> {
        self.0.poll(now_ms, all)
    }

    /// Hands in what a call came to, as JSON: the model's reply, or a verdict of which the issues are the concerns of one's own rule.
    pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.reply(call_id, response, now_ms)
    }

    /// Hands in that a call failed.
    pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.fail(call_id, code, message, now_ms)
    }

    /// Ends the run without a reflection.
    pub fn abort(&mut self, reason: &str, now_ms: f64) -> Result<(), JsValue> {
        self.0.abort(reason, now_ms)
    }

    /// The whole run as versioned JSON.
    #[must_use]
    pub fn snapshot(&self) -> String {
        self.0.core.snapshot()
    }
}

/// Checks the settings of a reflection on decisions.
#[wasm_bindgen(js_name = checkDecision)]
pub fn check_decision(#[wasm_bindgen(unchecked_param_type = "DecisionWire")] settings: JsValue) -> Result<(), JsValue> {
    DecisionSettings::check(&raw(&settings)).map(drop).map_err(|e| thrown(&e))
}

/// JSON as `written` of `plain.ts` gives it.
pub(super) fn json(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
