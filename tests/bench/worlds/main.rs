//! Strategies in seeded worlds: what each gains with the same calls, where it does harm, and a plot of it. `--help` tells the options.
//! Some minutes; `cargo xtask bench worlds` runs it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a bench may stop at what cannot be")]

mod arguments;
mod measure;
mod play;
mod plot;
mod regime;
mod table;
mod world;

use arguments::{Arguments, Part};
use clap::Parser;
use measure::{GOOD, Job, Row, all, oracle};
use play::{ADAPTIVE, BEST_OF_5, BEST_OF_N, CLASSIC, KEEP_BEST, LEARNED, Means, POLICIES, Policy};
use plot::{Line, Point};
use regime::Regime;
use table::Entry;
use world::World;

/// Policies and calls in the plot.
const PLOTTED: [Policy; 6] = [CLASSIC, KEEP_BEST, BEST_OF_N, BEST_OF_5, ADAPTIVE, LEARNED];
const FROM: u32 = 2;
const TO: u32 = 12;
/// Tasks of each regime behind a dot of the plot, whose standard error is then about 0.02 points.
const PLOT_TASKS: u64 = 600;
/// Tasks by which a critic's AUC is taken.
const AUC_TASKS: u64 = 1_500;

fn main() {
    let arguments = Arguments::parse();
    if arguments.wants(Part::Table) {
        println!("Seeded worlds: {} tasks a regime, {} critic(s)\n", arguments.tasks, arguments.critics);
        let own = arguments.regimes.clone();
        for regimes in if own.is_empty() { vec![Regime::six(), Regime::further()] } else { vec![own] } {
            worlds(&arguments, &regimes);
        }
    }
    if let Some(file) = arguments.svg.as_ref().filter(|_| arguments.wants(Part::Plot)) {
        plot(&arguments, file);
    }
}

/// Rows of these policies in these regimes, with at most these calls; policy by policy.
fn rows(policies: &[Policy], regimes: &[Regime], calls: &[u32], arguments: &Arguments, tasks: u64) -> Vec<Row> {
    let mut jobs = Vec::new();
    for calls in calls {
        for policy in policies {
            let means = Means { calls: *calls, critics: arguments.critics };
            jobs.extend(regimes.iter().map(|regime| Job { policy: *policy, regime: regime.clone(), means, tasks }));
        }
    }
    all(&jobs)
}

fn worlds(arguments: &Arguments, regimes: &[Regime]) {
    let rows = rows(&POLICIES, regimes, &arguments.calls, arguments, arguments.tasks);
    for (calls, rows) in arguments.calls.iter().zip(rows.chunks(POLICIES.len() * regimes.len())) {
        let known = |regime: &Regime| (oracle(regime, *calls, arguments.tasks), World::auc(regime, GOOD, AUC_TASKS));
        let known: Vec<(f64, f64)> = regimes.iter().map(known).collect();
        let entry = |(policy, rows): (&Policy, &[Row])| {
            let shares = rows.iter().zip(&known).map(|(row, (oracle, _))| 100.0 * row.gained / oracle).collect();
            Entry { name: policy.name, rows: rows.to_vec(), shares }
        };
        let entries: Vec<Entry> = POLICIES.iter().zip(rows.chunks(regimes.len())).map(entry).collect();
        println!("{}", table::worlds(*calls, regimes, &known, &entries));
    }
}

/// Draws quality gained against calls spent.
fn plot(arguments: &Arguments, file: &str) {
    let regimes = Regime::six();
    let calls: Vec<u32> = (FROM..=TO).collect();
    let rows = rows(&PLOTTED, &regimes, &calls, arguments, PLOT_TASKS.min(arguments.tasks));
    let summaries: Vec<Row> = rows.chunks(regimes.len()).map(Row::mean).collect();
    let lines: Vec<Line> = PLOTTED
        .iter()
        .enumerate()
        .map(|(at, policy)| {
            let own = summaries.iter().skip(at).step_by(PLOTTED.len());
            Line { name: policy.name, points: own.map(|s| Point { calls: s.calls, gained: s.gained }).collect() }
        })
        .collect();
    plot::draw(file, &lines).unwrap();
    println!("plotted to {file}");
}
