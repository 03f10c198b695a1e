//! Hours of UTC: one agent's evaluations of one hour, apart by evaluator.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Sums;
use super::trend::figures;
use crate::message::{describe, object};

pub const HOUR_MS: f64 = 3_600_000.0;

/// Who evaluated. Scores are compared only where all three are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evaluator {
    /// `model`, `code` or `human`; empty when it is not given.
    pub kind: String,
    /// The evaluator's id, else the source of the evaluation; empty when neither is given.
    pub id: String,
    pub version: String,
}

/// One agent's evaluations of one hour.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    pub agent_id: String,
    /// Hours since 1970-01-01T00:00Z.
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
            let metrics = series.metrics.iter().map(|(name, sums)| (name.as_str(), sums.to_json()));
            object([
                ("kind", evaluator.kind.as_str().into()),
                ("evaluator", evaluator.id.as_str().into()),
                ("version", evaluator.version.as_str().into()),
                ("evaluations", series.evaluations.into()),
                ("aggregate", series.aggregate.to_json()),
                ("metrics", metrics.collect()),
            ])
        });
        let [count, avg, min, max, by_metric] = figures(&self.whole());
        let (agent_id, hour) = (("agentId", self.agent_id.as_str().into()), ("hour", self.hour.into()));
        object([agent_id, count, avg, min, max, by_metric, hour, ("series", series.collect())])
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

/// Reads stored windows, and those of new rows: there the scores themselves are listed in place of sums.
///
/// # Errors
/// When they are not a list, or one of them is not a window.
pub fn read_windows(value: &Value) -> Result<Vec<Window>, String> {
    let Value::Array(list) = value else { return Err(format!("windows must be a list, got {}", describe(Some(&value)))) };
    let read = |(at, one): (usize, &Value)| Window::from_json(one).ok_or_else(|| format!("`windows[{at}]` is not a window"));
    list.iter().enumerate().map(read).collect()
}

/// Windows of the same agent and hour are one. Ordered by agent and hour.
#[must_use]
pub fn fold(windows: Vec<Window>) -> Vec<Window> {
    let mut folded: BTreeMap<(String, i64), BTreeMap<Evaluator, Series>> = BTreeMap::new();
    for Window { agent_id, hour, series } in windows {
        let same = folded.entry((agent_id, hour)).or_default();
        for (evaluator, series) in series {
            same.entry(evaluator).or_default().merge(&series);
        }
    }
    folded.into_iter().map(|((agent_id, hour), series)| Window { agent_id, hour, series }).collect()
}
