//! Keys that are known, but not here: a setting in the task, a key of the task in the settings, and one of `budget` beside it.

use super::budget::LIMITS;
use super::check::KEYS;
use crate::error::{ErrorCode, ReflectError, meant, unknown, unknown_in, usual};
use crate::message::Raw;

/// What a task may hold that a setting could be taken for. `review` is for `resume` alone.
const OF_THE_TASK: [&str; 16] = [
    "input",
    "systemPrompt",
    "model",
    "critic",
    "tools",
    "verifiers",
    "usable",
    "outputSchema",
    "redact",
    "settings",
    "onStep",
    "onDraft",
    "onCall",
    "runId",
    "signal",
    "durable",
];

/// What a call of a model takes, and no loop around it.
const OF_THE_MODEL: [&str; 7] = ["temperature", "topP", "topK", "maxOutputTokens", "maxCompletionTokens", "stop", "apiKey"];

/// Refuses settings that hold a key of the task, and says where it belongs.
pub(super) fn not_of_the_task(raw: &Raw) -> Result<(), ReflectError> {
    let Raw::Map(entries) = raw else { return Ok(()) };
    match entries.iter().find(|(key, _)| OF_THE_TASK.contains(&key.as_str())) {
        Some((key, _)) => {
            let message = format!("`{key}` {}", of_the_task(key));
            Err(ReflectError::new(ErrorCode::InvalidSettings, message))
        }
        None => Ok(()),
    }
}

fn of_the_task(key: &str) -> String {
    format!("belongs to the task: `engine.run({{ {key} }})`")
}

/// What to do with a key that is neither ours nor called otherwise here.
fn elsewhere(key: &str) -> String {
    if OF_THE_MODEL.contains(&key) {
        format!(". `{key}` is for the client that your `model` function calls")
    } else if key == "stream" {
        ". To stream, call `stream(…)` instead of `run(…)`".to_owned()
    } else {
        String::new()
    }
}

/// What to say of a key that no task has; `known` are those that it may have.
#[must_use]
pub fn unknown_in_task(key: &str, known: &[&str]) -> String {
    const WHERE: &str = "is a setting: give it to `new ReflectEngine({ … })` or to `settings`";
    if KEYS.contains(&key) {
        return format!("`{key}` {WHERE}");
    }
    let key = &shortened(key);
    let foreign = elsewhere(key);
    let setting = match (usual(key, &KEYS), meant("task key", key, known)) {
        _ if !foreign.is_empty() => None,
        (Some(setting), _) => Some(setting.to_owned()),
        (None, Some(_)) => None,
        (None, None) => meant("setting", key, &KEYS).map(str::to_owned).or_else(|| limit(key)),
    };
    match setting {
        Some(setting) => format!("unknown task key `{key}`, did you mean `{setting}`? It {WHERE}"),
        None => unknown("task key", key, known) + &foreign,
    }
}

/// What to say of a key that no settings at this path have; one of `budget` may have been meant that stands beside it.
#[must_use]
pub fn unknown_setting(path: &str, key: &str, known: &[&str]) -> String {
    let key = &shortened(key);
    let top = path.is_empty() && known.contains(&"budget");
    let foreign = if top { elsewhere(key) } else { String::new() };
    if !foreign.is_empty() {
        return unknown_in("setting", path, key, known) + &foreign;
    }
    // Those of the engine, which has tasks; an autopilot is one, and has a goal.
    let goal = known.contains(&"goal");
    let of_task = if usual(key, known).is_none() { usual(key, &OF_THE_TASK) } else { None };
    if let Some(other) = of_task.filter(|_| top && !goal) {
        return format!("unknown setting `{key}`, did you mean `{other}`? It {}", of_the_task(other));
    }
    if top && meant("setting", key, known).is_none() {
        let nested = if goal { in_goal(key) } else { None };
        if let Some(nested) = nested.or_else(|| limit(key)) {
            return format!("unknown setting `{key}`, did you mean `{nested}`?");
        }
    }
    unknown_in("setting", path, key, known)
}

/// What an autopilot has in its goal, or in its budget beside the usual limits.
fn in_goal(key: &str) -> Option<String> {
    if key == "maxIterations" || usual(key, &["maxReflections"]).is_some() {
        return Some("budget.maxIterations".to_owned());
    }
    meant("setting", key, &["objective", "successCriteria"]).map(|part| format!("goal.{part}"))
}

fn limit(key: &str) -> Option<String> {
    meant("setting", key, &LIMITS).map(|limit| format!("budget.{limit}"))
}

/// As [`unknown`] tells a key: one may be a megabyte.
fn shortened(key: &str) -> String {
    key.chars().take(80).collect()
}
