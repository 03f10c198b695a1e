//! Strategies: given what is known of the drafts, what to do next. Pure; `reflect` carries it out.

pub(super) mod next;
pub(super) mod revise_or_fresh;

use super::draft;
use super::record::DraftRecord;
use crate::flow::{StopReason, Why, WhyAction};
use crate::judge::Decision;
use crate::message::{Gather, SharedText};
use crate::settings::{OnUnreadable, Settings, Strategy};

/// What a strategy knows.
pub(super) struct Situation<'a> {
    /// The drafts that are kept, in the order of their indices; none at the start.
    pub drafts: &'a [DraftRecord],
    /// How many critics judge a draft, each in a model call; 0: verifiers alone decide.
    pub critics: u32,
    /// Revisions and later fresh drafts so far.
    pub revisions: u32,
    /// Drafts that may be written anew and are not counted there: of best-of-n with verifiers, or that one call for several did not give.
    pub free: u32,
    /// Rounds in a row without a readable critique.
    pub failures: u32,
    /// Unreadable joint critiques in a row.
    pub unread_joint: u32,
    /// Model calls that the budget still allows.
    pub calls_left: u32,
    /// Whether verifiers run on every draft.
    pub checks: bool,
    /// Independent drafts with one answer, of which one may be accepted; 0 where drafts have no answers.
    pub agree: u32,
    /// Whether tools may be called, by the model or by a host behind a gate: a draft that is written anew calls them once more.
    pub tools: bool,
    /// A number by chance: of the seed, and of the tasks that the calibration learned from.
    pub luck: u64,
    /// Whether one call may give several drafts.
    pub may_share: bool,
    pub settings: &'a Settings,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Have drafts judged by all critics, all at once, those of a group together.
    Judge { groups: Vec<Vec<u32>> },
    /// Write these at once: a revision of each draft that is named, informed by all looks at it, and one anew for each that is not. Those that
    /// are written anew may be the completions of one call (`n`), or have a call each.
    Write { parents: Vec<Option<u32>>, by_one_call: bool },
    /// End the run with this draft accepted. The engine does it only where somebody did accept it.
    Accept { draft: u32 },
    /// End the run. Nothing is accepted by it.
    Stop(StopReason),
}

impl Action {
    /// Names the action for an explanation, and the single draft that it is about.
    fn name_kind_and_draft(&self) -> (WhyAction, Option<u32>) {
        match self {
            Self::Judge { groups } => {
                let only = groups.first().filter(|group| group.len() == 1 && groups.len() == 1);
                (WhyAction::Judge, only.and_then(|group| group.first()).copied())
            }
            Self::Write { parents, .. } => match parents.first() {
                Some(Some(draft)) => (WhyAction::Revise, Some(*draft)),
                Some(None) | None => (WhyAction::Fresh, None),
            },
            Self::Accept { draft } => (WhyAction::Accept, Some(*draft)),
            Self::Stop(_) => (WhyAction::Stop, None),
        }
    }
}

/// An action, and why.
pub(super) struct Choice {
    pub action: Action,
    /// Goes into the step that shows the action; `None` under `classic`.
    pub why: Option<Why>,
}

/// How many critics judge a draft: as many as the calls pay for, for all drafts of best-of-n or one revision of keep-best.
pub(super) fn panel_size(settings: &Settings, critic_count: u32) -> u32 {
    if settings.strategy == Strategy::Classic {
        return critic_count;
    }
    // Several drafts are judged together, a first one and its revision one by one.
    let (drafts, rounds) = if settings.strategy.begins_with_several() {
        (settings.drafts, settings.drafts.div_ceil(JOINT_DRAFTS))
    } else {
        let drafts = settings.max_reflections.min(1).saturating_add(1);
        (drafts, drafts)
    };
    let calls = settings.budget.max_calls.saturating_sub(drafts);
    critic_count.min((calls / rounds.max(1) / settings.looks).max(1))
}

/// The next action of the strategy.
pub(super) fn choose_next_action(situation: &Situation) -> Choice {
    #[cfg(test)]
    if let Some(action) = super::scripted::next_scripted_action() {
        return Choice::with_reason(action, "the script says so");
    }
    match situation.settings.strategy {
        Strategy::Classic => Choice { action: choose_classic_action(situation), why: None },
        Strategy::KeepBest | Strategy::BestOfN => next::choose_nonclassic_strategy_action(situation),
    }
}

/// Seed 004 to the letter: up to `maxReflections` times critique, stop if accepted, else revise. The last is judged by `judgeLast`.
fn choose_classic_action(situation: &Situation) -> Action {
    let settings = situation.settings;
    let Some(latest) = situation.drafts.last() else { return make_write_action(None) };
    let draft = latest.draft.index;
    let judge = Action::Judge { groups: vec![vec![draft]] };
    let revise = if situation.counted_writes_left() > 0 {
        make_write_action(Some(draft))
    } else {
        Action::Stop(StopReason::MaxReflections)
    };
    match latest.critiques.last() {
        None if situation.critics > 0 && (situation.counted_writes_left() > 0 || settings.judge_last) => judge,
        Some(critique) if !critique.has_verdict() && situation.ends_on_unreadable() => {
            Action::Stop(StopReason::UnreadableCritique)
        }
        Some(critique) if !critique.has_verdict() && settings.on_unreadable == OnUnreadable::Retry => judge,
        Some(critique) if !critique.has_verdict() => revise,
        None | Some(_) => match latest.decision(situation.critics) {
            Decision::Accept => Action::Accept { draft },
            Decision::Revise | Decision::Unknown => revise,
        },
    }
}

fn make_write_action(parent: Option<u32>) -> Action {
    Action::Write { parents: vec![parent], by_one_call: false }
}

/// Drafts that are judged together, at most.
const JOINT_DRAFTS: u32 = 5;
/// After so many unreadable joint critiques in a row, drafts are judged one by one.
pub(super) const UNREAD_JOINT: u32 = 2;

impl Situation<'_> {
    /// The best draft, by which a run is measured.
    pub fn best_draft(&self) -> Option<&DraftRecord> {
        draft::best_draft(self.drafts)
    }

    /// The end of the run if no draft can be written any more; so many calls are reserved for critiques of it.
    pub fn choose_stop_when_spent(&self, reserved_calls: u32) -> Option<Choice> {
        let stop = |reason, words| Some(Choice::with_reason(Action::Stop(reason), words));
        if self.counted_writes_left() == 0 && self.free == 0 {
            return stop(StopReason::MaxReflections, "maxReflections is reached");
        }
        if self.calls_left <= reserved_calls {
            return stop(StopReason::MaxCalls, "too few calls are left for a draft and its judgement");
        }
        None
    }

    /// Calls in which all critics look at a draft.
    pub fn calls_per_critique(&self) -> u32 {
        self.critics.saturating_mul(self.settings.looks)
    }

    /// Whether a revision of this draft repeats an earlier one: the same request would give the same answer.
    pub fn has_repeated_revision(&self, record: &DraftRecord) -> bool {
        let is_child = |other: &&DraftRecord| other.draft.parent == Some(record.draft.index);
        self.drafts.iter().filter(is_child).any(|child| child.draft.duplicate_of.is_some())
    }

    /// The best of the drafts that were accepted.
    pub fn best_accepted_draft(&self) -> Option<&DraftRecord> {
        draft::best_accepted(self.drafts, self.critics)
    }

    /// Revisions and fresh drafts that `maxReflections` still allows.
    pub fn counted_writes_left(&self) -> u32 {
        self.settings.max_reflections.saturating_sub(self.revisions)
    }

    /// Whether a critique that could not be read ends the run.
    pub fn ends_on_unreadable(&self) -> bool {
        match self.settings.on_unreadable {
            OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => true,
            OnUnreadable::Retry | OnUnreadable::Revise => self.failures >= self.settings.max_critique_failures,
        }
    }

    /// Drafts that wait for a critic, without those that repeat one or that a verifier failed, unless critics are to see these too.
    pub fn drafts_to_judge(&self) -> Vec<u32> {
        let passed = |record: &DraftRecord| record.draft.verifier_rank();
        let repeats = |record: &DraftRecord| {
            let twin = self.drafts.iter().find(|other| Some(other.draft.index) == record.draft.duplicate_of);
            twin.is_some_and(|twin| passed(twin) == passed(record))
        };
        let needs_critique = |record: &&DraftRecord| self.critics > 0 && record.needs_critique() && !repeats(record);
        let is_candidate = |record: &&DraftRecord| {
            let may_see = self.settings.critique_failed || !record.draft.fails_verifiers();
            may_see && (self.agree == 0 || next::is_worth_judging(self, record))
        };
        self.drafts.iter().filter(needs_critique).filter(is_candidate).map(|record| record.draft.index).gather()
    }

    /// How many of the wanted drafts may be written by one call, where a model can give several, so that the calls still pay for their critiques.
    pub fn affordable_drafts(&self, wanted: u32) -> u32 {
        if wanted == 0 {
            return 0;
        }
        let waiting = self.count_unjudged_candidates();
        let together = if self.unread_joint < UNREAD_JOINT { JOINT_DRAFTS } else { 1 };
        let calls = |drafts: u32| {
            let writing = if self.may_share { 1 } else { drafts };
            waiting.saturating_add(drafts).div_ceil(together).saturating_mul(self.calls_per_critique()).saturating_add(writing)
        };
        (1..=wanted).rev().find(|drafts| calls(*drafts) <= self.calls_left).unwrap_or(0)
    }

    /// Drafts that are not judged yet, and may be.
    fn count_unjudged_candidates(&self) -> u32 {
        self.drafts.iter().filter(|record| record.latest_readable_critique().is_none() && !record.draft.fails_verifiers()).count()
            as u32
    }

    /// How many drafts may be judged together. After a failure several are tried only if calls for single ones remain.
    pub fn max_joint_drafts(&self) -> usize {
        let pays = self.calls_left > self.count_unjudged_candidates().saturating_mul(self.calls_per_critique());
        if self.unread_joint == 0 || self.unread_joint < UNREAD_JOINT && pays { JOINT_DRAFTS as usize } else { 1 }
    }

    /// Groups these drafts for joint critiques, with the best so far; a single draft stays alone.
    pub fn group_drafts_with_best(&self, drafts: Vec<u32>) -> Vec<Vec<u32>> {
        if drafts.len() == 1 {
            return vec![drafts];
        }
        let is_new = |draft: &u32| {
            self.drafts.iter().any(|record| record.draft.index == *draft && record.count_latest_unread_solo_critiques() == 0)
        };
        let (mut new, old): (Vec<u32>, Vec<u32>) = drafts.into_iter().partition(is_new);
        let most = self.max_joint_drafts();
        if let Some(best) =
            self.best_draft().filter(|best| most > new.len() && new.len() > 1 && best.latest_readable_critique().is_some())
        {
            new.insert(0, best.draft.index);
        }
        let size = new.len().div_ceil(new.len().div_ceil(most).max(1)).max(1);
        old.into_iter().map(|draft| vec![draft]).chain(new.chunks(size).map(<[u32]>::to_vec)).gather()
    }
}

impl Choice {
    /// Writes these drafts, at once, each by a call of its own.
    pub fn write_drafts(parents: &[Option<u32>], reason: &'static str) -> Self {
        Self::with_reason(Action::Write { parents: parents.to_vec(), by_one_call: false }, reason)
    }

    /// Has so many written anew, at once, by one call where a model can give several.
    pub fn write_fresh_drafts(draft_count: u32, reason: &'static str) -> Self {
        Self::with_reason(Action::Write { parents: vec![None; draft_count as usize], by_one_call: true }, reason)
    }

    /// An action for a reason that is described in words.
    pub fn with_reason(action: Action, reason: &'static str) -> Self {
        let (kind, draft_index) = action.name_kind_and_draft();
        Self { action, why: Some(Why { action: kind, draft_index, reason: SharedText::from_static(reason) }) }
    }
}
