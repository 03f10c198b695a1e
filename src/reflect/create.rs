//! Making a run.

use std::cell::RefCell;
use std::sync::Arc;

use super::draft::Drafts;
use super::errors;
use super::memory::Memory;
use super::strategy;
use super::{Phase, Reflect, ReflectRun, RunTask};
use crate::critique::CritiqueReader;
use crate::error::ReflectError;
use crate::flow::{Machine, hash_text};
use crate::judge;
use crate::message::{OpaqueJson, SharedText};
use crate::producer::refuse_unknown_allowed_tools;
use crate::prompt;
use crate::settings::{InputValue, ReflectSettings, Settings};

/// Settings that are checked once, for many runs.
pub struct Engine {
    chosen: Arc<ReflectSettings>,
    /// Cache: prepared prompts and settings for the last number of critics and tools.
    ready: RefCell<Option<Arc<RunSetup>>>,
}

/// What follows from the settings for every run of one kind of task.
pub(super) struct RunSetup {
    critics: u32,
    /// Whether the task has tools, and its critics.
    has_tools: [bool; 2],
    /// The merged settings.
    pub chosen: Arc<ReflectSettings>,
    pub digest: u64,
    /// Critics that judge a draft.
    pub panel: u32,
    pub settings: Settings,
    pub reader: CritiqueReader,
    /// JSON Schema and system prompt for one draft, and for several together, without the notice about the fence.
    pub forms: [(OpaqueJson, SharedText); 2],
}

impl Engine {
    pub fn new(chosen: ReflectSettings) -> Self {
        Self { chosen: Arc::new(chosen), ready: RefCell::new(None) }
    }

    pub fn chosen_settings(&self) -> &ReflectSettings {
        &self.chosen
    }

    /// The loop of a run that has not begun, for a machine.
    pub fn create_loop(&self, task: RunTask) -> Result<Reflect, ReflectError> {
        let ready = self.reuse_or_make_setup(task.critics, task.task_and_critics_have_tools())?;
        task.check_names_and_judges()?;
        if ready.settings.agree.is_some() && task.answer != Some(true) {
            return Err(errors::missing_answer());
        }
        if ready.settings.derive && task.gate == Some(true) && task.critics == 0 {
            return Err(errors::underivable_requirements());
        }
        if let Some(guarantee) = &ready.settings.guarantee {
            guarantee.check_judge_names(task.critics, &task.verifiers)?;
        }
        let is_any_probable = (0..task.critics).any(|critic| task.answers_with_probability(critic));
        if is_any_probable && ready.settings.quotes {
            return Err(errors::unquoted_probability());
        }
        refuse_unknown_allowed_tools(&ready.settings, &task.list_all_tool_names())?;
        Ok(Reflect {
            // A probability is that of one draft.
            unread_joint: if is_any_probable { strategy::UNREAD_JOINT } else { 0 },
            ready,
            task,
            phase: Phase::Start,
            drafts: Drafts::default(),
            reflections: 0,
            revisions: 0,
            critique_failures: 0,
            missing: 0,
            accepted: None,
            settled: None,
            why: None,
            memory: Memory::default(),
            requirements: None,
        })
    }

    fn reuse_or_make_setup(&self, critics: u32, has_tools: [bool; 2]) -> Result<Arc<RunSetup>, ReflectError> {
        let last = self.ready.borrow().clone();
        if let Some(ready) = last.filter(|ready| ready.critics == critics && ready.has_tools == has_tools) {
            return Ok(ready);
        }
        let ready = Arc::new(RunSetup::from_settings(Arc::clone(&self.chosen), critics, has_tools)?);
        *self.ready.borrow_mut() = Some(Arc::clone(&ready));
        Ok(ready)
    }
}

impl RunSetup {
    pub fn from_settings(chosen: Arc<ReflectSettings>, critics: u32, has_tools: [bool; 2]) -> Result<Self, ReflectError> {
        let settings = Settings::resolve_for_task(&chosen, critics, has_tools)?;
        let (system_prompt, [alone, together]) =
            (prompt::critic_system_prompt(&settings), prompt::solo_and_joint_schemas(&settings));
        Ok(Self {
            critics,
            has_tools,
            digest: hash_text(0, &chosen.raw.to_json()),
            chosen,
            panel: strategy::panel_size(&settings, critics),
            reader: judge::critique_reader(&settings, system_prompt.clone()),
            forms: [(alone, system_prompt.into()), (together, prompt::joint_critic_system_prompt(&settings).into())],
            settings,
        })
    }
}

impl ReflectRun {
    /// A run that has not begun. A `seed` in the settings goes before the one given. Blank input is no error: the run ends as `failed`.
    pub fn create_run(settings: ReflectSettings, task: RunTask, default_seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let seed = settings.seed().unwrap_or(default_seed);
        Machine::new(Engine::new(settings).create_loop(task)?, seed, now_ms)
    }
}

impl Reflect {
    /// The merged settings of the run.
    pub fn merged_settings(&self) -> &InputValue {
        &self.ready.chosen.raw
    }
}
