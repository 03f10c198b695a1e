//! Regressions: an alarm for the aggregate or one metric of one evaluator, at a closed hour, and then quiet for a day.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};

use super::cusum::cusum;
use super::drop::drops;
use super::trend::is_closed;
use super::{Evaluator, HOUR_MS, MIN_SAMPLES, REGRESSION_DROP, Sums, Window};

/// Hours of a baseline: seven days (seed 003).
pub const BASELINE_HOURS: i64 = 168;
/// Hours after an alarm in which there is no other for the same series.
pub const COOL_DOWN_HOURS: i64 = 24;

/// One metric of one evaluator, hour by hour.
pub(super) type Hours = [(i64, Sums)];

/// From one hour to before another; of fewer than `least` hours with scores those before it too, from `reach` on.
pub(super) struct Span {
    pub from: i64,
    pub to: i64,
    pub least: usize,
    pub reach: i64,
}

/// The hours behind one that goes on, added up.
pub(super) struct Trailing<'h> {
    hours: &'h Hours,
    /// Which of them.
    pub place: Range<usize>,
    pub sums: Sums,
}

impl<'h> Trailing<'h> {
    pub fn of(hours: &'h Hours) -> Self {
        Self { hours, place: 0..0, sums: Sums::default() }
    }

    /// Goes on to the hours of a span. Neither its beginning nor its end may be less than the last time, and `least` is always the same.
    pub fn to(&mut self, Span { from, to, least, reach }: Span) {
        while let Some((_, sums)) = self.hours.get(self.place.end).filter(|(hour, _)| *hour < to) {
            self.sums.merge(sums);
            self.place.end += 1;
        }
        while let Some((hour, sums)) = self.hours.get(self.place.clone()).and_then(<[_]>::first) {
            if *hour >= from || (self.place.len() <= least && *hour >= reach) {
                break;
            }
            self.sums.part(sums);
            self.place.start += 1;
        }
    }

    /// The first of them.
    pub fn first(&self) -> Option<i64> {
        self.hours.get(self.place.start).filter(|_| !self.place.is_empty()).map(|(hour, _)| *hour)
    }
}

/// How a regression is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The last closed hour lies more than 15 % below the seven days before it (seed 003).
    Drop15,
    /// Drops of hourly means add up.
    Cusum,
}

/// The rule and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Detector {
    pub rule: Rule,
    /// Share of the baseline, for `drop15`.
    pub drop: f64,
    /// For `drop15`, in the hour and in its baseline each.
    pub min_samples: u64,
    pub cool_down_hours: i64,
}

impl Default for Detector {
    fn default() -> Self {
        Self { rule: Rule::Drop15, drop: REGRESSION_DROP, min_samples: MIN_SAMPLES, cool_down_hours: COOL_DOWN_HOURS }
    }
}

impl Detector {
    /// Reads `{ rule?, drop?, minSamples?, coolDownHours? }`; types and ranges are the host's to check.
    #[must_use]
    pub fn from_json(value: &Value) -> Self {
        let usual = Self::default();
        let number = |key: &str| value.get(key).and_then(Value::as_f64);
        Self {
            rule: if value.get("rule") == Some(&"cusum".into()) { Rule::Cusum } else { Rule::Drop15 },
            drop: number("drop").unwrap_or(usual.drop),
            min_samples: number("minSamples").map_or(usual.min_samples, |n| n as u64),
            cool_down_hours: number("coolDownHours").map_or(usual.cool_down_hours, |n| n as i64),
        }
    }
}

/// What a rule found at one hour.
pub(super) struct Found {
    pub hour: i64,
    /// Mean of the hour; under `cusum` since the change.
    pub score: f64,
    pub baseline: f64,
    /// Scores behind `score`.
    pub samples: u64,
    /// First hour of the change.
    pub since: Option<i64>,
}

/// One alarm.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    pub agent_id: String,
    pub evaluator: Evaluator,
    /// `None`: the aggregate score.
    pub metric: Option<String>,
    pub rule: Rule,
    /// The closed hour that raised it.
    pub hour: i64,
    /// Mean of that hour; under `cusum` since the change.
    pub score: f64,
    pub baseline: f64,
    pub samples: u64,
    /// The hour in which the change is estimated to have begun; only under `cusum`.
    pub since: Option<i64>,
}

impl Regression {
    /// As JSON for the host; times are milliseconds since the epoch.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut json = Map::new();
        let mut put = |key: &str, value: Value| json.insert(key.to_owned(), value);
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
        put("rule", if self.rule == Rule::Cusum { "cusum" } else { "drop15" }.into());
        put("startMs", (self.hour as f64 * HOUR_MS).into());
        put("score", self.score.into());
        put("baseline", self.baseline.into());
        // Of a baseline of zero it is as large as a number can be: JSON holds no infinity.
        let drop = (self.baseline - self.score) / self.baseline.abs().max(f64::MIN_POSITIVE);
        put("drop", drop.clamp(-f64::MAX, f64::MAX).into());
        put("samples", self.samples.into());
        if let Some(since) = self.since {
            put("changeMs", (since as f64 * HOUR_MS).into());
            put("changeSize", (self.score - self.baseline).into());
        }
        Value::Object(json)
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
        let found = match detector.rule {
            Rule::Drop15 => drops(&hours, detector),
            Rule::Cusum => cusum(&hours),
        };
        let mut quiet_until = i64::MIN;
        for Found { hour, score, baseline, samples, since } in found {
            if hour < quiet_until {
                continue;
            }
            quiet_until = hour.saturating_add(detector.cool_down_hours);
            if hour as f64 * HOUR_MS >= since_ms {
                let (agent_id, metric) = (agent_id.to_owned(), metric.map(str::to_owned));
                let (evaluator, rule) = (evaluator.clone(), detector.rule);
                alarms.push(Regression { agent_id, evaluator, metric, rule, hour, score, baseline, samples, since });
            }
        }
    }
    alarms.sort_by_key(|alarm| alarm.hour);
    alarms
}
