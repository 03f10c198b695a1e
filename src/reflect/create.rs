//! Making a run, and checking one that was restored.

use super::draft::Drafts;
use super::{Phase, Reflect, ReflectRun, RunTask};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::Machine;
use crate::settings::{Raw, ReflectSettings, Settings};

impl ReflectRun {
    /// A run that has not begun. Settings are copied. A `seed` in the settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` and `invalid_task` name the field; `misuse` when the time is not a number. Blank input is no error here:
    /// the run ends with status `failed` before any call.
    pub fn create(settings: ReflectSettings, task: RunTask, seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let seed = settings.seed.unwrap_or(seed);
        let resolved = Settings::resolve(&settings)?;
        task.check()?;
        let run = Reflect {
            chosen: settings,
            settings: resolved,
            task,
            phase: Phase::Start,
            drafts: Drafts::default(),
            reflections: 0,
            revisions: 0,
            critique_failures: 0,
            accepted_by: None,
        };
        Machine::new(run, seed, now_ms)
    }
}

/// The defaults, until a restored run's own settings have been checked.
pub(super) fn defaults() -> Settings {
    // The empty settings always resolve; `tests/core/settings.rs` holds them to it.
    match Settings::resolve(&ReflectSettings::default()) {
        Ok(settings) => settings,
        Err(error) => unreachable!("{error}"),
    }
}

/// Checks a restored run's settings anew, with new ones laid over.
pub(super) fn restored(run: &mut Reflect, over: Option<ReflectSettings>) -> Result<(), ReflectError> {
    let damaged = |what: &str| ReflectError::new(ErrorCode::InvalidSnapshot, format!("the snapshot is damaged: {what}"));
    let saved = serde_json::to_value(&run.chosen).map_err(|e| damaged(&e.to_string()))?;
    let checked = ReflectSettings::check(&Raw::from(&saved))?;
    run.chosen = match over {
        Some(over) => checked.overlaid(over),
        None => checked,
    };
    run.settings = Settings::resolve(&run.chosen)?;
    run.task.check()?;
    if !run.drafts.fits() {
        return Err(damaged("its drafts do not fit together"));
    }
    Ok(())
}
