//! What every strategy but `classic` does: drafts are written and judged, the last too; the run ends at the first that is accepted, and
//! the best is returned. `keep-best` begins with one draft, `best-of-n` and `adaptive` with several. What `adaptive` accepts it also
//! believes in, and what it does next follows from that ([`adaptive`]).
//!
//! Where several drafts wait, one look is at all of them. What it accepts is looked at once more, alone: the best of several by one look
//! is often worse than it seems.

use super::{Action, Choice, Situation, adaptive, ways};
use crate::flow::StopReason;
use crate::message::Gather;
use crate::reflect::record::DraftRecord;
use crate::settings::{OnUnreadable, Strategy};

pub(super) fn next(situation: &Situation) -> Choice {
    if situation.drafts.is_empty() {
        return first(situation);
    }
    let accepted = situation.accepted();
    let accept = |record: &DraftRecord| {
        let by = if situation.critics > 0 { "it was accepted, and no verifier failed" } else { "every verifier passed" };
        Choice::because(Action::Accept { draft: record.draft.index }, by)
    };
    if let Some(record) = accepted.filter(|record| adaptive::is_sure(situation, record)) {
        return accept(record);
    }
    let waiting = situation.unjudged();
    if !waiting.is_empty() {
        return judge(situation, situation.looks(waiting), "it was not judged yet");
    }
    if let Some(choice) = unreadable(situation) {
        return choice;
    }
    let best = situation.best();
    let second = best.filter(|best| best.waits_for_second() && best.unread_in_row() == 0);
    let confirm = |record: &DraftRecord| {
        judge(situation, vec![vec![record.draft.index]], "it was accepted beside others, and is looked at alone")
    };
    if let Some(record) = second.filter(|record| adaptive::is_sure(situation, record)) {
        return confirm(record);
    }
    let Some(belief) = situation.belief.as_ref().filter(|_| best.is_some_and(|best| !best.draft.failed())) else {
        return ways::next(situation);
    };
    // What every check passed and a critic accepts is accepted where no call promises to find anything better.
    let done = accepted.filter(|_| situation.checks).map(accept).or_else(|| second.map(confirm));
    adaptive::weigh(situation, belief, done.or_else(|| situation.spent(situation.critics)))
}

fn first(situation: &Situation) -> Choice {
    let wanted = match situation.settings.strategy {
        // A verifier costs no call: there few drafts are known before the next are written, unless one call gives all.
        Strategy::BestOfN if situation.checks && !situation.may_share => situation.settings.drafts.min(ways::WAVE),
        Strategy::BestOfN => situation.settings.drafts,
        // One more look, at the best alone, may accept it.
        Strategy::Adaptive if !situation.checks && !situation.tools => {
            adaptive::FIRST.min(situation.calls_left.saturating_sub(2 * situation.critics)).max(1)
        }
        Strategy::Adaptive | Strategy::KeepBest | Strategy::Classic => 1,
    };
    if wanted == 1 {
        return Choice::anew(1, "there is no draft yet");
    }
    // A draft that nobody could judge is of no use, but one draft there is always.
    let drafts = situation.paid(wanted).max(1);
    let reason = if drafts < wanted { "as many drafts as can also be judged" } else { "several drafts, to choose the best" };
    Choice::anew(drafts, reason)
}

/// Takes as many of these looks as can be paid for.
fn judge(situation: &Situation, mut looks: Vec<Vec<u32>>, reason: &'static str) -> Choice {
    let paid = situation.calls_left.checked_div(situation.critics).unwrap_or(0);
    if paid == 0 {
        return Choice::because(Action::Stop(StopReason::MaxCalls), "too few calls are left to judge a draft");
    }
    looks.truncate(paid as usize);
    Choice::because(Action::Judge { looks, critic: situation.alone(0) }, reason)
}

/// What `onUnreadableCritique` says of drafts that no critique could be read of; `None`: the run goes on without a word on them.
fn unreadable(situation: &Situation) -> Option<Choice> {
    let lacks_look = |record: &&DraftRecord| record.read().is_none() || record.waits_for_second();
    let mut unread = situation.drafts.iter().filter(|record| record.unread_in_row() > 0).filter(lacks_look).peekable();
    unread.peek()?;
    if situation.is_over_unread() {
        return Some(Choice::because(Action::Stop(StopReason::UnreadableCritique), "a critique could not be read"));
    }
    let most = situation.settings.max_critique_failures;
    let again: Vec<Vec<u32>> =
        unread.filter(|record| record.unread_in_row() < most).map(|record| vec![record.draft.index]).gather();
    let retries = situation.settings.on_unreadable == OnUnreadable::Retry && situation.belief.is_none();
    (retries && !again.is_empty()).then(|| judge(situation, again, "its last critique could not be read"))
}
