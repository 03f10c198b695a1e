//! How runs of the engine are driven: texts come in through one kept piece of memory, all else as numbers, and what a run wants goes out as
//! a list of numbers ([`super::ops`]).

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::run::{Shared, Thrown};
use crate::error::ReflectError;
use crate::flow::{Call, CallError, Reply, read_reply};
use crate::message::{Carried, Content, ModelResponse, Rope, Text, Usage, VerifierVerdict};

thread_local! {
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where the host writes the bytes of a text, at least this many. It moves when it must grow.
#[wasm_bindgen]
#[must_use]
pub fn scratch(bytes: usize) -> *const u8 {
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.len() < bytes {
            scratch.resize(bytes.next_power_of_two(), 0);
        }
        scratch.as_ptr()
    })
}

/// The text that the host wrote: its bytes, its length in UTF-16, and the number by which the host has it.
pub(super) fn written(bytes: usize, units: usize, number: u32) -> Thrown<Text> {
    let copy = SCRATCH.with_borrow(|scratch| scratch.get(..bytes).unwrap_or_default().to_vec());
    let text = String::from_utf8(copy).map_err(|_| thrown(&ReflectError::misuse("a text must be UTF-8")))?;
    Ok(Text::of_host(text, number, units))
}

/// What a finish reason means: 0 that the reply is whole, 1 that it was cut, 2 that the model refused.
#[wasm_bindgen(js_name = finishCode)]
#[must_use]
pub fn finish_code(reason: &str) -> u8 {
    let refused = reason.eq_ignore_ascii_case(REFUSED);
    if refused { 2 } else { u8::from(crate::critique::is_cut(Some(reason))) }
}

const REFUSED: &str = "refusal";

fn finish_of(code: u8) -> Option<Text> {
    match code {
        0 => None,
        1 => Some(Text::constant("length")),
        _ => Some(Text::constant(REFUSED)),
    }
}

impl Shared {
    fn answer(&mut self, number: u32, reply: Reply, now_ms: f64) -> Thrown<()> {
        self.burn();
        self.core.answer(number, reply, now_ms).map_err(|e| thrown(&e))
    }

    pub(super) fn reply(&mut self, number: u32, content: Text, usage: Option<Usage>, finish: u8, now_ms: f64) -> Thrown<()> {
        let plain = ModelResponse::plain(Content::Text(Rope::from(content)));
        self.answer(number, Reply::Model(ModelResponse { usage, finish_reason: finish_of(finish), ..plain }), now_ms)
    }

    pub(super) fn reply_value(&mut self, number: u32, given: &JsValue, content: Option<Text>, now_ms: f64) -> Thrown<()> {
        let call: &Call = self.core.call(number).map_err(|e| thrown(&e))?;
        let reply = read_reply(call, given, content);
        self.answer(number, reply, now_ms)
    }

    pub(super) fn tool_result(&mut self, number: u32, result: Text, is_json: bool, now_ms: f64) -> Thrown<()> {
        let result = if is_json { Carried::Json(result) } else { Carried::Text(result) };
        self.answer(number, Reply::Tool(result), now_ms)
    }

    pub(super) fn verdict(&mut self, number: u32, passed: bool, score: f64, now_ms: f64) -> Thrown<()> {
        let verdict = VerifierVerdict { passed, issues: None, score: Some(score).filter(|score| !score.is_nan()) };
        self.answer(number, Reply::Verdict(verdict), now_ms)
    }

    pub(super) fn fail(&mut self, number: u32, code: &str, message: &str, now_ms: f64) -> Thrown<()> {
        self.answer(number, Reply::Failed(CallError::new(code, message)), now_ms)
    }

    pub(super) fn abort(&mut self, reason: &str, unmade: &[u32], now_ms: f64) -> Thrown<()> {
        self.burn();
        self.core.abort_unmade(reason, unmade, now_ms).map_err(|e| thrown(&e))
    }
}

/// Token counts and cost as the host has them; an absent one is NaN.
pub(super) fn usage_of(numbers: [f64; 6]) -> Option<Usage> {
    let [input, output, total, cached, reasoning, cost] = numbers.map(|number| Some(number).filter(|n| !n.is_nan()));
    Some(Usage {
        input_tokens: input,
        output_tokens: output,
        total_tokens: total,
        cached_tokens: cached,
        reasoning_tokens: reasoning,
        cost_usd: cost,
        estimated: None,
    })
}

/// Gives an exported run the methods by which it is driven.
macro_rules! driven_by_numbers {
    ($run:ident) => {
        #[wasm_bindgen]
        impl $run {
            /// The next thing to look at or to do; with `all` everything until the run waits or is done. How many numbers it takes: none
            /// while the run waits.
            pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<usize, JsValue> {
                self.0.poll(now_ms, all)
            }

            /// Hands in the text of a model, which is in the scratch memory and is the host's text of this number.
            #[allow(clippy::too_many_arguments, reason = "they cross as numbers")]
            pub fn reply(
                &mut self,
                number: u32,
                bytes: usize,
                units: usize,
                text: u32,
                input_tokens: f64,
                output_tokens: f64,
                total_tokens: f64,
                cached_tokens: f64,
                reasoning_tokens: f64,
                cost_usd: f64,
                finish: u8,
                now_ms: f64,
            ) -> Result<(), JsValue> {
                let content = super::numbers::written(bytes, units, text)?;
                let tokens = [input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd];
                self.0.reply(number, content, super::numbers::usage_of(tokens), finish, now_ms)
            }

            /// Hands in any other reply of a model or a verifier: a plain value. The content of a model's is apart from it in the
            /// scratch memory, where it has a number among the host's texts.
            #[wasm_bindgen(js_name = replyValue)]
            pub fn reply_value(
                &mut self,
                number: u32,
                #[wasm_bindgen(unchecked_param_type = "unknown")] value: &JsValue,
                text: Option<u32>,
                bytes: usize,
                units: usize,
                now_ms: f64,
            ) -> Result<(), JsValue> {
                let content = text.map(|text| super::numbers::written(bytes, units, text)).transpose()?;
                self.0.reply_value(number, value, content, now_ms)
            }

            /// Hands in what a tool gave, which is in the scratch memory and is the host's text of this number: a text, or anything
            /// else as JSON.
            #[wasm_bindgen(js_name = toolResult)]
            pub fn tool_result(
                &mut self,
                number: u32,
                is_json: bool,
                bytes: usize,
                units: usize,
                text: u32,
                now_ms: f64,
            ) -> Result<(), JsValue> {
                let result = super::numbers::written(bytes, units, text)?;
                self.0.tool_result(number, result, is_json, now_ms)
            }

            /// Hands in a verdict without issues; without a score that is NaN.
            pub fn verdict(&mut self, number: u32, passed: bool, score: f64, now_ms: f64) -> Result<(), JsValue> {
                self.0.verdict(number, passed, score, now_ms)
            }

            /// Hands in that a call failed.
            pub fn fail(&mut self, number: u32, code: &str, message: &str, now_ms: f64) -> Result<(), JsValue> {
                self.0.fail(number, code, message, now_ms)
            }

            /// Ends the run with the best it has so far. `unmade`: calls that were asked for, and not made.
            pub fn abort(&mut self, reason: &str, unmade: Option<Vec<u32>>, now_ms: f64) -> Result<(), JsValue> {
                self.0.abort(reason, unmade.as_deref().unwrap_or_default(), now_ms)
            }

            /// What every idempotency key of the run begins with.
            #[must_use]
            pub fn key(&self) -> String {
                self.0.core.key().to_owned()
            }

            /// The time from which no more calls are made, infinite without `maxSeconds`. A call that the host could not make before is
            /// one that failed with the code `not_made`.
            #[wasm_bindgen(js_name = endsMs)]
            #[must_use]
            pub fn ends_ms(&self) -> f64 {
                self.0.core.ends_ms()
            }

            /// A person's verdict on a finished run: it is accepted, or goes on with the feedback.
            pub fn review(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), JsValue> {
                self.0.core.review(accepted, feedback, now_ms).map_err(|e| super::convert::thrown(&e))
            }
        }
    };
}
pub(super) use driven_by_numbers;
