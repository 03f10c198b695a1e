//! The rules for regressions on seeded streams: how often each cries wolf in 30 days, and how late it finds a drop. `cargo xtask bench
//! regressions` runs it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a bench may stop at what cannot be")]

use std::process::ExitCode;

use reflect_bench::Random;
use reflect_engine::tracker::{Detector, HOUR_MS, Rule, Sums, find_regressions};

/// Evaluations an hour.
const RATE: u32 = 15;
/// Level of a single score before a drop.
const LEVEL: f64 = 0.84;
/// Hours before anything is counted: a week of baseline and the day behind which it lags.
const WARM: i64 = 192;
const MONTH: i64 = 720;
/// Hours after a drop in which it may be found.
const PATIENCE: i64 = 24;
const NOISES: [f64; 3] = [0.10, 0.12, 0.15];
const DROPS: [f64; 4] = [0.05, 0.10, 0.15, 0.20];
/// Targets of the issue, at every noise.
const MOST_ALARMS: f64 = 1.5;
const LATEST: f64 = 3.0;

fn main() -> ExitCode {
    let streams = std::env::args().skip(1).find_map(|given| given.parse::<u64>().ok()).unwrap_or(200);
    println!(
        "Regressions on seeded streams: {RATE} evaluations an hour around {LEVEL}, {streams} streams a cell, cool-down 24 h\n"
    );
    println!(
        "| rule | SD | alarms in 30 days without a change | found within 24 h / median hours, drop 5 % | 10 % | 15 % | 20 % |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut met = true;
    for rule in [Rule::Drop15, Rule::Cusum] {
        for sd in NOISES {
            let alarms = (0..streams).map(|seed| false_alarms(rule, sd, seed)).sum::<usize>() as f64 / streams as f64;
            let found: Vec<Found> = DROPS.iter().map(|drop| found(rule, sd, *drop, streams)).collect();
            let cells: Vec<String> = found.iter().map(|found| found.told()).collect();
            let name = if rule == Rule::Cusum { "cusum" } else { "drop15" };
            println!("| `{name}` | {sd:.2} | {alarms:.2} | {} |", cells.join(" | "));
            if rule == Rule::Cusum {
                met &= alarms <= MOST_ALARMS && found[1].median.is_some_and(|hours| hours <= LATEST);
            }
        }
    }
    let verdict = if met { "met" } else { "MISSED" };
    println!(
        "\ncusum: at most {MOST_ALARMS} false alarms a month at every noise, a 10 % drop found within {LATEST} hours (median): {verdict}"
    );
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One stream; scores lie in 0..=1, and from hour `change` on they are lower by `drop`, a share.
fn stream(sd: f64, drop: f64, change: i64, hours: i64, seed: u64) -> Vec<(i64, Sums)> {
    let mut random = Random::of(&[seed, sd.to_bits(), drop.to_bits()]);
    let of_hour = |hour: i64| {
        let level = if hour >= change { LEVEL * (1.0 - drop) } else { LEVEL };
        let mut sums = Sums::default();
        for _ in 0..RATE {
            sums.add_score((level + sd * random.normal()).clamp(0.0, 1.0));
        }
        (hour, sums)
    };
    (0..hours).map(of_hour).collect()
}

fn detector(rule: Rule) -> Detector {
    Detector { rule, ..Detector::default() }
}

fn false_alarms(rule: Rule, sd: f64, seed: u64) -> usize {
    let hours = WARM + MONTH;
    let stream = stream(sd, 0.0, hours, hours, seed);
    find_regressions(&stream, &detector(rule), WARM as f64 * HOUR_MS, hours as f64 * HOUR_MS).len()
}

/// How many drops were found, and how late.
struct Found {
    share: f64,
    /// Hours from the beginning of the drop to the end of the one that told it.
    median: Option<f64>,
}

impl Found {
    fn told(&self) -> String {
        let median = self.median.map_or_else(|| "–".to_owned(), |late| format!("{late:.0} h"));
        format!("{:.0} % / {median}", self.share * 100.0)
    }
}

fn found(rule: Rule, sd: f64, drop: f64, streams: u64) -> Found {
    let mut delays: Vec<Option<i64>> = (0..streams).map(|seed| delay(rule, sd, drop, seed)).collect();
    let share = delays.iter().flatten().count() as f64 / delays.len() as f64;
    // One that was not found is later than any other.
    delays.sort_by_key(|delay| delay.unwrap_or(i64::MAX));
    Found { share, median: delays[delays.len() / 2].map(|late| late as f64) }
}

fn delay(rule: Rule, sd: f64, drop: f64, seed: u64) -> Option<i64> {
    let change = WARM + 24 + i64::try_from(seed % 24).unwrap();
    let hours = change + PATIENCE;
    let stream = stream(sd, drop, change, hours, seed);
    // A false alarm shortly before would keep it quiet: what is measured is the rule.
    let rule = Detector { cool_down_hours: 0, ..detector(rule) };
    let alarms = find_regressions(&stream, &rule, change as f64 * HOUR_MS, hours as f64 * HOUR_MS);
    alarms.first().map(|alarm| alarm.hour + 1 - change)
}
