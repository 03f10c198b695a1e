//! What a finished run hands out. It says honestly whether the text was accepted, by whom, and if not, why it stopped.

use std::sync::Arc;

use super::draft::{Draft, Revision};
use super::record::{Critique, DraftRecord, critique_readability};
use super::{Reflect, strategy};
use crate::critique::{Reading, Verdict};
use crate::flow::{
    AcceptedBy, CritiqueStatus, Failure, Juror, ReviewReason, RunContext, RunError, RunStatus, Step, Stop, StopReason,
    UsageReport, hash_text,
};
use crate::message::{Gather, SharedText};
use crate::settings::OnUnreadable;

records! {
    /// Facts about the run that are not part of its outcome.
    pub struct Metadata {
        pub strategy: &'static str,
        pub engine_version: &'static str,
        pub prompt_version: String,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub requirements: Vec<String>,
    }
}

records! {
    /// At most this share of what is accepted is wrong, with this confidence, as so many labels say.
    pub struct ErrorPromise {
        pub wrong: f64,
        pub confidence: f64,
        pub labels: u32,
    }

    /// The outcome of a run.
    pub struct ReflectResult {
        /// The returned text; empty when there is no draft.
        pub output: SharedText,
        /// `ok`: somebody accepted this very text. `needs_review`: there is a text, and nobody accepted it. `failed`: there is none.
        pub status: RunStatus,
        /// True only when a critic, a verifier or a person accepted this very text.
        pub accepted: bool,
        #[tsify(type = "Exclude<AcceptedBy, 'evaluator'>")]
        pub accepted_by: Option<AcceptedBy>,
        /// True when the verifiers pass this very text, and it, or a draft that it goes back to, was written after a request that said what a
        /// verifier had found: such a pass says less of what no verifier looks at than one without a hint.
        pub passed_after_hint: Option<bool>,
        /// The promise that the acceptance keeps, where the run has a `guarantee` and no person accepted the text.
        pub guarantee: Option<ErrorPromise>,
        /// What a `guarantee` goes by: the points of the returned draft, as its critics came to together (`confidence` times ten by criteria, 10 by
        /// status); of verifiers alone the number of independent drafts that pass with its answer, itself among them. Absent where nothing could
        /// promise that it is right: a verifier failed it, no critic looked at it alone, the run failed, or a person sent it back.
        pub acceptance_score: Option<f64>,
        /// A critique of this very text was read, verifiers ran on it, or a person accepted it.
        pub judged: bool,
        /// Why a person should look at the text; never empty when one should. Of an accepted text, what to know: `accepted_with_issues`,
        /// `self_judged`.
        pub review_reasons: Vec<ReviewReason>,
        #[tsify(type = "Exclude<StopReason, 'max_iterations' | 'agent_done' | 'reflected' | 'complete' | 'rejected'>")]
        /// Why the run ended: `accepted`, or what was spent, failed or stopped it (`max_reflections`, `max_calls`, `unreadable_critique`, …).
        pub stop_reason: StopReason,
        /// Points of the returned draft, `0..=10`, as its critic gave them.
        pub score: Option<f64>,
        /// Drafts produced; the first is 1 (*Agentic Design Patterns*).
        pub iterations: u32,
        /// Critiques read.
        pub reflections: u32,
        /// Index of the returned draft.
        pub draft_index: u32,
        /// The critique of the returned draft.
        #[tsify(type = "Reading")]
        pub critique: Option<Arc<Reading>>,
        pub critique_status: Option<CritiqueStatus>,
        /// What each of several critics said about the returned draft; `critique` combines it.
        #[tsify(type = "Juror[]")]
        pub jurors: Option<Arc<Vec<Juror>>>,
        /// True when the critics that could be read voted differently on the returned draft. Only with several critics.
        pub disagreement: Option<bool>,
        /// The best draft and the last `history.maxDrafts`.
        pub drafts: Vec<Draft>,
        /// Drafts left out of `drafts`.
        pub dropped: u32,
        pub revision_history: Vec<Revision>,
        /// Tokens and cost: of all calls in `total`, and with the number of calls `byPurpose`.
        pub usage: UsageReport,
        /// Everything that went wrong on the way, in order.
        pub errors: Vec<RunError>,
        /// Milliseconds that the run took, by its clock; the time between a save and a restore does not count.
        pub duration_ms: f64,
        #[tsify(type = "Step[]")]
        pub steps: Vec<Step>,
        /// `strategy`, `engineVersion`; `promptVersion`, which names the engine's prompts and holds a digest of a `critiquePrompt` that
        /// replaces one; `requirements` where some were given; `model` where the reply of the returned draft names it.
        #[tsify(type = "Record<string, Json>")]
        pub metadata: Metadata,
        /// Why a `failed` run failed.
        pub failure: Option<Failure>,
    }
}

pub(super) fn build_result(run: &Reflect, stop: &Stop, ctx: &RunContext) -> ReflectResult {
    let returned = run.returned_draft();
    let accepted_by = run.accepted.map(|(_, by)| by).filter(|_| returned.is_some());
    let accepted = accepted_by.is_some();
    let critique = returned.and_then(DraftRecord::find_reported_critique);
    let has_issues = critique.is_some_and(|critique| !critique.reading.issues.is_empty());
    let guarantee = &run.ready.settings.guarantee;
    let refused = stop.reason == StopReason::UnreadableCritique && run.ready.settings.on_unreadable == OnUnreadable::Fail;
    let status = match (accepted, returned) {
        (true, _) => RunStatus::Ok,
        (false, Some(_)) if !refused => RunStatus::NeedsReview,
        (false, _) => RunStatus::Failed,
    };
    ReflectResult {
        output: returned.map(|record| record.draft.text.clone()).unwrap_or_default(),
        status,
        accepted,
        accepted_by,
        passed_after_hint: returned.filter(|record| record.passes_after_hint()).map(|_| true),
        guarantee: guarantee
            .as_ref()
            .filter(|_| accepted && accepted_by != Some(AcceptedBy::Human))
            .map(|promise| ErrorPromise { wrong: promise.wrong, confidence: promise.confidence, labels: promise.labels }),
        acceptance_score: run.settled.as_ref().and_then(|settled| settled.score),
        judged: returned.is_some_and(|record| record.draft.judged),
        review_reasons: match returned {
            Some(record) if !accepted => review_reasons(record, run, stop),
            _ if accepted_by == Some(AcceptedBy::Critic) && has_issues => vec![ReviewReason::AcceptedWithIssues],
            _ => Vec::new(),
        },
        stop_reason: stop.reason,
        score: returned.and_then(|record| record.draft.score),
        iterations: run.drafts.produced,
        reflections: run.reflections,
        draft_index: returned.map_or(0, |record| record.draft.index),
        critique: critique.map(|critique| critique.reading.clone()),
        critique_status: critique.map(|critique| critique_readability(&critique.reading)),
        jurors: critique.and_then(|critique| critique.jurors.clone()),
        disagreement: critique.and_then(Critique::has_disagreement),
        drafts: run.drafts.kept.iter().map(|record| record.draft.clone()).collect(),
        dropped: run.drafts.dropped.len() as u32,
        revision_history: run.drafts.revisions.clone(),
        usage: ctx.usage().clone(),
        errors: ctx.errors().to_vec(),
        duration_ms: ctx.elapsed_ms(),
        // The host was given them.
        steps: Vec::new(),
        metadata: build_metadata(run),
        failure: stop.failure.clone().filter(|_| status == RunStatus::Failed),
    }
}

fn build_metadata(run: &Reflect) -> Metadata {
    let settings = &run.ready.settings;
    let version = env!("CARGO_PKG_VERSION");
    // The engine's own prompts change with its version only.
    let prompt_version = match &settings.critique_prompt {
        Some(own) => format!("{version}+{:08x}", hash_text(0, own) as u32),
        None => version.to_owned(),
    };
    let derived = run.requirements.iter().flatten().map(|text| text.to_string());
    let requirements = settings.requirements.iter().cloned().chain(derived).gather();
    Metadata { strategy: settings.strategy.as_str(), engine_version: version, prompt_version, requirements }
}

fn review_reasons(record: &DraftRecord, run: &Reflect, stop: &Stop) -> Vec<ReviewReason> {
    let critique = record.find_reported_critique();
    let status = critique.map(|critique| critique_readability(&critique.reading));
    let unread = matches!(status, Some(CritiqueStatus::Unclear | CritiqueStatus::Unreadable));
    let unavailable = critique.is_some_and(|critique| critique.unavailable);
    let contradictory = status == Some(CritiqueStatus::Contradictory);
    let (_, found) = strategy::next::count_hopeless_critiques(&run.drafts.kept);
    let verdict = critique.map(|critique| critique.reading.status);
    let (rejected, checks) = (verdict == Some(Verdict::NeedsRevision), &record.draft);
    let disagree = rejected && checks.has_passed_verifiers() || verdict == Some(Verdict::Accepted) && checks.fails_verifiers();
    let mut reasons = stop.reason.review_reasons(&[
        (stop.reason == StopReason::Stalled, ReviewReason::Stalled),
        (!record.draft.judged, ReviewReason::NotJudged),
        (run.ready.settings.guarantee.is_some(), ReviewReason::NotGuaranteed),
        (run.settled.as_ref().is_some_and(|settled| settled.judge_changed), ReviewReason::JudgeChanged),
        (record.cut, ReviewReason::DraftCut),
        (run.drafts.kept.iter().any(|record| !record.lost_criteria.is_empty()), ReviewReason::CriterionLost),
        (stop.reason == StopReason::Impossible && found.is_some_and(|found| *found == "impossible"), ReviewReason::Impossible),
        (stop.reason == StopReason::Impossible && found.is_some_and(|found| *found != "impossible"), ReviewReason::CannotVerify),
        (record.missing_agreeing_drafts() > 0, ReviewReason::NoAgreement),
        (checks.fails_verifiers(), ReviewReason::VerifierFailed),
        (unread && !unavailable, ReviewReason::UnreadableCritique),
        (unavailable && stop.reason != StopReason::CriticUnavailable, ReviewReason::CriticUnavailable),
        (contradictory, ReviewReason::ContradictoryCritique),
        (rejected, ReviewReason::RejectedByCritic),
        (disagree, ReviewReason::CriticAndVerifierDisagree),
        (critique.and_then(Critique::has_disagreement) == Some(true), ReviewReason::JurorsDisagree),
        // The critiques that ended the run may have been of other drafts.
        (
            stop.reason == StopReason::UnreadableCritique && (unavailable || !unread && !contradictory),
            ReviewReason::UnreadableCritique,
        ),
    ]);
    if reasons.is_empty() {
        reasons.push(ReviewReason::NotJudged);
    }
    reasons
}
