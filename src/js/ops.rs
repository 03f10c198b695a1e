//! Writes what a run wants of its host, as one list of numbers. `run/ops.ts` of the package reads it, entry for entry.
//!
//! An entry begins with its [`Op`]; what follows is as long as that says. A text is its [`Source`] and where it is: the host has most
//! texts already, and looks others up in the memory of the core, where they stay until the run is asked again. What is absent is one NaN.
//!
//! JavaScript numbers these enums as Rust does: wasm-bindgen exports them.

use std::cell::Cell;

use wasm_bindgen::prelude::*;

use super::either::Outcome;
use crate::autopilot::AutopilotResult;
use crate::critique::Reading;
use crate::flow::{Call, Failure, Juror, ModelCall, RunError, Step, ToolRun, UsageReport, VerifyRun, Why};
use crate::message::{Carried, Content, Message, Named, Rope, Text, TextLocation, Usage, VerifierVerdict};
use crate::reflect::{Draft, ReflectResult, Revision};

/// What an entry is.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Op {
    Thought,
    Reflection,
    ToolCall,
    ToolResult,
    Response,
    Iteration,
    Critic,
    CriteriaSatisfied,
    Ended,
    AskModel,
    RunTool,
    Verify,
    /// The result of a run of the engine.
    Result,
    /// The result of a run of an autopilot.
    AutopilotResult,
}

/// Where a text is.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Source {
    /// In the memory of the core, for ever: its address and its length in bytes.
    Constant,
    /// In the memory of the core, until the run is asked again: its address and its length in bytes.
    Memory,
    /// In a text of the host: the number of that, the first UTF-16 unit, and how many.
    Host,
}

thread_local! {
    /// The list that was written last.
    static WRITTEN: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
}

/// Where the list is that was written last: the host reads it before it asks for another, of whatever run.
#[wasm_bindgen(js_name = opsAt)]
#[must_use]
pub fn ops_at() -> *const f64 {
    let numbers = WRITTEN.take();
    let at = numbers.as_ptr();
    WRITTEN.set(numbers);
    at
}

/// A list of entries, while it is written.
pub struct Ops {
    numbers: Vec<f64>,
}

impl Ops {
    /// Begins a list, in the place of the last one.
    pub fn begin() -> Self {
        let mut numbers = WRITTEN.take();
        numbers.clear();
        Self { numbers }
    }

    /// Leaves the list to the host; how many numbers it has.
    pub fn end(self) -> usize {
        let length = self.numbers.len();
        WRITTEN.set(self.numbers);
        length
    }

    pub fn step(&mut self, step: &Step) {
        match step {
            Step::Thought(step) => {
                self.begin_step(Op::Thought, step.now_ms);
                self.rope(&step.content);
                self.some(step.why.as_ref(), Self::why);
            }
            Step::Reflection(step) => {
                self.begin_step(Op::Reflection, step.now_ms);
                self.rope(&step.assessment);
                self.number(step.needs_revision);
                self.some(step.critique_status.map(|word| word.as_str()), Self::word);
                self.some(step.score, Self::number);
                self.some(step.issues.as_deref(), Self::texts);
                self.some(step.suggestion.as_ref(), Self::text);
                self.some(step.criteria_met.as_deref(), Self::flags);
                self.some(step.confidence, Self::number);
                self.some(step.reason.as_ref(), Self::text);
                self.some(step.jurors.as_deref(), Self::jurors);
                self.some(step.disagreement, Self::number);
                self.some(step.critic, Self::number);
                self.number(step.draft_index);
                self.some(step.call_id.as_deref(), Self::own);
                self.some(step.why.as_ref(), Self::why);
            }
            Step::ToolCall(step) => {
                self.begin_step(Op::ToolCall, step.now_ms);
                self.own(&step.tool_name);
                self.carried(&step.args);
                self.own(&step.call_id);
            }
            Step::ToolResult(step) => {
                self.begin_step(Op::ToolResult, step.now_ms);
                self.own(&step.tool_name);
                self.own(&step.call_id);
                self.carried(&step.result);
                self.some(step.error.as_deref(), Self::own);
            }
            Step::Response(step) => {
                self.begin_step(Op::Response, step.now_ms);
                self.text(&step.content);
                self.some(step.why.as_ref(), Self::why);
            }
            Step::Iteration(step) => {
                self.begin_step(Op::Iteration, step.now_ms);
                self.number(step.iteration);
                self.text(&step.output);
                self.some(step.done, Self::number);
                self.some(step.criteria_met.as_deref(), Self::flags);
            }
            Step::Critic(step) => {
                self.begin_step(Op::Critic, step.now_ms);
                self.number(step.iteration);
                self.flags(&step.criteria_met);
                self.number(step.confidence);
                self.texts(&step.suggestions);
                self.text(&step.reasoning);
                self.some(step.reason.as_ref(), Self::text);
            }
            Step::CriteriaSatisfied(step) => {
                self.begin_step(Op::CriteriaSatisfied, step.now_ms);
                self.number(step.iteration);
                self.number(step.by_critic);
            }
            Step::Done(step) => {
                self.begin_step(Op::Ended, step.now_ms);
                self.word(step.status.as_str());
                self.number(step.accepted);
                self.word(step.stop_reason.as_str());
                self.number(step.iterations);
                self.text(&step.output);
            }
            // Of loops that cross as JSON.
            Step::Decision(_) | Step::Gap(_) | Step::Conflict(_) | Step::Research(_) | Step::Evaluation(_) | Step::Answer(_) => {}
        }
    }

    pub fn call(&mut self, call: &Call) {
        match call {
            Call::Model(call) => self.model(call),
            Call::Tool(ToolRun { call_id, tool_name, tool_call_id, args, timeout_ms, .. }) => {
                self.begin_call(Op::RunTool, call_id, *timeout_ms);
                self.own(tool_name);
                self.own(tool_call_id);
                self.carried(args);
            }
            Call::Verify(VerifyRun { call_id, verifier, draft, draft_index, timeout_ms, .. }) => {
                self.begin_call(Op::Verify, call_id, *timeout_ms);
                self.own(verifier);
                self.text(draft);
                self.number(*draft_index);
            }
        }
    }

    fn model(&mut self, call: &ModelCall) {
        self.begin_call(Op::AskModel, &call.call_id, call.timeout_ms);
        self.word(call.purpose);
        self.number(call.iteration);
        self.number(call.attempt);
        self.number(call.draft_index);
        self.list(&call.messages, Self::message);
        self.some(call.critic, Self::number);
        self.some(call.n, Self::number);
        self.some(call.drafts.as_ref(), |ops, drafts| ops.list(drafts, |ops, draft| ops.number(*draft)));
        self.some(call.tools.as_ref(), |ops, tools| ops.list(tools, |ops, tool| ops.own(&tool.name)));
        self.some(call.response_schema.as_ref(), Self::carried);
        self.some(call.critic_feedback.as_deref(), Self::texts);
    }

    fn message(&mut self, message: &Message) {
        self.word(message.role.as_str());
        match &message.content {
            Content::Text(rope) => self.rope(rope),
            Content::Parts(parts) => {
                self.absent();
                self.list(parts, |ops, part| {
                    ops.carried(part.value());
                    ops.some(part.our_text(), Self::text);
                });
            }
        }
        self.some(message.tool_call_id.as_deref(), Self::own);
        self.some(message.tool_calls.as_ref(), |ops, calls| {
            ops.list(calls, |ops, call| {
                ops.own(&call.id);
                ops.own(&call.name);
                ops.carried(&call.arguments);
                ops.some(call.metadata.as_ref(), Self::carried);
            });
        });
        self.some(message.metadata.as_ref(), Self::carried);
    }

    fn why(&mut self, why: &Why) {
        self.word(why.action.as_str());
        self.some(why.draft_index, Self::number);
        self.text(&why.reason);
        self.some(why.gains.as_ref(), |ops, gains| {
            ops.list(gains, |ops, gain| {
                ops.word(gain.action.as_str());
                ops.some(gain.draft_index, Self::number);
                ops.number(gain.gain);
            });
        });
        self.some(why.posterior.as_ref(), |ops, beliefs| {
            ops.list(beliefs, |ops, belief| {
                ops.number(belief.draft_index);
                ops.number(belief.mean);
                ops.number(belief.sd);
                ops.some(belief.expected_score, Self::number);
            });
        });
        self.some(why.p_accept, Self::number);
        self.some(why.calibrated, Self::number);
    }

    pub fn outcome(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Reflect(result) => self.result(result),
            Outcome::Autopilot(result) => self.autopilot(result),
            // Where all features are built in one, for clippy: these cross as JSON.
            #[cfg(any(feature = "research", feature = "decision"))]
            Outcome::Decision(_) | Outcome::Research(_) => {}
        }
    }

    fn result(&mut self, result: &ReflectResult) {
        self.op(Op::Result);
        self.text(&result.output);
        self.word(result.status.as_str());
        self.number(result.accepted);
        self.some(result.accepted_by.map(|word| word.as_str()), Self::word);
        self.number(result.judged);
        self.list(&result.review_reasons, |ops, reason| ops.word(reason.as_str()));
        self.word(result.stop_reason.as_str());
        self.some(result.score, Self::number);
        self.some(result.confidence, Self::number);
        self.number(result.iterations);
        self.number(result.reflections);
        self.number(result.draft_index);
        self.some(result.critique.as_ref(), Self::reading);
        self.some(result.critique_status.map(|word| word.as_str()), Self::word);
        self.some(result.jurors.as_deref(), Self::jurors);
        self.some(result.disagreement, Self::number);
        self.list(&result.drafts, Self::draft);
        self.number(result.dropped);
        self.list(&result.revision_history, Self::revision);
        self.usage(&result.usage);
        self.list(&result.errors, Self::error);
        self.number(result.duration_ms);
        self.word(result.metadata.strategy);
        self.word(result.metadata.engine_version);
        self.own(&result.metadata.prompt_version);
        self.list(&result.metadata.requirements, |ops, requirement| ops.own(requirement));
        self.some(result.failure.as_ref(), Self::failure);
    }

    fn autopilot(&mut self, result: &AutopilotResult) {
        self.op(Op::AutopilotResult);
        self.text(&result.output);
        self.word(result.status.as_str());
        self.number(result.accepted);
        self.some(result.accepted_by.map(|word| word.as_str()), Self::word);
        self.number(result.judged);
        self.list(&result.review_reasons, |ops, reason| ops.word(reason.as_str()));
        self.word(result.stop_reason.as_str());
        self.number(result.iterations);
        self.some(result.critic_verdict.as_ref(), |ops, verdict| {
            ops.flags(&verdict.criteria_met);
            ops.number(verdict.confidence);
            ops.texts(&verdict.suggestions);
            ops.text(&verdict.reasoning);
            ops.some(verdict.reason.as_ref(), Self::text);
        });
        self.usage(&result.usage);
        self.list(&result.errors, Self::error);
        self.number(result.duration_ms);
        self.some(result.failure.as_ref(), Self::failure);
    }

    /// What a critic's reply says.
    pub fn reading(&mut self, reading: &Reading) {
        self.word(reading.status.as_str());
        self.some(reading.score, Self::number);
        self.some(reading.needs_revision, Self::number);
        self.texts(&reading.issues);
        self.some(reading.suggestion.as_ref(), Self::text);
        self.some(reading.criteria_met.as_deref(), Self::flags);
        self.some(reading.confidence, Self::number);
        self.some(reading.suggestions.as_deref(), Self::texts);
        self.some(reading.reasoning.as_ref(), Self::text);
        self.some(reading.reason.as_ref(), Self::text);
        self.some(reading.beside.as_deref(), Self::own);
    }

    fn jurors(&mut self, jurors: &[Juror]) {
        self.list(jurors, |ops, juror| {
            ops.number(juror.critic);
            ops.word(juror.status.as_str());
            ops.some(juror.accepted, Self::number);
            ops.some(juror.score, Self::number);
            ops.some(juror.needs_revision, Self::number);
            ops.some(juror.criteria_met.as_deref(), Self::flags);
            ops.some(juror.confidence, Self::number);
            ops.texts(&juror.issues);
            ops.some(juror.reason.as_ref(), Self::text);
            ops.some(juror.raw.as_ref(), Self::text);
        });
    }

    fn draft(&mut self, draft: &Draft) {
        self.number(draft.index);
        self.text(&draft.text);
        self.some(draft.raw.as_ref(), Self::text);
        self.some(draft.parent, Self::number);
        self.some(draft.told, Self::number);
        self.own(&draft.call_id);
        self.number(draft.judged);
        self.some(draft.score, Self::number);
        self.some(draft.duplicate_of, Self::number);
        self.some(draft.oscillation, Self::number);
        self.some(draft.length_growth, Self::number);
        self.some(draft.answer.as_ref(), Self::text);
        self.verdicts(&draft.verifiers);
    }

    fn revision(&mut self, revision: &Revision) {
        self.number(revision.iteration);
        self.number(revision.draft_index);
        self.some(revision.critique.as_ref(), Self::reading);
        self.some(revision.critique_status.map(|word| word.as_str()), Self::word);
        self.some(revision.raw_critique.as_ref(), Self::text);
        self.some(revision.jurors.as_deref(), Self::jurors);
        self.some(revision.disagreement, Self::number);
        self.some(revision.critic, Self::number);
        self.some(revision.call_id.as_deref(), Self::own);
        self.verdicts(&revision.verifiers);
    }

    fn verdicts(&mut self, verdicts: &Named<VerifierVerdict>) {
        self.map(verdicts, |ops, verdict| {
            ops.number(verdict.passed);
            ops.some(verdict.issues.as_ref(), |ops, issues| ops.list(issues, |ops, issue| ops.own(issue)));
            ops.some(verdict.score, Self::number);
        });
    }

    fn usage(&mut self, report: &UsageReport) {
        self.tokens(&report.total);
        self.map(&report.by_purpose, |ops, used| {
            ops.tokens(&used.usage);
            ops.number(used.calls);
            ops.number(used.failed);
        });
    }

    fn tokens(&mut self, usage: &Usage) {
        self.some(usage.input_tokens, Self::number);
        self.some(usage.output_tokens, Self::number);
        self.some(usage.total_tokens, Self::number);
        self.some(usage.cached_tokens, Self::number);
        self.some(usage.reasoning_tokens, Self::number);
        self.some(usage.cost_usd, Self::number);
        self.some(usage.estimated, Self::number);
    }

    fn error(&mut self, error: &RunError) {
        self.own(&error.code);
        self.own(&error.message);
        self.some(error.call_id.as_deref(), Self::own);
        self.number(error.seq);
    }

    fn failure(&mut self, failure: &Failure) {
        self.word(failure.code.as_str());
        self.own(&failure.message);
        self.some(failure.call_id.as_deref(), Self::own);
    }

    fn begin_step(&mut self, op: Op, now_ms: f64) {
        self.op(op);
        self.number(now_ms);
    }

    fn begin_call(&mut self, op: Op, call_id: &str, timeout_ms: f64) {
        self.op(op);
        self.own(call_id);
        self.number(timeout_ms);
    }

    fn op(&mut self, op: Op) {
        self.number(op as u32);
    }

    /// A number, or a flag: 1 is true.
    fn number(&mut self, number: impl Into<f64>) {
        self.numbers.push(number.into());
    }

    fn some<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        match value {
            Some(value) => write(self, value),
            None => self.absent(),
        }
    }

    fn absent(&mut self) {
        self.number(f64::NAN);
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len() as f64);
        for item in items {
            write(self, item);
        }
    }

    fn map<T>(&mut self, entries: &Named<T>, write: impl Fn(&mut Self, &T)) {
        self.number(entries.len() as f64);
        for (name, value) in entries.iter() {
            self.own(name);
            write(self, value);
        }
    }

    fn flags(&mut self, flags: &[bool]) {
        self.list(flags, |ops, flag| ops.number(*flag));
    }

    fn texts(&mut self, texts: &[Text]) {
        self.list(texts, Self::text);
    }

    fn rope(&mut self, rope: &Rope) {
        self.list(rope.pieces(), Self::text);
    }

    fn text(&mut self, text: &Text) {
        match text.location() {
            TextLocation::Host { number, from, units } => {
                self.numbers.extend_from_slice(&[f64::from(Source::Host as u32), f64::from(number), from as f64, units as f64]);
            }
            TextLocation::Memory => self.memory(if text.is_constant() { Source::Constant } else { Source::Memory }, text),
        }
    }

    /// A text that stays where it is until the run is asked again.
    fn own(&mut self, text: &str) {
        self.memory(Source::Memory, text);
    }

    /// The name of one of ours, as JSON has it.
    fn word(&mut self, word: &'static str) {
        self.memory(Source::Constant, word);
    }

    fn memory(&mut self, source: Source, text: &str) {
        self.numbers.extend_from_slice(&[f64::from(source as u32), text.as_ptr().addr() as f64, text.len() as f64]);
    }

    /// A value that only the host looks into.
    fn carried(&mut self, value: &Carried) {
        self.number(matches!(value, Carried::Text(_)));
        self.text(value.text());
    }
}
