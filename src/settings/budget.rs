//! Limits: as a person sets them, and as a run keeps them.

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use crate::message::Named;

/// The limits that every loop has, as they are written.
pub(super) const LIMITS: [&str; 5] = ["maxCalls", "maxTokens", "maxSeconds", "maxCostUsd", "callTimeoutMs"];

/// Limits, each checked before a call is made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BudgetSettings {
    /// Model calls, `1..=1000`. Default: all that the other settings allow for `classic` and `keep-best`; `2·drafts + 2` for `best-of-n` and 6
    /// for `adaptive`, with one critic and without tools. Each further critic adds one call a draft, and where the task has tools each
    /// draft may take `maxAnswerSteps` calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_calls: Option<u32>,
    /// Tokens over all model calls, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<f64>,
    /// Seconds of wall time, above 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_seconds: Option<f64>,
    /// US dollars, above 0; needs a price for every model that answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_cost_usd: Option<f64>,
    /// Milliseconds for one model call or tool. Default 600,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_timeout_ms: Option<f64>,
    /// Milliseconds for one verifier. Default 60,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verifier_timeout_ms: Option<f64>,
}

/// US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct Price {
    pub input: f64,
    pub output: f64,
}

/// Limits of a run, every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    pub max_calls: u32,
    /// `max_calls` follows from the other settings, and was not set.
    pub implied: bool,
    pub max_tokens: Option<f64>,
    pub max_seconds: Option<f64>,
    pub max_cost_usd: Option<f64>,
    pub call_timeout_ms: f64,
    pub verifier_timeout_ms: f64,
    pub prices: Named<Price>,
}

impl Budget {
    /// The price of a model: by its own name, else by the name without the version that a provider adds, as in `gpt-4.1-2025-04-14`,
    /// `gemini-2.0-flash-001` or `claude-haiku-4-5@20251001`.
    #[must_use]
    pub fn price(&self, model: Option<&str>) -> Option<&Price> {
        let model = model?;
        let versioned = || {
            let known = self.prices.iter().filter(|(name, _)| model.strip_prefix(name).is_some_and(is_version));
            known.max_by_key(|(name, _)| name.len()).map(|(_, price)| price)
        };
        self.prices.get(model).or_else(versioned)
    }
}

/// `-2025-04-14`, `-001`, `@20251001`: three digits or more, then perhaps further numbers.
fn is_version(rest: &str) -> bool {
    const FEWEST: usize = 3;
    let Some(numbers) = rest.strip_prefix(['-', '@']) else { return false };
    let mut numbers = numbers.split('-');
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.next().is_some_and(|first| first.len() >= FEWEST && digits(first)) && numbers.all(digits)
}
