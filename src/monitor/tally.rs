//! What is counted of many runs: a few numbers, whatever the number of runs, and two tallies make one.

use super::moments::{Moments, Pairs};
use super::observed::Observed;

/// Retries from which a success came "after multiple retries" (seed 000).
const MULTIPLE: f64 = 2.0;
/// Counts of a tally.
pub(super) const COUNTS: usize = 11;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub runs: f64,
    pub failed: f64,
    pub aborted: f64,
    pub limited: f64,
    pub single: f64,
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
    /// Of every run that stopped and told.
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
        for (ours, theirs) in self.counts_mut().into_iter().zip(other.counts()) {
            *ours += theirs;
        }
        self.iterations.merge(&other.iterations);
        self.missing.merge(&other.missing);
        self.retries.merge(&other.retries);
        self.rated.merge(&other.rated);
    }

    /// In the order in which a state tells them.
    pub fn counts(&self) -> [f64; COUNTS] {
        [
            self.runs,
            self.failed,
            self.aborted,
            self.limited,
            self.single,
            self.repetitions,
            self.evaluations,
            self.passed,
            self.accepted,
            self.rejected,
            self.retried,
        ]
    }

    pub fn counts_mut(&mut self) -> [&mut f64; COUNTS] {
        [
            &mut self.runs,
            &mut self.failed,
            &mut self.aborted,
            &mut self.limited,
            &mut self.single,
            &mut self.repetitions,
            &mut self.evaluations,
            &mut self.passed,
            &mut self.accepted,
            &mut self.rejected,
            &mut self.retried,
        ]
    }

    /// Whether these numbers can be of runs at all. A state from elsewhere may say anything.
    pub fn is_possible(&self) -> bool {
        let within = [
            (self.failed, self.runs),
            (self.aborted, self.runs),
            (self.limited, self.runs),
            (self.single, self.runs),
            (self.accepted, self.runs),
            (self.passed, self.evaluations),
            (self.rejected, self.accepted),
            (self.retried, self.accepted),
            (self.missing.n, self.runs),
            (self.rated.n, self.runs),
        ];
        let moments = |m: &Moments| m.squares >= 0.0 && m.sum >= 0.0 && (m.n > 0.0 || (m.sum == 0.0 && m.squares == 0.0));
        let Pairs { n, mean_x, mean_y, squares_x, squares_y, products } = self.rated;
        // Cauchy and Schwarz, with room for rounding.
        let pairs = squares_x >= 0.0 && squares_y >= 0.0 && products * products <= squares_x * squares_y * (1.0 + 1e-9) + 1e-12;
        let none = n > 0.0 || (mean_x == 0.0 && mean_y == 0.0 && squares_x == 0.0 && squares_y == 0.0);
        within.into_iter().all(|(part, whole)| part <= whole)
            && self.iterations.n == self.runs
            && self.retries.n == self.accepted
            && [&self.iterations, &self.missing, &self.retries].into_iter().all(moments)
            && pairs
            && none
    }
}
