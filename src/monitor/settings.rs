//! What a person may set of a monitor.

use serde::Serialize;
use tsify::Tsify;

use crate::error::{ErrorCode, ReflectError};
use crate::message::decimal;
use crate::settings::{Fields, Raw};

words! {
    /// When an alert opens.
    AlertMode {
        /// The figure itself crosses its level, as in the seed. A few runs that went badly are enough.
        Point = "point",
        /// The whole interval of the figure lies beyond the level.
        Confident = "confident",
    }
}

/// From where on a figure is high or low. A rate is high above its level and low below it; `avgMissingFieldsHigh` is high from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Levels {
    pub timeout_rate_high: f64,
    pub timeout_rate_low: f64,
    pub stopped_at_iteration_1_high: f64,
    pub avg_missing_fields_high: f64,
    pub pass_rate_low: f64,
    pub pass_rate_high: f64,
    pub user_rejection_rate_high: f64,
    pub correlation_low: f64,
    pub avg_retry_count_high: f64,
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
    ///
    /// # Errors
    /// `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check(raw: &Raw) -> Result<Self, ReflectError> {
        let f = Fields::of(raw, "", &["mode", "minRated", "window", "remember", "levels"])?;
        let window = f.nested("window", &["buckets", "bucketMs"], |w| {
            Ok((w.int("buckets", 1, 1_000)?, w.number("bucketMs", 1_000.0, 31_536_000_000.0)?))
        })?;
        let (buckets, bucket_ms) = window.unwrap_or_default();
        Ok(Self {
            mode: f.word("mode", AlertMode::WORDS)?.unwrap_or(AlertMode::Point),
            min_rated: f64::from(f.int("minRated", 4, 1_000_000)?.unwrap_or(100)),
            buckets: u64::from(buckets.unwrap_or(24)),
            bucket_ms: bucket_ms.unwrap_or(3_600_000.0),
            remember: f.int("remember", 0, 1_000_000)?.unwrap_or(10_000) as usize,
            levels: levels(&f)?,
        })
    }
}

fn levels(f: &Fields) -> Result<Levels, ReflectError> {
    const KEYS: [&str; 9] = [
        "timeoutRateHigh",
        "timeoutRateLow",
        "stoppedAtIteration1High",
        "avgMissingFieldsHigh",
        "passRateLow",
        "passRateHigh",
        "userRejectionRateHigh",
        "correlationLow",
        "avgRetryCountHigh",
    ];
    let none = Raw::Map(Vec::new());
    let l = Fields::of(f.get("levels").unwrap_or(&none), "levels", &KEYS)?;
    let level = |key: &str, otherwise: f64, low: f64, high: f64| l.number(key, low, high).map(|set| set.unwrap_or(otherwise));
    let levels = Levels {
        timeout_rate_high: level("timeoutRateHigh", 0.15, 0.0, 1.0)?,
        timeout_rate_low: level("timeoutRateLow", 0.05, 0.0, 1.0)?,
        stopped_at_iteration_1_high: level("stoppedAtIteration1High", 0.3, 0.0, 1.0)?,
        avg_missing_fields_high: level("avgMissingFieldsHigh", 1.0, 0.0, 1e9)?,
        pass_rate_low: level("passRateLow", 0.5, 0.0, 1.0)?,
        pass_rate_high: level("passRateHigh", 0.8, 0.0, 1.0)?,
        user_rejection_rate_high: level("userRejectionRateHigh", 0.2, 0.0, 1.0)?,
        correlation_low: level("correlationLow", 0.6, -1.0, 1.0)?,
        avg_retry_count_high: level("avgRetryCountHigh", 3.0, 0.0, 1e9)?,
    };
    for (name, low, high) in [
        ("timeoutRate", levels.timeout_rate_low, levels.timeout_rate_high),
        ("passRate", levels.pass_rate_low, levels.pass_rate_high),
    ] {
        if low > high {
            let message =
                format!("`levels.{name}Low` must not be above `levels.{name}High`: {} is above {}", decimal(low), decimal(high));
            return Err(ReflectError::new(ErrorCode::InvalidSettings, message));
        }
    }
    Ok(levels)
}
