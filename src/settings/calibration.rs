//! What earlier tasks taught: how good first drafts are, what a revision does to one, and how far a critic is to be trusted.
//!
//! The numbers to begin with were found by simulation (`cargo xtask bench worlds`): regimes from a good critic to a very noisy one. Those of
//! `revised`, `anew` and `told` are what logs of code tasks allow (`cargo xtask bench code`): of drafts written anew after a failure 28 to
//! 37 % pass, and fewer after each further one; of revisions by two small models 2 %, by large ones many more. So a revision is tried early,
//! and given up soon. No log says whether a draft that is written anew should be told of the failure: both begin alike.

use std::slice;
use std::sync::Arc;

use serde::Serialize;
use tsify::Tsify;

use super::Fields;
use crate::message::Named;

/// Rows of the lower triangle of a 3 × 3 covariance.
const TRIANGLE: usize = 6;

/// Declares the numbers: of each the type, what it begins with, its key and the range that it may have.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident: $type:ty = $start:expr, $key:literal from $low:literal to $high:literal;)*) => {
        /// What earlier tasks taught: plain numbers, in points of quality from 0 to 10. Make it with `engine.calibrate`,
        /// keep it as JSON, and give it to the next engine as the setting `advanced.calibration`.
        #[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
        #[serde(rename_all = "camelCase")]
        pub struct Calibration {
            /// Version of this shape: 1.
            pub version: u32,
            $($(#[$about])* pub $name: $type,)*
            /// Votes of a jury's critics, by `name`, on drafts that a person called right or wrong: right ones accepted, right ones
            /// refused, wrong ones accepted, wrong ones refused. Absent: none.
            #[serde(skip_serializing_if = "Named::is_empty")]
            #[tsify(optional, type = "Record<string, number[]>")]
            pub jurors: Named<[f64; 4]>,
        }

        /// Every key but `version` and `jurors`, and what its numbers may be from and to.
        const NUMBERS: &[(&str, f64, f64)] = &[$(($key, $low, $high)),*];

        impl Calibration {
            /// The numbers of [`NUMBERS`], in that order.
            fn numbers(&mut self) -> [&mut [f64]; NUMBERS.len()] {
                [$(self.$name.list()),*]
            }
        }

        impl Default for Calibration {
            /// Once in the wasm, and not at each of its callers.
            #[inline(never)]
            fn default() -> Self {
                Self { version: 1, $($name: $start,)* jurors: Named::default() }
            }
        }
    };
}

numbers! {
    /// Number of tasks that it learned from.
    tasks: f64 = 0.0, "tasks" from 0.0 to 1e15;
    /// Tasks among them whose drafts were checked by verifiers or by a person.
    outcomes: f64 = 0.0, "outcomes" from 0.0 to 1e15;
    /// Tasks among them whose returned draft a person or a later `truth` judged.
    truths: f64 = 0.0, "truths" from 0.0 to 1e15;
    /// Three means: the quality of a fresh draft; the drift of a revision, beside what its distance from 9.5 gains; the critic's bias.
    #[tsify(type = "number[]")]
    mean: [f64; 3] = [6.2, -0.5, 0.5], "mean" from -20.0 to 20.0;
    /// How unsure these three are: their covariance, lower triangle, row by row.
    #[tsify(type = "number[]")]
    covariance: [f64; TRIANGLE] = [0.16, 0.0, 0.1225, 0.0, 0.0, 0.36], "covariance" from -100.0 to 100.0;
    /// Variance of a score around the quality of its draft.
    noise: f64 = 2.0, "noise" from 0.01 to 100.0;
    /// Number of scores that `noise` comes from, including the initial ones.
    noise_weight: f64 = 20.0, "noiseWeight" from 1.0 to 1e15;
    /// Variance of the effect of a revision.
    spread: f64 = 1.1, "spread" from 0.01 to 100.0;
    spread_weight: f64 = 20.0, "spreadWeight" from 1.0 to 1e15;
    /// Share of critiques that cannot be read, `0..=1`.
    unreadable: f64 = 0.03, "unreadable" from 0.0 to 1.0;
    unreadable_weight: f64 = 20.0, "unreadableWeight" from 1.0 to 1e15;
    /// Successes and failures of revising a draft that had failed a verifier, including the initial counts. A draft of an earlier run counts
    /// a quarter.
    #[tsify(type = "number[]")]
    revised: [f64; 2] = [0.25, 0.75], "revised" from 0.01 to 1e15;
    /// The same for drafts written anew after a failed one, by a request that did not say what was wrong with it.
    #[tsify(type = "number[]")]
    anew: [f64; 2] = [0.5, 1.25], "anew" from 0.01 to 1e15;
    /// The same for requests that did say it.
    #[tsify(type = "number[]")]
    told: [f64; 2] = [0.5, 1.25], "told" from 0.01 to 1e15;
}

/// One number, or several.
trait Numbers {
    fn list(&mut self) -> &mut [f64];
}

impl Numbers for f64 {
    fn list(&mut self) -> &mut [f64] {
        slice::from_mut(self)
    }
}

impl<const N: usize> Numbers for [f64; N] {
    fn list(&mut self) -> &mut [f64] {
        self
    }
}

impl Calibration {
    fn read(f: &Fields) -> Option<Self> {
        f.need("version", f.int("version", 1, 1))?;
        let mut calibration = Self::default();
        for ((key, low, high), numbers) in NUMBERS.iter().zip(calibration.numbers()) {
            match numbers {
                [one] => *one = f.need(key, f.number(key, *low, *high))?,
                list => f.numbers(key, *low, *high, list)?,
            }
        }
        let jurors = f.part("jurors");
        for name in jurors.keys() {
            calibration.jurors.update(name, |votes| jurors.numbers(name, 0.0, 1e15, votes));
        }
        let [a, ba, b, ca, cb, c] = calibration.covariance;
        // Sylvester: the leading minors of a covariance are positive.
        let whole = a * (b * c - cb * cb) - ba * (ba * c - cb * ca) + ca * (ba * cb - b * ca);
        if a <= 0.0 || a * b - ba * ba <= 0.0 || whole <= 0.0 {
            let message = "`advanced.calibration.covariance` must be the lower triangle of a positive covariance";
            f.refuse(super::invalid(message.to_owned()));
        }
        Some(calibration)
    }
}

impl Fields<'_> {
    pub(super) fn calibration(&self, key: &str) -> Option<Arc<Calibration>> {
        self.get(key)?;
        let mut keys = vec!["version", "jurors"];
        keys.extend(NUMBERS.iter().map(|(key, ..)| *key));
        Calibration::read(&self.nested(key, &keys)).map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::settings::{Raw, ReflectSettings};

    fn check(calibration: Value) -> Result<Calibration, String> {
        let raw = Raw::from(&json!({ "advanced": { "calibration": calibration } }));
        let checked = ReflectSettings::check(&raw).map_err(|e| e.message)?;
        Ok((*checked.advanced.unwrap().calibration.unwrap()).clone())
    }

    #[test]
    fn calibration_is_read_as_it_was_written() {
        let calibration = Calibration { tasks: 3.0, mean: [6.125, -0.25, 1.5], ..Calibration::default() };
        assert_eq!(check(serde_json::to_value(&calibration).unwrap()), Ok(calibration.clone()), "nothing is known of jurors");
        let jurors = [("rules".to_owned(), [8.0, 2.0, 1.0, 9.5])].into_iter().collect();
        let calibration = Calibration { jurors, ..calibration };
        assert_eq!(check(serde_json::to_value(&calibration).unwrap()), Ok(calibration));
    }

    #[test]
    fn what_is_wrong_with_calibration_is_named() {
        let whole = serde_json::to_value(Calibration::default()).unwrap();
        let cases: [(&str, Value, &str); 10] = [
            ("version", json!(2), "`advanced.calibration.version` must be"),
            ("mean", json!([1, 2]), "`advanced.calibration.mean` must be a list of 3 numbers"),
            ("mean", json!([1, 2, "x"]), "`advanced.calibration.mean` must be a list of 3 numbers"),
            ("covariance", json!([1, 2, 1, 0, 0, 1]), "`advanced.calibration.covariance` must be the lower triangle"),
            ("noise", json!(0), "`advanced.calibration.noise` must be"),
            ("unreadable", json!(1.5), "`advanced.calibration.unreadable` must be"),
            ("tasks", Value::Null, "`advanced.calibration.tasks` must be"),
            ("jurors", json!([1]), "`advanced.calibration.jurors` must be an object, got a list"),
            ("jurors", json!({ "a": [1, 2, 3, -1] }), "`advanced.calibration.jurors.a` must be a list of 4 numbers"),
            ("nois", json!(1), "unknown setting `advanced.calibration.nois`, did you mean `advanced.calibration.noise`?"),
        ];
        for (key, value, expected) in cases {
            let mut wrong = whole.clone();
            wrong[key] = value;
            let message = check(wrong).unwrap_err();
            assert!(message.contains(expected), "{key}: {message}");
        }
        let mut short = whole.clone();
        short.as_object_mut().unwrap().remove("spread");
        assert!(check(short).unwrap_err().contains("`advanced.calibration.spread` is missing"));
    }
}
