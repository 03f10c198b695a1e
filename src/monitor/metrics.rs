//! The ten figures of seed 000, each with what it was worked out from.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::interval::{Bounds, Confidence};
use super::moments::Moments;
use super::tally::Tally;

/// A figure of a loop's health, by its name in the Lazy Agent essay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum LoopMetric {
    AvgIterations,
    TimeoutRate,
    RepetitionThresholdHits,
    #[serde(rename = "stopped_at_iteration_1")]
    StoppedAtIteration1,
    AvgMissingFields,
    PassRate,
    UserRejectionRate,
    Correlation,
    AvgRetryCount,
    FinalSuccessAfterRetries,
}

impl LoopMetric {
    pub const ALL: [Self; 10] = [
        Self::AvgIterations,
        Self::TimeoutRate,
        Self::RepetitionThresholdHits,
        Self::StoppedAtIteration1,
        Self::AvgMissingFields,
        Self::PassRate,
        Self::UserRejectionRate,
        Self::Correlation,
        Self::AvgRetryCount,
        Self::FinalSuccessAfterRetries,
    ];

    /// Its name in seed 000.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AvgIterations => "avg_iterations",
            Self::TimeoutRate => "timeout_rate",
            Self::RepetitionThresholdHits => "repetition_threshold_hits",
            Self::StoppedAtIteration1 => "stopped_at_iteration_1",
            Self::AvgMissingFields => "avg_missing_fields",
            Self::PassRate => "pass_rate",
            Self::UserRejectionRate => "user_rejection_rate",
            Self::Correlation => "correlation",
            Self::AvgRetryCount => "avg_retry_count",
            Self::FinalSuccessAfterRetries => "final_success_after_retries",
        }
    }
}

/// What a figure is worked out from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopMeasure {
    /// Absent where there is nothing to divide by, or nothing varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What it is divided by.
    pub n: f64,
    /// What is counted by `n`.
    #[cfg_attr(
        target_arch = "wasm32",
        tsify(
            type = "'total_requests' | 'total_stopped_requests' | 'total_evaluations' | 'passed_answers' | 'rated_answers' | 'successful_requests'"
        )
    )]
    pub of: &'static str,
    /// Bounds of the two-sided interval: Wilson's for a rate, Fisher's for the correlation, Student's for a mean. Absent where there are
    /// too few for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl LoopMeasure {
    /// One figure of a tally.
    pub(super) fn of(metric: LoopMetric, tally: &Tally, confidence: Confidence) -> Self {
        let (value, rated) = (Self::value(metric, tally), &tally.rated);
        let rate = |hits: f64, n: f64, of: &'static str| Self::with(value, n, of, confidence.wilson(hits, n));
        let mean = |m: &Moments, of: &'static str| {
            let bounds = value.zip(m.standard_error()).and_then(|(mean, error)| confidence.student(mean, error, m.n));
            Self::with(value, m.n, of, bounds)
        };
        match metric {
            LoopMetric::AvgIterations => mean(&tally.iterations, "total_requests"),
            LoopMetric::TimeoutRate => rate(tally.limited, tally.runs, "total_requests"),
            LoopMetric::RepetitionThresholdHits => Self::with(value, tally.runs, "total_requests", None),
            LoopMetric::StoppedAtIteration1 => rate(tally.single, tally.runs, "total_requests"),
            LoopMetric::AvgMissingFields => mean(&tally.missing, "total_stopped_requests"),
            LoopMetric::PassRate => rate(tally.passed, tally.evaluations, "total_evaluations"),
            LoopMetric::UserRejectionRate => rate(tally.rejected, tally.accepted, "passed_answers"),
            LoopMetric::Correlation => {
                Self::with(value, rated.n, "rated_answers", value.and_then(|r| confidence.fisher(r, rated.n)))
            }
            LoopMetric::AvgRetryCount => mean(&tally.retries, "successful_requests"),
            LoopMetric::FinalSuccessAfterRetries => rate(tally.retried, tally.accepted, "successful_requests"),
        }
    }

    /// The figure alone.
    pub(super) fn value(metric: LoopMetric, tally: &Tally) -> Option<f64> {
        let rate = |hits: f64, n: f64| (n > 0.0).then(|| hits / n);
        match metric {
            LoopMetric::AvgIterations => tally.iterations.mean(),
            LoopMetric::TimeoutRate => rate(tally.limited, tally.runs),
            LoopMetric::RepetitionThresholdHits => Some(tally.repetitions),
            LoopMetric::StoppedAtIteration1 => rate(tally.single, tally.runs),
            LoopMetric::AvgMissingFields => tally.missing.mean(),
            LoopMetric::PassRate => rate(tally.passed, tally.evaluations),
            LoopMetric::UserRejectionRate => rate(tally.rejected, tally.accepted),
            LoopMetric::Correlation => tally.rated.correlation(),
            LoopMetric::AvgRetryCount => tally.retries.mean(),
            LoopMetric::FinalSuccessAfterRetries => rate(tally.retried, tally.accepted),
        }
    }

    fn with(value: Option<f64>, n: f64, of: &'static str, bounds: Option<Bounds>) -> Self {
        Self { value, n, of, low: bounds.map(|(low, _)| low), high: bounds.map(|(_, high)| high) }
    }
}
