//! Keys that are known, but not here: a setting in the task, a key of the task in the settings, and one of `budget` beside it.

use super::budget::LIMITS;
use super::check::{KEYS, Raw};
use crate::error::{ErrorCode, ReflectError, meant, unknown, unknown_in, usual};

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
    let key = &shortened(key);
    let setting = match (usual(key, &KEYS), meant("task key", key, known)) {
        (Some(setting), _) => Some(setting.to_owned()),
        (None, Some(_)) => None,
        (None, None) => meant("setting", key, &KEYS).map(str::to_owned).or_else(|| limit(key)),
    };
    match setting {
        Some(setting) => format!("unknown task key `{key}`, did you mean `{setting}`? It {WHERE}"),
        None => unknown("task key", key, known),
    }
}

/// What to say of a key that no settings at this path have; one of `budget` may have been meant that stands beside it.
#[must_use]
pub fn unknown_setting(path: &str, key: &str, known: &[&str]) -> String {
    let key = &shortened(key);
    let beside = path.is_empty() && known.contains(&"budget") && meant("setting", key, known).is_none();
    match limit(key).filter(|_| beside) {
        Some(limit) => format!("unknown setting `{key}`, did you mean `{limit}`?"),
        None => unknown_in("setting", path, key, known),
    }
}

fn limit(key: &str) -> Option<String> {
    meant("setting", key, &LIMITS).map(|limit| format!("budget.{limit}"))
}

/// As [`unknown`] tells a key: one may be a megabyte.
fn shortened(key: &str) -> String {
    key.chars().take(80).collect()
}
