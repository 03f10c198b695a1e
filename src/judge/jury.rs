//! Several critics, one verdict.
//!
//! **Invariant:** a jury accepts nothing that none of its jurors accepted, whatever the mode. A juror that could not be read has no vote; with
//! none left there is no verdict.

use std::sync::Arc;

use super::first_distinct_faults;
use crate::critique::{Reading, Verdict};
use crate::message::SharedText;
use crate::settings::{Form, JuryMode, Settings};

/// What a juror said, if it was asked.
pub type Vote = Option<Arc<Reading>>;

/// What the jurors say together.
///
/// Score and confidence are those of the jurors who voted as the verdict went: the lowest of them by `veto`, their mean by `majority`;
/// by `median` the middle of all. Where each juror gave a probability, theirs is the mean of the log odds, and the score ten times that; but
/// for a veto it decides. Faults of all jurors are kept, those of rejecting ones first; what to fix comes from those who
/// voted as the verdict went.
pub fn combine_votes(votes: &[Vote], settings: &Settings) -> Reading {
    combine_readings(votes, false, settings)
}

fn combine_readings(votes: &[Vote], is_mean: bool, settings: &Settings) -> Reading {
    let readable = readable_votes(votes, None);
    if readable.is_empty() {
        return Reading::invalid_reading("no_readable_juror");
    }
    let met = combine_met_criteria(&readable, settings);
    let confidence = aggregate_confidence(&readable, met.as_deref(), settings);
    let probability = combine_probabilities_if_all(&readable);
    let accepted = jury_accepts(&readable, is_mean, settings);
    let with = filter_votes(&readable, accepted);
    let by = if is_mean || settings.jury_mode == JuryMode::Median { &readable } else { &with };
    let mode = if is_mean { JuryMode::Majority } else { settings.jury_mode };
    let mut rejecting_first = filter_votes(&readable, false);
    rejecting_first.extend(filter_votes(&readable, true));
    let sure = confidence.is_none_or(|c| c >= settings.confidence_threshold);
    let reason = if with.iter().all(|reading| contradicts_itself(reading)) {
        Some("contradictory")
    } else if !accepted && !sure && is_all_met(met.as_deref()) {
        Some("low_confidence")
    } else {
        None
    };
    let mut suggestions = collect_distinct_texts(&with, |r| r.suggestions.as_deref().unwrap_or_default());
    suggestions.truncate(settings.max_suggestions as usize);
    Reading {
        status: if accepted { Verdict::Accepted } else { Verdict::NeedsRevision },
        score: probability.map(|p| 10.0 * p).or_else(|| aggregate_values(collect_values(by, |r| r.score), mode)),
        needs_revision: Some(!accepted),
        issues: collect_distinct_texts(&rejecting_first, |r| &r.issues),
        suggestion: join_texts(&collect_distinct_texts(&with, |r| r.suggestion.as_slice()), " "),
        criteria_met: met,
        confidence,
        probability,
        suggestions: Some(suggestions).filter(|_| settings.form == Form::Criteria),
        reasoning: join_texts(&collect_distinct_texts(&with, |r| r.reasoning.as_slice()), "\n"),
        reason: reason.map(SharedText::from_static),
        evidence: with.first().filter(|_| is_mean).and_then(|reading| reading.evidence.clone()),
        beside: None,
    }
}

/// What several looks of one critic come to: the mean of their points counts. A look that could not be read is left out; one that asks for
/// a revision in spite of high points, or has none, counts as nothing.
pub fn average_looks(looks: &[Vote], settings: &Settings) -> Vote {
    match looks.first() {
        Some(first) if !looks.iter().flatten().any(|look| look.status.is_decided()) => first.clone(),
        _ => Some(Arc::new(combine_readings(looks, true, settings))),
    }
}

/// Whether the jurors that are still to be asked could not change the verdict, whatever they say.
pub fn is_settled(votes: &[Vote], settings: &Settings) -> bool {
    // What others could still move a mean of log odds to is not reckoned: all are asked.
    if settings.jury_mode != JuryMode::Veto && votes.iter().flatten().any(|reading| reading.probability.is_some()) {
        return votes.iter().all(Option::is_some);
    }
    let if_all_say = |yes| jury_accepts(&readable_votes(votes, Some(&hypothetical_vote(yes, settings))), false, settings);
    // Under the criteria form an unsure yes can still pull the confidence down, so that only a rejection is early.
    !if_all_say(true) || (settings.form != Form::Criteria && if_all_say(false))
}

/// The votes that count; a juror that was not asked votes as `hypothetical`.
fn readable_votes<'a>(votes: &'a [Vote], hypothetical: Option<&'a Reading>) -> Vec<&'a Reading> {
    let mut readable = Vec::new();
    for reading in votes {
        if let Some(reading) = reading.as_deref().or(hypothetical)
            && reading.status.is_decided()
        {
            readable.push(reading);
        }
    }
    readable
}

/// The votes that accept, or those that do not.
fn filter_votes<'a>(readable: &[&'a Reading], accepting: bool) -> Vec<&'a Reading> {
    let mut voting = readable.to_vec();
    voting.retain(|reading| is_accepting(reading) == accepting);
    voting
}

fn collect_distinct_texts(readings: &[&Reading], read_texts: fn(&Reading) -> &[SharedText]) -> Vec<SharedText> {
    let mut all = Vec::new();
    for reading in readings {
        all.extend_from_slice(read_texts(reading));
    }
    first_distinct_faults(&all)
}

fn join_texts(texts: &[SharedText], between: &str) -> Option<SharedText> {
    if texts.is_empty() { None } else { Some(crate::message::join_texts(texts, between).into()) }
}

fn collect_values(readings: &[&Reading], read_value: fn(&Reading) -> Option<f64>) -> Vec<f64> {
    let mut values = Vec::new();
    for reading in readings {
        values.extend(read_value(reading));
    }
    values
}

fn is_all_met(met: Option<&[bool]>) -> bool {
    met.is_some_and(|met| !met.is_empty() && !met.contains(&false))
}

fn is_accepting(reading: &Reading) -> bool {
    reading.status == Verdict::Accepted
}

fn contradicts_itself(reading: &Reading) -> bool {
    reading.reason.as_deref() == Some("contradictory")
}

fn jury_accepts(readable: &[&Reading], is_mean: bool, settings: &Settings) -> bool {
    let is_one = readable.iter().any(|reading| is_accepting(reading));
    if (is_mean || settings.jury_mode != JuryMode::Veto)
        && let Some(probability) = combine_probabilities_if_all(readable)
    {
        return is_one && 10.0 * probability >= settings.acceptance_threshold;
    }
    let mode = if is_mean { JuryMode::Median } else { settings.jury_mode };
    match (mode, settings.form) {
        // Each criterion may be met by most jurors and still nobody accept the whole.
        (JuryMode::Majority | JuryMode::Median, Form::Criteria) if readable.iter().all(|r| r.probability.is_none()) => {
            let met = combine_met_criteria(readable, settings);
            let confidence = aggregate_confidence(readable, met.as_deref(), settings);
            is_one && is_all_met(met.as_deref()) && confidence.is_some_and(|c| c >= settings.confidence_threshold)
        }
        (JuryMode::Median, Form::Score) => {
            let mut places = Vec::new();
            for reading in readable {
                // One that rejects without a score, or in spite of a high one, is at the bottom.
                let counts = |score: &f64| is_accepting(reading) || *score < settings.acceptance_threshold;
                places.push(reading.score.filter(counts).unwrap_or(0.0));
            }
            let middle = if is_mean { aggregate_values(places, JuryMode::Majority) } else { median(&places) };
            is_one && middle.is_some_and(|middle| middle >= settings.acceptance_threshold)
        }
        (JuryMode::Veto, _) | (JuryMode::Majority | JuryMode::Median, _) => has_enough_votes(readable, is_accepting, settings),
    }
}

/// Whether those who say yes are enough: all by `veto`, else more than half.
fn has_enough_votes(readable: &[&Reading], votes_yes: impl Fn(&Reading) -> bool, settings: &Settings) -> bool {
    let with = readable.iter().filter(|reading| votes_yes(reading)).count();
    if settings.jury_mode == JuryMode::Veto { with == readable.len() } else { 2 * with > readable.len() }
}

/// Each criterion by the jury's mode; one that a juror says nothing of is not met for it (seed 001 pads with false).
fn combine_met_criteria(readable: &[&Reading], settings: &Settings) -> Option<Vec<bool>> {
    if settings.form != Form::Criteria {
        return None;
    }
    let mut naming = readable.to_vec();
    // A probability is one of the whole.
    naming.retain(|reading| reading.probability.is_none() || reading.criteria_met.is_some());
    if naming.is_empty() {
        return None;
    }
    let mut met = Vec::new();
    for n in 0..settings.criteria.len() {
        met.push(has_enough_votes(&naming, |reading| counted_criteria(reading).get(n) == Some(&true), settings));
    }
    Some(met)
}

/// The criteria as a juror counts them: none is met for one that takes its yes back.
fn counted_criteria(reading: &Reading) -> &[bool] {
    let counts = is_accepting(reading) || !contradicts_itself(reading);
    reading.criteria_met.as_deref().filter(|_| counts).unwrap_or_default()
}

/// The confidence of the jurors who see all criteria met, or not, as the jury does.
fn aggregate_confidence(readable: &[&Reading], met: Option<&[bool]>, settings: &Settings) -> Option<f64> {
    let mut with = readable.to_vec();
    if settings.jury_mode != JuryMode::Median && settings.form == Form::Criteria {
        with.retain(|reading| is_all_met(Some(counted_criteria(reading))) == is_all_met(met));
    }
    aggregate_values(collect_values(&with, |r| r.confidence), settings.jury_mode)
}

fn aggregate_values(values: Vec<f64>, mode: JuryMode) -> Option<f64> {
    match mode {
        JuryMode::Veto => values.into_iter().reduce(f64::min),
        JuryMode::Majority if values.is_empty() => None,
        JuryMode::Majority => Some(values.iter().sum::<f64>() / values.len() as f64),
        JuryMode::Median => median(&values),
    }
}

/// The mean probability, where every juror gave one.
fn combine_probabilities_if_all(readable: &[&Reading]) -> Option<f64> {
    let all = collect_values(readable, |r| r.probability);
    if all.len() == readable.len() { average_by_log_odds(&all) } else { None }
}

/// No judge is surer than this, whatever it says: odds of nothing against one would end all others' say.
const SUREST: f64 = 1e-6;
/// Halvings until a number from 0 to 1 is known to its last digit.
const HALVINGS: u32 = 60;

/// The probability whose log odds are the mean of those of these: by multiplication alone, since logarithms of two platforms may differ in
/// their last digit.
pub fn average_by_log_odds(probabilities: &[f64]) -> Option<f64> {
    let (first, rest) = probabilities.split_first()?;
    if rest.iter().all(|other| other == first) {
        return Some(*first);
    }
    let odds = |p: f64| {
        let p = p.clamp(SUREST, 1.0 - SUREST);
        p / (1.0 - p)
    };
    let product: f64 = probabilities.iter().map(|p| odds(*p)).product();
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let power: f64 = probabilities.iter().map(|_| odds(middle)).product();
        if power < product { low = middle } else { high = middle }
    }
    Some(high)
}

/// The middle value, or the mean of the two in the middle.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = Vec::new();
    for value in values {
        // A jury is small, and a sort of the library is 4 KB of wasm.
        let at = sorted.iter().take_while(|before| *before < value).count();
        sorted.insert(at, *value);
    }
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    sorted.get(half.saturating_sub(1)).map(|lower| f64::midpoint(*lower, upper))
}

/// The juror that does most for a verdict.
fn hypothetical_vote(accepts: bool, settings: &Settings) -> Reading {
    Reading {
        status: if accepts { Verdict::Accepted } else { Verdict::NeedsRevision },
        score: Some(if accepts { 10.0 } else { 0.0 }),
        confidence: Some(if accepts { 1.0 } else { 0.0 }),
        criteria_met: Some(vec![accepts; settings.criteria.len()]),
        ..Reading::invalid_reading("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{InputValue, ReflectSettings};
    use Verdict::{Accepted, Invalid, NeedsRevision};
    use serde_json::json;

    /// Status and score.
    type Scored = (Verdict, Option<f64>);
    /// Status, criteria, confidence and reason.
    type Reviewed = (Verdict, [bool; 2], f64, Option<&'static str>);

    fn jury_settings(mode: &str, more: serde_json::Value) -> Settings {
        let mut set = more;
        set["advanced"]["jury"] = json!({ "mode": mode });
        Settings::resolve_for_task(&ReflectSettings::check_settings(&InputValue::from(&set)).unwrap(), 3, [false; 2]).unwrap()
    }

    /// A juror of the score form: accepts from 8.
    fn score_vote(score: f64) -> Reading {
        let status = if score >= 8.0 { Accepted } else { NeedsRevision };
        Reading {
            status,
            score: Some(score),
            issues: vec![format!("at {score}").into()],
            reason: None,
            ..Reading::invalid_reading("")
        }
    }

    fn make_votes(readings: &[Reading]) -> Vec<Vote> {
        readings.iter().map(|reading| Some(Arc::new(reading.clone()))).collect()
    }

    fn unreadable_vote() -> Reading {
        Reading::invalid_reading("no_json")
    }

    /// A juror that asks for a revision in spite of its score.
    fn contradictory_vote(score: f64) -> Reading {
        Reading { status: NeedsRevision, reason: Some("contradictory".into()), ..score_vote(score) }
    }

    fn criteria_vote(met: &[bool], confidence: f64) -> Reading {
        let status = if met.iter().all(|m| *m) && confidence >= 0.75 { Accepted } else { NeedsRevision };
        Reading {
            status,
            criteria_met: Some(met.to_vec()),
            confidence: Some(confidence),
            reason: None,
            ..Reading::invalid_reading("")
        }
    }

    #[test]
    fn scores_are_combined_by_mode() {
        let wordless = || Reading { score: None, ..score_vote(2.0) };
        // The jurors; then status and score by veto, majority, median.
        let cases: [(Vec<Reading>, [Scored; 3]); 11] = [
            (
                vec![score_vote(9.0), score_vote(8.0), score_vote(10.0)],
                [(Accepted, Some(8.0)), (Accepted, Some(9.0)), (Accepted, Some(9.0))],
            ),
            (
                vec![score_vote(9.0), score_vote(8.0), score_vote(2.0)],
                [(NeedsRevision, Some(2.0)), (Accepted, Some(8.5)), (Accepted, Some(8.0))],
            ),
            (
                vec![score_vote(9.0), score_vote(4.0), score_vote(2.0)],
                [(NeedsRevision, Some(2.0)), (NeedsRevision, Some(3.0)), (NeedsRevision, Some(4.0))],
            ),
            (
                vec![score_vote(9.0), score_vote(8.0), unreadable_vote()],
                [(Accepted, Some(8.0)), (Accepted, Some(8.5)), (Accepted, Some(8.5))],
            ),
            (vec![unreadable_vote(), score_vote(9.0), unreadable_vote()], [(Accepted, Some(9.0)); 3]),
            (vec![unreadable_vote(), score_vote(3.0), unreadable_vote()], [(NeedsRevision, Some(3.0)); 3]),
            (vec![unreadable_vote(), unreadable_vote()], [(Invalid, None); 3]),
            (vec![], [(Invalid, None); 3]),
            // A tie is not a majority; the middle of 10 and 6 is 8.
            (
                vec![score_vote(10.0), score_vote(6.0)],
                [(NeedsRevision, Some(6.0)), (NeedsRevision, Some(6.0)), (Accepted, Some(8.0))],
            ),
            // Nobody accepts, whatever the scores.
            (
                vec![contradictory_vote(9.0), contradictory_vote(10.0), contradictory_vote(9.0)],
                [(NeedsRevision, Some(9.0)), (NeedsRevision, Some(28.0 / 3.0)), (NeedsRevision, Some(9.0))],
            ),
            (
                vec![score_vote(9.0), wordless(), wordless()],
                [(NeedsRevision, None), (NeedsRevision, None), (NeedsRevision, Some(9.0))],
            ),
        ];
        for (jurors, expected) in cases {
            for (mode, (status, score)) in ["veto", "majority", "median"].into_iter().zip(expected) {
                let together = combine_votes(&make_votes(&jurors), &jury_settings(mode, json!({})));
                assert_eq!((together.status, together.score), (status, score), "{mode} {jurors:#?}");
            }
        }
    }

    /// All criteria are met, and yet another field asks for a revision.
    fn met_but_revising_vote() -> Reading {
        Reading { status: NeedsRevision, reason: Some("contradictory".into()), ..criteria_vote(&[true, true], 0.8) }
    }

    #[test]
    fn each_criterion_is_combined_by_the_same_mode() {
        let (yes, no) = ([true, true], [true, false]);
        let cases: [(Vec<Reading>, [Reviewed; 3]); 6] = [
            (
                vec![criteria_vote(&yes, 0.9), criteria_vote(&yes, 0.8), criteria_vote(&no, 1.0)],
                [(NeedsRevision, no, 1.0, None), (Accepted, yes, f64::midpoint(0.9, 0.8), None), (Accepted, yes, 0.9, None)],
            ),
            (
                vec![criteria_vote(&yes, 0.9), criteria_vote(&yes, 0.5), criteria_vote(&no, 0.2)],
                [
                    (NeedsRevision, no, 0.2, None),
                    (NeedsRevision, yes, 0.7, Some("low_confidence")),
                    (NeedsRevision, yes, 0.5, Some("low_confidence")),
                ],
            ),
            (
                vec![criteria_vote(&yes, 0.9), criteria_vote(&yes, 0.5)],
                [
                    (NeedsRevision, yes, 0.5, Some("low_confidence")),
                    (NeedsRevision, yes, 0.7, Some("low_confidence")),
                    (NeedsRevision, yes, 0.7, Some("low_confidence")),
                ],
            ),
            // Each criterion is met for most, and nobody accepts the whole.
            (
                vec![criteria_vote(&[true, false], 0.9), criteria_vote(&[false, true], 0.9), criteria_vote(&yes, 0.7)],
                [
                    (NeedsRevision, [false, false], 0.9, None),
                    (NeedsRevision, yes, 0.7, Some("low_confidence")),
                    (NeedsRevision, yes, 0.9, None),
                ],
            ),
            // A juror that takes its yes back has seen none of it met.
            (
                vec![criteria_vote(&yes, 0.9), met_but_revising_vote(), met_but_revising_vote()],
                [(NeedsRevision, [false, false], 0.8, Some("contradictory")); 3],
            ),
            // What a juror does not mention is not met for it.
            (vec![criteria_vote(&[false], 0.9), criteria_vote(&yes, 0.9)], [(NeedsRevision, [false, false], 0.9, None); 3]),
        ];
        for (jurors, expected) in cases {
            for (mode, (status, met, confidence, reason)) in ["veto", "majority", "median"].into_iter().zip(expected) {
                let together = combine_votes(&make_votes(&jurors), &jury_settings(mode, json!({ "criteria": ["a", "b"] })));
                assert_eq!(
                    (together.status, together.criteria_met.as_deref(), together.reason.as_deref()),
                    (status, Some(&met[..]), reason),
                    "{mode} {jurors:#?}"
                );
                assert!((together.confidence.unwrap() - confidence).abs() < 1e-12, "{mode} {jurors:#?}");
            }
        }
    }

    #[test]
    fn faults_are_merged_without_duplicates_those_of_rejecting_jurors_first() {
        let reading = |status, issues: &[&str], suggestion: &str| Reading {
            status,
            issues: issues.iter().map(|i| (*i).into()).collect(),
            suggestion: Some(suggestion.into()),
            ..score_vote(1.0)
        };
        let jurors = [
            reading(Accepted, &["a typo"], "Fine."),
            reading(NeedsRevision, &["Too short.", "no source"], "Say more."),
            reading(NeedsRevision, &["too short", "A typo"], "say more"),
        ];
        let together = combine_votes(&make_votes(&jurors), &jury_settings("veto", json!({})));
        assert_eq!(together.issues, ["Too short.", "no source", "A typo"]);
        assert_eq!(together.suggestion.as_deref(), Some("Say more."));
    }

    #[test]
    fn a_verdict_on_criteria_is_settled_when_those_left_could_not_change_it() {
        let criteria = |mode| jury_settings(mode, json!({ "criteria": ["a"] }));
        let (yes, no) = (criteria_vote(&[true], 0.9), criteria_vote(&[false], 0.9));
        let two_of_three = |readings: [&Reading; 2]| [make_votes(&readings.map(Clone::clone)), vec![None]].concat();
        assert!(!is_settled(&two_of_three([&yes, &yes]), &criteria("majority")), "an unsure yes could come");
        assert!(is_settled(&two_of_three([&no, &no]), &criteria("majority")));
        assert!(is_settled(&two_of_three([&yes, &no]), &criteria("veto")));
    }
}
