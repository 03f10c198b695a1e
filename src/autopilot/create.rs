//! Making a run.

use serde_json::Value;

use super::{Autopilot, AutopilotRun, Phase};
use crate::critique::Reader;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{Machine, hashed};
use crate::judge;
use crate::message::{Given, ToolSchema, list, object};
use crate::producer::check_names;
use crate::prompt;
use crate::settings::{AutopilotSettings, Raw};

impl AutopilotRun {
    /// A run that has not begun. `tools` is a list of tool schemas; an autopilot over the host's own agent has none. A `seed` in the
    /// settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` and `invalid_task` name the field; `misuse` when the time is not a number.
    pub fn create(settings: &Raw, tools: Value, seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let looped = Autopilot::new(AutopilotSettings::check(settings)?, &&object([("tools", tools)]))?;
        let seed = looped.settings.seed.unwrap_or(seed);
        Machine::new(looped, seed, now_ms)
    }
}

impl Autopilot {
    /// The loop of a run that has not begun, for a machine; `tools` is a list of tool schemas.
    ///
    /// # Errors
    /// `invalid_task` when a tool is not of the right shape.
    pub fn new<G: Given>(settings: AutopilotSettings, given: &G) -> Result<Self, ReflectError> {
        let bad = |message: String| ReflectError::new(ErrorCode::InvalidTask, message);
        let tools = list(given, "tools", ToolSchema::from_json).map_err(bad)?.unwrap_or_default();
        check_names(&tools)?;
        let reader = reader(&settings);
        Ok(Self {
            schema: prompt::response_schema(&settings.inner),
            system_prompt: prompt::review_system(&settings.inner).into(),
            settings,
            tools,
            reader,
            phase: Phase::Start,
            iterations: 0,
            output: None,
            cut: false,
            verdict: None,
            judged: false,
            feedback: Vec::new(),
            accepted: false,
            spent: false,
        })
    }
}

pub(super) fn digest(run: &Autopilot) -> u64 {
    run.tools.iter().fold(hashed(0, &run.settings.written()), |digest, tool| hashed(digest, &tool.name))
}

/// Budget and critic may change when a run is taken up again; what it is about may not.
pub(super) fn overlay(run: &mut Autopilot, settings: &Raw) -> Result<(), ReflectError> {
    let new = AutopilotSettings::check(settings)?;
    let same = |a: &AutopilotSettings, b: &AutopilotSettings| {
        a.objective == b.objective && a.inner.criteria == b.inner.criteria && a.agent == b.agent
    };
    if !same(&new, &run.settings) {
        let message = "the snapshot is of another goal, or of a model where an agent is given now";
        return Err(ReflectError::new(ErrorCode::InvalidSnapshot, message));
    }
    run.reader = reader(&new);
    run.system_prompt = prompt::review_system(&new.inner).into();
    run.settings = new;
    Ok(())
}

fn reader(settings: &AutopilotSettings) -> Reader {
    judge::reader(&settings.inner, prompt::review_system(&settings.inner))
}
