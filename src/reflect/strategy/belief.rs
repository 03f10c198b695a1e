//! What is believed of the drafts of one run: a joint normal distribution over their quality, the critics' errors, and what is common to
//! all tasks (how good fresh drafts are, what a revision does, how kind the critic is).
//!
//! A score is quality + bias + an error of this critic on this task + one on this draft + noise, so that a second look by the same
//! critic says less than the first, and two drafts judged by one critic compare better than the scores' noise says. In a look at several
//! drafts half of the noise is one for all of them (nobody knows how much is), and each has a little of its own for its place. A score at the end
//! of the scale only says "at least". A verifier passes a draft with a probability that rises with its quality. Conditioning is
//! exact for scores, and by matching moments for what lies beyond a threshold (as in expectation propagation, Minka 2001).

use crate::message::Gather;
use crate::reflect::draft::Draft;
use crate::settings::Calibration;

/// Variance of the quality of fresh drafts of one task.
const QUALITY_VARIANCE: f64 = 2.4;
/// What a revision gains of the distance to [`REACHABLE`], in the mean; the drift comes on top.
const SLOPE: f64 = 0.24;
const REACHABLE: f64 = 9.5;
/// How the noise of a score is shared out: on the task, on the draft, on the look.
const SHARES: [f64; 3] = [0.3, 0.38, 0.32];
/// Variance of what the place of a draft in a look at several does to its points.
const ORDER: f64 = 0.09;
/// Share of an error that all critics have in common.
const COMMON: f64 = 0.5;
/// Share of a look's noise that is one for all drafts in it.
const LEVEL: f64 = 0.5;
/// Standard deviation of the biases of several critics around their mean.
const CRITICS_SD: f64 = 0.4;
/// Scores are mostly whole points: variance of rounding.
const ROUNDING: f64 = 1.0 / 12.0;
/// Quality at which a verifier passes every second draft, and the scale of its logistic curve as that of a normal one.
const PASSES_AT: f64 = 6.5;
const PASSES_SD: f64 = 0.9 * 1.702;
/// Means of 15 equally probable slices of a standard normal variable.
const SLICES: [f64; 15] = [
    -1.939601, -1.289504, -0.970324, -0.729361, -0.525207, -0.341141, -0.168095, 0.0, 0.168095, 0.341141, 0.525207, 0.729361,
    0.970324, 1.289504, 1.939601,
];

/// Places of what is common to all tasks.
const QUALITY: usize = 0;
const DRIFT: usize = 1;
const BIAS: usize = 2;

/// What a critic or a person says of a draft.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::reflect) enum Observation {
    Points(f64),
    AtLeast(f64),
    Below(f64),
}

/// One critique of one draft; `None` where it could not be read. Those of one call judge several drafts together.
pub(in crate::reflect) struct Judgement<'a> {
    pub call: Option<&'a str>,
    pub critic: u32,
    pub draft: u32,
    pub observation: Option<Observation>,
}

/// Whose error it is (one critic's or that of all), and on what: the quality of a draft, by its place, or the task.
type Source = (Option<u32>, Option<usize>);

/// What an observation is expected to be: mean, variance, and its covariance with everything.
struct Expected {
    mean: f64,
    variance: f64,
    with: Vec<f64>,
}

#[derive(Clone)]
pub(in crate::reflect) struct Posterior {
    means: Vec<f64>,
    /// Covariance: its lower triangle, row by row.
    cells: Vec<f64>,
    /// The index of each draft and the place of its quality; drafts with the same text share one.
    drafts: Vec<(u32, usize)>,
    /// Places of the qualities that were judged.
    judged: Vec<usize>,
    /// Places of errors.
    errors: Vec<(Source, usize)>,
    noise: f64,
    spread: f64,
    unreadable: f64,
}

impl Posterior {
    /// Before any draft.
    fn new(calibration: &Calibration) -> Self {
        Self {
            means: calibration.mean.to_vec(),
            cells: calibration.covariance.to_vec(),
            drafts: Vec::new(),
            judged: Vec::new(),
            errors: Vec::new(),
            noise: calibration.noise,
            spread: calibration.spread,
            unreadable: calibration.unreadable,
        }
    }

    /// After these drafts, what verifiers said of them, and all looks in their order. Each judgement is told before it is taken in.
    pub fn of(
        calibration: &Calibration,
        drafts: &[&Draft],
        judgements: &[Judgement],
        tell: &mut dyn FnMut(&Self, &Judgement),
    ) -> Self {
        let mut posterior = Self::new(calibration);
        for draft in drafts {
            posterior.draft(draft.index, draft.parent, draft.duplicate_of);
            if !draft.verifiers.is_empty() {
                posterior.checked(draft.index, draft.passes());
            }
        }
        for group in judgements.chunk_by(|one, other| one.call.is_some() && one.call == other.call) {
            group.iter().for_each(|judgement| tell(&posterior, judgement));
            let observations: Vec<(u32, Observation)> =
                group.iter().filter_map(|one| Some((one.draft, one.observation?))).gather();
            if let Some(first) = group.first().filter(|_| !observations.is_empty()) {
                posterior.observe(first.critic, &observations);
            }
        }
        posterior
    }

    /// Adds a draft. A repeated draft shares the place of its twin.
    pub fn draft(&mut self, index: u32, parent: Option<u32>, repeats: Option<u32>) {
        if let Some(twin) = repeats.and_then(|twin| self.place(twin)) {
            self.drafts.push((index, twin));
            return;
        }
        let size = self.means.len();
        match parent.and_then(|parent| self.place(parent)) {
            None => {
                let with = self.column(&[(QUALITY, 1.0)]);
                self.push(self.mean(QUALITY), &with, self.covariance(QUALITY, QUALITY) + QUALITY_VARIANCE);
            }
            Some(parent) => {
                let keeps = 1.0 - SLOPE;
                let with = self.column(&[(parent, keeps), (DRIFT, 1.0)]);
                let mean = keeps * self.mean(parent) + SLOPE * REACHABLE + self.mean(DRIFT);
                let own = keeps * keeps * self.covariance(parent, parent) + self.covariance(DRIFT, DRIFT);
                let variance = own + 2.0 * keeps * self.covariance(parent, DRIFT) + self.spread;
                self.push(mean, &with, variance);
            }
        }
        self.drafts.push((index, size));
    }

    /// Takes in the verdicts of all verifiers.
    fn checked(&mut self, index: u32, passed: bool) {
        let Some(at) = self.place(index) else { return };
        let expected = self.expect(&[(at, 1.0)], PASSES_SD * PASSES_SD);
        self.beyond(&expected, PASSES_AT, passed);
        self.judged.push(at);
    }

    /// Takes in a person's verdict, which is taken as right.
    pub fn reviewed(&mut self, index: u32, observation: Observation) {
        let Some(at) = self.place(index) else { return };
        let expected = self.expect(&[(at, 1.0)], 0.25);
        self.take(&expected, observation);
    }

    /// Takes in one critique, of one draft or of several.
    fn observe(&mut self, critic: u32, observations: &[(u32, Observation)]) {
        let level = self.level(observations.len());
        for (index, observation) in observations {
            let Some(quality) = self.place(*index) else { continue };
            let expected = self.expected_score(quality, critic, level);
            self.take(&expected, *observation);
            self.judged.push(quality);
        }
    }

    /// A place for what drafts that are judged together have in common.
    fn level(&mut self, drafts: usize) -> Option<usize> {
        (drafts > 1).then(|| self.push_error(LEVEL * self.share(2)))
    }

    /// The place of an error; makes it if there is none yet.
    fn error(&mut self, critic: Option<u32>, quality: Option<usize>) -> usize {
        let of = (critic, quality);
        if let Some((_, place)) = self.errors.iter().find(|(other, _)| *other == of) {
            return *place;
        }
        let whose = if critic.is_some() { 1.0 - COMMON } else { COMMON };
        let is_further = critic.is_some() && quality.is_none() && self.errors.iter().any(|((other, _), _)| other.is_some());
        let bias = if is_further { 2.0 * CRITICS_SD * CRITICS_SD } else { 0.0 };
        let place = self.push_error(whose * self.share(usize::from(quality.is_some())) + bias);
        self.errors.push((of, place));
        place
    }

    /// Mean and variance of the points that a critic would give.
    pub fn foreseen(&self, index: u32, critic: u32) -> (f64, f64) {
        let quality = self.place(index).unwrap_or(QUALITY);
        let expected = self.clone().expected_score(quality, critic, None);
        (expected.mean, expected.variance)
    }

    /// Mean and standard deviation of a draft's quality.
    pub fn quality(&self, index: u32) -> (f64, f64) {
        let at = self.place(index).unwrap_or(QUALITY);
        (self.mean(at), self.covariance(at, at).max(0.0).sqrt())
    }

    /// Probability that a draft has at least this quality.
    pub fn reaches(&self, index: u32, points: f64) -> f64 {
        let (mean, sd) = self.quality(index);
        normal_share((mean - points) / sd.max(1e-9))
    }

    /// What is believed of a draft that was judged.
    pub fn believed(&self, index: u32) -> Option<f64> {
        self.place(index).filter(|at| self.judged.contains(at)).map(|at| self.mean(at))
    }

    /// Expected gain in the quality of the best draft from a critique of these, in points.
    pub fn gain_of_critique(&self, drafts: &[u32], critic: u32) -> f64 {
        let mut then = self.clone();
        let level = then.level(drafts.len());
        let mut moves: Vec<Vec<f64>> = Vec::new();
        for quality in drafts.iter().filter_map(|draft| self.place(*draft)) {
            let expected = then.expected_score(quality, critic, level);
            let sd = expected.variance.sqrt();
            then.shift(&expected, 0.0, 1.0 / expected.variance);
            moves.push(expected.with.iter().map(|with| with / sd).collect());
        }
        let is_compared = |(index, at): &&(u32, usize)| self.judged.contains(at) || drafts.contains(index);
        let places: Vec<usize> = self.drafts.iter().filter(is_compared).map(|(_, at)| *at).gather();
        // Samples of a standard normal variable for each draft: of two or more a lattice, in which any two neighbours meet evenly.
        let slice = |variable: usize| SLICES.get(variable % SLICES.len()).copied().unwrap_or(0.0);
        let seconds = if drafts.len() > 1 { SLICES.len() } else { 1 };
        let mut sum = 0.0;
        for first in 0..SLICES.len() {
            for second in 0..seconds {
                let mut best = f64::MIN;
                for at in &places {
                    let mut by = 0.0;
                    for (variable, with) in moves.iter().enumerate() {
                        let sampled = if variable == 0 { first } else { second + (variable - 1) * first };
                        by += with.get(*at).copied().unwrap_or(0.0) * slice(sampled);
                    }
                    best = best.max(self.mean(*at) + by);
                }
                sum += best;
            }
        }
        let mean = sum / (SLICES.len() * seconds) as f64;
        (1.0 - self.unreadable) * (mean - self.best_mean())
    }

    /// The same of verifiers that are run on a draft.
    pub fn gain_of_check(&self, index: u32) -> f64 {
        let Some(at) = self.place(index) else { return 0.0 };
        let expected = self.expect(&[(at, 1.0)], PASSES_SD * PASSES_SD);
        let passes = normal_share((expected.mean - PASSES_AT) / expected.variance.sqrt());
        let after = |passed: bool| {
            let mut then = self.clone();
            then.checked(index, passed);
            then.best_mean()
        };
        passes * after(true) + (1.0 - passes) * after(false) - self.best_mean()
    }

    /// Raises the expected gain of revisions by this many standard deviations: only a revision that is tried teaches something.
    pub fn hopeful(mut self, deviations: f64) -> Self {
        let sd = self.covariance(DRIFT, DRIFT).max(0.0).sqrt();
        if let Some(drift) = self.means.get_mut(DRIFT) {
            *drift += deviations * sd;
        }
        self
    }

    /// What is common to all tasks, as it is believed now: means, and the lower triangle of their covariance.
    pub fn common(&self) -> ([f64; 3], [f64; 6]) {
        let c = |a: usize, b: usize| self.covariance(a, b);
        let means = [self.mean(QUALITY), self.mean(DRIFT), self.mean(BIAS)];
        (means, [c(0, 0), c(1, 0), c(1, 1), c(2, 0), c(2, 1), c(2, 2)])
    }

    fn best_mean(&self) -> f64 {
        self.judged.iter().map(|at| self.mean(*at)).fold(f64::MIN, f64::max)
    }

    fn share(&self, of: usize) -> f64 {
        self.noise * SHARES.get(of).copied().unwrap_or(0.0)
    }

    /// `level` is the place of what drafts that are judged together share.
    fn expected_score(&mut self, quality: usize, critic: u32, level: Option<usize>) -> Expected {
        let mut sum = vec![(BIAS, 1.0), (quality, 1.0)];
        for (critic, quality) in [(None, None), (Some(critic), None), (None, Some(quality)), (Some(critic), Some(quality))] {
            sum.push((self.error(critic, quality), 1.0));
        }
        sum.extend(level.map(|at| (at, 1.0)));
        let own = if level.is_some() { ORDER + (1.0 - LEVEL) * self.share(2) } else { self.share(2) };
        self.expect(&sum, ROUNDING + own)
    }

    fn expect(&self, sum: &[(usize, f64)], noise: f64) -> Expected {
        let with = self.column(sum);
        let variance = sum.iter().filter_map(|(at, _)| with.get(*at)).sum::<f64>() + noise;
        Expected { mean: sum.iter().map(|(at, _)| self.mean(*at)).sum(), variance, with }
    }

    fn take(&mut self, expected: &Expected, observation: Observation) {
        match observation {
            Observation::Points(points) if points >= 10.0 => self.beyond(expected, 9.5, true),
            Observation::Points(points) if points <= 0.0 => self.beyond(expected, 0.5, false),
            Observation::Points(points) => {
                self.shift(expected, (points - expected.mean) / expected.variance, 1.0 / expected.variance)
            }
            Observation::AtLeast(points) => self.beyond(expected, points, true),
            Observation::Below(points) => self.beyond(expected, points, false),
        }
    }

    /// Takes in that something lies above, or below, a threshold.
    fn beyond(&mut self, expected: &Expected, threshold: f64, above: bool) {
        let sd = expected.variance.sqrt();
        let side = if above { 1.0 } else { -1.0 };
        let z = side * (expected.mean - threshold) / sd;
        // Far out in the tail the share is too inexact to divide by it.
        let ratio = if z < -4.0 { -z - 1.0 / z } else { normal_density(z) / normal_share(z) };
        self.shift(expected, side * ratio / sd, (ratio * (z + ratio)).min(1.0) / expected.variance);
    }

    fn shift(&mut self, Expected { with, .. }: &Expected, by: f64, surer: f64) {
        for (mean, with) in self.means.iter_mut().zip(with) {
            *mean += with * by;
        }
        let mut cells = self.cells.as_mut_slice();
        for (at, a) in with.iter().enumerate() {
            let Some((row, rest)) = cells.split_at_mut_checked(at + 1) else { return };
            for (cell, b) in row.iter_mut().zip(with) {
                *cell -= a * b * surer;
            }
            cells = rest;
        }
    }

    fn push(&mut self, mean: f64, with: &[f64], variance: f64) {
        self.means.push(mean);
        self.cells.extend_from_slice(with);
        self.cells.push(variance);
    }

    /// Adds an error with this variance and returns its place.
    fn push_error(&mut self, variance: f64) -> usize {
        let at = self.means.len();
        self.push(0.0, &vec![0.0; at], variance);
        at
    }

    fn mean(&self, at: usize) -> f64 {
        self.means.get(at).copied().unwrap_or(0.0)
    }

    fn covariance(&self, a: usize, b: usize) -> f64 {
        self.cells.get(row(a.max(b)) + a.min(b)).copied().unwrap_or(0.0)
    }

    /// The covariance of everything with a sum of these, each so many times.
    fn column(&self, sum: &[(usize, f64)]) -> Vec<f64> {
        let mut column = vec![0.0; self.means.len()];
        for (of, times) in sum {
            let (before, after) = column.split_at_mut(*of);
            for (to, cell) in before.iter_mut().zip(self.cells.iter().skip(row(*of))) {
                *to += times * cell;
            }
            let mut at = row(*of) + of;
            for (to, next) in after.iter_mut().zip(of + 1..) {
                *to += times * self.cells.get(at).copied().unwrap_or(0.0);
                at += next;
            }
        }
        column
    }

    /// Of a draft's quality.
    fn place(&self, index: u32) -> Option<usize> {
        self.drafts.iter().find(|(draft, _)| *draft == index).map(|(_, quality)| *quality)
    }
}

/// Where a row of a lower triangle begins.
fn row(of: usize) -> usize {
    of * (of + 1) / 2
}

fn normal_density(z: f64) -> f64 {
    libm::exp(-0.5 * z * z) / core::f64::consts::TAU.sqrt()
}

/// Share of a standard normal variable below `z`, within .0002 (Page 1977); beyond 8 deviations nothing is left.
fn normal_share(z: f64) -> f64 {
    let z = z.clamp(-8.0, 8.0);
    1.0 / (1.0 + libm::exp(-z * (1.5976 + 0.07056 * z * z)))
}
