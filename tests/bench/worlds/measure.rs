//! What a policy is worth in a regime, over many tasks; and many of these at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::play::{Means, Player, Policy};
use super::regime::Regime;
use super::world::World;

/// Tasks of which the oracle's gain is taken at least: it costs next to nothing.
const ORACLE_TASKS: u64 = 20_000;
/// Points from which a draft is good enough: one of fewer was accepted wrongly.
pub const GOOD: f64 = 7.5;
/// Points by which a returned draft must be worse than the first to count as harm.
const HARM: f64 = 0.1;

/// A policy in a regime.
#[derive(Clone, Debug)]
pub struct Job {
    pub policy: Policy,
    pub regime: Regime,
    pub means: Means,
    pub tasks: u64,
}

/// What came of it; means over the tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Points of the returned draft.
    pub quality: f64,
    /// Points of the returned draft above the first one.
    pub gained: f64,
    /// Standard error of `gained`.
    pub error: f64,
    /// Shares of the tasks that ended with an accepted draft: of 7.5 points or more, and of fewer.
    pub right: f64,
    pub wrong: f64,
    /// Share of the tasks that ended with a draft more than 0.1 points worse than the first.
    pub harmful: f64,
    /// Model calls, and how often the run waited for some of them.
    pub calls: f64,
    pub trips: f64,
    /// Tokens that models read and wrote, in thousands.
    pub tokens: f64,
}

/// All jobs, on as many threads as there are cores; the rows in the order of the jobs.
pub fn all(jobs: &[Job]) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((at, job)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, jobs.get(at)?))) {
                    let row = job.row();
                    done.lock().unwrap().push((at, row));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, row)| row).collect()
}

impl Job {
    pub fn row(&self) -> Row {
        let mut player = Player::new(self.policy, &self.regime, self.means);
        let mut sum = Row::default();
        for task in 0..self.tasks {
            let mut world = World::new(&self.regime, task);
            let (result, trips) = player.play(&mut world);
            assert!(world.calls <= self.means.calls, "{} made {} calls", self.policy.name, world.calls);
            let returned = world.quality_of(&result.output);
            let change = returned - world.quality_of_first();
            let good = returned >= GOOD;
            sum.quality += returned;
            sum.gained += change;
            sum.error += change * change;
            sum.right += f64::from(u8::from(result.accepted && good));
            sum.wrong += f64::from(u8::from(result.accepted && !good));
            sum.harmful += f64::from(u8::from(change < -HARM));
            sum.calls += f64::from(world.calls);
            sum.trips += f64::from(trips);
            sum.tokens += f64::from(world.tokens) / 1000.0;
        }
        let tasks = self.tasks as f64;
        let mut row = sum.times(1.0 / tasks);
        row.error = ((row.error - row.gained * row.gained) / tasks).sqrt();
        row
    }
}

impl Row {
    fn times(&self, factor: f64) -> Self {
        let Self { quality, gained, error, right, wrong, harmful, calls, trips, tokens } = self;
        let [quality, gained, error, right] = [quality, gained, error, right].map(|figure| figure * factor);
        let [wrong, harmful, calls, trips, tokens] = [wrong, harmful, calls, trips, tokens].map(|figure| figure * factor);
        Self { quality, gained, error, right, wrong, harmful, calls, trips, tokens }
    }

    /// Rows of one policy over several regimes, as one.
    pub fn mean(rows: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> f64| mean(&rows.iter().map(figure).collect::<Vec<_>>());
        Self {
            quality: of(|row| row.quality),
            gained: of(|row| row.gained),
            error: of(|row| row.error * row.error).sqrt() / (rows.len() as f64).sqrt(),
            right: of(|row| row.right),
            wrong: of(|row| row.wrong),
            harmful: of(|row| row.harmful),
            calls: of(|row| row.calls),
            trips: of(|row| row.trips),
            tokens: of(|row| row.tokens),
        }
    }
}

/// What the oracle gains in a regime with so many calls, in points.
pub fn oracle(regime: &Regime, calls: u32, tasks: u64) -> f64 {
    let tasks = tasks.max(ORACLE_TASKS);
    let plan = World::plan(regime);
    (0..tasks).map(|task| World::oracle(regime, &plan, task, calls)).sum::<f64>() / tasks as f64
}

/// Of an empty list 0.
pub fn mean(figures: &[f64]) -> f64 {
    // The sum of nothing is a negative zero.
    (0.0 + figures.iter().sum::<f64>()) / figures.len().max(1) as f64
}
