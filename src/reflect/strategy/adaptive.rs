//! Spends each call where it is expected to pay most: judge a draft again, revise the best, write a fresh one, or stop.
//!
//! Scores are noisy, so that the best score of several overstates its draft. What counts here is the quality that is believed of each
//! draft ([`Posterior`]), and the gain in that of the best one which an action promises for each call that it takes.

use std::sync::Arc;

use super::belief::Posterior;
use super::{Action, Choice, Situation, ways};
use crate::flow::{Belief, ExpectedGain, StopReason};
use crate::judge::Decision;
use crate::message::Gather;
use crate::reflect::learning::observation;
use crate::reflect::record::{DraftRecord, Look};
use crate::settings::{OnUnreadable, Settings};

/// Points a call below which it is not worth going on.
const LEAST_GAIN: f64 = 0.03;
/// Probability that a draft reaches the acceptance threshold from which on it is accepted.
const SURE: f64 = 0.65;
/// Standard deviations by which revisions are thought better than they are known to be, where something is learned from them.
const HOPE: f64 = 1.0;
/// Points by which a later draft must be believed better than an earlier one to go before it: less is as often harm as gain.
const AHEAD: f64 = 0.1;
/// Tasks with verifiers or a person's word from which on an acceptance counts as calibrated, and truths from which on a belief does.
const OUTCOMES: f64 = 10.0;
/// Drafts that it begins with where no verifier runs: fewer leave little to compare, more leave no call for what the first look names.
const FIRST: u32 = 3;
/// Critics among which one is chosen for a look.
const MAX_CHOICE: u32 = 4;
/// Looks at one draft.
const MAX_LOOKS: usize = 6;

/// An action that could be taken, and what it promises.
struct Offer {
    action: Action,
    gain: f64,
}

pub(super) fn next(situation: &Situation) -> Choice {
    if situation.drafts.is_empty() {
        return first(situation);
    }
    let belief = posterior(situation.drafts, situation.settings);
    if let Some(draft) = acceptable(situation, &belief) {
        let reason =
            if situation.critics > 0 { "it was accepted, and is believed to be good enough" } else { "every verifier passed" };
        return explained(situation, &belief, Action::Accept { draft }, reason, &[]);
    }
    if let Some(choice) = unread(situation) {
        return choice;
    }
    if let Some(choice) = checked(situation) {
        return choice;
    }
    let confirmable = confirmable(situation, &belief);
    let confirm = |draft: u32, options: &[Offer]| {
        let action = Action::Judge { looks: vec![vec![draft]], critic: alone(situation, 0) };
        explained(situation, &belief, action, "it was accepted beside others, and is looked at alone", options)
    };
    let is_sure = |draft: &u32| belief.reaches(*draft, situation.settings.acceptance_threshold) >= SURE;
    if let Some(draft) = confirmable.filter(is_sure) {
        return confirm(draft, &[]);
    }
    let options = options(situation, &belief);
    let best = options.iter().reduce(|best, next| if next.gain > best.gain { next } else { best });
    match best.filter(|best| best.gain >= LEAST_GAIN) {
        Some(best) => explained(situation, &belief, best.action.clone(), "it promises the most for each call", &options),
        // What every check passed and a critic accepts is accepted where no call promises to find anything better.
        None if situation.checks
            && let Some(accepted) = situation.accepted() =>
        {
            let action = Action::Accept { draft: accepted.draft.index };
            explained(situation, &belief, action, "it was accepted, and no call promises enough", &options)
        }
        None if let Some(draft) = confirmable => confirm(draft, &options),
        None => {
            let looks = if situation.critics == 0 { 0 } else { look_calls(situation) };
            let (reason, words) = if situation.calls_left < looks.max(1) {
                (StopReason::MaxCalls, "too few calls are left")
            } else if !situation.may_write() {
                (StopReason::MaxReflections, "maxReflections is reached, and no further look promises enough")
            } else if situation.calls_left < looks.saturating_add(1) {
                (StopReason::MaxCalls, "too few calls are left for a draft and its judgement")
            } else {
                (StopReason::Stalled, "nothing promises enough for the calls that it takes")
            };
            explained(situation, &belief, Action::Stop(reason), words, &options)
        }
    }
}

/// Several drafts, for one look. A verifier costs no call: there each draft is known before the next. And each would call tools.
fn first(situation: &Situation) -> Choice {
    let most = if situation.checks || situation.tools { 1 } else { FIRST };
    // One more look, at the best alone, may accept it.
    let drafts = most.min(situation.calls_left.saturating_sub(2 * look_calls(situation))).max(1);
    let reason = if drafts > 1 { "several drafts, to be judged in one look" } else { "there is no draft yet" };
    Choice::anew(drafts, reason)
}

/// What verifiers decide, whatever is believed: while none passes every one of them, the next is written, and one that passes is looked at.
fn checked(situation: &Situation) -> Option<Choice> {
    let best = situation.best().filter(|_| situation.checks)?;
    if best.draft.failed() && !situation.settings.critique_failed {
        return Some(ways::next(situation));
    }
    let waits = best.looks.is_empty()
        && situation.unjudged().contains(&best.draft.index)
        && situation.calls_left >= look_calls(situation);
    let action = Action::Judge { looks: vec![vec![best.draft.index]], critic: alone(situation, 0) };
    waits.then(|| Choice::because(action, "it passes every check, and was not judged yet"))
}

/// Belief that a person would find this draft good enough; nothing where too few truths are known for that.
pub(in crate::reflect) fn confidence(drafts: &[DraftRecord], index: u32, settings: &Settings) -> Option<f64> {
    let known = settings.calibration.truths >= OUTCOMES;
    known.then(|| posterior(drafts, settings).reaches(index, settings.acceptance_threshold))
}

/// The draft that is believed to be the best of those that were judged: verifiers passed first, then the mean, by [`AHEAD`] where it is the later.
pub(in crate::reflect) fn best<'a>(drafts: &'a [DraftRecord], settings: &Settings) -> Option<&'a DraftRecord> {
    believed_best(drafts, &posterior(drafts, settings))
}

fn believed_best<'a>(drafts: &'a [DraftRecord], belief: &Posterior) -> Option<&'a DraftRecord> {
    let checks = |record: &DraftRecord| (record.draft.verified(), record.agreement);
    let ranked = unrefused(drafts).filter_map(|record| Some((record, (checks(record), belief.believed(record.draft.index)?))));
    let better = |(checks, mean): (((f64, f64), u32), f64), than: (((f64, f64), u32), f64)| {
        checks > than.0 || (checks == than.0 && mean > than.1 + AHEAD)
    };
    ranked.reduce(|best, next| if better(next.1, best.1) { next } else { best }).map(|(record, _)| record)
}

/// The drafts that no person refused; all, when there are no others.
fn unrefused(drafts: &[DraftRecord]) -> impl Iterator<Item = &DraftRecord> {
    let none = drafts.iter().all(|record| record.refused);
    drafts.iter().filter(move |record| none || !record.refused)
}

fn best_index(situation: &Situation, belief: &Posterior) -> Option<u32> {
    believed_best(situation.drafts, belief).map(|record| record.draft.index)
}

/// What the looks and verifiers of a run say of its drafts.
fn posterior(drafts: &[DraftRecord], settings: &Settings) -> Posterior {
    let mut posterior = Posterior::new(&settings.calibration);
    for DraftRecord { draft, .. } in drafts {
        posterior.draft(draft.index, draft.parent, draft.duplicate_of);
        if !draft.verifiers.is_empty() {
            posterior.checked(draft.index, draft.passes());
        }
    }
    let observed = |look: &Look| {
        let reading = &look.reading;
        let met = reading.criteria_met.as_ref().map(|met| (met.iter().filter(|m| **m).count(), met.len()));
        observation(reading.status, reading.score, met, settings.acceptance_threshold)
    };
    let mut taken: Vec<&str> = Vec::new();
    for record in drafts {
        for look in &record.looks {
            let observations = match look.together.as_deref() {
                None => observed(look).map(|observation| (record.draft.index, observation)).into_iter().collect(),
                Some(name) if taken.contains(&name) => continue,
                Some(name) => {
                    taken.push(name);
                    let looks = drafts.iter().flat_map(|record| record.looks.iter().map(|look| (record.draft.index, look)));
                    let same = looks.filter(|(_, look)| look.together.as_deref() == Some(name));
                    same.filter_map(|(index, look)| Some((index, observed(look)?))).gather()
                }
            };
            posterior.look(look.critic.unwrap_or(0), &observations);
        }
    }
    posterior
}

/// The draft that somebody accepted, and that is believed good enough; without critics the verifiers' word is enough.
fn acceptable(situation: &Situation, belief: &Posterior) -> Option<u32> {
    if situation.critics == 0 {
        return situation.accepted().map(|record| record.draft.index);
    }
    let threshold = situation.settings.acceptance_threshold;
    let accepted = situation.drafts.iter().filter(|record| record.decision(situation.critics) == Decision::Accept);
    let sure = accepted.map(|record| record.draft.index).filter(|index| belief.reaches(*index, threshold) >= SURE);
    sure.reduce(|best, next| if belief.quality(next).0 > belief.quality(best).0 { next } else { best })
}

/// The draft that a look at several accepted and that is believed good enough: one at it alone may accept it.
fn confirmable(situation: &Situation, belief: &Posterior) -> Option<u32> {
    let best = believed_best(situation.drafts, belief).filter(|_| situation.calls_left >= look_calls(situation))?;
    (best.waits_for_second() && best.unread_in_row() == 0).then_some(best.draft.index)
}

/// What `onUnreadableCritique` says, where it ends the run.
fn unread(situation: &Situation) -> Option<Choice> {
    let last = unrefused(situation.drafts).any(|record| record.unread_in_row() > 0 && record.read().is_none());
    let ends = match situation.settings.on_unreadable {
        OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => last,
        OnUnreadable::Retry | OnUnreadable::Revise => situation.failures >= situation.settings.max_critique_failures,
    };
    ends.then(|| Choice::because(Action::Stop(StopReason::UnreadableCritique), "a critique could not be read"))
}

/// Calls that a look takes.
fn look_calls(situation: &Situation) -> u32 {
    if situation.settings.one_at_a_time { 1 } else { situation.critics }
}

/// The critic of a look, where there are several and each is asked alone.
fn alone(situation: &Situation, critic: u32) -> Option<u32> {
    (situation.settings.one_at_a_time && situation.critics > 1).then_some(critic)
}

/// Drafts that nobody looked at, beside the best that is known: as many as one look holds. Empty unless several.
fn together(situation: &Situation, belief: &Posterior) -> Vec<u32> {
    let best = believed_best(situation.drafts, belief).filter(|best| best.read().is_some()).map(|best| best.draft.index);
    let waits = situation.unjudged();
    let is_new = |record: &&DraftRecord| waits.contains(&record.draft.index) && record.unread_in_row() == 0;
    let mut drafts: Vec<u32> = unrefused(situation.drafts).filter(is_new).map(|record| record.draft.index).gather();
    drafts.truncate(situation.most_together().saturating_sub(usize::from(best.is_some())));
    if let Some(best) = best.filter(|_| !drafts.is_empty()) {
        drafts.insert(drafts.iter().filter(|draft| **draft < best).count(), best);
    }
    if drafts.len() > 1 { drafts } else { Vec::new() }
}

fn options(situation: &Situation, belief: &Posterior) -> Vec<Offer> {
    let mut options = Vec::new();
    let cost = look_calls(situation);
    let critics = if situation.settings.one_at_a_time { situation.critics.min(MAX_CHOICE) } else { situation.critics.min(1) };
    let best = best_index(situation, belief);
    let affordable = situation.calls_left >= cost.max(1);
    // Before the others: with no draft that is known, all looks promise the same.
    let mut looks = vec![together(situation, belief)];
    looks.retain(|drafts| affordable && !drafts.is_empty());
    let mut waits = false;
    for record in unrefused(situation.drafts).filter(|record| record.draft.duplicate_of.is_none() && affordable) {
        if (record.draft.failed() && best.is_some()) || record.unread_in_row() > 0 || record.looks.len() >= MAX_LOOKS {
            continue;
        }
        looks.push(vec![record.draft.index]);
        waits |= record.waits() && critics > 0;
    }
    for (drafts, critic) in looks.iter().flat_map(|drafts| (0..critics).map(move |critic| (drafts, critic))) {
        let gain = if best.is_some() { belief.gain_of_look(drafts, critic) / f64::from(cost) } else { f64::from(u16::MAX) };
        options.push(Offer { action: Action::Judge { looks: vec![drafts.clone()], critic: alone(situation, critic) }, gain });
    }
    // A draft that nobody looked at is judged first, unless verifiers said something of it already.
    if situation.checks || !waits {
        // What passes every check is revised where a fault is named.
        let named = |record: &&DraftRecord| !situation.checks || !record.faults(situation.settings).is_empty();
        let parent = believed_best(situation.drafts, belief).filter(named).filter(|record| !situation.repeats(record));
        // What calls tools is not written anew, nor what would come to the same, unless nothing else is left.
        let anew = parent.is_none() || !(situation.tools || situation.repeats_anew());
        for parent in anew.then_some(None).into_iter().chain(parent.map(|record| Some(record.draft.index))) {
            for drafts in 1..=most_at_once(situation) {
                let action = Action::Write { parents: vec![parent; drafts as usize] };
                options.push(Offer { action, gain: promised(situation, belief, parent, drafts) });
            }
        }
    }
    options
}

/// Drafts that may be written at once, 0 to 2. One look judges two at the price of one, where no verifier decides between them.
fn most_at_once(situation: &Situation) -> u32 {
    let pays = situation.calls_left.saturating_sub(look_calls(situation));
    let pairs = !situation.checks && !situation.tools && situation.most_together() > 2;
    let most = if situation.checks { pays.max(situation.calls_left.min(1)) } else { pays };
    most.min(situation.writes_left()).min(if pairs { 2 } else { 1 })
}

/// What drafts that are written next promise for each call, their judgement among them.
fn promised(situation: &Situation, belief: &Posterior, parent: Option<u32>, drafts: u32) -> f64 {
    let Some(best) = best_index(situation, belief) else { return 1.0 };
    let hope = if parent.is_some() && situation.settings.calibration.tasks > 0.0 { HOPE } else { 0.0 };
    let mut then = belief.clone().hopeful(hope);
    let index = situation.latest().map_or(0, |record| record.draft.index.saturating_add(1));
    let mut shown = if situation.most_together() > 1 { vec![best] } else { Vec::new() };
    for index in (index..).take(drafts as usize) {
        then.draft(index, parent, None);
        shown.push(index);
    }
    let calls = f64::from(look_calls(situation).saturating_add(drafts));
    let looked = if situation.critics > 0 { then.gain_of_look(&shown, 0) / calls } else { 0.0 };
    if situation.checks { looked.max(then.gain_of_check(index)) } else { looked }
}

fn explained(situation: &Situation, belief: &Posterior, action: Action, reason: &'static str, options: &[Offer]) -> Choice {
    let mut choice = Choice::because(action, reason);
    let Some(why) = &mut choice.why else { return choice };
    let gain = |option: &Offer| {
        let (action, draft_index) = option.action.explained();
        ExpectedGain { action, draft_index, gain: option.gain }
    };
    let best = best_index(situation, belief);
    // Nothing is promised before the first judgement.
    why.gains = Some(Arc::new(options.iter().map(gain).collect())).filter(|_| best.is_some());
    let believed = |record: &DraftRecord| {
        let (mean, sd) = belief.quality(record.draft.index);
        let expected_score = (situation.critics > 0).then(|| belief.foreseen(record.draft.index, 0).0);
        Belief { draft_index: record.draft.index, mean, sd, expected_score }
    };
    why.posterior = Some(Arc::new(situation.drafts.iter().map(believed).collect()));
    why.p_accept = best.map(|best| belief.reaches(best, situation.settings.acceptance_threshold));
    why.calibrated = Some(situation.checks || situation.settings.calibration.outcomes >= OUTCOMES);
    choice
}
