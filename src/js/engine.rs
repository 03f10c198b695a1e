//! The exported engine: its settings, what it learns, and how its runs begin.

use wasm_bindgen::prelude::*;

use super::either::Either;
use super::numbers::written;
use super::raw::given;
use super::run::Run;
use crate::error::ReflectError;
use crate::reflect::{Engine, RunTask, calibrate};
use crate::settings::{ReflectSettings, Settings, unknown_in_task};

/// What these settings know with what one result taught added to it, as JSON; without a result, what they know. The result is plain.
#[wasm_bindgen(js_name = calibrated)]
pub fn calibrated(
    #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
    #[wasm_bindgen(unchecked_param_type = "unknown")] result: &JsValue,
) -> Result<String, ReflectError> {
    let known = settings_of(&settings)?.advanced.and_then(|advanced| advanced.calibration).unwrap_or_default();
    let calibration = if result.is_undefined() { known } else { calibrate(&known, result)? };
    Ok(calibration.raw().json())
}

/// What to say of a key that no task of an engine has, naming the nearest, or where it belongs.
#[wasm_bindgen(js_name = unknownTaskKey)]
pub fn unknown_task_key(key: &str, known: Vec<String>) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    unknown_in_task(key, &known)
}

/// An engine: settings that were checked, once for all its runs. In one bundle with it is the class `ReflectEngine` of the package.
#[wasm_bindgen(js_name = CoreEngine)]
pub struct ReflectEngine(Engine);

#[wasm_bindgen(js_class = CoreEngine)]
impl ReflectEngine {
    /// Checks the settings; `undefined` is not settings at all.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
    ) -> Result<ReflectEngine, ReflectError> {
        let settings = settings_of(&settings)?;
        settings.check_alone()?;
        Ok(Self(Engine::new(settings)))
    }

    /// The engine with other settings laid over its own, key by key.
    #[wasm_bindgen(js_name = laidOver)]
    pub fn laid_over(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] over: JsValue,
    ) -> Result<ReflectEngine, ReflectError> {
        Ok(Self(Engine::new(self.0.chosen().overlaid(&settings_of(&over)?)?)))
    }

    /// Revisions at most.
    #[wasm_bindgen(getter, js_name = maxReflections)]
    pub fn max_reflections(&self) -> Result<u32, ReflectError> {
        self.resolved(|settings| settings.max_reflections)
    }

    /// Points from which a draft is accepted.
    #[wasm_bindgen(getter, js_name = acceptanceThreshold)]
    pub fn acceptance_threshold(&self) -> Result<f64, ReflectError> {
        self.resolved(|settings| settings.acceptance_threshold)
    }

    /// What critics are told, without the notice about the fence.
    #[wasm_bindgen(getter, js_name = critiquePrompt)]
    pub fn critique_prompt(&self) -> Result<String, ReflectError> {
        self.resolved(crate::prompt::system_prompt)
    }

    /// The settings as they were given, as JSON.
    #[must_use]
    pub fn settings(&self) -> String {
        self.0.chosen().written.json()
    }

    /// Starts a run. With `bytes` its input is a text that is in the scratch memory, and is the host's text 0; `task` then has the
    /// rest of a plain `RunTask`, and is `undefined` where there is nothing but critics and the names of verifiers. A seed that is given
    /// goes before the setting; without any the host's random source is asked.
    #[allow(clippy::too_many_arguments, reason = "they cross as numbers")]
    pub fn begin(
        &self,
        bytes: Option<usize>,
        units: usize,
        #[wasm_bindgen(unchecked_param_type = "unknown")] task: &JsValue,
        critics: u32,
        verifiers: Option<Vec<String>>,
        usable: bool,
        answer: bool,
        seed: Option<u32>,
        now_ms: f64,
    ) -> Result<Run, ReflectError> {
        let input = bytes.map(|bytes| written(bytes, units, 0)).transpose()?;
        let task = match input {
            Some(input) if task.is_undefined() => RunTask::plain(input, critics, verifiers.unwrap_or_default(), usable, answer),
            input => RunTask::read(task, input)?,
        };
        #[cfg(feature = "panic-switch")]
        let fuse = match &task.input {
            crate::reflect::TaskInput::Text(text) => super::panic_switch::Fuse::of(text),
            crate::reflect::TaskInput::Messages(_) => super::panic_switch::Fuse::default(),
        };
        let run = Run::create(Either::Reflect(self.0.begin(task)?), seed.or(self.0.chosen().seed()), now_ms)?;
        #[cfg(feature = "panic-switch")]
        let run = Run { fuse, ..run };
        Ok(run)
    }
}

impl ReflectEngine {
    fn resolved<T>(&self, of: impl FnOnce(&Settings) -> T) -> Result<T, ReflectError> {
        Settings::resolve(self.0.chosen()).map(|settings| of(&settings))
    }
}

/// Settings as a person wrote them, checked. `undefined` is not settings at all.
fn settings_of(value: &JsValue) -> Result<ReflectSettings, ReflectError> {
    given(value).map_or_else(|| Ok(ReflectSettings::default()), |settings| ReflectSettings::check(&settings))
}
