//! Every loop in one machine, so that the wasm carries the machine once and not once for each loop.

use serde::Serialize;
use serde_json::Value;

use crate::autopilot::{Autopilot, AutopilotResult};
use crate::decision::{Decision, DecisionReflection};
use crate::error::ReflectError;
use crate::flow::{Call, Desk, Loop, Reply, Stop};
use crate::reflect::{Reflect, ReflectResult};
use crate::research::{Research, ResearchResult};
use crate::settings::{Budget, Raw};

#[allow(clippy::large_enum_variant, reason = "one for each run, which is boxed as a whole")]
pub enum Either {
    Reflect(Reflect),
    Autopilot(Autopilot),
    Decision(Decision),
    Research(Research),
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Outcome {
    Reflect(ReflectResult),
    Autopilot(AutopilotResult),
    Decision(DecisionReflection),
    Research(ResearchResult),
}

impl Loop for Either {
    type Outcome = Outcome;

    fn advance(&mut self, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Option<Stop> {
        match self {
            Self::Reflect(run) => run.advance(replies, desk),
            Self::Autopilot(run) => run.advance(replies, desk),
            Self::Decision(run) => run.advance(replies, desk),
            Self::Research(run) => run.advance(replies, desk),
        }
    }

    fn interrupted(&mut self, replies: Vec<(Call, Reply)>, desk: &mut Desk) {
        match self {
            Self::Reflect(run) => run.interrupted(replies, desk),
            Self::Autopilot(run) => run.interrupted(replies, desk),
            Self::Decision(run) => run.interrupted(replies, desk),
            Self::Research(run) => run.interrupted(replies, desk),
        }
    }

    fn ended(&mut self, stop: &Stop, desk: &mut Desk) {
        match self {
            Self::Reflect(run) => run.ended(stop, desk),
            Self::Autopilot(run) => run.ended(stop, desk),
            Self::Decision(run) => run.ended(stop, desk),
            Self::Research(run) => run.ended(stop, desk),
        }
    }

    fn outcome(&self, stop: &Stop, desk: &Desk, snapshot: String) -> Outcome {
        match self {
            Self::Reflect(run) => Outcome::Reflect(run.outcome(stop, desk, snapshot)),
            Self::Autopilot(run) => Outcome::Autopilot(run.outcome(stop, desk, snapshot)),
            Self::Decision(run) => Outcome::Decision(run.outcome(stop, desk, snapshot)),
            Self::Research(run) => Outcome::Research(run.outcome(stop, desk, snapshot)),
        }
    }

    fn reviewed(&mut self, accepted: bool, feedback: Option<String>, desk: &mut Desk) -> Result<Option<Stop>, ReflectError> {
        match self {
            Self::Reflect(run) => run.reviewed(accepted, feedback, desk),
            Self::Autopilot(run) => run.reviewed(accepted, feedback, desk),
            Self::Decision(run) => run.reviewed(accepted, feedback, desk),
            Self::Research(run) => run.reviewed(accepted, feedback, desk),
        }
    }

    fn budget(&self) -> &Budget {
        match self {
            Self::Reflect(run) => run.budget(),
            Self::Autopilot(run) => run.budget(),
            Self::Decision(run) => run.budget(),
            Self::Research(run) => run.budget(),
        }
    }

    fn origin(&self) -> String {
        match self {
            Self::Reflect(run) => run.origin(),
            Self::Autopilot(run) => run.origin(),
            Self::Decision(run) => run.origin(),
            Self::Research(run) => run.origin(),
        }
    }

    fn from_origin(origin: Value) -> Result<Self, ReflectError> {
        if origin.get("autopilot").is_some() {
            Autopilot::from_origin(origin).map(Self::Autopilot)
        } else if origin.get("decision").is_some() {
            Decision::from_origin(origin).map(Self::Decision)
        } else if origin.get("research").is_some() {
            Research::from_origin(origin).map(Self::Research)
        } else {
            Reflect::from_origin(origin).map(Self::Reflect)
        }
    }

    fn overlay(&mut self, settings: &Raw) -> Result<(), ReflectError> {
        match self {
            Self::Reflect(run) => run.overlay(settings),
            Self::Autopilot(run) => run.overlay(settings),
            Self::Decision(run) => run.overlay(settings),
            Self::Research(run) => run.overlay(settings),
        }
    }
}
