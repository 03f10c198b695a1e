//! Strategies in seeded worlds: what each gains with the same calls, where it does harm, and a plot of it. `--help` tells the options.
//! Some minutes; `cargo xtask bench worlds` runs it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a bench may stop at what cannot be")]

mod arguments;
mod measure;
mod play;
mod plot;
mod random;
mod regime;
mod table;
mod world;

use std::process::ExitCode;

use arguments::{Arguments, HELP, Part};
use measure::{Job, Row, Summary, all, least, mean, oracle};
use play::{ADAPTIVE, ADAPTIVE_TOGETHER, BEST_OF_N, CLASSIC, KEEP_BEST, LEARNED, Means, POLICIES, Policy, TOGETHER};
use plot::{Line, Point};
use regime::Regime;
use table::{Bound, Entry, Target};

const HARMS: [f64; 4] = [0.1, 0.2, 0.3, 0.45];
const GAINS: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
/// Calls in the grid, and in the targets where they name none.
const USUAL: u32 = 6;
/// Policies and calls in the plot.
const PLOTTED: [Policy; 7] = [CLASSIC, KEEP_BEST, BEST_OF_N, ADAPTIVE, LEARNED, TOGETHER, ADAPTIVE_TOGETHER];
const FROM: u32 = 2;
const TO: u32 = 12;
/// Tasks of each regime behind a dot of the plot, whose standard error is then about 0.02 points.
const PLOT_TASKS: u64 = 600;

fn main() -> ExitCode {
    let arguments = match Arguments::read(std::env::args().skip(1)) {
        Ok(arguments) if arguments.help => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Ok(arguments) => arguments,
        Err(complaint) => {
            eprintln!("{complaint}");
            return ExitCode::FAILURE;
        }
    };
    let mut targets = Vec::new();
    if arguments.wants(Part::Table) {
        worlds(&arguments, &mut targets);
    }
    if arguments.wants(Part::Grid) {
        grid(&arguments, &mut targets);
    }
    if !targets.is_empty() && arguments.critics == 1 {
        println!("{}", table::targets(&targets));
    }
    if let Some(file) = arguments.svg.as_ref().filter(|_| arguments.wants(Part::Plot)) {
        plot(&arguments, file);
    }
    ExitCode::SUCCESS
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

fn worlds(arguments: &Arguments, targets: &mut Vec<Target>) {
    let given = !arguments.regimes.is_empty();
    let regimes = if given { arguments.regimes.clone() } else { Regime::six() };
    let rows = rows(&POLICIES, &regimes, &arguments.calls, arguments, arguments.tasks);
    println!("Seeded worlds: {} tasks a regime, {} critic(s)\n", arguments.tasks, arguments.critics);
    for (calls, rows) in arguments.calls.iter().zip(rows.chunks(POLICIES.len() * regimes.len())) {
        let oracles: Vec<f64> = regimes.iter().map(|regime| oracle(regime, *calls, arguments.tasks)).collect();
        let entry = |policy: &Policy, rows: &[Row]| {
            let gains = rows.iter().zip(&oracles).map(|(row, oracle)| 100.0 * row.gained / oracle).collect();
            let squares: f64 = rows.iter().zip(&oracles).map(|(row, oracle)| (100.0 * row.error / oracle).powi(2)).sum();
            let error = squares.sqrt() / rows.len() as f64;
            Entry { name: policy.name, gains, error, rows: rows.to_vec() }
        };
        let entries: Vec<Entry> =
            POLICIES.iter().zip(rows.chunks(regimes.len())).map(|(policy, rows)| entry(policy, rows)).collect();
        println!("{}", table::worlds(*calls, &regimes, &entries));
        if !given {
            targets.extend(POLICIES.iter().zip(&entries).flat_map(|(policy, entry)| promised(*policy, *calls, entry)));
        }
    }
}

/// What is promised of a policy in the six regimes.
fn promised(policy: Policy, calls: u32, entry: &Entry) -> Vec<Target> {
    let (gain, reached) = (mean(&entry.gains), Summary::of(&entry.rows));
    let at_least = |what, reached, floor, stretch: Option<f64>| Target {
        what,
        reached,
        floor: Bound::AtLeast(floor),
        stretch: stretch.map(Bound::AtLeast),
        digits: 1,
    };
    let at_most = |what, reached, floor, stretch: Option<f64>| Target {
        what,
        reached,
        floor: Bound::AtMost(floor),
        stretch: stretch.map(Bound::AtMost),
        digits: 2,
    };
    match (policy, calls) {
        (ADAPTIVE, USUAL) => vec![at_least("6 calls, no history: mean gain, %", gain, 44.0, Some(48.0))],
        (ADAPTIVE, 9) => vec![
            at_least("9 calls, no history: mean gain, %", gain, 48.0, Some(52.0)),
            at_most("9 calls, no history: calls", reached.calls, 8.0, None),
        ],
        (LEARNED, USUAL) => vec![
            at_least("6 calls, history: mean gain, %", gain, 48.0, Some(52.0)),
            at_least("6 calls, history: worst regime, %", least(&entry.gains), 25.0, Some(30.0)),
            at_most("6 calls, history: premature, share", reached.premature, 0.32, Some(0.25)),
            at_most("6 calls, history: harmful, share", reached.harmful, 0.11, None),
            at_most("6 calls, history: calls", reached.calls, 6.0, None),
        ],
        (TOGETHER, USUAL) => vec![
            at_least("6 calls, five drafts together: mean gain, %", gain, 58.0, Some(72.0)),
            at_least("6 calls, five drafts together: worst regime, %", least(&entry.gains), 33.0, Some(45.0)),
        ],
        (ADAPTIVE_TOGETHER, USUAL) => vec![
            at_least("6 calls, adaptive together: mean gain, %", gain, 60.0, Some(72.0)),
            at_least("6 calls, adaptive together: worst regime, %", least(&entry.gains), 38.0, Some(45.0)),
        ],
        (ADAPTIVE_TOGETHER, 9) => vec![
            at_least("9 calls, adaptive together: mean gain, %", gain, 57.0, None),
            at_least("9 calls, adaptive together: worst regime, %", least(&entry.gains), 38.0, None),
            at_most("9 calls, adaptive together: premature, share", reached.premature, 0.25, None),
        ],
        (LEARNED, 9) => vec![
            at_least("9 calls, history: mean gain, %", gain, 48.0, Some(52.0)),
            at_most("9 calls, history: calls", reached.calls, 8.0, None),
        ],
        _ => Vec::new(),
    }
}

/// Adaptive beside best-of-n where revisions do more or less harm and good.
fn grid(arguments: &Arguments, targets: &mut Vec<Target>) {
    let cells: Vec<Regime> = HARMS.iter().flat_map(|harm| GAINS.map(|gain| cell(*harm, gain))).collect();
    let policies = [BEST_OF_N, ADAPTIVE, LEARNED];
    let rows = rows(&policies, &cells, &[USUAL], arguments, arguments.tasks);
    let (others, ours) = rows.split_at(cells.len());
    for ((policy, rows), what) in policies[1..]
        .iter()
        .zip(ours.chunks(cells.len()))
        .zip(["grid: least difference, points", "grid, history: least difference, points"])
    {
        let differences: Vec<f64> = rows.iter().zip(others).map(|(ours, other)| ours.quality - other.quality).collect();
        let title = format!("{}: mean quality above {}, points, at most {USUAL} calls", policy.name, BEST_OF_N.name);
        println!("{}", table::grid(&title, &HARMS, &GAINS, &differences));
        let reached = least(&differences);
        targets.push(Target { what, reached, floor: Bound::AtLeast(-0.1), stretch: None, digits: 2 });
    }
}

/// A typical critic beside a reviser that does this much harm and this much good.
fn cell(harm: f64, gain: f64) -> Regime {
    Regime { harm, gain, ..Regime::typical(&format!("harm {harm} gain {gain}")) }
}

/// Draws quality gained against calls spent.
fn plot(arguments: &Arguments, file: &str) {
    let regimes = Regime::six();
    let calls: Vec<u32> = (FROM..=TO).collect();
    let rows = rows(&PLOTTED, &regimes, &calls, arguments, PLOT_TASKS.min(arguments.tasks));
    let summaries: Vec<Summary> = rows.chunks(regimes.len()).map(Summary::of).collect();
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
