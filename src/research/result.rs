//! What a finished run hands out.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tsify::Tsify;

use super::{Answer, Research};
use crate::error::ReflectError;
use crate::evaluator::Evaluation;
use crate::flow::{AcceptedBy, RunContext, RunError, RunStatus, Step, Stop, StopReason, UsageReport};
use crate::reflector::Reflection;

/// How a research loop's run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ResearchResult {
    /// The accepted answer, else the one with the highest score, else the last one; where none was composed, the filled
    /// model as JSON. Empty when no fact was found.
    pub output: String,
    /// The same as a value, unless `compose` gave a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "Json")]
    pub object: Option<Value>,
    /// `ok`: the evaluator accepted the answer. `needs_review`: there is one, and it did not. `failed`: no fact was found.
    pub status: RunStatus,
    /// True only when the evaluator passed this very answer and nothing that must be there is missing, thin or in conflict.
    pub accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "'evaluator'")]
    pub accepted_by: Option<AcceptedBy>,
    /// This very answer was evaluated.
    pub judged: bool,
    /// `complete`: there is no evaluator, and nothing is missing. `stalled`: something that must be there was searched for in vain, or the
    /// same was done over and over. `rejected`: the evaluator did not pass the answer, and no repair is left.
    #[tsify(
        type = "'accepted' | 'complete' | 'rejected' | 'stalled' | 'max_iterations' | 'max_calls' | 'max_tokens' | 'max_seconds' | 'max_cost' | 'model_error' | 'empty_draft' | 'aborted'"
    )]
    pub stop_reason: StopReason,
    /// Searches made, repairs too.
    pub iterations: u32,
    /// Repair rounds that the evaluator's rejections opened.
    pub repairs: u32,
    /// Searches that were not made because they repeated others, which `errors` names, and answers that were composed before.
    pub repetition_hits: u32,
    /// The last look at what is known. Facts are numbered as in `facts`.
    pub reflection: Reflection,
    /// Of this very answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// All of them, in order.
    pub evaluations: Vec<Evaluation>,
    /// As they were given, without those that were refused.
    #[tsify(type = "Json[]")]
    pub facts: Vec<Value>,
    pub usage: UsageReport,
    /// Everything that went wrong on the way, in order. Beside the codes of every run: `research_error`, `compose_error`, `adjudicate_error`, `refused_fact`,
    /// `repetition`.
    pub errors: Vec<RunError>,
    #[tsify(type = "ResearchTraceStep[]")]
    pub steps: Vec<Arc<Step>>,
    /// Why a `failed` run failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<ReflectError>,
}

impl ResearchResult {
    pub(super) fn of(run: &Research, stop: &Stop, ctx: &RunContext) -> Self {
        let status = match (run.accepted, run.facts.list.is_empty()) {
            (true, _) => RunStatus::Ok,
            (false, false) => RunStatus::NeedsReview,
            (false, true) => RunStatus::Failed,
        };
        let Answer { output, is_object, evaluation } = run.answer().unwrap_or_default();
        Self {
            object: if is_object { serde_json::from_str(&output).ok() } else { None },
            output,
            status,
            accepted: run.accepted,
            accepted_by: run.accepted.then_some(AcceptedBy::Evaluator),
            judged: evaluation.is_some(),
            stop_reason: stop.reason,
            iterations: run.iterations,
            repairs: run.repairs,
            repetition_hits: run.repetition.hits,
            reflection: run.reflection(),
            evaluation,
            evaluations: run.evaluations.clone(),
            facts: run.facts.list.clone(),
            usage: ctx.usage().clone(),
            errors: ctx.errors().to_vec(),
            steps: ctx.steps().to_vec(),
            failure: stop.failure.clone().filter(|_| status == RunStatus::Failed),
        }
    }
}
