//! What every strategy but `classic` does: drafts are written and judged, the last too; the run ends at the first that is accepted, and
//! the best is returned. `keep-best` begins with one draft, `best-of-n` with several.
//!
//! Where several drafts wait, one look is at all of them. What it accepts is looked at once more, alone: the best of several by one look
//! is often worse than it seems.

use super::{Action, Choice, Situation, revise_or_fresh};
use crate::critique::Verdict;
use crate::flow::StopReason;
use crate::message::{Gather, SharedText};
use crate::reflect::draft::pick_best;
use crate::reflect::record::DraftRecord;
use crate::settings::OnUnreadable;

/// Critiques that find a task hopeless, and end a run.
const HOPELESS: usize = 2;
const AGREE: &str = "too few drafts have the same answer";

pub(super) fn choose_nonclassic_strategy_action(situation: &Situation) -> Choice {
    let accepted = situation.best_accepted_draft();
    let hopeless = if accepted.is_none() { handle_hopeless(situation) } else { None };
    if let Some(choice) = hopeless.or_else(|| write_missing_drafts(situation)) {
        return choice;
    }
    if situation.drafts.is_empty() {
        return choose_first_drafts(situation);
    }
    if let Some(record) = accepted {
        let by = if situation.critics > 0 { "it was accepted, and no verifier failed" } else { "every verifier passed" };
        return Choice::with_reason(Action::Accept { draft: record.draft.index }, by);
    }
    let waiting = situation.drafts_to_judge();
    if !waiting.is_empty() {
        return judge_groups_or_stop(situation, situation.group_drafts_with_best(waiting), "it was not judged yet");
    }
    if let Some(choice) = apply_unreadable_policy(situation) {
        return choice;
    }
    // The best may be one that was refused alone.
    let second = pick_best(
        situation.drafts,
        &|record| record.needs_solo_critique() && record.count_latest_unread_solo_critiques() == 0,
        &|record| record.draft.fails_verifiers(),
    );
    if let Some(second) = second {
        return judge_groups_or_stop(
            situation,
            vec![vec![second.draft.index]],
            "it was accepted beside others, and is looked at alone",
        );
    }
    revise_or_fresh::choose_drafts_or_stop(situation)
}

fn choose_first_drafts(situation: &Situation) -> Choice {
    // A verifier costs no call: with verifiers few drafts are written at a time, unless one call gives all.
    let most = if situation.checks && !situation.may_share { revise_or_fresh::WAVE } else { u32::MAX };
    let wanted = situation.settings.drafts.min(most);
    if wanted == 1 {
        return Choice::write_drafts(&[None], "there is no draft yet");
    }
    // A draft that nobody could judge is of no use, but there is always one draft.
    let drafts = situation.affordable_drafts(wanted).max(1);
    let reason = if drafts < wanted { "as many drafts as can also be judged" } else { "several drafts, to choose the best" };
    Choice::write_fresh_drafts(drafts, reason)
}

/// Judges as many of these groups as the calls pay for.
fn judge_groups_or_stop(situation: &Situation, mut groups: Vec<Vec<u32>>, reason: &'static str) -> Choice {
    let affordable = situation.calls_left.checked_div(situation.calls_per_critique()).unwrap_or(0);
    if affordable == 0 {
        return Choice::with_reason(Action::Stop(StopReason::MaxCalls), "too few calls are left to judge a draft");
    }
    groups.truncate(affordable as usize);
    Choice::with_reason(Action::Judge { groups }, reason)
}

/// Applies `onUnreadableCritique` to drafts without a readable critique; `None`: the run goes on.
fn apply_unreadable_policy(situation: &Situation) -> Option<Choice> {
    let lacks_critique = |record: &&DraftRecord| record.latest_readable_critique().is_none() || record.needs_solo_critique();
    let mut unread = situation
        .drafts
        .iter()
        .filter(|record| record.count_latest_unread_solo_critiques() > 0)
        .filter(lacks_critique)
        .peekable();
    unread.peek()?;
    if situation.ends_on_unreadable() {
        return Some(Choice::with_reason(Action::Stop(StopReason::UnreadableCritique), "a critique could not be read"));
    }
    let most = situation.settings.max_critique_failures;
    let again: Vec<Vec<u32>> = unread
        .filter(|record| record.count_latest_unread_solo_critiques() < most)
        .map(|record| vec![record.draft.index])
        .gather();
    let retries = situation.settings.on_unreadable == OnUnreadable::Retry;
    (retries && !again.is_empty()).then(|| judge_groups_or_stop(situation, again, "its last critique could not be read"))
}

/// A single critic that finds that nothing can be done or verified is asked again; a second such critique ends the run.
#[inline(never)]
fn handle_hopeless(situation: &Situation) -> Option<Choice> {
    if !situation.settings.quotes {
        return None;
    }
    if count_hopeless_critiques(situation.drafts).0 >= HOPELESS {
        return Some(Choice::with_reason(Action::Stop(StopReason::Impossible), "critics find that nothing can be done"));
    }
    let record = situation.drafts.iter().rfind(|record| !record.critiques.is_empty())?;
    record.critiques.last().filter(|c| c.jurors.is_none() && is_hopeless_verdict(&c.reading.reason))?;
    let again = Action::Judge { groups: vec![vec![record.draft.index]] };
    Some(Choice::with_reason(again, "a critic finds that nothing can be done: it is asked again"))
}

/// How many critiques of single drafts, without those a person sent back, found it hopeless, and the latest reason.
pub(in crate::reflect) fn count_hopeless_critiques<'d>(drafts: &'d [DraftRecord]) -> (usize, Option<&'d SharedText>) {
    let (mut count, mut last) = (0, None);
    for record in drafts.iter().filter(|record| !record.refused) {
        for critique in record.critiques.iter().filter(|critique| critique.joint_call.is_none()) {
            // A jury's combined verdict does not count.
            let mut find = |reason: &'d Option<SharedText>| {
                if is_hopeless_verdict(reason) {
                    (count, last) = (count + 1, reason.as_ref());
                }
            };
            critique.jurors.iter().for_each(|jurors| jurors.iter().for_each(|juror| find(&juror.reason)));
            find(&critique.reading.reason);
        }
    }
    (count, last)
}

fn is_hopeless_verdict(critic_reason: &Option<SharedText>) -> bool {
    matches!(critic_reason.as_deref(), Some("impossible" | "cannot_verify"))
}

/// Writes missing drafts before judging: those an `n`-completion call did not return, and more until `agree` drafts share an answer.
fn write_missing_drafts(situation: &Situation) -> Option<Choice> {
    let settings = situation.settings;
    let (wanted, reason) = if situation.agree < 2 {
        (if situation.checks { 0 } else { situation.free }, "one call gave fewer drafts than were asked for")
    } else if situation.drafts.is_empty() {
        (situation.agree.max(settings.drafts), AGREE)
    } else {
        let open = |record: &DraftRecord| record.passes_checks_unrefused() && !is_answer_rejected(situation.drafts, record);
        let missing = pick_best(situation.drafts, &open, &|_| false)?.missing_agreeing_drafts();
        (missing.min(situation.counted_writes_left().saturating_add(situation.free)), AGREE)
    };
    let drafts = situation.affordable_drafts(wanted);
    (drafts > 0).then(|| Choice::write_fresh_drafts(drafts, reason))
}

/// True if judging this draft can matter: it could still be returned, and no draft with the same answer was judged before it.
pub(super) fn is_worth_judging(situation: &Situation, record: &DraftRecord) -> bool {
    let before = |other: &DraftRecord| !other.needs_critique() || other.draft.index < record.draft.index;
    let is_decided = situation.drafts.iter().any(|other| record.shares_passing_answer(other) && before(other));
    !is_decided
        && (record.missing_agreeing_drafts() == 0 || situation.best_draft().is_none_or(|best| best.agreement <= record.agreement))
}

/// A critic named what is wrong with a draft of the same answer.
fn is_answer_rejected(drafts: &[DraftRecord], record: &DraftRecord) -> bool {
    let is_same = |other: &DraftRecord| other.draft.index == record.draft.index || record.shares_passing_answer(other);
    let names = |other: &DraftRecord| {
        other.latest_readable_critique().is_some_and(|critique| critique.reading.status == Verdict::NeedsRevision)
    };
    drafts.iter().any(|other| is_same(other) && names(other))
}
