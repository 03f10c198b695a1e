//! The ten figures of seed 000, each with what it was worked out from.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::interval::{Bounds, Confidence};
use super::tally::{Moments, Tally};

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
        match metric {
            LoopMetric::AvgIterations => Self::mean(&tally.iterations, "total_requests", confidence),
            LoopMetric::TimeoutRate => Self::rate(tally.limited, tally.runs, "total_requests", confidence),
            LoopMetric::RepetitionThresholdHits => Self::with(Some(tally.repetitions), tally.runs, "total_requests", None),
            LoopMetric::StoppedAtIteration1 => Self::rate(tally.single, tally.runs, "total_requests", confidence),
            LoopMetric::AvgMissingFields => Self::mean(&tally.missing, "total_stopped_requests", confidence),
            LoopMetric::PassRate => Self::rate(tally.passed, tally.evaluations, "total_evaluations", confidence),
            LoopMetric::UserRejectionRate => Self::rate(tally.rejected, tally.accepted, "passed_answers", confidence),
            LoopMetric::Correlation => {
                let (value, n) = (tally.rated.correlation(), tally.rated.n);
                Self::with(value, n, "rated_answers", value.and_then(|r| confidence.fisher(r, n)))
            }
            LoopMetric::AvgRetryCount => Self::mean(&tally.retries, "successful_requests", confidence),
            LoopMetric::FinalSuccessAfterRetries => Self::rate(tally.retried, tally.accepted, "successful_requests", confidence),
        }
    }

    /// What an alert and the diagnosis take for this figure: of `stopped_at_iteration_1` only the runs that nobody independent accepted.
    pub(super) fn alerting(metric: LoopMetric, tally: &Tally, confidence: Confidence) -> Self {
        match metric {
            LoopMetric::StoppedAtIteration1 => Self::rate(tally.premature, tally.runs, "total_requests", confidence),
            other => Self::of(other, tally, confidence),
        }
    }

    fn rate(hits: f64, n: f64, of: &'static str, confidence: Confidence) -> Self {
        Self::with((n > 0.0).then(|| hits / n), n, of, confidence.wilson(hits, n))
    }

    fn mean(m: &Moments, of: &'static str, confidence: Confidence) -> Self {
        let bounds = m.mean().zip(m.standard_error()).and_then(|(mean, error)| confidence.student(mean, error, m.n));
        Self::with(m.mean(), m.n, of, bounds)
    }

    fn with(value: Option<f64>, n: f64, of: &'static str, bounds: Option<Bounds>) -> Self {
        Self { value, n, of, low: bounds.map(|(low, _)| low), high: bounds.map(|(_, high)| high) }
    }
}
