//! A promised error: from where acceptances keep it, and whose acceptances those are.
//!
//! The promise comes from labels of whole runs. Under other settings, or with another judge, a run ends with other texts, of which the labels
//! say nothing: so all settings count, but for those that change no draft, and another judge is refused.

use std::sync::Arc;

use serde::Serialize;
use tsify::Tsify;

use super::{FieldChecker, InputValue, errors};
use crate::error::ReflectError;
use crate::message::join_texts;

/// What `guarantee(labels, …)` of `reflect-engine/measure` returns: plain JSON, for the setting of this name.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct Guarantee {
    /// Accepted from this `trace.acceptanceScore` on.
    pub threshold: f64,
    /// The share of what is accepted that may be wrong, above 0 and below 1.
    pub wrong: f64,
    /// How sure the promise is, above 0 and below 1.
    pub confidence: f64,
    /// Number of labels that it rests on, one a group.
    pub labels: u32,
    pub judge: GuaranteedJudge,
}

/// Who accepts, and under which settings. It is in every label of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct GuaranteedJudge {
    /// The critics' models, as their replies name them, else their names; none where verifiers alone decide.
    pub critics: Vec<String>,
    pub verifiers: Vec<String>,
    /// Version of the package, whose prompts the critics were sent.
    pub version: String,
    /// The settings of the runs, as they were given.
    #[tsify(type = "ReflectSettings")]
    pub settings: InputValue,
}

/// Settings that change no draft, nor what accepts it. What `calibration` holds an engine learns from run to run.
const IDLE: [&str; 4] = ["guarantee", "advanced.seed", "advanced.prices", "advanced.calibration"];

impl FieldChecker<'_> {
    pub(super) fn read_guarantee(&self, key: &str) -> Option<Arc<Guarantee>> {
        self.get(key)?;
        let f = self.nested(key, &["threshold", "wrong", "confidence", "labels", "judge"]);
        let share = |key: &str| {
            let share = f.require_field(key, f.number(key, 0.0, 1.0))?;
            if share > 0.0 && share < 1.0 {
                Some(share)
            } else {
                f.refuse_field(key, "above 0 and below 1", &InputValue::Number(share))
            }
        };
        let (wrong, confidence) = (share("wrong")?, share("confidence")?);
        let threshold = f.require_field("threshold", f.number("threshold", -1e9, 1e9))?;
        let labels = f.require_field("labels", f.int("labels", 1, u32::MAX))?;
        let judge = f.nested("judge", &["critics", "verifiers", "version", "settings"]);
        Some(Arc::new(Guarantee {
            threshold,
            wrong,
            confidence,
            labels,
            judge: GuaranteedJudge {
                critics: judge.require_field("critics", judge.texts("critics"))?,
                verifiers: judge.require_field("verifiers", judge.texts("verifiers"))?,
                version: judge.require_field("version", judge.text("version"))?,
                settings: judge.require_field("settings", judge.get("settings"))?.clone(),
            },
        }))
    }
}

impl Guarantee {
    /// Refuses settings that are not those of its labels.
    /// Errors: `judge_changed`, naming the setting.
    pub(super) fn check_judge_settings(&self, raw: &InputValue) -> Result<(), ReflectError> {
        let (then, now) = (flatten_binding_settings(&self.judge.settings), flatten_binding_settings(raw));
        let value = |all: &[(String, &'_ InputValue)], path: &str| {
            all.iter().find(|(other, _)| other == path).map(|(_, value)| value.to_json())
        };
        for (path, _) in then.iter().chain(&now) {
            check_unchanged(value(&then, path) == value(&now, path), &format!("`{path}`"))?;
        }
        check_unchanged(self.judge.version == env!("CARGO_PKG_VERSION"), "the version of the package")
    }

    /// Refuses a task with other judges.
    /// Errors: `judge_changed`, naming what they are.
    pub fn check_judge_names(&self, critic_count: u32, verifiers: &[String]) -> Result<(), ReflectError> {
        check_unchanged(self.judge.critics.len() == critic_count as usize, "the number of critics")?;
        let then = &self.judge.verifiers;
        // No two have one name.
        check_unchanged(
            then.len() == verifiers.len() && then.iter().all(|name| verifiers.contains(name)),
            "the list of verifiers",
        )
    }

    /// Refuses acceptances by other critics.
    /// Errors: `judge_changed`, naming them.
    pub fn check_critic_models(&self, critic_names: &[&str]) -> Result<(), ReflectError> {
        check_unchanged(self.judge.critics.iter().eq(critic_names), "the model of the critic")
    }
}

/// Refuses what is not as it was in the labels.
fn check_unchanged(is_same: bool, what: &str) -> Result<(), ReflectError> {
    if is_same { Ok(()) } else { Err(errors::changed_judge(what)) }
}

/// Settings by their paths.
fn flatten_binding_settings(settings: &InputValue) -> Vec<(String, &InputValue)> {
    let (mut open, mut leaves) = (vec![(String::new(), settings)], Vec::new());
    while let Some((path, value)) = open.pop() {
        let InputValue::Map(entries) = value else {
            leaves.push((path, value));
            continue;
        };
        for (key, value) in entries {
            let path = if path.is_empty() { key.clone() } else { join_texts(&[path.as_str(), key], ".") };
            if !IDLE.contains(&path.as_str()) {
                open.push((path, value));
            }
        }
    }
    leaves
}
