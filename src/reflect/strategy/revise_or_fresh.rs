//! How the next draft is written: as a revision of the best, or anew, and then told of the failure or not. What each way came to in this
//! run, and in those that `calibrate` knows, decides: a count of successes and failures for each, which begins with the prior in
//! `Calibration`.

use super::{Action, Choice, Situation};
use crate::flow::StopReason;
use crate::message::Gather;
use crate::reflect::draft::{Draft, revision_target};
use crate::reflect::record::DraftRecord;
use crate::settings::Calibration;

/// Success of a revision that fails otherwise than its parent: it fixed something.
const OTHER_FAILURE: f64 = 0.25;
/// Success of a draft that fails less than its parent, or than all before it.
const FEWER_FAILURES: f64 = 0.5;
/// One run of so many tries the way that earlier runs lost with, once.
const TRIED: u64 = 16;
/// A lead over revisions that is less than this share of both standard deviations is not believed: a revision was told what failed. Where
/// next to nothing passes, whole runs go by before the counts say which way is better.
const DOUBT: f64 = 0.2;
/// Drafts that best-of-n writes at once where verifiers run.
pub(super) const WAVE: u32 = 2;

/// What became of drafts that were written in one way: as many successes as failures of it are believed, `[successes, failures]`.
pub(in crate::reflect) type OutcomeCounts = [f64; 2];

/// What the counts need to know of a draft.
pub(in crate::reflect) struct DraftOutcome {
    pub index: u32,
    pub parent: Option<u32>,
    pub saw_failures: bool,
    /// Verifiers ran on it.
    pub is_verified: bool,
    pub passes: bool,
}

impl From<&Draft> for DraftOutcome {
    fn from(draft: &Draft) -> Self {
        Self {
            index: draft.index,
            parent: draft.parent,
            saw_failures: draft.saw_failures == Some(true),
            is_verified: !draft.verifiers.is_empty(),
            passes: draft.has_passed_verifiers(),
        }
    }
}

/// Adds to the counts what later runs begin with: a draft is a success if it, or a revision that follows from it, passes. That a revision
/// fails otherwise says nothing of the next task: what a test prints differs from draft to draft.
pub(in crate::reflect) fn add_run_outcomes(counts: &mut [OutcomeCounts; 3], drafts: &[DraftOutcome]) {
    let mut led: Vec<u32> = Vec::new();
    // A parent is before its revisions.
    for draft in drafts.iter().rev() {
        if draft.passes || led.contains(&draft.index) {
            led.push(draft.index);
            led.extend(draft.parent);
        }
    }
    add_verified_outcomes(counts, drafts, &|at| {
        drafts.get(at).map_or(0.0, |draft| f64::from(u8::from(led.contains(&draft.index))))
    });
}

/// Adds this run's outcomes to the counts for revision, fresh, and informed-fresh drafts. Only drafts after the first that verifiers
/// checked count. `success`: how far the draft at this place is a success of its way, `0..=1`.
fn add_verified_outcomes(counts: &mut [OutcomeCounts; 3], drafts: &[DraftOutcome], success_at: &dyn Fn(usize) -> f64) {
    for (at, draft) in drafts.iter().enumerate().filter(|(_, draft)| draft.index > 0 && draft.is_verified) {
        let parent = draft.parent.and_then(|parent| drafts.iter().find(|other| other.index == parent));
        // A passing draft is revised for another reason.
        if parent.is_some_and(|parent| parent.passes) {
            continue;
        }
        let [revision, fresh, informed_fresh] = &mut *counts;
        let success = success_at(at);
        let [successes, failures] = match parent {
            Some(_) => revision,
            None if draft.saw_failures => informed_fresh,
            None => fresh,
        };
        *successes += success;
        *failures += 1.0 - success;
    }
}

/// Within a run: a revision beside its parent, another draft beside all before it.
fn measure_success(draft: &Draft, drafts: &[DraftRecord]) -> f64 {
    let now = draft.verifier_rank();
    let parent = drafts.iter().map(|record| &record.draft).find(|other| Some(other.index) == draft.parent);
    let is_better = match parent {
        Some(parent) => now > parent.verifier_rank(),
        None => drafts.iter().all(|other| other.draft.index >= draft.index || now > other.draft.verifier_rank()),
    };
    let other = |parent: &Draft| {
        now >= parent.verifier_rank()
            && draft.verifiers.iter().any(|(name, verdict)| parent.verifiers.get(name).is_none_or(|before| before != verdict))
    };
    match () {
        () if draft.has_passed_verifiers() => 1.0,
        () if draft.duplicate_of.is_some() => 0.0,
        () if is_better => FEWER_FAILURES,
        () if parent.is_some_and(other) => OTHER_FAILURE,
        () => 0.0,
    }
}

/// Has one or two more drafts written, unless nothing is left for them. `best` is the best so far.
pub(super) fn choose_drafts_or_stop(situation: &Situation) -> Choice {
    let Some(target) = revision_target(situation.drafts) else {
        return Choice::with_reason(Action::Stop(StopReason::Stalled), "there is no draft");
    };
    // Reserve a critique for the new draft, unless verifiers will rank it against failed drafts.
    let failed = target.draft.fails_verifiers();
    if let Some(stop) = situation.choose_stop_when_spent(if failed { 0 } else { situation.calls_per_critique() }) {
        return stop;
    }
    let (left, free) = (situation.counted_writes_left(), situation.free);
    let draft = Some(target.draft.index);
    let repeats = situation.has_repeated_revision(target);
    if failed {
        let known = &situation.settings.calibration;
        let [revision, fresh, informed_fresh] = count_outcomes(situation.drafts, known);
        let all_fresh = [fresh[0] + informed_fresh[0], fresh[1] + informed_fresh[1]];
        let several = situation.settings.strategy.begins_with_several();
        let calls_tools = situation.tools && !several;
        // The rest of a wave, where one call gave only a part of it; one call may give a whole batch again.
        let most = match () {
            () if !several => 1,
            () if situation.may_share => {
                if free > 0 {
                    free
                } else {
                    situation.settings.drafts
                }
            }
            () => free.min(WAVE - situation.drafts.len() as u32 % WAVE),
        };
        let wave = situation.affordable_drafts(most).max(1);
        // So many chances for one call.
        let chances = if situation.may_share { wave as i32 } else { 1 };
        let missed = (1.0 - success_rate(all_fresh)).powi(chances);
        // A new engine has no counts to doubt: what failed in this run decides.
        let uncertainty =
            if known.tasks > 0.0 { DOUBT * (success_rate_deviation(revision) + success_rate_deviation(all_fresh)) } else { 0.0 };
        let wins = 1.0 - success_rate(revision) - uncertainty <= missed;
        let tries = situation.revisions == 0 && tries_losing_way(known, situation.luck, 0);
        if left > 0 && !repeats && (calls_tools || wins != tries) {
            return Choice::write_drafts(
                &[draft],
                if calls_tools {
                    CALLS_TOOLS
                } else if tries {
                    TRIES
                } else {
                    REVISION
                },
            );
        }
        return Choice::write_fresh_drafts(
            wave,
            if repeats {
                REPEATED
            } else if tries {
                TRIES
            } else {
                NEW_DRAFT
            },
        );
    }
    if !situation.checks && !situation.tools && left > 1 && situation.calls_left > situation.calls_per_critique() + 1 {
        let reason = "it is not accepted: a revision and another answer, for one look at all";
        return if repeats { Choice::write_fresh_drafts(2, reason) } else { Choice::write_drafts(&[draft, None], reason) };
    }
    if repeats {
        Choice::write_drafts(&[None], REPEATED)
    } else if situation.checks && target.faults_newest_first(situation.settings).is_empty() {
        Choice::write_drafts(&[None], "every check passes, and nobody names a fault")
    } else {
        Choice::write_drafts(&[draft], "it is the best draft so far, and not accepted")
    }
}

const CALLS_TOOLS: &str = "a new draft would call the tools once more";
const REVISION: &str = "a revision is likelier to pass than a new draft";
const NEW_DRAFT: &str = "a new draft is likelier to pass than a revision";
const TRIES: &str = "earlier runs lost with this way, which is tried again now and then";
const REPEATED: &str = "the last revision repeats an earlier draft";

/// Whether a fresh draft's request includes earlier failures: yes if no draft failed a verifier, or if informing has worked at least as
/// well so far.
pub(in crate::reflect) fn should_inform_fresh(drafts: &[DraftRecord], calibration: &Calibration, luck: u64) -> bool {
    let has_helped = || {
        let [_, fresh, informed_fresh] = count_outcomes(drafts, calibration);
        (success_rate(informed_fresh) >= success_rate(fresh)) != tries_losing_way(calibration, luck, 1)
    };
    !drafts.iter().any(|record| record.draft.fails_verifiers()) || has_helped()
}

/// Counts successes and failures of revisions, of fresh drafts, and of fresh ones whose request described a failure.
fn count_outcomes(drafts: &[DraftRecord], calibration: &Calibration) -> [OutcomeCounts; 3] {
    let mut counts = [calibration.revision, calibration.fresh, calibration.informed_fresh];
    let written: Vec<DraftOutcome> = drafts.iter().map(|record| DraftOutcome::from(&record.draft)).gather();
    add_verified_outcomes(&mut counts, &written, &|at| {
        drafts.get(at).map_or(0.0, |record| measure_success(&record.draft, drafts))
    });
    counts
}

/// Whether a run tries what lost, by its luck; `choice`: revise or not (0), tell or not (1). Without earlier runs nothing has lost.
fn tries_losing_way(calibration: &Calibration, luck: u64, choice: u64) -> bool {
    calibration.tasks > 0.0 && luck % TRIED == choice
}

fn success_rate([successes, failures]: OutcomeCounts) -> f64 {
    successes / (successes + failures)
}

/// The standard deviation of a share that was counted so (of a beta distribution).
fn success_rate_deviation(count: OutcomeCounts) -> f64 {
    let share = success_rate(count);
    (share * (1.0 - share) / (count[0] + count[1] + 1.0)).sqrt()
}
