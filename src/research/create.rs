//! Making a run.

use std::collections::{BTreeMap, VecDeque};

use super::facts::Facts;
use super::repetition::Repetition;
use super::{Phase, Research, ResearchRun, ResearchSettings};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{Machine, hashed};
use crate::message::is_blank;
use crate::reflector::{Reflector, ReflectorSettings, Settle};
use crate::settings::Raw;

impl ResearchRun {
    /// A run that has not begun. A `seed` in the settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` names the field; `invalid_task` when the query is blank; `misuse` when the time is not a number.
    pub fn create(settings: &Raw, query: &str, seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let looped = Research::new(ResearchSettings::check(settings)?, query)?;
        let seed = looped.settings.seed.unwrap_or(seed);
        Machine::new(looped, seed, now_ms)
    }
}

impl Research {
    /// The loop of a run that has not begun, for a machine.
    ///
    /// # Errors
    /// `invalid_task` when the query is blank.
    pub fn new(settings: ResearchSettings, query: &str) -> Result<Self, ReflectError> {
        if is_blank(query) {
            return Err(ReflectError::new(ErrorCode::InvalidTask, "`query` must be a string that is not blank"));
        }
        let by_default = if settings.adjudicate { Settle::Adjudicator } else { Settle::Plurality };
        let settle = Some(settings.reflector.settle.unwrap_or(by_default));
        let reflector = Reflector::new(settings.model.clone(), ReflectorSettings { settle, ..settings.reflector.clone() });
        Ok(Self {
            digest: hashed(hashed(0, &settings.written()), query),
            query: query.to_owned(),
            reflector,
            repetition: Repetition::new(settings.window, settings.limit),
            settings,
            facts: Facts::default(),
            phase: Phase::Start,
            searches: BTreeMap::new(),
            due: VecDeque::new(),
            draft: None,
            best: None,
            adjudicated: Vec::new(),
            evaluations: Vec::new(),
            iterations: 0,
            repairs: 0,
            accepted: false,
        })
    }
}

/// Limits and the evaluator may change when a run is taken up again; what it searches for may not.
pub(super) fn overlay(run: &mut Research, settings: &Raw) -> Result<(), ReflectError> {
    let new = ResearchSettings::check(settings)?;
    let same = |a: &ResearchSettings, b: &ResearchSettings| a.model == b.model && a.reflector == b.reflector;
    if !same(&new, &run.settings) || new.window != run.settings.window || new.limit != run.settings.limit {
        let message = "the snapshot is of another canonical model, or of other `reflector` or `repetition` settings";
        return Err(ReflectError::new(ErrorCode::InvalidSnapshot, message));
    }
    run.settings = new;
    Ok(())
}
