//! What the core must know of one evaluation.

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
}
