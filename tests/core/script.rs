//! A host that plays model, tools, verifiers and clock from a script. No test mocks anything inside the core.

use reflect_engine::flow::{Call, CallError, Loop, Machine, ModelCall, Output, Reply, Step, read_reply};
use reflect_engine::message::{Message, Role, SharedText};
use reflect_engine::reflect::{Reflect, ReflectRun, RunTask};
use reflect_engine::settings::{InputValue, ReflectSettings};
use serde_json::{Value, json};

pub use reflect_bench::Random;

/// What the script says to a call: a reply, or a failure.
pub type Said = Result<Value, CallError>;

/// Everything that a run showed, and the run.
pub struct Played<L: Loop = Reflect> {
    pub requests: Vec<ModelCall>,
    pub calls: Vec<String>,
    pub steps: Vec<Step>,
    pub result: L::Outcome,
    pub run: Machine<L>,
}

impl<L: Loop> Played<L> {
    /// The steps as JSON, without number and time.
    pub fn told(&self) -> Vec<Value> {
        self.steps
            .iter()
            .map(|step| {
                let mut value = serde_json::to_value(step).unwrap();
                let map = value.as_object_mut().unwrap();
                map.remove("seq");
                map.remove("nowMs");
                value
            })
            .collect()
    }

    pub fn kinds(&self) -> Vec<String> {
        self.told().iter().map(|s| s["type"].as_str().unwrap().to_owned()).collect()
    }
}

pub fn settings(value: Value) -> ReflectSettings {
    ReflectSettings::check_settings(&InputValue::from(&value)).unwrap()
}

pub fn task(value: Value) -> RunTask {
    RunTask::from_json(value).unwrap()
}

/// A run with these settings and this task; seed and clock start at 7 and 1,000.
pub fn run(set: Value, what: Value) -> ReflectRun {
    ReflectRun::create_run(settings(set), task(what), 7, 1_000.0).unwrap()
}

/// As [`run`], under `classic` where the settings name no other strategy.
pub fn run_classic(mut set: Value, what: Value) -> ReflectRun {
    set.as_object_mut().unwrap().entry("strategy").or_insert(json!("classic"));
    run(set, what)
}

/// The question, asked under `classic` where the settings name no other strategy, and played with these replies.
pub fn asked(set: Value, script: Vec<Value>) -> Played {
    play(run_classic(set, question()), replies(script))
}

/// Drives a run to its end, as [`play_whole`] does; a look at several drafts is asked about each of them alone, and the verdicts are put into
/// one reply.
pub fn play<L: Loop>(run: Machine<L>, mut say: impl FnMut(&Call) -> Said) -> Played<L> {
    play_whole(run, |call| match call {
        Call::Model(ModelCall { drafts: Some(drafts), .. }) => one_by_one(call, drafts, &mut say),
        call => say(call),
    })
}

fn one_by_one(call: &Call, drafts: &[u32], mut say: impl FnMut(&Call) -> Said) -> Said {
    let Call::Model(ask) = call else { unreachable!() };
    let shown = ask.messages[1].content.text();
    let (before, _) = shown.split_once("\n\nAnswer 1 to evaluate:").unwrap();
    let mut entries = Vec::new();
    let mut shown: Vec<_> = drafts.iter().zip(answers(ask)).enumerate().collect();
    shown.sort_by_key(|(_, (draft, _))| **draft);
    for (at, (draft, answer)) in shown {
        let mut alone = ModelCall { draft_index: *draft, iteration: draft + 1, drafts: None, ..ask.clone() };
        alone.messages[1] =
            Message::from_text(Role::User, format!("{before}\n\nAnswer to evaluate:\n[begin 0]\n{answer}\n[end 0]"));
        let said = say(&Call::Model(alone))?;
        match said.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok()).filter(Value::is_object) {
            Some(verdict) => entries.push(laid_over(json!({ "draft": at + 1 }), &verdict)),
            None => return Ok(said),
        }
    }
    Ok(json!(json!({ "drafts": entries }).to_string()))
}

/// The answers that a critique request shows, each from its own fence, in the order shown.
pub fn answers(call: &ModelCall) -> Vec<String> {
    let text = call.messages[1].content.text();
    let answers = text.split("to evaluate:\n[begin ").skip(1);
    answers.map(|part| part.split_once('\n').unwrap().1.split("\n[end ").next().unwrap().to_owned()).collect()
}

/// Drives a run to its end. Replies are handed in last call first, as a host may.
pub fn play_whole<L: Loop>(mut run: Machine<L>, mut say: impl FnMut(&Call) -> Said) -> Played<L> {
    let mut played = (Vec::new(), Vec::new(), Vec::new());
    let mut out = Vec::new();
    let mut now = 1_000.0;
    for _ in 0..100_000 {
        now += 1.0;
        match run.poll(now).unwrap() {
            Output::Step { step } => played.2.push(step),
            Output::Call { call } => {
                if let Call::Model(model) = &call {
                    played.0.push(model.clone());
                }
                played.1.push(call.call_id().to_owned());
                out.push((call.call_id().to_owned(), say(&call)));
            }
            Output::Wait { call_ids } => {
                assert_eq!(call_ids, out.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>());
                for (id, said) in out.drain(..).rev() {
                    hand_in(&mut run, &id, said, now);
                }
            }
            Output::Done { result } => {
                let (requests, calls, steps) = played;
                return Played { requests, calls, steps, result, run };
            }
        }
    }
    panic!("the run did not end");
}

/// A run that has ended, taken up again by a person under these settings.
pub fn reviewed<L: Loop>(mut run: Machine<L>, settings: Option<&Value>, accepted: bool, feedback: Option<&str>) -> Machine<L> {
    run.replay_resume(settings.map(InputValue::from).as_ref(), 5_000.0).unwrap();
    run.review_result(accepted, feedback.map(str::to_owned), 5_000.0).unwrap();
    run
}

/// One thing that a run was told.
enum Told {
    Polled,
    Said(String, Said),
    Resumed,
}

/// Every output of a run as JSON. The clock goes one millisecond a poll; replies come when the run waits, the last call first. With
/// `restored` a new run takes its place at every wait, which is told all that the first was told.
pub fn trace<L: Loop>(make: impl Fn() -> Machine<L>, mut voice: impl FnMut(&Call) -> Said, restored: bool) -> Vec<Value> {
    let (mut run, mut outputs, mut out, mut now) = (make(), Vec::new(), Vec::new(), 1_000.0);
    let mut log = Vec::new();
    loop {
        now += 1.0;
        let output = run.poll(now).unwrap();
        log.push((now, Told::Polled));
        let mut shown = serde_json::to_value(&output).unwrap();
        if let Output::Done { .. } = output {
            // The host has them.
            shown["result"]["steps"] = outputs.iter().filter_map(|output: &Value| output.get("step").cloned()).collect();
        }
        outputs.push(shown);
        match output {
            Output::Step { .. } => {}
            Output::Call { call } => out.push((call.call_id().to_owned(), voice(&call))),
            Output::Wait { .. } => {
                for (id, said) in out.drain(..).rev() {
                    hand_in(&mut run, &id, said.clone(), now);
                    log.push((now, Told::Said(id, said)));
                }
                if restored {
                    let shown = outputs.iter().filter(|output| output["type"] == "step").count();
                    run = make();
                    for (at, told) in &log {
                        match told {
                            Told::Polled => drop(run.poll(*at).unwrap()),
                            Told::Said(id, said) => hand_in(&mut run, id, said.clone(), *at),
                            Told::Resumed => run.replay_resume(None, *at).unwrap(),
                        }
                    }
                    if run.resume_run(shown as f64, None, now).unwrap() {
                        log.push((now, Told::Resumed));
                    }
                }
            }
            Output::Done { .. } => return outputs,
        }
        assert!(outputs.len() < 20_000, "the run does not end");
    }
}

/// Hands in what was said to the call of this name; `contents` one after the other.
pub fn hand_in<L: Loop>(run: &mut Machine<L>, id: &str, said: Said, now: f64) {
    let number = run.find_pending_number(id).unwrap();
    let value = match said {
        Ok(value) => value,
        Err(error) => return run.answer_call(number, Reply::Failed(error), now).unwrap(),
    };
    let contents = value.get("contents").and_then(Value::as_array).cloned();
    let told = if value.get("usage").is_some() { json!({}) } else { json!(null) };
    for (at, one) in contents.unwrap_or_else(|| vec![value.clone()]).into_iter().enumerate() {
        let mut part = if one.is_string() && value.is_object() { json!({ "content": one }) } else { one };
        if let Some(part) = part.as_object_mut().filter(|_| value.get("contents").is_some()) {
            part.insert("usage".to_owned(), if at == 0 { value["usage"].clone() } else { told.clone() });
        }
        let reply = read_reply(run.call_in_flight(number).unwrap(), &InputValue::from(&part), None);
        run.answer_call(number, reply, now).unwrap();
    }
}

/// A model that answers from a list, in order, and fails when the list is at its end. Tools echo, verifiers pass.
pub fn replies(list: Vec<Value>) -> impl FnMut(&Call) -> Said {
    let mut list = list.into_iter();
    move |call| match call {
        Call::Model(_) => list.next().ok_or_else(|| CallError::new("model_error", "the script is at its end")),
        Call::Tool(run) => Ok(json!({ "ran": run.tool_name, "args": run.args })),
        Call::Verify(_) => Ok(json!({ "passed": true })),
    }
}

/// A critique of the score form.
pub fn critique(score: f64, needs_revision: bool) -> Value {
    let issues = if needs_revision { vec!["too short"] } else { vec![] };
    json!(json!({ "score": score, "issues": issues, "suggestion": "Say more.", "needs_revision": needs_revision }).to_string())
}

/// An object with these keys laid over.
pub fn laid_over(mut all: Value, over: &Value) -> Value {
    all.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
    all
}

/// What a call shows last.
pub fn last(call: &ModelCall) -> SharedText {
    call.messages.last().unwrap().content.text()
}

/// All that a call shows.
pub fn shown(call: &ModelCall) -> String {
    call.messages.iter().map(|message| message.content.text()).collect::<Vec<_>>().join("\n\n")
}

pub fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

/// A task with nothing but its question.
pub fn question() -> Value {
    json!({ "input": "Q?" })
}

/// Settings under this strategy.
pub fn with(strategy: &str, mut more: Value) -> Value {
    more["strategy"] = json!(strategy);
    more
}

pub fn search_tool() -> Value {
    json!({ "name": "search", "description": "search the web", "parameters": { "type": "object", "properties": { "q": { "type": "string" } } } })
}

pub fn tool_turn(calls: Value) -> Value {
    json!({ "content": "", "toolCalls": calls })
}
