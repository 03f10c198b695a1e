//! What a decision rests on, as the host reports it.

use super::errors;
use crate::error::describe_unknown;
use crate::message::{
    Gather, InputValue, check_object, describe_field_mismatch, describe_kind, describe_mismatch, format_js_number, read_flag,
    read_list, read_text, read_texts,
};
use crate::settings::DecisionSettings;

/// Pieces of evidence of one decision at most.
const MAX_EVIDENCE: usize = 10_000;
/// Highest risk score.
const MAX_RISK: f64 = 100.0;
/// Fields of a tool's own result in which a known word is a signal.
const IN_RESULT: [&str; 2] = ["signal", "recommendation"];
/// What `signals` counts.
const COUNTS: [&str; 2] = ["approve", "reject"];

type ShapeResult<T> = Result<T, String>;

/// One decision and what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    pub agent_name: Option<String>,
    pub domain: Option<String>,
    /// A text, or JSON.
    pub input: String,
    pub evidence: Vec<Evidence>,
    /// One of the configured actions.
    pub action: String,
    /// Tools or domains that the decision leans on, where it says so.
    pub relies_on: Option<Vec<String>>,
    /// `0..=100`.
    pub risk_score: Option<f64>,
    /// `0..=1`.
    pub confidence: Option<f64>,
    /// A text, or JSON.
    pub chain: String,
}

/// What one tool gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    pub tool: String,
    pub domain: Option<String>,
    pub failed: bool,
    pub signals: Signals,
    /// As the model reads it.
    pub text: String,
}

/// How many signals speak for approving and for rejecting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    pub approve: f64,
    pub reject: f64,
}

impl Signals {
    const APPROVE: Self = Self { approve: 1.0, reject: 0.0 };
    const REJECT: Self = Self { approve: 0.0, reject: 1.0 };
}

impl Situation {
    /// Reads a situation; `signals`, where it is given, is what the host's own function read from each piece of evidence.
    ///
    /// # Errors
    /// What was expected and what came.
    pub fn read_situation(input: &InputValue, settings: &DecisionSettings) -> ShapeResult<Self> {
        check_object(input, "a situation")?;
        let own = read_list(input, "signals", Ok)?;
        let evidence = read_list(input, "evidence", Ok)?.unwrap_or_default();
        if evidence.len() > MAX_EVIDENCE {
            return Err(errors::too_much_evidence(MAX_EVIDENCE, evidence.len()));
        }
        let mut read = Vec::with_capacity(evidence.len());
        for (at, entry) in evidence.into_iter().enumerate() {
            let own = own.as_ref().map(|all| all.get(at).copied().unwrap_or(&InputValue::Null));
            read.push(Evidence::read_evidence(entry, at, own, settings)?);
        }
        let StatedDecision { action, relies_on } = read_decision(input.field("decision"), settings)?;
        // The agent's id and name go into the record of the decision, not into a request to a model.
        read_text(input, "agentId")?;
        Ok(Self {
            agent_name: read_name(input, "agentName")?,
            domain: read_name(input, "domain")?,
            input: text_or_json(input.field("input")),
            evidence: read,
            action,
            relies_on,
            risk_score: read_number_also_in_decision(input, "riskScore", MAX_RISK)?,
            confidence: read_number_also_in_decision(input, "confidence", 1.0)?,
            chain: text_or_json(input.field("chainOfThought")),
        })
    }

    /// Tools that failed and that the decision leans on. It leans on a tool that it names, or of which it names the domain. Where it
    /// names none it leans on every tool of its own domain, and on every tool that names no domain.
    #[must_use]
    pub fn relevant_failed_tools(&self) -> Vec<&str> {
        let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
        let leans = |evidence: &Evidence| match (&self.relies_on, &evidence.domain) {
            (Some(named), domain) => {
                named.iter().any(|name| same(name, &evidence.tool) || domain.as_ref().is_some_and(|d| same(name, d)))
            }
            (None, Some(domain)) => self.domain.as_ref().is_none_or(|own| same(own, domain)),
            (None, None) => true,
        };
        self.evidence.iter().filter(|e| e.failed && leans(e)).map(|e| e.tool.as_str()).gather()
    }
}

impl Evidence {
    fn read_evidence(
        value: &InputValue,
        index: usize,
        host_signal: Option<&InputValue>,
        settings: &DecisionSettings,
    ) -> ShapeResult<Self> {
        let place = |problem: String| format!("`evidence[{index}]`: {problem}");
        let unnamed = format!("tool {}", index + 1);
        let signals = read_signals(value, host_signal, settings).map_err(place)?;
        let InputValue::Map(entries) = value else {
            return Ok(Self { tool: unnamed, domain: None, failed: false, signals, text: text_or_json(Some(value)) });
        };
        let failed = tool_failed(value).map_err(place)?;
        let tool = read_name(value, "tool").map_err(place)?;
        let domain = read_name(value, "domain").map_err(place)?;
        let rest = entries.iter().filter(|(key, _)| key != "tool" && key != "domain").cloned().collect();
        Ok(Self { tool: tool.unwrap_or(unnamed), domain, failed, signals, text: InputValue::Map(rest).to_json() })
    }
}

/// The signals of one piece of evidence: what the host's own function read (`host_signal`; null is none), else its `signal` (a word), else its
/// `signals` (`{ approve, reject }`), else a known word as `signal` or `recommendation` of its `result`.
fn read_signals(evidence: &InputValue, host_signal: Option<&InputValue>, settings: &DecisionSettings) -> ShapeResult<Signals> {
    if let Some(signal) = host_signal {
        return read_signal(signal, "the signal", settings);
    }
    for key in ["signal", "signals"] {
        if let Some(value) = evidence.present_field(key) {
            return read_signal(value, &format!("`{key}`"), settings);
        }
    }
    let result = evidence.field("result");
    let words = IN_RESULT.iter().filter_map(|key| result?.field(key)?.as_text());
    Ok(words.filter_map(|text| parse_signal_word(text, settings)).next().unwrap_or_default())
}

fn read_signal(value: &InputValue, what: &str, settings: &DecisionSettings) -> ShapeResult<Signals> {
    let allowed = "'approve', 'reject', 'neutral', an action, or { approve, reject }";
    match value {
        InputValue::Null => Ok(Signals::default()),
        InputValue::Text(text) => parse_signal_word(text, settings).ok_or_else(|| errors::unknown_word(what, allowed, text)),
        InputValue::Map(counts) => {
            if let Some((other, _)) = counts.iter().find(|(key, _)| !COUNTS.contains(&key.as_str())) {
                return Err(format!("{what}: {}", describe_unknown("key", other, &COUNTS)));
            }
            let count = |key: &str| match value.present_field(key) {
                None => Ok(0.0),
                Some(value) => match value.as_number() {
                    Some(n) if n >= 0.0 && n.fract() == 0.0 && n <= 1e9 => Ok(n),
                    _ => Err(describe_mismatch(&format!("{what}: `{key}`"), "a whole number from 0", &value.describe_value())),
                },
            };
            Ok(Signals { approve: count("approve")?, reject: count("reject")? })
        }
        other => Err(describe_mismatch(what, allowed, describe_kind(Some(other)))),
    }
}

/// A word's signal; `None` for an unknown word. An action that neither approves nor rejects is neutral.
fn parse_signal_word(text: &str, settings: &DecisionSettings) -> Option<Signals> {
    let named = |actions: &[String]| actions.iter().any(|action| action == text);
    let is = |name: &str| text.eq_ignore_ascii_case(name);
    if named(&settings.approve) || is("approve") {
        return Some(Signals::APPROVE);
    }
    if named(&settings.reject) || is("reject") {
        return Some(Signals::REJECT);
    }
    (named(&settings.actions) || is("neutral")).then_some(Signals::default())
}

/// A tool failed when it, or its `result`, says `success: false` or carries an `error`.
fn tool_failed(evidence: &InputValue) -> ShapeResult<bool> {
    let success = read_flag(evidence, "success")?;
    let carries = |value: &InputValue| match value.present_field("error") {
        None | Some(InputValue::Bool(false)) => false,
        Some(InputValue::Text(error)) => !error.is_empty(),
        Some(_) => true,
    };
    let inner = evidence.field("result");
    let inside = || inner.is_some_and(|inner| inner.field("success") == Some(&InputValue::Bool(false)) || carries(inner));
    Ok(success.map_or_else(|| carries(evidence) || inside(), |success| !success))
}

/// The action, and what the decision says that it leans on.
struct StatedDecision {
    action: String,
    relies_on: Option<Vec<String>>,
}

/// A decision is an action's name or an object with `action`.
fn read_decision(value: Option<&InputValue>, settings: &DecisionSettings) -> ShapeResult<StatedDecision> {
    let object = match value {
        Some(InputValue::Text(action)) => {
            return Ok(StatedDecision { action: check_action(action, settings)?, relies_on: None });
        }
        Some(object @ InputValue::Map(_)) => object,
        other => {
            return Err(describe_field_mismatch("decision", "an action or an object with `action`", describe_kind(other)));
        }
    };
    let relies_on = read_texts(object, "reliesOn").map_err(|e| format!("`decision`: {e}"))?;
    match object.field("action") {
        Some(InputValue::Text(action)) => Ok(StatedDecision { action: check_action(action, settings)?, relies_on }),
        other => Err(describe_field_mismatch("decision.action", "a string", describe_kind(other))),
    }
}

fn check_action(action: &str, settings: &DecisionSettings) -> ShapeResult<String> {
    if settings.actions.iter().any(|name| name == action) {
        return Ok(action.to_owned());
    }
    Err(errors::unknown_action(action, &settings.actions))
}

/// A string that is not blank; absent and null are none.
fn read_name(input: &InputValue, key: &str) -> ShapeResult<Option<String>> {
    match read_text(input, key)? {
        Some(name) if name.trim().is_empty() => {
            Err(describe_field_mismatch(key, "a string that is not blank", &format!("\"{name}\"")))
        }
        name => Ok(name),
    }
}

/// The number of a situation; where it gives none, that of its decision.
fn read_number_also_in_decision(input: &InputValue, key: &str, max: f64) -> ShapeResult<Option<f64>> {
    match (read_number(input, key, key, max)?, input.field("decision")) {
        (None, Some(decision @ InputValue::Map(_))) => read_number(decision, key, &format!("decision.{key}"), max),
        (number, _) => Ok(number),
    }
}

fn read_number(input: &InputValue, key: &str, path: &str, max: f64) -> ShapeResult<Option<f64>> {
    let wrong = |got: &str| describe_field_mismatch(path, &format!("a number from 0 to {}", format_js_number(max)), got);
    match input.present_field(key) {
        None => Ok(None),
        Some(InputValue::Number(number)) if (0.0..=max).contains(number) => Ok(Some(*number)),
        Some(InputValue::Number(number)) => Err(wrong(&format_js_number(*number))),
        other => Err(wrong(describe_kind(other))),
    }
}

/// A text as it is, anything else as JSON; empty if absent.
fn text_or_json(value: Option<&InputValue>) -> String {
    match value {
        None | Some(InputValue::Null) => String::new(),
        Some(InputValue::Text(text)) => text.clone(),
        Some(other) => other.to_json(),
    }
}
