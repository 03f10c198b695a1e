//! The sentences about a rubric, and about a metric that gave no score.

use crate::error::ReflectError;
use crate::message::{describe_field_mismatch, describe_mismatch, format_js_number};

sentences! {
    wrong_metric_count(most: usize, got: usize) -> ReflectError::invalid_settings = "`metrics` must name 1 to {most} metrics, got {got}";
    weightless_metrics() -> ReflectError::invalid_settings = "`weights` must leave a metric that weighs more than 0";
    unmeasured_metric() -> String::from = "it was not measured";
    wordless_question() -> String::from = "the question has no words";
    missing_contrarian() -> String::from = "no contrarian field is named";
}

pub(super) fn wrong_metric_name(name: &str) -> ReflectError {
    let name: String = name.chars().take(80).collect();
    let allowed = "of 1 to 100 characters and there once";
    ReflectError::invalid_settings(describe_mismatch("a metric's name", allowed, &format!("\"{name}\"")))
}

pub(super) fn wrong_number(key: &str, most: &str, got: f64) -> ReflectError {
    ReflectError::invalid_settings(describe_field_mismatch(key, &format!("a number from 0 to {most}"), &format_js_number(got)))
}

pub(super) fn wrong_score(score: f64) -> String {
    describe_mismatch("its score", "a number from 0 to 1", &format_js_number(score))
}
