//! The wasm of statistics: the monitor, and evaluations over time, whose rows of sums come in as numbers (`evals/sums.ts` of the package
//! has the other end).

use wasm_bindgen::prelude::*;

use super::wire::{WirePlace, read, write};
use crate::error::ReflectError;
use crate::monitor::{LoopMonitor, MonitorSettings};
use crate::tracker::{Detector, Row, Rule, SUMS, Sums, find_regressions, find_trend_per_hour, sum_series};

/// Watches loops. All times are milliseconds since the epoch; every method throws an error's code, and its message on the next line.
#[wasm_bindgen]
pub struct Monitor(LoopMonitor);

#[wasm_bindgen]
impl Monitor {
    /// A monitor that has seen nothing.
    pub fn create(settings: &[f64], letters: &[u8]) -> Result<Monitor, ReflectError> {
        Ok(Self(LoopMonitor::new(MonitorSettings::check_settings(&read(settings, letters))?)))
    }

    /// Goes on from a state.
    pub fn restore(&mut self, state: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
        self.0.restore_state(&read(state, letters))
    }

    /// Adds what another monitor has counted; what is no more in the window at this time is not kept.
    pub fn merge(&mut self, state: &[f64], letters: &[u8], now_ms: f64) -> Result<(), ReflectError> {
        self.0.merge_tallies(&read(state, letters), now_ms)
    }

    /// Counts a finished run; false when a run of the same id was counted before.
    #[wasm_bindgen(js_name = observe)]
    pub fn observe_run(&mut self, result: &[f64], letters: &[u8], now_ms: f64) -> Result<bool, ReflectError> {
        self.0.count_new_run(&read(result, letters), now_ms)
    }

    /// Counts what a person says of an answer. Gives a `FeedbackOutcome`.
    #[wasm_bindgen(js_name = feedback)]
    pub fn record_feedback(&mut self, feedback: &[f64], letters: &[u8], now_ms: f64) -> Result<WirePlace, ReflectError> {
        Ok(write(&self.0.count_feedback(&read(feedback, letters), now_ms)?))
    }

    /// Figures, alerts, diagnosis: a `LoopReport`.
    pub fn report(&mut self, now_ms: f64) -> Result<WirePlace, ReflectError> {
        Ok(write(&self.0.report_health(now_ms)?))
    }

    /// Alerts that opened or closed since the last call; undefined when none did.
    #[wasm_bindgen(js_name = events)]
    pub fn take_alert_events(&mut self) -> Option<WirePlace> {
        let events = self.0.take_alert_events();
        (!events.is_empty()).then(|| write(&events))
    }

    /// What it has counted.
    pub fn state(&self) -> WirePlace {
        write(self.0.state())
    }
}

/// The totals of `count` series, one after another: of each its sums as they come in, its mean, the least and the most. `parts` are rows
/// of a series and its sums, `scores` rows of a series and a score.
#[wasm_bindgen(js_name = totalScores)]
pub fn total_scores(series_count: usize, sum_rows: &[f64], score_rows: &[f64]) -> WirePlace {
    let sum_rows =
        sum_rows.as_chunks::<{ SUMS + 1 }>().0.iter().map(|[series, sums @ ..]| (*series as usize, Sums::from_floats(*sums)));
    let score_rows = score_rows.as_chunks::<2>().0.iter().map(|[series, score]| {
        let mut sums = Sums::default();
        sums.add_score(*score);
        (*series as usize, sums)
    });
    let total = |sums: Sums| (sums.to_floats(), sums.mean(), sums.min(), sums.max());
    write(&sum_series(series_count, sum_rows.chain(score_rows)).into_iter().map(total).collect::<Vec<_>>())
}

/// The trend of scores at each hour of one agent. `parts` are rows of an evaluator, an hour and the sums of its aggregates, ordered by hour
/// and evaluator.
#[wasm_bindgen(js_name = evalTrends)]
pub fn find_score_trends(rows: &[f64], now_ms: f64) -> WirePlace {
    let rows = rows.as_chunks::<{ SUMS + 2 }>().0.iter();
    let row = |[series, hour, sums @ ..]: &[f64; SUMS + 2]| Row {
        series: *series as usize,
        hour: *hour as i64,
        sums: Sums::from_floats(*sums),
    };
    write(&find_trend_per_hour(&rows.map(row).collect::<Vec<_>>(), now_ms))
}

/// The alarms of a series in closed hours from `since_ms` on. `parts` are rows of an hour and its sums, in order of hours.
#[wasm_bindgen(js_name = evalRegressions)]
pub fn find_score_regressions(
    rows: &[f64],
    cusum: bool,
    drop: Option<f64>,
    min_samples: Option<f64>,
    cool_down_hours: Option<f64>,
    since_ms: f64,
    now_ms: f64,
) -> WirePlace {
    let usual = Detector::default();
    let detector = Detector {
        rule: if cusum { Rule::Cusum } else { Rule::Drop15 },
        drop: drop.unwrap_or(usual.drop),
        min_samples: min_samples.map_or(usual.min_samples, |samples| samples as u64),
        cool_down_hours: cool_down_hours.map_or(usual.cool_down_hours, |hours| hours as i64),
    };
    let rows = rows.as_chunks::<{ SUMS + 1 }>().0.iter();
    let hours: Vec<_> = rows.map(|[hour, sums @ ..]| (*hour as i64, Sums::from_floats(*sums))).collect();
    write(&find_regressions(&hours, &detector, since_ms, now_ms))
}
