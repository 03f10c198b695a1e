//! What earlier tasks taught: whether a failed draft is better revised, or written anew.
//!
//! The counts to begin with are what logs of code tasks allow (`cargo xtask bench code`): of drafts written anew after a failure 28 to 37 %
//! pass, and fewer after each further one; of revisions by two small models 2 %, by large ones many more. So a revision is tried early, and
//! given up soon. No log says whether a draft that is written anew should be told of the failure: both begin alike.

use std::sync::Arc;

use super::FieldChecker;

records! {
    /// What earlier tasks taught, as plain JSON. Make it with `engine.calibrate`, or let an engine count its own runs; give
    /// `engine.calibration()` to the next engine as the setting `advanced.calibration`.
    pub struct Calibration {
        /// Version of this shape: 1.
        pub version: u32,
        /// Whose tasks, or what kind of task, these counts are of: they are used for tasks with this key alone. Absent: for those without one.
        pub key: Option<String>,
        /// Number of tasks that it learned from.
        pub tasks: f64,
        /// Successes and failures of revising a draft that had failed a verifier, including the initial counts. A draft of an earlier run counts
        /// a quarter, as a success where it, or a revision that follows from it, passed.
        #[tsify(type = "number[]")]
        pub revision: [f64; 2],
        /// The same for fresh drafts after a failed one, by a request that did not say what was wrong with it.
        #[tsify(type = "number[]")]
        pub fresh: [f64; 2],
        /// The same for requests that did say it.
        #[tsify(type = "number[]")]
        pub informed_fresh: [f64; 2],
    }
}

impl Default for Calibration {
    fn default() -> Self {
        Self { version: 1, key: None, tasks: 0.0, revision: [0.25, 0.75], fresh: [0.5, 1.25], informed_fresh: [0.5, 1.25] }
    }
}

const KEYS: [&str; 6] = ["version", "key", "tasks", "revision", "fresh", "informedFresh"];
impl Calibration {
    /// A key alone begins with typical counts.
    fn parse_calibration(f: &FieldChecker) -> Option<Self> {
        let key = f.text("key");
        if key.is_some() && f.keys().all(|name| name == "key") {
            return Some(Self { key, ..Self::default() });
        }
        f.require_field("version", f.int("version", 1, 1))?;
        let tasks = f.require_field("tasks", f.number("tasks", 0.0, 1e15))?;
        let mut calibration = Self { key, tasks, ..Self::default() };
        for (key, counts) in [
            ("revision", &mut calibration.revision),
            ("fresh", &mut calibration.fresh),
            ("informedFresh", &mut calibration.informed_fresh),
        ] {
            f.fill_numbers(key, 0.01, 1e15, counts)?;
        }
        Some(calibration)
    }
}

impl FieldChecker<'_> {
    pub(super) fn read_calibration(&self, key: &str) -> Option<Arc<Calibration>> {
        let raw = self.get(key)?;
        let fields = self.object_fields(raw, &self.setting_path(key), "");
        Calibration::parse_calibration(&fields.refuse_other_keys(&KEYS)).map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::settings::{InputValue, ReflectSettings};

    fn check_calibration(calibration: Value) -> Result<Calibration, String> {
        let raw = InputValue::from(&json!({ "advanced": { "calibration": calibration } }));
        let checked = ReflectSettings::check_settings(&raw).map_err(|e| e.message)?;
        Ok((*checked.advanced.unwrap().calibration.unwrap()).clone())
    }

    #[test]
    fn calibration_is_read_as_it_was_written() {
        let calibration = Calibration { tasks: 3.0, revision: [6.125, 0.25], ..Calibration::default() };
        assert_eq!(check_calibration(serde_json::to_value(&calibration).unwrap()), Ok(calibration));
    }

    #[test]
    fn what_is_wrong_with_calibration_is_named() {
        let whole = serde_json::to_value(Calibration::default()).unwrap();
        let cases: [(&str, Value, &str); 10] = [
            ("version", json!(2), "`advanced.calibration.version` must be"),
            ("revision", json!([1]), "`advanced.calibration.revision` must be a list of 2 numbers"),
            ("fresh", json!([1, "x"]), "`advanced.calibration.fresh` must be a list of 2 numbers"),
            ("informedFresh", json!([1, 0]), "`advanced.calibration.informedFresh` must be a list of 2 numbers from 0.01"),
            ("tasks", json!(-1), "`advanced.calibration.tasks` must be"),
            ("tasks", Value::Null, "`advanced.calibration.tasks` must be"),
            (
                "revisions",
                json!([1, 1]),
                "unknown setting `advanced.calibration.revisions`, did you mean `advanced.calibration.revision`?",
            ),
            (
                "revised",
                json!([1, 1]),
                "unknown setting `advanced.calibration.revised`, did you mean `advanced.calibration.revision`?",
            ),
            ("anew", json!([1, 1]), "unknown setting `advanced.calibration.anew`, did you mean `advanced.calibration.fresh`?"),
            (
                "told",
                json!([1, 1]),
                "unknown setting `advanced.calibration.told`, did you mean `advanced.calibration.informedFresh`?",
            ),
        ];
        for (key, value, expected) in cases {
            let mut wrong = whole.clone();
            wrong[key] = value;
            let message = check_calibration(wrong).unwrap_err();
            assert!(message.contains(expected), "{key}: {message}");
        }
        let mut short = whole.clone();
        short.as_object_mut().unwrap().remove("informedFresh");
        assert!(check_calibration(short).unwrap_err().contains("`advanced.calibration.informedFresh` is missing"));
    }
}
