//! What is shown of a look at a draft: the reflection step, in the words of seed 004.

use super::held::{Held, Jury, Look};
use crate::critique::{Reading, Verdict};
use crate::flow::{CritiqueStatus, EngineName, ReflectionStep, Why};
use crate::message::{Named, VerifierVerdict, decimal};
use crate::settings::Form;

impl Held {
    /// The step that shows a look at it.
    pub fn critique_step(&self, look: &Look, form: Form, revises_anyway: bool, why: Option<Why>) -> ReflectionStep {
        let Look { critic, reading, status, jury } = look;
        let unreadable = matches!(status, CritiqueStatus::Unclear | CritiqueStatus::Unreadable);
        let failed = failed_checks(&self.draft.verifiers);
        let mut assessment = if unreadable {
            let word = if *status == CritiqueStatus::Unclear { "unclear" } else { "unreadable" };
            format!("Critique {word} ({}).", reading.reason.as_deref().unwrap_or("unknown"))
        } else {
            assessment(reading, form)
        };
        if let Some(Jury { jurors, .. }) = jury {
            let yes = jurors.iter().filter(|j| j.accepted == Some(true)).count();
            assessment.push_str(&format!(" Jurors: {yes} of {} accept.", jurors.iter().filter(|j| j.accepted.is_some()).count()));
        }
        if !failed.is_empty() {
            assessment.push_str(&format!(" Checks failed: {}.", failed.join(", ")));
        }
        // A flag that says no is not all that a critique says: another field may ask for a revision.
        let asked = !unreadable && (reading.status == Verdict::NeedsRevision || reading.needs_revision == Some(true));
        ReflectionStep {
            assessment,
            needs_revision: asked || revises_anyway || (!failed.is_empty() && !unreadable),
            engine: EngineName::Reflect,
            critique_status: *status,
            score: reading.score,
            issues: Some(reading.issues.clone()).filter(|_| !unreadable),
            suggestion: reading.suggestion.clone(),
            criteria_met: reading.criteria_met.clone(),
            confidence: reading.confidence,
            reason: reading.reason.clone(),
            jurors: jury.as_ref().map(|jury| jury.jurors.clone()),
            disagreement: jury.as_ref().map(|jury| jury.disagreement),
            critic: *critic,
            draft_index: self.draft.index,
            why,
            seq: 0,
            now_ms: 0.0,
        }
    }

    /// The step that shows the verifiers' verdicts, where there is no critic.
    pub fn verifier_step(&self) -> ReflectionStep {
        let failed = failed_checks(&self.draft.verifiers);
        let all = self.draft.verifiers.len();
        let found: Vec<String> =
            self.draft.verifiers.values().filter(|v| !v.passed).flat_map(|v| v.issues.clone().unwrap_or_default()).collect();
        let mut assessment = format!("Checks: {} of {all} passed.", all - failed.len());
        if !failed.is_empty() {
            assessment.push_str(&format!(" Failed: {}.", failed.join(", ")));
        }
        ReflectionStep {
            assessment,
            needs_revision: !failed.is_empty(),
            engine: EngineName::Reflect,
            critique_status: CritiqueStatus::Read,
            score: None,
            issues: Some(found),
            suggestion: None,
            criteria_met: None,
            confidence: None,
            reason: None,
            jurors: None,
            disagreement: None,
            critic: None,
            draft_index: self.draft.index,
            why: None,
            seq: 0,
            now_ms: 0.0,
        }
    }
}

pub(super) fn status_of(reading: &Reading) -> CritiqueStatus {
    if reading.reason.as_deref() == Some("contradictory") {
        return CritiqueStatus::Contradictory;
    }
    match reading.status {
        Verdict::Accepted | Verdict::NeedsRevision => CritiqueStatus::Read,
        Verdict::Contradictory => CritiqueStatus::Contradictory,
        Verdict::Unclear => CritiqueStatus::Unclear,
        Verdict::Invalid => CritiqueStatus::Unreadable,
    }
}

fn failed_checks(verifiers: &Named<VerifierVerdict>) -> Vec<String> {
    verifiers.iter().filter(|(_, v)| !v.passed).map(|(name, _)| name.to_owned()).collect()
}

/// The assessment as in seed 004's example; the other forms in the same shape.
fn assessment(reading: &Reading, form: Form) -> String {
    let issues = reading.issues.join("; ");
    let suggestion = reading.suggestion.as_deref().unwrap_or_default();
    match form {
        Form::Score => match reading.score {
            Some(score) => format!("Score: {}/10. Issues: {issues}. {suggestion}", decimal(score)),
            None => format!("No score. Issues: {issues}. {suggestion}"),
        },
        Form::Criteria => {
            let met = reading.criteria_met.as_deref().unwrap_or_default();
            let yes = met.iter().filter(|m| **m).count();
            let confidence = reading.confidence.map(|c| format!(" Confidence: {}.", decimal(c))).unwrap_or_default();
            let suggestions = reading.suggestions.as_ref().map(|s| s.join("; ")).unwrap_or_default();
            format!("Criteria met: {yes} of {}.{confidence} {suggestions}", met.len()).trim_end().to_owned()
        }
        Form::Status => {
            let status = if reading.status == Verdict::Accepted { "accepted" } else { "needs revision" };
            format!("Status: {status}. Issues: {issues}. {suggestion}").trim_end().to_owned()
        }
    }
}
