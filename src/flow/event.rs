//! Steps of an autopilot and of a reflection on a decision.

use serde::Serialize;
use tsify::Tsify;

use super::{RunStatus, StopReason};
use crate::message::Text;

/// After each iteration: the inner agent has given an output.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct IterationStep {
    /// The first is 1.
    pub iteration: u32,
    #[tsify(type = "string")]
    pub output: Text,
    /// The agent's own claim that it is done; it accepts nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<bool>,
    /// The agent's own claim, criterion by criterion; it accepts nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria_met: Option<Vec<bool>>,
    /// Number of the step in its run, from 0.
    pub seq: u32,
    /// Time in milliseconds, as the host gave it.
    pub now_ms: f64,
}

/// After each review.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CriticStep {
    pub iteration: u32,
    /// One flag for each criterion, in their order.
    pub criteria_met: Vec<bool>,
    /// `0..=1`; 0 when the critic gave none that can be used.
    pub confidence: f64,
    #[tsify(type = "string[]")]
    pub suggestions: Vec<Text>,
    #[tsify(type = "string")]
    pub reasoning: Text,
    /// Why the confidence is 0 although the critic did not say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string")]
    pub reason: Option<Text>,
    pub seq: u32,
    pub now_ms: f64,
}

/// Somebody says of every criterion that it is met, and the run ends for it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CriteriaSatisfiedStep {
    pub iteration: u32,
    /// True when the critic ended the run. False when the agent did by its own word, which accepts nothing.
    pub by_critic: bool,
    pub seq: u32,
    pub now_ms: f64,
}

/// The run is over.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DoneStep {
    pub status: RunStatus,
    pub accepted: bool,
    pub stop_reason: StopReason,
    pub iterations: u32,
    #[tsify(type = "string")]
    pub output: Text,
    pub seq: u32,
    pub now_ms: f64,
}

/// A decision was reflected on: a trace span of type `reflection` (the *Reflection Agent* design).
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DecisionStep {
    pub should_revise: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revised_action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revised_confidence: Option<f64>,
    pub concerns: Vec<String>,
    pub contra_argument: String,
    pub reflection_confidence: f64,
    /// A model's word, and not that of the rules.
    pub llm_enhanced: bool,
    /// Milliseconds that the reflection took: the span began this long before `nowMs`.
    pub duration_ms: f64,
    pub seq: u32,
    pub now_ms: f64,
}
