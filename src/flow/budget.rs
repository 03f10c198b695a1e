//! What a run has cost, and whether one more call may be made. Limits are checked before a call, never after.

use super::{Call, ModelCall, Reply, Stop, StopReason, errors};
use crate::error::ErrorCode;
use crate::message::{ModelResponse, SmallMap, Usage, count_chars};
use crate::settings::{Budget, CALLS_CEILING, Price};

/// Characters that count as one token where a provider reports no usage.
const CHARS_PER_TOKEN: f64 = 4.0;

records! {
    /// What the calls of one purpose cost.
    #[derive(Default)]
    #[tsify(type = "Usage & { calls: number; failed: number }")]
    pub struct PurposeUsage {
        #[serde(flatten)]
        pub usage: Usage,
        /// Model calls made, failed ones too.
        pub calls: u32,
        pub failed: u32,
    }

    /// What a run cost, in all and by purpose.
    #[derive(Default)]
    pub struct UsageReport {
        pub total: Usage,
        #[tsify(type = "Record<string, PurposeUsage>")]
        pub by_purpose: SmallMap<PurposeUsage>,
    }
}

/// The running account of one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub report: UsageReport,
    pub calls: u32,
    /// Models that answered and had no price, by the name that the reply gave.
    unpriced: Vec<Option<String>>,
    /// How often a person sent the result back.
    pub reopenings: u32,
    /// Calls that the host made beside the loop's own.
    host_calls: u32,
    /// Tokens and US dollars of the dearest call so far.
    dearest: (f64, f64),
}

impl Ledger {
    /// Why this many further calls may not be made, if so.
    pub fn find_exceeded_limit(&self, further_calls: u32, budget: &Budget, elapsed_ms: f64) -> Option<Stop> {
        let total = &self.report.total;
        // Checked against the current settings, which may differ from those of the reply.
        let unpriced = self.unpriced.iter().find(|model| model.as_deref().and_then(|model| budget.find_price(model)).is_none());
        if let Some(model) = unpriced.filter(|_| budget.max_cost_usd.is_some()) {
            return Some(errors::unknown_price(model.as_deref(), budget));
        }
        let over = |limit: Option<f64>, spent: f64| limit.filter(|max| spent >= *max);
        let spent = |reason, code, what: &str, limit: f64| Some(errors::spent_budget(reason, code, what, limit));
        let max_calls = self.max_calls(budget);
        if self.calls.saturating_add(further_calls) > max_calls {
            return spent(StopReason::MaxCalls, ErrorCode::MaxCalls, "model calls", f64::from(max_calls));
        }
        if let Some(max) = over(budget.max_tokens, total.total_or_sum_tokens()) {
            return spent(StopReason::MaxTokens, ErrorCode::MaxTokens, "tokens", max);
        }
        if let Some(max) = over(budget.max_seconds, elapsed_ms / 1000.0) {
            return spent(StopReason::MaxSeconds, ErrorCode::MaxSeconds, "seconds", max);
        }
        let max = over(budget.max_cost_usd, total.cost_usd.unwrap_or(0.0))?;
        spent(StopReason::MaxCost, ErrorCode::MaxCost, "US dollars", max)
    }

    /// True if the next call must wait: assuming each in-flight call costs as much as the dearest so far, the limit might be exceeded. The
    /// first call always goes alone.
    pub fn must_hold_next_call(&self, calls_in_flight: usize, budget: &Budget) -> bool {
        let (total, (tokens, cost)) = (&self.report.total, self.dearest);
        let full = |limit: Option<f64>, spent: f64, dearest: f64| {
            limit.is_some_and(|max| tokens <= 0.0 || spent + dearest * calls_in_flight as f64 >= max)
        };
        full(budget.max_tokens, total.total_or_sum_tokens(), tokens)
            || full(budget.max_cost_usd, total.cost_usd.unwrap_or(0.0), cost)
    }

    /// The call limit. An implied limit (no `maxCalls`) is for the loop alone, and is granted again each time a person sends the result
    /// back.
    pub fn max_calls(&self, budget: &Budget) -> u32 {
        if !budget.implied {
            return budget.max_calls;
        }
        budget.max_calls.saturating_mul(self.reopenings.saturating_add(1)).saturating_add(self.host_calls)
    }

    /// The budget left for calls beside the loop's own: calls, tokens, seconds, US dollars; infinite without a limit.
    pub fn remaining_budget_for_host_calls(&self, budget: &Budget, elapsed_ms: f64) -> [f64; 4] {
        let total = &self.report.total;
        let max_calls = if budget.implied { CALLS_CEILING } else { budget.max_calls };
        let rest = |limit: Option<f64>, spent: f64| limit.map_or(f64::INFINITY, |max| max - spent);
        [
            f64::from(max_calls.saturating_sub(self.calls)),
            rest(budget.max_tokens, total.total_or_sum_tokens()),
            rest(budget.max_seconds, elapsed_ms / 1000.0),
            rest(budget.max_cost_usd, total.cost_usd.unwrap_or(0.0)),
        ]
    }

    /// Books calls that the host made beside the loop's own.
    pub fn book_host_calls(&mut self, purpose: &str, cost: &PurposeUsage) {
        if cost.calls == 0 {
            return;
        }
        self.calls = self.calls.saturating_add(cost.calls);
        self.host_calls = self.host_calls.saturating_add(cost.calls);
        self.report.total.add_usage(&cost.usage);
        self.report.by_purpose.update_or_insert_default(purpose, |p| {
            p.usage.add_usage(&cost.usage);
            p.calls = p.calls.saturating_add(cost.calls);
            p.failed = p.failed.saturating_add(cost.failed);
        });
    }

    /// A call is about to be made.
    pub fn count_call(&mut self, purpose: &str) {
        self.calls = self.calls.saturating_add(1);
        self.report.by_purpose.update_or_insert_default(purpose, |p| p.calls = p.calls.saturating_add(1));
    }

    /// Takes back a call that was not made.
    pub fn uncount_call(&mut self, purpose: &str) {
        self.calls = self.calls.saturating_sub(1);
        let left = self.report.by_purpose.update_or_insert_default(purpose, |p| {
            p.calls = p.calls.saturating_sub(1);
            p.calls
        });
        if left == 0 {
            self.report.by_purpose.remove_name(purpose);
        }
    }

    /// Books the outcome of a call.
    pub fn book_outcome(&mut self, call: &Call, reply: &Reply, budget: &Budget) {
        let Call::Model(call) = call else { return };
        match reply {
            Reply::Failed(error) if error.is_never_made() => self.uncount_call(call.purpose),
            Reply::Model(response) => self.book_response(call, response, budget),
            Reply::Tool(_) | Reply::Verdict(_) | Reply::Failed(_) => {
                self.report.by_purpose.update_or_insert_default(call.purpose, |p| p.failed = p.failed.saturating_add(1));
            }
        }
    }

    /// Books a reply: usage as reported, else estimated; the price if one is known.
    fn book_response(&mut self, call: &ModelCall, response: &ModelResponse, budget: &Budget) {
        // Only when needed: the size of an image is that of its JSON.
        let guess = || {
            let input: usize = call.messages.iter().map(|m| m.content.measure_content(count_chars)).sum();
            let tokens = |chars: usize| (chars as f64 / CHARS_PER_TOKEN).ceil();
            (tokens(input), tokens(response.content.measure_content(count_chars)))
        };
        let reported = response.usage.unwrap_or_default();
        // A total of 0 counts as not reported.
        let reported = Usage { total_tokens: reported.total_tokens.filter(|total| *total > 0.0), ..reported };
        let mut usage = if reported.total_or_sum_tokens() > 0.0 {
            reported
        } else {
            let (input, output) = guess();
            Usage { input_tokens: Some(input), output_tokens: Some(output), estimated: Some(true), ..reported }
        };
        if usage.cost_usd.is_none() {
            // Nobody told the model of a draft that was stopped: it costs no more than by the highest prices.
            let highest = response.stopped.as_ref().and_then(|_| budget.combine_highest_prices());
            match response.model.as_deref().and_then(|model| budget.find_price(model)).or(highest.as_ref()) {
                Some(price) => {
                    let BilledTokens { input, output, is_sure } = split_billed_tokens(&usage, guess, price);
                    usage.cost_usd = Some((input * price.input + output * price.output) / 1e6);
                    usage.estimated = if is_sure { usage.estimated } else { Some(true) };
                }
                None if budget.max_cost_usd.is_some() => {
                    // The cost of the run is no longer known.
                    usage.estimated = Some(true);
                    if !self.unpriced.contains(&response.model) {
                        self.unpriced.push(response.model.clone());
                    }
                }
                None => {}
            }
        }
        usage.total_tokens = Some(usage.total_or_sum_tokens());
        let (tokens, cost) = self.dearest;
        self.dearest = (tokens.max(usage.total_or_sum_tokens()), cost.max(usage.cost_usd.unwrap_or(0.0)));
        self.report.total.add_usage(&usage);
        self.report.by_purpose.update_or_insert_default(call.purpose, |p| p.usage.add_usage(&usage));
    }
}

/// Tokens that are to be paid for.
struct BilledTokens {
    input: f64,
    output: f64,
    /// Both were reported, or follow from what was.
    is_sure: bool,
}

/// Tokens in and out that are to be paid for by what was reported. A total by itself is paid at the higher
/// price; a side that neither was reported nor follows from the total is the guess.
fn split_billed_tokens(usage: &Usage, guess: impl Fn() -> (f64, f64), price: &Price) -> BilledTokens {
    let (input, output) = match (usage.input_tokens, usage.output_tokens) {
        // Zero on both sides counts as not reported.
        (Some(input), Some(output)) if input + output <= 0.0 => (None, None),
        sides => sides,
    };
    let rest = |part: f64| usage.total_tokens.map(|total| (total - part).max(0.0));
    let follows = usage.total_tokens.is_some();
    let ((input, output), is_sure) = match (input, output) {
        (Some(input), Some(output)) => ((input, output), true),
        (Some(input), None) => ((input, rest(input).unwrap_or_else(|| guess().1)), follows),
        (None, Some(output)) => ((rest(output).unwrap_or_else(|| guess().0), output), follows),
        (None, None) if price.input > price.output => ((usage.total_or_sum_tokens(), 0.0), false),
        (None, None) => ((0.0, usage.total_or_sum_tokens()), false),
    };
    BilledTokens { input, output, is_sure }
}
