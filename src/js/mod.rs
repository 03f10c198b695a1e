//! The JavaScript face: the only room that knows `JsValue`, and thin.
//!
//! It is built once for each feature in `Cargo.toml`: the engine, and its companions. The file of that name says what each exports.
//!
//! **Invariant:** errors leave here as texts, a code and a message, under the feature `run` as an `Error` with a `code`. Whatever else a
//! call throws is a trap, and the object that trapped is dead: it is never freed, since its borrow stays taken.

// A page in Rust has an allocator of its own.
#[cfg(any(feature = "engine", feature = "research", feature = "decision", feature = "statistics"))]
mod pool;
#[cfg(any(feature = "engine", feature = "research", feature = "decision", feature = "run"))]
mod random;
#[cfg(any(feature = "engine", feature = "research", feature = "decision"))]
mod run;

#[cfg(feature = "decision")]
mod decision;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "research")]
mod research;
#[cfg(feature = "statistics")]
mod statistics;

#[cfg(feature = "run")]
pub mod run_async;
#[cfg(any(feature = "engine", feature = "research", feature = "decision", feature = "statistics"))]
mod wire;

use wasm_bindgen::prelude::*;

use crate::error::{ReflectError, describe_unknown};
use crate::message::Gather;
use crate::settings::describe_unknown_setting;

/// Types that no Rust type says exactly. Every build declares all of them; the package takes the engine's.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What went wrong in a run, as a code that programs may compare. `RunError` explains each one. */
export type RunErrorCode =
  | ErrorCode | 'verifier_error' | 'timeout' | 'bad_response' | 'unknown_tool' | 'invalid_arguments' | 'not_made'
  | 'fewer_critics' | 'no_requirements' | 'tool_refused' | 'unusable_draft' | 'critic_never_rejects' | 'max_reflections' | 'no_response_schema'
  | 'callback_error'
  | 'refused_fact' | 'repetition' | 'research_error' | 'compose_error' | 'adjudicate_error' | 'unreadable_reflection';

/** A piece of a message. The engine reads text. It passes on every other part unread, and sends it back verbatim in later requests. */
export type Part = { type: 'text'; text: string } | { type: 'image' | 'file' | 'opaque'; [key: string]: Json | undefined };

/** What a host gets from a poll: something to show, a call to make, calls to wait for, or the end. */
export type Output<S = Step, R = ReflectResult> =
    | { type: 'step'; step: S }
    | { type: 'call'; call: Call }
    | { type: 'wait'; callIds: string[] }
    | { type: 'done'; result: R };

/** A step of an autopilot, distinguished by `type`. */
export type AutopilotStep =
    | ({ type: 'iteration' } & IterationStep)
    | ({ type: 'critic' } & CriticStep)
    | ({ type: 'criteria_satisfied' } & CriteriaSatisfiedStep)
    | ({ type: 'done' } & DoneStep)
    | ({ type: 'tool_call' } & ToolCallStep)
    | ({ type: 'tool_result' } & ToolResultStep);

/** The one step of a reflection on a decision: a trace span of type `reflection`, with the step type of a chain of thought as `kind`. */
export type DecisionTraceStep = { type: 'reflection' } & DecisionStep;

/** The outcome of a metric: what its callback returned, or why there is nothing. */
export type MetricOutcome = { value: unknown } | { failed: string };

/** A step of a research loop, distinguished by `type`. */
export type ResearchTraceStep =
    | ({ type: 'gap' } & GapStep)
    | ({ type: 'conflict' } & ConflictStep)
    | ({ type: 'research' } & ResearchStep)
    | ({ type: 'evaluation' } & EvaluationStep)
    | ({ type: 'response' } & AnswerStep);
"#;

/// The message for an unknown word. It names the nearest of the known words (one a line). Every build has it, to check what a person wrote.
#[wasm_bindgen(js_name = unknownWord)]
pub fn describe_unknown_word(kind: &str, word: &str, known_lines: &str) -> String {
    let known: Vec<&str> = known_lines.lines().gather();
    match kind {
        "setting" => describe_unknown_setting("", word, &known, &known),
        // It names where the key belongs.
        #[cfg(feature = "engine")]
        "task key" => crate::settings::describe_unknown_or_misplaced_task_key(word, &known),
        _ => describe_unknown(kind, word, &known),
    }
}

/// What is thrown for an error of ours: its code, and on the next line its message, of which the package makes its own error; for a page in
/// Rust, an `Error` that has both.
impl From<ReflectError> for JsValue {
    /// Written once in the wasm, and not into each function that may throw.
    #[inline(never)]
    fn from(error: ReflectError) -> Self {
        #[cfg(feature = "run")]
        {
            let thrown = js_sys::Error::new(&error.message);
            for (key, text) in [("code", error.code.as_str()), ("message", &error.message)] {
                drop(js_sys::Reflect::set(&thrown, &key.into(), &text.into()));
            }
            thrown.into()
        }
        #[cfg(not(feature = "run"))]
        crate::message::join_texts(&[error.code.as_str(), &error.message], "\n").into()
    }
}
