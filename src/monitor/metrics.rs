//! The figures of seed 000, and those that came later, each with what it was worked out from, and how far it may be off.

use super::tally::Tally;

/// Standard errors on either side that hold 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// Numbers from which a mean has an interval; with fewer the normal distribution says too little of it.
const MEAN_FROM: f64 = 30.0;

words! {
    /// A figure of a loop's health, by its name in the Lazy Agent essay; the last three are ours.
    LoopMetric {
        AvgIterations = "avg_iterations",
        TimeoutRate = "timeout_rate",
        RepetitionThresholdHits = "repetition_threshold_hits",
        StoppedAtIteration1 = "stopped_at_iteration_1",
        AvgMissingFields = "avg_missing_fields",
        PassRate = "pass_rate",
        UserRejectionRate = "user_rejection_rate",
        Correlation = "correlation",
        AvgRetryCount = "avg_retry_count",
        FinalSuccessAfterRetries = "final_success_after_retries",
        AvgCalls = "avg_calls",
        AvgTokens = "avg_tokens",
        AvgCostUsd = "avg_cost_usd",
    }
}

records! {
    /// A figure, and what it is computed from.
    pub struct LoopMeasure {
        /// Absent when there is nothing to divide by, or nothing varies.
        pub value: Option<f64>,
        /// What it is divided by: runs, evaluations, accepted answers or rated answers.
        pub n: f64,
        /// Bounds of the 95 % interval: Wilson's for a rate, Fisher's for the correlation, that of the normal distribution for a mean.
        /// Absent when `n` is too small for one.
        pub low: Option<f64>,
        pub high: Option<f64>,
    }
}

impl LoopMeasure {
    /// One figure of a tally.
    pub(super) fn from_tally(metric: LoopMetric, t: &Tally) -> Self {
        match metric {
            LoopMetric::AvgIterations => Self::measure_mean(t.runs, t.iterations, t.iterations_squared),
            LoopMetric::TimeoutRate => Self::measure_rate(t.limited, t.runs),
            LoopMetric::RepetitionThresholdHits => Self::with_bounds(Some(t.repetitions), t.runs, None),
            LoopMetric::StoppedAtIteration1 => Self::measure_rate(t.single, t.runs),
            LoopMetric::AvgMissingFields => Self::measure_mean(t.with_missing, t.missing, t.missing_squared),
            LoopMetric::PassRate => Self::measure_rate(t.passed, t.evaluations),
            LoopMetric::UserRejectionRate => Self::measure_rate(t.rejected, t.accepted),
            LoopMetric::Correlation => Self::measure_correlation(t),
            LoopMetric::AvgRetryCount => Self::measure_mean(t.accepted, t.retries, t.retries_squared),
            LoopMetric::FinalSuccessAfterRetries => Self::measure_rate(t.retried, t.accepted),
            LoopMetric::AvgCalls => Self::mean_without_bounds(t.calls, t.with_usage),
            LoopMetric::AvgTokens => Self::mean_without_bounds(t.tokens, t.with_usage),
            LoopMetric::AvgCostUsd => Self::mean_without_bounds(t.cost, t.with_cost),
        }
    }

    /// `hits` in `n`, with the interval of Wilson (1927).
    pub(super) fn measure_rate(hits: f64, n: f64) -> Self {
        if n <= 0.0 {
            return Self::with_bounds(None, n, None);
        }
        let p = hits / n;
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Self::with_bounds(Some(p), n, Some(((middle - half).max(0.0), (middle + half).min(1.0))))
    }

    /// The mean of `n` numbers of this sum.
    fn mean_without_bounds(sum: f64, n: f64) -> Self {
        Self::with_bounds((n > 0.0).then(|| sum / n), n, None)
    }

    /// The mean of `n` numbers of this sum and this sum of squares.
    fn measure_mean(n: f64, sum: f64, squares: f64) -> Self {
        let mean = (n > 0.0).then(|| sum / n);
        let half = Z * ((squares - sum * sum / n).max(0.0) / (n - 1.0) / n).sqrt();
        Self::with_bounds(mean, n, mean.filter(|_| n >= MEAN_FROM).map(|mean| (mean - half, mean + half)))
    }

    /// Pearson's coefficient, absent while all scores, or all ratings, are the same; with the interval of Fisher (1921).
    fn measure_correlation(t: &Tally) -> Self {
        let n = t.rated;
        // n² times the variances and the covariance. What is left of equal numbers is rounding.
        let spread = |squares: f64, sum: f64| Some(n * squares - sum * sum).filter(|spread| *spread > 1e-9 * n * squares);
        let Some((x, y)) = spread(t.xx, t.x).zip(spread(t.yy, t.y)) else { return Self::with_bounds(None, n, None) };
        let r = ((n * t.xy - t.x * t.y) / (x.sqrt() * y.sqrt())).clamp(-1.0, 1.0);
        // The inverse hyperbolic tangent, and back.
        let (z, half) = (0.5 * libm::log((1.0 + r) / (1.0 - r)), Z / (n - 3.0).sqrt());
        let tanh = |x: f64| 1.0 - 2.0 / (libm::exp(2.0 * x) + 1.0);
        Self::with_bounds(Some(r), n, (n > 3.0).then(|| (tanh(z - half), tanh(z + half))))
    }

    fn with_bounds(value: Option<f64>, n: f64, bounds: Option<(f64, f64)>) -> Self {
        let (low, high) = bounds.unzip();
        Self { value, n, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        // Newcombe (1998), table I, method 3.
        for (hits, n, low, high) in [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605), (0.0, 20.0, 0.0, 0.1611)] {
            let measure = LoopMeasure::measure_rate(hits, n);
            let near = |ours: Option<f64>, theirs: f64| (ours.unwrap() - theirs).abs() < 5e-5;
            assert!(near(measure.low, low) && near(measure.high, high), "{hits} of {n}: {measure:?}");
        }
    }
}
