//! What a finished run hands out.

use super::Autopilot;
use crate::flow::{AcceptedBy, Failure, ReviewReason, RunContext, RunError, RunStatus, Step, Stop, StopReason, UsageReport};
use crate::judge::CriticVerdict;
use crate::message::SharedText;

records! {
    /// How an autopilot's run ended.
    #[serde(rename = "AutopilotOutcome")]
    pub struct AutopilotResult {
        /// The output of the last iteration that gave one; empty when none did.
        pub output: SharedText,
        /// `ok`: the critic accepted the output. `needs_review`: there is an output that it did not accept.
        pub status: RunStatus,
        /// True only when the critic said with enough confidence that this very output meets every criterion.
        pub accepted: bool,
        #[tsify(type = "'critic'")]
        pub accepted_by: Option<AcceptedBy>,
        /// A verdict on this very output was read.
        pub judged: bool,
        /// Why a person should look at the output; empty when it was accepted, or there is none.
        pub review_reasons: Vec<ReviewReason>,
        /// `agent_done`: the agent ended the run by its own word, without a critic.
        #[tsify(
            type = "Exclude<StopReason, 'max_reflections' | 'unreadable_critique' | 'verifier_error' | 'invalid_input' | 'reflected' | \
                    'complete' | 'rejected'>"
        )]
        pub stop_reason: StopReason,
        /// Iterations that ended, including those with a blank output; the first is 1.
        pub iterations: u32,
        /// The critic's verdict on this very output.
        pub critic_verdict: Option<CriticVerdict>,
        pub usage: UsageReport,
        /// Everything that went wrong on the way, in order.
        pub errors: Vec<RunError>,
        /// Milliseconds that the run took, by its clock; the time between a save and a restore does not count.
        pub duration_ms: f64,
        #[tsify(type = "AutopilotStep[]")]
        pub steps: Vec<Step>,
        /// Why a `failed` run failed.
        pub failure: Option<Failure>,
    }
}

impl AutopilotResult {
    pub(super) fn from_run(run: &Autopilot, stop: &Stop, ctx: &RunContext) -> Self {
        let status = run.run_status();
        Self {
            output: run.output.clone().unwrap_or_default(),
            status,
            accepted: run.accepted,
            accepted_by: run.accepted.then_some(AcceptedBy::Critic),
            judged: run.judged,
            stop_reason: stop.reason,
            review_reasons: if status == RunStatus::NeedsReview { review_reasons(run, stop) } else { Vec::new() },
            iterations: run.iterations,
            critic_verdict: run.verdict.clone(),
            usage: ctx.usage().clone(),
            errors: ctx.errors().to_vec(),
            duration_ms: ctx.elapsed_ms(),
            // The host was given them.
            steps: Vec::new(),
            failure: stop.failure.clone().filter(|_| status == RunStatus::Failed),
        }
    }
}

fn review_reasons(run: &Autopilot, stop: &Stop) -> Vec<ReviewReason> {
    stop.reason.review_reasons(&[
        (!run.judged, ReviewReason::NotJudged),
        (!run.judged && run.verdict.is_some(), ReviewReason::UnreadableCritique),
        (run.cut, ReviewReason::DraftCut),
        (run.judged && !run.cut, ReviewReason::RejectedByCritic),
    ])
}
