//! Which runs feedback may speak of: the last so many.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A run that may still get feedback.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Remembered {
    pub at_ms: f64,
    pub accepted: bool,
    /// The last evaluation's, `0..=1`.
    pub score: Option<f64>,
    /// What was counted already.
    pub rated: bool,
    pub rejected: bool,
}

/// Runs by id, the oldest first: they leave first. What is saved is the runs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Ledger {
    runs: VecDeque<(String, Remembered)>,
    /// How many came before a run, by its id. Only looked up, so its order does not matter; a tree of our own would be 15 KB of wasm.
    #[serde(skip)]
    place: Map<String, Value>,
    /// Runs that have left.
    #[serde(skip)]
    gone: u64,
}

impl Ledger {
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Remembered> {
        let at = self.place.get(id)?.as_u64()?.checked_sub(self.gone)?;
        self.runs.get_mut(usize::try_from(at).ok()?).map(|(_, run)| run)
    }

    /// Adds a run, and drops the oldest beyond `most`.
    pub fn put(&mut self, id: String, run: Remembered, most: usize) {
        self.place.insert(id.clone(), (self.gone + self.runs.len() as u64).into());
        self.runs.push_back((id, run));
        while self.runs.len() > most {
            let Some((oldest, _)) = self.runs.pop_front() else { return };
            self.place.swap_remove(&oldest);
            self.gone += 1;
        }
    }

    /// Finds the places of runs that were read from a saved state.
    pub fn index(&mut self) {
        let place = |(at, (id, _)): (usize, &(String, Remembered))| (id.clone(), at.into());
        self.place = self.runs.iter().enumerate().map(place).collect();
    }
}
