//! Regressions: an alarm for the aggregate or one metric of one evaluator, at a closed hour, and then quiet for a day.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::cusum::cusum;
use super::trend::{TINY, is_closed};
use super::{Evaluator, HOUR_MS, Sums, Window};

/// Hours of a baseline: seven days (seed 003).
pub const BASELINE_HOURS: i64 = 168;
/// Hours after an alarm in which there is no other for the same series.
pub const COOL_DOWN_HOURS: i64 = 24;
/// A drop of more than this share of the baseline is a regression (seed 003: 15 %).
pub const REGRESSION_DROP: f64 = 0.15;
/// Scores that the hour, and the days before it, must each hold: five against five say nothing.
pub const MIN_SAMPLES: u64 = 10;

/// One metric of one evaluator, hour by hour.
pub(super) type Hours = [(i64, Sums)];

/// The seven days behind an hour that goes on, added up.
pub(super) struct Trailing<'h> {
    hours: &'h Hours,
    /// Hours between them and that hour.
    lag: i64,
    /// Where they hold fewer hours with scores than this, those before them count too,
    least: usize,
    /// as far back as this, in hours.
    reach: i64,
    /// Which of `hours` they are.
    pub place: Range<usize>,
    pub sums: Sums,
}

impl<'h> Trailing<'h> {
    pub fn of(hours: &'h Hours, lag: i64, least: usize, reach: i64) -> Self {
        Self { hours, lag, least, reach, place: 0..0, sums: Sums::default() }
    }

    /// Goes on to those behind this hour, which is not before that of the last time.
    pub fn to(&mut self, hour: i64) {
        let to = hour - self.lag;
        while let Some((_, sums)) = self.hours.get(self.place.end).filter(|(hour, _)| *hour < to) {
            self.sums.merge(sums);
            self.place.end += 1;
        }
        while let Some((hour, sums)) = self.first() {
            if *hour >= to - BASELINE_HOURS || (self.place.len() <= self.least && *hour >= to - self.reach) {
                break;
            }
            self.sums.part(sums);
            self.place.start += 1;
        }
    }

    /// The first of them.
    pub fn first(&self) -> Option<&'h (i64, Sums)> {
        self.hours.get(self.place.clone())?.first()
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
        Self::from_json(&Value::Null)
    }
}

impl Detector {
    /// Reads `{ rule?, drop?, minSamples?, coolDownHours? }`; types and ranges are the host's to check.
    #[must_use]
    pub fn from_json(value: &Value) -> Self {
        let number = |key: &str| value.get(key).and_then(Value::as_f64);
        Self {
            rule: if value.get("rule") == Some(&"cusum".into()) { Rule::Cusum } else { Rule::Drop15 },
            drop: number("drop").unwrap_or(REGRESSION_DROP),
            min_samples: number("minSamples").map_or(MIN_SAMPLES, |n| n as u64),
            cool_down_hours: number("coolDownHours").map_or(COOL_DOWN_HOURS, |n| n as i64),
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
        let text = |text: &str| Some(text).filter(|text| !text.is_empty()).map(Value::from);
        let Evaluator { kind, id, version } = &self.evaluator;
        // Of a baseline of zero it is as large as a number can be: JSON holds no infinity.
        let drop = (self.baseline - self.score) / self.baseline.abs().max(f64::MIN_POSITIVE);
        let entries = [
            ("agentId", Some(self.agent_id.as_str().into())),
            ("sourceKind", text(kind)),
            ("evaluatorId", text(id)),
            ("evaluatorVersion", text(version)),
            ("metric", self.metric.as_deref().map(Value::from)),
            ("rule", Some(if self.rule == Rule::Cusum { "cusum" } else { "drop15" }.into())),
            ("startMs", Some((self.hour as f64 * HOUR_MS).into())),
            ("score", Some(self.score.into())),
            ("baseline", Some(self.baseline.into())),
            ("drop", Some(drop.clamp(-f64::MAX, f64::MAX).into())),
            ("samples", Some(self.samples.into())),
            ("changeMs", self.since.map(|since| (since as f64 * HOUR_MS).into())),
            ("changeSize", self.since.map(|_| (self.score - self.baseline).into())),
        ];
        entries.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
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

/// Hours whose mean lies more than 15 % below that of the seven days before them.
fn drops(hours: &Hours, detector: &Detector) -> Vec<Found> {
    let mut found = Vec::new();
    let mut trailing = Trailing::of(hours, 0, 0, BASELINE_HOURS);
    for (hour, sums) in hours {
        trailing.to(*hour);
        let before = trailing.sums;
        let (Some(score), Some(baseline)) = (sums.mean(), before.mean()) else { continue };
        let enough = sums.count.min(before.count) >= detector.min_samples;
        if enough && baseline > 0.0 && baseline - score > baseline * detector.drop + TINY {
            found.push(Found { hour: *hour, score, baseline, samples: sums.count, since: None });
        }
    }
    found
}
