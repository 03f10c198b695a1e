//! Steps of a research loop.

use serde::Serialize;
use tsify::Tsify;

/// Something is missing or thin, and is searched for next. It depends on what was found and on nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GapStep {
    /// Of the field that is searched for.
    pub path: String,
    /// What is searched for.
    pub query: String,
    /// `incomplete_model`: no fact is there. `thin_evidence`: too few facts or sources are.
    #[tsify(type = "'incomplete_model' | 'thin_evidence'")]
    pub reason: &'static str,
    /// Fields without a fact, this one too.
    pub missing: u32,
    /// Number of the step in its run, from 0.
    pub seq: u32,
    /// Time in milliseconds, as the host gave it.
    pub now_ms: f64,
}

/// Facts contradict each other, and what settles it is searched for next; or an adjudicator has settled it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ConflictStep {
    pub path: String,
    /// What is searched for; empty when it is settled.
    pub query: String,
    /// What contradicts each other, the value with most sources first.
    pub values: Vec<String>,
    /// The value that the adjudicator holds to be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<String>,
    pub seq: u32,
    pub now_ms: f64,
}

/// A search has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ResearchStep {
    #[tsify(type = "SearchKind | 'repair'")]
    pub kind: &'static str,
    pub query: String,
    /// Of the field; empty on a repair of the whole answer.
    pub path: String,
    /// The first is 1.
    pub iteration: u32,
    /// Facts that were taken.
    pub taken: u32,
    /// Facts that were not; `errors` says why.
    pub refused: u32,
    /// Nothing about the field came that its source had not said before.
    pub fruitless: bool,
    pub seq: u32,
    pub now_ms: f64,
}

/// The answer was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EvaluationStep {
    pub passed: bool,
    /// `0..=1`.
    pub score: f64,
    pub feedback: String,
    /// Metrics that fell short, what costs most first.
    pub repair_targets: Vec<String>,
    /// Repair rounds before it.
    pub repairs: u32,
    pub seq: u32,
    pub now_ms: f64,
}

/// The answer that the run hands out.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AnswerStep {
    pub content: String,
    /// Everything that is wanted is there, and nothing contradicts it.
    pub complete: bool,
    /// The evaluator, or a person, accepted it.
    pub accepted: bool,
    pub seq: u32,
    pub now_ms: f64,
}
