//! What is read of a result. Every loop's result has some of it; what one does not have is not made up.

use super::errors;
use super::ledger::RememberedRun;
use super::tally::Tally;
use crate::error::{ReflectError, describe_unknown_at};
use crate::flow::{RunStatus, StopReason};
use crate::settings::{FieldChecker, InputValue, Strategy};

/// Characters that a run's id may have.
const MAX_ID_CHARS: usize = 200;
/// What a rating may be at most, either side of 0, so that sums of their squares stay exact enough.
const MAX_RATING: f64 = 1_000.0;
/// Tokens, or US dollars, that one run may say it spent.
const MAX_SPENT: f64 = 1e15;
/// Retries from which a success came "after multiple retries" (seed 000).
const MULTIPLE: f64 = 2.0;

/// Reasons for which a run ends that are not a decision of the loop: something broke.
const BROKEN: [StopReason; 7] = [
    StopReason::ModelError,
    StopReason::ToolError,
    StopReason::EmptyDraft,
    StopReason::UnreadableCritique,
    StopReason::CriticUnavailable,
    StopReason::VerifierError,
    StopReason::InvalidInput,
];

/// What is read of a result.
pub(super) struct ObservedRun {
    pub run_id: Option<String>,
    pub remembered: RememberedRun,
    /// What it counts for.
    pub tally: Tally,
}

/// What a person says of a run's answer.
pub(super) struct RunFeedback {
    pub run_id: String,
    pub rating: Option<f64>,
    pub is_rejected: bool,
}

/// Reads a result. Keys that are not known are passed over.
pub(super) fn read_result(result: &InputValue, at_ms: f64) -> Result<ObservedRun, ReflectError> {
    FieldChecker::read_open_object(result, "", "a result", |f| read_result_fields(f, at_ms))
}

fn read_result_fields(f: &FieldChecker, at_ms: f64) -> Result<ObservedRun, ReflectError> {
    let failed = f.word("status", RunStatus::WORDS).ok_or_else(|| f.missing_field_error("status"))? == RunStatus::Failed;
    let reason = f.text("stopReason").ok_or_else(|| f.missing_field_error("stopReason"))?;
    // A reflection on a decision is one evaluation of it, in one iteration by its nature.
    let revise = f.flag("shouldRevise");
    let accepted =
        f.flag("accepted").or(revise.map(|revise| !revise && !failed)).ok_or_else(|| f.missing_field_error("accepted"))?;
    let iterations = read_count(f, "iterations").or(revise.map(|_| 1.0)).ok_or_else(|| f.missing_field_error("iterations"))?;
    if accepted && failed {
        return Err(errors::accepted_failure());
    }
    // Any limit: `max_calls`, `max_iterations`, …
    let (aborted, limited) = (reason == StopReason::Aborted.as_str(), reason.starts_with("max_"));
    let stopped = !failed && !aborted;
    let single =
        stopped && !limited && iterations == 1.0 && revise.is_none() && !BROKEN.iter().any(|broken| broken.as_str() == reason);
    let independent = match f.text("acceptedBy").as_deref() {
        Some("verifier" | "human") => true,
        Some("critic") => f.flag("selfCritique") != Some(true),
        _ => false,
    };
    let judged = f.flag("judged") != Some(false);
    let (passed, evaluations) = match f.get("evaluations") {
        Some(_) => {
            let evaluations = read_objects(f, "evaluations");
            let mut passed = 0.0;
            for evaluation in &evaluations {
                passed += flag_as_number(evaluation.flag("passed").ok_or_else(|| evaluation.missing_field_error("passed"))?);
            }
            (passed, evaluations.len() as f64)
        }
        None if stopped && judged => (flag_as_number(accepted), 1.0),
        None => (0.0, 0.0),
    };
    let missing = count_missing_required_fields(f).filter(|_| stopped);
    let (calls, tokens, cost) = (read_count(f, "calls"), f.number("tokens", 0.0, MAX_SPENT), f.number("costUsd", 0.0, MAX_SPENT));
    let retries = match read_count(f, "retries").or(read_count(f, "repairs")) {
        Some(retries) => retries,
        None if f.get("evaluations").is_some() => (evaluations - 1.0).max(0.0),
        None => (iterations - count_first_round_drafts(f)).max(0.0),
    };
    let retries = if accepted { retries } else { 0.0 };
    let tally = Tally {
        runs: 1.0,
        failed: flag_as_number(failed),
        aborted: flag_as_number(aborted),
        limited: flag_as_number(limited),
        single: flag_as_number(single),
        premature: flag_as_number(single && !(accepted && independent)),
        repetitions: read_count(f, "repetitionHits").unwrap_or_default(),
        evaluations,
        passed,
        accepted: flag_as_number(accepted),
        retried: flag_as_number(retries >= MULTIPLE),
        iterations,
        iterations_squared: iterations * iterations,
        with_missing: flag_as_number(missing.is_some()),
        missing: missing.unwrap_or_default(),
        missing_squared: missing.map_or(0.0, |missing| missing * missing),
        retries,
        retries_squared: retries * retries,
        with_usage: flag_as_number(calls.or(tokens).is_some()),
        calls: calls.unwrap_or_default(),
        tokens: tokens.unwrap_or_default(),
        with_cost: flag_as_number(cost.is_some()),
        cost: cost.unwrap_or_default(),
        ..Tally::default()
    };
    let score = if judged { find_scaled_score(f) } else { None };
    let remembered = RememberedRun { at_ms, accepted, score, rated: false, rejected: false };
    Ok(ObservedRun { run_id: read_run_id(f)?, remembered, tally })
}

/// Reads what a person, or something they did, says of a run's answer: `{ runId, rating?, rejected? }`.
pub(super) fn read_feedback(feedback: &InputValue) -> Result<RunFeedback, ReflectError> {
    const KEYS: [&str; 3] = ["runId", "rating", "rejected"];
    FieldChecker::read_open_object(feedback, "feedback", "", |f| {
        if let Some(unknown) = f.keys().find(|key| !KEYS.contains(key)) {
            return Err(ReflectError::invalid_task(describe_unknown_at("key", "feedback.", unknown, &KEYS)));
        }
        let run_id = read_run_id(f)?.ok_or_else(|| f.missing_field_error("runId"))?;
        let (rating, rejected) = (f.number("rating", -MAX_RATING, MAX_RATING), f.flag("rejected"));
        if rating.is_none() && rejected.is_none() {
            return Err(errors::empty_feedback());
        }
        Ok(RunFeedback { run_id, rating, is_rejected: rejected.unwrap_or(false) })
    })
}

fn flag_as_number(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn read_run_id(f: &FieldChecker) -> Result<Option<String>, ReflectError> {
    let id = f.text("runId");
    let chars = id.as_ref().map_or(0, |id| id.chars().count());
    if chars > MAX_ID_CHARS {
        return Err(errors::long_run_id(MAX_ID_CHARS, chars));
    }
    Ok(id)
}

fn read_count(f: &FieldChecker, key: &str) -> Option<f64> {
    f.int(key, 0, 1_000_000_000).map(f64::from)
}

/// The objects of a list.
fn read_objects<'a>(f: &FieldChecker<'a>, key: &str) -> Vec<FieldChecker<'a>> {
    let items = f.list(key, "a list of objects").unwrap_or_default();
    items.iter().map(|item| f.object_fields(item, key, key)).collect()
}

/// Drafts of an engine's first round, which are not retries: several only where its strategy writes some at once.
fn count_first_round_drafts(f: &FieldChecker) -> f64 {
    let drafts = read_objects(f, "drafts");
    let strategy = f.nested_open_object("metadata").get("strategy").and_then(InputValue::as_text);
    let several = strategy.and_then(|word| Strategy::WORDS.find_value(word)).is_some_and(Strategy::begins_with_several);
    let fresh = drafts.iter().filter(|draft| draft.get("parent").is_none()).count();
    if several { fresh.max(1) as f64 } else { 1.0 }
}

/// `missingFields`, or as many of `missing` as a canonical model requires.
fn count_missing_required_fields(f: &FieldChecker) -> Option<f64> {
    if let Some(number) = read_count(f, "missingFields") {
        return Some(number);
    }
    let gaps = f.list("missing", "a list of what is missing")?;
    // A gap that is only a path counts as required.
    let is_required = |gap: &&InputValue| gap.field("required").is_none_or(|required| required.as_text() == Some("must"));
    Some(gaps.iter().filter(is_required).count() as f64)
}

/// The score of the evaluation, the critique (points of 10, or criteria met) or the critic's verdict (criteria met; a critic may be sure of
/// a no), whichever the result has. A critique that nobody could read has none: that is no 0.
fn find_scaled_score(f: &FieldChecker) -> Option<f64> {
    for (part, most) in [("evaluation", 1.0), ("critique", 10.0), ("criticVerdict", 1.0)] {
        let part = f.nested_open_object(part);
        let unread = part.get("status") == Some(&InputValue::Text("invalid".to_owned()));
        let score = part.number("score", 0.0, most).map(|points| points / most).or(share_of_met_criteria(&part));
        if let Some(score) = score.filter(|_| !unread) {
            return Some(score);
        }
    }
    f.number("score", 0.0, 1.0)
}

/// The share of criteria that are met.
fn share_of_met_criteria(f: &FieldChecker) -> Option<f64> {
    let allowed = "a list of true and false";
    let flags = f.list("criteriaMet", allowed)?;
    let mut met = 0.0;
    for flag in flags {
        let InputValue::Bool(flag) = flag else { return f.refuse_field("criteriaMet", allowed, flag) };
        met += flag_as_number(*flag);
    }
    (!flags.is_empty()).then(|| met / flags.len() as f64)
}
