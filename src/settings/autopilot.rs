//! What a person may set of an autopilot: the goal, the budget, the critic (seed 001).

use super::check::{FieldChecker, RETRY};
use super::{AdvancedSettings, Budget, InputValue, OnUnreadable, ReflectSettings, Settings, Strategy, errors};
use crate::error::ReflectError;
use crate::message::SharedText;

/// Iterations of an autopilot when none are set.
pub const MAX_ITERATIONS: u32 = 10;
/// Iterations that no autopilot may exceed: with a critic each is two calls, and no run makes more than 1,000.
pub const ITERATIONS_CEILING: u32 = 500;
/// Success criteria of one goal at most.
pub const CRITERIA_CEILING: usize = 1_000;

/// What may be set of the critic.
pub(super) const CRITIC: [&str; 5] = ["systemPrompt", "confidenceThreshold", "maxSuggestions", "onUnreadableCritique", "tools"];

/// Settings of an autopilot, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct AutopilotSettings {
    /// `goal.objective`: what is to be reached.
    pub objective: SharedText,
    /// `budget.maxIterations`, `1..=500`. Default 10.
    pub max_iterations: u32,
    /// The host's own agent gives the outputs, and not a model.
    pub agent: bool,
    /// A critic reviews each output.
    pub critic: bool,
    pub seed: Option<u32>,
    /// Criteria, thresholds and limits, under the names of a reflecting run.
    pub inner: Settings,
    pub raw: InputValue,
}

impl AutopilotSettings {
    /// Checks every key, type and range. `critic` is true, false or `{ systemPrompt?, confidenceThreshold?, maxSuggestions?,
    /// onUnreadableCritique?, tools? }`, where `tools` says whether it has some.
    /// Errors: `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check_settings(raw: &InputValue) -> Result<Self, ReflectError> {
        let keys = ["goal", "budget", "critic", "prices", "maxAnswerSteps", "seed", "agent"];
        FieldChecker::read_object(raw, "", &keys, |f| Self::read_settings(f, raw))
    }

    fn read_settings(f: &FieldChecker, raw: &InputValue) -> Result<Self, ReflectError> {
        let goal = f.nested("goal", &["objective", "successCriteria"]);
        let (objective, criteria) = match (goal.text("objective"), goal.texts("successCriteria")) {
            (Some(objective), Some(criteria)) if (1..=CRITERIA_CEILING).contains(&criteria.len()) => (objective, criteria),
            (Some(_), Some(criteria)) => return Err(errors::wrong_criteria_count(CRITERIA_CEILING, criteria.len())),
            _ => return Err(errors::wrong_goal()),
        };
        let limits = f.read_budget_without_verifiers(&["maxIterations"]);
        let max_iterations = f.nested_open_object("budget").int("maxIterations", 1, ITERATIONS_CEILING).unwrap_or(MAX_ITERATIONS);
        let critic = match f.get("critic") {
            Some(InputValue::Bool(_)) => f.empty_object_fields("critic"),
            _ => f.nested("critic", &CRITIC),
        };
        let chosen = ReflectSettings {
            strategy: Some(Strategy::Classic),
            criteria: Some(criteria),
            critique_prompt: critic.text("systemPrompt"),
            confidence_threshold: critic.number("confidenceThreshold", 0.0, 1.0),
            advanced: Some(AdvancedSettings {
                max_suggestions: critic.int("maxSuggestions", 0, 100),
                ..AdvancedSettings::default()
            }),
            on_unreadable_critique: critic.word("onUnreadableCritique", RETRY).or(Some(OnUnreadable::Retry)),
            max_answer_steps: f.int("maxAnswerSteps", 1, 100),
            ..ReflectSettings::default()
        };
        let inner = Settings::fill_defaults(&chosen)?;
        // An empty output is asked for once more, and so is a critique that could not be read.
        let steps = inner.max_answer_steps;
        let turns = if critic.flag("tools") == Some(true) { steps } else { 1 };
        let calls = max_iterations.saturating_mul(steps.saturating_add(turns).saturating_mul(2));
        let mut budget = Budget::from_settings(&limits, f.read_prices("prices"), "prices")?;
        budget.set_implied_max_calls(calls);
        Ok(Self {
            objective: objective.into(),
            max_iterations,
            agent: f.flag("agent").unwrap_or(false),
            critic: !matches!(f.get("critic"), None | Some(InputValue::Bool(false))),
            seed: f.int("seed", 0, u32::MAX),
            inner: Settings { budget, ..inner },
            raw: raw.clone(),
        })
    }
}
