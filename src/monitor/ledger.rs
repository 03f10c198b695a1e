//! Which runs feedback may speak of: the last so many, and feedback on runs that nobody has told of yet.

use std::collections::VecDeque;

use serde_json::Map;

use super::observed::Feedback;
use super::series::Heard;

/// A run that may still get feedback.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Remembered {
    pub agent: Option<String>,
    pub at_ms: f64,
    pub accepted: bool,
    pub score: Option<f64>,
    /// What was counted already.
    pub rated: bool,
    pub rejected: bool,
}

impl Remembered {
    /// What of this feedback has not been counted yet, and can be: a rejection where the run was accepted, a rating where it has a score.
    pub fn hear(&mut self, said: Feedback) -> Heard {
        let rejected = said.rejected && self.accepted && !self.rejected;
        let rated = said.rating.filter(|_| !self.rated).and_then(|rating| self.score.map(|score| (score, rating)));
        self.rejected |= rejected;
        self.rated |= rated.is_some();
        Heard { rejected, rated }
    }
}

/// What is known under an id.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    Run(Remembered),
    /// Feedback that waits for its run: the two may be told to different processes.
    Waiting(Feedback),
}

/// Entries by id; the oldest leave first.
#[derive(Clone, Debug, Default)]
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

    /// Keeps feedback until its run is observed; two pieces on one run become one.
    pub fn wait(&mut self, id: &str, said: Feedback, most: usize) {
        let before = match self.get_mut(id) {
            Some(Entry::Waiting(before)) => *before,
            Some(Entry::Run(_)) | None => Feedback::default(),
        };
        let both = Feedback { rating: before.rating.or(said.rating), rejected: before.rejected || said.rejected };
        self.put(id, Entry::Waiting(both), most);
    }

    /// The oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(id, entry)| (id.as_str(), entry))
    }
}
