//! What windows tell people: the history entries of seed 003, the trend, the figures of an agent.

use serde_json::{Map, Value};

use super::{HOUR_MS, Series, Sums, Window};
use crate::message::object;

/// A change of less than this share of the hour before is none (issue: 5 %).
pub const DEAD_BAND: f64 = 0.05;
/// Below it two floats are the same change.
pub(super) const TINY: f64 = 1e-9;

/// How scores go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    Improving,
    Stable,
    Degrading,
    /// Fewer than two closed hours that can be compared.
    InsufficientData,
}

impl Trend {
    /// The word of seed 003.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Improving => "improving",
            Self::Stable => "stable",
            Self::Degrading => "degrading",
            Self::InsufficientData => "insufficient_data",
        }
    }
}

/// The last closed hour with scores against the one before it, for the evaluator that said most in it. `windows` are one agent's, in
/// order of their hours.
#[must_use]
pub fn trend<'w>(windows: impl DoubleEndedIterator<Item = &'w Window> + Clone, now_ms: f64) -> Trend {
    let mut closed = windows.rev().filter(|w| is_closed(w, now_ms));
    let most = |window: &Window| {
        let scored = window.series.iter().filter(|(_, series)| series.aggregate.count > 0);
        scored
            .max_by(|a, b| a.1.aggregate.count.cmp(&b.1.aggregate.count).then(b.0.cmp(a.0)))
            .map(|(e, s)| (e.clone(), s.aggregate))
    };
    let Some((evaluator, last)) = closed.by_ref().find_map(most) else { return Trend::InsufficientData };
    let before = closed.find_map(|w| w.series.get(&evaluator).filter(|s| s.aggregate.count > 0)).map(|s| s.aggregate);
    let (Some(last), Some(before)) = (last.mean(), before.and_then(|sums| sums.mean())) else {
        return Trend::InsufficientData;
    };
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

/// The entries of seed 003 for one agent's windows, in their order; times are milliseconds since the epoch.
#[must_use]
pub fn history(windows: &[Window], now_ms: f64) -> Value {
    let entry = |(at, window): (usize, &Window)| {
        let start = window.hour as f64 * HOUR_MS;
        let mut entry = Map::new();
        entry.insert("agentId".to_owned(), window.agent_id.as_str().into());
        entry.insert("startMs".to_owned(), start.into());
        entry.insert("endMs".to_owned(), (start + HOUR_MS).into());
        figures(&mut entry, &window.whole());
        let so_far = windows.get(..=at).unwrap_or_default();
        entry.insert("scoreTrend".to_owned(), trend(so_far.iter(), now_ms).name().into());
        Value::Object(entry)
    };
    windows.iter().enumerate().map(entry).collect()
}

/// The figures of any number of windows together, and the trend of the last of them where they are one agent's.
#[must_use]
pub fn stats(windows: &[Window], now_ms: f64) -> Value {
    let mut whole = Series::default();
    for series in windows.iter().flat_map(|window| window.series.values()) {
        whole.merge(series);
    }
    let mut told = Map::new();
    figures(&mut told, &whole);
    let one = windows.first().is_some_and(|first| windows.iter().all(|w| w.agent_id == first.agent_id));
    if one || windows.is_empty() {
        told.insert("scoreTrend".to_owned(), trend(windows.iter(), now_ms).name().into());
    }
    Value::Object(told)
}

/// The figures of seed 003.
pub(super) fn figures(told: &mut Map<String, Value>, whole: &Series) {
    let number = |value: Option<f64>| value.map_or(Value::Null, Value::from);
    let three = |sums: &Sums| [("avg", sums.mean()), ("min", sums.min()), ("max", sums.max())];
    told.insert("evalCount".to_owned(), whole.evaluations.into());
    for ((_, value), name) in three(&whole.aggregate).into_iter().zip(["avgScore", "minScore", "maxScore"]) {
        told.insert(name.to_owned(), number(value));
    }
    let metrics = whole.metrics.iter().map(|(name, sums)| {
        let [avg, min, max] = three(sums).map(|(key, value)| (key, number(value)));
        (name.clone(), object([avg, min, max, ("count", sums.count.into())]))
    });
    told.insert("scoresByMetric".to_owned(), Value::Object(metrics.collect()));
}
