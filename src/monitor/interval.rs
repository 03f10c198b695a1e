//! How far a figure from a few runs may be off: Wilson's interval for a rate, Fisher's for a correlation, Student's for a mean.

use core::f64::consts::FRAC_1_SQRT_2;

/// Numbers from which a mean has an interval. Below it the series for Student's t is not exact enough, and the interval says little.
const MEAN_FROM: f64 = 12.0;

/// How sure an interval is, worked out once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Confidence {
    z: f64,
}

/// Lower and upper bound.
pub(super) type Bounds = (f64, f64);

impl Confidence {
    /// Two-sided, `0.5..1`.
    pub fn of(level: f64) -> Self {
        // `z` is where the two tails together hold what is left. Forty halvings of the range are exact to 1e-11.
        let (mut low, mut high) = (0.0, 8.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if libm::erfc(middle * FRAC_1_SQRT_2) > 1.0 - level { low = middle } else { high = middle }
        }
        Self { z: low }
    }

    /// Of a rate of `hits` in `n` (Wilson 1927).
    pub fn wilson(self, hits: f64, n: f64) -> Option<Bounds> {
        if n <= 0.0 {
            return None;
        }
        let (p, z2) = (hits / n, self.z * self.z);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = self.z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        Some(((middle - half).max(0.0), (middle + half).min(1.0)))
    }

    /// Of a correlation `r` of `n` pairs (Fisher 1921).
    pub fn fisher(self, r: f64, n: f64) -> Option<Bounds> {
        if n <= 3.0 {
            return None;
        }
        // The inverse hyperbolic tangent, and back.
        let (z, half) = (0.5 * libm::log((1.0 + r) / (1.0 - r)), self.z / (n - 3.0).sqrt());
        let tanh = |x: f64| 1.0 - 2.0 / (libm::exp(2.0 * x) + 1.0);
        Some((tanh(z - half), tanh(z + half)))
    }

    /// Of a mean of `n` numbers with this standard error (Student 1908).
    pub fn student(self, mean: f64, standard_error: f64, n: f64) -> Option<Bounds> {
        let half = self.t(n - 1.0) * standard_error;
        (n >= MEAN_FROM).then_some((mean - half, mean + half))
    }

    /// Student's t, by its series in `1 / df` (Abramowitz and Stegun 26.7.5).
    fn t(self, df: f64) -> f64 {
        let (z, z2) = (self.z, self.z * self.z);
        let terms = [
            z,
            z * (z2 + 1.0) / 4.0,
            z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
            z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
            z * ((((79.0 * z2 + 776.0) * z2 + 1_482.0) * z2 - 1_920.0) * z2 - 945.0) / 92_160.0,
        ];
        terms.iter().rev().fold(0.0, |sum, term| sum / df + term)
    }
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

    use super::*;

    fn close(ours: f64, theirs: f64, relative: f64) {
        assert!((ours - theirs).abs() <= relative * theirs.abs().max(1e-12), "{ours} is not {theirs}");
    }

    #[test]
    fn quantiles_are_those_of_statrs() {
        let normal = Normal::standard();
        for level in [0.5, 0.8, 0.9, 0.95, 0.99, 0.999] {
            let (confidence, upper) = (Confidence::of(level), 1.0 - (1.0 - level) / 2.0);
            close(confidence.z, normal.inverse_cdf(upper), 1e-9);
            for df in [11.0, 19.0, 50.0, 99.0, 499.0, 10_000.0] {
                close(confidence.t(df), StudentsT::new(0.0, 1.0, df).unwrap().inverse_cdf(upper), 2e-4);
            }
        }
    }

    #[test]
    fn intervals_are_those_of_the_books() {
        let c = Confidence::of(0.95);
        // Newcombe (1998), table I, method 3.
        for (hits, n, low, high) in [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605), (0.0, 20.0, 0.0, 0.1611)] {
            let (ours_low, ours_high) = c.wilson(hits, n).unwrap();
            assert!((ours_low - low).abs() < 5e-5 && (ours_high - high).abs() < 5e-5, "{hits} of {n}: {ours_low} {ours_high}");
        }
        // z = 0.5 ± 1.96 / √97 for a correlation of tanh(0.5) in 100 pairs.
        let (low, high) = c.fisher(0.5_f64.tanh(), 100.0).unwrap();
        close(low, (0.5 - 1.959_963_985 / 97.0_f64.sqrt()).tanh(), 1e-8);
        close(high, (0.5 + 1.959_963_985 / 97.0_f64.sqrt()).tanh(), 1e-8);
        let (low, high) = c.student(10.0, 2.0, 20.0).unwrap();
        close(high - 10.0, 2.0 * 2.093_024, 1e-5);
        close(10.0 - low, 2.0 * 2.093_024, 1e-5);
    }

    #[test]
    fn there_is_no_interval_of_too_few() {
        let c = Confidence::of(0.95);
        assert_eq!((c.wilson(0.0, 0.0), c.fisher(0.5, 3.0), c.student(1.0, 0.0, 11.0)), (None, None, None));
        assert_eq!(c.fisher(1.0, 4.0), Some((1.0, 1.0)));
    }
}
