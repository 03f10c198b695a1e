//! What a finished run hands out.

use serde_json::Value;

use super::{Answer, Research};
use crate::evaluator::Evaluation;
use crate::flow::{AcceptedBy, Failure, ReviewReason, RunContext, RunError, RunStatus, Step, Stop, StopReason, UsageReport};
use crate::reflector::{Reflection, ReflectionState};

records! {
    /// How a research loop's run ended.
    pub struct ResearchResult {
        /// The accepted answer, else the one with the highest score, else the last one; when none was composed, the filled model as JSON.
        /// Empty when no fact was found.
        pub output: String,
        /// `output` as a value, unless `compose` returned a text.
        #[tsify(type = "Json")]
        pub object: Option<Value>,
        /// `ok`: the evaluator accepted the answer. `needs_review`: there is an answer that it did not accept. `failed`: no fact was found.
        pub status: RunStatus,
        /// True only when the evaluator passed this very answer and nothing that must be there is missing, thin or in conflict.
        pub accepted: bool,
        #[tsify(type = "'evaluator'")]
        pub accepted_by: Option<AcceptedBy>,
        /// This very answer was evaluated.
        pub judged: bool,
        /// `complete`: there is no evaluator, and nothing is missing. `stalled`: something that must be there could not be found, or the
        /// loop repeated itself. `rejected`: the evaluator did not pass the answer, and no repair is left.
        #[tsify(
            type = "'accepted' | 'complete' | 'rejected' | 'stalled' | 'max_iterations' | 'max_calls' | 'max_tokens' | 'max_seconds' | 'max_cost' | 'model_error' | 'empty_draft' | 'aborted'"
        )]
        pub stop_reason: StopReason,
        /// Why a person should look at the answer; of an accepted one only `relevance_not_measured` and `contradictions_not_checked`. Empty
        /// when there is none.
        pub review_reasons: Vec<ReviewReason>,
        /// Searches made, including those for repairs.
        pub iterations: u32,
        /// Repair rounds that the evaluator's rejections opened.
        pub repairs: u32,
        /// Searches that were skipped because they repeated others (`errors` names them), and answers that had been composed before.
        pub repetition_hits: u32,
        /// What is missing, thin or in conflict at the end. Facts are numbered as in `facts`.
        pub reflection: Reflection,
        /// The evaluation of this very answer.
        pub evaluation: Option<Evaluation>,
        /// All of them, in order.
        pub evaluations: Vec<Evaluation>,
        /// The facts as they were handed in, without the refused ones.
        #[tsify(type = "Json[]")]
        pub facts: Vec<Value>,
        pub usage: UsageReport,
        /// Everything that went wrong on the way, in order. Beside the codes of every run: `research_error`, `compose_error`,
        /// `adjudicate_error`, `contradictions_error`, `refused_fact`, `repetition`.
        pub errors: Vec<RunError>,
        /// Milliseconds that the run took, by its clock; the time between a save and a restore does not count.
        pub duration_ms: f64,
        #[tsify(type = "ResearchTraceStep[]")]
        pub steps: Vec<Step>,
        /// Why a `failed` run failed.
        pub failure: Option<Failure>,
    }
}

impl ResearchResult {
    pub(super) fn from_run(run: &Research, stop: &Stop, ctx: &RunContext) -> Self {
        let status = match (run.accepted, run.facts.list.is_empty()) {
            (true, _) => RunStatus::Ok,
            (false, false) => RunStatus::NeedsReview,
            (false, true) => RunStatus::Failed,
        };
        let Answer { output, is_object, evaluation } = run.best_available_answer().unwrap_or_default();
        let reflection = run.reflect_renumbered();
        let mut review_reasons = if status == RunStatus::NeedsReview {
            stop.reason.review_reasons(&[
                (evaluation.is_none(), ReviewReason::NotJudged),
                (evaluation.as_ref().is_some_and(|evaluation| !evaluation.passed), ReviewReason::RejectedByEvaluator),
                (reflection.state != ReflectionState::Complete, ReviewReason::Incomplete),
            ])
        } else {
            Vec::new()
        };
        if run.unchecked && status != RunStatus::Failed {
            review_reasons.push(ReviewReason::ContradictionsNotChecked);
        }
        Self {
            object: if is_object { serde_json::from_str(&output).ok() } else { None },
            output,
            status,
            accepted: run.accepted,
            accepted_by: run.accepted.then_some(AcceptedBy::Evaluator),
            judged: evaluation.is_some(),
            stop_reason: stop.reason,
            review_reasons,
            iterations: run.iterations,
            repairs: run.repairs,
            repetition_hits: run.repetition.hits,
            reflection,
            evaluation,
            evaluations: run.evaluations.clone(),
            facts: run.facts.list.clone(),
            usage: ctx.usage().clone(),
            errors: ctx.errors().to_vec(),
            duration_ms: ctx.elapsed_ms(),
            // The host was given them.
            steps: Vec::new(),
            failure: stop.failure.clone().filter(|_| status == RunStatus::Failed),
        }
    }
}
