//! The order of the strategies in the seeded worlds of `cargo xtask bench worlds`, on fewer tasks; and the worlds themselves.

#[path = "../bench/worlds"]
pub mod worlds {
    pub mod measure;
    pub mod play;
    pub mod random;
    pub mod regime;
    pub mod world;
}

use worlds::measure::{Job, Row, Summary, all, least, mean, oracle};
use worlds::play::{ADAPTIVE, BEST_OF_N, CLASSIC, KEEP_BEST, LEARNED, Means, POLICIES, Policy};
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
