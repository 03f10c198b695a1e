//! Reads what a critic wrote: text in, one [`Reading`] out.
//!
//! **Invariant:** accepting needs strong evidence, revising little. What was cut, contradicted, repeated with another value or
//! merely echoed never accepts. Nothing is clamped and nothing is judged by truthiness.

mod admits;
mod announced;
mod answer;
mod aside;
mod asks;
#[cfg(test)]
mod beside;
mod blanks;
mod candidates;
mod cut;
#[cfg(test)]
mod denials;
mod disowned;
#[cfg(test)]
mod disowning;
#[cfg(test)]
mod doubting;
mod faults;
mod fence;
mod fields;
mod findings;
mod foreign;
mod forms;
mod json;
mod keyed;
mod lines;
mod list;
mod mended;
mod negation;
mod others;
mod overturned;
mod phrases;
mod prose;
mod rating;
mod reasoning;
mod reflection;
mod refusal;
#[cfg(test)]
mod retractions;
mod said;
mod scalar;
mod scan;
mod sentence;
mod sentinel;
mod settle;
mod standing;
mod stranger;
mod tentative;
#[cfg(test)]
mod thought;
mod topic;
#[cfg(test)]
mod traps;
#[cfg(test)]
mod unjudged;
mod unmet;
mod whole;
#[cfg(test)]
mod withdrawing;
mod withdrawn;
mod words;
#[cfg(test)]
mod wrapped;

pub use crate::settings::{Form, OnContradiction};
pub use answer::strip_thinking;
use candidates::{Seen, Shown};
pub use cut::is_cut;
pub use list::read_list;
pub use reflection::{Proposal, REFLECTION_CONFIDENCE, Reflected, read_reflection};
use serde::Serialize;
use settle::Told;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

/// How to read, and what the critic had been shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct ReadOptions {
    /// Detected from the reply when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// Points, `0..=10`. Default 8.
    pub acceptance_threshold: f64,
    /// `0..=1`. Default 0.75.
    pub confidence_threshold: f64,
    /// How many criteria were asked about; `criteria_met` is padded with `false` and trimmed to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria_count: Option<u32>,
    /// Default 5.
    pub max_suggestions: u32,
    /// Default `revise`.
    pub on_contradiction: OnContradiction,
    /// The provider's finish reason. What it says was cut, or stopped by a filter, is not accepted: `length`, `MAX_TOKENS`, `SAFETY`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// The judged text: an object that only repeats it is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The critique prompt: an object that only repeats it is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Words that accept when they are the whole reply. Default `["CODE_IS_PERFECT"]`.
    pub sentinels: Vec<String>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            form: None,
            acceptance_threshold: 8.0,
            confidence_threshold: 0.75,
            criteria_count: None,
            max_suggestions: 5,
            on_contradiction: OnContradiction::Revise,
            finish_reason: None,
            answer: None,
            prompt: None,
            sentinels: vec!["CODE_IS_PERFECT".to_owned()],
        }
    }
}

/// The verdict of one reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Accepted,
    NeedsRevision,
    /// No verdict could be read; [`Reading::reason`] says why.
    Invalid,
}

/// What a critic's reply says. It applies no policy: what an invalid reading leads to is decided elsewhere.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    pub status: Verdict,
    /// Points, `0..=10`, as written: never clamped, never rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The flag as the critic wrote it; absent when it wrote none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs_revision: Option<bool>,
    /// Faults found, worst first. Empty: none named.
    pub issues: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria_met: Option<Vec<bool>>,
    /// The critic's own confidence, `0..=1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// What had to be mended to read it, in order: `trailing_comma`, `python_literal`, …
    pub repairs: Vec<String>,
    /// Why it is invalid, or `contradictory` / `low_confidence` beside a verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Reading {
    /// A reply in which no verdict could be read, for this reason code.
    #[must_use]
    pub fn invalid(reason: &str) -> Self {
        Self {
            status: Verdict::Invalid,
            score: None,
            needs_revision: None,
            issues: Vec::new(),
            suggestion: None,
            criteria_met: None,
            confidence: None,
            suggestions: None,
            reasoning: None,
            repairs: Vec::new(),
            reason: Some(reason.to_owned()),
        }
    }
}

/// Reads one reply of a critic.
#[must_use]
pub fn read(text: &str, options: &ReadOptions) -> Reading {
    let prompt = options.prompt.as_deref().map(Seen::of).unwrap_or_default();
    read_beside(text, options, &prompt, [options.answer.as_deref(), None], options.finish_reason.as_deref())
}

/// Reads many replies to one prompt: what the prompt shows is looked at once.
pub struct Reader {
    options: ReadOptions,
    prompt: Seen,
}

impl Reader {
    /// A reader under these options; their `answer` and `finish_reason` are not used.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        let prompt = options.prompt.as_deref().map(Seen::of).unwrap_or_default();
        Self { options, prompt }
    }

    /// Reads one reply: what the critic said of `answer`. It had been shown `earlier` too, what critics had said before.
    #[must_use]
    pub fn read(&self, text: &str, answer: &str, earlier: Option<&str>, finish_reason: Option<&str>) -> Reading {
        read_beside(text, &self.options, &self.prompt, [Some(answer), earlier], finish_reason)
    }
}

fn read_beside(
    text: &str,
    options: &ReadOptions,
    prompt: &Seen,
    [answer, earlier]: [Option<&str>; 2],
    finish_reason: Option<&str>,
) -> Reading {
    let texts = [answer, earlier, options.prompt.as_deref()].into_iter().flatten().collect();
    let seen = |text: Option<&str>| text.map(Seen::of).unwrap_or_default();
    let shown = Shown { texts, prompt: Some(prompt), answer: seen(answer), earlier: seen(earlier) };
    settle::settle(&Told { text, options, answer, finish_reason, shown: &shown }, true)
}
