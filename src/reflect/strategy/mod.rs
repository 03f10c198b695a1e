//! Strategies: given what is known of the drafts, what to do next. Pure; `reflect` carries it out. `best-of-n` is in the file of keep-best.

pub(super) mod adaptive;
pub(super) mod belief;
mod agreement;
mod classic;
mod keep_best;

use super::draft::{best, best_accepted};
use super::record::DraftRecord;
use crate::flow::{StopReason, Why, WhyAction};
use crate::settings::{OnUnreadable, Settings, Strategy};

/// What a strategy may know.
pub(super) struct Situation<'a> {
    /// The drafts that are kept, in the order of their indices; none at the start.
    pub drafts: &'a [DraftRecord],
    /// How many critics are asked at a look, each in a model call; 0: verifiers alone decide.
    pub critics: u32,
    /// Revisions and later fresh drafts so far.
    pub revisions: u32,
    /// Rounds of critiques in a row in which none could be read.
    pub failures: u32,
    /// Model calls that the budget still allows.
    pub calls_left: u32,
    /// Whether verifiers run on every draft.
    pub checks: bool,
    /// Independent drafts with one answer, of which one may be accepted; 0 where drafts have no answers.
    pub agree: u32,
    /// Whether one call may give several drafts.
    pub may_share: bool,
    pub settings: &'a Settings,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Have drafts judged, all at once, those of a list in one look: by all critics, or by one of them alone. A draft whose last look
    /// could not be read is asked about again.
    Judge { looks: Vec<Vec<u32>>, critic: Option<u32> },
    /// Write this many revisions of a draft at once, informed by all looks at it.
    Revise { draft: u32, drafts: u32 },
    /// Write this many drafts anew, all at once.
    Fresh { drafts: u32 },
    /// End the run with this draft accepted. The engine does it only where somebody did accept it.
    Accept { draft: u32 },
    /// End the run. Nothing is accepted by it.
    Stop(StopReason),
}

impl Action {
    /// What it is in an explanation, and the single draft that it is about.
    fn explained(&self) -> (WhyAction, Option<u32>) {
        match self {
            Self::Judge { looks, .. } => {
                let only = looks.first().filter(|look| look.len() == 1 && looks.len() == 1);
                (WhyAction::Judge, only.and_then(|look| look.first()).copied())
            }
            Self::Revise { draft, .. } => (WhyAction::Revise, Some(*draft)),
            Self::Fresh { .. } => (WhyAction::Fresh, None),
            Self::Accept { draft } => (WhyAction::Accept, Some(*draft)),
            Self::Stop(_) => (WhyAction::Stop, None),
        }
    }
}

/// An action, and why.
pub(super) struct Choice {
    pub action: Action,
    /// Told in the step that shows the action; `None` under `classic`.
    pub why: Option<Why>,
}

/// How many of the critics are asked at a look: as many as the calls pay for, so that best-of-n can judge all of its drafts, and
/// keep-best a revision too.
pub(super) fn critics(settings: &Settings, all: u32) -> u32 {
    let drafts = match settings.strategy {
        Strategy::Classic | Strategy::Adaptive => return all,
        Strategy::KeepBest => settings.max_reflections.min(1).saturating_add(1),
        Strategy::BestOfN => settings.drafts,
    };
    let calls = settings.budget.max_calls.saturating_sub(drafts.saturating_add(u32::from(settings.derive_requirements)));
    all.min((calls / drafts.div_ceil(settings.judge_together.max(1)).max(1)).max(1))
}

/// Calls that looks at so many drafts take.
pub(super) fn look_calls(settings: &Settings, critics: u32, drafts: u32) -> u32 {
    drafts.div_ceil(settings.judge_together.max(1)).saturating_mul(critics)
}

/// What the strategy of these settings does next.
pub(super) fn next(situation: &Situation) -> Choice {
    #[cfg(test)]
    if let Some(action) = super::scripted::next() {
        return Choice::because(action, "the script says so");
    }
    if let Some(choice) = agreement::next(situation) {
        return choice;
    }
    match situation.settings.strategy {
        Strategy::Classic => Choice { action: classic::next(situation), why: None },
        Strategy::KeepBest | Strategy::BestOfN => keep_best::next(situation),
        Strategy::Adaptive => adaptive::next(situation),
    }
}

impl Situation<'_> {
    /// The draft that was written last.
    pub fn latest(&self) -> Option<&DraftRecord> {
        self.drafts.last()
    }

    /// Whether the latest draft is a revision that repeats an earlier one.
    pub fn is_repeating(&self) -> bool {
        self.latest().is_some_and(|record| record.draft.parent.is_some() && record.draft.duplicate_of.is_some())
    }

    /// Verifiers passed first, then points, then the earlier.
    pub fn best(&self) -> Option<&DraftRecord> {
        best(self.drafts.iter())
    }

    /// The best of the drafts that were accepted.
    pub fn accepted(&self) -> Option<&DraftRecord> {
        best_accepted(self.drafts, self.critics)
    }

    /// Whether `maxReflections` allows one more revision or fresh draft.
    pub fn may_write(&self) -> bool {
        self.writes_left() > 0
    }

    /// Revisions and fresh drafts that `maxReflections` still allows.
    pub fn writes_left(&self) -> u32 {
        self.settings.max_reflections.saturating_sub(self.revisions)
    }

    /// Whether a critique that could not be read ends the run.
    pub fn is_over_unread(&self) -> bool {
        match self.settings.on_unreadable {
            OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => true,
            OnUnreadable::Retry | OnUnreadable::Revise => self.failures >= self.settings.max_critique_failures,
        }
    }

    /// Drafts that no critic said anything of yet, without those that repeat one whose verifiers say the same.
    pub fn unjudged(&self) -> Vec<u32> {
        let passed = |record: &DraftRecord| record.draft.verifiers.values().map(|v| v.passed).collect::<Vec<_>>();
        let repeats = |record: &DraftRecord| {
            let twin = self.drafts.iter().find(|other| Some(other.draft.index) == record.draft.duplicate_of);
            twin.is_some_and(|twin| passed(twin) == passed(record))
        };
        let waits = |record: &&DraftRecord| self.critics > 0 && record.waits() && !repeats(record);
        let asks = |record: &&DraftRecord| self.agree == 0 || agreement::is_wanted(self, record);
        self.drafts.iter().filter(waits).filter(asks).map(|record| record.draft.index).collect()
    }

    /// How many of so many drafts may be written at once, so that a look is still paid for.
    pub fn paid(&self, wanted: u32) -> u32 {
        let calls = self.calls_left.saturating_sub(self.critics);
        if self.may_share && calls > 0 { wanted } else { wanted.min(calls) }
    }

    /// These drafts by the looks that are taken at them: as many in one as `judgeTogether` says, a single one beside the best that is
    /// known. One that was looked at before is looked at alone.
    pub fn looks(&self, drafts: Vec<u32>) -> Vec<Vec<u32>> {
        let is_new = |draft: &u32| self.drafts.iter().any(|record| record.draft.index == *draft && record.looks.is_empty());
        let (mut new, old): (Vec<u32>, Vec<u32>) = drafts.into_iter().partition(is_new);
        let most = self.settings.judge_together.max(1) as usize;
        if let Some(best) = self.best().filter(|best| most > 1 && new.len() == 1 && best.read().is_some()) {
            new.insert(0, best.draft.index);
        }
        let size = new.len().div_ceil(new.len().div_ceil(most).max(1)).max(1);
        old.into_iter().map(|draft| vec![draft]).chain(new.chunks(size).map(<[u32]>::to_vec)).collect()
    }
}

impl Choice {
    /// An action for a reason that is described in words.
    pub fn because(action: Action, reason: &str) -> Self {
        let (kind, draft_index) = action.explained();
        let reason = reason.to_owned();
        let why = Why { action: kind, draft_index, reason, gains: None, posterior: None, p_accept: None, calibrated: None };
        Self { action, why: Some(why) }
    }
}
