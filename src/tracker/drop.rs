//! The rule `drop15` of seed 003: the last closed hour against the days before it.

use super::history::TINY;
use super::regression::{Detector, Found, Hours};
use super::{BASELINE_HOURS, Sums};

/// A drop of more than this share of the baseline is a regression (seed 003: 15 %).
pub const REGRESSION_DROP: f64 = 0.15;
/// Scores that the hour, and the days before it, must each hold: five against five say nothing.
pub const MIN_SAMPLES: u64 = 10;

/// Hours whose mean lies more than 15 % below that of the seven days before them.
pub(super) fn drops(hours: &Hours, detector: &Detector) -> Vec<Found> {
    let mut found = Vec::new();
    for (hour, sums) in hours {
        let mut before = Sums::default();
        hours.range(hour - BASELINE_HOURS..*hour).for_each(|(_, sums)| before.merge(sums));
        let (Some(score), Some(baseline)) = (sums.mean(), before.mean()) else { continue };
        let enough = sums.count.min(before.count) >= detector.min_samples;
        if enough && baseline > 0.0 && baseline - score > baseline * detector.drop + TINY {
            found.push(Found { hour: *hour, score, baseline, samples: sums.count, since: None });
        }
    }
    found
}
