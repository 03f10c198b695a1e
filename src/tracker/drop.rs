//! The rule `drop15` of seed 003: the last closed hour against the days before it.

use super::BASELINE_HOURS;
use super::regression::{Detector, Found, Hours, Span, Trailing};
use super::trend::TINY;

/// A drop of more than this share of the baseline is a regression (seed 003: 15 %).
pub const REGRESSION_DROP: f64 = 0.15;
/// Scores that the hour, and the days before it, must each hold: five against five say nothing.
pub const MIN_SAMPLES: u64 = 10;

/// Hours whose mean lies more than 15 % below that of the seven days before them.
pub(super) fn drops(hours: &Hours, detector: &Detector) -> Vec<Found> {
    let mut found = Vec::new();
    let mut trailing = Trailing::of(hours);
    for (hour, sums) in hours {
        let from = hour - BASELINE_HOURS;
        trailing.to(Span { from, to: *hour, least: 0, reach: from });
        let before = trailing.sums;
        let (Some(score), Some(baseline)) = (sums.mean(), before.mean()) else { continue };
        let enough = sums.count.min(before.count) >= detector.min_samples;
        if enough && baseline > 0.0 && baseline - score > baseline * detector.drop + TINY {
            found.push(Found { hour: *hour, score, baseline, samples: sums.count, since: None });
        }
    }
    found
}
