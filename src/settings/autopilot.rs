//! What a person may set of an autopilot: the goal, the budget, the critic (seed 001).

use super::check::{Fields, RETRY};
use super::{Form, OnUnreadable, Raw, ReflectSettings, Settings};
use crate::error::{ErrorCode, ReflectError};
use crate::message::Text;

/// Iterations of an autopilot when none are set.
pub const MAX_ITERATIONS: u32 = 10;
/// Iterations that no autopilot may exceed: with a critic each is two calls, and no run makes more than 1,000.
pub const ITERATIONS_CEILING: u32 = 500;
/// Success criteria of one goal at most.
pub const CRITERIA_CEILING: usize = 1_000;

/// Settings of an autopilot, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct AutopilotSettings {
    /// `goal.objective`: what is to be reached.
    pub objective: Text,
    /// `budget.maxIterations`, `1..=500`. Default 10.
    pub max_iterations: u32,
    /// The host's own agent gives the outputs, and not a model.
    pub agent: bool,
    /// A critic reviews each output.
    pub critic: bool,
    pub seed: Option<u32>,
    /// Criteria, thresholds and limits, under the names of a reflecting run.
    pub inner: Settings,
    written: Raw,
}

impl AutopilotSettings {
    /// Checks every key, type and range. `critic` is true, false or `{ systemPrompt?, confidenceThreshold?, maxSuggestions?,
    /// onUnreadableCritique? }`.
    ///
    /// # Errors
    /// `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check(raw: &Raw) -> Result<Self, ReflectError> {
        let f = Fields::of(raw, "", &["goal", "budget", "critic", "prices", "maxAnswerSteps", "seed", "agent"])?;
        let goal =
            f.nested("goal", &["objective", "successCriteria"], |g| Ok((g.text("objective")?, g.texts("successCriteria")?)))?;
        let (objective, criteria) = match goal {
            Some((Some(objective), Some(criteria))) if (1..=CRITERIA_CEILING).contains(&criteria.len()) => (objective, criteria),
            Some((Some(_), Some(criteria))) => {
                let message =
                    format!("`goal.successCriteria` must hold 1 to {CRITERIA_CEILING} criteria, got {}", criteria.len());
                return Err(ReflectError::new(ErrorCode::InvalidSettings, message));
            }
            _ => {
                let message = "`goal` must be { objective: string, successCriteria: string[] }";
                return Err(ReflectError::new(ErrorCode::InvalidSettings, message));
            }
        };
        let budget = f.budget("budget", &["maxIterations"])?;
        let max_iterations = f.inside("budget", |b| b.int("maxIterations", 1, ITERATIONS_CEILING))?.unwrap_or(MAX_ITERATIONS);
        let critic = !matches!(f.get("critic"), None | Some(Raw::Bool(false)));
        let mut chosen = ReflectSettings {
            form: Some(Form::Criteria),
            criteria: Some(criteria),
            // What the cap on calls is made of.
            max_reflections: Some(max_iterations - 1),
            max_answer_steps: f.int("maxAnswerSteps", 1, 100)?,
            budget,
            prices: f.prices("prices")?,
            on_unreadable_critique: Some(OnUnreadable::Retry),
            max_critique_failures: Some(1),
            ..ReflectSettings::default()
        };
        if !matches!(f.get("critic"), Some(Raw::Bool(_))) {
            let critic =
                f.nested("critic", &["systemPrompt", "confidenceThreshold", "maxSuggestions", "onUnreadableCritique"], |c| {
                    Ok(ReflectSettings {
                        critique_prompt: c.text("systemPrompt")?,
                        confidence_threshold: c.number("confidenceThreshold", 0.0, 1.0)?,
                        max_suggestions: c.int("maxSuggestions", 0, 100)?,
                        on_unreadable_critique: Some(c.word("onUnreadableCritique", &RETRY)?.unwrap_or(OnUnreadable::Retry)),
                        ..chosen.clone()
                    })
                })?;
            chosen = critic.unwrap_or(chosen);
        }
        Ok(Self {
            objective: objective.into(),
            max_iterations,
            agent: f.flag("agent")?.unwrap_or(false),
            critic,
            seed: f.int("seed", 0, u32::MAX)?,
            inner: Settings::resolve(&chosen)?,
            written: raw.clone(),
        })
    }

    /// What the person wrote, as JSON.
    #[must_use]
    pub fn written(&self) -> String {
        self.written.json()
    }
}
