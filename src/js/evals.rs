//! Evaluations over time, as numbers: rows of sums come in, and go out. `evals/sums.ts` of the package has the other end.

use wasm_bindgen::prelude::*;

use crate::tracker::{Detector, Row, Rule, SUMS, Sums, Trend, regressions, totals, trends};

/// Figures of sums beside them: mean, least and greatest.
const FIGURES: usize = 3;

/// What so many series hold in all, one after another: sums, and mean, least and greatest, which are NaN without scores. `parts` are rows of
/// a series and its sums, `scores` rows of a series and a score.
#[wasm_bindgen(js_name = totalScores)]
#[must_use]
pub fn total_scores(count: usize, parts: &[f64], scores: &[f64]) -> Vec<f64> {
    let parts = parts.as_chunks::<{ SUMS + 1 }>().0.iter().map(|[series, sums @ ..]| (*series as usize, Sums::of(*sums)));
    let scores = scores.as_chunks::<2>().0.iter().map(|[series, score]| {
        let mut sums = Sums::default();
        sums.add(*score);
        (*series as usize, sums)
    });
    let mut totals_and_figures = Vec::with_capacity(count * (SUMS + FIGURES));
    for sums in totals(count, parts.chain(scores)) {
        totals_and_figures.extend(sums.numbers());
        totals_and_figures.extend([sums.mean(), sums.min(), sums.max()].map(|figure| figure.unwrap_or(f64::NAN)));
    }
    totals_and_figures
}

/// How scores go at each hour of one agent, a word for each, apart by spaces. `parts` are rows of an evaluator, an hour and the sums of its
/// aggregates, in order of hours and evaluators.
#[wasm_bindgen(js_name = evalTrends)]
#[must_use]
pub fn eval_trends(parts: &[f64], now_ms: f64) -> String {
    let parts = parts.as_chunks::<{ SUMS + 2 }>().0.iter();
    let row =
        |[series, hour, sums @ ..]: &[f64; SUMS + 2]| Row { series: *series as usize, hour: *hour as i64, sums: Sums::of(*sums) };
    trends(&parts.map(row).collect::<Vec<_>>(), now_ms).into_iter().map(Trend::as_str).collect::<Vec<_>>().join(" ")
}

/// The alarms of a series in closed hours from `since_ms` on. `parts` are rows of an hour and its sums, in order of hours; what is given, rows of
/// hour, score, baseline, drop, samples, and the hour of the change, which is NaN where none is estimated.
#[wasm_bindgen(js_name = evalRegressions)]
#[must_use]
pub fn eval_regressions(
    parts: &[f64],
    cusum: bool,
    drop: Option<f64>,
    min_samples: Option<f64>,
    cool_down_hours: Option<f64>,
    since_ms: f64,
    now_ms: f64,
) -> Vec<f64> {
    let usual = Detector::default();
    let detector = Detector {
        rule: if cusum { Rule::Cusum } else { Rule::Drop15 },
        drop: drop.unwrap_or(usual.drop),
        min_samples: min_samples.map_or(usual.min_samples, |samples| samples as u64),
        cool_down_hours: cool_down_hours.map_or(usual.cool_down_hours, |hours| hours as i64),
    };
    let parts = parts.as_chunks::<{ SUMS + 1 }>().0.iter();
    let hours: Vec<_> = parts.map(|[hour, sums @ ..]| (*hour as i64, Sums::of(*sums))).collect();
    let alarms = regressions(&hours, &detector, since_ms, now_ms);
    let numbers = alarms.iter().flat_map(|alarm| {
        let since = alarm.since.map_or(f64::NAN, |hour| hour as f64);
        [alarm.hour as f64, alarm.score, alarm.baseline, alarm.drop(), alarm.samples as f64, since]
    });
    numbers.collect()
}
