//! The order of the strategies in the seeded worlds of `cargo xtask bench worlds`, on fewer tasks; and the worlds themselves.

#[path = "../bench/worlds"]
pub mod worlds {
    pub mod measure;
    pub mod play;
    pub mod regime;
    pub mod world;
}

use worlds::measure::{GOOD, Job, Row, all, oracle};
use worlds::play::{ADAPTIVE, BEST_OF_N, CLASSIC, KEEP_BEST, LEARNED, Means, POLICIES, Policy};
use worlds::regime::Regime;
use worlds::world::World;

const TASKS: u64 = 400;
const USUAL: Means = Means { calls: 6, critics: 1 };

fn rows(policy: Policy, regimes: &[Regime], tasks: u64) -> Vec<Row> {
    let job = |regime: &Regime| Job { policy, regime: regime.clone(), means: USUAL, tasks };
    all(&regimes.iter().map(job).collect::<Vec<_>>())
}

#[test]
fn a_better_strategy_gains_more_and_harms_less() {
    let six = Regime::six();
    let played = [CLASSIC, KEEP_BEST, BEST_OF_N, ADAPTIVE, LEARNED].map(|policy| rows(policy, &six, TASKS));
    let of = |rows: &Vec<Row>| {
        let Row { gained, harmful, .. } = Row::mean(rows);
        (gained, rows.iter().map(|row| row.gained).fold(f64::INFINITY, f64::min), harmful)
    };
    let [classic, keep_best, best_of_n, adaptive, learned] = played.each_ref().map(of);
    // Mean gain, points: by more than the errors of so few tasks.
    assert!(keep_best.0 > classic.0 + 0.07, "{keep_best:?} {classic:?}");
    assert!(best_of_n.0 > keep_best.0 + 0.24, "{best_of_n:?} {keep_best:?}");
    assert!(adaptive.0 > best_of_n.0 + 0.05 && learned.0 > adaptive.0, "{learned:?} {adaptive:?} {best_of_n:?}");
    // The worst regime, points: classic loses there, the others do not.
    assert!(classic.1 < -0.18 && keep_best.1 > 0.0 && best_of_n.1 > 0.36, "{classic:?} {keep_best:?} {best_of_n:?}");
    assert!(adaptive.1 > 0.36 && learned.1 > 0.48, "{learned:?} {adaptive:?}");
    // Share of tasks that end worse than they began.
    assert!(keep_best.2 < 0.09 && best_of_n.2 < 0.12 && classic.2 > 0.12, "{classic:?} {keep_best:?} {best_of_n:?}");
}

#[test]
fn no_strategy_spends_more_than_it_may_and_all_begin_with_the_same_draft() {
    for calls in [1, 2, 3, 7] {
        for regime in [Regime::six(), Regime::further()].concat() {
            let first = |row: &Row| ((row.quality - row.gained) * 1e6).round();
            let row = |policy| Job { policy, regime: regime.clone(), means: Means { calls, critics: 1 }, tasks: 20 }.row();
            let rows = POLICIES.map(row);
            assert!(rows.iter().all(|row| row.calls <= f64::from(calls) && first(row) == first(&rows[0])), "{rows:?}");
        }
    }
}

#[test]
fn no_strategy_gains_what_the_oracle_does_and_weak_critics_are_weak() {
    for regime in [Regime::six(), Regime::further()].concat() {
        let best = oracle(&regime, USUAL.calls, TASKS);
        let row = Job { policy: ADAPTIVE, regime: regime.clone(), means: USUAL, tasks: TASKS }.row();
        assert!(row.gained + 3.0 * row.error < best, "{}: {row:?} {best}", regime.name);
    }
    for (regime, auc) in Regime::further().iter().filter_map(|regime| Some((regime, regime.name.strip_prefix("AUC ")?))) {
        let (measured, named) = (World::auc(regime, GOOD, 1_000), format!("0{auc}").parse::<f64>().unwrap());
        assert!((measured - named).abs() < 0.03, "{}: {measured}", regime.name);
    }
}
