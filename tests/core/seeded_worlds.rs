//! The order of the strategies in the seeded worlds of `cargo xtask bench worlds`, on fewer tasks; and the worlds themselves.

#[path = "../bench/worlds"]
pub mod worlds {
    pub mod arguments;
    pub mod measure;
    pub mod play;
    pub mod random;
    pub mod regime;
    pub mod world;
}

use worlds::arguments::{Arguments, Part};
use worlds::measure::{Job, Row, Summary, all, least, mean, oracle};
use worlds::play::{ADAPTIVE, BEST_OF_N, CLASSIC, KEEP_BEST, LEARNED, Means, POLICIES, Policy};
use worlds::random::Random;
use worlds::regime::Regime;

const TASKS: u64 = 400;
const USUAL: Means = Means { calls: 6, critics: 1 };

fn rows(policy: Policy, regimes: &[Regime], tasks: u64) -> Vec<Row> {
    let job = |regime: &Regime| Job { policy, regime: regime.clone(), means: USUAL, tasks };
    all(&regimes.iter().map(job).collect::<Vec<_>>())
}

/// Gain in % of the oracle's, regime by regime.
fn gains(rows: &[Row], oracles: &[f64]) -> Vec<f64> {
    rows.iter().zip(oracles).map(|(row, oracle)| 100.0 * row.gained / oracle).collect()
}

#[test]
fn a_better_strategy_gains_more_and_harms_less() {
    let six = Regime::six();
    let oracles: Vec<f64> = six.iter().map(|regime| oracle(regime, USUAL.calls, TASKS)).collect();
    let played = [CLASSIC, KEEP_BEST, BEST_OF_N, ADAPTIVE, LEARNED].map(|policy| rows(policy, &six, TASKS));
    let [classic, keep_best, best_of_n, adaptive, learned] = played;
    let told = |rows: &[Row]| (mean(&gains(rows, &oracles)), least(&gains(rows, &oracles)), Summary::of(rows).harmful);
    let (classic, keep_best, best_of_n) = (told(&classic), told(&keep_best), told(&best_of_n));
    let (adaptive, learned) = (told(&adaptive), told(&learned));
    // Mean gain, %: by more than the errors of so few tasks.
    assert!(keep_best.0 > classic.0 + 3.0, "{keep_best:?} {classic:?}");
    assert!(best_of_n.0 > keep_best.0 + 10.0, "{best_of_n:?} {keep_best:?}");
    assert!(adaptive.0 > best_of_n.0 + 2.0 && learned.0 > adaptive.0, "{learned:?} {adaptive:?} {best_of_n:?}");
    // The worst regime, %: classic loses there, the others do not.
    assert!(classic.1 < -10.0 && keep_best.1 > 0.0 && best_of_n.1 > 15.0, "{classic:?} {keep_best:?} {best_of_n:?}");
    assert!(adaptive.1 > 15.0 && learned.1 > 20.0, "{learned:?} {adaptive:?}");
    // Share of tasks that end worse than they began.
    assert!(keep_best.2 < 0.09 && best_of_n.2 < 0.12 && classic.2 > 0.12, "{classic:?} {keep_best:?} {best_of_n:?}");
}

#[test]
fn the_same_seed_gives_the_same_rows_on_however_many_threads() {
    let regime = Regime::six().remove(3);
    for policy in POLICIES {
        let job = Job { policy, regime: regime.clone(), means: USUAL, tasks: 50 };
        let row = job.row();
        assert_eq!(all(&[job.clone(), job.clone(), job]), [row.clone(), row.clone(), row], "{}", policy.name);
    }
}

#[test]
fn no_strategy_spends_more_than_it_may_and_all_begin_with_the_same_draft() {
    for calls in [1, 2, 3, 7] {
        for regime in Regime::six() {
            let first = |row: &Row| ((row.quality - row.gained) * 1e6).round();
            let row = |policy| Job { policy, regime: regime.clone(), means: Means { calls, critics: 1 }, tasks: 20 }.row();
            let rows = POLICIES.map(row);
            assert!(rows.iter().all(|row| row.calls <= f64::from(calls) && first(row) == first(&rows[0])), "{rows:?}");
        }
    }
}

#[test]
fn several_critics_can_be_asked() {
    let regime = Regime::typical("two");
    let row = Job { policy: ADAPTIVE, regime, means: Means { calls: 9, critics: 2 }, tasks: 20 }.row();
    assert!(row.gained > 0.0 && row.calls > 2.0, "{row:?}");
}

#[test]
fn streams_of_random_numbers_are_uniform_and_normal() {
    let shares: Vec<f64> = (0..20_000).map(|name| Random::of(&[name]).share()).collect();
    assert!((mean(&shares) - 0.5).abs() < 0.01);
    let mut stream = Random::of(&[1, 2]);
    let normal: Vec<f64> = (0..20_000).map(|_| stream.normal()).collect();
    let squares: Vec<f64> = normal.iter().map(|x| x * x).collect();
    assert!(mean(&normal).abs() < 0.03 && (mean(&squares) - 1.0).abs() < 0.05);
    assert_ne!(Random::of(&[1, 2]).share().to_bits(), Random::of(&[2, 1]).share().to_bits());
}

#[test]
fn a_world_of_ones_own_is_read() {
    let own = Regime::read("mine: 0.5,.75,.8,.8,.016,.2,.3").unwrap();
    assert_eq!(own, Regime::typical("mine"));
    let own = Regime::read("mine:0,1,1,1,0,.2,.3,rule,5,2").unwrap();
    assert!(own.rule && (own.mu, own.sd) == (5.0, 2.0));
    for (written, complaint) in [
        ("mine", "is written as `name:bias"),
        (":1,1,1,1,0,0,0", "is written as `name:bias"),
        ("mine:1,2", "has 2 numbers, at least 7"),
        ("mine:0,1,1,1,0,.2,.3,5", "has 8 numbers, 7 or 9"),
        ("mine:0,1,1,1,0,.2,high", "number 7 of regime `mine` is `high`"),
        ("mine:0,1,1,1,0,.2,inf", "number 7 of regime `mine` is `inf`"),
        ("mine:0,-1,1,1,0,.2,.3", "`sc` of regime `mine` is an SD"),
        ("mine:0,1,1,1,0,2,.3", "`harm` of regime `mine` is a share, 0 to 1, got 2"),
    ] {
        let told = Regime::read(written).unwrap_err();
        assert!(told.contains(complaint), "{written}: {told}");
    }
}

#[test]
fn arguments_are_read_and_wrong_ones_named() {
    let read = |written: &str| Arguments::read(written.split_whitespace().map(str::to_owned));
    let usual = read("--bench").unwrap();
    assert_eq!((usual.tasks, usual.calls.as_slice(), usual.critics), (3_000, [6, 9].as_slice(), 1));
    assert!([Part::Table, Part::Grid, Part::Plot].into_iter().all(|part| usual.wants(part)));
    let own = read("--regime mine:0,1,1,1,0,.2,.3 --tasks=7 --calls 4,5").unwrap();
    assert_eq!((own.regimes.len(), own.tasks, own.calls.as_slice()), (1, 7, [4, 5].as_slice()));
    assert!(own.wants(Part::Table) && !own.wants(Part::Grid));
    for (written, complaint) in [
        ("--tasks", "`--tasks` wants a value"),
        ("--tasks many", "`--tasks` is a whole number from 1"),
        ("--critics 0", "`--critics` is a whole number from 1 to 32, got `0`"),
        ("--calls 6,x", "`--calls` is a whole number"),
        ("--only all", "`--only` is table, grid or plot, got `all`"),
        ("--quick", "unknown argument `--quick`"),
    ] {
        let told = read(written).unwrap_err();
        assert!(told.contains(complaint), "{written}: {told}");
    }
}
