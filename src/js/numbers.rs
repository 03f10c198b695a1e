//! How runs of the engine are answered, most of them: a text, and all else as numbers.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::run::Run;
use super::wire::{Place, write};
use crate::critique::is_cut;
use crate::error::ReflectError;
use crate::flow::Reply;
use crate::message::{Carried, Content, ModelResponse, Rope, Text, Usage, VerifierVerdict};

const REFUSED: &str = "refusal";

/// What a finish reason means, where that is not that the reply is whole.
fn finish_of(reason: &str) -> Option<Text> {
    if reason.eq_ignore_ascii_case(REFUSED) {
        return Some(Text::constant(REFUSED));
    }
    is_cut(Some(reason)).then(|| Text::constant("length"))
}

#[wasm_bindgen]
impl Run {
    /// Hands in the text of a model, the usual reply, which has so many units of UTF-16 and is the host's text of this number.
    #[allow(clippy::too_many_arguments, reason = "they cross as numbers")]
    #[wasm_bindgen(js_name = replyText)]
    pub fn reply_text(
        &mut self,
        number: u32,
        content: String,
        units: usize,
        text: u32,
        input_tokens: f64,
        output_tokens: f64,
        total_tokens: f64,
        cached_tokens: f64,
        reasoning_tokens: f64,
        cost_usd: f64,
        finish_reason: &str,
        now_ms: f64,
    ) -> Result<(), ReflectError> {
        let content = Content::Text(Rope::from(Text::of_host(content, text, units)));
        let usage = usage_of([input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd]);
        let response =
            ModelResponse { usage: Some(usage), finish_reason: finish_of(finish_reason), ..ModelResponse::plain(content) };
        self.answer(number, Reply::Model(response), now_ms)
    }

    /// Hands in what a tool gave, likewise: a text, or anything else as JSON.
    #[wasm_bindgen(js_name = toolResult)]
    pub fn tool_result(
        &mut self,
        number: u32,
        is_json: bool,
        result: String,
        units: usize,
        text: u32,
        now_ms: f64,
    ) -> Result<(), ReflectError> {
        let result = Text::of_host(result, text, units);
        let result = if is_json { Carried::Json(result) } else { Carried::Text(result) };
        self.answer(number, Reply::Tool(result), now_ms)
    }

    /// Hands in a verdict without issues, the usual reply of a verifier; without a score that is NaN.
    pub fn verdict(&mut self, number: u32, passed: bool, score: f64, now_ms: f64) -> Result<(), ReflectError> {
        let verdict = VerifierVerdict { passed, issues: None, score: present(score) };
        self.answer(number, Reply::Verdict(verdict), now_ms)
    }

    /// The settings of a run of `ReflectEngine`.
    pub fn settings(&self) -> Place {
        let settings = match self.core.looped() {
            Either::Reflect(run) => Some(run.settings()),
            _ => None,
        };
        write(&settings)
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
