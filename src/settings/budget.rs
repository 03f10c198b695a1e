//! Limits: as a person sets them, and as a run keeps them.

use serde::Serialize;
use tsify::Tsify;

use super::{CALL_TIMEOUT_MS, CALLS_CEILING, VERIFIER_TIMEOUT_MS, errors};
use crate::error::ReflectError;
use crate::message::SmallMap;

/// Timers hold 31 bits of milliseconds on every runtime.
const LONGEST_MS: f64 = 2_147_483_647.0;

settings! {
    /// Limits, each checked before a call is made.
    BudgetSettings {
        /// Model calls, `1..=1000`. Default: all that the other settings allow for `classic` and `keep-best`; `2·drafts + 2` for
        /// `best-of-n`, with one critic and without tools. Each further critic adds one call a draft, and where the task has tools each
        /// draft may take `maxAnswerSteps` calls.
        max_calls: u32 = "maxCalls" int(1, CALLS_CEILING);
        /// Tokens over all model calls, from 1.
        max_tokens: f64 = "maxTokens" number(1.0, 1e15);
        /// Seconds of wall time, above 0.
        max_seconds: f64 = "maxSeconds" number(0.001, 1e9);
        /// US dollars, above 0. Needs prices, or `prices: {}` where every reply reports its `usage.costUsd`.
        max_cost_usd: f64 = "maxCostUsd" number(1e-9, 1e9);
        /// Milliseconds for one model call or tool. Default 600,000.
        call_timeout_ms: f64 = "callTimeoutMs" number(1.0, LONGEST_MS);
        /// Milliseconds for one verifier. Default 60,000.
        verifier_timeout_ms: f64 = "verifierTimeoutMs" number(1.0, LONGEST_MS);
    }
}

/// US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Tsify)]
pub struct Price {
    pub input: f64,
    pub output: f64,
}

/// Limits of a run, every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    pub max_calls: u32,
    /// `max_calls` was not set and follows from the other settings.
    pub implied: bool,
    pub max_tokens: Option<f64>,
    pub max_seconds: Option<f64>,
    pub max_cost_usd: Option<f64>,
    pub call_timeout_ms: f64,
    pub verifier_timeout_ms: f64,
    pub prices: SmallMap<Price>,
}

impl BudgetSettings {
    /// Errors: `invalid_settings` when costs are limited and there are no prices.
    pub(super) fn check_prices(&self, has_prices: bool, prices_key: &str) -> Result<(), ReflectError> {
        if self.max_cost_usd.is_none() || has_prices {
            return Ok(());
        }
        Err(errors::missing_prices(prices_key))
    }
}

impl Budget {
    /// Limits with their defaults; `prices_key` is where prices are set.
    /// Errors: `invalid_settings` when costs are limited and there are no prices.
    pub fn from_settings(
        limits: &BudgetSettings,
        prices: Option<SmallMap<Price>>,
        prices_key: &str,
    ) -> Result<Self, ReflectError> {
        limits.check_prices(prices.is_some(), prices_key)?;
        Ok(Self {
            max_calls: limits.max_calls.unwrap_or(CALLS_CEILING),
            implied: limits.max_calls.is_none(),
            max_tokens: limits.max_tokens,
            max_seconds: limits.max_seconds,
            max_cost_usd: limits.max_cost_usd,
            call_timeout_ms: limits.call_timeout_ms.unwrap_or(CALL_TIMEOUT_MS),
            verifier_timeout_ms: limits.verifier_timeout_ms.unwrap_or(VERIFIER_TIMEOUT_MS),
            prices: prices.unwrap_or_default(),
        })
    }

    /// Sets the calls that the other settings allow, unless a person set some.
    pub fn set_implied_max_calls(&mut self, calls: u32) {
        if self.implied {
            self.max_calls = calls.min(CALLS_CEILING);
        }
    }

    /// The price of a model: by its own name, else by the name without the version that a provider adds, as in `gpt-4.1-2025-04-14`,
    /// `gemini-2.0-flash-001` or `claude-haiku-4-5@20251001`.
    pub fn find_price(&self, model: &str) -> Option<&Price> {
        let versioned = || {
            let versions = self.prices.iter().filter(|(name, _)| model.strip_prefix(name).is_some_and(is_version_suffix));
            versions.max_by_key(|(name, _)| name.len()).map(|(_, price)| price)
        };
        self.prices.get(model).or_else(versioned)
    }

    /// The highest price of input and that of output; none where there are no prices.
    pub fn combine_highest_prices(&self) -> Option<Price> {
        let all = self.prices.values().copied();
        all.reduce(|a, b| Price { input: a.input.max(b.input), output: a.output.max(b.output) })
    }
}

/// `-2025-04-14`, `-001`, `@20251001`: three digits or more, then perhaps further numbers.
fn is_version_suffix(rest: &str) -> bool {
    const FEWEST: usize = 3;
    let Some(numbers) = rest.strip_prefix(['-', '@']) else { return false };
    let mut numbers = numbers.split('-');
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    numbers.next().is_some_and(|first| first.len() >= FEWEST && digits(first)) && numbers.all(digits)
}
