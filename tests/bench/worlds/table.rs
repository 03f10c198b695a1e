//! The tables.

use super::measure::{Row, mean};
use super::regime::Regime;

/// A policy in several regimes.
pub struct Entry {
    pub name: &'static str,
    pub rows: Vec<Row>,
    /// Of each regime: share of the oracle's gain, in %.
    pub shares: Vec<f64>,
}

/// The table of one cap. `known`: of each regime what its oracle gains, and how well a critic tells good drafts from others.
pub fn worlds(calls: u32, regimes: &[Regime], known: &[(f64, f64)], entries: &[Entry]) -> String {
    let mut text = format!("At most {calls} calls: gain over the first draft in each regime, points\n\n");
    let names: String = regimes.iter().map(|regime| format!("{:>9}", short(&regime.name))).collect();
    let heads = ["mean", "± SE", "oracle %", "right", "wrong", "harmful", "calls", "trips", "1k tok."];
    let heads: String = heads.iter().map(|head| format!("{head:>9}")).collect();
    text += &format!("{:22}{names} |{heads}\n", "");
    for Entry { name, rows, shares } in entries {
        let Row { gained, error, right, wrong, harmful, calls, trips, tokens, .. } = Row::mean(rows);
        let figures: String = [gained, error].map(|figure| format!("{figure:9.2}")).concat();
        let rest: String = [right, wrong, harmful, calls, trips, tokens].map(|figure| format!("{figure:9.2}")).concat();
        text += &format!("{name:22}{} |{figures}{:9.0}{rest}\n", each(rows, |row| row.gained, 2), mean(shares));
    }
    text += &format!("{:22}{}\n", "oracle", each(known, |(gain, _)| *gain, 2));
    text += &format!("{:22}{}\n", "AUC of a look", each(known, |(_, auc)| *auc, 2).replace("NaN", "  –"));
    for (kind, of) in DETAILS {
        text += &format!("\n  {kind}\n");
        for Entry { name, rows, .. } in entries {
            text += &format!("  {name:20}{}\n", each(rows, of, 2));
        }
    }
    text
}

type Detail = (&'static str, fn(&Row) -> f64);

/// What is told regime by regime beside the gain.
const DETAILS: [Detail; 3] = [
    ("share of tasks that end with a draft that is rightly accepted (7.5 points or more)", |row| row.right),
    ("share of tasks that end with a draft that is wrongly accepted", |row| row.wrong),
    ("calls", |row| row.calls),
];

fn each<T>(all: &[T], of: impl Fn(&T) -> f64, digits: usize) -> String {
    all.iter().map(|one| format!("{:9.digits$}", of(one))).collect()
}

fn short(name: &str) -> String {
    name.chars().take(8).collect()
}
