//! The JavaScript face: the only room that knows `JsValue`, and thin.
//!
//! **Invariant:** errors leave here as plain `{ code, message }` objects. Whatever else a call throws is a trap, and the object
//! that trapped is dead: it is never freed, since its borrow stays taken.

mod convert;
mod either;
mod engine;
mod evaluator;
mod monitor;
#[cfg(feature = "panic-switch")]
mod panic_switch;
mod random;
mod reflector;
mod research;
mod run;
mod tape;
mod tracker;

use wasm_bindgen::prelude::*;

use crate::critique::{ReadOptions, read, strip_thinking};
use crate::error::{ErrorCode, ReflectError, unknown};
use crate::settings::{Raw, ReflectSettings};

/// Types that no Rust type says exactly.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A piece of a message. Text is read; every other part is carried, never read, and comes back verbatim in later requests. */
export type Part = { type: 'text'; text: string } | { type: 'image' | 'file' | 'opaque'; [key: string]: Json | undefined };

/** What a host gets from a poll: something to show, a call to make, calls to wait for, or the end. */
export type Output<S = Step, R = ReflectResult> =
    | { type: 'step'; step: S }
    | { type: 'call'; call: Call }
    | { type: 'wait'; callIds: string[] }
    | { type: 'done'; result: R };

/** A step of an autopilot, told apart by `type`; the events of seed 001 say the same as `kind`. */
export type AutopilotStep =
    | ({ type: 'iteration' } & IterationStep)
    | ({ type: 'critic' } & CriticStep)
    | ({ type: 'criteria_satisfied' } & CriteriaSatisfiedStep)
    | ({ type: 'done' } & DoneStep)
    | ({ type: 'tool_call' } & ToolCallStep)
    | ({ type: 'tool_result' } & ToolResultStep);

/** What the core must know of an autopilot: everything but its callbacks. */
export interface AutopilotWire {
    goal: unknown;
    budget?: unknown;
    critic?: unknown;
    prices?: unknown;
    maxAnswerSteps?: unknown;
    seed?: unknown;
    agent: boolean;
}

/** The one step of a reflection on a decision: a trace span of type `reflection`, and as `kind` the step type of a chain of thought. */
export type DecisionTraceStep = { type: 'reflection' } & DecisionStep;

/** What the core must know of a reflection on decisions: everything but its callbacks. */
export interface DecisionWire {
    actions?: unknown;
    approveActions?: unknown;
    rejectActions?: unknown;
    escalateTo?: unknown;
    minConcerns?: unknown;
    rules?: unknown;
    ownRules: string[];
    model: boolean;
    systemPrompt?: unknown;
    budget?: unknown;
    prices?: unknown;
    seed?: unknown;
}

/** A step of a research loop, told apart by `type`. */
export type ResearchTraceStep =
    | ({ type: 'gap' } & GapStep)
    | ({ type: 'conflict' } & ConflictStep)
    | ({ type: 'research' } & ResearchStep)
    | ({ type: 'evaluation' } & EvaluationStep)
    | ({ type: 'response' } & AnswerStep);

/** What the core must know of a research loop: everything but its callbacks. */
export interface ResearchWire {
    canonicalModel: unknown;
    reflector?: unknown;
    evaluator?: EvaluatorWire | false;
    maxIterations?: unknown;
    maxRepairs?: unknown;
    repetition?: unknown;
    budget?: unknown;
    prices?: unknown;
    compose: boolean;
    seed?: unknown;
}

/** Values on their way out, as `tape.ts` reads them. */
export type Tape = [numbers: Float64Array, text: string];
"#;

/// Checks settings; `undefined` is no settings at all.
#[wasm_bindgen(js_name = checkSettings)]
pub fn check_settings(
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
) -> Result<(), JsValue> {
    convert::settings(&settings).map(drop).map_err(|e| convert::thrown(&e))
}

/// What these settings know with what one result taught added to it; without a result, what they know. The result is JSON.
#[wasm_bindgen(js_name = learned, unchecked_return_type = "Knowledge")]
pub fn learned(
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
    result: Option<String>,
) -> Result<JsValue, JsValue> {
    let known = convert::settings(&settings).map(|settings| settings.knowledge.unwrap_or_default());
    let learned = known.and_then(|known| {
        let Some(text) = result else { return Ok(known) };
        let wrong = |e: serde_json::Error| ReflectError::new(ErrorCode::InvalidTask, format!("a result must be JSON: {e}"));
        crate::reflect::learn(&known, &serde_json::from_str(&text).map_err(wrong)?)
    });
    convert::to_js(&learned.map_err(|e| convert::thrown(&e))?)
}

/// What to say of a word that is none of the known ones, naming the nearest.
#[wasm_bindgen(js_name = unknownWord)]
pub fn unknown_word(kind: &str, word: &str, known: Vec<String>) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    unknown(kind, word, &known)
}

/// The draft in a model's reply: what it wrote without its thinking.
#[wasm_bindgen(js_name = stripThinking)]
pub fn draft_text(text: &str) -> String {
    strip_thinking(text)
}

/// Reads one reply of a critic; applies no policy.
#[wasm_bindgen(js_name = readCritique, unchecked_return_type = "Reading")]
pub fn read_critique(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "ReadOptions | undefined")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options = read_options(&options).map_err(|e| convert::thrown(&e))?;
    convert::to_js(&read(text, &options))
}

fn read_options(given: &JsValue) -> Result<ReadOptions, ReflectError> {
    const KEYS: [&str; 10] = [
        "form",
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
    let bad = |message: String| ReflectError::new(ErrorCode::InvalidSettings, message);
    let mut options = ReadOptions::default();
    let mut settings = Vec::new();
    let entries = match convert::raw(given) {
        Raw::Map(entries) => entries,
        _ => return Err(bad("the options of readCritique must be an object".to_owned())),
    };
    for (key, value) in entries {
        match (key.as_str(), value) {
            (k, _) if !KEYS.contains(&k) => return Err(bad(unknown("option", k, &KEYS))),
            ("finishReason", Raw::Text(text)) => options.finish_reason = Some(text),
            ("answer", Raw::Text(text)) => options.answer = Some(text),
            ("prompt", Raw::Text(text)) => options.prompt = Some(text),
            ("criteriaCount", Raw::Number(n)) if n.fract() == 0.0 && (0.0..=1_000.0).contains(&n) => {
                options.criteria_count = Some(n as u32);
            }
            ("sentinels", Raw::List(words)) => {
                let texts: Option<Vec<String>> =
                    words.into_iter().map(|w| if let Raw::Text(text) = w { Some(text) } else { None }).collect();
                options.sentinels = texts.ok_or_else(|| bad("`sentinels` must be a list of strings".to_owned()))?;
            }
            ("finishReason" | "answer" | "prompt", _) => return Err(bad(format!("`{key}` must be a string"))),
            ("criteriaCount", _) => return Err(bad("`criteriaCount` must be an integer from 0 to 1000".to_owned())),
            ("sentinels", _) => return Err(bad("`sentinels` must be a list of strings".to_owned())),
            // The others are settings of the same name, type and range, and are checked as such.
            (_, value) => settings.push((key, value)),
        }
    }
    let checked = ReflectSettings::check(&Raw::Map(settings))?;
    options.form = checked.form;
    options.acceptance_threshold = checked.acceptance_threshold.unwrap_or(options.acceptance_threshold);
    options.confidence_threshold = checked.confidence_threshold.unwrap_or(options.confidence_threshold);
    options.max_suggestions = checked.max_suggestions.unwrap_or(options.max_suggestions);
    options.on_contradiction = checked.on_contradiction.unwrap_or(options.on_contradiction);
    Ok(options)
}
