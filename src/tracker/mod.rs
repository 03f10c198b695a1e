//! Evaluations of decisions over time (seed 003): rows go into hourly windows, windows give history, trend and regressions. Pure:
//! windows of new rows, stored windows and the time come in, storage is the host's.
//!
//! **Invariant:** a window is the same whatever the order of its rows and the number of parts it was merged from, to the last digit:
//! sums are whole numbers of billionths.
//!
//! **Invariant:** what another evaluator, another version of one, or another kind of source found is never compared.

mod cusum;
mod regression;
mod sums;
mod trend;
mod window;

pub use cusum::{DECISION_INTERVAL, LAG_HOURS, REACH_HOURS, REFERENCE};
pub use regression::{BASELINE_HOURS, COOL_DOWN_HOURS, Detector, MIN_SAMPLES, REGRESSION_DROP, Regression, Rule, regressions};
pub use sums::{MAX_SCORE, Sums};
pub use trend::{DEAD_BAND, Trend, trends};
pub use window::{Evaluator, HOUR_MS, Series, Window, fold, read_windows};
