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
mod moments;
mod observed;
mod series;
mod settings;
mod state;
mod tally;

pub use health::{LoopAlert, LoopDiagnosis, LoopHealth};
pub use metrics::{LoopMeasure, LoopMetric};
pub use settings::{AlertMode, MonitorSettings};

use std::collections::VecDeque;

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::error::ReflectError;
use crate::message::decimal;
use crate::settings::Raw;
use health::{ALERTED, alerts};
use ledger::{Entry, Ledger, Remembered};
use observed::{Feedback, Observed};
use series::{Heard, Series};
use tally::Tally;

/// Agents that are told apart; runs of others count only in the whole.
const MAX_AGENTS: usize = 1_000;
/// Events that are kept until they are taken; beyond, the oldest are dropped.
const MAX_EVENTS: usize = 1_000;
/// The last moment that JavaScript's dates know, in milliseconds.
const MAX_TIME_MS: f64 = 8.64e15;

/// Watches loops.
#[derive(Clone, Debug)]
pub struct LoopMonitor {
    settings: MonitorSettings,
    whole: Series,
    /// By name, in order.
    agents: Vec<(String, Series)>,
    /// Runs of agents beyond [`MAX_AGENTS`].
    left_out: f64,
    ledger: Ledger,
    events: VecDeque<AlertEvent>,
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
    /// No run of this id is known; it is counted when the run is observed, or when a state that holds it is put in.
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
        let (agents, ledger, events) = (Vec::new(), Ledger::default(), VecDeque::new());
        Self { settings, whole: Series::default(), agents, left_out: 0.0, ledger, events }
    }

    /// Counts a finished run. False when a run of its id was counted before, which changes nothing.
    ///
    /// # Errors
    /// `invalid_task` when it is no result; `misuse` when the time is none.
    pub fn observe(&mut self, result: &Raw, now_ms: f64) -> Result<bool, ReflectError> {
        let now_ms = time(now_ms)?;
        let run = Observed::of(result)?;
        if run.run_id.as_deref().is_some_and(|id| self.ledger.run(id).is_some()) {
            return Ok(false);
        }
        let settings = self.settings;
        self.whole.add(&run, now_ms, &settings);
        if let Some(name) = &run.agent {
            match self.agent(name) {
                Some(series) => series.add(&run, now_ms, &settings),
                None => self.left_out += 1.0,
            }
        }
        let Observed { run_id, agent, accepted, score, .. } = run;
        if let Some(id) = run_id {
            let run = Remembered { agent: agent.clone(), at_ms: now_ms, accepted, score, rated: false, rejected: false };
            self.remember(&id, run);
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
        let (run_id, said) = Feedback::of(given)?;
        let (outcome, agent) = self.said(&run_id, said);
        self.look(agent.as_deref(), now_ms);
        Ok(outcome)
    }

    /// Puts another monitor's state to this one's. Each state may be put in once: what is in it is counted.
    ///
    /// # Errors
    /// `invalid_snapshot` when it is no state, or of other windows; `misuse` when the time is none.
    pub fn merge(&mut self, state: &str, now_ms: f64) -> Result<(), ReflectError> {
        let now_ms = time(now_ms)?;
        let other = state::read(state, &self.settings)?;
        self.whole.merge(&other.whole);
        self.left_out += other.left_out;
        for (name, series) in &other.agents {
            match self.agent(name) {
                Some(ours) => ours.merge(series),
                None => self.left_out += series.all.runs,
            }
        }
        for (id, entry) in other.ledger.iter() {
            match entry {
                Entry::Run(_) if self.ledger.run(id).is_some() => {}
                Entry::Run(run) => self.remember(id, run.clone()),
                Entry::Waiting(said) => {
                    self.said(id, *said);
                }
            }
        }
        let settings = self.settings;
        for series in self.agents.iter_mut().map(|(_, series)| series).chain([&mut self.whole]) {
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
        state::write(self)
    }

    /// Figures, alerts and diagnosis over all, in the sliding window, and by agent.
    ///
    /// # Errors
    /// `misuse` when the time is none.
    pub fn report(&mut self, now_ms: f64) -> Result<LoopReport, ReflectError> {
        let now_ms = time(now_ms)?;
        self.look_everywhere(now_ms);
        let settings = &self.settings;
        let of = |tally: &Tally| LoopHealth::of(tally, settings);
        let agents = self.agents.iter().map(|(name, series)| AgentHealth {
            agent: name.clone(),
            all: of(&series.all),
            window: of(&series.window(now_ms, settings)),
        });
        Ok(LoopReport {
            all: of(&self.whole.all),
            window: of(&self.whole.window(now_ms, settings)),
            agents: agents.collect(),
            agents_left_out: self.left_out,
        })
    }

    /// Alerts that opened or closed since this was last asked, in order; at most the last 1,000.
    pub fn events(&mut self) -> Vec<AlertEvent> {
        self.events.drain(..).collect()
    }

    fn agent(&mut self, name: &str) -> Option<&mut Series> {
        let place = self.agents.binary_search_by(|(other, _)| other.as_str().cmp(name));
        if let Err(at) = place {
            if self.agents.len() >= MAX_AGENTS {
                return None;
            }
            self.agents.insert(at, (name.to_owned(), Series::default()));
        }
        let (Ok(at) | Err(at)) = place;
        self.agents.get_mut(at).map(|(_, series)| series)
    }

    /// The series of an agent that is told apart.
    fn known(&mut self, name: &str) -> Option<&mut Series> {
        self.agents.iter_mut().find(|(other, _)| other == name).map(|(_, series)| series)
    }

    /// Counts feedback, and tells whose run it is on.
    fn said(&mut self, id: &str, said: Feedback) -> (FeedbackOutcome, Option<String>) {
        let Some(run) = self.ledger.run(id) else {
            self.ledger.wait(id, said, self.settings.remember);
            return (FeedbackOutcome::Waiting, None);
        };
        let heard = run.hear(said);
        let (agent, at_ms) = (run.agent.clone(), run.at_ms);
        if heard.is_nothing() {
            return (FeedbackOutcome::Unchanged, agent);
        }
        self.hear(&heard, agent.as_deref(), at_ms);
        (FeedbackOutcome::Counted, agent)
    }

    /// Remembers a run, and counts the feedback that waited for it.
    fn remember(&mut self, id: &str, mut run: Remembered) {
        if let Some(Entry::Waiting(said)) = self.ledger.get_mut(id) {
            let heard = run.hear(*said);
            self.hear(&heard, run.agent.as_deref(), run.at_ms);
        }
        self.ledger.put(id, Entry::Run(run), self.settings.remember);
    }

    fn hear(&mut self, heard: &Heard, agent: Option<&str>, at_ms: f64) {
        let settings = self.settings;
        self.whole.hear(heard, at_ms, &settings);
        if let Some(series) = agent.and_then(|name| self.known(name)) {
            series.hear(heard, at_ms, &settings);
        }
    }

    /// Notes which alerts opened or closed, over all and for this agent.
    fn look(&mut self, agent: Option<&str>, now_ms: f64) {
        let Self { settings, whole, agents, events, .. } = self;
        look_at(whole, None, settings, now_ms, events);
        for (name, series) in agents.iter_mut().filter(|(name, _)| Some(name.as_str()) == agent) {
            look_at(series, Some(name), settings, now_ms, events);
        }
    }

    fn look_everywhere(&mut self, now_ms: f64) {
        let Self { settings, whole, agents, events, .. } = self;
        look_at(whole, None, settings, now_ms, events);
        for (name, series) in agents {
            look_at(series, Some(name), settings, now_ms, events);
        }
    }
}

fn look_at(series: &mut Series, agent: Option<&str>, settings: &MonitorSettings, now_ms: f64, events: &mut VecDeque<AlertEvent>) {
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
