//! The wasm of the engine: reflection, the reader of critiques, the autopilot.

use std::sync::Arc;

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::run::Run;
use super::wire::{Place, host_text, read, write};
use crate::autopilot::Autopilot;
use crate::critique::{self, ReadOptions, strip_thinking};
use crate::error::{ErrorCode, ReflectError, unknown};
use crate::flow::{ActionStep, EngineName, PurposeUsage};
use crate::message::{Gather, Text, usage};
use crate::reflect::{Engine, RunTask, calibrate};
use crate::settings::{AutopilotSettings, CALLS_CEILING, Fields, Form, OnContradiction, Raw, ReflectSettings, unknown_in_task};

/// The calibration of `settings`, and what one plain `result` adds to it, if it is given.
#[wasm_bindgen(js_name = calibrated)]
pub fn calibrated(parts: &[f64], letters: &[u8]) -> Result<Place, ReflectError> {
    let parts = read(parts, letters);
    let settings = ReflectSettings::check(parts.field("settings").unwrap_or(&Raw::default()))?;
    let calibration = settings.advanced.and_then(|advanced| advanced.calibration).and_then(Arc::into_inner).unwrap_or_default();
    let calibration = match parts.field("result") {
        Some(result) => calibrate(calibration, result)?,
        None => calibration,
    };
    Ok(write(&calibration))
}

/// The message for a key that no task of an engine has. It names the nearest of the known keys (one a line), or where the key belongs.
#[wasm_bindgen(js_name = unknownTaskKey)]
pub fn unknown_task_key(key: &str, known: &str) -> String {
    let known: Vec<&str> = known.lines().gather();
    unknown_in_task(key, &known)
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
        let settings = ReflectSettings::check(&read(settings, letters))?;
        settings.check_alone()?;
        Ok(Self(Engine::new(settings)))
    }

    /// The engine with other settings laid over its own, key by key.
    #[wasm_bindgen(js_name = laidOver)]
    pub fn laid_over(&self, over: &[f64], letters: &[u8]) -> Result<ReflectEngine, ReflectError> {
        Ok(Self(Engine::new(self.0.chosen().overlaid(&ReflectSettings::check(&read(over, letters))?)?)))
    }

    /// The settings as they were given.
    pub fn settings(&self) -> Place {
        write(&self.0.chosen().raw)
    }

    /// Starts a run of a plain `RunTask`; a text as its `input` is the host's text 0. `seed` goes before the setting; without either the
    /// host's random source is asked.
    pub fn begin(&self, task: &[f64], letters: &[u8], seed: Option<u32>, now_ms: f64) -> Result<Run, ReflectError> {
        let mut task = read(task, letters);
        let input = host_text(task.field_mut("input"), 0);
        let looped = self.0.begin(RunTask::read(&task, input)?)?;
        Run::create(Either::Reflect(looped), seed.or(self.0.chosen().seed()), now_ms, letters)
    }
}

engine_settings!(CoreEngine);

#[wasm_bindgen]
impl Run {
    /// What the budget has left for calls beside the loop's own: calls, tokens, seconds, US dollars; infinite without a limit.
    pub fn left(&mut self, now_ms: f64) -> Result<Vec<f64>, ReflectError> {
        Ok(self.core.left(now_ms)?.to_vec())
    }

    /// Shows an action of whoever writes, `{ toolName, args, allowed, feedback }`, and books what it cost to judge it:
    /// `{ usage, calls, failed }`.
    pub fn act(&mut self, action: &[f64], letters: &[u8], now_ms: f64) -> Result<(), ReflectError> {
        self.burn();
        let (action, cost) =
            read_action(&read(action, letters)).ok_or_else(|| ReflectError::misuse("this is no action that was judged"))?;
        self.core.act(action, &cost, now_ms)
    }
}

fn read_action(value: &Raw) -> Option<(ActionStep, PurposeUsage)> {
    let count = |key: &str| {
        let count = value.field(key)?.as_number()?;
        (0.0..=f64::from(CALLS_CEILING)).contains(&count).then_some(count as u32)
    };
    let action = ActionStep {
        tool_name: value.field("toolName")?.as_text()?.to_owned(),
        args: value.field("args").unwrap_or(&Raw::Null).carried(),
        allowed: value.field("allowed")?.as_flag()?,
        feedback: value.field("feedback").and_then(Raw::as_text).map(|words| Text::from(words.to_owned())),
        engine: EngineName::Reflect,
        seq: 0,
        now_ms: 0.0,
    };
    let usage = usage(value.some("usage")).ok()?.unwrap_or_default();
    Some((action, PurposeUsage { usage, calls: count("calls")?, failed: count("failed")? }))
}

/// Starts a run of these `settings`, with `tools`, a list of `ToolSchema`s. The reply of an agent is that of a model, with its claims as
/// `metadata: { done?, criteriaMet? }`. `seed` goes before the setting; without either the host's random source is asked.
#[wasm_bindgen(js_name = beginAutopilot)]
pub fn begin_autopilot(parts: &[f64], letters: &[u8], seed: Option<u32>, now_ms: f64) -> Result<Run, ReflectError> {
    let parts = read(parts, letters);
    let settings = AutopilotSettings::check(parts.field("settings").unwrap_or(&Raw::Null))?;
    let seed = seed.or(settings.seed);
    Run::create(Either::Autopilot(Autopilot::new(settings, &parts)?), seed, now_ms, letters)
}

/// Checks the settings of an autopilot.
#[wasm_bindgen(js_name = checkAutopilot)]
pub fn check_autopilot(settings: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
    AutopilotSettings::check(&read(settings, letters)).map(drop)
}

/// The draft in a model's reply: its text without its thinking.
#[wasm_bindgen(js_name = stripThinking)]
pub fn draft_text(text: &str) -> String {
    strip_thinking(text).into_owned()
}

/// Reads one reply of a critic; applies no policy. Gives a `Reading`.
#[wasm_bindgen(js_name = readReply)]
pub fn read_reply(text: &str, options: &[f64], letters: &[u8]) -> Result<Place, ReflectError> {
    Ok(write(&critique::read(text, &read_options(&read(options, letters))?)))
}

fn read_options(options: &Raw) -> Result<ReadOptions, ReflectError> {
    const KEYS: [&str; 10] = [
        "critiqueFormat",
        "acceptanceThreshold",
        "confidenceThreshold",
        "criteriaCount",
        "maxSuggestions",
        "onContradiction",
        "finishReason",
        "answer",
        "prompt",
        "sentinels",
    ];
    let default = ReadOptions::default();
    Fields::open(options, "", "the options of readCritique", |f| {
        if let Some(key) = f.keys().find(|key| !KEYS.contains(key)) {
            return Err(ReflectError::new(ErrorCode::InvalidSettings, unknown("option", key, &KEYS)));
        }
        let string = |key: &str| match f.get(key)? {
            Raw::Text(text) => Some(text.clone()),
            other => f.none(key, "a string", other),
        };
        Ok(ReadOptions {
            form: f.word("critiqueFormat", Form::WORDS),
            acceptance_threshold: f.points("acceptanceThreshold").unwrap_or(default.acceptance_threshold),
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
