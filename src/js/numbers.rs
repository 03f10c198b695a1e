//! How runs of the engine are answered: texts come in through one kept piece of memory, all else as numbers.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::any_loop::AnyLoop;
use super::run::Run;
use super::wire::{WirePlace, write};
use crate::critique::is_cut_or_blocked;
use crate::error::ReflectError;
use crate::flow::Reply;
use crate::message::{Content, ModelResponse, OpaqueJson, Rope, SharedText, Usage};

thread_local! {
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where the host writes the bytes of a text: room for at least this many. It moves when it must grow.
#[wasm_bindgen(js_name = scratch)]
pub fn reserve_scratch(bytes: usize) -> *const u8 {
    SCRATCH.with_borrow_mut(|scratch| {
        if scratch.len() < bytes {
            scratch.resize(bytes, 0);
        }
        scratch.as_ptr()
    })
}

/// The text that the host wrote: its bytes, its length in UTF-16, and the number by which the host has it.
fn read_scratch_text(byte_count: usize, utf16_units: usize, text_number: u32) -> Result<SharedText, ReflectError> {
    let copy = SCRATCH.with_borrow(|scratch| scratch.get(..byte_count).unwrap_or_default().to_vec());
    let text = String::from_utf8(copy).map_err(|_| ReflectError::misuse("a text must be UTF-8"))?;
    Ok(SharedText::from_host(text, text_number, utf16_units))
}

const REFUSED: &str = "refusal";

/// What a finish reason says, for the host to keep: 0 that the reply is whole, 1 that it was cut, 2 that it was refused.
#[wasm_bindgen(js_name = readFinish)]
pub fn classify_finish_reason(reason: &str) -> u32 {
    if reason.eq_ignore_ascii_case(REFUSED) { 2 } else { is_cut_or_blocked(Some(reason)).into() }
}

fn name_finish_class(finish_class: u32) -> Option<SharedText> {
    match finish_class {
        1 => Some(SharedText::from_static("length")),
        2 => Some(SharedText::from_static(REFUSED)),
        _ => None,
    }
}

#[wasm_bindgen]
impl Run {
    /// Hands in the text of a model, the usual reply, which is in the scratch memory and is the host's text of this number.
    #[allow(clippy::too_many_arguments, reason = "they cross as numbers")]
    #[wasm_bindgen(js_name = replyText)]
    pub fn reply_text(
        &mut self,
        call_number: u32,
        byte_count: usize,
        utf16_units: usize,
        text_number: u32,
        input_tokens: f64,
        output_tokens: f64,
        total_tokens: f64,
        cached_tokens: f64,
        reasoning_tokens: f64,
        cost_usd: f64,
        finish_class: u32,
        now_ms: f64,
    ) -> Result<(), ReflectError> {
        let content = Content::Text(Rope::from(read_scratch_text(byte_count, utf16_units, text_number)?));
        let usage = read_usage([input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd]);
        let response = ModelResponse {
            usage: Some(usage),
            finish_reason: name_finish_class(finish_class),
            ..ModelResponse::from_content(content)
        };
        self.answer_call(call_number, Reply::Model(response), now_ms)
    }

    /// Hands in what a tool gave, likewise: a text, or anything else as JSON.
    #[wasm_bindgen(js_name = toolResult)]
    pub fn reply_tool_result(
        &mut self,
        call_number: u32,
        is_json: bool,
        byte_count: usize,
        utf16_units: usize,
        text_number: u32,
        now_ms: f64,
    ) -> Result<(), ReflectError> {
        let result = read_scratch_text(byte_count, utf16_units, text_number)?;
        let result = if is_json { OpaqueJson::Json(result) } else { OpaqueJson::Text(result) };
        self.answer_call(call_number, Reply::Tool(result), now_ms)
    }

    /// The settings of a run of `ReflectEngine`.
    #[wasm_bindgen(js_name = settings)]
    pub fn write_settings(&self) -> WirePlace {
        let settings = match self.core.inner_loop() {
            AnyLoop::Reflect(run) => Some(run.raw_settings()),
            _ => None,
        };
        write(&settings)
    }
}

/// Token counts and cost as the host has them.
fn read_usage(numbers: [f64; 6]) -> Usage {
    let [input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd] = numbers.map(number_unless_nan);
    Usage { input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd, estimated: None }
}

/// An absent number is NaN.
fn number_unless_nan(number: f64) -> Option<f64> {
    Some(number).filter(|number| !number.is_nan())
}
