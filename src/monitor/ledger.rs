//! Which runs feedback may speak of: the last so many, and feedback on runs that were not observed yet.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::observed::Feedback;

/// A run that may still get feedback.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Remembered {
    pub agent: Option<String>,
    pub at_ms: f64,
    pub accepted: bool,
    pub score: Option<f64>,
    /// What was counted already.
    pub rated: bool,
    pub rejected: bool,
}

/// What is known under an id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Entry {
    Run(Remembered),
    /// Feedback that waits for its run: the two may come to different processes.
    Waiting(Feedback),
}

/// Entries by id; the oldest leave first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<(String, Entry)>", into = "Vec<(String, Entry)>")]
pub(super) struct Ledger {
    /// How many came before an entry, by its id. Only looked up, so its order is of no matter; a tree of our own would be 15 KB of wasm.
    place: Map<String, serde_json::Value>,
    entries: VecDeque<(String, Entry)>,
    /// Entries that have left.
    gone: u64,
}

impl Ledger {
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Entry> {
        let at = self.place.get(id)?.as_u64()?.checked_sub(self.gone)?;
        self.entries.get_mut(usize::try_from(at).ok()?).map(|(_, entry)| entry)
    }

    /// The run of this id, if one was observed.
    pub fn run(&mut self, id: &str) -> Option<&mut Remembered> {
        match self.get_mut(id) {
            Some(Entry::Run(run)) => Some(run),
            Some(Entry::Waiting(_)) | None => None,
        }
    }

    /// Adds an entry, or puts it in the place of the one with its id, and drops the oldest beyond `most`.
    pub fn put(&mut self, id: &str, entry: Entry, most: usize) {
        if let Some(place) = self.get_mut(id) {
            *place = entry;
            return;
        }
        self.place.insert(id.to_owned(), (self.gone + self.entries.len() as u64).into());
        self.entries.push_back((id.to_owned(), entry));
        while self.entries.len() > most {
            let Some((oldest, _)) = self.entries.pop_front() else { return };
            self.place.swap_remove(&oldest);
            self.gone += 1;
        }
    }
}

impl From<Vec<(String, Entry)>> for Ledger {
    fn from(entries: Vec<(String, Entry)>) -> Self {
        let mut ledger = Self::default();
        for (id, entry) in entries {
            ledger.put(&id, entry, usize::MAX);
        }
        ledger
    }
}

/// The oldest first.
impl From<Ledger> for Vec<(String, Entry)> {
    fn from(ledger: Ledger) -> Self {
        ledger.entries.into()
    }
}
