//! One draft with what the loop must remember of it: its critiques, what follows from them, and its steps.

use std::borrow::Cow;
use std::sync::Arc;

use super::draft::Draft;
use crate::critique::{Reading, Verdict};
use crate::flow::{CritiqueStatus, EngineName, Judge, Juror, ReflectionStep, Why, hash_text};
use crate::judge::{self, Decision};
use crate::message::{
    Gather, Message, Role, Rope, SharedText, SmallMap, VerifierStop, VerifierVerdict, format_js_number, join_texts, push_item,
    trim_blanks,
};
use crate::producer::NewDraft;
use crate::prompt::{self, Feedback};
use crate::settings::{Form, Settings, Strategy};

/// Points by which a draft that lost a criterion is below the one that met it.
const LOST: f64 = 0.01;

/// Bytes at the end of a text that tell most texts apart.
const END_BYTES: usize = 128;

/// A critic whose replies name no model, and which has no name.
const UNNAMED: &str = "unnamed";

/// One critique of a draft, by a critic or a jury.
#[derive(Clone, Debug)]
pub(super) struct Critique {
    pub reading: Arc<Reading>,
    /// Who judged, if it was one critic with a name or a model.
    pub judge: Option<Arc<Judge>>,
    /// What each of several critics said.
    pub jurors: Option<Arc<Vec<Juror>>>,
    /// The name of the joint critique that it is part of.
    pub joint_call: Option<String>,
    /// The first critic's words, if they were not plainly read.
    pub raw: Option<SharedText>,
    /// No critic answered: their calls failed.
    pub unavailable: bool,
}

impl Critique {
    /// A verdict could be read.
    pub fn has_verdict(&self) -> bool {
        self.reading.status.is_decided()
    }

    /// Whether critics that could be read voted differently, where there are several.
    pub fn has_disagreement(&self) -> Option<bool> {
        let jurors = self.jurors.as_ref()?;
        let is_voted = |vote| jurors.iter().any(|juror| juror.accepted == Some(vote));
        Some(is_voted(true) && is_voted(false))
    }
}

/// A draft with what the loop must remember of it.
#[derive(Default)]
pub(super) struct DraftRecord {
    pub draft: Draft,
    /// Of the length and the end of its text, without the blanks around it: where they differ, the texts do.
    digest: u64,
    /// It ended at a length limit or a content filter, or a verifier stopped it.
    pub cut: bool,
    /// Its request, or that of a draft that it goes back to, said what a verifier had found.
    pub hinted: bool,
    /// The message as the provider gave it, when it held more than text.
    pub carried: Option<Message>,
    /// Verifiers that have to pass it.
    pub verifier_count: usize,
    /// What tools gave while it was written.
    pub tool_results: Vec<SharedText>,
    /// The latest last.
    pub critiques: Vec<Critique>,
    /// The place of the latest that could be read.
    latest_read: Option<usize>,
    /// A person saw it and did not accept it, or said what they want after it was written.
    pub refused: bool,
    /// The first of its ancestors, or itself.
    pub lineage_root: u32,
    /// Independent drafts that pass and have its answer, itself among them, as of the latest round of answers; and how many are wanted.
    pub agreement: u32,
    pub agree: u32,
    /// Its points on the scale of the joint critiques.
    pub joint_points: Option<f64>,
    /// Criteria, by their place, that an ancestor meets and it does not; and the points that it must stay below for that.
    pub lost_criteria: Vec<usize>,
    pub score_cap: Option<f64>,
}

impl DraftRecord {
    pub fn new(draft: NewDraft, index: u32, verifier_count: usize) -> Self {
        let NewDraft { call_id, text, raw, parent, cut, carried, tool_results, stopped, .. } = draft;
        let mut draft = Draft { index, text, raw, parent, call_id, ..Draft::default() };
        if let Some(VerifierStop { verifier, verdict }) = stopped {
            draft.verifiers.update_or_insert_default(&verifier, |slot| *slot = verdict);
            (draft.stopped_by, draft.judged) = (Some(verifier), true);
        }
        let text = trim_blanks(&draft.text);
        let end = text.get(text.ceil_char_boundary(text.len().saturating_sub(END_BYTES))..);
        let digest = hash_text(text.len() as u64, end.unwrap_or_default());
        Self { draft, digest, cut, carried, verifier_count, tool_results, ..Self::default() }
    }

    /// Whether another draft has the same text; blanks around it do not count.
    pub fn shares_trimmed_text(&self, other: &Self) -> bool {
        self.digest == other.digest && self.matches_trimmed_text(&other.draft.text)
    }

    /// Whether this is its text; blanks around it do not count.
    pub fn matches_trimmed_text(&self, text: &str) -> bool {
        trim_blanks(&self.draft.text) == trim_blanks(text)
    }

    /// The critique that counts: the latest that could be read, else the latest.
    pub fn find_reported_critique(&self) -> Option<&Critique> {
        self.latest_readable_critique().or(self.critiques.last())
    }

    pub fn add_critique(&mut self, critique: Critique) {
        if critique.has_verdict() {
            self.latest_read = Some(self.critiques.len());
        }
        push_item(&mut self.critiques, critique);
    }

    /// The latest critique that could be read.
    pub fn latest_readable_critique(&self) -> Option<&Critique> {
        self.critiques.get(self.latest_read?)
    }

    fn passes_critique_and_verifiers(&self, critique: &Critique) -> bool {
        critique.has_verdict() && self.decide_with_verifiers(Some(critique.reading.status)) == Decision::Accept
    }

    /// A joint critique accepted it, and no solo critique has refused it: judge it once more, alone.
    pub fn needs_solo_critique(&self) -> bool {
        let refused_alone =
            || self.critiques.iter().any(|c| c.joint_call.is_none() && c.has_verdict() && !self.passes_critique_and_verifiers(c));
        let accepts = |critique: &Critique| critique.joint_call.is_some() && self.passes_critique_and_verifiers(critique);
        !self.refused
            && self.missing_agreeing_drafts() == 0
            && self.latest_readable_critique().is_some_and(accepts)
            && !refused_alone()
    }

    /// Critiques of it alone, the latest in a row, that could not be read.
    pub fn count_latest_unread_solo_critiques(&self) -> u32 {
        let unread = self.critiques.iter().rev().take_while(|c| !c.has_verdict()).filter(|c| c.joint_call.is_none()).count();
        u32::try_from(unread).unwrap_or(u32::MAX)
    }

    /// Whether it is still to be judged: nobody did, or a joint critique could not be read.
    pub fn needs_critique(&self) -> bool {
        self.critiques.iter().all(|critique| critique.joint_call.is_some() && !critique.has_verdict())
    }

    /// Decides from critiques and verifiers. With critics only a readable critique accepts, and a joint one only with one of it alone.
    pub fn decision(&self, critic_count: u32) -> Decision {
        self.decide_with_verdict(critic_count, &|reading| reading.status)
    }

    fn decide_with_verdict(&self, critic_count: u32, to_verdict: &dyn Fn(&Reading) -> Verdict) -> Decision {
        let decide = |critique: &Critique| self.decide_with_verifiers(Some(to_verdict(&critique.reading)));
        let last = self.latest_readable_critique();
        let decision = last.map_or_else(|| self.decide_with_verifiers(None), decide);
        if decision != Decision::Accept {
            return decision;
        }
        let is_joint = |critique: &Critique| critique.joint_call.is_some();
        let before = || self.critiques.iter().rev().filter(|critique| critique.has_verdict()).nth(1);
        match () {
            () if self.refused => Decision::Revise,
            () if self.missing_agreeing_drafts() > 0 => Decision::Unknown,
            () if critic_count > 0 && last.is_none_or(is_joint) => Decision::Unknown,
            () if before().is_some_and(|critique| is_joint(critique) && decide(critique) != Decision::Accept) => {
                Decision::Unknown
            }
            () => Decision::Accept,
        }
    }

    /// Combines this verdict with those of the verifiers.
    fn decide_with_verifiers(&self, verdict: Option<Verdict>) -> Decision {
        let verifiers = &self.draft.verifiers;
        judge::decide_draft(verdict, verifiers, verifiers.len() < self.verifier_count, self.cut)
    }

    /// What a guarantee goes by, where nothing but too few points is against accepting it: points of ten, as the critics came to together; of
    /// verifiers alone how many independent drafts agree. None where a juror did not judge.
    pub fn score_for_guarantee(&self, critic_count: u32, panel_size: u32, settings: &Settings) -> Option<f64> {
        let by_points = |reading: &Reading| {
            let is_few = reading.score.is_some_and(|score| score < settings.acceptance_threshold);
            let stands = matches!(reading.reason.as_deref(), None | Some("contradictory"));
            if is_few && stands && reading.status == Verdict::NeedsRevision { Verdict::Accepted } else { reading.status }
        };
        if self.decide_with_verdict(critic_count, &by_points) != Decision::Accept {
            return None;
        }
        if critic_count == 0 {
            return Some(f64::from(self.agreement.max(1)));
        }
        let Critique { reading, jurors, .. } = self.latest_readable_critique()?;
        let judged = jurors.iter().flat_map(|jurors| jurors.iter()).filter(|juror| juror.accepted.is_some()).count();
        if jurors.is_some() && judged < panel_size as usize {
            return None;
        }
        Some(reading.score.unwrap_or(10.0 * reading.confidence.unwrap_or(1.0)))
    }

    /// Its latest judges: each critic's model, else its name.
    pub fn list_latest_judge_models(&self) -> Vec<&str> {
        let Some(Critique { judge, jurors, .. }) = self.latest_readable_critique() else { return Vec::new() };
        let all: Vec<&Option<Arc<Judge>>> = match jurors {
            Some(jurors) => jurors.iter().map(|juror| &juror.judge).gather(),
            None => vec![judge],
        };
        all.into_iter()
            .map(|judge| {
                let judge = judge.as_deref();
                judge.and_then(|judge| judge.model.as_deref().or(judge.name.as_deref())).unwrap_or(UNNAMED)
            })
            .gather()
    }

    pub fn assistant_message(&self) -> Message {
        self.carried.clone().unwrap_or_else(|| Message::from_text(Role::Assistant, self.draft.text.clone()))
    }

    /// The feedback for the next revision.
    pub fn revision_feedback(&self, settings: &Settings) -> Feedback {
        let mut feedback = Feedback { evidence: prompt::describe_all_verdicts(&self.draft.verifiers), ..Feedback::default() };
        if let Some(Critique { reading, .. }) = self.latest_readable_critique() {
            feedback.score = reading.score;
            feedback.issues = self.faults_newest_first(settings);
            let suggestions =
                reading.suggestions.as_ref().map(|s| SharedText::from(join_texts(s, "; "))).filter(|s| !s.is_empty());
            feedback.suggestion = reading.suggestion.clone().or(suggestions);
            feedback.issues.extend(missing_fault_advice(reading, &feedback).map(SharedText::from_static));
        }
        if self.draft.stopped_by.is_some() {
            feedback.issues.push(SharedText::from_static("a check stopped the answer before its end"));
        } else if self.cut {
            feedback.issues.push(SharedText::from_static("the answer was cut off before its end"));
        }
        feedback
    }

    /// The faults in its critiques, the latest first: criteria that are not met, and issues.
    pub fn faults_newest_first(&self, settings: &Settings) -> Vec<SharedText> {
        let mut read = self.critiques.iter().rev().filter(|critique| critique.has_verdict());
        let mut faults =
            read.next().map(|critique| critique_faults(&critique.reading, settings).into_owned()).unwrap_or_default();
        let earlier: Vec<SharedText> = read.flat_map(|critique| critique.reading.issues.iter().cloned()).gather();
        if !earlier.is_empty() {
            faults.extend(earlier);
            faults = judge::first_distinct_faults(&faults);
        }
        faults
    }

    /// No verifier failed it, and no person.
    pub fn passes_checks_unrefused(&self) -> bool {
        !self.refused && self.draft.verifiers.len() >= self.verifier_count && !self.draft.fails_verifiers()
    }

    /// Both pass, and have one answer.
    pub fn shares_passing_answer(&self, other: &Self) -> bool {
        self.draft.answer.is_some()
            && self.draft.answer == other.draft.answer
            && self.passes_checks_unrefused()
            && other.passes_checks_unrefused()
    }

    /// Independent drafts with its answer that are still wanted, for it to be accepted.
    pub fn missing_agreeing_drafts(&self) -> u32 {
        self.agree.saturating_sub(self.agreement)
    }

    /// The criteria that the latest readable critique found met.
    pub fn criteria_met_in_latest_critique(&self) -> &[bool] {
        self.latest_readable_critique().and_then(|critique| critique.reading.criteria_met.as_deref()).unwrap_or_default()
    }

    /// It passes what it, or a draft that it goes back to, had been told of.
    pub fn passes_after_hint(&self) -> bool {
        self.hinted && self.draft.has_passed_verifiers()
    }

    /// Higher is better: not refused by a person, then verifiers, agreement, passing without a hint, read by a critic, and points, by joint
    /// looks where there were.
    pub fn rank(&self) -> (bool, (f64, f64), u32, bool, bool, f64) {
        let points =
            self.latest_readable_critique().map(|critique| self.joint_points.unwrap_or(rank_draft_quality(&critique.reading)));
        // A draft that lost a criterion is no better than the one that met it.
        let points = points.map(|points| self.score_cap.map_or(points, |below| points.min(below - LOST)));
        let unhinted = !self.passes_after_hint();
        (!self.refused, self.draft.verifier_rank(), self.agreement, unhinted, points.is_some(), points.unwrap_or(0.0))
    }

    /// The step that shows a critique of it, in the words of seed 004.
    pub fn reflection_step(
        &self,
        critique: &Critique,
        settings: &Settings,
        revises_unreadable: bool,
        why: Option<Why>,
    ) -> ReflectionStep {
        let Critique { reading, judge, jurors, joint_call, .. } = critique;
        let status = critique_readability(reading);
        let unreadable = matches!(status, CritiqueStatus::Unclear | CritiqueStatus::Unreadable);
        let failed = failed_verifier_names(&self.draft.verifiers);
        let mut assessment = if unreadable {
            let word = if status == CritiqueStatus::Unclear { "Critique unclear (" } else { "Critique unreadable (" };
            let mut assessment = Rope::from_static(word);
            assessment.add_text(reading.reason.as_ref().unwrap_or(&SharedText::from_static("unknown"))).add_static(").");
            assessment
        } else {
            describe_assessment(reading, settings)
        };
        if let Some(jurors) = jurors {
            let yes = jurors.iter().filter(|j| j.accepted == Some(true)).count();
            let all = jurors.iter().filter(|j| j.accepted.is_some()).count();
            assessment.add_text(&format!(" Jurors: {yes} of {all} accept.").into());
        }
        if !failed.is_empty() {
            assessment.add_text(&format!(" Checks failed: {}.", join_texts(&failed, ", ")).into());
        }
        // Another field may ask for a revision although the flag says no.
        let wanted = !unreadable && (reading.status == Verdict::NeedsRevision || reading.needs_revision == Some(true));
        ReflectionStep {
            assessment,
            needs_revision: wanted || revises_unreadable || (!failed.is_empty() && !unreadable),
            critique_status: Some(status),
            score: reading.score,
            issues: Some(reading.issues.clone()).filter(|_| !unreadable),
            suggestion: reading.suggestion.clone(),
            criteria_met: reading.criteria_met.clone(),
            confidence: reading.confidence,
            probability: reading.probability,
            reason: reading.reason.clone(),
            jurors: jurors.clone(),
            disagreement: critique.has_disagreement(),
            judge: judge.clone(),
            evidence: reading.evidence.clone(),
            draft_index: self.draft.index,
            call_id: joint_call.clone(),
            why,
            engine: EngineName::Reflect,
            seq: 0,
            now_ms: 0.0,
        }
    }

    /// The step that shows the verifiers' verdicts, where there is no critic.
    pub fn verifier_step(&self) -> ReflectionStep {
        let failed = failed_verifier_names(&self.draft.verifiers);
        let all = self.draft.verifiers.len();
        let failing = self.draft.verifiers.values().filter(|v| !v.passed);
        let found: Vec<SharedText> = failing.flat_map(|v| v.issues.iter().flatten().map(SharedText::from)).gather();
        let mut assessment = Rope::from(format!("Checks: {} of {all} passed.", all - failed.len()));
        if !failed.is_empty() {
            assessment.add_text(&format!(" Failed: {}.", join_texts(&failed, ", ")).into());
        }
        ReflectionStep {
            assessment,
            needs_revision: !failed.is_empty(),
            critique_status: None,
            score: None,
            issues: Some(found),
            suggestion: None,
            criteria_met: None,
            confidence: None,
            probability: None,
            reason: None,
            jurors: None,
            disagreement: None,
            judge: None,
            evidence: None,
            draft_index: self.draft.index,
            call_id: None,
            why: None,
            engine: EngineName::Reflect,
            seq: 0,
            now_ms: 0.0,
        }
    }
}

/// The advice for a critique that asks for a revision and names no fault. Seed 004's form with a plain score keeps the seed's words.
fn missing_fault_advice(reading: &Reading, feedback: &Feedback) -> Option<&'static str> {
    let silent = feedback.issues.is_empty()
        && feedback.suggestion.as_ref().is_none_or(|s| s.trim().is_empty())
        && feedback.evidence.is_none();
    match reading.reason.as_deref() {
        _ if !silent => None,
        Some("contradictory") => {
            Some("the critique contradicts itself and names no fault; look for what is wrong or missing yourself")
        }
        _ if feedback.score.is_none() || reading.probability.is_some() => {
            Some("the critique names no fault; look for what is wrong or missing yourself")
        }
        _ => None,
    }
}

/// The faults in one critique: criteria that are not met, and issues.
pub(super) fn critique_faults<'r>(reading: &'r Reading, settings: &Settings) -> Cow<'r, [SharedText]> {
    let met = reading.criteria_met.as_deref().unwrap_or_default();
    let unmet = settings.criteria.iter().zip(met).filter(|(_, met)| !**met);
    let mut faults: Vec<SharedText> = unmet.map(|(criterion, _)| format!("not met: {criterion}").into()).gather();
    if faults.is_empty() {
        return Cow::Borrowed(&reading.issues);
    }
    faults.extend_from_slice(&reading.issues);
    Cow::Owned(faults)
}

/// How good a critic finds a draft: the score; else the share of criteria met, surer reviews first; else fewer issues first.
pub(super) fn rank_draft_quality(reading: &Reading) -> f64 {
    let accepted = reading.status == Verdict::Accepted;
    let met = reading.criteria_met.as_deref().filter(|met| !met.is_empty());
    match (reading.score, met) {
        (Some(score), _) => score,
        (None, Some(met)) => {
            let share = met.iter().filter(|met| **met).count() as f64 / met.len() as f64;
            let sure = reading.confidence.unwrap_or(0.0) / 100.0;
            share * 10.0 + if accepted { 1.0 + sure } else { 0.0 }
        }
        (None, None) if accepted => 10.0,
        (None, None) => -(reading.issues.len().max(1) as f64),
    }
}

pub(super) fn critique_readability(reading: &Reading) -> CritiqueStatus {
    match reading.status {
        _ if reading.reason.as_deref() == Some("contradictory") => CritiqueStatus::Contradictory,
        Verdict::Accepted | Verdict::NeedsRevision => CritiqueStatus::Read,
        Verdict::Contradictory => CritiqueStatus::Contradictory,
        Verdict::Unclear => CritiqueStatus::Unclear,
        Verdict::Invalid => CritiqueStatus::Unreadable,
    }
}

fn failed_verifier_names(verifiers: &SmallMap<VerifierVerdict>) -> Vec<String> {
    verifiers.iter().filter(|(_, v)| !v.passed).map(|(name, _)| name.to_owned()).gather()
}

/// The assessment in a line; under `classic` as in seed 004's example, which names issues also where there are none.
fn describe_assessment(reading: &Reading, settings: &Settings) -> Rope {
    let met = reading.criteria_met.as_deref().unwrap_or_default();
    let mut text = match (settings.form, reading.score) {
        _ if let Some(probability) = reading.probability => {
            let mut text = Rope::from_static("Probability: ");
            text.add_text(&SharedText::from_number(probability)).add_static(".");
            text
        }
        (Form::Score, Some(score)) => {
            let mut text = Rope::from_static("Score: ");
            text.add_text(&SharedText::from_number(score)).add_static("/10.");
            text
        }
        (Form::Score, None) => Rope::from_static("No score."),
        (Form::Criteria, _) => {
            let yes = met.iter().filter(|m| **m).count();
            let confidence = reading.confidence.map(|c| format!(" Confidence: {}.", format_js_number(c))).unwrap_or_default();
            format!("Criteria met: {yes} of {}.{confidence}", met.len()).into()
        }
        (Form::Status, _) if reading.status == Verdict::Accepted => Rope::from_static("Status: accepted."),
        (Form::Status, _) => Rope::from_static("Status: needs revision."),
    };
    let suggestion = reading.suggestion.as_slice();
    if settings.form == Form::Score && settings.strategy == Strategy::Classic {
        text.add_static(" Issues: ").add_list(&reading.issues, "; ").add_static(". ").add_list(suggestion, "");
        return text;
    }
    let suggestions = if settings.form == Form::Criteria { reading.suggestions.as_deref() } else { None };
    let parts =
        [(" Issues: ", reading.issues.as_slice(), "."), (" ", suggestion, ""), (" ", suggestions.unwrap_or_default(), "")];
    for (before, list, behind) in parts {
        if list.iter().any(|text| !text.is_empty()) {
            text.add_static(before).add_list(list, "; ").add_static(behind);
        }
    }
    text
}
