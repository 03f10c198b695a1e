//! Hours of UTC: one agent's evaluations of one hour, apart by evaluator.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::history::figures;
use super::{Evaluator, MAX_SCORE, Row, Sums};
use crate::message::{object, told};

pub const HOUR_MS: f64 = 3_600_000.0;

/// The number of the hour of UTC that a time is in; the first is that of 1970-01-01T00:00Z.
#[must_use]
pub fn hour_of(ms: f64) -> i64 {
    (ms / HOUR_MS).floor() as i64
}

/// One agent's evaluations of one hour.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    pub agent_id: String,
    pub hour: i64,
    pub series: BTreeMap<Evaluator, Series>,
}

/// What one evaluator said in one hour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Evaluations, those without any number too.
    pub evaluations: u64,
    /// Of the evaluations' mean scores.
    pub aggregate: Sums,
    pub metrics: BTreeMap<String, Sums>,
}

impl Series {
    fn add(&mut self, row: &Row) {
        self.evaluations = self.evaluations.saturating_add(1);
        if let Some(mean) = row.aggregate() {
            self.aggregate.add(mean);
        }
        for (metric, score) in &row.scores {
            self.metrics.entry(metric.clone()).or_default().add(*score);
        }
    }

    /// Adds what another part kept.
    pub fn merge(&mut self, other: &Self) {
        self.evaluations = self.evaluations.saturating_add(other.evaluations);
        self.aggregate.merge(&other.aggregate);
        for (metric, sums) in &other.metrics {
            self.metrics.entry(metric.clone()).or_default().merge(sums);
        }
    }
}

impl Window {
    /// Adds what another part of the same hour kept.
    pub fn merge(&mut self, other: &Self) {
        for (evaluator, series) in &other.series {
            self.series.entry(evaluator.clone()).or_default().merge(series);
        }
    }

    /// All evaluators together.
    #[must_use]
    pub fn whole(&self) -> Series {
        let mut whole = Series::default();
        self.series.values().for_each(|series| whole.merge(series));
        whole
    }

    /// As it is stored: the figures of seed 003, for whoever looks into the table, and the sums that they come from.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let series = self.series.iter().map(|(evaluator, series)| {
            let metrics: Map<String, Value> = series.metrics.iter().map(|(name, sums)| (name.clone(), sums.to_json())).collect();
            object([
                ("kind", evaluator.kind.as_str().into()),
                ("evaluator", evaluator.id.as_str().into()),
                ("version", evaluator.version.as_str().into()),
                ("evaluations", series.evaluations.into()),
                ("aggregate", series.aggregate.to_json()),
                ("metrics", Value::Object(metrics)),
            ])
        });
        let mut told = Map::new();
        told.insert("agentId".to_owned(), self.agent_id.as_str().into());
        figures(&mut told, &self.whole());
        told.insert("hour".to_owned(), self.hour.into());
        told.insert("series".to_owned(), series.collect());
        Value::Object(told)
    }

    /// Takes its scores from the front of those that are left.
    fn of_scores(value: &Value, left: &mut &[f64]) -> Option<Self> {
        let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut sums = |count: &Value| {
            let (own, others) = left.split_at_checked(usize::try_from(count.as_u64()?).ok()?)?;
            *left = others;
            let mut sums = Sums::default();
            for score in own {
                sums.add(Some(*score).filter(|score| score.abs() <= MAX_SCORE)?);
            }
            Some(sums)
        };
        let mut series = Series {
            evaluations: value.get("evaluations")?.as_u64()?,
            aggregate: sums(value.get("aggregate")?)?,
            metrics: BTreeMap::new(),
        };
        for one in value.get("metrics")?.as_array()? {
            series.metrics.insert(one.get(0)?.as_str()?.to_owned(), sums(one.get(1)?)?);
        }
        let evaluator = Evaluator { kind: word("kind")?, id: word("evaluator")?, version: word("version")? };
        let hour = value.get("hour")?.as_i64()?;
        Some(Self { agent_id: word("agentId")?, hour, series: BTreeMap::from([(evaluator, series)]) })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let word = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut window = Self { agent_id: word(value, "agentId")?, hour: value.get("hour")?.as_i64()?, series: BTreeMap::new() };
        for one in value.get("series")?.as_array()? {
            let evaluator = Evaluator { kind: word(one, "kind")?, id: word(one, "evaluator")?, version: word(one, "version")? };
            let mut series = Series {
                evaluations: one.get("evaluations")?.as_u64()?,
                aggregate: Sums::from_json(one.get("aggregate")?)?,
                metrics: BTreeMap::new(),
            };
            for (name, sums) in one.get("metrics")?.as_object()? {
                series.metrics.insert(name.clone(), Sums::from_json(sums)?);
            }
            window.series.insert(evaluator, series);
        }
        Some(window)
    }
}

/// Reads stored windows.
///
/// # Errors
/// When they are no list, or one of them is no window.
pub fn read_windows(value: &Value) -> Result<Vec<Window>, String> {
    let Value::Array(list) = value else { return Err(format!("windows must be a list, got {}", told(Some(value)))) };
    let read = |(at, one): (usize, &Value)| Window::from_json(one).ok_or_else(|| format!("`windows[{at}]` is no window"));
    list.iter().enumerate().map(read).collect()
}

/// Reads the scores of new rows, gathered by hour and evaluator. `{ agentId, hour, kind, evaluator, version, evaluations, aggregate: count,
/// metrics: [[metric, count], …] }` tells how many of `scores` come next.
///
/// # Errors
/// When the parts are no list, one of them is of another shape, or they do not take all scores.
pub fn read_parts(value: &Value, scores: &[f64]) -> Result<Vec<Window>, String> {
    let Value::Array(list) = value else { return Err(format!("parts must be a list, got {}", told(Some(value)))) };
    let mut left = scores;
    let read =
        |(at, one): (usize, &Value)| Window::of_scores(one, &mut left).ok_or_else(|| format!("`parts[{at}]` holds no scores"));
    let windows = list.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    if left.is_empty() { Ok(windows) } else { Err(format!("{} scores are of no part", left.len())) }
}

/// The windows that rows fall into, added to those that were there. Ordered by agent and hour.
#[must_use]
pub fn fold(stored: Vec<Window>, rows: &[Row]) -> Vec<Window> {
    let mut windows: BTreeMap<(String, i64), Window> = BTreeMap::new();
    let empty = |agent_id: &str, hour: i64| Window { agent_id: agent_id.to_owned(), hour, series: BTreeMap::new() };
    for window in stored {
        let key = (window.agent_id.clone(), window.hour);
        windows.entry(key).or_insert_with(|| empty(&window.agent_id, window.hour)).merge(&window);
    }
    for row in rows {
        let hour = hour_of(row.created_ms);
        let window = windows.entry((row.agent_id.clone(), hour)).or_insert_with(|| empty(&row.agent_id, hour));
        window.series.entry(row.evaluator.clone()).or_default().add(row);
    }
    windows.into_values().collect()
}
