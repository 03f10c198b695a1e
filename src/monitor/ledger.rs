//! Which runs feedback may speak of: the last so many.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::MAX_TIME_MS;
use crate::error::ReflectError;
use crate::settings::{FieldChecker, InputValue};

/// A run that may still get feedback.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RememberedRun {
    pub at_ms: f64,
    pub accepted: bool,
    /// The last evaluation's, `0..=1`.
    pub score: Option<f64>,
    /// What was counted already.
    pub rated: bool,
    pub rejected: bool,
}

impl Serialize for RememberedRun {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("at_ms", &self.at_ms)?;
        map.serialize_entry("accepted", &self.accepted)?;
        if let Some(score) = self.score {
            map.serialize_entry("score", &score)?;
        }
        map.serialize_entry("rated", &self.rated)?;
        map.serialize_entry("rejected", &self.rejected)?;
        map.end()
    }
}

/// Runs by id, the oldest first: they leave first. What is saved is the runs.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(super) struct Ledger {
    runs: VecDeque<(String, RememberedRun)>,
    /// How many came before a run, by its id.
    #[serde(skip)]
    place: BTreeMap<String, u64>,
    /// Runs that have left.
    #[serde(skip)]
    gone: u64,
}

impl Ledger {
    pub fn get_mut(&mut self, id: &str) -> Option<&mut RememberedRun> {
        let at = self.place.get(id)?.checked_sub(self.gone)?;
        self.runs.get_mut(usize::try_from(at).ok()?).map(|(_, run)| run)
    }

    /// Adds a run, and drops the oldest beyond `max_kept`.
    pub fn append_run(&mut self, id: String, run: RememberedRun, max_kept: usize) {
        self.place.insert(id.clone(), self.gone + self.runs.len() as u64);
        self.runs.push_back((id, run));
        while self.runs.len() > max_kept {
            let Some((oldest, _)) = self.runs.pop_front() else { return };
            self.place.remove(&oldest);
            self.gone += 1;
        }
    }

    /// Reads the runs of a saved state.
    pub fn read_runs(state: &FieldChecker) -> Result<Self, ReflectError> {
        let mut ledger = Self::default();
        let allowed = "a list of ids and runs";
        for entry in state.list("runs", allowed).ok_or_else(|| state.missing_field_error("runs"))? {
            let [InputValue::Text(id), run] = entry.as_list().unwrap_or_default() else {
                return Err(state.wrong_field_error("runs", allowed, entry));
            };
            let run = state.object_fields(run, "runs", "");
            let require_flag = |key: &str| run.flag(key).ok_or_else(|| run.missing_field_error(key));
            let remembered = RememberedRun {
                at_ms: run.number("at_ms", 0.0, MAX_TIME_MS).ok_or_else(|| run.missing_field_error("at_ms"))?,
                accepted: require_flag("accepted")?,
                score: run.number("score", 0.0, 1.0),
                rated: require_flag("rated")?,
                rejected: require_flag("rejected")?,
            };
            ledger.append_run(id.clone(), remembered, usize::MAX);
        }
        Ok(ledger)
    }
}
