//! How scores go from hour to hour, and the figures of an agent.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use tsify::Tsify;

use super::{Evaluator, HOUR_MS, Series, Sums, Window};
use crate::message::object;

/// A change of less than this share of the hour before is none (issue: 5 %).
pub const DEAD_BAND: f64 = 0.05;
/// Hours in which the hour is looked for that one is compared with, so that it is the same whatever range is asked for.
pub const BACK_HOURS: i64 = 336;
/// Below it two floats are the same change.
pub(super) const TINY: f64 = 1e-9;

words! {
    /// How scores go, in the words of seed 003.
    Trend {
        Improving = "improving",
        Stable = "stable",
        Degrading = "degrading",
        /// Fewer than two closed hours that can be compared, within two weeks.
        InsufficientData = "insufficient_data",
    }
}

/// How scores go at each of one agent's windows, which are in order of their hours: the last closed hour with scores up to it, for the
/// evaluator that said most in it, against the last one before with scores of the same evaluator. None lies further back from the next
/// than [`BACK_HOURS`].
pub fn trends(windows: &[Window], now_ms: f64) -> impl Iterator<Item = Trend> {
    let mut before: BTreeMap<&Evaluator, (i64, Sums)> = BTreeMap::new();
    let mut last = (i64::MIN, Trend::InsufficientData);
    windows.iter().map(move |window| {
        let near = |hour: i64| window.hour.saturating_sub(hour) <= BACK_HOURS;
        let scored = window.series.iter().filter(|(_, series)| series.aggregate.count > 0 && is_closed(window, now_ms));
        let most = scored.clone().max_by(|a, b| a.1.aggregate.count.cmp(&b.1.aggregate.count).then(b.0.cmp(a.0)));
        if let Some((evaluator, series)) = most {
            let earlier = before.get(evaluator).filter(|(hour, _)| near(*hour));
            last = (window.hour, compared(earlier.map(|(_, sums)| sums), &series.aggregate));
        }
        before.extend(scored.map(|(evaluator, series)| (evaluator, (window.hour, series.aggregate))));
        if near(last.0) { last.1 } else { Trend::InsufficientData }
    })
}

fn compared(before: Option<&Sums>, last: &Sums) -> Trend {
    let (Some(last), Some(before)) = (last.mean(), before.and_then(Sums::mean)) else { return Trend::InsufficientData };
    let (change, band) = (last - before, before.abs() * DEAD_BAND + TINY);
    match change {
        change if change > band => Trend::Improving,
        change if change < -band => Trend::Degrading,
        _ => Trend::Stable,
    }
}

/// Whether the hour is over.
pub(super) fn is_closed(window: &Window, now_ms: f64) -> bool {
    (window.hour as f64 + 1.0) * HOUR_MS <= now_ms
}

/// The figures of seed 003.
pub(super) fn figures(whole: &Series) -> [(&'static str, Value); 5] {
    let metrics = whole.metrics.iter().map(|(name, sums)| {
        let [avg, min, max] = three(sums);
        (name.as_str(), object([("avg", avg), ("min", min), ("max", max), ("count", sums.count.into())]))
    });
    let [avg, min, max] = three(&whole.aggregate);
    let (count, metrics) = (whole.evaluations.into(), metrics.collect());
    [("evalCount", count), ("avgScore", avg), ("minScore", min), ("maxScore", max), ("scoresByMetric", metrics)]
}

/// Mean, least and greatest; null without scores.
fn three(sums: &Sums) -> [Value; 3] {
    [sums.mean(), sums.min(), sums.max()].map(Value::from)
}
