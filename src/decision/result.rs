//! What a reflection on a decision hands out.

use serde::Serialize;
use tsify::Tsify;

use super::{Decision, RULES_CONFIDENCE};
use crate::flow::{Failure, RunContext, RunError, RunStatus, Step, Stop, StopReason, UsageReport};

/// Why the rules answered instead of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum ReflectionFallback {
    /// There is none.
    NoModel,
    /// It threw, rejected or answered in a wrong shape.
    ModelError,
    /// It took too long.
    Timeout,
    /// Its reply could not be read; `errors` say why.
    Unreadable,
    /// The budget forbade to ask it.
    Budget,
}

records! {
    /// The result of reflecting on a decision.
    pub struct DecisionReflection {
        /// True when the model says so, or the rules raised enough concerns (two by default). Your own rules count beside a model, too.
        pub should_revise: bool,
        /// One of the configured actions; present whenever `shouldRevise` is true. The rules always give `escalateTo`.
        pub revised_action: Option<String>,
        /// `0..=1`, only from a model. When it is absent, a revision takes 20 % off the decision's confidence.
        pub revised_confidence: Option<f64>,
        pub concerns: Vec<String>,
        /// The rule that raised each concern, in their order. When a model answered, its concerns are first, and these are your own rules
        /// that raised the others; absent without any.
        pub rules: Option<Vec<String>>,
        /// The model's strongest case against the decision; empty from the rules.
        pub contra_argument: String,
        /// `0..=1`: what the model says, 0.5 when it does not say, 0.7 where the rules decided.
        pub reflection_confidence: f64,
        /// True when a model answered, false when the rules did.
        pub llm_enhanced: bool,
        /// Why the rules answered; absent when a model did.
        pub fallback: Option<ReflectionFallback>,
        /// `failed` only when the run was aborted.
        pub status: RunStatus,
        #[tsify(type = "'reflected' | 'max_seconds' | 'aborted' | 'stalled'")]
        pub stop_reason: StopReason,
        pub usage: UsageReport,
        /// Everything that went wrong on the way, in order; `unreadable_reflection` says why a reply could not be read.
        pub errors: Vec<RunError>,
        #[tsify(type = "DecisionTraceStep[]")]
        pub steps: Vec<Step>,
        /// Why there is no reflection.
        pub failure: Option<Failure>,
    }
}

impl DecisionReflection {
    pub(super) fn from_run(run: &Decision, stop: &Stop, ctx: &RunContext) -> Self {
        let reflected = run.reflected.clone();
        let done = reflected.is_some();
        let by_rules = run.fallback.filter(|_| done);
        let status = if done { RunStatus::Ok } else { RunStatus::Failed };
        Self {
            should_revise: reflected.as_ref().is_some_and(|r| r.should_revise),
            revised_action: reflected.as_ref().and_then(|r| r.revised_action.clone()),
            revised_confidence: reflected.as_ref().and_then(|r| r.revised_confidence),
            concerns: reflected.as_ref().map(|r| r.concerns.clone()).unwrap_or_default(),
            rules: (by_rules.is_some() || done && !run.findings.is_empty())
                .then(|| run.findings.iter().map(|finding| finding.rule.clone()).collect()),
            contra_argument: reflected.as_ref().map(|r| r.contra_argument.clone()).unwrap_or_default(),
            reflection_confidence: reflected.as_ref().map_or(RULES_CONFIDENCE, |r| r.reflection_confidence),
            llm_enhanced: done && run.fallback.is_none(),
            fallback: by_rules,
            status,
            stop_reason: stop.reason,
            usage: ctx.usage().clone(),
            errors: ctx.errors().to_vec(),
            // The host was given them.
            steps: Vec::new(),
            failure: stop.failure.clone().filter(|_| !done),
        }
    }
}
