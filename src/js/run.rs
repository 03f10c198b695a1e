//! What the exported runs share: the machine of the core, through values.

use wasm_bindgen::prelude::*;

use super::convert::{raw, thrown};
use super::either::Either;
use super::known::Known;
use super::random::random_seed;
use super::tape::{Keys, Tape};
use crate::error::ReflectError;
use crate::flow::{Machine, Output, stranger};
use crate::message::Text;

pub(super) type Thrown<T> = Result<T, JsValue>;

/// A run of any loop, through values: what the exported runs share.
pub(super) struct Shared {
    pub(super) core: Machine<Either>,
    keys: Keys,
    /// The contents that came apart from their replies: the host has them.
    known: Vec<Known>,
    #[cfg(feature = "panic-switch")]
    pub(super) fuse: super::panic_switch::Fuse,
}

impl Shared {
    fn of(core: Result<Machine<Either>, ReflectError>) -> Thrown<Self> {
        Ok(Self {
            core: core.map_err(|e| thrown(&e))?,
            keys: Keys::default(),
            known: Vec::new(),
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
        let mut tape = Tape::new(&mut self.keys, &self.known);
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

    pub(super) fn reply(&mut self, call_id: &str, response: &str, now_ms: f64, content: Option<Vec<u8>>) -> Thrown<()> {
        #[cfg(feature = "panic-switch")]
        self.fuse.burn();
        let utf8 = |bytes| String::from_utf8(bytes).map_err(|_| thrown(&ReflectError::misuse("a content must be UTF-8")));
        let content = content.map(utf8).transpose()?.map(Text::from);
        self.core.reply_text(call_id, json(response).to_owned(), content.clone(), now_ms).map_err(|e| thrown(&e))?;
        self.known.extend(content.map(Known::from));
        Ok(())
    }
}

/// Gives an exported run the methods by which it is driven.
macro_rules! driven {
    ($run:ident) => {
        #[wasm_bindgen]
        impl $run {
            /// The next thing to look at or to do; with `all` everything until the run waits, without the `wait`, or is done. A list of
            /// `Output`s on a tape.
            #[wasm_bindgen(unchecked_return_type = "Tape")]
            pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<JsValue, JsValue> {
                self.0.poll(now_ms, all)
            }

            /// Hands in what a call came to, as JSON; a long `content` apart from it, in UTF-8. Texts of the tapes that stand in such a content
            /// are told by their place in it.
            pub fn reply(&mut self, call_id: &str, response: &str, now_ms: f64, content: Option<Vec<u8>>) -> Result<(), JsValue> {
                self.0.reply(call_id, response, now_ms, content)
            }

            /// Hands in that a call failed.
            pub fn fail(&mut self, call_id: &str, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
                self.0
                    .core
                    .fail(call_id, $crate::flow::CallError::new(code, message), now_ms)
                    .map_err(|e| super::convert::thrown(&e))
            }

            /// Ends the run with the best it has so far. `unmade`: calls that were asked for, and not made.
            pub fn abort(&mut self, reason: &str, now_ms: f64, unmade: Option<Vec<String>>) -> Result<(), JsValue> {
                let unmade = unmade.unwrap_or_default();
                self.0.core.abort_before(reason, unmade, now_ms).map_err(|e| super::convert::thrown(&e))
            }

            /// The whole run as versioned JSON.
            #[must_use]
            pub fn snapshot(&self) -> String {
                self.0.core.snapshot()
            }
        }
    };
}
pub(super) use driven;

/// JSON as `written` of `plain.ts` gives it.
pub(super) fn json(text: &str) -> &str {
    text.strip_prefix('\u{a0}').unwrap_or(text)
}
