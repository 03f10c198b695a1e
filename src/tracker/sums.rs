//! What a window keeps of many scores, so that windows merge.

use serde_json::Value;

use crate::message::object;

/// A score may be this far from zero.
pub const MAX_SCORE: f64 = 1e6;
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

    /// As it is stored, in billionths: sums as text, which no reader rounds.
    pub(super) fn to_json(self) -> Value {
        object([
            ("count", self.count.into()),
            ("sum", self.sum.to_string().into()),
            ("sumSquares", self.squares.to_string().into()),
            ("min", self.min.into()),
            ("max", self.max.into()),
        ])
    }

    /// Of a stored window, or of a list of scores.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        if let Value::Array(scores) = value {
            let mut sums = Self::default();
            for score in scores {
                sums.add(score.as_f64().filter(|score| score.abs() <= MAX_SCORE)?);
            }
            return Some(sums);
        }
        let whole = |key: &str| value.get(key).and_then(Value::as_str).and_then(|text| text.parse().ok());
        let units = |key: &str| value.get(key).and_then(Value::as_i64);
        let count = value.get("count")?.as_u64()?;
        Some(Self { count, sum: whole("sum")?, squares: whole("sumSquares")?, min: units("min")?, max: units("max")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
