//! What a person may set of a monitor. The defaults are the seed's alerts; where its table only says "high" or "low", the issue's.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::interval::Confidence;
use crate::error::{ErrorCode, ReflectError};
use crate::message::decimal;
use crate::settings::{Fields, Raw};

/// When an alert opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum AlertMode {
    /// The figure itself crosses its level, as in the seed. A few runs that went badly are enough.
    Point,
    /// The whole interval of the figure lies beyond the level.
    Confident,
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

impl Default for Levels {
    fn default() -> Self {
        Self {
            timeout_rate_high: 0.15,
            timeout_rate_low: 0.05,
            stopped_at_iteration_1_high: 0.3,
            avg_missing_fields_high: 1.0,
            pass_rate_low: 0.5,
            pass_rate_high: 0.8,
            user_rejection_rate_high: 0.2,
            correlation_low: 0.6,
            avg_retry_count_high: 3.0,
        }
    }
}

/// Settings that were checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonitorSettings {
    pub(super) mode: AlertMode,
    pub(super) confidence: Confidence,
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
    /// Checks every key, type and range.
    ///
    /// # Errors
    /// `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check(raw: &Raw) -> Result<Self, ReflectError> {
        let f = Fields::of(raw, "", &["mode", "confidence", "minRated", "window", "remember", "levels"])?;
        let window = f.nested("window", &["buckets", "bucketMs"], |w| {
            Ok((w.int("buckets", 1, 1_000)?, w.number("bucketMs", 1_000.0, 31_536_000_000.0)?))
        })?;
        let (buckets, bucket_ms) = window.unwrap_or_default();
        Ok(Self {
            mode: f
                .word("mode", &[("point", AlertMode::Point), ("confident", AlertMode::Confident)])?
                .unwrap_or(AlertMode::Point),
            confidence: Confidence::of(f.number("confidence", 0.5, 0.9999)?.unwrap_or(0.95)),
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
    let read = f.nested("levels", &KEYS, |l| {
        let begin = Levels::default();
        let rate = |key: &str, otherwise: f64| l.number(key, 0.0, 1.0).map(|set| set.unwrap_or(otherwise));
        Ok(Levels {
            timeout_rate_high: rate("timeoutRateHigh", begin.timeout_rate_high)?,
            timeout_rate_low: rate("timeoutRateLow", begin.timeout_rate_low)?,
            stopped_at_iteration_1_high: rate("stoppedAtIteration1High", begin.stopped_at_iteration_1_high)?,
            avg_missing_fields_high: l.number("avgMissingFieldsHigh", 0.0, 1e9)?.unwrap_or(begin.avg_missing_fields_high),
            pass_rate_low: rate("passRateLow", begin.pass_rate_low)?,
            pass_rate_high: rate("passRateHigh", begin.pass_rate_high)?,
            user_rejection_rate_high: rate("userRejectionRateHigh", begin.user_rejection_rate_high)?,
            correlation_low: l.number("correlationLow", -1.0, 1.0)?.unwrap_or(begin.correlation_low),
            avg_retry_count_high: l.number("avgRetryCountHigh", 0.0, 1e9)?.unwrap_or(begin.avg_retry_count_high),
        })
    })?;
    let levels = read.unwrap_or_default();
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
