//! What one piece of evidence speaks for, read from documented fields and from nothing else.

use serde_json::{Map, Value};

use crate::error::unknown;
use crate::message::{came, describe, strange};
use crate::settings::DecisionSettings;

/// Fields of a tool's own result in which a known word is a signal.
const IN_RESULT: [&str; 2] = ["signal", "recommendation"];

/// What `signals` counts.
const COUNTS: [&str; 2] = ["approve", "reject"];

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

/// The signals of one piece of evidence: what the host's own function read (`own`; null is none), else its `signal` (a word), else its
/// `signals` (`{ approve, reject }`), else a known word as `signal` or `recommendation` of its `result`.
pub(super) fn signals_of(
    evidence: &Map<String, Value>,
    own: Option<&Value>,
    settings: &DecisionSettings,
) -> Result<Signals, String> {
    if let Some(own) = own {
        return read(own, "the signal", settings);
    }
    for key in ["signal", "signals"] {
        if let Some(given) = evidence.get(key).filter(|given| !given.is_null()) {
            return read(given, &format!("`{key}`"), settings);
        }
    }
    let result = evidence.get("result").and_then(Value::as_object);
    let words = IN_RESULT.iter().filter_map(|key| result?.get(*key)?.as_str());
    Ok(words.filter_map(|text| word(text, settings)).next().unwrap_or_default())
}

fn read(value: &Value, what: &str, settings: &DecisionSettings) -> Result<Signals, String> {
    let allowed = "'approve', 'reject', 'neutral', an action, or { approve, reject }";
    match value {
        Value::Null => Ok(Signals::default()),
        Value::String(text) => word(text, settings).ok_or_else(|| {
            let short: String = text.chars().take(80).collect();
            format!("{what} must be {allowed}, got \"{short}\"")
        }),
        Value::Object(counts) if strange(&value).is_none() => {
            if let Some(other) = counts.keys().find(|key| !COUNTS.contains(&key.as_str())) {
                return Err(format!("{what}: {}", unknown("key", other, &COUNTS)));
            }
            let count = |key: &str| match counts.get(key) {
                None | Some(Value::Null) => Ok(0.0),
                Some(value) => match value.as_f64() {
                    Some(n) if n >= 0.0 && n.fract() == 0.0 && n <= 1e9 => Ok(n),
                    _ => Err(format!("{what}: `{key}` must be a whole number from 0, got {}", came(&value))),
                },
            };
            Ok(Signals { approve: count("approve")?, reject: count("reject")? })
        }
        other => Err(format!("{what} must be {allowed}, got {}", describe(Some(&other)))),
    }
}

/// A word's signal; `None` for a word that is not known. An action that neither approves nor rejects is neutral.
fn word(text: &str, settings: &DecisionSettings) -> Option<Signals> {
    let named = |actions: &[String]| actions.iter().any(|action| action == text);
    let is = |known: &str| text.eq_ignore_ascii_case(known);
    if named(&settings.approve) || is("approve") {
        return Some(Signals::APPROVE);
    }
    if named(&settings.reject) || is("reject") {
        return Some(Signals::REJECT);
    }
    (named(&settings.actions) || is("neutral")).then_some(Signals::default())
}
