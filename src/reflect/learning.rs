//! What a finished run teaches the next one.

use serde_json::Value;

use super::strategy::belief::{Posterior, Says};
use crate::critique::Verdict;
use crate::error::{ErrorCode, ReflectError};
use crate::message::told;
use crate::settings::{ACCEPTANCE_THRESHOLD, Calibration};

/// How much of what was learned is kept from one task to the next; the rest falls back to what it began with, so that a changed model
/// is noticed within some ten thousand tasks. Kept less, what a revision does was seen to wander by its own size.
const KEPT: f64 = 0.99995;
/// Least variance that is believed of noise and of what a revision does.
const LEAST_VARIANCE: f64 = 0.2;

/// Calibration with what one result taught added to it. The result may come from any strategy; of it are used `drafts` (`index`,
/// `parent`, `duplicateOf`, `verifiers`), `revisionHistory` (`draftIndex`, `critic`, `critique`), `acceptedBy`, `draftIndex`, and `truth`:
/// `points` that somebody who is right gave the returned draft later.
///
/// # Errors
/// `invalid_task` when it is no result, or `truth.points` is not from 0 to 10, naming the field.
pub fn calibrate(calibration: &Calibration, result: &Value) -> Result<Calibration, ReflectError> {
    let list = |name: &str| {
        let wrong = |came: Option<&Value>| format!("a result must have a list `{name}`, got {}", told(came));
        result
            .get(name)
            .and_then(Value::as_array)
            .ok_or_else(|| ReflectError::new(ErrorCode::InvalidTask, wrong(result.get(name))))
    };
    let (drafts, looks) = (list("drafts")?, list("revisionHistory")?);
    let (mut learned, mut posterior) = (calibration.clone(), Posterior::new(calibration));
    let mut checked = false;
    for draft in drafts {
        let Some(index) = number(draft, "index") else { continue };
        posterior.draft(index, number(draft, "parent"), number(draft, "duplicateOf"));
        if let Some(passed) = passed(draft.get("verifiers")) {
            posterior.checked(index, passed);
            checked = true;
        }
    }
    let mut seen: Vec<u32> = Vec::new();
    for look in looks {
        let Some(critique) = look.get("critique") else { continue };
        let heard = says(critique);
        learned.unreadable = drawn(learned.unreadable, &mut learned.unreadable_weight, f64::from(u8::from(heard.is_none())));
        let Some(index) = number(look, "draftIndex").filter(|at| drafts.iter().any(|d| number(d, "index") == Some(*at))) else {
            continue;
        };
        let (Some(heard), critic) = (heard, number(look, "critic").unwrap_or(0)) else { continue };
        if let Says::Points(points) = heard
            && !seen.contains(&index)
            && !checked
        {
            // The upper half of a distribution that the scale cuts off says nothing of its width.
            let (mean, variance) = posterior.foreseen(index, critic);
            let squared = (points - mean) * (points - mean);
            let revision = drafts.iter().any(|d| number(d, "index") == Some(index) && number(d, "parent").is_some());
            if points < mean && revision {
                let spread = squared - (variance - calibration.spread);
                learned.spread = drawn(learned.spread, &mut learned.spread_weight, spread).max(LEAST_VARIANCE);
            } else if points < mean && seen.is_empty() {
                let noise = squared - (variance - calibration.noise);
                learned.noise = drawn(learned.noise, &mut learned.noise_weight, noise).max(LEAST_VARIANCE);
            }
        }
        seen.push(index);
        posterior.look(index, critic, heard);
    }
    let says = match (result.get("truth"), result.get("acceptedBy").and_then(Value::as_str)) {
        (Some(truth), _) => Some(Says::Points(points(truth)?)),
        (None, Some("human")) => Some(Says::AtLeast(ACCEPTANCE_THRESHOLD)),
        (None, _) => None,
    };
    if let (Some(says), Some(index)) = (says, number(result, "draftIndex")) {
        posterior.reviewed(index, says);
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
    learned.tasks += 1.0;
    learned.outcomes += f64::from(u8::from(checked));
    Ok(learned)
}

/// What a critique says of a draft's quality; `None` when it could not be read.
pub(super) fn heard(status: Verdict, score: Option<f64>, met: Option<(usize, usize)>, threshold: f64) -> Option<Says> {
    match (status, score, met) {
        (Verdict::Contradictory | Verdict::Unclear | Verdict::Invalid, _, _) => None,
        (_, Some(score), _) => Some(Says::Points(score)),
        (Verdict::Accepted, None, _) => Some(Says::AtLeast(threshold)),
        (Verdict::NeedsRevision, None, Some((yes, all))) if yes < all => {
            Some(Says::Points((10.0 * yes as f64 / all as f64).min(threshold - 1.0).max(0.5)))
        }
        (Verdict::NeedsRevision, None, _) => Some(Says::Below(threshold)),
    }
}

fn says(critique: &Value) -> Option<Says> {
    let status = match critique.get("status").and_then(Value::as_str) {
        Some("accepted") => Verdict::Accepted,
        Some("needs_revision") => Verdict::NeedsRevision,
        _ => Verdict::Invalid,
    };
    let met = critique.get("criteriaMet").and_then(Value::as_array);
    let met = met.map(|met| (met.iter().filter(|m| m.as_bool() == Some(true)).count(), met.len()));
    heard(status, critique.get("score").and_then(Value::as_f64), met, ACCEPTANCE_THRESHOLD)
}

fn points(truth: &Value) -> Result<f64, ReflectError> {
    let points = truth.get("points");
    points.and_then(Value::as_f64).filter(|points| (0.0..=10.0).contains(points)).ok_or_else(|| {
        let came = points.filter(|points| points.is_number()).map_or_else(|| told(points).to_string(), Value::to_string);
        let message = format!("`truth.points` of a result must be a number from 0 to 10, got {came}");
        ReflectError::new(ErrorCode::InvalidTask, message)
    })
}

/// A running mean with one more number.
fn drawn(mean: f64, weight: &mut f64, number: f64) -> f64 {
    *weight += 1.0;
    mean + (number - mean) / *weight
}

fn number(of: &Value, key: &str) -> Option<u32> {
    of.get(key).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok())
}

/// Whether all verifiers passed; `None` where none ran.
fn passed(verifiers: Option<&Value>) -> Option<bool> {
    let verdicts = verifiers.and_then(Value::as_object).filter(|map| !map.is_empty())?;
    Some(verdicts.values().all(|v| v.get("passed").and_then(Value::as_bool) == Some(true)))
}
