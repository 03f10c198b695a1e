//! From whatever a person wrote to [`ReflectSettings`]: unknown keys, types and ranges, each refused by name.

use super::misplaced::{not_of_the_task, unknown_setting};
use super::{
    BudgetSettings, CritiqueSettings, Form, HistorySettings, JuryMode, JuryOrder, JurySettings, Knowledge, OnContradiction,
    OnUnreadable, OnVerifierError, Price, ReflectSettings, Returns, Sees, Strategy,
};
use crate::error::{ErrorCode, ReflectError};
use crate::message::{Named, Raw, decimal};

const STRATEGIES: [(&str, Strategy); 4] = [
    (Strategy::Classic.name(), Strategy::Classic),
    (Strategy::KeepBest.name(), Strategy::KeepBest),
    (Strategy::BestOfN.name(), Strategy::BestOfN),
    (Strategy::Adaptive.name(), Strategy::Adaptive),
];
const POLICIES: [(&str, OnUnreadable); 5] = [
    ("stop", OnUnreadable::Stop),
    ("retry", OnUnreadable::Retry),
    ("revise", OnUnreadable::Revise),
    ("needs-review", OnUnreadable::NeedsReview),
    ("fail", OnUnreadable::Fail),
];
const VERIFIER_ERRORS: [(&str, OnVerifierError); 2] = [("stop", OnVerifierError::Stop), ("revise", OnVerifierError::Revise)];
/// Where there is no draft to revise.
pub(super) const RETRY: [(&str, OnUnreadable); 2] = [("stop", OnUnreadable::Stop), ("retry", OnUnreadable::Retry)];
const CONTRADICTIONS: [(&str, OnContradiction); 3] =
    [("accept", OnContradiction::Accept), ("revise", OnContradiction::Revise), ("invalid", OnContradiction::Invalid)];
const MODES: [(&str, JuryMode); 3] = [("veto", JuryMode::Veto), ("majority", JuryMode::Majority), ("median", JuryMode::Median)];
const ORDERS: [(&str, JuryOrder); 2] = [("parallel", JuryOrder::Parallel), ("sequential", JuryOrder::Sequential)];
const SEEN: [(&str, Sees); 3] =
    [("systemPrompt", Sees::SystemPrompt), ("toolResults", Sees::ToolResults), ("history", Sees::History)];

/// The settings of an engine.
pub(super) const KEYS: [&str; 27] = [
    "maxReflections",
    "acceptanceThreshold",
    "maxAnswerSteps",
    "critiquePrompt",
    "strategy",
    "drafts",
    "judgeLast",
    "returns",
    "form",
    "criteria",
    "confidenceThreshold",
    "maxSuggestions",
    "requirements",
    "deriveRequirements",
    "onUnreadableCritique",
    "onVerifierError",
    "maxCritiqueFailures",
    "sentinels",
    "onContradiction",
    "jury",
    "critique",
    "budget",
    "prices",
    "history",
    "allowedTools",
    "knowledge",
    "seed",
];

impl ReflectSettings {
    /// Checks every key, type and range.
    ///
    /// # Errors
    /// `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check(raw: &Raw) -> Result<Self, ReflectError> {
        not_of_the_task(raw)?;
        let f = Fields::of(raw, "", &KEYS)?;
        Ok(Self {
            max_reflections: f.int("maxReflections", 0, 100)?,
            acceptance_threshold: f.number("acceptanceThreshold", 0.0, 10.0)?,
            max_answer_steps: f.int("maxAnswerSteps", 1, 100)?,
            critique_prompt: f.text("critiquePrompt")?,
            strategy: f.word("strategy", &STRATEGIES)?,
            drafts: f.int("drafts", 1, super::FRESH_CEILING)?,
            judge_last: f.flag("judgeLast")?,
            returns: f.word("returns", &[("best", Returns::Best), ("latest", Returns::Latest)])?,
            form: f.word("form", &[("score", Form::Score), ("criteria", Form::Criteria), ("status", Form::Status)])?,
            criteria: f.texts("criteria")?,
            confidence_threshold: f.number("confidenceThreshold", 0.0, 1.0)?,
            max_suggestions: f.int("maxSuggestions", 0, 100)?,
            requirements: f.texts("requirements")?,
            derive_requirements: f.flag("deriveRequirements")?,
            on_unreadable_critique: f.word("onUnreadableCritique", &POLICIES)?,
            on_verifier_error: f.word("onVerifierError", &VERIFIER_ERRORS)?,
            max_critique_failures: f.int("maxCritiqueFailures", 1, 100)?,
            sentinels: f.texts("sentinels")?,
            on_contradiction: f.word("onContradiction", &CONTRADICTIONS)?,
            jury: f.nested("jury", &["mode", "order"], |j| {
                Ok(JurySettings { mode: j.word("mode", &MODES)?, order: j.word("order", &ORDERS)? })
            })?,
            critique: f.nested("critique", &["sees", "fence", "memory"], |c| {
                Ok(CritiqueSettings { sees: c.words("sees", &SEEN)?, fence: c.flag("fence")?, memory: c.flag("memory")? })
            })?,
            budget: f.budget("budget", &["verifierTimeoutMs"])?,
            prices: f.prices("prices")?,
            history: f.nested("history", &["maxDrafts", "maxChars"], |h| {
                Ok(HistorySettings { max_drafts: h.int("maxDrafts", 1, 1_000)?, max_chars: h.int("maxChars", 1_000, u32::MAX)? })
            })?,
            allowed_tools: f.texts("allowedTools")?,
            knowledge: f.get("knowledge").map(Knowledge::check).transpose()?,
            seed: f.int("seed", 0, u32::MAX)?,
            written: f.entries.to_vec(),
        })
    }

    /// What the person wrote, as JSON.
    #[must_use]
    pub fn written(&self) -> String {
        Raw::Map(self.written.clone()).json()
    }

    /// These settings with another's laid over them, key by key, also in what holds settings itself: a `callTimeoutMs` leaves a
    /// `maxCostUsd` standing. `drafts` goes where another strategy is laid over.
    ///
    /// # Errors
    /// `invalid_settings`; never when both were checked.
    pub fn overlaid(&self, over: &Self) -> Result<Self, ReflectError> {
        let mut merged = self.written.clone();
        let other = over.strategy.is_some_and(|strategy| strategy != Strategy::BestOfN);
        merged.retain(|(key, _)| key != "drafts" || !other);
        lay(&mut merged, &over.written, true);
        Self::check(&Raw::Map(merged))
    }
}

fn lay(under: &mut Vec<(String, Raw)>, over: &[(String, Raw)], deeper: bool) {
    const OF_SETTINGS: [&str; 5] = ["budget", "prices", "history", "critique", "jury"];
    for (key, value) in over {
        match (under.iter_mut().find(|(k, _)| k == key), value) {
            (Some((_, Raw::Map(old))), Raw::Map(new)) if deeper && OF_SETTINGS.contains(&key.as_str()) => lay(old, new, false),
            (Some((_, old)), _) => old.clone_from(value),
            (None, _) => under.push((key.clone(), value.clone())),
        }
    }
}

/// The fields of one object that a person or another process wrote, and where it stands.
pub struct Fields<'a> {
    path: String,
    entries: &'a [(String, Raw)],
}

impl<'a> Fields<'a> {
    /// An object whose keys are all known.
    ///
    /// # Errors
    /// `invalid_settings` when it is no object, or has another key.
    pub fn of(raw: &'a Raw, path: &str, known: &[&str]) -> Result<Self, ReflectError> {
        let fields = Self::open(raw, path, "settings")?;
        for (key, _) in fields.entries {
            if !known.contains(&key.as_str()) {
                let path = if path.is_empty() { String::new() } else { format!("{path}.") };
                return Err(bad(unknown_setting(&path, key, known)));
            }
        }
        Ok(fields)
    }

    /// An object that may have other keys too; `whole` is what it is called where it has no path.
    ///
    /// # Errors
    /// `invalid_settings` when it is no object.
    pub fn open(raw: &'a Raw, path: &str, whole: &str) -> Result<Self, ReflectError> {
        let Raw::Map(entries) = raw else {
            let name = if path.is_empty() { whole.to_owned() } else { format!("`{path}`") };
            return Err(bad(format!("{name} must be an object, got {}", raw.told())));
        };
        Ok(Self { path: path.to_owned(), entries })
    }

    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.entries.iter().map(|(key, _)| key.as_str())
    }

    pub fn get(&self, key: &str) -> Option<&'a Raw> {
        self.entries.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    pub fn wrong(&self, key: &str, allowed: &str, came: &Raw) -> ReflectError {
        let dot = if self.path.is_empty() { "" } else { "." };
        bad(format!("`{}{dot}{key}` must be {allowed}, got {}", self.path, came.told()))
    }

    pub fn int(&self, key: &str, low: u32, high: u32) -> Result<Option<u32>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        match raw {
            Raw::Number(n) if n.fract() == 0.0 && *n >= f64::from(low) && *n <= f64::from(high) => Ok(Some(*n as u32)),
            other => Err(self.wrong(key, &format!("an integer from {low} to {high}"), other)),
        }
    }

    pub fn number(&self, key: &str, low: f64, high: f64) -> Result<Option<f64>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        match raw {
            Raw::Number(n) if *n >= low && *n <= high => Ok(Some(*n)),
            other => Err(self.wrong(key, &format!("a number from {} to {}", decimal(low), decimal(high)), other)),
        }
    }

    pub fn flag(&self, key: &str) -> Result<Option<bool>, ReflectError> {
        match self.get(key) {
            None => Ok(None),
            Some(Raw::Bool(b)) => Ok(Some(*b)),
            Some(other) => Err(self.wrong(key, "true or false", other)),
        }
    }

    pub fn text(&self, key: &str) -> Result<Option<String>, ReflectError> {
        match self.get(key) {
            None => Ok(None),
            Some(Raw::Text(s)) if !s.trim().is_empty() => Ok(Some(s.clone())),
            Some(other) => Err(self.wrong(key, "a string that is not blank", other)),
        }
    }

    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, ReflectError> {
        let allowed = "a list of strings that are not blank";
        let Some(raw) = self.get(key) else { return Ok(None) };
        let Raw::List(list) = raw else { return Err(self.wrong(key, allowed, raw)) };
        list.iter()
            .map(|item| match item {
                Raw::Text(s) if !s.trim().is_empty() => Ok(s.clone()),
                other => Err(self.wrong(key, allowed, other)),
            })
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// A list of exactly so many numbers, which must be there.
    pub fn numbers<const N: usize>(&self, key: &str, low: f64, high: f64) -> Result<[f64; N], ReflectError> {
        let raw = self.get(key).ok_or_else(|| self.missing(key))?;
        let wrong = || self.wrong(key, &format!("a list of {N} numbers from {} to {}", decimal(low), decimal(high)), raw);
        let Raw::List(list) = raw else { return Err(wrong()) };
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(list) {
            match item {
                Raw::Number(n) if *n >= low && *n <= high => *number = *n,
                _ => return Err(wrong()),
            }
        }
        if list.len() == N { Ok(numbers) } else { Err(wrong()) }
    }

    pub fn missing(&self, key: &str) -> ReflectError {
        let dot = if self.path.is_empty() { "" } else { "." };
        bad(format!("`{}{dot}{key}` is missing", self.path))
    }

    /// The object under a key, which may have keys of any name.
    pub fn part(&self, key: &str) -> Result<Option<Fields<'a>>, ReflectError> {
        self.get(key).map(|raw| Fields::open(raw, key, key)).transpose()
    }

    /// One field of an object whose keys are checked elsewhere.
    pub fn inside<T>(
        &self,
        key: &str,
        read: impl Fn(&Fields) -> Result<Option<T>, ReflectError>,
    ) -> Result<Option<T>, ReflectError> {
        match self.get(key) {
            Some(Raw::Map(entries)) => read(&Fields { path: key.to_owned(), entries }),
            _ => Ok(None),
        }
    }

    /// Limits; `also` are keys that stand beside those that every loop has.
    pub fn budget(&self, key: &str, also: &[&str]) -> Result<Option<BudgetSettings>, ReflectError> {
        let mut known = super::budget::LIMITS.to_vec();
        known.extend_from_slice(also);
        self.nested(key, &known, |b| {
            Ok(BudgetSettings {
                max_calls: b.int("maxCalls", 1, super::CALLS_CEILING)?,
                max_tokens: b.number("maxTokens", 1.0, 1e15)?,
                max_seconds: b.number("maxSeconds", 0.001, 1e9)?,
                max_cost_usd: b.number("maxCostUsd", 1e-9, 1e9)?,
                // Timers hold 31 bits of milliseconds on every runtime.
                call_timeout_ms: b.number("callTimeoutMs", 1.0, 2_147_483_647.0)?,
                verifier_timeout_ms: b.number("verifierTimeoutMs", 1.0, 2_147_483_647.0)?,
            })
        })
    }

    pub fn word<T: Copy>(&self, key: &str, known: &[(&str, T)]) -> Result<Option<T>, ReflectError> {
        self.get(key).map(|raw| self.one_word(key, raw, known)).transpose()
    }

    fn words<T: Copy>(&self, key: &str, known: &[(&str, T)]) -> Result<Option<Vec<T>>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        let Raw::List(list) = raw else { return Err(self.wrong(key, &format!("a list of {}", listed(known)), raw)) };
        list.iter().map(|item| self.one_word(key, item, known)).collect::<Result<_, _>>().map(Some)
    }

    fn one_word<T: Copy>(&self, key: &str, raw: &Raw, known: &[(&str, T)]) -> Result<T, ReflectError> {
        let found = if let Raw::Text(s) = raw { known.iter().find(|(word, _)| word == s) } else { None };
        found.map(|(_, meant)| *meant).ok_or_else(|| self.wrong(key, &format!("one of {}", listed(known)), raw))
    }

    pub fn nested<T>(
        &self,
        key: &str,
        known: &[&str],
        read: impl Fn(&Fields) -> Result<T, ReflectError>,
    ) -> Result<Option<T>, ReflectError> {
        self.get(key).map(|raw| Fields::of(raw, key, known).and_then(|f| read(&f))).transpose()
    }

    pub fn prices(&self, key: &str) -> Result<Option<Named<Price>>, ReflectError> {
        let Some(raw) = self.get(key) else { return Ok(None) };
        let Raw::Map(models) = raw else {
            return Err(self.wrong(key, "an object of prices by model name", raw));
        };
        let mut prices = Vec::new();
        for (model, price) in models {
            let path = format!("{key}.{model}");
            let f = Fields::of(price, &path, &["input", "output"])?;
            let need = |field: &str| {
                f.number(field, 0.0, 1e9)?
                    .ok_or_else(|| bad(format!("`{path}.{field}` is missing: US dollars for a million tokens")))
            };
            prices.push((model.clone(), Price { input: need("input")?, output: need("output")? }));
        }
        Ok(Some(prices.into_iter().collect()))
    }
}

fn listed<T>(words: &[(&str, T)]) -> String {
    words.iter().map(|(w, _)| format!("'{w}'")).collect::<Vec<_>>().join(", ")
}

fn bad(message: String) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSettings, message)
}
