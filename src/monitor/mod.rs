//! Watches loops: figures of their health, alerts, and which part is broken (seed 000).
//!
//! **Invariant:** nothing grows with the number of runs. A tally is some thirty numbers, a window a fixed row of tallies, agents and
//! remembered runs are capped.
//!
//! **Invariant:** two states make one: what two processes observed apart gives the figures of one that observed all of it.

mod health;
mod interval;
mod ledger;
mod metrics;
mod observed;
mod series;
mod settings;
mod tally;

pub use health::{LoopAlert, LoopDiagnosis, LoopHealth};
pub use metrics::{LoopMeasure, LoopMetric};
pub use settings::{AlertMode, MonitorSettings};

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::error::{ErrorCode, ReflectError};
use crate::message::decimal;
use crate::settings::Raw;
use health::{ALERTED, alerts};
use ledger::{Entry, Ledger, Remembered};
use observed::{Feedback, Observed};
use series::Series;
use tally::Tally;

/// Agents that are told apart; runs of others count only in the whole.
const MAX_AGENTS: usize = 1_000;
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
    state: State,
    events: VecDeque<AlertEvent>,
}

/// What was counted, as it is saved.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct State {
    format: String,
    version: u32,
    bucket_ms: f64,
    whole: Series,
    /// By name, in order.
    agents: Vec<(String, Series)>,
    /// Runs of agents beyond [`MAX_AGENTS`].
    agents_left_out: f64,
    runs: Ledger,
}

/// An alert opened or closed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AlertEvent {
    #[serde(rename = "type")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'opened' | 'closed'"))]
    pub kind: &'static str,
    pub metric: LoopMetric,
    /// The agent whose figure it is; absent for all agents together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The figure is that of the sliding window, and not of all time.
    pub window: bool,
    /// Absent when the alert closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alert: Option<LoopAlert>,
    /// Time in milliseconds, as the host told it.
    pub now_ms: f64,
}

/// What feedback came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FeedbackOutcome {
    /// A figure changed.
    Counted,
    /// No run of this id is known; it is counted when the run is observed, or when a state that holds it is merged.
    Waiting,
    /// No figure changes: it was said before, or is a rating of a run without a score, or no rejection of an accepted answer.
    Unchanged,
}

/// Health of one agent's loop.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct AgentHealth {
    pub agent: String,
    pub all: LoopHealth,
    pub window: LoopHealth,
}

/// Health of every loop that was observed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LoopReport {
    pub all: LoopHealth,
    pub window: LoopHealth,
    /// By name.
    pub agents: Vec<AgentHealth>,
    /// Runs whose agent is not told apart, since there were 1,000 others.
    pub agents_left_out: f64,
}

impl LoopMonitor {
    #[must_use]
    pub fn new(settings: MonitorSettings) -> Self {
        let state = State {
            format: FORMAT.to_owned(),
            version: VERSION,
            bucket_ms: settings.bucket_ms,
            whole: Series::default(),
            agents: Vec::new(),
            agents_left_out: 0.0,
            runs: Ledger::default(),
        };
        Self { settings, state, events: VecDeque::new() }
    }

    /// Counts a finished run. False when a run of its id was counted before, which changes nothing.
    ///
    /// # Errors
    /// `invalid_task` when it is no result; `misuse` when the time is none.
    pub fn observe(&mut self, result: &Raw, now_ms: f64) -> Result<bool, ReflectError> {
        let now_ms = time(now_ms)?;
        let run = Observed::of(result)?;
        if run.run_id.as_deref().is_some_and(|id| self.state.runs.run(id).is_some()) {
            return Ok(false);
        }
        let settings = self.settings;
        self.state.whole.count(now_ms, now_ms, &settings, |tally| tally.add(&run));
        if let Some(name) = &run.agent {
            match self.agent(name) {
                Some(series) => series.count(now_ms, now_ms, &settings, |tally| tally.add(&run)),
                None => self.state.agents_left_out += 1.0,
            }
        }
        let Observed { run_id, agent, accepted, score, .. } = run;
        if let Some(id) = run_id {
            let run = Remembered { agent: agent.clone(), at_ms: now_ms, accepted, score, rated: false, rejected: false };
            self.remember(&id, run, now_ms);
        }
        self.look(agent.as_deref(), now_ms);
        Ok(true)
    }

    /// Counts what a person says of a run's answer: the first rating, the first rejection.
    ///
    /// # Errors
    /// `invalid_task` when it is not of the right shape; `misuse` when the time is none.
    pub fn feedback(&mut self, given: &Raw, now_ms: f64) -> Result<FeedbackOutcome, ReflectError> {
        let now_ms = time(now_ms)?;
        let (run_id, feedback) = Feedback::of(given)?;
        let (outcome, agent) = self.apply(&run_id, feedback, now_ms);
        self.look(agent.as_deref(), now_ms);
        Ok(outcome)
    }

    /// Adds another monitor's state to this one's. Each state may be added once: what is in it is counted. It is trusted to be what
    /// [`LoopMonitor::state`] gave.
    ///
    /// # Errors
    /// `invalid_snapshot` when it has another shape, or other windows; `misuse` when the time is none.
    pub fn merge(&mut self, state: &str, now_ms: f64) -> Result<(), ReflectError> {
        let now_ms = time(now_ms)?;
        let other = read(state, &self.settings)?;
        self.state.whole.merge(&other.whole);
        self.state.agents_left_out += other.agents_left_out;
        for (name, series) in &other.agents {
            match self.agent(name) {
                Some(ours) => ours.merge(series),
                None => self.state.agents_left_out += series.all.runs,
            }
        }
        for (id, entry) in Vec::from(other.runs) {
            match entry {
                Entry::Run(_) if self.state.runs.run(&id).is_some() => {}
                Entry::Run(run) => self.remember(&id, run, now_ms),
                Entry::Waiting(feedback) => {
                    self.apply(&id, feedback, now_ms);
                }
            }
        }
        let settings = self.settings;
        for series in self.state.agents.iter_mut().map(|(_, series)| series).chain([&mut self.state.whole]) {
            series.forget(now_ms, &settings);
        }
        self.look_everywhere(now_ms);
        Ok(())
    }

    /// A monitor that goes on from a state. Alerts that are open in it are no events.
    ///
    /// # Errors
    /// As [`LoopMonitor::merge`].
    pub fn restore(settings: MonitorSettings, state: &str, now_ms: f64) -> Result<Self, ReflectError> {
        let mut monitor = Self::new(settings);
        monitor.merge(state, now_ms)?;
        monitor.events.clear();
        Ok(monitor)
    }

    /// The state as JSON.
    #[must_use]
    pub fn state(&self) -> String {
        serde_json::to_value(&self.state).unwrap_or_default().to_string()
    }

    /// Figures, alerts and diagnosis over all, in the sliding window, and by agent.
    ///
    /// # Errors
    /// `misuse` when the time is none.
    pub fn report(&mut self, now_ms: f64) -> Result<LoopReport, ReflectError> {
        let now_ms = time(now_ms)?;
        self.look_everywhere(now_ms);
        let Self { settings, state, .. } = self;
        let of = |tally: &Tally| LoopHealth::of(tally, settings);
        let agents = state.agents.iter().map(|(name, series)| AgentHealth {
            agent: name.clone(),
            all: of(&series.all),
            window: of(&series.window(now_ms, settings)),
        });
        Ok(LoopReport {
            all: of(&state.whole.all),
            window: of(&state.whole.window(now_ms, settings)),
            agents: agents.collect(),
            agents_left_out: state.agents_left_out,
        })
    }

    /// Alerts that opened or closed since this was last asked, in order; at most the last 1,000.
    pub fn events(&mut self) -> Vec<AlertEvent> {
        self.events.drain(..).collect()
    }

    /// The series of this agent, made where there is none and room for it.
    fn agent(&mut self, name: &str) -> Option<&mut Series> {
        let agents = &mut self.state.agents;
        let at = agents.partition_point(|(other, _)| other.as_str() < name);
        if agents.get(at).is_none_or(|(other, _)| other != name) {
            if agents.len() >= MAX_AGENTS {
                return None;
            }
            agents.insert(at, (name.to_owned(), Series::default()));
        }
        agents.get_mut(at).map(|(_, series)| series)
    }

    /// Remembers a run, and counts the feedback that waited for it.
    fn remember(&mut self, id: &str, run: Remembered, now_ms: f64) {
        let waiting = match self.state.runs.get_mut(id) {
            Some(Entry::Waiting(feedback)) => Some(*feedback),
            Some(Entry::Run(_)) | None => None,
        };
        self.state.runs.put(id, Entry::Run(run), self.settings.remember);
        if let Some(feedback) = waiting {
            self.apply(id, feedback, now_ms);
        }
    }

    /// Counts what of this feedback was not counted yet and can be: a rejection of an accepted answer, a rating where there is a score.
    /// With the agent whose run it is on.
    fn apply(&mut self, id: &str, feedback: Feedback, now_ms: f64) -> (FeedbackOutcome, Option<String>) {
        let run = match self.state.runs.get_mut(id) {
            Some(Entry::Run(run)) => run,
            Some(Entry::Waiting(before)) => {
                before.rating = before.rating.or(feedback.rating);
                before.rejected |= feedback.rejected;
                return (FeedbackOutcome::Waiting, None);
            }
            None => {
                self.state.runs.put(id, Entry::Waiting(feedback), self.settings.remember);
                return (FeedbackOutcome::Waiting, None);
            }
        };
        let rejected = feedback.rejected && run.accepted && !run.rejected;
        let rated = feedback.rating.filter(|_| !run.rated).and_then(|rating| run.score.map(|score| (score, rating)));
        run.rejected |= rejected;
        run.rated |= rated.is_some();
        let (agent, at_ms, settings) = (run.agent.clone(), run.at_ms, self.settings);
        if !rejected && rated.is_none() {
            return (FeedbackOutcome::Unchanged, agent);
        }
        let count = |tally: &mut Tally| {
            tally.rejected += f64::from(u8::from(rejected));
            if let Some((score, rating)) = rated {
                tally.rated.add(score, rating);
            }
        };
        self.state.whole.count(at_ms, now_ms, &settings, count);
        for (_, series) in self.state.agents.iter_mut().filter(|(name, _)| Some(name) == agent.as_ref()) {
            series.count(at_ms, now_ms, &settings, count);
        }
        (FeedbackOutcome::Counted, agent)
    }

    /// Notes which alerts opened or closed, over all and for this agent.
    fn look(&mut self, agent: Option<&str>, now_ms: f64) {
        self.look_at(|name| Some(name) == agent, now_ms);
    }

    fn look_everywhere(&mut self, now_ms: f64) {
        self.look_at(|_| true, now_ms);
    }

    fn look_at(&mut self, wanted: impl Fn(&str) -> bool, now_ms: f64) {
        let Self { settings, state, events } = self;
        note_changes(&mut state.whole, None, settings, now_ms, events);
        for (name, series) in state.agents.iter_mut().filter(|(name, _)| wanted(name)) {
            note_changes(series, Some(name), settings, now_ms, events);
        }
    }
}

/// A state under these settings.
fn read(state: &str, settings: &MonitorSettings) -> Result<State, ReflectError> {
    let bad = |why: String| ReflectError::new(ErrorCode::InvalidSnapshot, format!("not the state of a monitor: {why}"));
    // By way of a value: the wasm has the parser for that already, and one for each of these types would be 10 KB more.
    let value: Value = serde_json::from_str(state).map_err(|error| bad(error.to_string()))?;
    let state = State::deserialize(value).map_err(|error| bad(error.to_string()))?;
    if state.format != FORMAT || state.version != VERSION {
        return Err(bad(format!("expected `format` \"{FORMAT}\" and `version` {VERSION}")));
    }
    if state.bucket_ms != settings.bucket_ms {
        let (theirs, ours) = (decimal(state.bucket_ms), decimal(settings.bucket_ms));
        return Err(bad(format!("its `window.bucketMs` is {theirs} and this monitor's is {ours}; they must be the same")));
    }
    Ok(state)
}

fn note_changes(
    series: &mut Series,
    agent: Option<&str>,
    settings: &MonitorSettings,
    now_ms: f64,
    events: &mut VecDeque<AlertEvent>,
) {
    let now = [alerts(&series.all, settings), alerts(&series.window(now_ms, settings), settings)];
    for ((mut alerts, open), window) in now.into_iter().zip(&mut series.open).zip([false, true]) {
        for (bit, metric) in ALERTED.into_iter().enumerate() {
            let alert = alerts.iter().position(|alert| alert.metric == metric).map(|at| alerts.swap_remove(at));
            let mask = 1 << bit;
            if alert.is_some() == (*open & mask != 0) {
                continue;
            }
            *open ^= mask;
            if events.len() >= MAX_EVENTS {
                events.pop_front();
            }
            let kind = if alert.is_some() { "opened" } else { "closed" };
            events.push_back(AlertEvent { kind, metric, agent: agent.map(str::to_owned), window, alert, now_ms });
        }
    }
}

fn time(now_ms: f64) -> Result<f64, ReflectError> {
    if (0.0..=MAX_TIME_MS).contains(&now_ms) {
        return Ok(now_ms);
    }
    Err(ReflectError::misuse(format!("the time must be a number of milliseconds since 1970, got {}", decimal(now_ms))))
}
