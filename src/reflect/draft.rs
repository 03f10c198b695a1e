//! Drafts and what was said of them. Caps drop old drafts, never the best one and never the latest.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::critique::{Reading, Verdict};
use crate::flow::{CritiqueStatus, EngineName, Juror, ReflectionStep};
use crate::judge::Evidence;
use crate::message::{Message, Named, Role, VerifierVerdict, decimal};
use crate::producer::Written;
use crate::prompt::{self, Feedback};
use crate::settings::{Form, Settings};

/// One draft.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The first is 0.
    pub index: u32,
    /// The answer, without the model's thinking.
    pub text: String,
    /// What the model wrote, where it differs from `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// The draft that this one revises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The call that gave it.
    pub call_id: String,
    /// A critic's verdict was read, or verifiers ran on it.
    pub judged: bool,
    /// Points, `0..=10`, as the critic gave them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// By name.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, VerifierVerdict>"))]
    pub verifiers: Named<VerifierVerdict>,
}

/// One look at a draft: the critique, and what the verifiers had said.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    /// Number of the draft; the first is 1 (seed 002).
    pub iteration: u32,
    pub draft_index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critique: Option<Reading>,
    pub critique_status: CritiqueStatus,
    /// The critic's words, where they could not be read or contradict themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_critique: Option<String>,
    /// What each critic said, where there are several; `critique` is what they say together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jurors: Option<Vec<Juror>>,
    /// Critics that could be read voted differently. Only where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<bool>,
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, VerifierVerdict>"))]
    pub verifiers: Named<VerifierVerdict>,
}

/// Whether the critic looked at a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    NotYet,
    Read,
    Unreadable,
}

/// What several critics said of a draft, one by one.
#[derive(Clone, Debug)]
pub(super) struct Jury {
    pub jurors: Vec<Juror>,
    pub disagreement: bool,
}

/// A draft with what the loop must remember of it.
pub(super) struct Held {
    pub draft: Draft,
    /// It ended at a length limit or a content filter.
    pub cut: bool,
    /// The message as the provider gave it, when it held more than text.
    pub carried: Option<Message>,
    /// What tools gave while it was written.
    pub tool_results: Vec<String>,
    pub look: Look,
    pub reading: Option<Reading>,
    pub status: Option<CritiqueStatus>,
    pub jury: Option<Jury>,
}

impl Held {
    pub fn new(written: Written) -> Self {
        let Written { call_id, text, raw, parent, cut, carried, tool_results } = written;
        let verifiers = Named::default();
        let draft = Draft { index: 0, text, raw, parent, call_id, judged: false, score: None, verifiers };
        Self { draft, cut, carried, tool_results, look: Look::NotYet, reading: None, status: None, jury: None }
    }

    pub fn evidence(&self) -> Evidence<'_> {
        Evidence { reading: self.reading.as_ref(), verifiers: &self.draft.verifiers, cut: self.cut }
    }

    pub fn message(&self) -> Message {
        self.carried.clone().unwrap_or_else(|| Message::text(Role::Assistant, self.draft.text.clone()))
    }

    /// What the next revision is told.
    pub fn feedback(&self, settings: &Settings) -> Feedback {
        let mut feedback = Feedback { evidence: prompt::evidence(&self.draft.verifiers), ..Feedback::default() };
        if let Some(reading) = self.reading.as_ref().filter(|r| r.status != Verdict::Invalid) {
            feedback.score = reading.score;
            feedback.issues = self.faults(settings);
            let suggestions = reading.suggestions.as_ref().map(|s| s.join("; ")).filter(|s| !s.is_empty());
            feedback.suggestion = reading.suggestion.clone().or(suggestions);
        }
        if self.cut {
            feedback.issues.push("the answer was cut off before its end".to_owned());
        }
        feedback
    }

    /// What its critique names: criteria that are not met, and issues.
    pub fn faults(&self, settings: &Settings) -> Vec<String> {
        let Some(reading) = self.reading.as_ref().filter(|r| r.status != Verdict::Invalid) else { return Vec::new() };
        let mut faults = unmet(reading, &settings.criteria);
        faults.extend(reading.issues.iter().cloned());
        faults
    }

    /// The step that shows a critique of it.
    pub fn critique_step(&self, reading: &Reading, status: CritiqueStatus, form: Form, revises_anyway: bool) -> ReflectionStep {
        let unreadable = status == CritiqueStatus::Unreadable;
        let failed = failed_checks(&self.draft.verifiers);
        let mut assessment = if unreadable {
            format!("Critique unreadable ({}).", reading.reason.as_deref().unwrap_or("unknown"))
        } else {
            assessment(reading, form)
        };
        if let Some(Jury { jurors, .. }) = &self.jury {
            let yes = jurors.iter().filter(|j| j.accepted == Some(true)).count();
            assessment.push_str(&format!(" Jurors: {yes} of {} accept.", jurors.iter().filter(|j| j.accepted.is_some()).count()));
        }
        if !failed.is_empty() {
            assessment.push_str(&format!(" Checks failed: {}.", failed.join(", ")));
        }
        let asked = !unreadable && reading.needs_revision.unwrap_or(reading.status != Verdict::Accepted);
        ReflectionStep {
            assessment,
            needs_revision: asked || revises_anyway || (!failed.is_empty() && !unreadable),
            engine: EngineName::Reflect,
            critique_status: status,
            score: reading.score,
            issues: Some(reading.issues.clone()).filter(|_| !unreadable),
            suggestion: reading.suggestion.clone(),
            criteria_met: reading.criteria_met.clone(),
            confidence: reading.confidence,
            reason: reading.reason.clone(),
            jurors: self.jury.as_ref().map(|jury| jury.jurors.clone()),
            disagreement: self.jury.as_ref().map(|jury| jury.disagreement),
            draft_index: self.draft.index,
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
            draft_index: self.draft.index,
            seq: 0,
            now_ms: 0.0,
        }
    }

    /// Higher is better: verifiers passed, then the score; among equals the earlier draft wins by standing first.
    fn rank(&self) -> (bool, f64) {
        let passed = self.draft.verifiers.values().all(|v| v.passed);
        (passed, self.draft.score.unwrap_or(-1.0))
    }
}

/// The drafts of a run, the latest last, and the record of the looks at them.
#[derive(Default)]
pub(super) struct Drafts {
    kept: Vec<Held>,
    latest: u32,
    produced: u32,
    pub dropped: u32,
    pub revisions: Vec<Revision>,
}

impl Drafts {
    pub fn add(&mut self, mut held: Held, max_kept: usize) {
        held.draft.index = self.produced;
        self.latest = self.produced;
        self.produced = self.produced.saturating_add(1);
        self.kept.push(held);
        if self.kept.len() > max_kept.saturating_add(1) {
            let best = self.best().map(|b| b.draft.index);
            if let Some(oldest) = self.kept.iter().position(|h| Some(h.draft.index) != best) {
                let gone = self.kept.remove(oldest).draft.index;
                self.revisions.retain(|r| r.draft_index != gone);
                self.dropped = self.dropped.saturating_add(1);
            }
        }
    }

    /// Notes a look at the latest draft.
    pub fn remember(&mut self, critique: Option<Reading>, critique_status: CritiqueStatus, raw_critique: Option<String>) {
        let Some(held) = self.latest() else { return };
        let (draft_index, verifiers, jury) = (held.draft.index, held.draft.verifiers.clone(), held.jury.clone());
        let disagreement = jury.as_ref().map(|jury| jury.disagreement);
        self.revisions.push(Revision {
            iteration: draft_index.saturating_add(1),
            draft_index,
            critique,
            critique_status,
            raw_critique,
            jurors: jury.map(|jury| jury.jurors),
            disagreement,
            verifiers,
        });
    }

    /// The jurors of the last look.
    pub fn jurors_noted(&mut self) -> impl Iterator<Item = &mut Juror> {
        self.revisions.last_mut().and_then(|revision| revision.jurors.as_mut()).into_iter().flatten()
    }

    /// Drafts produced, kept or not.
    pub fn produced(&self) -> u32 {
        self.produced
    }

    pub fn latest(&self) -> Option<&Held> {
        self.kept.iter().rev().find(|h| h.draft.index == self.latest)
    }

    pub fn latest_mut(&mut self) -> Option<&mut Held> {
        let latest = self.latest;
        self.kept.iter_mut().rev().find(|h| h.draft.index == latest)
    }

    /// Goes on from this draft.
    pub fn choose(&mut self, index: u32) {
        self.latest = index;
    }

    /// Verifiers passed first, then score, then the earlier.
    pub fn best(&self) -> Option<&Held> {
        self.kept.iter().reduce(|best, next| if next.rank() > best.rank() { next } else { best })
    }

    pub fn all(&self) -> impl Iterator<Item = &Draft> {
        self.kept.iter().map(|h| &h.draft)
    }
}

pub(super) fn status_of(reading: &Reading) -> CritiqueStatus {
    if reading.reason.as_deref() == Some("contradictory") {
        CritiqueStatus::Contradictory
    } else if reading.status == Verdict::Invalid {
        CritiqueStatus::Unreadable
    } else {
        CritiqueStatus::Read
    }
}

/// Verdicts by name; a verifier that could not run has failed, with the reason.
pub(super) fn verdicts(found: impl Iterator<Item = (String, Result<VerifierVerdict, String>)>) -> Named<VerifierVerdict> {
    let failed =
        |why: String| VerifierVerdict { passed: false, issues: Some(vec![format!("could not run: {why}")]), score: None };
    found.map(|(name, verdict)| (name, verdict.unwrap_or_else(failed))).collect()
}

fn failed_checks(verifiers: &Named<VerifierVerdict>) -> Vec<String> {
    verifiers.iter().filter(|(_, v)| !v.passed).map(|(name, _)| name.to_owned()).collect()
}

fn unmet(reading: &Reading, criteria: &[String]) -> Vec<String> {
    let met = reading.criteria_met.as_deref().unwrap_or_default();
    criteria.iter().zip(met).filter(|(_, met)| !**met).map(|(criterion, _)| format!("not met: {criterion}")).collect()
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
