//! What is shown of a look at a draft: the reflection step, in the words of seed 004.

use super::record::{DraftRecord, Look};
use crate::critique::{Reading, Verdict};
use crate::flow::{CritiqueStatus, ReflectionStep, Why};
use crate::message::{Named, Rope, Text, VerifierVerdict, decimal};
use crate::settings::{Form, Settings, Strategy};

impl DraftRecord {
    /// The step that shows a look at it.
    pub fn critique_step(&self, look: &Look, settings: &Settings, revises_anyway: bool, why: Option<Why>) -> ReflectionStep {
        let Look { critic, reading, jurors, together } = look;
        let status = look.status();
        let unreadable = matches!(status, CritiqueStatus::Unclear | CritiqueStatus::Unreadable);
        let failed = failed_checks(&self.draft.verifiers);
        let mut assessment = if unreadable {
            let word = if status == CritiqueStatus::Unclear { "Critique unclear (" } else { "Critique unreadable (" };
            Rope::constant(word).with(reading.reason.clone().unwrap_or(Text::constant("unknown"))).lit(").")
        } else {
            assessment(reading, settings)
        };
        if let Some(jurors) = jurors {
            let yes = jurors.iter().filter(|j| j.accepted == Some(true)).count();
            let all = jurors.iter().filter(|j| j.accepted.is_some()).count();
            assessment.append(format!(" Jurors: {yes} of {all} accept."));
        }
        if !failed.is_empty() {
            assessment.append(format!(" Checks failed: {}.", failed.join(", ")));
        }
        // A flag that says no is not all that a critique says: another field may ask for a revision.
        let asked = !unreadable && (reading.status == Verdict::NeedsRevision || reading.needs_revision == Some(true));
        ReflectionStep {
            assessment,
            needs_revision: asked || revises_anyway || (!failed.is_empty() && !unreadable),
            critique_status: Some(status),
            score: reading.score,
            issues: Some(reading.issues.clone()).filter(|_| !unreadable),
            suggestion: reading.suggestion.clone(),
            criteria_met: reading.criteria_met.clone(),
            confidence: reading.confidence,
            reason: reading.reason.clone(),
            jurors: jurors.clone(),
            disagreement: look.disagreement(),
            critic: *critic,
            draft_index: self.draft.index,
            call_id: together.clone(),
            why,
            ..ReflectionStep::default()
        }
    }

    /// The step that shows the verifiers' verdicts, where there is no critic.
    pub fn verifier_step(&self) -> ReflectionStep {
        let failed = failed_checks(&self.draft.verifiers);
        let all = self.draft.verifiers.len();
        let failing = self.draft.verifiers.values().filter(|v| !v.passed);
        let found: Vec<Text> = failing.flat_map(|v| v.issues.iter().flatten().map(Text::from)).collect();
        let mut assessment = Rope::from(format!("Checks: {} of {all} passed.", all - failed.len()));
        if !failed.is_empty() {
            assessment.append(format!(" Failed: {}.", failed.join(", ")));
        }
        ReflectionStep {
            assessment,
            needs_revision: !failed.is_empty(),
            issues: Some(found),
            draft_index: self.draft.index,
            ..ReflectionStep::default()
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

/// The assessment in a line; under `classic` as in seed 004's example, which names issues also where there are none.
fn assessment(reading: &Reading, settings: &Settings) -> Rope {
    let met = reading.criteria_met.as_deref().unwrap_or_default();
    let begin = match (settings.form, reading.score) {
        (Form::Score, Some(score)) => Rope::constant("Score: ").with(decimal(score)).lit("/10."),
        (Form::Score, None) => Rope::constant("No score."),
        (Form::Criteria, _) => {
            let yes = met.iter().filter(|m| **m).count();
            let confidence = reading.confidence.map(|c| format!(" Confidence: {}.", decimal(c))).unwrap_or_default();
            format!("Criteria met: {yes} of {}.{confidence}", met.len()).into()
        }
        (Form::Status, _) if reading.status == Verdict::Accepted => Rope::constant("Status: accepted."),
        (Form::Status, _) => Rope::constant("Status: needs revision."),
    };
    let issues = Rope::joined(&reading.issues, "; ");
    let suggestion = reading.suggestion.clone().unwrap_or_default();
    if settings.form == Form::Score && settings.strategy == Strategy::Classic {
        return begin.lit(" Issues: ").with(issues).lit(". ").with(suggestion);
    }
    let suggestions = if settings.form == Form::Criteria { reading.suggestions.as_deref() } else { None };
    let begin = if issues.is_empty() { begin } else { begin.lit(" Issues: ").with(issues).lit(".") };
    [Rope::from(suggestion), Rope::joined(suggestions.unwrap_or_default(), "; ")]
        .into_iter()
        .filter(|part| !part.is_empty())
        .fold(begin, |text, part| text.lit(" ").with(part))
}
