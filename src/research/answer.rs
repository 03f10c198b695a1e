//! The answer: composed, measured, and the best of them kept.

use serde_json::Value;

use super::{OkOrStop, Phase, Research, errors, replace_generic_code};
use crate::evaluator::{Evaluation, MeasuredScore, MetricResult};
use crate::flow::{Call, EvaluationStep, Reply, RunContext, Step, Stop, StopReason};
use crate::message::{ModelResponse, json_object};
use crate::reflector::{FieldRequired, Reflection, ReflectionState};
use crate::settings::{FieldChecker, InputValue};

#[derive(Clone, Default)]
pub(super) struct Answer {
    /// A text, or JSON.
    pub output: String,
    pub is_object: bool,
    pub evaluation: Option<Evaluation>,
}

impl Answer {
    /// Reads the answer that the host composed: a text, or with `metadata: { object: true }` JSON. `None` when it is blank.
    pub fn from_response(response: &ModelResponse) -> Option<Self> {
        let output = response.content.text().to_string();
        let is_object =
            response.metadata.as_ref().is_some_and(|metadata| metadata.to_value().get("object") == Some(&Value::Bool(true)));
        (!output.trim().is_empty()).then_some(Self { output, is_object, evaluation: None })
    }

    fn rank_by_pass_and_score(&self) -> f64 {
        self.evaluation.as_ref().map_or(-1.0, |evaluation| evaluation.score + f64::from(u8::from(evaluation.passed)))
    }
}

impl Research {
    /// Composes the answer from what there is; with a `forced_end` the run is over afterwards.
    pub(super) fn compose_or_end(&mut self, forced_end: Option<StopReason>, ctx: &mut RunContext) -> OkOrStop {
        let reflection = self.reflect_renumbered();
        if self.facts.list.is_empty() {
            let stalled = if reflection.state == ReflectionState::Stalled { StopReason::Stalled } else { StopReason::EmptyDraft };
            let last = ctx.errors().last();
            return Err(errors::no_facts(forced_end.unwrap_or(stalled), last));
        }
        if let Some(end) = forced_end.filter(|_| self.best.is_some()) {
            return Err(Stop::with_reason(end));
        }
        if !self.settings.compose {
            self.draft = Some(self.make_answer_from_facts());
            return self.evaluate_or_end(forced_end, ctx);
        }
        let feedback = self.evaluations.last().map(|evaluation| Value::from(evaluation.feedback.as_str())).unwrap_or_default();
        let reflection =
            serde_json::to_string(&reflection).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let facts = Value::Array(self.facts.list.clone());
        let beside = json_object([("facts", facts), ("reflection", reflection), ("feedback", feedback)]);
        self.ask_host("compose", self.iterations, &self.query, beside, ctx)?;
        self.phase = Phase::Composing(forced_end);
        Ok(())
    }

    pub(super) fn handle_answer(
        &mut self,
        forced_end: Option<StopReason>,
        call: &Call,
        reply: Reply,
        ctx: &mut RunContext,
    ) -> OkOrStop {
        match reply {
            Reply::Model(response) => {
                let answer = Answer::from_response(&response).ok_or_else(errors::blank_answer)?;
                self.repetition.record_answer(&answer.output);
                self.draft = Some(answer);
                self.evaluate_or_end(forced_end, ctx)
            }
            Reply::Failed(error) => {
                ctx.record_error(replace_generic_code(&error.code, "compose_error"), error.message.clone(), Some(call.call_id()));
                Err(Stop::with_model_failure(error, call.call_id()))
            }
            Reply::Tool(_) | Reply::Verdict(_) => Err(Stop::with_reason(StopReason::Stalled)),
        }
    }

    /// Has the draft measured. A `forced_end` leaves it unjudged: the model is still open.
    fn evaluate_or_end(&mut self, forced_end: Option<StopReason>, ctx: &mut RunContext) -> OkOrStop {
        if let Some(end) = forced_end {
            return Err(Stop::with_reason(end));
        }
        let Some(draft) = self.draft.as_ref().filter(|_| self.settings.evaluator.is_some()) else {
            let stalled = self.reflector.reflect().state == ReflectionState::Stalled;
            return Err(Stop::with_reason(if stalled { StopReason::Stalled } else { StopReason::Complete }));
        };
        let output = if draft.is_object { serde_json::from_str(&draft.output).ok() } else { None };
        let request = json_object([
            ("question", self.query.as_str().into()),
            ("output", output.unwrap_or_else(|| draft.output.as_str().into())),
            ("facts", Value::Array(self.facts.list.clone())),
        ]);
        ctx.request_callback("evaluation", request);
        self.phase = Phase::Evaluating;
        Ok(())
    }

    pub(super) fn handle_metric_results(&mut self, call: &Call, reply: Reply, ctx: &mut RunContext) -> OkOrStop {
        let (Some(rubric), Some(mut draft)) = (&self.settings.evaluator, self.draft.take()) else {
            return Err(Stop::with_reason(StopReason::Stalled));
        };
        let outcomes = match reply {
            Reply::Tool(outcomes) => outcomes.to_value(),
            Reply::Failed(error) => {
                // Nothing was measured, so nothing passes.
                ctx.record_error(&error.code, error.message, Some(call.call_id()));
                Value::Null
            }
            Reply::Model(_) | Reply::Verdict(_) => Value::Null,
        };
        let outcomes = outcomes.as_object().into_iter().flatten();
        let outcomes: Vec<_> =
            outcomes.map(|(name, outcome)| (name.clone(), read_metric_result(&InputValue::from(outcome)))).collect();
        let evaluation = rubric.write_evaluation(&outcomes);
        ctx.show_step(Step::Evaluation(EvaluationStep {
            passed: evaluation.passed,
            score: evaluation.score,
            feedback: evaluation.feedback.clone(),
            repair_targets: evaluation.repair_targets.iter().map(|target| target.metric.clone()).collect(),
            repairs: self.repairs,
            seq: 0,
            now_ms: 0.0,
        }));
        self.evaluations.push(evaluation.clone());
        draft.evaluation = Some(evaluation.clone());
        if self.best.as_ref().is_none_or(|best| draft.rank_by_pass_and_score() > best.rank_by_pass_and_score()) {
            self.best = Some(draft);
        }
        if !evaluation.passed {
            return self.start_repairs(&evaluation, ctx);
        }
        let incomplete = has_required_gap(&self.reflector.reflect());
        self.accepted = !incomplete;
        Err(Stop::with_reason(if incomplete { StopReason::Stalled } else { StopReason::Accepted }))
    }

    /// The best answer that was judged, else the last one, else the model as far as it is filled.
    pub(super) fn best_available_answer(&self) -> Option<Answer> {
        let best = self.best.as_ref().or(self.draft.as_ref()).cloned();
        best.or_else(|| (!self.facts.list.is_empty()).then(|| self.make_answer_from_facts()))
    }

    fn make_answer_from_facts(&self) -> Answer {
        Answer { output: self.facts.fill_model(&self.reflector).to_string(), is_object: true, evaluation: None }
    }
}

/// Something that must be there is missing, thin or in conflict.
fn has_required_gap(reflection: &Reflection) -> bool {
    let is_required = |required: FieldRequired| required == FieldRequired::Must;
    reflection.missing.iter().any(|gap| is_required(gap.required))
        || reflection.thin.iter().any(|gap| is_required(gap.required))
        || reflection.conflicts.iter().any(|conflict| is_required(conflict.required) && conflict.settled_by.is_none())
}

/// Reads the outcome of a metric: `{ value }` with a number or `{ score, explanation?, paths?, passed? }`, or `{ failed }` with the reason.
pub fn read_metric_result(outcome: &InputValue) -> MetricResult {
    let read_fields = |f: &FieldChecker| {
        if let Some(reason) = f.text("failed") {
            return Ok(MetricResult::Failed(reason));
        }
        let metric = match f.get("value") {
            Some(InputValue::Number(score)) => {
                return Ok(MetricResult::Score(MeasuredScore {
                    score: *score,
                    explanation: None,
                    paths: Vec::new(),
                    passed: None,
                }));
            }
            Some(metric @ InputValue::Map(_)) => f.object_fields(metric, "", "a metric's result"),
            other => return Ok(MetricResult::Failed(errors::wrong_metric_value(other))),
        };
        let score = match metric.get("score") {
            Some(InputValue::Number(score)) => *score,
            other => return Ok(MetricResult::Failed(errors::wrong_score(other))),
        };
        let explanation = match metric.get("explanation") {
            Some(InputValue::Text(text)) => Some(text.clone()),
            None => None,
            Some(other) => return Err(metric.wrong_field_error("explanation", "a string", other)),
        };
        let (paths, passed) = (metric.texts("paths").unwrap_or_default(), metric.flag("passed"));
        Ok(MetricResult::Score(MeasuredScore { score, explanation, paths, passed }))
    };
    FieldChecker::read_open_object(outcome, "", "an outcome", read_fields)
        .unwrap_or_else(|error| MetricResult::Failed(error.message))
}
