//! What is counted of many runs: a few numbers, whatever the number of runs, and two tallies make one.
//!
//! Welford (1962) for one more number; Chan, Golub and LeVeque (1979) for two parts of a whole.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::observed::Observed;

/// Retries from which a success came "after multiple retries" (seed 000).
const MULTIPLE: f64 = 2.0;
/// Numbers of a tally.
const NUMBERS: usize = 27;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub runs: f64,
    pub failed: f64,
    pub aborted: f64,
    pub limited: f64,
    /// Ended by themselves after one iteration.
    pub single: f64,
    /// Those of them that nobody independent accepted.
    pub premature: f64,
    pub repetitions: f64,
    pub evaluations: f64,
    pub passed: f64,
    pub accepted: f64,
    /// Accepted runs whose answer a person rejected.
    pub rejected: f64,
    /// Accepted runs with multiple retries.
    pub retried: f64,
    /// Of every run.
    pub iterations: Moments,
    /// Of every run that stopped and tells it.
    pub missing: Moments,
    /// Of accepted runs.
    pub retries: Moments,
    /// Scores and ratings.
    pub rated: Pairs,
}

impl Tally {
    pub fn add(&mut self, run: &Observed) {
        let one = |holds: bool| f64::from(u8::from(holds));
        self.runs += 1.0;
        self.failed += one(run.failed);
        self.aborted += one(run.aborted);
        self.limited += one(run.limited);
        self.single += one(run.single);
        self.premature += one(run.premature);
        self.repetitions += run.repetitions;
        self.evaluations += run.evaluations;
        self.passed += run.passed;
        self.iterations.add(run.iterations);
        if let Some(missing) = run.missing {
            self.missing.add(missing);
        }
        if run.accepted {
            self.accepted += 1.0;
            self.retries.add(run.retries);
            self.retried += one(run.retries >= MULTIPLE);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        let (iterations, missing, retries, rated) = (self.iterations, self.missing, self.retries, self.rated);
        for (ours, theirs) in self.numbers_mut().into_iter().zip(other.clone().numbers_mut()) {
            *ours += *theirs;
        }
        // Of means and squares the sums are not those of the whole.
        self.iterations = iterations.merged(&other.iterations);
        self.missing = missing.merged(&other.missing);
        self.retries = retries.merged(&other.retries);
        self.rated = rated.merged(&other.rated);
    }

    /// All of it, in the order in which it is saved.
    fn numbers_mut(&mut self) -> [&mut f64; NUMBERS] {
        let Self { iterations: i, missing: m, retries: r, rated: p, .. } = self;
        [
            &mut self.runs,
            &mut self.failed,
            &mut self.aborted,
            &mut self.limited,
            &mut self.single,
            &mut self.premature,
            &mut self.repetitions,
            &mut self.evaluations,
            &mut self.passed,
            &mut self.accepted,
            &mut self.rejected,
            &mut self.retried,
            &mut i.n,
            &mut i.sum,
            &mut i.squares,
            &mut m.n,
            &mut m.sum,
            &mut m.squares,
            &mut r.n,
            &mut r.sum,
            &mut r.squares,
            &mut p.n,
            &mut p.mean_x,
            &mut p.mean_y,
            &mut p.squares_x,
            &mut p.squares_y,
            &mut p.products,
        ]
    }
}

/// Without the names of its fields: a state is smaller, and so is the wasm that reads it.
impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.clone().numbers_mut().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut tally = Self::default();
        for (ours, saved) in tally.numbers_mut().into_iter().zip(<[f64; NUMBERS]>::deserialize(deserializer)?) {
            *ours = saved;
        }
        Ok(tally)
    }
}

/// Numbers, without keeping them. The sum is kept as it is, so that the mean of whole numbers is exact in whatever order parts come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moments {
    pub n: f64,
    pub sum: f64,
    /// Sum of the squared distances from the mean.
    pub squares: f64,
}

impl Moments {
    pub fn add(&mut self, number: f64) {
        let before = self.mean().unwrap_or(number);
        self.n += 1.0;
        self.sum += number;
        self.squares += (number - before) * (number - self.sum / self.n);
    }

    fn merged(mut self, other: &Self) -> Self {
        if let (Some(ours), Some(theirs)) = (self.mean(), other.mean()) {
            let apart = theirs - ours;
            self.squares += apart * apart * self.n * other.n / (self.n + other.n);
        }
        self.squares += other.squares;
        self.n += other.n;
        self.sum += other.sum;
        self
    }

    pub fn mean(&self) -> Option<f64> {
        (self.n > 0.0).then(|| self.sum / self.n)
    }

    /// Standard error of the mean; there is none of a single number.
    pub fn standard_error(&self) -> Option<f64> {
        (self.n > 1.0).then(|| (self.squares.max(0.0) / (self.n - 1.0) / self.n).sqrt())
    }
}

/// Pairs of numbers, without keeping them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pairs {
    pub n: f64,
    pub mean_x: f64,
    pub mean_y: f64,
    pub squares_x: f64,
    pub squares_y: f64,
    /// Sum of the products of the distances from the means.
    pub products: f64,
}

impl Pairs {
    /// A pair is a part of a whole that has one.
    pub fn add(&mut self, x: f64, y: f64) {
        *self = self.merged(&Self { n: 1.0, mean_x: x, mean_y: y, ..Self::default() });
    }

    fn merged(mut self, other: &Self) -> Self {
        let n = self.n + other.n;
        if n <= 0.0 {
            return self;
        }
        let (apart_x, apart_y) = (other.mean_x - self.mean_x, other.mean_y - self.mean_y);
        let weight = self.n * other.n / n;
        self.squares_x += other.squares_x + apart_x * apart_x * weight;
        self.squares_y += other.squares_y + apart_y * apart_y * weight;
        self.products += other.products + apart_x * apart_y * weight;
        self.mean_x += apart_x * other.n / n;
        self.mean_y += apart_y * other.n / n;
        self.n = n;
        self
    }

    /// Pearson's coefficient; there is none while all x, or all y, are the same.
    pub fn correlation(&self) -> Option<f64> {
        let spread = (self.squares_x * self.squares_y).sqrt();
        (self.n > 1.0 && spread > 0.0).then(|| (self.products / spread).clamp(-1.0, 1.0))
    }
}
