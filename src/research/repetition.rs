//! Whether a loop does the same over and over: actions are counted by hash in a sliding window (seed 000).

use std::collections::VecDeque;

use crate::flow::hash_text;

/// The last actions of a loop.
#[derive(Clone, Debug)]
pub(super) struct Repetition {
    window: usize,
    limit: usize,
    recent: VecDeque<u64>,
    /// Answers that were composed.
    drafts: Vec<u64>,
    /// Actions that were not taken because they were in the window too often, and answers that were composed before.
    pub hits: u32,
}

impl Repetition {
    pub fn new(window: u32, limit: u32) -> Self {
        Self { window: window as usize, limit: limit as usize, recent: VecDeque::new(), drafts: Vec::new(), hits: 0 }
    }

    /// An action is about to be taken. False, and a hit, when it was taken as often as may be.
    pub fn admit_action(&mut self, parts: &[&str]) -> bool {
        let action = parts.iter().fold(0, |hash, part| hash_text(hash, part));
        if self.recent.iter().filter(|other| **other == action).count() >= self.limit {
            self.hits = self.hits.saturating_add(1);
            return false;
        }
        if self.recent.len() >= self.window {
            self.recent.pop_front();
        }
        self.recent.push_back(action);
        true
    }

    /// An answer was composed: a hit when an earlier one is the same.
    pub fn record_answer(&mut self, answer: &str) {
        let draft = hash_text(0, answer);
        self.hits = self.hits.saturating_add(u32::from(self.drafts.contains(&draft)));
        self.drafts.push(draft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_action_may_stand_in_the_window_so_often_and_no_more() {
        let mut seen = Repetition::new(4, 2);
        let allowed: Vec<bool> = ["a", "a", "a", "b", "c", "d", "a"].iter().map(|action| seen.admit_action(&[action])).collect();
        assert_eq!(allowed, [true, true, false, true, true, true, true], "the first `a` has left the window");
        assert_eq!(seen.hits, 1);
        for answer in ["x", "y", "x", "x"] {
            seen.record_answer(answer);
        }
        assert_eq!(seen.hits, 3, "two answers were composed before");
        let mut parted = Repetition::new(4, 1);
        assert!(parted.admit_action(&["ab", "c"]) && parted.admit_action(&["a", "bc"]) && !parted.admit_action(&["a", "bc"]));
    }
}
