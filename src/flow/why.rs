//! Why a strategy did what it did, in words and, where it reckoned, in numbers.

use serde::Serialize;
use tsify::Tsify;

words! {
    /// What a strategy can do.
    WhyAction {
        /// Have a draft judged, or judged again.
        Judge = "judge",
        /// Revise a draft.
        Revise = "revise",
        /// Write a draft anew, from the question.
        Fresh = "fresh",
        /// End the run with an accepted draft.
        Accept = "accept",
        /// End the run without.
        Stop = "stop",
    }
}

/// Why a strategy did what the step shows. `classic` gives none, nor has a step of a tool one.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    pub action: WhyAction,
    /// The draft that is judged, revised or accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft_index: Option<u32>,
    /// In plain words.
    pub reason: String,
    /// What each possible action was expected to gain; only where the strategy reckons, and there was something to weigh: not at the
    /// first look at a draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gains: Option<Vec<ExpectedGain>>,
    /// What was believed of each draft's quality; only where the strategy reckons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posterior: Option<Vec<Belief>>,
    /// Probability, `0..=1`, that the best draft reaches `acceptanceThreshold`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_accept: Option<f64>,
    /// Whether outcomes of verifiers or people's verdicts went into `pAccept`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibrated: Option<bool>,
}

/// What one action was expected to gain.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ExpectedGain {
    pub action: WhyAction,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draft_index: Option<u32>,
    /// Points of quality for each model call that it takes.
    pub gain: f64,
}

/// What is believed of one draft's quality.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Belief {
    pub draft_index: u32,
    /// Points, mostly `0..=10`.
    pub mean: f64,
    /// Standard deviation, in points.
    pub sd: f64,
    /// Points that another look of the first critic is expected to give: the mean, that critic's bias, and its errors on this task
    /// and draft. Not there without a critic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_score: Option<f64>,
}
