//! The sentences of a monitor.

use crate::error::ReflectError;
use crate::message::{describe_mismatch, format_js_number};

sentences! {
    accepted_failure() -> ReflectError::invalid_task = "a result that is `accepted` cannot have the `status` 'failed'";
    empty_feedback() -> ReflectError::invalid_task = "`feedback` must have a `rating`, or `rejected`, or both";
    long_run_id(most: usize, got: usize) -> ReflectError::invalid_task = "`runId` must have {most} characters at most, got {got}";
    wrong_state(why: String) -> ReflectError::invalid_snapshot = "not the state of a monitor: {why}";
    wrong_format(format: &str, version: u32) -> ReflectError::invalid_snapshot = "expected `format` \"{format}\" and `version` {version}";
}

/// A state whose buckets have another width.
pub(super) fn wrong_bucket_width(theirs: f64, ours: f64) -> ReflectError {
    let (theirs, ours) = (format_js_number(theirs), format_js_number(ours));
    let message = format!("its `window.bucketMs` is {theirs} and this monitor's is {ours}; they must be the same");
    ReflectError::invalid_snapshot(message)
}

/// Two levels that cross.
pub(super) fn crossed_levels(name: &str, low: f64, high: f64) -> ReflectError {
    let (low, high) = (format_js_number(low), format_js_number(high));
    let message = format!("`levels.{name}Low` must not be above `levels.{name}High`: {low} is above {high}");
    ReflectError::invalid_settings(message)
}

pub(super) fn invalid_time(ms: f64) -> ReflectError {
    ReflectError::misuse(describe_mismatch("the time", "a number of milliseconds since 1970", &format_js_number(ms)))
}

/// The same words, but what is wrong is not a setting.
pub(super) fn to_invalid_task(error: ReflectError) -> ReflectError {
    ReflectError::invalid_task(error.message)
}
