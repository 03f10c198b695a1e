//! Regressions: an alarm for the aggregate or one metric of one evaluator, at a closed hour, and then quiet for a day.

use std::ops::Range;

use super::cusum::find_cusum_alarms;
use super::trend::{TINY, is_hour_closed};
use super::{HOUR_MS, Sums};
use crate::message::Gather;

/// Hours of a baseline: seven days (seed 003).
pub const BASELINE_HOURS: i64 = 168;
/// Hours after an alarm in which there is no other for the same series.
pub const COOL_DOWN_HOURS: i64 = 24;
/// A drop of more than this share of the baseline is a regression (seed 003: 15 %).
pub const REGRESSION_DROP: f64 = 0.15;
/// Scores that the hour, and the days before it, must each hold: five against five say nothing.
pub const MIN_SAMPLES: u64 = 10;

/// One metric of one evaluator, hour by hour.
pub type HourlySums = [(i64, Sums)];

/// The seven days behind an hour that goes on, added up.
pub(super) struct TrailingWindow<'h> {
    hours: &'h HourlySums,
    /// Hours between them and that hour.
    lag: i64,
    /// Where they hold fewer hours with scores than this, those before them count too,
    wanted_hours: usize,
    /// as far back as this, in hours.
    max_reach_hours: i64,
    /// Which of `hours` they are.
    pub place: Range<usize>,
    pub sums: Sums,
}

impl<'h> TrailingWindow<'h> {
    pub fn new(hours: &'h HourlySums, lag: i64, wanted_hours: usize, max_reach_hours: i64) -> Self {
        Self { hours, lag, wanted_hours, max_reach_hours, place: 0..0, sums: Sums::default() }
    }

    /// Goes on to those behind this hour, which is not before that of the last time.
    pub fn slide_window(&mut self, hour: i64) {
        let to = hour - self.lag;
        while let Some((_, sums)) = self.hours.get(self.place.end).filter(|(hour, _)| *hour < to) {
            self.sums.merge_sums(sums);
            self.place.end += 1;
        }
        while let Some((hour, sums)) = self.first_hour() {
            if *hour >= to - BASELINE_HOURS || (self.place.len() <= self.wanted_hours && *hour >= to - self.max_reach_hours) {
                break;
            }
            self.sums.subtract_sums(sums);
            self.place.start += 1;
        }
    }

    /// The first of them.
    pub fn first_hour(&self) -> Option<&'h (i64, Sums)> {
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
        Self { rule: Rule::Drop15, drop: REGRESSION_DROP, min_samples: MIN_SAMPLES, cool_down_hours: COOL_DOWN_HOURS }
    }
}

records! {
    /// One alarm, of the hour that raised it.
    pub struct Regression {
        pub hour: i64,
        /// Mean of that hour; under `cusum`, mean since the change.
        pub score: f64,
        pub baseline: f64,
        /// Share of the baseline that is lost. Of a baseline of zero it is as large as a number can be: JSON holds no infinity.
        pub drop: f64,
        /// Scores behind `score`.
        pub samples: u64,
        /// The hour in which the change is estimated to have begun; only under `cusum`.
        pub since: Option<i64>,
    }
}

impl Regression {
    pub(super) fn new(hour: i64, score: f64, baseline: f64, samples: u64, since: Option<i64>) -> Self {
        let share = (baseline - score) / baseline.abs().max(f64::MIN_POSITIVE);
        Self { hour, score, baseline, drop: share.clamp(-f64::MAX, f64::MAX), samples, since }
    }
}

/// The alarms of a series, whose hours are in their order: of closed hours that begin at `since_ms` or later. Those before it decide what
/// was usual, and after which alarms it is quiet.
#[must_use]
pub fn find_regressions(hours: &HourlySums, detector: &Detector, since_ms: f64, now_ms: f64) -> Vec<Regression> {
    let hours: Vec<_> = hours.iter().filter(|(hour, sums)| sums.count > 0 && is_hour_closed(*hour, now_ms)).copied().gather();
    let mut alarms = match detector.rule {
        Rule::Drop15 => find_drops(&hours, detector),
        Rule::Cusum => find_cusum_alarms(&hours),
    };
    let mut quiet_until = i64::MIN;
    alarms.retain(|alarm| {
        let is_quiet = alarm.hour < quiet_until;
        if !is_quiet {
            quiet_until = alarm.hour.saturating_add(detector.cool_down_hours);
        }
        !is_quiet && alarm.hour as f64 * HOUR_MS >= since_ms
    });
    alarms
}

/// Hours whose mean lies more than 15 % below that of the seven days before them.
fn find_drops(hours: &HourlySums, detector: &Detector) -> Vec<Regression> {
    let mut found = Vec::new();
    let mut trailing = TrailingWindow::new(hours, 0, 0, BASELINE_HOURS);
    for (hour, sums) in hours.iter().copied() {
        trailing.slide_window(hour);
        let before = trailing.sums;
        let (Some(score), Some(baseline)) = (sums.mean(), before.mean()) else { continue };
        let enough = sums.count.min(before.count) >= detector.min_samples;
        if enough && baseline > 0.0 && baseline - score > baseline * detector.drop + TINY {
            found.push(Regression::new(hour, score, baseline, sums.count, None));
        }
    }
    found
}
