//! Every draft is judged, the last too; the run ends at the first accepted draft, and the best is returned ([`super::super::draft::best`]).
//! `best-of-n` is the same with several drafts at first.
//!
//! Where several drafts wait, one look is at all of them. What it accepts is looked at once more, alone: the best of several by one look
//! is often worse than it seems.

use super::{Action, Choice, Situation, ways};
use crate::flow::StopReason;
use crate::message::Gather;
use crate::reflect::record::DraftRecord;
use crate::settings::{OnUnreadable, Strategy};

pub(super) fn next(situation: &Situation) -> Choice {
    if situation.drafts.is_empty() {
        return first(situation);
    }
    if let Some(record) = situation.accepted() {
        let by = if situation.critics > 0 { "it was accepted, and no verifier failed" } else { "every verifier passed" };
        return Choice::because(Action::Accept { draft: record.draft.index }, by);
    }
    let waiting = situation.unjudged();
    if !waiting.is_empty() {
        return judge(situation, waiting, "it was not judged yet");
    }
    if let Some(choice) = unreadable(situation) {
        return choice;
    }
    if let Some(best) = situation.best().filter(|best| best.waits_for_second() && best.unread_in_row() == 0) {
        return judge(situation, vec![best.draft.index], "it was accepted beside others, and is looked at alone");
    }
    ways::next(situation)
}

fn first(situation: &Situation) -> Choice {
    if situation.settings.strategy == Strategy::KeepBest {
        return Choice::anew(1, "there is no draft yet");
    }
    // A verifier costs no call: there few drafts are known before the next are written, unless one call gives all.
    let most = if situation.checks && !situation.may_share { ways::WAVE } else { u32::MAX };
    let wanted = situation.settings.drafts.min(most);
    // A draft that nobody could judge is of no use, but one draft there is always.
    let drafts = situation.paid(wanted).max(1);
    let reason = if drafts < wanted { "as many drafts as can also be judged" } else { "several drafts, to choose the best" };
    Choice::anew(drafts, reason)
}

/// Takes as many looks at these drafts as can be paid for.
fn judge(situation: &Situation, drafts: Vec<u32>, reason: &'static str) -> Choice {
    let paid = situation.calls_left.checked_div(situation.critics).unwrap_or(0);
    if paid == 0 {
        return Choice::because(Action::Stop(StopReason::MaxCalls), "too few calls are left to judge a draft");
    }
    let mut looks = situation.looks(drafts);
    looks.truncate(paid as usize);
    Choice::because(Action::Judge { looks, critic: None }, reason)
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
    let again: Vec<u32> = unread.filter(|record| record.unread_in_row() < most).map(|record| record.draft.index).gather();
    (situation.settings.on_unreadable == OnUnreadable::Retry && !again.is_empty())
        .then(|| judge(situation, again, "its last critique could not be read"))
}
