//! How many model calls a run may make where nobody says so.

use super::{CALLS_CEILING, Strategy};

/// What the number of calls follows from.
pub(super) struct Plan {
    pub strategy: Strategy,
    /// Fresh drafts of best-of-n.
    pub drafts: u32,
    pub max_reflections: u32,
    pub max_critique_failures: u32,
    /// Tool turns in one draft.
    pub max_answer_steps: u32,
    pub critics: u32,
    /// A critic that could not be read is asked once more.
    pub asked_twice: bool,
    /// The task has tools.
    pub tools: bool,
}

/// Rounds of a draft and its judgement that `adaptive` pays for: with one critic 6 calls.
const ADAPTIVE_ROUNDS: u32 = 3;

impl Plan {
    /// Model calls at most.
    ///
    /// `classic` and `keep-best` may do all that their settings allow. The others buy rounds, each of a draft and the word of every
    /// critic on it: best-of-n `drafts + 1` (so that with one critic it has 2·drafts + 2 calls), adaptive three (6 calls). Where a task
    /// has tools, each draft of these rounds may take its `maxAnswerSteps`, so that one tool loop does not eat what the strategy
    /// needs.
    pub fn calls(&self) -> u32 {
        let critics = self.critics.max(1);
        let steps = if self.tools { self.max_answer_steps } else { 1 };
        let rounds = |rounds: u32| rounds.saturating_mul(steps.saturating_add(critics));
        let calls = match self.strategy {
            Strategy::Classic | Strategy::KeepBest => {
                let drafts = self.max_reflections.saturating_add(1);
                // Twice for every draft, since an empty one is asked for once more.
                let writing = self.max_answer_steps.saturating_mul(2);
                let looks =
                    self.max_critique_failures.saturating_mul(critics).saturating_mul(if self.asked_twice { 2 } else { 1 });
                drafts.saturating_mul(writing.saturating_add(looks))
            }
            Strategy::BestOfN => rounds(self.drafts.saturating_add(1)),
            Strategy::Adaptive => rounds(ADAPTIVE_ROUNDS),
        };
        calls.min(CALLS_CEILING)
    }
}
