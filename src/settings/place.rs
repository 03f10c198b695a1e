//! Known keys in the wrong place: the error says where they belong.

use super::check::SettingsGroup;
use super::{AdvancedSettings, BudgetSettings, CritiqueSettings, HistorySettings, JurySettings, ReflectSettings};
use crate::error::{describe_unknown, describe_unknown_at, find_nearest, resolve_alias, suggest_word};

/// Groups of settings: a key that the outermost object must know, for the group to be one of its own; the path; the keys in it.
const GROUPS: [(&str, &str, &[&str]); 8] = [
    ("advanced", "advanced.", AdvancedSettings::KEYS),
    ("advanced", "advanced.critique.", CritiqueSettings::KEYS),
    ("advanced", "advanced.jury.", JurySettings::KEYS),
    ("advanced", "advanced.history.", HistorySettings::KEYS),
    ("goal", "goal.", &["objective", "successCriteria"]),
    ("goal", "budget.", &["maxIterations"]),
    ("goal", "critic.", &super::autopilot::CRITIC),
    ("budget", "budget.", BudgetSettings::KEYS),
];

/// What a task may hold that a setting could be taken for. `review` is for `resume` alone.
const OF_THE_TASK: [&str; 18] = [
    "input",
    "systemPrompt",
    "model",
    "critic",
    "tools",
    "verifiers",
    "usable",
    "answer",
    "outputSchema",
    "draft",
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
const OF_THE_MODEL: [&str; 9] =
    ["temperature", "topP", "topK", "maxOutputTokens", "maxCompletionTokens", "stop", "apiKey", "maxRetries", "retries"];

/// The message about a key that no task has; `allowed` are those that it may have.
pub fn describe_unknown_or_misplaced_task_key(key: &str, task_keys: &[&str]) -> String {
    const WHERE: &str = "is a setting: give it to `new ReflectEngine({ … })` or to `settings`";
    let top_keys = ReflectSettings::KEYS;
    let key = &shorten_key(key);
    if let Some(place) = find_setting_path(top_keys, &|keys| find_exact_key(key, keys)) {
        return if place == *key { format!("`{key}` {WHERE}") } else { format!("`{key}` is `{place}`, which {WHERE}") };
    }
    if let Some(foreign) = explain_misplaced_key(key) {
        return describe_unknown("task key", key, task_keys) + &foreign;
    }
    let setting = match suggest_word("task key", key, task_keys) {
        Some(_) => find_setting_path(top_keys, &|keys| resolve_alias(key, keys)),
        None => find_setting_path(top_keys, &|keys| suggest_word("setting", key, keys)),
    };
    match setting {
        Some(setting) => format!("unknown task key `{key}`, did you mean `{setting}`? It {WHERE}"),
        None => describe_unknown("task key", key, task_keys),
    }
}

/// The message about a key that no settings at this path have; `top` are the keys that the outermost object may have.
pub fn describe_unknown_setting(path: &str, key: &str, allowed_keys: &[&str], top_keys: &[&str]) -> String {
    let key = &shorten_key(key);
    let has_tasks = top_keys.contains(&"advanced");
    let belongs = |key: &str| format!("belongs to the task: `engine.run({{ {key} }})`");
    let here = format!("{path}{key}");
    if let Some(place) = find_setting_path(top_keys, &|keys| find_exact_key(key, keys)).filter(|place| *place != here) {
        return format!("`{here}` is `{place}`");
    }
    if has_tasks && OF_THE_TASK.contains(&key.as_str()) {
        return format!("`{here}` {}", belongs(key));
    }
    if let Some(foreign) = explain_misplaced_key(key).filter(|_| path.is_empty() && top_keys.contains(&"budget")) {
        return describe_unknown_at("setting", path, key, allowed_keys) + &foreign;
    }
    if resolve_alias(key, allowed_keys).is_none()
        && has_tasks
        && let Some(other) = resolve_alias(key, &OF_THE_TASK)
    {
        return format!("unknown setting `{here}`, did you mean `{other}`? It {}", belongs(other));
    }
    if suggest_word("setting", key, allowed_keys).is_none() {
        if let Some(place) = find_setting_path(top_keys, &|keys| suggest_word("setting", key, keys)) {
            return format!("unknown setting `{here}`, did you mean `{place}`?");
        }
        if let Some(other) = find_nearest(key, &OF_THE_TASK).filter(|_| has_tasks) {
            return format!("unknown setting `{here}`, did you mean `{other}`? It {}", belongs(other));
        }
    }
    describe_unknown_at("setting", path, key, allowed_keys)
}

/// Where the outermost object, which may have these keys, has the one that is looked for.
fn find_setting_path<'a>(top_keys: &[&'a str], find_key: &dyn Fn(&[&'a str]) -> Option<&'a str>) -> Option<String> {
    let groups = GROUPS.iter().filter(|(of, ..)| top_keys.contains(of)).map(|(_, path, keys)| (*path, *keys));
    [("", top_keys)].into_iter().chain(groups).find_map(|(path, keys)| Some(format!("{path}{}", find_key(keys)?)))
}

fn find_exact_key<'a>(key: &str, keys: &[&'a str]) -> Option<&'a str> {
    keys.iter().copied().find(|name| *name == key)
}

/// The advice about a key that is for somebody else.
fn explain_misplaced_key(key: &str) -> Option<String> {
    if OF_THE_MODEL.contains(&key) {
        return Some(format!(". `{key}` is for the client that your `model` function calls"));
    }
    (key == "stream").then(|| ". To stream, call `stream(…)` instead of `run(…)`".to_owned())
}

/// One key may be a megabyte.
fn shorten_key(key: &str) -> String {
    key.chars().take(80).collect()
}
