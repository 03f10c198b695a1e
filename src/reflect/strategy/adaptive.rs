//! Spends each call where it is expected to pay most: judge a draft again, revise the best, write a fresh one, or stop.
//!
//! Scores are noisy, so that the best score of several overstates its draft. What counts here is the quality that is believed of each
//! draft ([`Posterior`]), and the gain in that of the best one which an action promises for each call that it takes.

use super::belief::Posterior;
use super::{Action, Choice, Known};
use crate::flow::{Belief, ExpectedGain, StopReason, Why, WhyAction};
use crate::judge::Decision;
use crate::reflect::held::Held;
use crate::reflect::learning::heard;
use crate::settings::{OnUnreadable, Settings};

/// Points a call below which it is not worth going on.
const LEAST_GAIN: f64 = 0.03;
/// Probability that a draft reaches the acceptance threshold from which on it is accepted.
const SURE: f64 = 0.65;
/// Standard deviations by which revisions are thought better than they are known to be, where something is learned from them.
const HOPE: f64 = 1.0;
/// Points by which a later draft must be believed better than an earlier one to go before it: less is as often harm as gain.
const AHEAD: f64 = 0.1;
/// Tasks with verifiers or a person's word from which on an acceptance counts as calibrated.
const OUTCOMES: f64 = 10.0;
/// Critics among which one is chosen for a look.
const MAX_CHOICE: u32 = 4;
/// Looks at one draft.
const MAX_LOOKS: usize = 6;

/// An action that could be taken, and what it promises.
struct Offer {
    action: Action,
    gain: f64,
}

pub(super) fn next(known: &Known) -> Choice {
    if known.drafts.is_empty() {
        return Choice::because(Action::Fresh { drafts: 1 }, "there is no draft yet");
    }
    let belief = posterior(known.drafts, known.settings);
    if let Some(draft) = acceptable(known, &belief) {
        let reason =
            if known.critics > 0 { "it was accepted, and is believed to be good enough" } else { "every verifier passed" };
        return told(known, &belief, Action::Accept { draft }, reason, &[]);
    }
    if let Some(choice) = unread(known) {
        return choice;
    }
    let options = options(known, &belief);
    let best = options.iter().reduce(|best, next| if next.gain > best.gain { next } else { best });
    match best.filter(|best| best.gain >= LEAST_GAIN) {
        Some(best) => told(known, &belief, best.action.clone(), "it promises the most for each call", &options),
        None => {
            let looks = if known.critics == 0 { 0 } else { look_calls(known) };
            let (reason, words) = if known.calls_left < looks.max(1) {
                (StopReason::MaxCalls, "too few calls are left")
            } else if !known.may_write() {
                (StopReason::MaxReflections, "maxReflections is reached, and no further look promises enough")
            } else if known.calls_left < looks.saturating_add(1) {
                (StopReason::MaxCalls, "too few calls are left for a draft and its judgement")
            } else {
                (StopReason::Stalled, "nothing promises enough for the calls that it takes")
            };
            told(known, &belief, Action::Stop(reason), words, &options)
        }
    }
}

/// The draft that is believed to be the best of those that were judged: verifiers passed first, then the mean, by [`AHEAD`] where it is the later.
pub(in crate::reflect) fn best<'a>(drafts: &'a [Held], settings: &Settings) -> Option<&'a Held> {
    believed_best(drafts, &posterior(drafts, settings))
}

fn believed_best<'a>(drafts: &'a [Held], belief: &Posterior) -> Option<&'a Held> {
    let ranked = standing(drafts).filter_map(|held| Some((held, (held.verified(), belief.believed(held.draft.index)?))));
    let better = |(share, mean): (f64, f64), than: (f64, f64)| share > than.0 || (share == than.0 && mean > than.1 + AHEAD);
    ranked.reduce(|best, next| if better(next.1, best.1) { next } else { best }).map(|(held, _)| held)
}

/// The drafts that no person refused; all, when there are no others.
fn standing(drafts: &[Held]) -> impl Iterator<Item = &Held> {
    let none = drafts.iter().all(|held| held.refused);
    drafts.iter().filter(move |held| none || !held.refused)
}

fn best_index(known: &Known, belief: &Posterior) -> Option<u32> {
    believed_best(known.drafts, belief).map(|held| held.draft.index)
}

/// What the looks and verifiers of a run say of its drafts.
fn posterior(drafts: &[Held], settings: &Settings) -> Posterior {
    let mut posterior = Posterior::new(&settings.calibration);
    for held in drafts {
        let draft = &held.draft;
        posterior.draft(draft.index, draft.parent, draft.duplicate_of);
        if !draft.verifiers.is_empty() {
            posterior.checked(draft.index, draft.verifiers.values().all(|v| v.passed));
        }
    }
    for held in drafts {
        for look in &held.looks {
            let reading = &look.reading;
            let met = reading.criteria_met.as_ref().map(|met| (met.iter().filter(|m| **m).count(), met.len()));
            if let Some(says) = heard(reading.status, reading.score, met, settings.acceptance_threshold) {
                posterior.look(held.draft.index, look.critic.unwrap_or(0), says);
            }
        }
    }
    posterior
}

/// The draft that somebody accepted, and that is believed good enough; without critics the verifiers' word is enough.
fn acceptable(known: &Known, belief: &Posterior) -> Option<u32> {
    if known.critics == 0 {
        return known.accepted().map(|held| held.draft.index);
    }
    let threshold = known.settings.acceptance_threshold;
    let accepted = known.drafts.iter().filter(|held| held.decision(known.critics) == Decision::Accept);
    let sure = accepted.map(|held| held.draft.index).filter(|index| belief.reaches(*index, threshold) >= SURE);
    sure.reduce(|best, next| if belief.quality(next).0 > belief.quality(best).0 { next } else { best })
}

/// What `onUnreadableCritique` says, where it ends the run.
fn unread(known: &Known) -> Option<Choice> {
    let last = standing(known.drafts).any(|held| held.unread_in_row() > 0 && held.read().is_none());
    let ends = match known.settings.on_unreadable {
        OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => last,
        OnUnreadable::Retry | OnUnreadable::Revise => known.failures >= known.settings.max_critique_failures,
    };
    ends.then(|| Choice::because(Action::Stop(StopReason::UnreadableCritique), "a critique could not be read"))
}

/// Calls that a look takes.
fn look_calls(known: &Known) -> u32 {
    if known.settings.one_at_a_time { 1 } else { known.critics }
}

fn options(known: &Known, belief: &Posterior) -> Vec<Offer> {
    let mut options = Vec::new();
    let cost = look_calls(known);
    let critics = if known.settings.one_at_a_time { known.critics.min(MAX_CHOICE) } else { known.critics.min(1) };
    let best = best_index(known, belief);
    let mut waits = false;
    for held in standing(known.drafts).filter(|held| held.draft.duplicate_of.is_none() && known.calls_left >= cost.max(1)) {
        let failed = held.draft.verifiers.values().any(|v| !v.passed);
        let first = best.is_none();
        if (failed && !first) || held.unread_in_row() > 0 || held.looks.len() >= MAX_LOOKS {
            continue;
        }
        let draft = held.draft.index;
        for critic in 0..critics {
            let gain = if first { f64::from(u16::MAX) } else { belief.gain_of_look(draft, critic) / f64::from(cost) };
            let critic = (known.settings.one_at_a_time && known.critics > 1).then_some(critic);
            options.push(Offer { action: Action::Judge { drafts: vec![draft], critic }, gain });
        }
        waits |= held.looks.is_empty() && critics > 0;
    }
    let checks = known.drafts.iter().any(|held| !held.draft.verifiers.is_empty());
    let affordable = known.calls_left > cost || (checks && known.calls_left > 0);
    // A draft that nobody looked at is judged first, unless verifiers said something of it already.
    if known.may_write() && affordable && (checks || !waits) {
        let repeats = known.latest().is_some_and(|held| held.draft.parent.is_some() && held.draft.duplicate_of.is_some());
        for parent in [None, best.filter(|_| !repeats)] {
            let action = match parent {
                Some(draft) => Action::Revise { draft },
                None if options.iter().any(|o| matches!(o.action, Action::Fresh { .. })) => continue,
                None => Action::Fresh { drafts: 1 },
            };
            options.push(Offer { gain: promised(known, belief, parent, cost, checks), action });
        }
    }
    options
}

/// What a draft that is written next promises for each call, its judgement among them.
fn promised(known: &Known, belief: &Posterior, parent: Option<u32>, cost: u32, checks: bool) -> f64 {
    let hope = if parent.is_some() && known.settings.calibration.tasks > 0.0 { HOPE } else { 0.0 };
    let mut then = belief.clone().hopeful(hope);
    let index = known.latest().map_or(0, |held| held.draft.index.saturating_add(1));
    if best_index(known, belief).is_none() {
        return 1.0;
    }
    then.draft(index, parent, None);
    let looked = if known.critics > 0 { then.gain_of_look(index, 0) / f64::from(cost.saturating_add(1)) } else { 0.0 };
    if checks { looked.max(then.gain_of_check(index)) } else { looked }
}

fn told(known: &Known, belief: &Posterior, action: Action, reason: &str, options: &[Offer]) -> Choice {
    let mut choice = Choice::because(action, reason);
    if let Some(why) = &mut choice.why {
        tell(why, known, belief, options);
    }
    choice
}

fn tell(why: &mut Why, known: &Known, belief: &Posterior, options: &[Offer]) {
    let gain = |option: &Offer| {
        let (action, draft_index) = match &option.action {
            Action::Judge { drafts, .. } => (WhyAction::Judge, drafts.first().copied()),
            Action::Revise { draft } => (WhyAction::Revise, Some(*draft)),
            Action::Fresh { .. } => (WhyAction::Fresh, None),
            Action::Accept { draft } => (WhyAction::Accept, Some(*draft)),
            Action::Stop(_) => (WhyAction::Stop, None),
        };
        ExpectedGain { action, draft_index, gain: option.gain }
    };
    // Nothing is promised before the first judgement.
    why.gains = Some(options.iter().map(gain).collect()).filter(|_| best_index(known, belief).is_some());
    let believed = |held: &Held| {
        let (mean, sd) = belief.quality(held.draft.index);
        let expected_score = (known.critics > 0).then(|| belief.foreseen(held.draft.index, 0).0);
        Belief { draft_index: held.draft.index, mean, sd, expected_score }
    };
    why.posterior = Some(known.drafts.iter().map(believed).collect());
    why.p_accept = best_index(known, belief).map(|best| belief.reaches(best, known.settings.acceptance_threshold));
    let checked = known.drafts.iter().any(|held| !held.draft.verifiers.is_empty());
    why.calibrated = Some(checked || known.settings.calibration.outcomes >= OUTCOMES);
}
