//! What a window keeps of many scores, so that windows merge. What is compared with nothing else, such as one metric of one evaluator of one
//! agent, is a series; its name is the host's, who numbers series from 0.

pub const HOUR_MS: f64 = 3_600_000.0;
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
    pub fn add_score(&mut self, score: f64) {
        let units = (score * UNITS as f64).round() as i64;
        let wide = i128::from(units);
        self.merge_sums(&Self { count: 1, sum: wide, squares: wide.saturating_mul(wide), min: units, max: units });
    }

    /// Adds what another window kept.
    pub fn merge_sums(&mut self, other: &Self) {
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
    pub(super) fn subtract_sums(&mut self, other: &Self) {
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
    pub fn sum_squared_deviations(&self) -> f64 {
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

    /// As floats, each of them a whole number: the count, the sum and the sum of squares as three [`LIMBS`] each, the least, the greatest.
    #[must_use]
    pub fn to_floats(&self) -> [f64; SUMS] {
        let [sum, sum_mid, sum_low] = split_limbs(self.sum);
        let [squares, squares_mid, squares_low] = split_limbs(self.squares);
        let (count, min, max) = (self.count as f64, self.min as f64, self.max as f64);
        [count, sum, sum_mid, sum_low, squares, squares_mid, squares_low, min, max]
    }

    /// Reads these floats.
    #[must_use]
    pub fn from_floats([count, s1, s2, s3, q1, q2, q3, min, max]: [f64; SUMS]) -> Self {
        let (sum, squares) = (join_limbs([s1, s2, s3]), join_limbs([q1, q2, q3]));
        Self { count: count as u64, sum, squares, min: min as i64, max: max as i64 }
    }
}

/// Numbers of [`Sums`].
pub const SUMS: usize = 9;
/// A float holds this and every whole number below it, and three such digits hold what 128 bits do.
const LIMBS: i128 = 1_000_000_000_000_000;

/// The digits of a number to that base, each with its sign.
fn split_limbs(number: i128) -> [f64; 3] {
    [number / LIMBS / LIMBS, number / LIMBS % LIMBS, number % LIMBS].map(|limb| limb as i64 as f64)
}

fn join_limbs(limbs: [f64; 3]) -> i128 {
    limbs.iter().fold(0, |whole, limb| i128::saturating_mul(whole, LIMBS).saturating_add(i128::from(*limb as i64)))
}

/// Scores of one series in one hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub series: usize,
    /// Hours since 1970-01-01T00:00Z.
    pub hour: i64,
    pub sums: Sums,
}

/// Adds up so many series, by their numbers. A number beyond them is passed over.
#[must_use]
pub fn sum_series(series_count: usize, parts: impl Iterator<Item = (usize, Sums)>) -> Vec<Sums> {
    let mut totals = vec![Sums::default(); series_count];
    for (series, sums) in parts {
        if let Some(total) = totals.get_mut(series) {
            total.merge_sums(&sums);
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scatter_of_large_numbers_is_that_of_small_ones_in_their_scale() {
        for scale in [1.0, 500.0, 700_000.0, MAX_SCORE, -MAX_SCORE] {
            let mut sums = Sums::default();
            (0..200_000).for_each(|n| sums.add_score(scale * (1.0 - f64::from(n % 5) / 50.0)));
            let scatter = sums.sum_squared_deviations() / (scale * scale);
            assert!((scatter / 160.0 - 1.0).abs() < 1e-9, "{scale}: {scatter}");
        }
        let mut near = Sums::default();
        [MAX_SCORE, MAX_SCORE, MAX_SCORE - 1e-6].iter().for_each(|score| near.add_score(*score));
        assert!((near.sum_squared_deviations() / 1e-12 * 1.5 - 1.0).abs() < 1e-6, "{}", near.sum_squared_deviations());
    }
}
