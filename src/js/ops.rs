//! Writes what a run wants of its host, as one list of numbers. `run/ops.ts` of the package reads it, entry for entry.
//!
//! An entry begins with its [`Op`]; what follows is as long as that says. A text is its [`Source`] and where it is: the host has most
//! texts already, and looks others up in the memory of the core, where they stay until the run is asked again. An absent number is NaN.
//!
//! JavaScript numbers these enums as Rust does: wasm-bindgen exports them.

use std::cell::Cell;

use wasm_bindgen::prelude::*;

use super::either::Outcome;
use crate::autopilot::AutopilotResult;
use crate::critique::Reading;
use crate::error::ReflectError;
use crate::flow::{Call, Juror, ModelCall, RunError, Step, ToolRun, UsageReport, VerifyRun, Why};
use crate::judge::CriticVerdict;
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
    /// The loop went on: an input of the log that no host gives.
    Advance,
}

/// Where a text is.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Source {
    /// There is none.
    Absent,
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

    pub fn advance(&mut self, now_ms: f64) {
        self.op(Op::Advance);
        self.number(now_ms);
    }

    pub fn step(&mut self, step: &Step) {
        match step {
            Step::Thought(thought) => {
                self.op(Op::Thought);
                self.rope(&thought.content);
                self.why_if(thought.why.as_ref());
                self.number(thought.now_ms);
            }
            Step::Reflection(step) => {
                self.op(Op::Reflection);
                self.rope(&step.assessment);
                self.flag(step.needs_revision);
                self.word_if(step.critique_status.map(|word| word.as_str()));
                self.number_if(step.score);
                self.texts_if(step.issues.as_deref());
                self.text_if(step.suggestion.as_ref());
                self.flags_if(step.criteria_met.as_deref());
                self.number_if(step.confidence);
                self.text_if(step.reason.as_ref());
                self.jurors_if(step.jurors.as_deref());
                self.flag_if(step.disagreement);
                self.number_if(step.critic.map(f64::from));
                self.number(f64::from(step.draft_index));
                self.own_if(step.call_id.as_deref());
                self.why_if(step.why.as_ref());
                self.number(step.now_ms);
            }
            Step::ToolCall(step) => {
                self.op(Op::ToolCall);
                self.own(&step.tool_name);
                self.carried(&step.args);
                self.own(&step.call_id);
                self.number(step.now_ms);
            }
            Step::ToolResult(step) => {
                self.op(Op::ToolResult);
                self.own(&step.tool_name);
                self.own(&step.call_id);
                self.carried(&step.result);
                self.own_if(step.error.as_deref());
                self.number(step.now_ms);
            }
            Step::Response(step) => {
                self.op(Op::Response);
                self.text(&step.content);
                self.why_if(step.why.as_ref());
                self.number(step.now_ms);
            }
            Step::Iteration(step) => {
                self.op(Op::Iteration);
                self.number(f64::from(step.iteration));
                self.text(&step.output);
                self.flag_if(step.done);
                self.flags_if(step.criteria_met.as_deref());
                self.number(step.now_ms);
            }
            Step::Critic(step) => {
                self.op(Op::Critic);
                self.number(f64::from(step.iteration));
                self.flags(&step.criteria_met);
                self.number(step.confidence);
                self.texts(&step.suggestions);
                self.text(&step.reasoning);
                self.text_if(step.reason.as_ref());
                self.number(step.now_ms);
            }
            Step::CriteriaSatisfied(step) => {
                self.op(Op::CriteriaSatisfied);
                self.number(f64::from(step.iteration));
                self.flag(step.by_critic);
                self.number(step.now_ms);
            }
            Step::Done(step) => {
                self.op(Op::Ended);
                self.word(step.status.as_str());
                self.flag(step.accepted);
                self.word(step.stop_reason.as_str());
                self.number(f64::from(step.iterations));
                self.text(&step.output);
                self.number(step.now_ms);
            }
            // Of loops that cross as JSON.
            Step::Decision(_) | Step::Gap(_) | Step::Conflict(_) | Step::Research(_) | Step::Evaluation(_) | Step::Answer(_) => {}
        }
    }

    /// A call, and the number by which its reply is handed in.
    pub fn call(&mut self, call: &Call, number: u32) {
        match call {
            Call::Model(call) => {
                self.op(Op::AskModel);
                self.number(f64::from(number));
                self.model(call);
            }
            Call::Tool(ToolRun { call_id, tool_name, tool_call_id, args, timeout_ms, .. }) => {
                self.op(Op::RunTool);
                self.number(f64::from(number));
                self.own(call_id);
                self.own(tool_name);
                self.own(tool_call_id);
                self.carried(args);
                self.number(*timeout_ms);
            }
            Call::Verify(VerifyRun { call_id, verifier, draft, draft_index, timeout_ms, .. }) => {
                self.op(Op::Verify);
                self.number(f64::from(number));
                self.own(call_id);
                self.own(verifier);
                self.text(draft);
                self.number(f64::from(*draft_index));
                self.number(*timeout_ms);
            }
        }
    }

    fn model(&mut self, call: &ModelCall) {
        self.own(&call.call_id);
        self.memory(Source::Constant, call.purpose);
        self.number(f64::from(call.iteration));
        self.number(f64::from(call.attempt));
        self.number(f64::from(call.draft_index));
        self.number_if(call.critic.map(f64::from));
        match &call.drafts {
            Some(drafts) => self.list(drafts, |ops, draft| ops.number(f64::from(*draft))),
            None => self.number(-1.0),
        }
        self.number(call.timeout_ms);
        self.list(&call.messages, Self::message);
        match &call.tools {
            Some(tools) => self.list(tools, |ops, tool| ops.own(&tool.name)),
            None => self.number(-1.0),
        }
        self.carried_if(call.response_schema.as_ref());
        self.texts_if(call.critic_feedback.as_deref());
    }

    fn message(&mut self, message: &Message) {
        self.word(message.role.as_str());
        match &message.content {
            Content::Text(rope) => self.rope(rope),
            Content::Parts(parts) => {
                self.number(-1.0);
                self.list(parts, |ops, part| {
                    ops.carried(part.value());
                    ops.text_if(part.our_text());
                });
            }
        }
        self.own_if(message.tool_call_id.as_deref());
        match &message.tool_calls {
            Some(calls) => self.list(calls, |ops, call| {
                ops.own(&call.id);
                ops.own(&call.name);
                ops.carried(&call.arguments);
                ops.carried_if(call.metadata.as_ref());
            }),
            None => self.number(-1.0),
        }
        self.carried_if(message.metadata.as_ref());
    }

    fn why_if(&mut self, why: Option<&Why>) {
        let Some(why) = why else { return self.absent() };
        self.word(why.action.as_str());
        self.number_if(why.draft_index.map(f64::from));
        self.own(&why.reason);
        match &why.gains {
            Some(gains) => self.list(gains, |ops, gain| {
                ops.word(gain.action.as_str());
                ops.number_if(gain.draft_index.map(f64::from));
                ops.number(gain.gain);
            }),
            None => self.number(-1.0),
        }
        match &why.posterior {
            Some(beliefs) => self.list(beliefs, |ops, belief| {
                ops.number(f64::from(belief.draft_index));
                ops.number(belief.mean);
                ops.number(belief.sd);
                ops.number_if(belief.expected_score);
            }),
            None => self.number(-1.0),
        }
        self.number_if(why.p_accept);
        self.flag_if(why.calibrated);
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
        self.flag(result.accepted);
        self.word_if(result.accepted_by.map(|word| word.as_str()));
        self.flag(result.judged);
        self.list(&result.review_reasons, |ops, reason| ops.word(reason.as_str()));
        self.word(result.stop_reason.as_str());
        self.number_if(result.score);
        self.number(f64::from(result.iterations));
        self.number(f64::from(result.reflections));
        self.number(f64::from(result.draft_index));
        self.reading_if(result.critique.as_ref());
        self.word_if(result.critique_status.map(|word| word.as_str()));
        self.jurors_if(result.jurors.as_deref());
        self.flag_if(result.disagreement);
        self.list(&result.drafts, Self::draft);
        self.number(f64::from(result.dropped));
        self.list(&result.revision_history, Self::revision);
        self.usage(&result.usage);
        self.list(&result.errors, Self::error);
        self.number(result.duration_ms);
        self.memory(Source::Constant, result.metadata.strategy);
        self.memory(Source::Constant, result.metadata.engine_version);
        self.own(&result.metadata.prompt_version);
        self.list(&result.metadata.requirements, |ops, requirement| ops.own(requirement));
        self.failure(result.failure.as_ref());
    }

    fn autopilot(&mut self, result: &AutopilotResult) {
        self.op(Op::AutopilotResult);
        self.text(&result.output);
        self.word(result.status.as_str());
        self.flag(result.accepted);
        self.word_if(result.accepted_by.map(|word| word.as_str()));
        self.flag(result.judged);
        self.word(result.stop_reason.as_str());
        self.number(f64::from(result.iterations));
        self.flag(result.critic_verdict.is_some());
        if let Some(CriticVerdict { criteria_met, confidence, suggestions, reasoning, reason }) = &result.critic_verdict {
            self.flags(criteria_met);
            self.number(*confidence);
            self.texts(suggestions);
            self.text(reasoning);
            self.text_if(reason.as_ref());
        }
        self.usage(&result.usage);
        self.list(&result.errors, Self::error);
        self.number(result.duration_ms);
        self.failure(result.failure.as_ref());
    }

    fn reading_if(&mut self, reading: Option<&Reading>) {
        self.flag(reading.is_some());
        if let Some(reading) = reading {
            self.reading(reading);
        }
    }

    /// What a critic's reply says.
    pub fn reading(&mut self, reading: &Reading) {
        self.word(reading.status.as_str());
        self.number_if(reading.score);
        self.flag_if(reading.needs_revision);
        self.texts(&reading.issues);
        self.text_if(reading.suggestion.as_ref());
        self.flags_if(reading.criteria_met.as_deref());
        self.number_if(reading.confidence);
        self.texts_if(reading.suggestions.as_deref());
        self.text_if(reading.reasoning.as_ref());
        self.text_if(reading.reason.as_ref());
        self.own_if(reading.beside.as_deref());
    }

    fn jurors_if(&mut self, jurors: Option<&[Juror]>) {
        let Some(jurors) = jurors else { return self.number(-1.0) };
        self.list(jurors, |ops, juror| {
            ops.number(f64::from(juror.critic));
            ops.word(juror.status.as_str());
            ops.flag_if(juror.accepted);
            ops.number_if(juror.score);
            ops.flag_if(juror.needs_revision);
            ops.flags_if(juror.criteria_met.as_deref());
            ops.number_if(juror.confidence);
            ops.texts(&juror.issues);
            ops.text_if(juror.reason.as_ref());
            ops.text_if(juror.raw.as_ref());
        });
    }

    fn draft(&mut self, draft: &Draft) {
        self.number(f64::from(draft.index));
        self.text(&draft.text);
        self.text_if(draft.raw.as_ref());
        self.number_if(draft.parent.map(f64::from));
        self.own(&draft.call_id);
        self.flag(draft.judged);
        self.number_if(draft.score);
        self.number_if(draft.duplicate_of.map(f64::from));
        self.flag_if(draft.oscillation);
        self.number_if(draft.length_growth);
        self.verdicts(&draft.verifiers);
    }

    fn revision(&mut self, revision: &Revision) {
        self.number(f64::from(revision.iteration));
        self.number(f64::from(revision.draft_index));
        self.reading_if(revision.critique.as_ref());
        self.word_if(revision.critique_status.map(|word| word.as_str()));
        self.text_if(revision.raw_critique.as_ref());
        self.jurors_if(revision.jurors.as_deref());
        self.flag_if(revision.disagreement);
        self.number_if(revision.critic.map(f64::from));
        self.own_if(revision.call_id.as_deref());
        self.verdicts(&revision.verifiers);
    }

    fn verdicts(&mut self, verdicts: &Named<VerifierVerdict>) {
        self.number(verdicts.len() as f64);
        for (name, verdict) in verdicts.iter() {
            self.own(name);
            self.flag(verdict.passed);
            match &verdict.issues {
                Some(issues) => self.list(issues, |ops, issue| ops.own(issue)),
                None => self.number(-1.0),
            }
            self.number_if(verdict.score);
        }
    }

    fn usage(&mut self, report: &UsageReport) {
        self.tokens(&report.total);
        self.number(report.by_purpose.len() as f64);
        for (purpose, used) in report.by_purpose.iter() {
            self.own(purpose);
            self.tokens(&used.usage);
            self.number(f64::from(used.calls));
            self.number(f64::from(used.failed));
        }
    }

    fn tokens(&mut self, usage: &Usage) {
        self.number_if(usage.input_tokens);
        self.number_if(usage.output_tokens);
        self.number_if(usage.total_tokens);
        self.number_if(usage.cached_tokens);
        self.number_if(usage.reasoning_tokens);
        self.number_if(usage.cost_usd);
        self.flag_if(usage.estimated);
    }

    fn error(&mut self, error: &RunError) {
        self.own(&error.code);
        self.own(&error.message);
        self.own_if(error.call_id.as_deref());
        self.number(f64::from(error.seq));
    }

    fn failure(&mut self, failure: Option<&ReflectError>) {
        self.own_if(failure.map(|failure| failure.code.as_str()));
        self.own_if(failure.map(|failure| failure.message.as_str()));
    }

    fn op(&mut self, op: Op) {
        self.numbers.push(f64::from(op as u32));
    }

    fn number(&mut self, number: f64) {
        self.numbers.push(number);
    }

    fn number_if(&mut self, number: Option<f64>) {
        self.numbers.push(number.unwrap_or(f64::NAN));
    }

    fn flag(&mut self, flag: bool) {
        self.numbers.push(f64::from(u8::from(flag)));
    }

    fn flag_if(&mut self, flag: Option<bool>) {
        self.numbers.push(flag.map_or(f64::NAN, |flag| f64::from(u8::from(flag))));
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.numbers.push(items.len() as f64);
        for item in items {
            write(self, item);
        }
    }

    fn flags(&mut self, flags: &[bool]) {
        self.list(flags, |ops, flag| ops.flag(*flag));
    }

    fn flags_if(&mut self, flags: Option<&[bool]>) {
        match flags {
            Some(flags) => self.flags(flags),
            None => self.numbers.push(-1.0),
        }
    }

    fn texts(&mut self, texts: &[Text]) {
        self.list(texts, Self::text);
    }

    fn texts_if(&mut self, texts: Option<&[Text]>) {
        match texts {
            Some(texts) => self.texts(texts),
            None => self.numbers.push(-1.0),
        }
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

    fn text_if(&mut self, text: Option<&Text>) {
        match text {
            Some(text) => self.text(text),
            None => self.absent(),
        }
    }

    fn absent(&mut self) {
        self.numbers.push(f64::from(Source::Absent as u32));
    }

    /// A text that stays where it is until the run is asked again.
    fn own(&mut self, text: &str) {
        self.memory(Source::Memory, text);
    }

    fn own_if(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.own(text),
            None => self.absent(),
        }
    }

    fn memory(&mut self, source: Source, text: &str) {
        self.numbers.extend_from_slice(&[f64::from(source as u32), text.as_ptr().addr() as f64, text.len() as f64]);
    }

    /// The name of one of ours, as JSON has it.
    fn word(&mut self, word: &'static str) {
        self.memory(Source::Constant, word);
    }

    fn word_if(&mut self, word: Option<&'static str>) {
        match word {
            Some(word) => self.word(word),
            None => self.absent(),
        }
    }

    /// A value that only the host looks into.
    fn carried(&mut self, value: &Carried) {
        self.flag(matches!(value, Carried::Text(_)));
        self.text(value.text());
    }

    fn carried_if(&mut self, value: Option<&Carried>) {
        match value {
            Some(value) => self.carried(value),
            None => self.number(-1.0),
        }
    }
}
