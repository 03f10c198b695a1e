//! The sentences about settings that are each right and do not go together. One value that is not right is [`super::Fields::wrong`].

use crate::error::{ErrorCode, ReflectError};
use crate::message::{describe_mismatch, format_js_number, join_texts};

sentences! {
    unused_drafts(strategy: &str) -> ReflectError::invalid_settings =
        "`drafts` is a setting of `strategy: 'best-of-n'`, and the strategy is '{strategy}'";
    not_classic(key: &str) -> ReflectError::invalid_settings = "`{key}` is no setting of `strategy: 'classic'`";
    empty_criteria() -> ReflectError::invalid_settings =
        "`criteria` must name at least one criterion, got an empty list: leave it out to have points";
    missing_criteria() -> ReflectError::invalid_settings =
        "`criteria` must name at least one criterion when `advanced.critiqueFormat` is 'criteria': give them to the engine, or to \
         `settings` of the task";
    pointless_looks(form: &str) -> ReflectError::invalid_settings =
        "`looks` takes the mean of points, and critics are asked for the form '{form}', which has none";
    left_strategy() -> ReflectError::invalid_settings =
        "`strategy`: 'adaptive' is gone; take 'keep-best', or 'best-of-n' where you have no verifier and calls cost little";
    wrong_goal() -> ReflectError::invalid_settings = "`goal` must be {{ objective: string, successCriteria: string[] }}";
    wrong_criteria_count(most: usize, got: usize) -> ReflectError::invalid_settings =
        "`goal.successCriteria` must hold 1 to {most} criteria, got {got}";
    missing_field(path: &str) -> ReflectError::invalid_settings = "`{path}` is missing";
    missing_price(path: &str) -> ReflectError::invalid_settings = "`{path}` is missing: US dollars for a million tokens";
    missing_prices(key: &str) -> ReflectError::invalid_settings =
        "`budget.maxCostUsd` needs `{key}`: prices by model name, or `{{}}` if every reply tells its `usage.costUsd`";
    clashing_action(action: &str) -> ReflectError::invalid_settings = "`approveActions` and `rejectActions` both name \"{action}\"";
    taken_rule(name: &str) -> ReflectError::invalid_settings =
        "`ownRules.{name}` must have another name: `{name}` is one of the four rules";
}

pub(super) fn unknown_action(key: &str, actions: &[String], word: &str) -> ReflectError {
    let actions = join_texts(actions, ", ");
    ReflectError::invalid_settings(format!("`{key}` must be among `actions` ({actions}), got \"{word}\""))
}

/// A share of one where points of ten are meant.
pub(super) fn share_instead_of_points(path: &str, share: f64) -> ReflectError {
    let tenfold = format_js_number((share * 1_000.0).round() / 100.0);
    let got = format!("{}; did you mean {tenfold}?", format_js_number(share));
    ReflectError::invalid_settings(describe_mismatch(&format!("`{path}`"), "in points of ten", &got))
}

pub(super) fn changed_judge(what: &str) -> ReflectError {
    let message = format!("`guarantee` is of another judge: {what} is not as in its `judge`; label runs of this one");
    ReflectError::new(ErrorCode::JudgeChanged, message)
}
