//! A whole run with replies from the input, restored from its snapshot at every stop.
//!
//! An input is a line of bytes that choose settings, tools and verifiers, then settings as JSON (or nothing), and, each behind a `0x1e`,
//! the model's replies. Their first letter says how each is given.

use reflect_engine::critique::{ReadOptions, Verdict, read};
use reflect_engine::flow::{Call, CallError, Output};
use reflect_engine::reflect::{AcceptedBy, ReflectResult, ReflectRun, RunStatus, RunTask};
use reflect_engine::settings::{Raw, ReflectSettings, Settings, Strategy};
use serde_json::{Value, json};

use super::reader::{pick, split};
use super::seeds::SEPARATOR;

/// Outputs of one run; more means that it does not end.
const MAX_OUTPUTS: usize = 50_000;

/// Panics when something does not hold that must.
pub fn check(input: &[u8]) {
    let (head, text) = split(input);
    let mut parts = text.split(SEPARATOR);
    let Some(settings) = settings(&head, parts.next().unwrap_or_default()) else { return };
    let replies: Vec<&str> = parts.collect();
    let Ok(resolved) = Settings::for_task(&settings, 1, true) else { return };
    let Ok(task) = RunTask::from_json(task(&head, &replies)) else { return };

    let whole = play(&settings, &task, &head, &replies, false);
    let Some((outputs, told, result)) = whole else { return };
    bounded(&resolved, &told, &result);
    kept(&result);
    honest(&resolved, &told, &result);
    if head.get(1).is_some_and(|b| b % 2 == 1) {
        let restored = play(&settings, &task, &head, &replies, true).map(|(outputs, _, _)| outputs);
        assert_eq!(restored, Some(outputs), "a run that was restored at every stop went another way");
    }
    damaged(&result.snapshot, &head);
}

fn settings(head: &[u8], text: &str) -> Option<ReflectSettings> {
    let raw = match serde_json::from_str::<Value>(text) {
        Ok(given) => given,
        Err(_) if !text.is_empty() => return None,
        Err(_) => json!({
            "maxReflections": pick(head, 2, &[2, 0, 1, 5]),
            "maxAnswerSteps": pick(head, 3, &[5, 1, 2]),
            "onUnreadableCritique": pick(head, 4, &["stop", "retry", "revise", "needs-review", "fail"]),
            "criteria": if pick(head, 6, &[0, 1, 2]) == 2 { json!(["one", "two"]) } else { json!([]) },
            "budget": pick(head, 10, &[json!({}), json!({ "maxCalls": 3 }), json!({ "maxTokens": 300 }), json!({ "maxSeconds": 0.02 })]),
            "strategy": pick(head, 22, &["classic", "keep-best", "best-of-n", "adaptive"]),
            "advanced": {
                "onContradiction": pick(head, 5, &["revise", "accept", "invalid"]),
                "critiqueFormat": pick(head, 6, &["score", "status", "criteria"]),
                "judgeLast": pick(head, 7, &[true, false]),
                "select": pick(head, 8, &["latest", "best"]),
                "critique": { "fence": pick(head, 9, &[true, false]), "sees": ["history", "toolResults", "systemPrompt"] },
                "history": pick(head, 11, &[json!({}), json!({ "maxDrafts": 1 }), json!({ "maxChars": 1_000 })]),
                "seed": 7,
            },
        }),
    };
    let mut raw = raw;
    if raw["criteria"].as_array().is_some_and(Vec::is_empty)
        && let Some(map) = raw.as_object_mut()
    {
        map.remove("criteria");
    }
    ReflectSettings::check(&Raw::from(&raw)).ok()
}

fn task(head: &[u8], replies: &[&str]) -> Value {
    let verifiers: Vec<String> = (0..pick(head, 12, &[0, 1, 2])).map(|n| format!("check{n}")).collect();
    let critics = if verifiers.is_empty() { 1 } else { pick(head, 13, &[1, 0]) };
    let tool = json!({ "name": "search", "description": "d", "parameters": { "type": "object" } });
    let input = pick(head, 14, &[json!("Q?"), json!([{ "role": "user", "content": replies.first().unwrap_or(&"Q?") }])]);
    json!({ "input": input, "tools": [tool], "critics": critics, "verifiers": verifiers })
}

/// What was said in a run.
#[derive(Default)]
struct Told {
    calls: Vec<String>,
    model_calls: usize,
    /// What critics said, with the index of the draft they judged.
    critiques: Vec<(u32, Value)>,
}

type Whole = (Vec<Value>, Told, ReflectResult);

/// Plays a run to its end; the clock goes a millisecond a poll. `None`: the task was refused.
fn play(settings: &ReflectSettings, task: &RunTask, head: &[u8], replies: &[&str], restored: bool) -> Option<Whole> {
    let mut run = ReflectRun::create(settings.clone(), task.clone(), 7, 1_000.0).ok()?;
    let (mut outputs, mut told, mut out) = (Vec::new(), Told::default(), Vec::new());
    let mut now = 1_000.0;
    while outputs.len() < MAX_OUTPUTS {
        now += 1.0;
        let output = run.poll(now).unwrap_or_else(|error| panic!("poll: {error}"));
        outputs.push(serde_json::to_value(&output).unwrap_or_else(|error| panic!("an output is no JSON: {error}")));
        match output {
            Output::Step { .. } => {}
            Output::Call { call } => out.push((call.id().to_owned(), say(&call, head, replies, &mut told))),
            Output::Wait { .. } => {
                for (id, said) in out.drain(..).rev() {
                    let taken = match said {
                        Ok(value) => run.reply(&id, value, now),
                        Err(error) => run.fail(&id, error, now),
                    };
                    taken.unwrap_or_else(|error| panic!("{id}: {error}"));
                }
                if restored {
                    run = ReflectRun::restore(&run.snapshot(), None, now).unwrap_or_else(|error| panic!("restore: {error}"));
                }
            }
            Output::Done { result } => return Some((outputs, told, result)),
        }
    }
    panic!("the run does not end");
}

fn say(call: &Call, head: &[u8], replies: &[&str], told: &mut Told) -> Result<Value, CallError> {
    told.calls.push(call.id().to_owned());
    let turn = told.calls.len();
    match call {
        Call::Model(call) => {
            told.model_calls += 1;
            let said = reply(replies, told.model_calls - 1);
            if call.purpose == "critique"
                && let Ok(value) = &said
            {
                told.critiques.push((call.draft_index, value.clone()));
            }
            said
        }
        Call::Tool(run) => {
            pick(head, 15 + turn % 3, &[Ok(run.args.clone()), Ok(json!(null)), Err(CallError::new("timeout", "late"))])
        }
        Call::Verify(_) => {
            let verdicts = [
                Ok(json!({ "passed": true })),
                Ok(json!({ "passed": false, "issues": ["case 2"] })),
                Ok(json!({ "passed": "true" })),
                Ok(json!([])),
                Err(CallError::new("verifier_error", "boom")),
            ];
            pick(head, 18 + turn % 4, &verdicts)
        }
    }
}

/// The reply at this turn; the script is gone through again when it is at its end.
fn reply(replies: &[&str], turn: usize) -> Result<Value, CallError> {
    if replies.is_empty() {
        return Err(CallError::new("model_error", "no replies"));
    }
    let text = replies[turn % replies.len()];
    let rest = text.get(1..).unwrap_or_default();
    Ok(match text.as_bytes().first() {
        Some(b'f') => return Err(CallError::new("model_error", rest)),
        Some(b'l') => json!({ "content": rest, "finishReason": "length" }),
        Some(b'c') => {
            json!({ "content": "", "toolCalls": [{ "name": "search", "arguments": rest }, { "name": rest, "arguments": {} }] })
        }
        Some(b'p') => {
            json!({ "content": [{ "type": "text", "text": rest }, { "type": "image", "x": 1 }], "usage": { "inputTokens": 9 } })
        }
        Some(b'j') => serde_json::from_str(rest).unwrap_or(Value::Null),
        Some(b't') => json!(rest),
        _ => json!(text),
    })
}

fn bounded(settings: &Settings, told: &Told, result: &ReflectResult) {
    assert!(told.model_calls <= settings.budget.max_calls as usize, "{} model calls", told.model_calls);
    let first = if settings.strategy == Strategy::BestOfN { settings.drafts } else { 1 };
    assert!(result.iterations <= settings.max_reflections + first, "{} drafts", result.iterations);
    let mut names = told.calls.clone();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), told.calls.len(), "call names are not unique: {:?}", told.calls);
}

/// No draft is lost.
fn kept(result: &ReflectResult) {
    assert_eq!(result.drafts.len() + result.dropped as usize, result.iterations as usize, "drafts were lost");
    if result.iterations > 0 {
        assert!(!result.output.is_empty(), "there were drafts, and none is returned");
        assert!(result.drafts.iter().any(|d| d.index == result.draft_index && d.text == result.output), "not a draft");
    } else {
        assert_eq!(result.status, RunStatus::Failed);
    }
}

/// Nothing is accepted that nobody accepted.
fn honest(settings: &Settings, told: &Told, result: &ReflectResult) {
    let draft = result.drafts.iter().find(|d| d.index == result.draft_index);
    assert_eq!(result.accepted, result.status == RunStatus::Ok);
    assert_eq!(result.accepted, result.accepted_by.is_some());
    let Some(by) = result.accepted_by else { return };
    let draft = draft.unwrap_or_else(|| panic!("accepted, and no draft"));
    assert!(result.judged && draft.judged && draft.verifiers.values().all(|v| v.passed), "a failed verifier was overruled");
    match by {
        AcceptedBy::Verifier => assert!(!draft.verifiers.is_empty(), "no verifier ran"),
        AcceptedBy::Human | AcceptedBy::Evaluator => panic!("neither a person nor an evaluator was asked"),
        AcceptedBy::Critic => {
            let options = ReadOptions {
                form: Some(settings.form),
                acceptance_threshold: settings.acceptance_threshold,
                confidence_threshold: settings.confidence_threshold,
                criteria_count: u32::try_from(settings.criteria.len()).ok().filter(|n| *n > 0),
                on_contradiction: Some(settings.on_contradiction),
                sentinels: settings.sentinels.clone(),
                answer: Some(draft.text.to_string()),
                ..ReadOptions::default()
            };
            let critics = told.critiques.iter().filter(|(index, _)| *index == draft.index);
            let accepts = |value: &Value| read(&content(value), &options).status == Verdict::Accepted;
            let mut said = critics.map(|(_, value)| value).filter(|value| value["finishReason"] != "length");
            assert!(said.any(accepts), "no critic accepted draft {}: {:?}", draft.index, told.critiques);
        }
    }
}

fn content(value: &Value) -> String {
    match value.get("content").unwrap_or(value) {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|p| p["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// A snapshot that was tampered with is refused or goes on; it never panics.
fn damaged(snapshot: &str, head: &[u8]) {
    let at = head.iter().fold(0_usize, |sum, b| sum.wrapping_mul(31).wrapping_add(usize::from(*b)));
    let mut bytes = snapshot.as_bytes().to_vec();
    let index = at % bytes.len().max(1);
    if let (Some(byte), Some(new)) = (bytes.get_mut(index), head.last()) {
        *byte = *new;
    }
    let Ok(text) = String::from_utf8(bytes) else { return };
    let Ok(mut run) = ReflectRun::restore(&text, None, 5.0) else { return };
    let _ = run.review(false, Some("again".to_owned()), 6.0);
    for _ in 0..20 {
        let _ = run.poll(7.0);
    }
}
