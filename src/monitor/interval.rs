//! How far a figure from a few runs may be off: Wilson's interval for a rate, Fisher's for a correlation, Student's for a mean.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, PI};

// Only functions of `libm` that the core uses anyway: each other one is kilobytes of wasm.

/// How sure an interval is, worked out once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Confidence {
    /// Two-sided, `0..1`.
    pub level: f64,
    z: f64,
}

/// Lower and upper bound.
pub(super) type Bounds = (f64, f64);

impl Confidence {
    pub fn of(level: f64) -> Self {
        Self { level, z: -normal_quantile((1.0 - level) / 2.0) }
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

    /// Of a mean of `n` numbers with this standard error (Student 1908). Of two numbers it would be ten times as wide as they are apart.
    pub fn student(self, mean: f64, standard_error: f64, n: f64) -> Option<Bounds> {
        if n < 3.0 {
            return None;
        }
        let half = t_quantile(1.0 - self.level, n - 1.0) * standard_error;
        Some((mean - half, mean + half))
    }
}

/// The number below which a standard normal variable falls with probability `p`, `0 < p < 1`: Acklam's approximation and one step of
/// Halley's method.
fn normal_quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969_683_028_665_376e1,
        2.209_460_984_245_205e2,
        -2.759_285_104_469_687e2,
        1.383_577_518_672_69e2,
        -3.066_479_806_614_716e1,
        2.506_628_277_459_239,
    ];
    const B: [f64; 6] = [
        -5.447_609_879_822_406e1,
        1.615_858_368_580_409e2,
        -1.556_989_798_598_866e2,
        6.680_131_188_771_972e1,
        -1.328_068_155_288_572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784_894_002_430_293e-3,
        -3.223_964_580_411_365e-1,
        -2.400_758_277_161_838,
        -2.549_732_539_343_734,
        4.374_664_141_464_968,
        2.938_163_982_698_783,
    ];
    const D: [f64; 5] = [7.784_695_709_041_462e-3, 3.224_671_290_700_398e-1, 2.445_134_137_142_996, 3.754_408_661_907_416, 1.0];
    let tail = p.min(1.0 - p);
    let guess = if tail < 0.024_25 {
        let q = (-2.0 * libm::log(tail)).sqrt();
        let below = polynomial(&C, q) / polynomial(&D, q);
        if p < 0.5 { below } else { -below }
    } else {
        let q = p - 0.5;
        polynomial(&A, q * q) * q / polynomial(&B, q * q)
    };
    let off = 0.5 * libm::erfc(-guess * FRAC_1_SQRT_2) - p;
    let step = off * (2.0 * PI).sqrt() * libm::exp(guess * guess / 2.0);
    guess - step / (1.0 + guess * step / 2.0)
}

/// The highest power first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The number that Student's t with `df` degrees of freedom, 2 or more, exceeds on either side with probability `p` (Hill 1970,
/// algorithm 396).
fn t_quantile(p: f64, df: f64) -> f64 {
    if df <= 2.0 {
        return (2.0 / (p * (2.0 - p)) - 2.0).sqrt();
    }
    let a = 1.0 / (df - 0.5);
    let b = 48.0 / (a * a);
    let mut c = ((20_700.0 * a / b - 98.0) * a - 16.0) * a + 96.36;
    let d = ((94.5 / (b + c) - 3.0) / b + 1.0) * (a * FRAC_PI_2).sqrt() * df;
    let mut y = libm::exp(libm::log(d * p) * 2.0 / df);
    if y > 0.05 + a {
        let x = normal_quantile(0.5 * p);
        y = x * x;
        if df < 5.0 {
            c += 0.3 * (df - 4.5) * (x + 0.6);
        }
        c += (((0.05 * d * x - 5.0) * x - 7.0) * x - 2.0) * x + b;
        y = (((((0.4 * y + 6.3) * y + 36.0) * y + 94.5) / c - y - 3.0) / b + 1.0) * x;
        let log = a * y * y;
        y = if log > 0.002 { libm::exp(log) - 1.0 } else { log + 0.5 * log * log };
    } else {
        y = ((1.0 / (((df + 6.0) / (df * y) - 0.089 * d - 0.822) * (df + 2.0) * 3.0) + 0.5 / (df + 4.0)) * y - 1.0) * (df + 1.0)
            / (df + 2.0)
            + 1.0 / y;
    }
    (df * y).sqrt()
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

    use super::*;

    const LEVELS: [f64; 6] = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999];

    fn close(ours: f64, theirs: f64, relative: f64) {
        assert!((ours - theirs).abs() <= relative * theirs.abs().max(1e-12), "{ours} is not {theirs}");
    }

    #[test]
    fn normal_quantiles_are_those_of_statrs() {
        let normal = Normal::standard();
        for level in LEVELS {
            close(Confidence::of(level).z, normal.inverse_cdf(1.0 - (1.0 - level) / 2.0), 1e-9);
        }
        for p in [1e-10, 0.001, 0.02, 0.03, 0.4, 0.6, 0.97, 0.98, 0.9999] {
            close(normal_quantile(p), normal.inverse_cdf(p), 1e-9);
        }
    }

    #[test]
    fn quantiles_of_students_t_are_those_of_statrs() {
        for df in [2.0, 3.0, 4.0, 5.0, 8.0, 19.0, 50.0, 99.0, 499.0, 10_000.0] {
            let t = StudentsT::new(0.0, 1.0, df).unwrap();
            for level in LEVELS {
                close(t_quantile(1.0 - level, df), t.inverse_cdf(1.0 - (1.0 - level) / 2.0), 2e-4);
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
        let (low, high) = c.student(10.0, 2.0, 10.0).unwrap();
        close(high - 10.0, 2.0 * 2.262_157, 1e-5);
        close(10.0 - low, 2.0 * 2.262_157, 1e-5);
    }

    #[test]
    fn there_is_no_interval_of_too_few() {
        let c = Confidence::of(0.95);
        assert_eq!((c.wilson(0.0, 0.0), c.fisher(0.5, 3.0), c.student(1.0, 0.0, 2.0)), (None, None, None));
        assert_eq!(c.fisher(1.0, 4.0), Some((1.0, 1.0)));
    }
}
