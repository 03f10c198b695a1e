//! What a finished run teaches the next one.

use super::draft::Draft;
use super::strategy::belief::{Judgement, Observation, Posterior};
use super::strategy::ways;
use crate::critique::Verdict;
use crate::error::{ErrorCode, ReflectError};
use crate::message::{Gather, Raw, VerifierVerdict, describe};
use crate::settings::{ACCEPTANCE_THRESHOLD, Calibration};

/// How much of what was learned is kept from one task to the next; the rest falls back to what it began with, so that a changed model
/// is noticed within some ten thousand tasks. Kept less, what a revision does was seen to wander by its own size.
const KEPT: f64 = 0.99995;
/// What a draft counts in runs of other tasks, beside 1 in its own: tasks differ. Counted whole, the first revision that failed would be the
/// last one that is tried, also where more of them pass than of drafts written anew.
const OTHER_TASK: f64 = 0.25;
/// Drafts written in one way, and votes of one juror, that are remembered; of more, each counts for less.
const COUNTED: f64 = 200.0;
/// Least variance that is believed of noise and of what a revision does.
const LEAST_VARIANCE: f64 = 0.2;

/// Calibration with what one result taught added to it. The result may come from any strategy; of it are used `drafts` (`index`,
/// `parent`, `told`, `duplicateOf`, `verifiers`), `revisionHistory` (`draftIndex`, `critic`, `critique`, `jurors`), `acceptedBy`, `draftIndex`, and `truth`:
/// `points` that somebody who is right gave the returned draft later.
///
/// # Errors
/// `invalid_task` when it is not a result, or `truth.points` is not from 0 to 10, naming the field.
pub fn calibrate(mut learned: Calibration, result: &Raw) -> Result<Calibration, ReflectError> {
    let list = |name: &str| {
        let value = result.field(name);
        value.and_then(Raw::as_list).ok_or_else(|| {
            let message = format!("a result must have a list `{name}`, got {}", describe(value));
            ReflectError::new(ErrorCode::InvalidTask, message)
        })
    };
    let drafts: Vec<Draft> = list("drafts")?.iter().filter_map(read_draft).gather();
    let drafts: Vec<&Draft> = drafts.iter().collect();
    let history = list("revisionHistory")?;
    let judgements: Vec<Judgement> = history.iter().filter_map(judgement).gather();
    let mut checked = drafts.iter().any(|draft| !draft.verifiers.is_empty());
    let (calibration, mut seen) = (learned.clone(), Vec::new());
    let mut posterior = Posterior::of(&calibration, &drafts, &judgements, &mut |posterior, one| {
        let unread = f64::from(u8::from(one.observation.is_none()));
        learned.unreadable = drawn(learned.unreadable, &mut learned.unreadable_weight, unread);
        let Some(draft) = drafts.iter().find(|draft| draft.index == one.draft && one.observation.is_some()) else { return };
        if let Some(Observation::Points(points)) = one.observation
            && !seen.contains(&one.draft)
            && !checked
        {
            // The scale cuts off the upper half, which says nothing of the width.
            let (mean, variance) = posterior.foreseen(one.draft, one.critic);
            let squared = (points - mean) * (points - mean);
            if points < mean && draft.parent.is_some() {
                let spread = squared - (variance - calibration.spread);
                learned.spread = drawn(learned.spread, &mut learned.spread_weight, spread).max(LEAST_VARIANCE);
            } else if points < mean && seen.is_empty() {
                let noise = squared - (variance - calibration.noise);
                learned.noise = drawn(learned.noise, &mut learned.noise_weight, noise).max(LEAST_VARIANCE);
            }
        }
        seen.push(one.draft);
    });
    let reviewed = match (result.field("truth"), result.field("acceptedBy").and_then(Raw::as_text)) {
        (Some(truth), _) => Some(Observation::Points(points(truth)?)),
        (None, Some("human")) => Some(Observation::AtLeast(ACCEPTANCE_THRESHOLD)),
        (None, _) => None,
    };
    if let (Some(review), Some(index)) = (reviewed, number(result, "draftIndex")) {
        posterior.reviewed(index, review);
        learned.truths += 1.0;
        let last = history.iter().rfind(|revision| number(revision, "draftIndex") == Some(index));
        let is_wrong = matches!(review, Observation::Points(points) if points < ACCEPTANCE_THRESHOLD);
        for juror in last.and_then(|revision| revision.field("jurors")).and_then(Raw::as_list).into_iter().flatten() {
            let name = juror.field("judge").and_then(|judge| judge.field("name")).and_then(Raw::as_text);
            let (Some(name), Some(accepted)) = (name, juror.field("accepted").and_then(Raw::as_flag)) else { continue };
            learned.jurors.update(name, |votes: &mut [f64; 4]| {
                remember(votes, 0.0);
                if let Some(vote) = votes.get_mut(2 * usize::from(is_wrong) + usize::from(!accepted)) {
                    *vote += 1.0;
                }
            });
        }
        checked = true;
    }
    let (means, covariance) = posterior.common();
    let began = Calibration::default();
    for ((mean, now), then) in learned.mean.iter_mut().zip(means).zip(began.mean) {
        *mean = then + KEPT * (now - then);
    }
    for ((cell, now), then) in learned.covariance.iter_mut().zip(covariance).zip(began.covariance) {
        *cell = KEPT * KEPT * now + (1.0 - KEPT * KEPT) * then;
    }
    let mut ways = [[0.0; 2]; 3];
    ways::add(&mut ways, &drafts);
    for (count, added) in [&mut learned.revised, &mut learned.anew, &mut learned.told].into_iter().zip(ways) {
        for (number, more) in count.iter_mut().zip(added) {
            *number += OTHER_TASK * more;
        }
        remember(count, 0.01);
    }
    learned.tasks += 1.0;
    learned.outcomes += f64::from(u8::from(checked));
    Ok(learned)
}

/// Scales counts down to what is remembered.
fn remember(counts: &mut [f64], least: f64) {
    let share = (COUNTED / counts.iter().sum::<f64>()).min(1.0);
    for count in counts {
        *count = (*count * share).max(least);
    }
}

/// Reads a draft of a result, without its text; an invalid verdict is left out.
fn read_draft(draft: &Raw) -> Option<Draft> {
    let verdicts = match draft.field("verifiers") {
        Some(Raw::Map(verdicts)) => verdicts.as_slice(),
        _ => &[],
    };
    let verdicts = verdicts.iter().filter_map(|(_, verdict)| VerifierVerdict::from_json(verdict).ok()).enumerate();
    Some(Draft {
        index: number(draft, "index")?,
        parent: number(draft, "parent"),
        duplicate_of: number(draft, "duplicateOf"),
        told: draft.field("told").and_then(|told| told.as_flag()),
        verifiers: verdicts.map(|(at, verdict)| (at.to_string(), verdict)).collect(),
        ..Draft::default()
    })
}

/// What a critique says of a draft's quality; `None` when it could not be read.
pub(super) fn observation(
    status: Verdict,
    score: Option<f64>,
    met: Option<(usize, usize)>,
    threshold: f64,
) -> Option<Observation> {
    match (status, score, met) {
        (Verdict::Contradictory | Verdict::Unclear | Verdict::Invalid, _, _) => None,
        (_, Some(score), _) => Some(Observation::Points(score)),
        (Verdict::Accepted, None, _) => Some(Observation::AtLeast(threshold)),
        (Verdict::NeedsRevision, None, Some((yes, all))) if yes < all => {
            Some(Observation::Points((10.0 * yes as f64 / all as f64).min(threshold - 1.0).max(0.5)))
        }
        (Verdict::NeedsRevision, None, _) => Some(Observation::Below(threshold)),
    }
}

/// Reads an entry of the revision history; `None` without a critique.
fn judgement(revision: &Raw) -> Option<Judgement<'_>> {
    let critique = revision.field("critique")?;
    let status = match critique.field("status").and_then(Raw::as_text) {
        Some("accepted") => Verdict::Accepted,
        Some("needs_revision") => Verdict::NeedsRevision,
        _ => Verdict::Invalid,
    };
    let met = critique.field("criteriaMet").and_then(Raw::as_list);
    let met = met.map(|met| (met.iter().filter(|m| m.as_flag() == Some(true)).count(), met.len()));
    let score = critique.field("score").and_then(Raw::as_number);
    Some(Judgement {
        call: revision.field("callId").and_then(Raw::as_text),
        critic: number(revision, "critic").unwrap_or(0),
        draft: number(revision, "draftIndex")?,
        observation: observation(status, score, met, ACCEPTANCE_THRESHOLD),
    })
}

fn points(truth: &Raw) -> Result<f64, ReflectError> {
    let points = truth.field("points");
    points.and_then(Raw::as_number).filter(|points| (0.0..=10.0).contains(points)).ok_or_else(|| {
        let got = match points {
            Some(number @ Raw::Number(_)) => number.describe(),
            other => describe(other).to_owned(),
        };
        let message = format!("`truth.points` of a result must be a number from 0 to 10, got {got}");
        ReflectError::new(ErrorCode::InvalidTask, message)
    })
}

/// A running mean with one more number.
fn drawn(mean: f64, weight: &mut f64, number: f64) -> f64 {
    *weight += 1.0;
    mean + (number - mean) / *weight
}

fn number(of: &Raw, key: &str) -> Option<u32> {
    of.field(key)?.as_count()
}
