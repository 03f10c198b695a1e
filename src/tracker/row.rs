//! What the core must know of one evaluation.

use serde_json::{Map, Value};

use crate::message::{decimal, list, text, told};

/// A score may be this far from zero.
pub const MAX_SCORE: f64 = 1e6;

/// Who evaluated. Scores are compared only where all three are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evaluator {
    /// `model`, `code` or `human`; empty when it is not told.
    pub kind: String,
    /// The evaluator's id, else the source of the evaluation; empty when neither is told.
    pub id: String,
    pub version: String,
}

/// One evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub agent_id: String,
    /// Milliseconds since the epoch.
    pub created_ms: f64,
    pub evaluator: Evaluator,
    /// Metrics with a number. One that was not scored is not there.
    pub scores: Vec<(String, f64)>,
}

impl Row {
    /// The mean of the scores; `None` without any.
    #[must_use]
    pub fn aggregate(&self) -> Option<f64> {
        let sum: f64 = self.scores.iter().map(|(_, score)| score).sum();
        (!self.scores.is_empty()).then(|| sum / self.scores.len() as f64)
    }

    /// Reads `{ agentId, createdMs, kind?, evaluator?, version?, scores: [[metric, score], …] }`.
    ///
    /// # Errors
    /// What was expected and what came.
    pub fn from_json(value: Value) -> Result<Self, String> {
        let Value::Object(mut map) = value else {
            return Err(format!("an evaluation must be an object, got {}", told(Some(&value))));
        };
        let mut word = |key: &str| text(&mut map, key);
        let agent_id = word("agentId")?.filter(|id| !id.is_empty()).ok_or("`agentId` must be a string that is not empty")?;
        let (kind, id, version) = (word("kind")?, word("evaluator")?, word("version")?);
        let evaluator =
            Evaluator { kind: kind.unwrap_or_default(), id: id.unwrap_or_default(), version: version.unwrap_or_default() };
        let created_ms = time(&map)?;
        let scores = list(&mut map, "scores", score)?.unwrap_or_default();
        Ok(Self { agent_id, created_ms, evaluator, scores })
    }
}

/// Times that a date can hold (ECMA-262).
fn time(map: &Map<String, Value>) -> Result<f64, String> {
    let ms = map.get("createdMs").and_then(Value::as_f64);
    ms.filter(|ms| ms.abs() <= 8.64e15).ok_or_else(|| "`createdMs` must be milliseconds since the epoch".to_owned())
}

fn score(value: Value) -> Result<(String, f64), String> {
    let pair = value.as_array().map(Vec::as_slice);
    match pair {
        Some([Value::String(metric), Value::Number(score)]) => match score.as_f64() {
            Some(n) if n.abs() <= MAX_SCORE => Ok((metric.clone(), n)),
            _ => Err(format!("`scores.{metric}` must be a number from {0} to {1}", decimal(-MAX_SCORE), decimal(MAX_SCORE))),
        },
        _ => Err("`scores` must hold pairs of a metric and a number".to_owned()),
    }
}
