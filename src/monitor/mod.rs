//! Watches loops: figures of their health, alerts, and which part is broken (seed 000).
//!
//! **Invariant:** nothing grows with the number of runs. A tally is 25 numbers, a window a row of at most 1,000 tallies, and
//! remembered runs are capped.

mod errors;
mod health;
mod ledger;
mod metrics;
mod observed;
mod settings;
mod tally;

pub use health::{LoopAlert, LoopDiagnosis, LoopHealth};
pub use metrics::{LoopMeasure, LoopMetric};
pub use settings::{AlertMode, MonitorSettings};

use std::collections::VecDeque;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use tsify::Tsify;

use crate::error::ReflectError;
use crate::settings::{FieldChecker, InputValue};
use errors::to_invalid_task;
use health::evaluate_alerts;
use ledger::Ledger;
use observed::{ObservedRun, RunFeedback};
use tally::{Tally, TotalAndWindowTallies};

/// Events that are kept until they are taken; beyond, the oldest are dropped.
const MAX_EVENTS: usize = 1_000;
const FORMAT: &str = "reflect-engine/monitor";
const VERSION: u32 = 1;
/// The last moment that JavaScript's dates know, in milliseconds.
const MAX_TIME_MS: f64 = 8.64e15;

/// Watches loops.
#[derive(Clone, Debug)]
pub struct LoopMonitor {
    settings: MonitorSettings,
    state: MonitorState,
    events: VecDeque<AlertEvent>,
}

/// What was counted, as it is saved.
#[derive(Clone, Debug)]
struct MonitorState {
    format: &'static str,
    version: u32,
    bucket_ms: f64,
    series: TotalAndWindowTallies,
    runs: Ledger,
}

records! {
    /// An alert opened or closed.
    pub struct AlertEvent {
        #[serde(rename = "type")]
        #[tsify(type = "'opened' | 'closed'")]
        pub kind: &'static str,
        pub metric: LoopMetric,
        /// True for a figure of the sliding window, false for one of all runs.
        pub window: bool,
        /// Absent when the alert closed.
        pub alert: Option<LoopAlert>,
        /// Time in milliseconds, as the host gave it.
        pub now_ms: f64,
    }
}

/// What became of a person's feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum FeedbackOutcome {
    /// A figure changed.
    Counted,
    /// No run of this id is remembered.
    Unknown,
    /// No figure changes: it came before, or is a rating of a run without a score, or no rejection of an accepted answer.
    Unchanged,
}

records! {
    /// Health over all runs, and over those of the sliding window.
    pub struct LoopReport {
        pub all: LoopHealth,
        pub window: LoopHealth,
    }
}

impl Serialize for MonitorState {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("format", self.format)?;
        map.serialize_entry("version", &self.version)?;
        map.serialize_entry("bucketMs", &self.bucket_ms)?;
        map.serialize_entry("series", &self.series)?;
        map.serialize_entry("runs", &self.runs)?;
        map.end()
    }
}

impl MonitorState {
    /// Reads something of a state that a monitor with buckets of this width saved.
    fn read_part<T>(
        raw: &InputValue,
        bucket_ms: f64,
        read_part: impl FnOnce(&FieldChecker) -> Result<T, ReflectError>,
    ) -> Result<T, ReflectError> {
        let read = FieldChecker::read_open_object(raw, "", "it", |f| {
            Self::check_header(f, bucket_ms)?;
            read_part(f)
        });
        read.map_err(|error| errors::wrong_state(error.message))
    }

    fn check_header(f: &FieldChecker, bucket_ms: f64) -> Result<(), ReflectError> {
        if f.get("format") != Some(&InputValue::Text(FORMAT.to_owned()))
            || f.get("version") != Some(&InputValue::Number(f64::from(VERSION)))
        {
            return Err(errors::wrong_format(FORMAT, VERSION));
        }
        let theirs = f.number("bucketMs", 0.0, f64::MAX).ok_or_else(|| f.missing_field_error("bucketMs"))?;
        if theirs != bucket_ms {
            return Err(errors::wrong_bucket_width(theirs, bucket_ms));
        }
        Ok(())
    }
}

impl LoopMonitor {
    pub fn new(settings: MonitorSettings) -> Self {
        let state = MonitorState {
            format: FORMAT,
            version: VERSION,
            bucket_ms: settings.bucket_ms,
            series: TotalAndWindowTallies::default(),
            runs: Ledger::default(),
        };
        Self { settings, state, events: VecDeque::new() }
    }

    /// Counts a finished run. False when a run of its id was counted before, which changes nothing.
    /// Errors: `invalid_task` when it is not a result; `misuse` when the time is none.
    pub fn count_new_run(&mut self, result: &InputValue, now_ms: f64) -> Result<bool, ReflectError> {
        let now_ms = check_time(now_ms)?;
        let ObservedRun { run_id, remembered, tally } = observed::read_result(result, now_ms).map_err(to_invalid_task)?;
        if run_id.as_deref().is_some_and(|id| self.state.runs.get_mut(id).is_some()) {
            return Ok(false);
        }
        self.add_tally(&tally, now_ms, now_ms);
        if let Some(id) = run_id {
            self.state.runs.append_run(id, remembered, self.settings.remember);
        }
        Ok(true)
    }

    /// Counts what a person says of a run's answer: the first rating where there is a score, the first rejection of an accepted answer.
    /// Errors: `invalid_task` when it is not of the right shape; `misuse` when the time is none.
    pub fn count_feedback(&mut self, feedback: &InputValue, now_ms: f64) -> Result<FeedbackOutcome, ReflectError> {
        let now_ms = check_time(now_ms)?;
        let RunFeedback { run_id, rating, is_rejected } = observed::read_feedback(feedback).map_err(to_invalid_task)?;
        let Some(run) = self.state.runs.get_mut(&run_id) else { return Ok(FeedbackOutcome::Unknown) };
        let mut tally = Tally::default();
        if is_rejected && run.accepted && !run.rejected {
            run.rejected = true;
            tally.rejected = 1.0;
        }
        if let (Some(x), Some(y), false) = (run.score, rating, run.rated) {
            run.rated = true;
            tally = Tally { rated: 1.0, x, y, xx: x * x, yy: y * y, xy: x * y, ..tally };
        }
        if tally == Tally::default() {
            return Ok(FeedbackOutcome::Unchanged);
        }
        let at_ms = run.at_ms;
        self.add_tally(&tally, at_ms, now_ms);
        Ok(FeedbackOutcome::Counted)
    }

    /// Goes on from a state of a monitor with the same windows.
    /// Errors: `invalid_snapshot` when it has another shape, or other windows.
    pub fn restore_state(&mut self, state: &InputValue) -> Result<(), ReflectError> {
        let (series, runs) = MonitorState::read_part(state, self.settings.bucket_ms, |f| {
            Ok((TotalAndWindowTallies::read_series(f)?, Ledger::read_runs(f)?))
        })?;
        self.state = MonitorState { series, runs, ..self.state };
        self.events.clear();
        Ok(())
    }

    /// Adds what another monitor with the same windows has counted. The runs that it remembers stay its own: feedback finds them there.
    /// Errors: `invalid_snapshot` as for `restore`; `misuse` when the time is none.
    pub fn merge_tallies(&mut self, state: &InputValue, now_ms: f64) -> Result<(), ReflectError> {
        let now_ms = check_time(now_ms)?;
        let other = MonitorState::read_part(state, self.settings.bucket_ms, TotalAndWindowTallies::read_series)?;
        self.state.series.merge_series(&other, now_ms, &self.settings);
        Ok(())
    }

    /// What it has counted.
    pub fn state(&self) -> &impl Serialize {
        &self.state
    }

    /// Figures, alerts and diagnosis over all, and in the sliding window.
    /// Errors: `misuse` when the time is none.
    pub fn report_health(&mut self, now_ms: f64) -> Result<LoopReport, ReflectError> {
        let now_ms = check_time(now_ms)?;
        self.record_alert_changes(now_ms);
        let Self { settings, state: MonitorState { series, .. }, .. } = self;
        let window = series.sum_window(now_ms, settings);
        Ok(LoopReport { all: LoopHealth::from_tally(&series.all, settings), window: LoopHealth::from_tally(&window, settings) })
    }

    /// Alerts that opened or closed since this was last asked, in order; at most the last 1,000.
    pub fn take_alert_events(&mut self) -> Vec<AlertEvent> {
        self.events.drain(..).collect()
    }

    fn add_tally(&mut self, tally: &Tally, at_ms: f64, now_ms: f64) {
        self.state.series.add_tally(tally, at_ms, now_ms, &self.settings);
        self.record_alert_changes(now_ms);
    }

    /// Notes which alerts opened or closed.
    fn record_alert_changes(&mut self, now_ms: f64) {
        let Self { settings, state: MonitorState { series, .. }, events } = self;
        let now = [evaluate_alerts(&series.all, settings), evaluate_alerts(&series.sum_window(now_ms, settings), settings)];
        for ((alerts, open), window) in now.into_iter().zip(&mut series.open).zip([false, true]) {
            for (bit, (metric, alert)) in alerts.into_iter().enumerate() {
                let mask = 1 << bit;
                if alert.is_some() == (*open & mask != 0) {
                    continue;
                }
                *open ^= mask;
                if events.len() >= MAX_EVENTS {
                    events.pop_front();
                }
                let kind = if alert.is_some() { "opened" } else { "closed" };
                events.push_back(AlertEvent { kind, metric, window, alert, now_ms });
            }
        }
    }
}

fn check_time(now_ms: f64) -> Result<f64, ReflectError> {
    if (0.0..=MAX_TIME_MS).contains(&now_ms) {
        return Ok(now_ms);
    }
    Err(errors::invalid_time(now_ms))
}
