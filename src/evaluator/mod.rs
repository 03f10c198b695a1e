//! Is it good enough? Scores of a finished answer, weighed and held against a threshold (seed 000).
//!
//! **Invariant:** nothing here knows what to search for next. What falls short is named; what to do about it is decided by the loop that
//! owns a reflector, which cannot see a score.
//!
//! **Invariant:** a metric that could not be measured counts as 0 and passes nothing.

mod errors;
mod metrics;
mod words;

pub(crate) use metrics::is_within_field;
pub use metrics::{lexical_relevance, perspective_balance, source_diversity};

use crate::error::{ReflectError, describe_unknown_at};
use crate::message::{SmallMap, format_js_number, join_texts};

/// A score must be above this (seed 000).
pub const THRESHOLD: f64 = 0.7;
/// Metrics that an evaluator may have.
pub const MAX_METRICS: usize = 100;
/// Rounding difference between two sums of the same numbers; "above" ignores it.
const ROUNDING: f64 = 1e-12;
/// Characters kept of an explanation or of a reason.
const MAX_CHARS: usize = 2_000;
/// Paths kept of one metric.
const MAX_PATHS: usize = 100;

records! {
    /// One metric's score of an answer.
    pub struct MeasuredScore {
        /// `0..=1`.
        pub score: f64,
        /// Why, in a sentence.
        pub explanation: Option<String>,
        /// Paths of the parts of the answer that pull the score down. Empty when they are not known.
        pub paths: Vec<String>,
        /// False: the answer does not pass, whatever the other metrics say.
        pub passed: Option<bool>,
    }
}

/// What a metric came to.
#[derive(Clone, Debug, PartialEq)]
pub enum MetricResult {
    Score(MeasuredScore),
    /// It could not be measured, and why.
    Failed(String),
}

impl MeasuredScore {
    pub(crate) fn make_result(score: f64, explanation: impl Into<String>) -> MetricResult {
        Self::make_result_with_paths(score, explanation, Vec::new())
    }

    pub(crate) fn make_result_with_paths(score: f64, explanation: impl Into<String>, paths: Vec<String>) -> MetricResult {
        MetricResult::Score(Self { score, explanation: Some(explanation.into()), paths, passed: None })
    }
}

records! {
    /// How an evaluation went.
    pub struct Evaluation {
        /// `score` is above the threshold, every metric could be measured, and none says that the answer does not pass.
        pub passed: bool,
        /// Weighted mean of the scores, `0..=1`; a metric that could not be measured counts as 0.
        pub score: f64,
        /// What `score` had to be above.
        pub threshold: f64,
        /// By metric. A metric that could not be measured is absent.
        #[tsify(type = "Record<string, number>")]
        pub scores: SmallMap<f64>,
        /// The outcome in words, with each metric that fell short.
        pub feedback: String,
        /// What to fix: the metrics that fell short, the most costly first. Empty when it passed.
        pub repair_targets: Vec<RepairTarget>,
        /// Metrics that could not be measured, by name.
        pub failures: Vec<MetricFailure>,
    }

    /// A metric that fell short of the threshold in an evaluation that did not pass.
    pub struct RepairTarget {
        pub metric: String,
        pub score: f64,
        /// The metric's explanation of its score.
        pub explanation: Option<String>,
        /// Paths of the parts of the answer that pull the score down. Empty when the metric named none.
        pub paths: Vec<String>,
    }

    /// A metric that could not be measured: it threw, took too long, or gave no number from 0 to 1.
    pub struct MetricFailure {
        pub metric: String,
        pub reason: String,
    }
}

/// Metrics with their weights, and what their mean must be above.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    metrics: Vec<(String, f64)>,
    threshold: f64,
}

impl Rubric {
    /// A metric without a weight weighs 1.
    ///
    /// # Errors
    /// `invalid_settings` when there is no metric, a name is blank or there twice, a weight is of no metric, negative or not a number, all
    /// are 0, or the threshold is not from 0 to 1.
    pub fn new(metrics: Vec<String>, weights: &[(String, f64)], threshold: f64) -> Result<Self, ReflectError> {
        if metrics.is_empty() || metrics.len() > MAX_METRICS {
            return Err(errors::wrong_metric_count(MAX_METRICS, metrics.len()));
        }
        let names: Vec<&str> = metrics.iter().map(String::as_str).collect();
        for (at, name) in names.iter().enumerate() {
            let unfit = name.trim().is_empty() || *name == "__proto__" || name.chars().count() > 100;
            if unfit || names.iter().take(at).any(|other| other == name) {
                return Err(errors::wrong_metric_name(name));
            }
        }
        for (name, weight) in weights {
            if !names.contains(&name.as_str()) {
                return Err(ReflectError::invalid_settings(describe_unknown_at("metric", "weights.", name, &names)));
            }
            if !(0.0..=1e6).contains(weight) {
                return Err(errors::wrong_number(&format!("weights.{name}"), "1000000", *weight));
            }
        }
        if !(0.0..=1.0).contains(&threshold) {
            return Err(errors::wrong_number("threshold", "1", threshold));
        }
        // By name, so that the order in which metrics are written down changes no sum.
        let mut weighed: Vec<(String, f64)> = Vec::new();
        for name in metrics {
            let weight = weights.iter().rev().find(|(of, _)| *of == name).map_or(1.0, |(_, weight)| *weight);
            weighed.insert(weighed.iter().take_while(|(other, _)| *other < name).count(), (name, weight));
        }
        let metrics = weighed;
        if metrics.iter().all(|(_, weight)| *weight == 0.0) {
            return Err(errors::weightless_metrics());
        }
        Ok(Self { metrics, threshold })
    }

    /// Weighs what the metrics came to. A metric of the rubric that is not among them could not be measured.
    pub fn write_evaluation(&self, results: &[(String, MetricResult)]) -> Evaluation {
        let (mut sum, mut weights) = (0.0, 0.0);
        let (mut scores, mut failures) = (Vec::new(), Vec::new());
        let mut short: Vec<(f64, RepairTarget)> = Vec::new();
        let mut vetoed = false;
        for (metric, weight) in &self.metrics {
            weights += weight;
            match check_metric_result(results.iter().find(|(name, _)| name == metric).map(|(_, outcome)| outcome)) {
                Ok(score) => {
                    sum += weight * score.score;
                    scores.push((metric.clone(), score.score));
                    let veto = score.passed == Some(false);
                    vetoed |= veto;
                    if score.score <= self.threshold && *weight > 0.0 || veto {
                        let cost = weight * (self.threshold - score.score);
                        let MeasuredScore { score, explanation, paths, .. } = score;
                        let target = RepairTarget { metric: metric.clone(), score, explanation, paths };
                        short.insert(short.iter().take_while(|(other, _)| *other >= cost).count(), (cost, target));
                    }
                }
                Err(reason) => failures.push(MetricFailure { metric: metric.clone(), reason }),
            }
        }
        let mean = (sum / weights).min(1.0);
        let score = if (mean - self.threshold).abs() < ROUNDING { self.threshold } else { mean };
        let passed = score > self.threshold && failures.is_empty() && !vetoed;
        let short: Vec<RepairTarget> = short.into_iter().map(|(_, target)| target).collect();
        let feedback = compose_feedback(passed, vetoed, (score, self.threshold), &short, &failures);
        let repair_targets = if passed { Vec::new() } else { short };
        let scores = scores.into_iter().collect();
        Evaluation { passed, score, threshold: self.threshold, scores, feedback, repair_targets, failures }
    }
}

/// A score that can be used, its words and paths within limits.
fn check_metric_result(result: Option<&MetricResult>) -> Result<MeasuredScore, String> {
    match result {
        None => Err(errors::unmeasured_metric()),
        Some(MetricResult::Failed(reason)) => Err(cut_text(reason)),
        Some(MetricResult::Score(MeasuredScore { score, .. })) if !(0.0..=1.0).contains(score) => {
            Err(errors::wrong_score(*score))
        }
        Some(MetricResult::Score(MeasuredScore { score, explanation, paths, passed })) => Ok(MeasuredScore {
            passed: *passed,
            // `-0.0` is no other score than `0.0`.
            score: score + 0.0,
            explanation: explanation.as_deref().filter(|text| !text.trim().is_empty()).map(cut_text),
            paths: paths.iter().take(MAX_PATHS).map(|path| cut_text(path)).collect(),
        }),
    }
}

fn compose_feedback(
    passed: bool,
    vetoed: bool,
    (score, threshold): (f64, f64),
    shortfalls: &[RepairTarget],
    failures: &[MetricFailure],
) -> String {
    let (score, threshold) = (format_rounded(score), format_rounded(threshold));
    if passed {
        return format!("The answer passed: {score} is above {threshold}.");
    }
    let mut text = format!("The answer did not pass: {score}, and above {threshold} is needed.");
    if vetoed {
        text.push_str(" It cannot pass while a metric says that it does not.");
    }
    if !failures.is_empty() {
        text.push_str(" It cannot pass while a metric cannot be measured.");
    }
    for target in shortfalls {
        let why = target.explanation.as_ref().map(|why| format!(", {why}")).unwrap_or_default();
        let paths = if target.paths.is_empty() { String::new() } else { format!(" ({})", join_texts(&target.paths, ", ")) };
        text.push_str(&format!("\n- {}: {}{why}{paths}", target.metric, format_rounded(target.score)));
    }
    for failure in failures {
        text.push_str(&format!("\n- {}: could not be measured: {}", failure.metric, failure.reason));
    }
    text
}

/// With six decimals at most.
fn format_rounded(number: f64) -> String {
    format_js_number((number * 1e6).round() / 1e6)
}

fn cut_text(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
