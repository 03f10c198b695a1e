//! `ReflectEngine` for who builds this crate for the web by wasm-pack, Trunk or the like, without the npm package: a future drives the run, and
//! awaits the functions of JavaScript that make its calls.
//!
//! Calls that are out together are raced as promises. A callback is bound to no async context, and a run that nobody awaits any more stays
//! until its last call is answered: what needs more takes the package.

use js_sys::{Array, Date, Function, JSON, Object, Promise, Reflect};
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::random::random_seed;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{Call, CallError, Output, Reply, read_reply};
use crate::reflect::{Engine, ReflectResult, ReflectRun, RunTask};
use crate::settings::{Raw, ReflectSettings, Settings};

#[wasm_bindgen(typescript_custom_section)]
const TASK: &str = r#"
/** What one run of `ReflectEngine` is to do, and the functions that make its calls. Each may be async. */
export interface ReflectTask {
  /** The question, or a conversation whose last user message is the question. */
  input: string | Message[];
  systemPrompt?: string;
  /** Writes answers and revisions, and judges them where there is no `critic`. */
  model: (call: ModelCall) => unknown;
  /** `false`: verifiers alone decide. */
  critic?: ((call: ModelCall) => unknown) | false;
  /** By name: `true`, or what is wrong with the draft. */
  verifiers?: Record<string, (draft: string) => unknown>;
  /** Sees each thought, reflection and response as it happens. */
  onStep?: (step: Step) => unknown;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// A task as JavaScript gives it.
    #[wasm_bindgen(typescript_type = "ReflectTask")]
    pub type ReflectTask;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(then: &Function, ms: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// Milliseconds that a timer can wait.
const MAX_TIMER_MS: f64 = 2_147_483_647.0;

/// How deep settings are looked at: they nest three deep.
const SETTINGS_DEPTH: u32 = 6;
/// Keys of a task.
const KEYS: [&str; 6] = ["input", "systemPrompt", "model", "critic", "verifiers", "onStep"];

/// Drafts, has the draft judged and revises it until it is accepted or the budget is spent.
#[wasm_bindgen]
pub struct ReflectEngine(Engine);

#[wasm_bindgen]
impl ReflectEngine {
    /// Checks the settings: those of the npm package, `maxReflections`, `acceptanceThreshold` and `critiquePrompt` among them.
    ///
    /// # Errors
    /// `invalid_settings` names the field.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ReflectSettings | undefined")] settings: JsValue,
    ) -> Result<ReflectEngine, ReflectError> {
        let settings = if settings.is_undefined() { Raw::default() } else { written(&settings, SETTINGS_DEPTH) };
        let settings = ReflectSettings::check(&settings)?;
        settings.check_alone()?;
        Ok(Self(Engine::new(settings)))
    }

    /// Revisions at most.
    #[wasm_bindgen(getter, js_name = maxReflections)]
    pub fn max_reflections(&self) -> Result<u32, ReflectError> {
        Settings::resolve(self.0.chosen()).map(|settings| settings.max_reflections)
    }

    /// Points from which a draft is accepted.
    #[wasm_bindgen(getter, js_name = acceptanceThreshold)]
    pub fn acceptance_threshold(&self) -> Result<f64, ReflectError> {
        Settings::resolve(self.0.chosen()).map(|settings| settings.acceptance_threshold)
    }

    /// What critics are told, without the notice about the fence.
    #[wasm_bindgen(getter, js_name = critiquePrompt)]
    pub fn critique_prompt(&self) -> Result<String, ReflectError> {
        Settings::resolve(self.0.chosen()).map(|settings| crate::prompt::system_prompt(&settings))
    }

    /// Runs a task to its end. Rejects with `{ code, message }` only where the settings or the task are wrong, or the host has no random numbers;
    /// a run without a draft has an empty `output`, and `errors` say why.
    #[wasm_bindgen(unchecked_return_type = "RunOutcome")]
    pub async fn run(&self, task: ReflectTask) -> Result<JsValue, JsValue> {
        let callbacks = Callbacks::of(&task)?;
        let seed = self.0.chosen().seed().map_or_else(random_seed, Ok)?;
        let mut run = ReflectRun::new(self.0.begin(callbacks.task(&task)?)?, seed, Date::now())?;
        let mut out: Vec<(u32, Promise)> = Vec::new();
        let (mut asked, mut steps) = (0, Vec::new());
        loop {
            match run.poll(Date::now())? {
                Output::Step { step } => {
                    callbacks.show(&to_js(&step)?);
                    steps.push(step);
                }
                Output::Call { call } => {
                    out.push((asked, callbacks.make(asked, &call)?));
                    asked += 1;
                }
                Output::Wait { .. } => {
                    let all: Array = out.iter().map(|(_, promise)| promise).collect();
                    let settled: Array = JsFuture::from(Promise::race(&all)).await?.unchecked_into();
                    let number = settled.get(0).as_f64().unwrap_or_default() as u32;
                    out.retain(|(other, _)| *other != number);
                    let reply = reply(run.call(number)?, &settled);
                    run.answer(number, reply, Date::now())?;
                }
                Output::Done { result } => return to_js(&ReflectResult { steps, ..result }),
            }
        }
    }
}

/// The functions of a task.
struct Callbacks {
    model: Function,
    /// `None`: verifiers alone decide.
    critic: Option<Function>,
    verifiers: Vec<(String, Function)>,
    on_step: Option<Function>,
}

impl Callbacks {
    fn of(task: &JsValue) -> Result<Self, ReflectError> {
        let keys = Object::try_from(task).map(Object::keys).ok_or_else(|| bad("a task must be an object"))?;
        if let Some(key) = keys.iter().filter_map(|key| key.as_string()).find(|key| !KEYS.contains(&key.as_str())) {
            return Err(bad(&format!("unknown key `{key}` of a task; known are {}", KEYS.join(", "))));
        }
        let model = function(task, "model")?.ok_or_else(|| bad("`model` must be a function"))?;
        let critic = if field(task, "critic") == JsValue::FALSE {
            None
        } else {
            function(task, "critic")?.or_else(|| Some(model.clone()))
        };
        let named = field(task, "verifiers");
        let mut verifiers = Vec::new();
        for name in Reflect::own_keys(&named).unwrap_or_default().iter().filter_map(|name| name.as_string()) {
            let verifier = function(&named, &name)?;
            verifiers.push((name.clone(), verifier.ok_or_else(|| bad(&format!("the verifier `{name}` must be a function")))?));
        }
        Ok(Self { model, critic, verifiers, on_step: function(task, "onStep")? })
    }

    /// The task without its functions, for the core.
    fn task(&self, task: &JsValue) -> Result<RunTask, ReflectError> {
        let names: Vec<&str> = self.verifiers.iter().map(|(name, _)| name.as_str()).collect();
        let mut plain = serde_json::Map::new();
        plain.insert("critics".to_owned(), u8::from(self.critic.is_some()).into());
        plain.insert("verifiers".to_owned(), names.into());
        for key in ["input", "systemPrompt"] {
            let value = field(task, key);
            if !value.is_undefined() {
                plain.insert(key.to_owned(), parsed(&value).map_err(|message| bad(&format!("`{key}`: {message}")))?);
            }
        }
        RunTask::from_json(plain.into())
    }

    /// What it throws is its own affair.
    fn show(&self, step: &JsValue) {
        if let Some(on_step) = &self.on_step {
            drop(on_step.call1(&JsValue::NULL, step));
        }
    }

    /// Makes a call. The promise is never rejected: it gives the number of the call, what came, and else a code and words.
    fn make(&self, number: u32, call: &Call) -> Result<Promise, JsValue> {
        let (function, argument, timeout_ms, code) = match call {
            Call::Model(call) => {
                let asked = if call.critic.is_some() { self.critic.as_ref() } else { Some(&self.model) };
                (asked, to_js(call)?, call.timeout_ms, "model_error")
            }
            Call::Verify(call) => {
                let verifier = self.verifiers.iter().find(|(name, _)| *name == call.verifier);
                (verifier.map(|(_, function)| function), (&*call.draft).into(), call.timeout_ms, "verifier_error")
            }
            // No task of this face has tools.
            Call::Tool(call) => (None, JsValue::NULL, call.timeout_ms, "tool_error"),
        };
        let called = function.map_or(Err(JsValue::UNDEFINED), |function| function.call1(&JsValue::NULL, &argument));
        Ok(future_to_promise(async move {
            let late = Object::new();
            let settled = match called {
                Ok(value) => in_time(&value, timeout_ms, &late).await,
                Err(error) => Err(error),
            };
            let (value, code, message) = match settled {
                Ok(value) => (value, JsValue::UNDEFINED, JsValue::UNDEFINED),
                Err(error) if error == *late => (JsValue::UNDEFINED, "timeout".into(), "it took too long".into()),
                Err(error) => (JsValue::UNDEFINED, code.into(), words(&error)),
            };
            Ok(Array::of4(&number.into(), &value, &code, &message).into())
        }))
    }
}

/// What a value or a promise comes to; `late` is thrown where that takes longer.
async fn in_time(value: &JsValue, timeout_ms: f64, late: &Object) -> Result<JsValue, JsValue> {
    let mut timer = JsValue::UNDEFINED;
    let limit = Promise::new(&mut |_, reject| {
        timer = set_timeout(reject.bind1(&JsValue::NULL, late).unchecked_ref(), timeout_ms.min(MAX_TIMER_MS));
    });
    let settled = JsFuture::from(Promise::race(&Array::of2(&Promise::resolve(value), &limit))).await;
    clear_timeout(&timer);
    settled
}

/// What came of a call, as [`Callbacks::make`] gives it.
fn reply(call: &Call, settled: &Array) -> Reply {
    if let (Some(code), Some(message)) = (settled.get(2).as_string(), settled.get(3).as_string()) {
        return Reply::Failed(CallError::new(&code, message));
    }
    match parsed(&settled.get(1)) {
        Ok(value) => read_reply(call, &Raw::from(&value), None),
        Err(message) => Reply::Failed(CallError::new("bad_response", message)),
    }
}

/// A value as a person wrote it, for checks that name what came: JSON would leave out a function, and make NaN null.
fn written(value: &JsValue, depth: u32) -> Raw {
    let other = |what: &str| Raw::Other(what.to_owned());
    let throws = || other("something that throws when it is read");
    let entry = |key: JsValue| {
        let (name, held) = (key.as_string()?, Reflect::get(value, &key));
        let is_left_out = held.as_ref().is_ok_and(JsValue::is_undefined);
        (!is_left_out).then(|| (name, held.map_or_else(|_| throws(), |held| written(&held, depth - 1))))
    };
    match (value.as_bool(), value.as_f64(), value.as_string()) {
        (Some(flag), ..) => Raw::Bool(flag),
        (_, Some(number), _) => Raw::Number(number),
        (.., Some(text)) => Raw::Text(text),
        _ if value.is_null() => Raw::Null,
        _ if !value.is_object() || value.is_function() => {
            other(&format!("a {}", value.js_typeof().as_string().unwrap_or_default()))
        }
        _ if depth == 0 => other("something nested too deep"),
        _ if Array::is_array(value) => Raw::List(Array::from(value).iter().map(|item| written(&item, depth - 1)).collect()),
        _ => Reflect::own_keys(value).map_or_else(|_| throws(), |keys| Raw::Map(keys.iter().filter_map(entry).collect())),
    }
}

/// A value as JSON has it; what has no JSON is null.
fn parsed(value: &JsValue) -> Result<Value, String> {
    let text = JSON::stringify(value).map_err(|error| words(&error).as_string().unwrap_or_default())?;
    // Of `undefined` it is `undefined`.
    text.as_string().map_or(Ok(Value::Null), |text| serde_json::from_str(&text).map_err(|error| error.to_string()))
}

fn words(error: &JsValue) -> JsValue {
    let message = field(error, "message");
    if message.is_string() { message } else { format!("{error:?}").into() }
}

fn field(of: &JsValue, key: &str) -> JsValue {
    Reflect::get(of, &key.into()).unwrap_or_default()
}

/// The function of this key, where one is given.
fn function(of: &JsValue, key: &str) -> Result<Option<Function>, ReflectError> {
    let value = field(of, key);
    if value.is_undefined() {
        return Ok(None);
    }
    value.dyn_into().map(Some).map_err(|_| bad(&format!("`{key}` must be a function")))
}

fn bad(message: &str) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidTask, message)
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}
