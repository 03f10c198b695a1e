//! Keys that are known, but not here: a setting in the task, and a key of the task in the settings.

use super::check::{KEYS, Raw};
use crate::error::{ErrorCode, ReflectError, unknown, usual};

/// What a task may hold that a setting could be taken for. `review` is for `resume` alone.
const OF_THE_TASK: [&str; 14] = [
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
    "signal",
    "durable",
];

/// Refuses settings that hold a key of the task, and says where it belongs.
pub(super) fn not_of_the_task(raw: &Raw) -> Result<(), ReflectError> {
    let Raw::Map(entries) = raw else { return Ok(()) };
    match entries.iter().find(|(key, _)| OF_THE_TASK.contains(&key.as_str())) {
        Some((key, _)) => {
            let message = format!("`{key}` belongs to the task: `engine.run({{ {key} }})`");
            Err(ReflectError::new(ErrorCode::InvalidSettings, message))
        }
        None => Ok(()),
    }
}

/// What to say of a key that no task has; `known` are those that it may have.
#[must_use]
pub fn unknown_in_task(key: &str, known: &[&str]) -> String {
    const WHERE: &str = "is a setting: give it to `new ReflectEngine({ … })` or to `settings`";
    if KEYS.contains(&key) {
        return format!("`{key}` {WHERE}");
    }
    match usual(key, &KEYS) {
        Some(setting) => format!("unknown task key `{key}`, did you mean `{setting}`? It {WHERE}"),
        None => unknown("task key", key, known),
    }
}
