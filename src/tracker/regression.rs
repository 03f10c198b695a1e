//! Regressions: the last closed hour of the aggregate, or of one metric, of one evaluator lies more than 15 % below the seven days before it
//! (seed 003). After an alarm it is quiet for a day.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::trend::{TINY, is_closed};
use super::{Evaluator, HOUR_MS, Sums, Window};

/// A drop of more than this share of the baseline is a regression (seed 003: 15 %).
pub const REGRESSION_DROP: f64 = 0.15;
/// Scores that the hour, and the days before it, must each hold: five against five say nothing.
pub const MIN_SAMPLES: u64 = 10;
/// Hours of a baseline: seven days (seed 003).
pub const BASELINE_HOURS: i64 = 168;
/// Hours after an alarm in which there is no other for the same series.
pub const COOL_DOWN_HOURS: i64 = 24;

/// How a regression is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Detector {
    /// Share of the baseline.
    pub drop: f64,
    /// In the hour and in its baseline each.
    pub min_samples: u64,
    pub cool_down_hours: i64,
}

impl Default for Detector {
    fn default() -> Self {
        Self { drop: REGRESSION_DROP, min_samples: MIN_SAMPLES, cool_down_hours: COOL_DOWN_HOURS }
    }
}

impl Detector {
    /// Reads `{ drop?, minSamples?, coolDownHours? }`; types and ranges are the host's to check.
    #[must_use]
    pub fn from_json(value: &Value) -> Self {
        let usual = Self::default();
        let number = |key: &str| value.get(key).and_then(Value::as_f64);
        Self {
            drop: number("drop").unwrap_or(usual.drop),
            min_samples: number("minSamples").map_or(usual.min_samples, |n| n as u64),
            cool_down_hours: number("coolDownHours").map_or(usual.cool_down_hours, |n| n as i64),
        }
    }
}

/// One alarm.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    pub agent_id: String,
    pub evaluator: Evaluator,
    /// `None`: the aggregate score.
    pub metric: Option<String>,
    /// The closed hour that raised it.
    pub hour: i64,
    /// Mean of that hour.
    pub score: f64,
    /// Mean of the seven days before it; above zero.
    pub baseline: f64,
    /// Scores of that hour.
    pub samples: u64,
}

impl Regression {
    /// As the host is told it; times are milliseconds since the epoch.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut told = Map::new();
        let mut put = |key: &str, value: Value| told.insert(key.to_owned(), value);
        put("agentId", self.agent_id.as_str().into());
        for (key, word) in [
            ("sourceKind", &self.evaluator.kind),
            ("evaluatorId", &self.evaluator.id),
            ("evaluatorVersion", &self.evaluator.version),
        ] {
            if !word.is_empty() {
                put(key, word.as_str().into());
            }
        }
        if let Some(metric) = &self.metric {
            put("metric", metric.as_str().into());
        }
        put("startMs", (self.hour as f64 * HOUR_MS).into());
        put("score", self.score.into());
        put("baseline", self.baseline.into());
        put("drop", ((self.baseline - self.score) / self.baseline).into());
        put("samples", self.samples.into());
        Value::Object(told)
    }
}

/// The alarms of all closed hours that begin at `since_ms` or later, by hour. The windows before `since_ms` decide what
/// was usual, and after which alarms it is quiet.
#[must_use]
pub fn regressions(windows: &[Window], detector: &Detector, since_ms: f64, now_ms: f64) -> Vec<Regression> {
    let mut all: BTreeMap<(&str, &Evaluator, Option<&str>), BTreeMap<i64, Sums>> = BTreeMap::new();
    for window in windows.iter().filter(|window| is_closed(window, now_ms)) {
        for (evaluator, series) in &window.series {
            let metrics = series.metrics.iter().map(|(name, sums)| (Some(name.as_str()), sums));
            for (metric, sums) in metrics.chain([(None, &series.aggregate)]).filter(|(_, sums)| sums.count > 0) {
                all.entry((window.agent_id.as_str(), evaluator, metric)).or_default().entry(window.hour).or_default().merge(sums);
            }
        }
    }
    let mut alarms = Vec::new();
    for ((agent_id, evaluator, metric), hours) in all {
        let hours: Vec<(i64, Sums)> = hours.into_iter().collect();
        // The days before an hour, added up: those from `first` on.
        let (mut before, mut first, mut quiet_until) = (Sums::default(), hours.iter(), i64::MIN);
        for (hour, sums) in &hours {
            while let Some((_, sums)) = first.as_slice().first().filter(|(old, _)| *old < hour - BASELINE_HOURS) {
                before.part(sums);
                first.next();
            }
            if let (Some(score), Some(baseline)) = (sums.mean(), before.mean()) {
                let enough = sums.count.min(before.count) >= detector.min_samples;
                let fallen = baseline > 0.0 && baseline - score > baseline * detector.drop + TINY;
                if enough && fallen && *hour >= quiet_until {
                    quiet_until = hour.saturating_add(detector.cool_down_hours);
                    if *hour as f64 * HOUR_MS >= since_ms {
                        let (agent_id, metric) = (agent_id.to_owned(), metric.map(str::to_owned));
                        let (evaluator, samples) = (evaluator.clone(), sums.count);
                        alarms.push(Regression { agent_id, evaluator, metric, hour: *hour, score, baseline, samples });
                    }
                }
            }
            before.merge(sums);
        }
    }
    alarms.sort_by_key(|alarm| alarm.hour);
    alarms
}
