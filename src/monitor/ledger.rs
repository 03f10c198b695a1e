//! Which runs feedback may still speak of: the last so many, and feedback on runs that nobody has told of yet.

use std::collections::BTreeMap;

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

/// By id; the oldest leave first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recent<T> {
    by_id: BTreeMap<String, (u64, T)>,
    /// Ids by when they came.
    order: BTreeMap<u64, String>,
    next: u64,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { by_id: BTreeMap::new(), order: BTreeMap::new(), next: 0 }
    }
}

impl<T> Recent<T> {
    pub fn get_mut(&mut self, id: &str) -> Option<&mut T> {
        self.by_id.get_mut(id).map(|(_, item)| item)
    }

    /// Adds one, or puts it in the place of the one with its id, and drops the oldest beyond `most`.
    pub fn put(&mut self, id: String, item: T, most: usize) {
        self.take(&id);
        self.order.insert(self.next, id.clone());
        self.by_id.insert(id, (self.next, item));
        self.next += 1;
        while self.by_id.len() > most {
            let Some((_, oldest)) = self.order.pop_first() else { return };
            self.by_id.remove(&oldest);
        }
    }

    pub fn take(&mut self, id: &str) -> Option<T> {
        let (at, item) = self.by_id.remove(id)?;
        self.order.remove(&at);
        Some(item)
    }

    /// The oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.order.values().filter_map(|id| self.by_id.get(id).map(|(_, item)| (id.as_str(), item)))
    }
}

/// Runs that were observed, and feedback that waits for its run: the two may be told to different processes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ledger {
    pub runs: Recent<Remembered>,
    pub waiting: Recent<Feedback>,
}

impl Ledger {
    /// Keeps feedback until its run is observed; two pieces on one run become one.
    pub fn wait(&mut self, run_id: String, said: Feedback, most: usize) {
        let before = self.waiting.get_mut(&run_id).copied().unwrap_or_default();
        let both = Feedback { rating: before.rating.or(said.rating), rejected: before.rejected || said.rejected };
        self.waiting.put(run_id, both, most);
    }
}
