//! What a finished run teaches the next one.

use super::errors;
use super::strategy::revise_or_fresh::{self, DraftOutcome};
use crate::error::ReflectError;
use crate::message::{Gather, InputValue};
use crate::settings::Calibration;

/// Weight of a draft's outcome in later tasks (its own task uses 1). With full weight, one failed revision would stop all later revisions.
const OTHER_TASK: f64 = 0.25;
/// Successes of one way that are remembered, and drafts written in it; of more, each counts for less. By successes a way that seldom has
/// one is remembered for long, and a model that changes is noticed soon: with 200 drafts alone that costs 15 points of 400 tasks, not 3.
const SUCCESSES: f64 = 4.0;
const COUNTED: f64 = 200.0;

/// Drafts of a result at most: the best one, and the most that `history.maxDrafts` keeps. Each is compared with those before it.
const MAX_DRAFTS: usize = 1_001;

/// Calibration with what one result taught added to it. The result may come from any strategy; its `drafts` are used (`index`, `parent`,
/// `sawFailures`, `verifiers`).
///
/// # Errors
/// `invalid_task`, naming the field, when it is not a result, or has more drafts than a run keeps.
pub fn update_calibration(mut learned: Calibration, result: &InputValue) -> Result<Calibration, ReflectError> {
    let drafts = result.field("drafts");
    let Some(list) = drafts.and_then(InputValue::as_list) else {
        return Err(errors::missing_drafts(drafts));
    };
    if list.len() > MAX_DRAFTS {
        return Err(errors::too_many_drafts(MAX_DRAFTS, list.len()));
    }
    if let Some(at) = list.iter().position(|draft| draft.field("told").is_some()) {
        return Err(errors::outdated_told_key(at));
    }
    let drafts: Vec<DraftOutcome> = list.iter().filter_map(read_draft).gather();
    let mut ways = [[0.0; 2]; 3];
    revise_or_fresh::add_run_outcomes(&mut ways, &drafts);
    for (count, added) in [&mut learned.revision, &mut learned.fresh, &mut learned.informed_fresh].into_iter().zip(ways) {
        for (number, more) in count.iter_mut().zip(added) {
            *number += OTHER_TASK * more;
        }
        cap_outcome_counts(count);
    }
    learned.tasks += 1.0;
    Ok(learned)
}

/// Scales counts down to what is remembered.
fn cap_outcome_counts(counts: &mut [f64; 2]) {
    let share = (COUNTED / counts.iter().sum::<f64>()).min(SUCCESSES / counts[0]).min(1.0);
    for count in counts {
        *count = (*count * share).max(0.01);
    }
}

/// Reads a draft of a result; an invalid verdict is left out.
fn read_draft(draft: &InputValue) -> Option<DraftOutcome> {
    let verdicts = match draft.field("verifiers") {
        Some(InputValue::Map(verdicts)) => verdicts.as_slice(),
        _ => &[],
    };
    let passed: Vec<bool> = verdicts.iter().filter_map(|(_, verdict)| verdict.field("passed")?.as_flag()).gather();
    let number = |key| draft.field(key)?.as_count();
    Some(DraftOutcome {
        index: number("index")?,
        parent: number("parent"),
        saw_failures: draft.field("sawFailures").and_then(InputValue::as_flag) == Some(true),
        is_verified: !passed.is_empty(),
        passes: !passed.is_empty() && !passed.contains(&false),
    })
}
