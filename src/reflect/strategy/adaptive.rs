//! Spends each call where it is expected to pay most: judge a draft again, revise the best, write a fresh one, or stop.
//!
//! Scores are noisy, so that the best score of several overstates its draft. What counts here is the quality that is believed of each
//! draft ([`Posterior`]), and the gain in that of the best one which an action promises for each call that it takes.

use std::sync::Arc;

use super::belief::{Judgement, Posterior};
use super::{Action, Choice, Situation};
use crate::flow::{Belief, ExpectedGain, StopReason};
use crate::message::Gather;
use crate::reflect::draft::{Draft, Drafts};
use crate::reflect::learning::observation;
use crate::reflect::record::DraftRecord;
use crate::settings::{Settings, Strategy};

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
pub(super) const FIRST: u32 = 3;
/// Most critiques of one draft.
const MAX_CRITIQUES: usize = 6;

/// Whether it may be accepted, as far as it is believed in.
pub(super) fn is_sure(situation: &Situation, record: &DraftRecord) -> bool {
    let reaches = |belief: &Posterior| belief.reaches(record.draft.index, situation.settings.acceptance_threshold) >= SURE;
    situation.critics == 0 || situation.belief.as_ref().is_none_or(reaches)
}

/// The action that promises the most for each call: a further look, or drafts to be written. Where none promises enough, `done`.
pub(super) fn weigh(situation: &Situation, belief: &Posterior, done: Option<Choice>) -> Choice {
    let mut options: Vec<(Action, f64)> = Vec::new();
    let affordable = situation.critics > 0 && situation.calls_left >= situation.critics;
    let again = |record: &&DraftRecord| {
        let is_new = record.draft.duplicate_of.is_none() && !record.draft.failed();
        affordable && is_new && record.unread_in_row() == 0 && record.critiques.len() < MAX_CRITIQUES
    };
    for DraftRecord { draft, .. } in unrefused(situation.drafts).filter(again) {
        for critic in 0..situation.choice.max(1) {
            let action = Action::Judge { groups: vec![vec![draft.index]], critic: situation.alone(critic) };
            options.push((action, belief.gain_of_critique(&[draft.index], critic) / f64::from(situation.critics)));
        }
    }
    // A draft that passes every check is revised if a fault is named.
    let named = |record: &&DraftRecord| !situation.checks || !record.faults(situation.settings).is_empty();
    let parent =
        situation.best().filter(named).filter(|record| !situation.repeats(record)).map(|record| Some(record.draft.index));
    // A task with tools is not written anew, nor a draft that would repeat, unless nothing else is left.
    let repeats_anew = situation.drafts.iter().any(|record| record.draft.parent.is_none() && record.draft.duplicate_of.is_some());
    let anew = parent.is_none() || !(situation.tools || repeats_anew);
    // A joint critique judges two at the price of one, where no verifier decides between them.
    let pairs = !situation.checks && !situation.tools && situation.most_together() > 2;
    // A verifier judges drafts even when no call is left for a critic.
    let unlooked = if situation.checks { situation.calls_left.min(1) } else { 0 };
    let most = situation.paid(if pairs { 2 } else { 1 }).max(unlooked).min(situation.writes_left());
    for parent in anew.then_some(None).into_iter().chain(parent) {
        for drafts in 1..=most {
            options.push((Action::Write { parents: vec![parent; drafts as usize] }, promised(situation, belief, parent, drafts)));
        }
    }
    let best = options.iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
    let mut choice = match best.filter(|best| best.1 >= LEAST_GAIN) {
        Some((action, _)) => Choice::because(action.clone(), "it promises the most for each call"),
        None => {
            done.unwrap_or_else(|| Choice::because(Action::Stop(StopReason::Stalled), "no action promises enough for its calls"))
        }
    };
    let gain = |(action, gain): &(Action, f64)| {
        let (action, draft_index) = action.explained();
        ExpectedGain { action, draft_index, gain: *gain }
    };
    if let Some(why) = &mut choice.why {
        why.gains = Some(Arc::new(options.iter().map(gain).collect()));
    }
    choice
}

/// Expected gain of the next drafts for each call, critiques included.
fn promised(situation: &Situation, belief: &Posterior, parent: Option<u32>, drafts: u32) -> f64 {
    let hope = if parent.is_some() && situation.settings.calibration.tasks > 0.0 { HOPE } else { 0.0 };
    let mut then = belief.clone().hopeful(hope);
    let next = situation.drafts.last().map_or(0, |record| record.draft.index.saturating_add(1));
    let beside = situation.best().filter(|_| situation.most_together() > 1).map(|best| best.draft.index);
    let mut compared: Vec<u32> = beside.into_iter().collect();
    for index in (next..).take(drafts as usize) {
        then.draft(index, parent, None);
        compared.push(index);
    }
    let calls = f64::from(situation.critics.saturating_add(drafts));
    let gain = if situation.critics > 0 { then.gain_of_critique(&compared, 0) / calls } else { 0.0 };
    if situation.checks { gain.max(then.gain_of_check(next)) } else { gain }
}

/// Adds what is believed of each draft to the choice.
pub(super) fn explained(situation: &Situation, belief: &Posterior, mut choice: Choice) -> Choice {
    let Some(why) = &mut choice.why else { return choice };
    let believed = |record: &DraftRecord| {
        let (mean, sd) = belief.quality(record.draft.index);
        let expected_score = (situation.critics > 0).then(|| belief.foreseen(record.draft.index, 0).0);
        Belief { draft_index: record.draft.index, mean, sd, expected_score }
    };
    why.posterior = Some(Arc::new(situation.drafts.iter().map(believed).collect()));
    let best = best(situation.drafts, belief);
    why.p_accept = best.map(|best| belief.reaches(best.draft.index, situation.settings.acceptance_threshold));
    why.calibrated = Some(situation.checks || situation.settings.calibration.outcomes >= OUTCOMES);
    choice
}

/// Belief that a person would find this draft good enough; nothing where too few truths are known for that.
pub(in crate::reflect) fn confidence(drafts: &Drafts, index: u32, settings: &Settings) -> Option<f64> {
    let calibrated = settings.calibration.truths >= OUTCOMES;
    calibrated.then(|| posterior(drafts, settings).reaches(index, settings.acceptance_threshold))
}

/// The draft that is believed to be the best of those that were judged: by verifiers, then by its mean, which of a later one is [`AHEAD`].
pub(super) fn best<'a>(drafts: &'a [DraftRecord], belief: &Posterior) -> Option<&'a DraftRecord> {
    let checks = |record: &DraftRecord| (record.draft.verified(), record.agreement);
    let ranked = unrefused(drafts).filter_map(|record| Some((record, checks(record), belief.believed(record.draft.index)?)));
    let best = ranked.reduce(|best, next| {
        let is_better = next.1 > best.1 || (next.1 == best.1 && next.2 > best.2 + AHEAD);
        if is_better { next } else { best }
    });
    best.map(|(record, ..)| record)
}

/// The drafts that no person refused; all, when there are no others.
fn unrefused(drafts: &[DraftRecord]) -> impl Iterator<Item = &DraftRecord> {
    let none = drafts.iter().all(|record| record.refused);
    drafts.iter().filter(move |record| none || !record.refused)
}

/// What `adaptive` believes of the drafts; the other strategies do not reckon.
pub(in crate::reflect) fn belief(drafts: &Drafts, settings: &Settings) -> Option<Posterior> {
    (settings.strategy == Strategy::Adaptive && !drafts.kept.is_empty()).then(|| posterior(drafts, settings))
}

/// What the looks and verifiers of a run say of its drafts.
fn posterior(drafts: &Drafts, settings: &Settings) -> Posterior {
    let judgements = drafts.revisions.iter().filter_map(|revision| {
        let reading = revision.critique.as_ref()?;
        let met = reading.criteria_met.as_ref().map(|met| (met.iter().filter(|m| **m).count(), met.len()));
        let observation = observation(reading.status, reading.score, met, settings.acceptance_threshold);
        let (call, critic) = (revision.call_id.as_deref(), revision.critic.unwrap_or(0));
        Some(Judgement { call, critic, draft: revision.draft_index, observation })
    });
    let judgements: Vec<Judgement> = judgements.gather();
    let drafts: Vec<&Draft> = drafts.kept.iter().map(|record| &record.draft).gather();
    Posterior::of(&settings.calibration, &drafts, &judgements, &mut |_, _| ())
}
