//! What a person may set of a monitor.

use super::errors;
use super::metrics::LoopMetric;
use crate::error::ReflectError;
use crate::settings::{FieldChecker, InputValue};

words! {
    /// When an alert opens.
    AlertMode {
        /// The figure itself crosses its level, as in the seed. A few runs that went badly are enough.
        Point = "point",
        /// The whole interval of the figure lies beyond the level.
        Confident = "confident",
    }
}

/// On which side of its level a figure is high or low.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    Above,
    /// Above, or the same.
    From,
    Below,
}

/// A figure, the side of a level on which it is a sign of a fault, and that level.
pub(super) type FaultSign = (LoopMetric, Side, f64);

/// Declares the signs: each with the key of its level, the level where none is set, and the range of that.
macro_rules! levels {
    ($($name:ident = $metric:ident $side:ident $key:literal: $usual:literal, $low:literal to $high:literal;)*) => {
        /// From where on a figure is high or low. A rate is high above its level and low below it; `avgMissingFieldsHigh` is high from it.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub(super) struct Levels { $(pub $name: FaultSign,)* }

        impl Levels {
            const KEYS: &[&str] = &[$($key),*];

            fn read_levels(f: &FieldChecker) -> Self {
                let level = |key: &str, usual: f64, low: f64, high: f64| f.number(key, low, high).unwrap_or(usual);
                Self { $($name: (LoopMetric::$metric, Side::$side, level($key, $usual, $low, $high)),)* }
            }
        }
    };
}

levels! {
    timeout_rate_high = TimeoutRate Above "timeoutRateHigh": 0.15, 0.0 to 1.0;
    timeout_rate_low = TimeoutRate Below "timeoutRateLow": 0.05, 0.0 to 1.0;
    stopped_at_iteration_1_high = StoppedAtIteration1 Above "stoppedAtIteration1High": 0.3, 0.0 to 1.0;
    avg_missing_fields_high = AvgMissingFields From "avgMissingFieldsHigh": 1.0, 0.0 to 1e9;
    pass_rate_low = PassRate Below "passRateLow": 0.5, 0.0 to 1.0;
    pass_rate_high = PassRate Above "passRateHigh": 0.8, 0.0 to 1.0;
    user_rejection_rate_high = UserRejectionRate Above "userRejectionRateHigh": 0.2, 0.0 to 1.0;
    correlation_low = Correlation Below "correlationLow": 0.6, -1.0 to 1.0;
    avg_retry_count_high = AvgRetryCount Above "avgRetryCountHigh": 3.0, 0.0 to 1e9;
}

/// Settings that were checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonitorSettings {
    pub(super) mode: AlertMode,
    /// Rated runs from which the correlation is believed.
    pub(super) min_rated: f64,
    /// A window is this many buckets.
    pub(super) buckets: u64,
    pub(super) bucket_ms: f64,
    /// Runs that are remembered, so that feedback finds them.
    pub(super) remember: usize,
    pub(super) levels: Levels,
}

impl MonitorSettings {
    /// Checks every key, type and range. The levels are the seed's where it has a number; where its table says "high" or "low", ours.
    /// Errors: `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check_settings(raw: &InputValue) -> Result<Self, ReflectError> {
        FieldChecker::read_object(raw, "", &["mode", "minRated", "window", "remember", "levels"], Self::read_settings)
    }

    fn read_settings(f: &FieldChecker) -> Result<Self, ReflectError> {
        let window = f.nested("window", &["buckets", "bucketMs"]);
        let (buckets, bucket_ms) = (window.int("buckets", 1, 1_000), window.number("bucketMs", 1_000.0, 31_536_000_000.0));
        let levels = Levels::read_levels(&f.nested("levels", Levels::KEYS));
        for (name, (_, _, low), (_, _, high)) in [
            ("timeoutRate", levels.timeout_rate_low, levels.timeout_rate_high),
            ("passRate", levels.pass_rate_low, levels.pass_rate_high),
        ] {
            if low > high {
                return Err(errors::crossed_levels(name, low, high));
            }
        }
        Ok(Self {
            mode: f.word("mode", AlertMode::WORDS).unwrap_or(AlertMode::Point),
            min_rated: f64::from(f.int("minRated", 4, 1_000_000).unwrap_or(100)),
            buckets: u64::from(buckets.unwrap_or(24)),
            bucket_ms: bucket_ms.unwrap_or(3_600_000.0),
            remember: f.int("remember", 0, 1_000_000).unwrap_or(10_000) as usize,
            levels,
        })
    }
}
