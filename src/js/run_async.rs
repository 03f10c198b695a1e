//! `ReflectEngine` for who builds this crate for the web by wasm-pack, Trunk or the like, without the npm package: a future drives the
//! run, and awaits the functions of JavaScript that make its calls.
//!
//! Calls that are out together are raced as promises. A callback is bound to no async context, and a run that nobody awaits any more stays
//! until its last call is answered: what needs more takes the package.

use js_sys::{Array, Date, Function, JSON, JsString, Object, Promise, Reflect, RegExp};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

use super::random::random_seed;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{BAD_RESPONSE, Call, CallError, Output, Reply, read_reply};
use crate::message::{InputValue, OTHER, format_js_number};
use crate::prompt::critic_system_prompt;
use crate::reflect::{Engine, ReflectResult, ReflectRun, RunTask};
use crate::settings::{ReflectSettings, Settings};

#[wasm_bindgen(typescript_custom_section)]
const TASK: &str = r#"
/** What one run of `ReflectEngine` is to do, and the functions that make its calls. Each may be async. */
export interface ReflectTask {
  /** The question, or a conversation whose last user message is the question. */
  input: string | Message[];
  systemPrompt?: string | undefined;
  /** Writes answers and revisions, and judges them where there is no `critic`. */
  model: (call: ModelCall & { signal?: AbortSignal }) => unknown;
  /** `false`: verifiers alone decide. */
  critic?: ((call: ModelCall & { signal?: AbortSignal }) => unknown) | false | undefined;
  /** By name: `true`, or what is wrong with the draft. */
  verifiers?: Record<string, (draft: string) => unknown> | undefined;
  /** Sees each thought, reflection and response as it happens. What it throws is ignored. */
  onStep?: ((step: Step) => unknown) | undefined;
  /** Ends the run with what there is (`stopReason: 'aborted'`). The calls of a model receive it. */
  signal?: AbortSignal | undefined;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A task as JavaScript gives it.
    #[wasm_bindgen(typescript_type = "ReflectTask")]
    pub type ReflectTask;

    type AbortSignal;
    #[wasm_bindgen(method, getter)]
    fn aborted(this: &AbortSignal) -> bool;
    #[wasm_bindgen(method, getter)]
    fn reason(this: &AbortSignal) -> JsValue;
    #[wasm_bindgen(method, js_name = addEventListener)]
    fn add_listener(this: &AbortSignal, event: &str, listener: &Function);
    #[wasm_bindgen(method, js_name = removeEventListener)]
    fn remove_listener(this: &AbortSignal, event: &str, listener: &Function);

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(then: &Function, ms: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// Milliseconds that a timer can wait.
const MAX_TIMER_MS: f64 = 2_147_483_647.0;

/// Keys of a task.
const KEYS: [&str; 7] = ["input", "systemPrompt", "model", "critic", "verifiers", "onStep", "signal"];

/// Drafts, has the draft judged and revises it until it is accepted or the budget is spent.
#[wasm_bindgen]
pub struct ReflectEngine(Engine);

#[wasm_bindgen]
impl ReflectEngine {
    /// Checks the settings: those of the npm package, `maxReflections`, `acceptanceThreshold` and `critiquePrompt` among them.
    /// Errors: `invalid_settings` names the field.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "ReflectSettings")] settings: JsValue,
    ) -> Result<ReflectEngine, ReflectError> {
        let settings = if settings.is_undefined() { Ok(InputValue::default()) } else { read_js_value(&settings) };
        let settings = settings.map_err(|message| ReflectError::new(ErrorCode::InvalidSettings, message))?;
        let settings = ReflectSettings::check_settings(&settings)?;
        settings.check_combinations()?;
        Ok(Self(Engine::new(settings)))
    }

    /// Runs a task to its end. Rejects with an `Error` that has a `code`, only where the settings or the task are wrong, or the host has no
    /// random numbers; a run without a draft has an empty `output`, and `errors` say why.
    ///
    /// The engine is read before the first await: it may be freed while the run goes on.
    #[wasm_bindgen(unchecked_return_type = "Promise<ReflectResult>")]
    pub fn run(&self, task: ReflectTask) -> Promise {
        let begun = self.attach_and_create_run(&task);
        future_to_promise(async move {
            let (callbacks, run) = begun?;
            let result = callbacks.drive_run(run).await;
            callbacks.abort.iter().for_each(Abort::stop_listening);
            result
        })
    }

    fn attach_and_create_run(&self, task: &JsValue) -> Result<(Callbacks, ReflectRun), ReflectError> {
        let callbacks = Callbacks::attach_callbacks(task)?;
        let seed = self.0.chosen_settings().seed().map_or_else(random_seed, Ok)?;
        let run = ReflectRun::new(self.0.create_loop(callbacks.read_task(task)?)?, seed, Date::now())?;
        Ok((callbacks, run))
    }
}

#[wasm_bindgen]
impl ReflectEngine {
    /// Revisions at most.
    #[wasm_bindgen(getter, js_name = maxReflections)]
    pub fn max_reflections(&self) -> Result<u32, ReflectError> {
        Ok(Settings::fill_defaults(self.0.chosen_settings())?.max_reflections)
    }

    /// Points from which a draft is accepted.
    #[wasm_bindgen(getter, js_name = acceptanceThreshold)]
    pub fn acceptance_threshold(&self) -> Result<f64, ReflectError> {
        Ok(Settings::fill_defaults(self.0.chosen_settings())?.acceptance_threshold)
    }

    /// Tool turns at most in one answer or revision.
    #[wasm_bindgen(getter, js_name = maxAnswerSteps)]
    pub fn max_answer_steps(&self) -> Result<u32, ReflectError> {
        Ok(Settings::fill_defaults(self.0.chosen_settings())?.max_answer_steps)
    }

    /// What critics are told, without the notice about the fence.
    #[wasm_bindgen(getter, js_name = critiquePrompt)]
    pub fn critique_prompt(&self) -> Result<String, ReflectError> {
        Ok(critic_system_prompt(&Settings::fill_defaults(self.0.chosen_settings())?))
    }
}

/// The functions of a task.
struct Callbacks {
    model: Function,
    /// `None`: verifiers alone decide.
    critic: Option<Function>,
    verifiers: Vec<(String, Function)>,
    on_step: Option<Function>,
    abort: Option<Abort>,
}

/// The signal of a task, and a promise that is kept when it aborts.
struct Abort {
    signal: AbortSignal,
    promise: Promise,
    listener: Function,
}

impl Abort {
    fn listen_abort(signal: AbortSignal) -> Self {
        let mut listener = Function::default();
        let promise = Promise::new(&mut |resolve, _| listener = resolve);
        signal.add_listener("abort", &listener);
        Self { signal, promise, listener }
    }

    fn stop_listening(&self) {
        self.signal.remove_listener("abort", &self.listener);
    }
}

impl Callbacks {
    fn attach_callbacks(task: &JsValue) -> Result<Self, ReflectError> {
        let keys = Object::try_from(task).map(Object::keys).ok_or_else(|| invalid_task("a task must be an object"))?;
        if let Some(key) = keys.iter().filter_map(|key| key.as_string()).find(|key| !KEYS.contains(&key.as_str())) {
            return Err(invalid_task(&format!("unknown key `{key}` of a task; known are {}", KEYS.join(", "))));
        }
        let model = read_function(task, "model")?.ok_or_else(|| invalid_task("`model` must be a function"))?;
        let critic = if get_field(task, "critic") == JsValue::FALSE {
            None
        } else {
            read_function(task, "critic")?.or_else(|| Some(model.clone()))
        };
        let named = get_field(task, "verifiers");
        let mut verifiers = Vec::new();
        for name in Reflect::own_keys(&named).unwrap_or_default().iter().filter_map(|name| name.as_string()) {
            let verifier = read_function(&named, &name)?;
            verifiers.push((
                name.clone(),
                verifier.ok_or_else(|| invalid_task(&format!("the verifier `{name}` must be a function")))?,
            ));
        }
        let on_step = read_function(task, "onStep")?;
        let signal = Some(get_field(task, "signal")).filter(|signal| !signal.is_undefined()).map(JsCast::dyn_into).transpose();
        let abort = signal.map_err(|_| invalid_task("`signal` must be an AbortSignal"))?.map(Abort::listen_abort);
        Ok(Self { model, critic, verifiers, on_step, abort })
    }

    /// Runs until the core is done.
    async fn drive_run(&self, mut run: ReflectRun) -> Result<JsValue, JsValue> {
        let mut out: Vec<(u32, Promise)> = Vec::new();
        let (mut number, mut steps) = (0, Vec::new());
        loop {
            if let Some(Abort { signal, .. }) = self.abort.as_ref().filter(|abort| abort.signal.aborted()) {
                run.abort_run(&describe_js_error(&signal.reason()).as_string().unwrap_or_default(), &[], Date::now())?;
            }
            match run.poll(Date::now())? {
                Output::Step { step } => {
                    self.show_step(&convert_to_js(&step)?);
                    steps.push(step);
                }
                Output::Call { call } => {
                    out.push((number, self.call_and_catch(number, &call)?));
                    number += 1;
                }
                Output::Wait { .. } => {
                    let all: Array = out.iter().map(|(_, promise)| promise).chain(self.abort_promise()).collect();
                    // The event of an abort is no list.
                    let Ok(settled) = JsFuture::from(Promise::race(&all)).await?.dyn_into::<Array>() else { continue };
                    let number = settled.get(0).as_f64().unwrap_or_default() as u32;
                    out.retain(|(other, _)| *other != number);
                    let reply = read_settled_reply(run.call_in_flight(number)?, &settled);
                    run.answer_call(number, reply, Date::now())?;
                }
                Output::Done { result } => return convert_to_js(&ReflectResult { steps, ..result }),
            }
        }
    }

    fn abort_promise(&self) -> Option<&Promise> {
        self.abort.as_ref().map(|abort| &abort.promise)
    }

    /// The task without its functions, for the core.
    fn read_task(&self, task: &JsValue) -> Result<RunTask, ReflectError> {
        let names = self.verifiers.iter().map(|(name, _)| InputValue::Text(name.clone())).collect();
        let critics = InputValue::Number(f64::from(u8::from(self.critic.is_some())));
        let mut entries = vec![("critics".to_owned(), critics), ("verifiers".to_owned(), InputValue::List(names))];
        for key in ["input", "systemPrompt"] {
            let value = get_field(task, key);
            if !value.is_undefined() {
                entries.push((
                    key.to_owned(),
                    read_js_value(&value).map_err(|message| invalid_task(&format!("`{key}`: {message}")))?,
                ));
            }
        }
        RunTask::read_task(&InputValue::Map(entries), None)
    }

    /// Shows a step. Its errors and rejections are ignored: an unhandled one would end a process of Node.
    fn show_step(&self, step: &JsValue) {
        if let Some(Ok(returned)) = self.on_step.as_ref().map(|on_step| on_step.call1(&JsValue::NULL, step)) {
            spawn_local(async move { drop(JsFuture::from(Promise::resolve(&returned)).await) });
        }
    }

    /// Makes a call. The promise is never rejected: it gives the number of the call, what came, and else a code and words.
    fn call_and_catch(&self, number: u32, call: &Call) -> Result<Promise, JsValue> {
        let (function, argument, timeout_ms, code) = match call {
            Call::Model(call) => {
                let model = if call.critic.is_some() { self.critic.as_ref() } else { Some(&self.model) };
                let argument = convert_to_js(call)?;
                if let Some(Abort { signal, .. }) = &self.abort {
                    Reflect::set(&argument, &"signal".into(), signal)?;
                }
                (model, argument, call.timeout_ms, "model_error")
            }
            Call::Verify(call) => {
                let verifier = self.verifiers.iter().find(|(name, _)| *name == call.verifier);
                (verifier.map(|(_, function)| function), (&*call.draft).into(), call.timeout_ms, "verifier_error")
            }
            // No task of this face has tools.
            Call::Tool(call) => (None, JsValue::NULL, call.timeout_ms, "tool_error"),
        };
        let called = function.map_or(Err(JsValue::UNDEFINED), |function| function.call1(&JsValue::NULL, &argument));
        let aborted = self.abort_promise().cloned();
        Ok(future_to_promise(async move {
            let late = Object::new();
            let settled = match called {
                Ok(value) => race_timeout(&value, timeout_ms, &late, aborted).await,
                Err(error) => Err(error),
            };
            let (value, code, message) = match settled {
                Ok(value) => (value, JsValue::UNDEFINED, JsValue::UNDEFINED),
                Err(error) if error == *late => (JsValue::UNDEFINED, "timeout".into(), "it took too long".into()),
                Err(error) => (JsValue::UNDEFINED, code.into(), describe_js_error(&error)),
            };
            Ok(Array::of4(&number.into(), &value, &code, &message).into())
        }))
    }
}

/// What a value or a promise comes to; `timeout_error` is thrown where that takes longer. After an abort nobody reads it.
async fn race_timeout(
    value: &JsValue,
    timeout_ms: f64,
    timeout_error: &Object,
    abort_event: Option<Promise>,
) -> Result<JsValue, JsValue> {
    let mut timer = JsValue::UNDEFINED;
    let limit = Promise::new(&mut |_, reject| {
        timer = set_timeout(reject.bind1(&JsValue::NULL, timeout_error).unchecked_ref(), timeout_ms.min(MAX_TIMER_MS));
    });
    let all: Array = [Promise::resolve(value), limit].into_iter().chain(abort_event).collect();
    let settled = JsFuture::from(Promise::race(&all)).await;
    clear_timeout(&timer);
    settled
}

/// Reads the outcome of a call, as [`Callbacks::call_and_catch`] gives it.
fn read_settled_reply(call: &Call, settled: &Array) -> Reply {
    if let (Some(code), Some(message)) = (settled.get(2).as_string(), settled.get(3).as_string()) {
        return Reply::Failed(CallError::new(&code, message));
    }
    match read_js_value(&settled.get(1)) {
        Ok(value) => read_reply(call, &value, None),
        Err(message) => Reply::Failed(CallError::new(BAD_RESPONSE, message)),
    }
}

/// A value as JSON has it. What JSON would leave out or make null is named, for checks that say what came.
fn read_js_value(value: &JsValue) -> Result<InputValue, String> {
    let named = |_: JsValue, value: JsValue| {
        let what = match value.as_f64() {
            Some(number) if !number.is_finite() => format_js_number(number),
            None if value.is_function() || value.is_symbol() || value.is_bigint() => {
                format!("a {}", value.js_typeof().as_string().unwrap_or_default())
            }
            _ => return value,
        };
        let other = Object::new();
        drop(Reflect::set(&other, &OTHER.into(), &what.into()));
        other.into()
    };
    let named = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(named);
    let text = JSON::stringify_with_replacer(value, named.as_ref());
    let text = text.map_err(|error| describe_js_error(&error).as_string().unwrap_or_default())?;
    // Of `undefined` it is `undefined`.
    if text.is_undefined() {
        return Ok(InputValue::Null);
    }
    let text = mend_surrogates(&text);
    serde_json::from_str(&text).map(|value| InputValue::from(&value)).map_err(|error| error.to_string())
}

/// JSON with U+FFFD for half of a surrogate pair, as the package does.
fn mend_surrogates(json: &JsString) -> String {
    let half = RegExp::new(r"(?<!\\)((?:\\\\)*)\\ud[0-9a-f]{3}", "g");
    String::from(json.replace_by_pattern(&half, r"$1\ufffd"))
}

fn describe_js_error(error: &JsValue) -> JsValue {
    let message = if error.is_string() { error.clone() } else { get_field(error, "message") };
    if message.is_string() { message } else { format!("{error:?}").into() }
}

fn get_field(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or_default()
}

/// The function of this key, where one is given.
fn read_function(object: &JsValue, key: &str) -> Result<Option<Function>, ReflectError> {
    let value = get_field(object, key);
    if value.is_undefined() {
        return Ok(None);
    }
    value.dyn_into().map(Some).map_err(|_| invalid_task(&format!("`{key}` must be a function")))
}

fn invalid_task(message: &str) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidTask, message)
}

fn convert_to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}
