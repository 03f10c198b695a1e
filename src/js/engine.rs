//! The wasm of the engine: reflection, the reader of critiques, the autopilot. Texts come in through one kept piece of memory, all else as
//! numbers.

use std::cell::RefCell;
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use super::run::{AnyLoop, Run};
use super::wire::{WirePlace, read, read_host_text, take_host_text, write};
use crate::autopilot::Autopilot;
use crate::critique::{self, ReadOptions, is_cut_or_blocked};
use crate::error::ReflectError;
use crate::flow::{ActionStep, EngineName, PurposeUsage, Reply};
use crate::message::{Content, ModelResponse, OpaqueJson, Rope, SharedText, Usage, join_texts, read_usage};
use crate::prompt::critic_system_prompt;
use crate::reflect::{Engine, RunTask, update_calibration};
use crate::settings::{
    AutopilotSettings, CALLS_CEILING, FieldChecker, Form, InputValue, OnContradiction, ReflectSettings, Settings,
};

/// The calibration of `settings`, and what one plain `result` adds to it, if it is given.
#[wasm_bindgen(js_name = calibrated)]
pub fn extend_calibration(parts: &[f64], letters: &[u8]) -> Result<WirePlace, ReflectError> {
    let parts = read(parts, letters);
    let settings = ReflectSettings::check_settings(parts.field("settings").unwrap_or(&InputValue::default()))?;
    let calibration = settings.advanced.and_then(|advanced| advanced.calibration).and_then(Arc::into_inner).unwrap_or_default();
    let calibration = match parts.field("result") {
        Some(result) => update_calibration(calibration, result)?,
        None => calibration,
    };
    Ok(write(&calibration))
}

/// An engine: settings, checked once for all its runs. It is not called `ReflectEngine`, since the package's class of that name is in the
/// same bundle.
#[wasm_bindgen(js_name = CoreEngine)]
pub struct ReflectEngine(Engine);

#[wasm_bindgen(js_class = CoreEngine)]
impl ReflectEngine {
    /// Checks the settings.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &[f64], letters: &[u8]) -> Result<ReflectEngine, ReflectError> {
        let settings = ReflectSettings::check_settings(&read(settings, letters))?;
        settings.check_combinations()?;
        Ok(Self(Engine::new(settings)))
    }

    /// The engine with other settings laid over its own, key by key.
    #[wasm_bindgen(js_name = laidOver)]
    pub fn with_settings(&self, over: &[f64], letters: &[u8]) -> Result<ReflectEngine, ReflectError> {
        Ok(Self(Engine::new(self.0.chosen_settings().merge_settings(&ReflectSettings::check_settings(&read(over, letters))?)?)))
    }

    /// The settings as they were given.
    #[wasm_bindgen(js_name = settings)]
    pub fn write_settings(&self) -> WirePlace {
        write(&self.0.chosen_settings().raw)
    }

    /// `[maxReflections, acceptanceThreshold, maxAnswerSteps, critiquePrompt]`, with the defaults; the last without the notice about the fence.
    #[wasm_bindgen(js_name = resolved)]
    pub fn write_getter_values(&self) -> Result<WirePlace, ReflectError> {
        let settings = Settings::fill_defaults(self.0.chosen_settings())?;
        let prompt = critic_system_prompt(&settings);
        Ok(write(&(settings.max_reflections, settings.acceptance_threshold, settings.max_answer_steps, prompt)))
    }

    /// Starts a run of a plain `RunTask`; a text as its `input` is the host's text 0. `seed` goes before the setting; without either the
    /// host's random source is asked.
    #[wasm_bindgen(js_name = begin)]
    pub fn begin_run(&self, task: &[f64], letters: &[u8], seed: Option<u32>, now_ms: f64) -> Result<Run, ReflectError> {
        let mut task = read(task, letters);
        let input = take_host_text(task.field_mut("input"), 0);
        let inner = self.0.create_loop(RunTask::read_task(&task, input)?)?;
        Run::create_run(AnyLoop::Reflect(inner), seed.or(self.0.chosen_settings().seed()), now_ms)
    }
}

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
fn read_scratch_text(byte_count: usize, utf16_units: usize, text_number: u32) -> SharedText {
    let copy = SCRATCH.with_borrow(|scratch| join_texts(&[read_host_text(scratch.get(..byte_count).unwrap_or_default())], ""));
    SharedText::from_host(copy, text_number, utf16_units)
}

const REFUSED: &str = "refusal";

/// What a finish reason says, for the host to keep: 0 that the reply is whole, 1 that it was cut, 2 that it was refused.
#[wasm_bindgen(js_name = readFinish)]
pub fn classify_finish_reason(reason: &str) -> u32 {
    if reason.eq_ignore_ascii_case(REFUSED) { 2 } else { is_cut_or_blocked(Some(reason)).into() }
}

fn name_cut_or_refused(finish_class: u32) -> Option<SharedText> {
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
        let content = Content::Text(Rope::from(read_scratch_text(byte_count, utf16_units, text_number)));
        let usage = usage_from_numbers([input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd]);
        let response = ModelResponse {
            usage: Some(usage),
            finish_reason: name_cut_or_refused(finish_class),
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
        let result = read_scratch_text(byte_count, utf16_units, text_number);
        let result = if is_json { OpaqueJson::Json(result) } else { OpaqueJson::Text(result) };
        self.answer_call(call_number, Reply::Tool(result), now_ms)
    }

    /// The settings of a run of `ReflectEngine`.
    #[wasm_bindgen(js_name = settings)]
    pub fn write_settings(&self) -> WirePlace {
        let settings = match self.core.inner_loop() {
            AnyLoop::Reflect(run) => Some(run.merged_settings()),
            _ => None,
        };
        write(&settings)
    }

    /// What the budget has left for calls beside the loop's own: calls, tokens, seconds, US dollars; infinite without a limit.
    #[wasm_bindgen(js_name = left)]
    pub fn remaining_budget_for_host_calls(&mut self, now_ms: f64) -> Result<WirePlace, ReflectError> {
        Ok(write(&self.core.remaining_budget_for_host_calls(now_ms)?))
    }

    /// Shows an action of whoever writes, `{ toolName, args, allowed, feedback }`, and books what it cost to judge it:
    /// `{ usage, calls, failed }`.
    #[wasm_bindgen(js_name = act)]
    pub fn record_action(&mut self, action: &[f64], letters: &[u8], now_ms: f64) -> Result<(), ReflectError> {
        let (action, cost) = read_action(&read(action, letters)).ok_or_else(|| ReflectError::misuse("no action"))?;
        self.core.record_action(action, &cost, now_ms)
    }
}

/// Token counts and cost as the host has them.
fn usage_from_numbers(numbers: [f64; 6]) -> Usage {
    let [input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd] = numbers.map(number_unless_nan);
    Usage { input_tokens, output_tokens, total_tokens, cached_tokens, reasoning_tokens, cost_usd, estimated: None }
}

/// An absent number is NaN.
fn number_unless_nan(number: f64) -> Option<f64> {
    Some(number).filter(|number| !number.is_nan())
}

fn read_action(value: &InputValue) -> Option<(ActionStep, PurposeUsage)> {
    let count = |key: &str| {
        let count = value.field(key)?.as_number()?;
        (0.0..=f64::from(CALLS_CEILING)).contains(&count).then_some(count as u32)
    };
    let action = ActionStep {
        tool_name: value.field("toolName")?.as_text()?.to_owned(),
        args: value.field("args").unwrap_or(&InputValue::Null).to_opaque_json(),
        allowed: value.field("allowed")?.as_flag()?,
        feedback: value.field("feedback").and_then(InputValue::as_text).map(|words| SharedText::from(words.to_owned())),
        engine: EngineName::Reflect,
        seq: 0,
        now_ms: 0.0,
    };
    let usage = read_usage(value.present_field("usage")).ok()?.unwrap_or_default();
    Some((action, PurposeUsage { usage, calls: count("calls")?, failed: count("failed")? }))
}

/// Starts a run of these `settings`, with `tools`, a list of `ToolSchema`s. The reply of an agent is that of a model, with its claims as
/// `metadata: { done?, criteriaMet? }`. `seed` goes before the setting; without either the host's random source is asked.
#[wasm_bindgen(js_name = beginAutopilot)]
pub fn begin_autopilot(parts: &[f64], letters: &[u8], seed: Option<u32>, now_ms: f64) -> Result<Run, ReflectError> {
    let parts = read(parts, letters);
    let settings = AutopilotSettings::check_settings(parts.field("settings").unwrap_or(&InputValue::Null))?;
    let seed = seed.or(settings.seed);
    Run::create_run(AnyLoop::Autopilot(Autopilot::new(settings, &parts)?), seed, now_ms)
}

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot_settings(numbers: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
    AutopilotSettings::check_settings(&read(numbers, letters)).map(drop)
}

/// Reads one reply of a critic; applies no policy. Gives a `Reading`.
#[wasm_bindgen(js_name = readReply)]
pub fn read_critic_reply(text: &str, options: &[f64], letters: &[u8]) -> Result<WirePlace, ReflectError> {
    Ok(write(&critique::read_critique(text, &read_critique_options(&read(options, letters))?)))
}

/// The package refuses other keys.
fn read_critique_options(options: &InputValue) -> Result<ReadOptions, ReflectError> {
    let default = ReadOptions::default();
    FieldChecker::read_open_object(options, "", "the options of readCritique", |f| {
        let string = |key: &str| match f.get(key)? {
            InputValue::Text(text) => Some(text.clone()),
            other => f.refuse_field(key, "a string", other),
        };
        Ok(ReadOptions {
            form: f.word("critiqueFormat", Form::WORDS),
            acceptance_threshold: f.read_points_of_ten("acceptanceThreshold").unwrap_or(default.acceptance_threshold),
            confidence_threshold: f.number("confidenceThreshold", 0.0, 1.0).unwrap_or(default.confidence_threshold),
            criteria_count: f.int("criteriaCount", 0, 1_000),
            max_suggestions: f.int("maxSuggestions", 0, 100).unwrap_or(default.max_suggestions),
            on_contradiction: f.word("onContradiction", OnContradiction::WORDS),
            finish_reason: string("finishReason"),
            answer: string("answer"),
            prompt: string("prompt"),
            sentinels: f.texts("sentinels").unwrap_or_default(),
        })
    })
}
