//! Drafts and the record of the looks at them. Caps drop old drafts, never the best one and never the latest.
//!
//! A text that a person refused is refused again when it is written again, also where its draft was dropped since.

use std::cmp::Ordering;
use std::sync::Arc;

use super::record::{Critique, DraftRecord, critique_readability};
use crate::critique::Reading;
use crate::flow::{CritiqueStatus, Judge, Juror, RunContext};
use crate::judge::Decision;
use crate::message::{Gather, SharedText, SmallMap, VerifierVerdict};

records! {
    /// One draft.
    #[derive(Default)]
    pub struct Draft {
        /// The first is 0.
        pub index: u32,
        /// The answer, without the model's thinking.
        pub text: SharedText,
        /// What the model wrote, where it differs from `text`.
        pub raw: Option<SharedText>,
        /// The draft that this one revises.
        pub parent: Option<u32>,
        /// True for a fresh draft whose request described the failures of earlier drafts.
        pub saw_failures: Option<bool>,
        /// The call that gave it.
        pub call_id: String,
        /// A critic's verdict was read, verifiers ran on it, or a person accepted it.
        pub judged: bool,
        /// Points, `0..=10`, as the critic gave them.
        pub score: Option<f64>,
        /// The earlier draft with the same text but for white space around it. It is not judged again, unless other verifiers pass it:
        /// it has no score of its own, and its twin stays the candidate. This and the two below are never there under `classic`.
        pub duplicate_of: Option<u32>,
        /// True when revisions came back to an earlier answer: A, then B, then A again.
        pub oscillation: Option<bool>,
        /// How many times longer than its parent a revision is, where that is more than 1.5 and it has 200 characters or more. Judges prefer
        /// longer answers. Absent where it passes a verifier that its parent failed.
        pub length_growth: Option<f64>,
        /// What the task's `answer` returned for it.
        pub answer: Option<SharedText>,
        /// The verifier whose `partial` stopped it while it was written: `text` is what had come by then, and no other verifier saw it.
        pub stopped_by: Option<String>,
        /// By name.
        #[tsify(type = "Record<string, VerifierVerdict>")]
        pub verifiers: SmallMap<VerifierVerdict>,
    }
}

impl Draft {
    /// Verifiers ran on it, and one of them did not pass it.
    pub(super) fn fails_verifiers(&self) -> bool {
        self.verifiers.values().any(|verdict| !verdict.passed)
    }

    /// Verifiers ran on it, and all of them passed it.
    pub(super) fn has_passed_verifiers(&self) -> bool {
        !self.verifiers.is_empty() && !self.fails_verifiers()
    }

    /// Higher is better: the share of the verifiers that passed, then the mean of the scores that they gave. A draft that was stopped is
    /// below every whole one.
    pub(super) fn verifier_rank(&self) -> (f64, f64) {
        if self.stopped_by.is_some() {
            return (-1.0, f64::MIN);
        }
        let all = self.verifiers.len();
        let passed = self.verifiers.values().filter(|v| v.passed).count();
        let share = if all == 0 { 1.0 } else { passed as f64 / all as f64 };
        let scores: Vec<f64> = self.verifiers.values().filter_map(|v| v.score).gather();
        (share, if scores.is_empty() { f64::MIN } else { scores.iter().sum::<f64>() / scores.len() as f64 })
    }
}

records! {
    /// One critique of a draft, and the verdicts of the verifiers before it.
    pub struct Revision {
        /// Number of the draft; the first is 1 (*Agentic Design Patterns*).
        pub iteration: u32,
        pub draft_index: u32,
        #[tsify(type = "Reading")]
        pub critique: Option<Arc<Reading>>,
        /// Absent without a critic.
        pub critique_status: Option<CritiqueStatus>,
        /// The critic's reply, when it could not be read or contradicts itself.
        pub raw_critique: Option<SharedText>,
        /// What each of several critics said; `critique` combines it.
        #[tsify(type = "Juror[]")]
        pub jurors: Option<Arc<Vec<Juror>>>,
        /// True when the critics that could be read voted differently. Only with several critics.
        pub disagreement: Option<bool>,
        /// Who judged: when it was one critic, and it has a name or its reply names its model.
        #[tsify(type = "Judge")]
        pub judge: Option<Arc<Judge>>,
        /// The call of the critique, when that judged several drafts at once.
        pub call_id: Option<String>,
        #[tsify(type = "Record<string, VerifierVerdict>")]
        pub verifiers: SmallMap<VerifierVerdict>,
    }
}

/// The drafts of a run, the latest last, and the record of the looks at them.
#[derive(Default)]
pub(super) struct Drafts {
    /// In the order of their indices.
    pub kept: Vec<DraftRecord>,
    /// Index of the next draft. One that came to nothing may leave a gap.
    pub next: u32,
    pub revisions: Vec<Revision>,
    /// Drafts so far, kept or not.
    pub produced: u32,
    /// For each dropped draft a digest of its text, and whether a person refused it.
    pub dropped: Vec<(u32, bool)>,
}

impl Drafts {
    pub fn add_draft(&mut self, mut record: DraftRecord, ctx: &RunContext) {
        let text = &record.draft.text;
        record.refused = self.kept.iter().any(|other| other.refused && other.matches_trimmed_text(text))
            || self.dropped.iter().any(|(digest, refused)| *refused && *digest == ctx.draft_key(text));
        let parent = record.draft.parent.and_then(|parent| self.find_record(parent));
        record.lineage_root = parent.map_or(record.draft.index, |parent| parent.lineage_root);
        record.hinted = match parent {
            Some(parent) => parent.hinted || parent.draft.fails_verifiers(),
            None => record.draft.saw_failures == Some(true) && self.kept.iter().any(|other| other.draft.fails_verifiers()),
        };
        self.produced = self.produced.saturating_add(1);
        self.next = self.next.max(record.draft.index.saturating_add(1));
        // When drafts are written at once, a later one may arrive first.
        let at = self.first_position_from(record.draft.index);
        self.kept.insert(at, record);
    }

    /// The place of a draft of this index in the list.
    pub fn first_position_from(&self, draft_index: u32) -> usize {
        self.kept.partition_point(|other| other.draft.index < draft_index)
    }

    /// A person refused this draft and all with the same text; with feedback all drafts so far, since none was written for it.
    pub fn refuse_same_text_drafts(&mut self, index: u32, all_drafts: bool, ctx: &RunContext) {
        let Some(text) = self.find_record(index).map(|record| record.draft.text.clone()) else { return };
        let refuted = ctx.draft_key(&text);
        self.dropped.iter_mut().for_each(|(digest, refused)| *refused |= all_drafts || *digest == refuted);
        self.kept.iter_mut().for_each(|record| record.refused |= all_drafts || record.matches_trimmed_text(&text));
    }

    /// Counts for each draft the independent ones that pass and have its answer.
    pub fn count_independent_agreement(&mut self) {
        for at in 0..self.kept.len() {
            let Some(record) = self.kept.get(at) else { return };
            let mut lines = Vec::new();
            for other in &self.kept {
                if record.shares_passing_answer(other) && !lines.contains(&other.lineage_root) {
                    lines.push(other.lineage_root);
                }
            }
            let agreement = lines.len() as u32;
            if let Some(record) = self.kept.get_mut(at) {
                record.agreement = agreement;
            }
        }
    }

    /// A draft that lost a criterion which an ancestor meets ranks below that ancestor.
    pub fn mark_lost_criteria(&mut self) {
        for at in 0..self.kept.len() {
            let (mut lost, mut below) = (Vec::new(), None::<f64>);
            let Some(record) = self.kept.get(at) else { return };
            let mut parent = record.draft.parent;
            while let Some(earlier) = parent.and_then(|parent| self.find_record(parent)) {
                for (criterion, (then, now)) in
                    earlier.criteria_met_in_latest_critique().iter().zip(record.criteria_met_in_latest_critique()).enumerate()
                {
                    if *then && !now {
                        let points = earlier.rank().5;
                        below = Some(below.unwrap_or(points).min(points));
                        if !lost.contains(&criterion) {
                            lost.push(criterion);
                        }
                    }
                }
                parent = earlier.draft.parent;
            }
            if let Some(record) = self.kept.get_mut(at) {
                (record.lost_criteria, record.score_cap) = (lost, below);
            }
        }
    }

    /// Records a critique of a draft with its jurors; without one, the verifiers alone.
    pub fn add_revision_entry(&mut self, index: u32, critique: Option<&Critique>, jurors: Option<Arc<Vec<Juror>>>) {
        let Some(record) = self.find_record(index) else { return };
        self.revisions.push(Revision {
            iteration: index.saturating_add(1),
            draft_index: index,
            critique: critique.map(|critique| critique.reading.clone()),
            critique_status: critique.map(|critique| critique_readability(&critique.reading)),
            raw_critique: critique.and_then(|critique| critique.raw.clone()).filter(|_| jurors.is_none()),
            jurors,
            disagreement: critique.and_then(Critique::has_disagreement),
            judge: critique.and_then(|critique| critique.judge.clone()),
            call_id: critique.and_then(|critique| critique.joint_call.clone()),
            verifiers: record.draft.verifiers.clone(),
        });
    }

    pub fn find_record(&self, index: u32) -> Option<&DraftRecord> {
        self.kept.iter().rev().find(|record| record.draft.index == index)
    }

    pub fn record_mut(&mut self, index: u32) -> Option<&mut DraftRecord> {
        self.kept.iter_mut().rev().find(|record| record.draft.index == index)
    }
}

pub(super) fn best_accepted(drafts: &[DraftRecord], critic_count: u32) -> Option<&DraftRecord> {
    pick_best(drafts, &|record| record.decision(critic_count) == Decision::Accept, &|record| record.draft.fails_verifiers())
}

/// The best of these, by [`DraftRecord::rank`]. Of equals the earlier where critics looked at them, since a revision that they do not find
/// better is as likely to be worse; else the later, which has heard of the earlier one's failure.
pub(super) fn best_draft(drafts: &[DraftRecord]) -> Option<&DraftRecord> {
    pick_best(drafts, &|_| true, &|record| record.draft.fails_verifiers())
}

/// The draft to revise: the best, and of equals the latest, which has heard the most.
pub(super) fn revision_target(drafts: &[DraftRecord]) -> Option<&DraftRecord> {
    pick_best(drafts, &|_| true, &|_| true)
}

type DraftTest<'a> = &'a dyn Fn(&DraftRecord) -> bool;

/// The best of those that count; of equals the later if `wins_when_equal`.
pub(super) fn pick_best<'a>(
    drafts: &'a [DraftRecord],
    is_candidate: DraftTest,
    wins_when_equal: DraftTest,
) -> Option<&'a DraftRecord> {
    let mut best = None;
    for record in drafts.iter().filter(|record| is_candidate(record)) {
        let rank = record.rank();
        let beside_best = best.as_ref().map_or(Some(Ordering::Greater), |(of_best, _)| rank.partial_cmp(of_best));
        if beside_best == Some(Ordering::Greater) || beside_best == Some(Ordering::Equal) && wins_when_equal(record) {
            best = Some((rank, record));
        }
    }
    best.map(|(_, record)| record)
}
