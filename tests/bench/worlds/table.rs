//! The tables, and what was promised of them.

use super::measure::{Row, Summary, least, mean};
use super::regime::Regime;

/// A policy in several regimes.
pub struct Entry {
    pub name: &'static str,
    /// Of each regime: share of the oracle's gain, in %.
    pub gains: Vec<f64>,
    /// Standard error of their mean, in %.
    pub error: f64,
    pub rows: Vec<Row>,
}

/// The table of one cap.
pub fn worlds(calls: u32, regimes: &[Regime], entries: &[Entry]) -> String {
    let mut text =
        format!("At most {calls} calls: gain in each regime, % of the gain of an oracle that sees quality for free\n\n");
    let names: String = regimes.iter().map(|regime| format!("{:>8}", short(&regime.name))).collect();
    text += &format!(
        "{:20}{names} |{:>7}{:>7}{:>7}{:>11}{:>10}{:>9}{:>7}\n",
        "", "mean", "± SE", "worst", "premature", "accepted", "harmful", "calls"
    );
    for Entry { name, gains, rows, error } in entries {
        let Summary { premature, accepted, harmful, calls, .. } = Summary::of(rows);
        let (mean, worst) = (mean(gains), least(gains));
        let gains: String = gains.iter().map(|gain| format!("{gain:8.1}")).collect();
        text += &format!(
            "{name:20}{gains} |{mean:7.1}{error:7.1}{worst:7.1}{premature:11.2}{accepted:10.2}{harmful:9.2}{calls:7.2}\n"
        );
    }
    for (kind, of) in DETAILS {
        text += &format!("\n  {kind}\n");
        for Entry { name, rows, .. } in entries {
            text += &format!("  {name:18}{}\n", rows.iter().map(of).collect::<String>());
        }
    }
    text
}

type Detail = (&'static str, fn(&Row) -> String);

/// What is told regime by regime beside the gain.
const DETAILS: [Detail; 5] = [
    ("mean quality returned, points", |row| format!("{:8.2}", row.quality)),
    ("share of accepted drafts below 7.5 points (premature)", |row| {
        row.premature.map_or_else(|| format!("{:>8}", "–"), |share| format!("{share:8.2}"))
    }),
    ("share of tasks that end accepted", |row| format!("{:8.2}", row.accepted)),
    ("share of tasks that end more than 0.1 points below the first draft (harmful)", |row| format!("{:8.2}", row.harmful)),
    ("calls", |row| format!("{:8.2}", row.calls)),
];

/// Mean quality of one policy above another's, in points: a row for each `harm`, a column for each `gain`.
pub fn grid(title: &str, harms: &[f64], gains: &[f64], differences: &[f64]) -> String {
    let heads: String = gains.iter().map(|gain| format!("{:>10}", format!("gain {gain}"))).collect();
    let mut text = format!("{title}\n\n{:12}{heads}\n", "");
    for (harm, row) in harms.iter().zip(differences.chunks(gains.len())) {
        let cells: String = row.iter().map(|difference| format!("{difference:+10.2}")).collect();
        text += &format!("{:12}{cells}\n", format!("harm {harm}"));
    }
    text
}

/// A figure that is to be reached: what is promised, and what would be better still.
pub struct Target {
    pub what: &'static str,
    pub reached: f64,
    pub floor: Bound,
    pub stretch: Option<Bound>,
    pub digits: usize,
}

#[derive(Clone, Copy)]
pub enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

impl Bound {
    /// Of the figure as it is printed.
    pub fn holds(self, reached: f64, digits: usize) -> bool {
        let scale = 10_f64.powi(digits as i32);
        let reached = (reached * scale).round() / scale;
        match self {
            Self::AtLeast(least) => reached >= least,
            Self::AtMost(most) => reached <= most,
        }
    }

    fn told(self) -> String {
        match self {
            Self::AtLeast(least) => format!(">= {least}"),
            Self::AtMost(most) => format!("<= {most}"),
        }
    }
}

pub fn targets(targets: &[Target]) -> String {
    let mut text = format!("{:52}{:>9}  {:18}stretch\n", "Targets", "reached", "floor");
    for Target { what, reached, floor, stretch, digits } in targets {
        let verdict =
            |bound: &Bound| format!("{} {}", bound.told(), if bound.holds(*reached, *digits) { "met" } else { "MISSED" });
        let stretch = stretch.as_ref().map(verdict).unwrap_or_default();
        text += format!("{what:52}{reached:9.digits$}  {:18}{stretch}", verdict(floor)).trim_end();
        text.push('\n');
    }
    text
}

fn short(name: &str) -> String {
    name.chars().take(7).collect()
}
