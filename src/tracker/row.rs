//! Scores by series: what is compared with nothing else, such as one metric of one evaluator of one agent. Its name is the host's, who numbers
//! series from 0.

use super::Sums;

pub const HOUR_MS: f64 = 3_600_000.0;

/// Scores of one series in one hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub series: usize,
    /// Hours since 1970-01-01T00:00Z.
    pub hour: i64,
    pub sums: Sums,
}

/// Adds up so many series, by their numbers. A number beyond them is passed over.
#[must_use]
pub fn sum_series(series_count: usize, parts: impl Iterator<Item = (usize, Sums)>) -> Vec<Sums> {
    let mut totals = vec![Sums::default(); series_count];
    for (series, sums) in parts {
        if let Some(total) = totals.get_mut(series) {
            total.merge_sums(&sums);
        }
    }
    totals
}
