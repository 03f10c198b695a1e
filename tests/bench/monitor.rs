//! How often the monitor's alerts are open on a healthy loop (a false alarm) and on a sick one, after so many runs, in both modes.
//!
//! Runs are drawn with a fixed seed and observed through the public face; the same history is looked at after 20, 50, 100 and 500 runs.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a bench may stop")]

use reflect_bench::Random;
use reflect_engine::monitor::{LoopMetric, LoopMonitor, MonitorSettings};
use reflect_engine::settings::InputValue;

const HISTORIES: u32 = 4_000;
const SIZES: [usize; 4] = [20, 50, 100, 500];
const ALERTS: [(LoopMetric, &str); 4] = [
    (LoopMetric::TimeoutRate, "> 0.15"),
    (LoopMetric::StoppedAtIteration1, "> 0.3"),
    (LoopMetric::Correlation, "< 0.6"),
    (LoopMetric::AvgRetryCount, "> 3"),
];

/// What is true of a loop.
struct Truth {
    name: &'static str,
    timeout_rate: f64,
    stopped_at_iteration_1: f64,
    correlation: f64,
    avg_retry_count: f64,
}

const HEALTHY: Truth =
    Truth { name: "healthy", timeout_rate: 0.10, stopped_at_iteration_1: 0.20, correlation: 0.7, avg_retry_count: 2.0 };
const SICK: Truth =
    Truth { name: "sick", timeout_rate: 0.25, stopped_at_iteration_1: 0.45, correlation: 0.4, avg_retry_count: 4.5 };

fn main() {
    println!("{HISTORIES} histories each; share in which the alert is open, mode point / mode confident\n");
    println!("| alert | the loop | {} |", SIZES.map(|n| format!("n = {n}")).join(" | "));
    println!("|---|---|{}", "---|".repeat(SIZES.len()));
    let tables = [HEALTHY, SICK].map(|truth| (measure(&truth, "point"), measure(&truth, "confident"), truth));
    for (at, (metric, level)) in ALERTS.into_iter().enumerate() {
        for (point, confident, truth) in &tables {
            let is = [truth.timeout_rate, truth.stopped_at_iteration_1, truth.correlation, truth.avg_retry_count][at];
            let cells = SIZES.iter().zip(point.iter().zip(confident)).map(|(n, (point, confident))| {
                // There is no alert of fewer than 100 rated runs.
                if metric == LoopMetric::Correlation && *n < 100 { "–".to_owned() } else { told(point[at], confident[at]) }
            });
            let cells: Vec<String> = cells.collect();
            println!("| `{}` {level} | {}: {is} | {} |", metric.as_str(), truth.name, cells.join(" | "));
        }
    }
}

fn told(point: u32, confident: u32) -> String {
    let percent = |count: u32| format!("{:.1} %", 100.0 * f64::from(count) / f64::from(HISTORIES));
    format!("{} / {}", percent(point), percent(confident))
}

/// For each size, in how many histories each alert was open.
fn measure(truth: &Truth, mode: &str) -> [[u32; 4]; 4] {
    let settings =
        object([("mode", InputValue::Text(mode.to_owned())), ("window", object([("buckets", InputValue::Number(1.0))]))]);
    let settings = MonitorSettings::check_settings(&settings).unwrap();
    let mut open = [[0; 4]; 4];
    // Both modes see the same runs.
    let mut random = Random::of(&[20_261_122]);
    for _ in 0..HISTORIES {
        let mut monitor = LoopMonitor::new(settings);
        let mut seen = 0;
        for (size, counts) in SIZES.into_iter().zip(&mut open) {
            while seen < size {
                let id = seen.to_string();
                let (run, rating) = run(&mut random, truth, &id);
                monitor.count_new_run(&run, 0.0).unwrap();
                let said = object([("runId", InputValue::Text(id)), ("rating", InputValue::Number(rating))]);
                monitor.count_feedback(&said, 0.0).unwrap();
                seen += 1;
            }
            let health = monitor.report_health(0.0).unwrap().all;
            for (count, (metric, _)) in counts.iter_mut().zip(ALERTS) {
                *count += u32::from(health.alerts.iter().any(|alert| alert.metric == metric));
            }
        }
    }
    open
}

fn object<const N: usize>(entries: [(&str, InputValue); N]) -> InputValue {
    InputValue::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// A run and how a person rates it.
fn run(random: &mut Random, truth: &Truth, id: &str) -> (InputValue, f64) {
    let timeout = random.share() < truth.timeout_rate;
    // Of all runs, and only one that is not a timeout stops by itself.
    let single = !timeout && random.share() < truth.stopped_at_iteration_1 / (1.0 - truth.timeout_rate);
    // Geometric: most runs pass soon, some take long.
    let stays = truth.avg_retry_count / (1.0 + truth.avg_retry_count);
    let mut retries = 0.0;
    while random.share() < stays {
        retries += 1.0;
    }
    let (quality, other) = (random.normal(), random.normal());
    let rating = truth.correlation * quality + (1.0 - truth.correlation * truth.correlation).sqrt() * other;
    let run = object([
        ("runId", InputValue::Text(id.to_owned())),
        ("status", InputValue::Text(if timeout { "needs_review" } else { "ok" }.to_owned())),
        ("accepted", InputValue::Bool(!timeout)),
        ("stopReason", InputValue::Text(if timeout { "max_iterations" } else { "accepted" }.to_owned())),
        ("iterations", InputValue::Number(if single { 1.0 } else { 3.0 })),
        ("retries", InputValue::Number(retries)),
        ("score", InputValue::Number((0.5 + 0.1 * quality).clamp(0.0, 1.0))),
    ]);
    (run, rating)
}
