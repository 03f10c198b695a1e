//! How scores go from hour to hour.

use super::{HOUR_MS, Row, Sums};

/// A change of less than this share of the hour before is none (issue: 5 %).
pub const DEAD_BAND: f64 = 0.05;
/// How many hours back to look for the previous hour with scores. Fixed, so the trend does not depend on the queried range.
pub const BACK_HOURS: i64 = 336;
/// Below it two floats are the same change.
pub(super) const TINY: f64 = 1e-9;

words! {
    /// How scores develop.
    Trend {
        Improving = "improving",
        Stable = "stable",
        Degrading = "degrading",
        /// Fewer than two closed hours that can be compared, within two weeks.
        InsufficientData = "insufficient_data",
    }
}

/// How scores go at each hour of one agent, of which the aggregates come in, in order of hours; a series is an evaluator. At each: the last
/// closed hour with scores up to it, for the evaluator that said most in it (the first of several), against the last one before with scores
/// of the same evaluator. None lies further back from the next than [`BACK_HOURS`].
#[must_use]
pub fn find_trend_per_hour(agent_rows_in_order: &[Row], now_ms: f64) -> Vec<Trend> {
    // There are no more series than agent_rows_in_order.
    let mut before: Vec<Option<(i64, Sums)>> = vec![None; agent_rows_in_order.len()];
    let mut last = (i64::MIN, Trend::InsufficientData);
    let trend = |hour: &[Row]| {
        let at = hour.first().map_or(i64::MIN, |row| row.hour);
        let near = |hour: i64| at.saturating_sub(hour) <= BACK_HOURS;
        let scored = hour.iter().filter(|row| row.sums.count > 0 && is_hour_closed(row.hour, now_ms));
        if let Some(most) = scored.clone().rev().max_by_key(|row| row.sums.count) {
            let earlier = before.get(most.series).copied().flatten().filter(|(hour, _)| near(*hour));
            last = (at, compare_means(earlier.map(|(_, sums)| sums), &most.sums));
        }
        for row in scored {
            if let Some(place) = before.get_mut(row.series) {
                *place = Some((row.hour, row.sums));
            }
        }
        if near(last.0) { last.1 } else { Trend::InsufficientData }
    };
    agent_rows_in_order.chunk_by(|a, b| a.hour == b.hour).map(trend).collect()
}

fn compare_means(before: Option<Sums>, last: &Sums) -> Trend {
    let (Some(last), Some(before)) = (last.mean(), before.and_then(|sums| sums.mean())) else { return Trend::InsufficientData };
    let (change, band) = (last - before, before.abs() * DEAD_BAND + TINY);
    match change {
        change if change > band => Trend::Improving,
        change if change < -band => Trend::Degrading,
        _ => Trend::Stable,
    }
}

/// Whether the hour is over.
pub(super) fn is_hour_closed(hour: i64, now_ms: f64) -> bool {
    (hour as f64 + 1.0) * HOUR_MS <= now_ms
}
