//! Making a run.

use serde_json::Value;

use super::{Decision, DecisionRun, Phase, Situation};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{Machine, hashed};
use crate::prompt;
use crate::settings::{DecisionSettings, Raw};

impl DecisionRun {
    /// A run that has not begun. A `seed` in the settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` and `invalid_task` name the field; `misuse` when the time is not a number.
    pub fn create(settings: &Raw, situation: Value, seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let looped = Decision::new(DecisionSettings::check(settings)?, situation)?;
        let seed = looped.settings.seed.unwrap_or(seed);
        Machine::new(looped, seed, now_ms)
    }
}

impl Decision {
    /// The loop of a run that has not begun, for a machine.
    ///
    /// # Errors
    /// `invalid_task`, naming the field of the situation.
    pub fn new(settings: DecisionSettings, situation: Value) -> Result<Self, ReflectError> {
        let digest = hashed(hashed(0, &settings.written()), &situation.to_string());
        let situation = Situation::from_json(situation, &settings).map_err(bad)?;
        Ok(Self {
            settings,
            situation,
            digest,
            schema: prompt::reflection_schema(),
            phase: Phase::Start,
            asked: String::new(),
            fallback: None,
            findings: Vec::new(),
            reflected: None,
        })
    }
}

fn bad(message: String) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidTask, message)
}

/// Only the limits may change when a reflection is taken up again: what was concerned about one decision holds for it alone.
pub(super) fn overlay(run: &mut Decision, settings: &Raw) -> Result<(), ReflectError> {
    run.settings.budget = DecisionSettings::check(settings)?.budget;
    Ok(())
}
