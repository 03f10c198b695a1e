//! Evaluations of decisions over time (seed 003): rows go into hourly windows, windows give history, trend and regressions. Pure: sums of
//! scores, whose series are numbers, and the time come in. Names, windows and storage are the host's.
//!
//! **Invariant:** sums are the same whatever the order of the scores and the number of parts they were merged from, to the last digit: they
//! are whole numbers of billionths.
//!
//! **Invariant:** what is in another series is never compared.

mod cusum;
mod regression;
mod sums;
mod trend;

pub use cusum::{DECISION_INTERVAL, LAG_HOURS, REACH_HOURS, REFERENCE};
pub use regression::{
    BASELINE_HOURS, COOL_DOWN_HOURS, Detector, HourlySums, MIN_SAMPLES, REGRESSION_DROP, Regression, Rule, find_regressions,
};
pub use sums::{HOUR_MS, MAX_SCORE, Row, SUMS, Sums, sum_series};
pub use trend::{DEAD_BAND, Trend, find_trend_per_hour};
