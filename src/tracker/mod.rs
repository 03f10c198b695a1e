//! Evaluations of decisions over time (seed 003): rows go into hourly windows, windows tell history, trend and regressions. Pure:
//! rows, windows and the time come in, storage is the host's.
//!
//! **Invariant:** a window is the same whatever the order of its rows and the number of parts it was merged from, to the last digit:
//! sums are whole numbers of billionths.
//!
//! **Invariant:** what another evaluator, another version of one, or another kind of source said is never compared.

mod cusum;
mod drop;
mod history;
mod regression;
mod row;
mod sums;
mod window;

pub use cusum::{DECISION_INTERVAL, LAG_HOURS, REACH_HOURS, REFERENCE};
pub use drop::{MIN_SAMPLES, REGRESSION_DROP};
pub use history::{DEAD_BAND, Trend, history, stats, trend};
pub use regression::{BASELINE_HOURS, COOL_DOWN_HOURS, Detector, Regression, Rule, regressions};
pub use row::{Evaluator, MAX_SCORE, Row};
pub use sums::Sums;
pub use window::{HOUR_MS, Series, Window, fold, hour_of, read_parts, read_windows};
