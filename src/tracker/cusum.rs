//! The rule `cusum`: small drops that last add up (Page 1954), on hourly means in units of their own noise.

use super::regression::{HourlySums, TrailingWindow};
use super::{BASELINE_HOURS, Regression, Sums};

/// Half the shift that is to be found, in standard deviations of an hourly mean (`k`).
pub const REFERENCE: f64 = 0.5;
/// Sum from which it is an alarm, in the same unit (`h`): without a change about one alarm in 930 hours.
pub const DECISION_INTERVAL: f64 = 5.0;
/// Hours between the baseline and the hour that is looked at, so that a drop does not become its own baseline.
pub const LAG_HOURS: i64 = 24;
/// Hours with scores that a baseline should have: where seven days hold fewer, as of a job that runs each night, those before them count too.
const WANTED_HOURS: usize = 24;
/// Hours back to which they do: two weeks.
pub const REACH_HOURS: i64 = 336;
/// Hours with scores that are enough where it reaches back beyond the seven days.
const MIN_HOURS: usize = 7;
/// Least noise of an hourly mean, as a share of the baseline: constant scores would make any change an alarm.
const LEAST_NOISE: f64 = 0.01;

/// Hours at which the sum passes its limit. It is held there, so that a drop that lasts goes on to be one, with the hour in which it began;
/// at zero it is over.
pub(super) fn find_cusum_alarms(hours: &HourlySums) -> Vec<Regression> {
    let (mut found, mut sum, mut since) = (Vec::new(), 0.0_f64, None);
    let mut changed = Sums::default();
    let mut trailing = TrailingWindow::new(hours, LAG_HOURS, WANTED_HOURS, REACH_HOURS);
    let scatters: Vec<f64> = hours.iter().map(|(_, sums)| sums.sum_squared_deviations()).collect();
    for (hour, sums) in hours.iter().copied() {
        trailing.slide_window(hour);
        // The first hours of a series say little.
        let is_old = trailing.first_hour().is_some_and(|(first, _)| *first < hour - LAG_HOURS - BASELINE_HOURS);
        let least = if is_old { MIN_HOURS } else { WANTED_HOURS };
        let (Some(score), Some(baseline)) = (sums.mean(), Baseline::from_hours(&trailing, &scatters, least)) else { continue };
        let distance = (score - baseline.mean) / baseline.standard_error(sums.count);
        sum = (sum - distance - REFERENCE).max(0.0);
        if sum == 0.0 {
            (since, changed) = (None, Sums::default());
            continue;
        }
        since = since.or(Some(hour));
        changed.merge_sums(&sums);
        if sum > DECISION_INTERVAL {
            let score = changed.mean().unwrap_or(score);
            found.push(Regression::new(hour, score, baseline.mean, changed.count, since));
            sum = DECISION_INTERVAL;
        }
    }
    found
}

/// What was usual.
struct Baseline {
    mean: f64,
    /// Variance of single scores within an hour.
    within: f64,
    /// Variance of the hours' own levels.
    between: f64,
}

impl Baseline {
    /// The baseline of these hours, with the scatter of each one's scores; `None` for fewer than `min_hours`.
    fn from_hours(trailing: &TrailingWindow, series_scatters: &[f64], min_hours: usize) -> Option<Self> {
        let whole = trailing.sums;
        let hours = series_scatters.get(trailing.place.clone()).unwrap_or_default();
        let (scatter, count) = (hours.iter().sum::<f64>(), hours.len());
        let mean = whole.mean().filter(|_| count >= min_hours)?;
        let scores = whole.count as f64;
        let of_hours = count as f64;
        let within = if scores > of_hours { scatter / (scores - of_hours) } else { 0.0 };
        // One-way analysis of variance: what the hours scatter beyond what their scores explain.
        let between_square = (whole.sum_squared_deviations() - scatter).max(0.0) / (of_hours - 1.0);
        let between = ((between_square - within) / (scores / of_hours)).max(0.0);
        Some(Self { mean, within, between })
    }

    /// Standard deviation of the mean of so many scores.
    fn standard_error(&self, count: u64) -> f64 {
        (self.within / count as f64 + self.between).sqrt().max(self.mean.abs() * LEAST_NOISE).max(1e-6)
    }
}
