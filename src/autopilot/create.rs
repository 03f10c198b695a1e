//! Making a run, anew or from what a snapshot says it was made of.

use serde_json::Value;

use super::{Autopilot, AutopilotRun, Phase};
use crate::critique::Reader;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{Machine, stranger};
use crate::judge;
use crate::message::{ToolSchema, list};
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
        let looped = Autopilot::new(AutopilotSettings::check(settings)?, tools.to_string())?;
        let seed = looped.settings.seed.unwrap_or(seed);
        Machine::new(looped, seed, now_ms)
    }
}

impl Autopilot {
    /// The loop of a run that has not begun, for a machine; `tools` is a list of tool schemas, written as JSON.
    ///
    /// # Errors
    /// `invalid_task` when a tool is not of the right shape.
    pub fn new(settings: AutopilotSettings, tools: String) -> Result<Self, ReflectError> {
        let bad = |message: String| ReflectError::new(ErrorCode::InvalidTask, message);
        let origin = format!("{{\"autopilot\":{},\"tools\":{tools}}}", settings.written());
        let mut given = serde_json::Map::new();
        given.insert("tools".to_owned(), serde_json::from_str(&tools).map_err(|e| bad(e.to_string()))?);
        let tools = list(&mut given, "tools", ToolSchema::from_json).map_err(bad)?.unwrap_or_default();
        check_names(&tools)?;
        let reader = reader(&settings);
        Ok(Self {
            schema: prompt::response_schema(&settings.inner),
            system_prompt: prompt::review_system(&settings.inner).into(),
            settings,
            origin,
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

pub(super) fn from_origin(origin: Value) -> Result<Autopilot, ReflectError> {
    let part = |name: &str| origin.get(name).cloned().unwrap_or_default();
    if part("autopilot").is_null() {
        return Err(stranger());
    }
    Autopilot::new(AutopilotSettings::check(&Raw::from(&part("autopilot")))?, part("tools").to_string())
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
