//! What a window keeps of many scores, so that windows merge.

use serde_json::Value;

use crate::message::object;

/// A score may be this far from zero.
pub const MAX_SCORE: f64 = 1e6;
/// Units of a score: billionths. Whole numbers add up to the same in any order.
const UNITS: i128 = 1_000_000_000;

/// Count, sum, least and greatest of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub count: u64,
    /// In billionths.
    sum: i128,
    min: i64,
    max: i64,
}

impl Sums {
    /// Adds a score, at a resolution of a billionth.
    pub fn add(&mut self, score: f64) {
        let units = (score * UNITS as f64).round() as i64;
        self.merge(&Self { count: 1, sum: i128::from(units), min: units, max: units });
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
    }

    /// Takes away what was merged before; the least and the greatest stay.
    pub(super) fn part(&mut self, other: &Self) {
        self.count = self.count.saturating_sub(other.count);
        self.sum = self.sum.saturating_sub(other.sum);
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

    /// As it is stored, in billionths: the sum as text, which no reader rounds.
    pub(super) fn to_json(self) -> Value {
        object([
            ("count", self.count.into()),
            ("sum", self.sum.to_string().into()),
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
        let units = |key: &str| value.get(key).and_then(Value::as_i64);
        let sum = value.get("sum")?.as_str()?.parse().ok()?;
        Some(Self { count: value.get("count")?.as_u64()?, sum, min: units("min")?, max: units("max")? })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn mean_least_and_greatest_are_those_of_the_scores() {
        let mut sums = Sums::default();
        assert_eq!((sums.mean(), sums.min()), (None, None));
        for score in [0.1, 0.2, 0.6] {
            sums.add(score);
        }
        assert_eq!((sums.mean(), sums.min(), sums.max()), (Some(0.3), Some(0.1), Some(0.6)));
        assert_eq!(Sums::from_json(&sums.to_json()), Some(sums));
        assert_eq!(Sums::from_json(&json!([0.1, 0.2, 0.6])), Some(sums));
    }
}
