//! Which runs feedback may speak of: the last so many.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Map;

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

/// Runs by id; the oldest leave first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(String, Remembered)>", into = "Vec<(String, Remembered)>")]
pub(super) struct Ledger {
    /// How many came before a run, by its id. Only looked up, so its order does not matter; a tree of our own would be 15 KB of wasm.
    place: Map<String, serde_json::Value>,
    runs: VecDeque<(String, Remembered)>,
    /// Runs that have left.
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
}

impl From<Vec<(String, Remembered)>> for Ledger {
    fn from(runs: Vec<(String, Remembered)>) -> Self {
        let mut ledger = Self::default();
        for (id, run) in runs {
            ledger.put(id, run, usize::MAX);
        }
        ledger
    }
}

/// The oldest first.
impl From<Ledger> for Vec<(String, Remembered)> {
    fn from(ledger: Ledger) -> Self {
        ledger.runs.into()
    }
}
