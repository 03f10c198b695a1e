//! Making a run, anew or from what a snapshot says it was made of.

use std::sync::Arc;

use serde_json::Value;

use super::draft::Drafts;
use super::memory::Memory;
use super::refusals::Refusals;
use super::{Phase, Reflect, ReflectRun, RunTask};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::Machine;
use crate::judge;
use crate::producer::check_allowed;
use crate::prompt;
use crate::settings::{Raw, ReflectSettings, Settings};

impl ReflectRun {
    /// A run that has not begun. Settings are copied. A `seed` in the settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` and `invalid_task` name the field; `misuse` when the time is not a number. Blank input is no error here:
    /// the run ends with status `failed` before any call.
    pub fn create(settings: ReflectSettings, task: RunTask, seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let seed = settings.seed.unwrap_or(seed);
        Machine::new(Reflect::new(settings, task)?, seed, now_ms)
    }
}

impl Reflect {
    /// The loop of a run that has not begun, for a machine.
    ///
    /// # Errors
    /// `invalid_settings` and `invalid_task` name the field.
    pub fn new(chosen: ReflectSettings, task: RunTask) -> Result<Self, ReflectError> {
        let settings = Settings::for_task(&chosen, task.critics, !task.tools.is_empty())?;
        task.check()?;
        check_allowed(&settings, &task.tools)?;
        Ok(Self {
            chosen,
            critique_schema: Arc::new(prompt::response_schema(&settings)),
            reader: judge::reader(&settings, prompt::system_prompt(&settings)),
            system_prompt: prompt::system_prompt(&settings).into(),
            settings,
            task,
            phase: Phase::Start,
            drafts: Drafts::default(),
            reflections: 0,
            revisions: 0,
            critique_failures: 0,
            accepted: None,
            ending: None,
            memory: Memory::default(),
            refusals: Refusals::default(),
            derived: Vec::new(),
        })
    }
}

pub(super) fn origin(run: &Reflect) -> String {
    format!("{{\"settings\":{},\"task\":{}}}", run.chosen.written(), run.task.written())
}

pub(super) fn from_origin(origin: Value) -> Result<Reflect, ReflectError> {
    let part = |name: &str| origin.get(name).cloned().unwrap_or_default();
    let settings = ReflectSettings::check(&Raw::from(&part("settings")))?;
    let task = RunTask::from_json(part("task"))
        .map_err(|e| ReflectError::new(ErrorCode::InvalidSnapshot, format!("the task of the snapshot: {}", e.message)))?;
    Reflect::new(settings, task)
}

pub(super) fn overlay(run: &mut Reflect, settings: &Raw) -> Result<(), ReflectError> {
    let chosen = run.chosen.overlaid(&ReflectSettings::check(settings)?)?;
    run.settings = Settings::for_task(&chosen, run.task.critics, !run.task.tools.is_empty())?;
    run.critique_schema = Arc::new(prompt::response_schema(&run.settings));
    run.reader = judge::reader(&run.settings, prompt::system_prompt(&run.settings));
    run.system_prompt = prompt::system_prompt(&run.settings).into();
    run.chosen = chosen;
    Ok(())
}
