//! What a person may set of a reflection before a decision: actions, rules and their numbers, limits (seed 003).

use super::check::{FieldChecker, RETRY};
use super::{Budget, InputValue, OnUnreadable, errors};
use crate::error::ReflectError;

/// Share of the lesser side among the signals above which the evidence contradicts itself (seed 003: 30 %).
pub const DISAGREEMENT: f64 = 0.3;
/// Signals from which the evidence can contradict itself.
pub const MIN_SIGNALS: u32 = 2;
/// Confidence above which it must rest on enough tools (seed 003).
pub const HIGH_CONFIDENCE: f64 = 0.8;
/// Tools that a high confidence must rest on (seed 003).
pub const MIN_TOOLS: u32 = 3;
/// Risk score above which an approval is misaligned (seed 003).
pub const HIGH_RISK: f64 = 60.0;
/// Risk score below which a rejection is misaligned (seed 003).
pub const LOW_RISK: f64 = 20.0;
/// Concerns from which the rules revise (seed 003).
pub const MIN_CONCERNS: u32 = 2;
/// Milliseconds for the model, and for each rule of one's own: a decision waits for them.
pub const DECISION_TIMEOUT_MS: f64 = 30_000.0;

/// The four rules, by the names that findings have.
pub const RULES: [&str; 4] = ["contradiction", "overconfidence", "risk", "failure"];
const ACTIONS: [&str; 3] = ["APPROVE", "REVIEW", "REJECT"];
const KEYS: [&str; 13] = [
    "actions",
    "approveActions",
    "rejectActions",
    "escalateTo",
    "minConcerns",
    "rules",
    "ownRules",
    "model",
    "onUnreadableCritique",
    "systemPrompt",
    "budget",
    "prices",
    "seed",
];

/// Settings of a reflection, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionSettings {
    /// Every action that may be decided. Default `APPROVE`, `REVIEW`, `REJECT`.
    pub actions: Vec<String>,
    pub approve: Vec<String>,
    pub reject: Vec<String>,
    /// What the rules revise a decision to. Default `REVIEW`.
    pub escalate_to: String,
    pub min_concerns: u32,
    pub rules: DecisionRules,
    /// Names of the host's own rules.
    pub own_rules: Vec<String>,
    /// A model is asked first.
    pub model: bool,
    /// What follows when the model's reply cannot be read: `retry` (the default) asks once more, `stop` lets the rules speak at once.
    pub on_unreadable: OnUnreadable,
    pub system_prompt: Option<String>,
    pub seed: Option<u32>,
    pub budget: Budget,
    pub raw: InputValue,
}

/// The four rules; one that is switched off is absent.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionRules {
    pub contradiction: Option<ContradictionRule>,
    pub overconfidence: Option<OverconfidenceRule>,
    pub risk: Option<RiskRule>,
    /// A tool failed that the decision rests on.
    pub failure: bool,
}

/// Signals disagree: `min(approve, reject) / (approve + reject) > above`, with at least `min_signals`.
#[derive(Clone, Debug, PartialEq)]
pub struct ContradictionRule {
    pub above: f64,
    pub min_signals: u32,
}

/// The confidence is above `above` and fewer than `min_tools` tools were run.
#[derive(Clone, Debug, PartialEq)]
pub struct OverconfidenceRule {
    pub above: f64,
    pub min_tools: u32,
}

/// The risk score is above `approve_above` and the decision approves, or below `reject_below` and it rejects.
#[derive(Clone, Debug, PartialEq)]
pub struct RiskRule {
    pub approve_above: f64,
    pub reject_below: f64,
}

impl DecisionSettings {
    /// Checks every key, type and range.
    /// Errors: `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check_settings(raw: &InputValue) -> Result<Self, ReflectError> {
        FieldChecker::read_object(raw, "", &KEYS, |f| Self::read_settings(f, raw))
    }

    fn read_settings(f: &FieldChecker, raw: &InputValue) -> Result<Self, ReflectError> {
        let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        let actions = f.texts("actions").unwrap_or_else(|| words(&ACTIONS));
        let check_action = |key: &str, word: &str| {
            if actions.iter().any(|action| action == word) {
                return Ok(());
            }
            Err(errors::unknown_action(key, &actions, word))
        };
        let listed = |key: &str, default: &str| {
            let list = f.texts(key).unwrap_or_else(|| words(&[default]));
            list.iter().try_for_each(|word| check_action(key, word)).map(|()| list)
        };
        let approve = listed("approveActions", "APPROVE")?;
        let reject = listed("rejectActions", "REJECT")?;
        if let Some(both) = approve.iter().find(|action| reject.contains(action)) {
            return Err(errors::clashing_action(both));
        }
        let escalate_to = f.text("escalateTo").unwrap_or_else(|| "REVIEW".to_owned());
        check_action("escalateTo", &escalate_to)?;
        let own_rules = f.texts("ownRules").unwrap_or_default();
        if let Some(name) = own_rules.iter().find(|name| RULES.contains(&name.as_str())) {
            return Err(errors::taken_rule(name));
        }
        let limits = f.read_budget_without_verifiers(&[]);
        let timeout = limits.call_timeout_ms.unwrap_or(DECISION_TIMEOUT_MS);
        let budget = Budget::from_settings(&limits, f.read_prices("prices"), "prices")?;
        Ok(Self {
            approve,
            reject,
            escalate_to,
            min_concerns: f.int("minConcerns", 1, 100).unwrap_or(MIN_CONCERNS),
            rules: DecisionRules::read_rules(&f.nested("rules", &RULES)),
            own_rules,
            model: f.flag("model").unwrap_or(false),
            on_unreadable: f.word("onUnreadableCritique", RETRY).unwrap_or(OnUnreadable::Retry),
            system_prompt: f.text("systemPrompt"),
            seed: f.int("seed", 0, u32::MAX),
            budget: Budget { call_timeout_ms: timeout, verifier_timeout_ms: timeout, ..budget },
            raw: raw.clone(),
            actions,
        })
    }
}

impl DecisionRules {
    fn read_rules(f: &FieldChecker) -> Self {
        Self {
            contradiction: read_rule_unless_off(f, "contradiction", ["above", "minSignals"], |r| ContradictionRule {
                above: r.number("above", 0.0, 0.5).unwrap_or(DISAGREEMENT),
                min_signals: r.int("minSignals", 1, 1_000_000).unwrap_or(MIN_SIGNALS),
            }),
            overconfidence: read_rule_unless_off(f, "overconfidence", ["above", "minTools"], |r| OverconfidenceRule {
                above: r.number("above", 0.0, 1.0).unwrap_or(HIGH_CONFIDENCE),
                min_tools: r.int("minTools", 1, 1_000_000).unwrap_or(MIN_TOOLS),
            }),
            risk: read_rule_unless_off(f, "risk", ["approveAbove", "rejectBelow"], |r| RiskRule {
                approve_above: r.number("approveAbove", 0.0, 100.0).unwrap_or(HIGH_RISK),
                reject_below: r.number("rejectBelow", 0.0, 100.0).unwrap_or(LOW_RISK),
            }),
            failure: f.flag("failure").unwrap_or(true),
        }
    }
}

/// `false` switches it off, `true` leaves its numbers, an object sets them.
fn read_rule_unless_off<T>(
    f: &FieldChecker,
    key: &str,
    number_keys: [&str; 2],
    read_numbers: impl Fn(&FieldChecker) -> T,
) -> Option<T> {
    match f.get(key) {
        Some(InputValue::Bool(false)) => None,
        None | Some(InputValue::Bool(true)) => Some(read_numbers(&f.empty_object_fields(key))),
        Some(_) => Some(read_numbers(&f.nested(key, &number_keys))),
    }
}
