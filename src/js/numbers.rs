//! How runs of the engine are driven: texts come in through one kept piece of memory, all else as numbers, and what a run wants goes out as
//! a list of numbers ([`super::ops`]).

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::ops::Ops;
use super::run::Run;
use crate::error::ReflectError;
use crate::flow::{Output, Reply, read_reply};
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
pub(super) fn written(bytes: usize, units: usize, number: u32) -> Result<Text, ReflectError> {
    let copy = SCRATCH.with_borrow(|scratch| scratch.get(..bytes).unwrap_or_default().to_vec());
    let text = String::from_utf8(copy).map_err(|_| ReflectError::misuse("a text must be UTF-8"))?;
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

#[wasm_bindgen]
impl Run {
    /// The next thing to look at or to do; with `all` everything until the run waits or is done. How many numbers it takes: none
    /// while the run waits.
    pub fn poll(&mut self, now_ms: f64, all: bool) -> Result<usize, ReflectError> {
        self.burn();
        let mut ops = Ops::begin();
        while !self.core.waits(now_ms)? {
            match self.core.look(now_ms)? {
                Output::Step { step } => ops.step(step),
                Output::Call { call } => ops.call(call),
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
        Ok(ops.end())
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
    ) -> Result<(), ReflectError> {
        let content = Content::Text(Rope::from(written(bytes, units, text)?));
        let usage = usage_of([input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd]);
        let response = ModelResponse { usage: Some(usage), finish_reason: finish_of(finish), ..ModelResponse::plain(content) };
        self.answer(number, Reply::Model(response), now_ms)
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
    ) -> Result<(), ReflectError> {
        let content = text.map(|text| written(bytes, units, text)).transpose()?;
        let reply = read_reply(self.core.call(number)?, value, content);
        self.answer(number, reply, now_ms)
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
    ) -> Result<(), ReflectError> {
        let result = written(bytes, units, text)?;
        let result = if is_json { Carried::Json(result) } else { Carried::Text(result) };
        self.answer(number, Reply::Tool(result), now_ms)
    }

    /// Hands in a verdict without issues; without a score that is NaN.
    pub fn verdict(&mut self, number: u32, passed: bool, score: f64, now_ms: f64) -> Result<(), ReflectError> {
        let verdict = VerifierVerdict { passed, issues: None, score: present(score) };
        self.answer(number, Reply::Verdict(verdict), now_ms)
    }

    /// The settings of a run of `ReflectEngine`, as JSON.
    #[must_use]
    pub fn settings(&self) -> Option<String> {
        match self.core.looped() {
            Either::Reflect(run) => Some(run.settings()),
            _ => None,
        }
    }
}

/// Token counts and cost as the host has them.
fn usage_of(numbers: [f64; 6]) -> Usage {
    let [input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd] = numbers.map(present);
    Usage { input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd, estimated: None }
}

/// An absent number is NaN.
fn present(number: f64) -> Option<f64> {
    Some(number).filter(|number| !number.is_nan())
}
