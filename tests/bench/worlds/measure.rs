//! What a policy is worth in a regime, over many tasks; and many of these at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::play::{Means, Player, Policy};
use super::regime::Regime;
use super::world::World;

/// Tasks of which the oracle's gain is taken at least: it costs next to nothing.
const ORACLE_TASKS: u64 = 20_000;
/// Points below which an accepted draft was accepted too early.
const GOOD: f64 = 7.5;
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
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Points of the returned draft.
    pub quality: f64,
    /// Points of the returned draft above the first one.
    pub gained: f64,
    /// Standard error of `gained`.
    pub error: f64,
    /// Share of the accepted drafts that are below 7.5 points; `None`: none was accepted.
    pub premature: Option<f64>,
    /// Share of the tasks that ended with an accepted draft.
    pub accepted: f64,
    /// Share of the tasks that ended with a draft more than 0.1 points worse than the first.
    pub harmful: f64,
    /// Model calls.
    pub calls: f64,
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
        let (mut quality, mut gained, mut squares) = (0.0, 0.0, 0.0);
        let (mut accepted, mut premature, mut harmful, mut calls) = (0_u64, 0_u64, 0_u64, 0_u64);
        for task in 0..self.tasks {
            let mut world = World::new(&self.regime, task);
            let result = player.play(&mut world);
            assert!(world.calls <= self.means.calls, "{} made {} calls", self.policy.name, world.calls);
            let returned = world.quality_of(&result.output);
            let change = returned - world.quality_of_first();
            quality += returned;
            gained += change;
            squares += change * change;
            accepted += u64::from(result.accepted);
            premature += u64::from(result.accepted && returned < GOOD);
            harmful += u64::from(change < -HARM);
            calls += u64::from(world.calls);
        }
        let tasks = self.tasks as f64;
        let mean = gained / tasks;
        Row {
            quality: quality / tasks,
            gained: mean,
            error: ((squares / tasks - mean * mean) / tasks).sqrt(),
            premature: (accepted > 0).then(|| premature as f64 / accepted as f64),
            accepted: accepted as f64 / tasks,
            harmful: harmful as f64 / tasks,
            calls: calls as f64 / tasks,
        }
    }
}

/// What the oracle gains in a regime with so many calls, in points.
pub fn oracle(regime: &Regime, calls: u32, tasks: u64) -> f64 {
    let tasks = tasks.max(ORACLE_TASKS);
    (0..tasks).map(|task| World::oracle(regime, task, calls)).sum::<f64>() / tasks as f64
}

/// Rows of one policy over several regimes, as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub gained: f64,
    /// Of the regimes in which a draft was accepted.
    pub premature: f64,
    pub accepted: f64,
    pub harmful: f64,
    pub calls: f64,
}

impl Summary {
    pub fn of(rows: &[Row]) -> Self {
        let premature: Vec<f64> = rows.iter().filter_map(|row| row.premature).collect();
        let of = |figure: fn(&Row) -> f64| mean(&rows.iter().map(figure).collect::<Vec<_>>());
        Self {
            gained: of(|row| row.gained),
            premature: mean(&premature),
            accepted: of(|row| row.accepted),
            harmful: of(|row| row.harmful),
            calls: of(|row| row.calls),
        }
    }
}

/// Of an empty list 0.
pub fn mean(figures: &[f64]) -> f64 {
    // The sum of nothing is a negative zero.
    (0.0 + figures.iter().sum::<f64>()) / figures.len().max(1) as f64
}

pub fn least(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(f64::INFINITY, f64::min)
}
