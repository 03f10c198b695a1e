//! What a person may set of a research loop.

use super::errors;
use crate::error::ReflectError;
use crate::evaluator::{Rubric, THRESHOLD};
use crate::reflector::{CanonicalModel, ReflectorSettings, Settle};
use crate::settings::{Budget, FieldChecker, InputValue};

/// Settings of a research loop, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ResearchSettings {
    pub model: CanonicalModel,
    pub reflector: ReflectorSettings,
    /// Without one nothing is accepted.
    pub evaluator: Option<Rubric>,
    /// Searches, `1..=800`, so that with the composing of answers no run makes more than 1,000 calls. Default 30.
    pub max_iterations: u32,
    /// Repair rounds, `0..=100`. Default 2.
    pub max_repairs: u32,
    /// `repetition.window`, `1..=1000`. Default 10, or `limit` where that is more.
    pub window: u32,
    /// `repetition.limit`, from 1 to `window`. Default 3, or `window` where that is less.
    pub limit: u32,
    /// The host composes the answer; else it is the filled model.
    pub compose: bool,
    /// The host may settle conflicts.
    pub adjudicate: bool,
    /// The host says which facts contradict each other.
    pub contradictions: bool,
    pub seed: Option<u32>,
    pub budget: Budget,
    /// What the person wrote.
    pub(super) raw: InputValue,
}

impl ResearchSettings {
    /// Checks every key, type and range; `invalid_settings` names the field, what is allowed and what came.
    pub fn check_settings(raw: &InputValue) -> Result<Self, ReflectError> {
        const KEYS: [&str; 12] = [
            "canonicalModel",
            "reflector",
            "evaluator",
            "maxIterations",
            "maxRepairs",
            "repetition",
            "budget",
            "prices",
            "compose",
            "adjudicate",
            "contradictions",
            "seed",
        ];
        FieldChecker::read_object(raw, "", &KEYS, |f| Self::read_settings(f, raw))
    }

    fn read_settings(f: &FieldChecker, raw: &InputValue) -> Result<Self, ReflectError> {
        let model = f.get("canonicalModel").ok_or_else(|| f.missing_field_error("canonicalModel"))?;
        let evaluator = f.get("evaluator").filter(|value| **value != InputValue::Bool(false));
        let max_iterations = f.int("maxIterations", 1, 800).unwrap_or(30);
        let max_repairs = f.int("maxRepairs", 0, 100).unwrap_or(2);
        let repetition = f.nested("repetition", &["window", "limit"]);
        let (window, limit) = (repetition.int("window", 1, 1_000), repetition.int("limit", 1, 1_000));
        // If one of them is set, the other's default gives way.
        let limit = limit.unwrap_or(window.map_or(3, |window| window.min(3)));
        let window = window.unwrap_or(10.max(limit));
        if limit > window {
            return Err(errors::short_window(limit, window));
        }
        let mut budget = Budget::from_settings(&f.read_budget_without_verifiers(&[]), f.read_prices("prices"), "prices")?;
        // A composed answer for each round, and one where the searches end before the model is complete.
        budget.set_implied_max_calls(max_iterations + max_repairs + 2);
        let adjudicate = f.flag("adjudicate").unwrap_or(false);
        let reflector = match f.get("reflector") {
            Some(value) => ReflectorSettings::check_settings(value)?,
            None => ReflectorSettings::default(),
        };
        let clash = match (reflector.settle, adjudicate) {
            (Some(Settle::Adjudicator), false) => Some("'adjudicator', and the task has no `adjudicate`"),
            (Some(Settle::Plurality), true) => Some("'plurality', so that `adjudicate` is never asked"),
            (Some(Settle::Never), true) => Some("'never', so that `adjudicate` is never asked"),
            (None, _) | (Some(Settle::Adjudicator), true) | (Some(Settle::Plurality | Settle::Never), false) => None,
        };
        if let Some(what) = clash {
            return Err(errors::idle_settle(what));
        }
        Ok(Self {
            model: CanonicalModel::check_model(model)?,
            reflector,
            evaluator: evaluator.map(read_rubric).transpose()?,
            max_iterations,
            max_repairs,
            window,
            limit,
            compose: f.flag("compose").unwrap_or(false),
            adjudicate,
            contradictions: f.flag("contradictions").unwrap_or(false),
            seed: f.int("seed", 0, u32::MAX),
            budget,
            raw: raw.clone(),
        })
    }
}

/// Reads the settings of an evaluator, `{ metrics: string[], weights?, threshold? }`; `invalid_settings` as above.
pub fn read_rubric(evaluator_settings: &InputValue) -> Result<Rubric, ReflectError> {
    FieldChecker::read_object(evaluator_settings, "", &["metrics", "weights", "threshold"], |f| {
        let metrics = f.texts("metrics").unwrap_or_default();
        let mut weights = Vec::new();
        let part = f.nested_open_object("weights");
        for name in part.keys() {
            weights.push((name.to_owned(), part.number(name, 0.0, 1e6).ok_or_else(|| part.missing_field_error(name))?));
        }
        Rubric::new(metrics, &weights, f.number("threshold", 0.0, 1.0).unwrap_or(THRESHOLD))
    })
}
