//! What a window keeps of many scores, so that windows merge.

use serde_json::Value;

use crate::message::object;

/// Units of a score: billionths. Whole numbers add up to the same in any order.
const UNITS: i128 = 1_000_000_000;

/// Count, sum, sum of squares, least and greatest of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub count: u64,
    /// In billionths.
    sum: i128,
    /// In billionths of billionths.
    squares: i128,
    min: i64,
    max: i64,
}

impl Sums {
    /// Adds a score, at a resolution of a billionth.
    pub fn add(&mut self, score: f64) {
        let units = (score * UNITS as f64).round() as i64;
        let wide = i128::from(units);
        self.merge(&Self { count: 1, sum: wide, squares: wide.saturating_mul(wide), min: units, max: units });
    }

    /// Adds what another window kept.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        let first = self.count == 0;
        self.min = if first { other.min } else { self.min.min(other.min) };
        self.max = if first { other.max } else { self.max.max(other.max) };
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// Takes away what was merged before; the least and the greatest stay.
    pub(super) fn part(&mut self, other: &Self) {
        self.count = self.count.saturating_sub(other.count);
        self.sum = self.sum.saturating_sub(other.sum);
        self.squares = self.squares.saturating_sub(other.squares);
    }

    /// The mean; `None` without scores: none is not zero.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / (UNITS as f64 * self.count as f64))
    }

    #[must_use]
    pub fn min(&self) -> Option<f64> {
        (self.count > 0).then(|| self.min as f64 / UNITS as f64)
    }

    #[must_use]
    pub fn max(&self) -> Option<f64> {
        (self.count > 0).then(|| self.max as f64 / UNITS as f64)
    }

    /// Sum of the squared distances from the mean.
    #[must_use]
    pub fn scatter(&self) -> f64 {
        let count = i128::from(self.count);
        if count == 0 {
            return 0.0;
        }
        // Σx² − (Σx)²/n with Σx = qn + r, in whole numbers but for the last term: n Σx² would not fit.
        let (mean, rest) = (self.sum.div_euclid(count), self.sum.rem_euclid(count));
        let whole = self.squares.saturating_sub(mean.saturating_mul(self.sum.saturating_add(rest)));
        let scatter = whole as f64 - rest as f64 * (rest as f64 / count as f64);
        scatter.max(0.0) / (UNITS as f64 * UNITS as f64)
    }

    /// As it is stored: sums as decimal text, which no reader rounds.
    pub(super) fn to_json(self) -> Value {
        let number = |value: Option<f64>| value.map_or(Value::Null, Value::from);
        object([
            ("count", self.count.into()),
            ("sum", decimal(self.sum, 9).into()),
            ("sumSquares", decimal(self.squares, 18).into()),
            ("min", number(self.min())),
            ("max", number(self.max())),
        ])
    }

    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let units = |key: &str| value.get(key).and_then(Value::as_f64).map(|n| (n * UNITS as f64).round() as i64);
        let count = value.get("count")?.as_u64()?;
        if count == 0 {
            return Some(Self::default());
        }
        let whole = |key: &str, places: usize| value.get(key).and_then(Value::as_str).and_then(|text| scaled(text, places));
        Some(Self { count, sum: whole("sum", 9)?, squares: whole("sumSquares", 18)?, min: units("min")?, max: units("max")? })
    }
}

/// A number of units with so many decimal places, as decimal text: `12.6`.
fn decimal(units: i128, places: usize) -> String {
    let digits = format!("{:0>width$}", units.unsigned_abs(), width = places + 1);
    let (whole, part) = digits.split_at_checked(digits.len() - places).unwrap_or((digits.as_str(), ""));
    let part = part.trim_end_matches('0');
    let sign = if units < 0 { "-" } else { "" };
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// The reverse of [`decimal`].
fn scaled(text: &str, places: usize) -> Option<i128> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let bare = whole.strip_prefix('-').unwrap_or(whole);
    if bare.is_empty() || !digits(bare) || part.len() > places || !digits(part) {
        return None;
    }
    format!("{whole}{part:0<places$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracker::MAX_SCORE;

    #[test]
    fn sums_are_written_and_read_without_loss() {
        for units in [0, 1, -1, 12_600_000_000, 1_000_000_000, -500_000_000, i128::from(i64::MAX) * 1_000] {
            for places in [9, 18] {
                assert_eq!(scaled(&decimal(units, places), places), Some(units), "{units}");
            }
        }
        assert_eq!((decimal(12_600_000_000, 9).as_str(), decimal(-1, 9).as_str()), ("12.6", "-0.000000001"));
        for text in ["", "x", "1.2.3", "1.0000000001", "1.-5", "1e3"] {
            assert_eq!(scaled(text, 9), None, "{text}");
        }
    }

    #[test]
    fn mean_and_scatter_are_those_of_the_scores() {
        let mut sums = Sums::default();
        assert_eq!((sums.mean(), sums.min(), sums.scatter()), (None, None, 0.0));
        for score in [0.1, 0.2, 0.6] {
            sums.add(score);
        }
        assert_eq!((sums.mean(), sums.min(), sums.max()), (Some(0.3), Some(0.1), Some(0.6)));
        assert!((sums.scatter() - 0.14).abs() < 1e-12);
        assert_eq!(Sums::from_json(&sums.to_json()), Some(sums));
    }

    #[test]
    fn the_scatter_of_large_numbers_is_that_of_small_ones_in_their_scale() {
        for scale in [1.0, 500.0, 700_000.0, MAX_SCORE, -MAX_SCORE] {
            let mut sums = Sums::default();
            (0..200_000).for_each(|n| sums.add(scale * (1.0 - f64::from(n % 5) / 50.0)));
            let scatter = sums.scatter() / (scale * scale);
            assert!((scatter / 160.0 - 1.0).abs() < 1e-9, "{scale}: {scatter}");
        }
        let mut near = Sums::default();
        [MAX_SCORE, MAX_SCORE, MAX_SCORE - 1e-6].iter().for_each(|score| near.add(*score));
        assert!((near.scatter() / 1e-12 * 1.5 - 1.0).abs() < 1e-6, "{}", near.scatter());
    }
}
