//! What a person who reviews a result can count on; a text that was refused stays refused, of twins and of drafts that were dropped. And the
//! names of calls, by which a host knows them again.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, Output, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReflectResult, ReflectRun, RunStatus};
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play, question, replies, reviewed, run, run_classic, settings, task, with};

const STRATEGIES: [&str; 3] = ["classic", "keep-best", "best-of-n"];

/// Drafts in this order; each critique gets these points.
fn voice(drafts: &[&str], points: f64) -> impl FnMut(&Call) -> Said {
    let mut drafts: Vec<Value> = drafts.iter().rev().map(|draft| json!(draft)).collect();
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => {
            Ok(if points < 0.0 { json!("no verdict") } else { critique(points, points < 8.0) })
        }
        Call::Model(_) => drafts.pop().ok_or_else(|| CallError::new("model_error", "no more drafts")),
        Call::Tool(_) => Ok(json!(null)),
        Call::Verify(_) => Ok(json!({ "passed": true })),
    }
}

/// A run to its end, sent back with a word, and that to its end.
fn sent_back(settings: &Value, task: Value, first: (&[&str], f64), then: (&[&str], f64)) -> (ReflectResult, usize, Played) {
    let played = play(run(settings.clone(), task), voice(first.0, first.1));
    let again = play(reviewed(played.run, Some(settings), false, Some("Name the year.")), voice(then.0, then.1));
    (played.result, played.calls.len(), again)
}

#[test]
fn a_text_that_a_person_refused_is_not_accepted_when_the_model_gives_it_again() {
    for strategy in STRATEGIES {
        let set = with(strategy, json!({ "maxReflections": 1, "advanced": { "judgeLast": true } }));
        for task in [question(), json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })] {
            let (first, _, again) = sent_back(&set, task, (&["same"; 6], 9.5), (&["same "; 6], 9.5));
            assert_eq!(first.output, "same");
            assert!(!again.result.accepted, "{strategy} {:?}", again.result.accepted_by);
            assert!(again.calls.iter().any(|id| id.starts_with("revision")), "{strategy}");
        }
    }
}

#[test]
fn a_review_has_the_calls_that_the_settings_imply_anew_and_no_more_than_were_set() {
    for strategy in STRATEGIES {
        let set = with(strategy, json!({ "maxReflections": 1 }));
        let (first, calls, again) = sent_back(&set, question(), (&["one", "two", "three"], 3.0), (&["four"; 3], 9.9));
        assert!(!first.accepted);
        assert_eq!(again.calls.first().map(String::as_str), first_revision(&again), "{strategy}: {:?}", again.result.stop_reason);
        assert_eq!(again.result.output, "four", "{strategy}");
        let spent = calls;
        let set = with(strategy, json!({ "maxReflections": 1, "budget": { "maxCalls": spent } }));
        let (_, calls, again) = sent_back(&set, question(), (&["one", "two", "three"], 3.0), (&["four"; 3], 9.9));
        assert_eq!(again.result.stop_reason, StopReason::MaxCalls, "{strategy}");
        assert!(calls + again.calls.len() <= spent, "{strategy}");
    }
}

fn first_revision(played: &Played) -> Option<&str> {
    played.calls.iter().map(String::as_str).find(|id| id.starts_with("revision"))
}

#[test]
fn review_feedback_is_judged_also_after_an_unreadable_critique() {
    for strategy in STRATEGIES {
        for policy in ["stop", "retry", "needs-review", "fail"] {
            let set =
                with(strategy, json!({ "maxReflections": 1, "onUnreadableCritique": policy, "advanced": { "judgeLast": true } }));
            let (_, _, again) = sent_back(&set, question(), (&["one"; 6], -1.0), (&["two"; 3], 9.9));
            assert!(again.calls.iter().any(|id| id.starts_with("critique")), "{strategy}, {policy}: {:?}", again.calls);
        }
    }
}

#[test]
fn no_draft_that_a_person_refused_is_looked_at_again() {
    let first = play(run(with("best-of-n", json!({})), question()), voice(&["one", "two", "three"], 4.5));
    let more = json!({ "budget": { "maxCalls": 50 } });
    let resumed = reviewed(first.run, Some(&more), false, Some("Name the year."));
    let again = play(resumed, voice(&["four", "five"], 4.5));
    let (old, critiques) = (u32::try_from(first.result.drafts.len()).unwrap(), |played: &Played| {
        played.requests.iter().filter(|call| call.purpose == "critique").map(|call| call.draft_index).collect::<Vec<_>>()
    });
    assert!(!critiques(&again).is_empty());
    assert!(critiques(&again).iter().all(|draft| *draft >= old), "{:?}", critiques(&again));
}

#[test]
fn a_review_that_ends_at_once_ends_with_a_response() {
    let first = play(run(json!({ "maxReflections": 0 }), question()), voice(&["one"], 3.0));
    assert!(!first.result.accepted);
    let played = play(reviewed(first.run, None, true, None), voice(&[], 0.0));
    assert_eq!(played.result.accepted_by, Some(AcceptedBy::Human));
    assert_eq!(played.kinds().last().map(String::as_str), Some("response"));
    let unjudged = play(run_classic(json!({ "maxReflections": 0 }), question()), voice(&["one"], 9.0));
    assert!(!unjudged.result.judged);
    let result = play(reviewed(unjudged.run, None, true, None), voice(&[], 0.0)).result;
    assert!(result.accepted && result.judged && result.drafts[0].judged, "what a person accepted was judged");
    let set = json!({ "maxReflections": 0, "budget": { "maxCalls": 1 } });
    let (_, _, spent) = sent_back(&set, question(), (&["one"], 3.0), (&["two"], 9.0));
    assert_eq!((spent.calls.len(), spent.kinds().last().map(String::as_str)), (0, Some("response")));
    assert_eq!(spent.result.errors.last().map(|error| error.code.as_str()), Some("max_calls"));
    assert!(!spent.result.accepted);
}

#[test]
fn a_twin_of_a_draft_that_a_person_refused_is_refused_with_it() {
    for task in [json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] }), question()] {
        let first = play(run_classic(json!({ "strategy": "best-of-n" }), task), voice(&["SAME", " SAME", "SAME\n"], 9.5));
        assert!(first.result.accepted);
        let again = play(reviewed(first.run, None, false, None), voice(&["NEW"], 9.5));
        assert_eq!((again.result.output.as_ref(), again.result.accepted), ("NEW", true));
    }
}

#[test]
fn a_refused_text_is_not_given_back_while_another_draft_stands() {
    for strategy in STRATEGIES {
        let (mut drafts, mut points) = (0, vec![4.0, 5.0, 6.5, 6.0, 7.0]);
        let first = play(run_classic(json!({ "strategy": strategy, "maxReflections": 1 }), question()), |call| match call {
            Call::Model(call) if call.purpose == "critique" => Ok(critique(points.pop().unwrap_or(3.0), true)),
            _ => {
                drafts += 1;
                Ok(json!(format!("draft {drafts}")))
            }
        });
        assert!(!first.result.accepted && first.result.drafts.len() > 1, "{strategy}");
        let again = play(reviewed(first.run, None, false, None), voice(&[], 9.5)).result;
        assert!(!again.accepted && again.drafts.len() == first.result.drafts.len(), "{strategy}: no more came");
        assert_ne!(again.output, first.result.output, "{strategy}");
    }
}

#[test]
fn a_refusal_outlives_the_draft_that_history_drops() {
    let set = json!({ "maxReflections": 9, "advanced": { "history": { "maxDrafts": 1 } } });
    let accepts_a = |drafts: &'static [&'static str]| {
        let (mut at, mut written) = (0, "");
        move |call: &Call| match call {
            Call::Model(call) if call.purpose == "critique" => {
                Ok(if written == "A" { critique(9.5, false) } else { critique(3.0, true) })
            }
            _ => {
                written = drafts[at];
                at += 1;
                Ok(json!(written))
            }
        }
    };
    for feedback in [None, Some("A is wrong")] {
        let first = play(run_classic(set.clone(), question()), accepts_a(&["A"]));
        assert_eq!(first.result.accepted_by, Some(AcceptedBy::Critic));
        let resumed = reviewed(first.run, None, false, feedback);
        let again = play(resumed, accepts_a(&["B", "C", "A", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"]));
        assert!(again.result.dropped > 0 && !again.result.accepted, "{:?}", again.result.accepted_by);
    }
}

#[test]
fn a_person_accepts_or_sends_back_a_finished_run() {
    let script = || vec![json!("A1"), critique(3.0, true), json!("A2")];
    let first = || play(run_classic(json!({ "maxReflections": 1 }), json!({ "input": "Q?" })), replies(script()));
    assert_eq!(first().result.status, RunStatus::NeedsReview);

    let result = play(reviewed(first().run, None, true, None), replies(vec![])).result;
    assert_eq!((result.status, result.accepted_by, result.output.as_str()), (RunStatus::Ok, Some(AcceptedBy::Human), "A2"));
    assert!(result.review_reasons.is_empty());

    let sent_back = reviewed(first().run, Some(&json!({ "maxReflections": 3 })), false, Some("Name the year."));
    let played = play(sent_back, replies(vec![json!("A3"), critique(9.0, false)]));
    assert!(played.requests[0].messages.last().unwrap().content.text().contains("- Review: Name the year."));
    assert_eq!((played.result.output.as_str(), played.result.accepted_by), ("A3", Some(AcceptedBy::Critic)));
    assert_eq!(played.result.iterations, 3);
}

#[test]
fn a_run_without_a_draft_cannot_be_reviewed() {
    let mut run = play(run_classic(json!({}), json!({ "input": " " })), replies(vec![])).run;
    assert_eq!(run.review_result(true, None, 0.0).unwrap_err().code, ErrorCode::Misuse);
    assert!(matches!(run.poll(0.0).unwrap(), Output::Done { .. }), "the run is still finished");
}

/// What the idempotency keys of a run begin with.
fn prefix(played: &Played) -> String {
    let keys = played.requests.iter().map(|call| call.idempotency_key.split_once('/').unwrap());
    let all: Vec<(&str, &str)> = keys.collect();
    assert!(all.iter().all(|(prefix, _)| *prefix == all[0].0));
    all[0].0.to_owned()
}

#[test]
fn an_idempotency_key_is_of_this_task_these_settings_and_this_seed() {
    let script = || replies(vec![json!("A"), critique(9.0, false)]);
    let of = |set: Value, what: Value, seed: u32| {
        prefix(&play(ReflectRun::create_run(settings(set), task(what), seed, 1_000.0).unwrap(), script()))
    };
    let ann = || json!({ "input": "Charge Ann." });
    let keys = [
        of(json!({}), ann(), 0),
        of(json!({}), json!({ "input": "Charge Bob." }), 0),
        of(json!({}), json!({ "input": "Charge Ann.", "systemPrompt": "Brief." }), 0),
        of(json!({ "maxReflections": 3 }), ann(), 0),
        of(json!({}), ann(), 1),
    ];
    assert_eq!(of(json!({}), ann(), 0), keys[0], "the same again");
    for (at, key) in keys.iter().enumerate() {
        assert!(!keys[..at].contains(key), "{keys:?}");
    }
}

#[test]
fn a_draft_without_the_verdict_of_each_verifier_is_not_accepted_after_a_review() {
    for strategy in ["keep-best", "best-of-n"] {
        for critics in [0, 1] {
            let task = json!({ "input": "Q?", "critics": critics, "verifiers": ["tests", "lint"] });
            let set = json!({ "strategy": strategy, "maxReflections": 1 });
            let first = play(run(set, task), checked("x is not a function"));
            assert_eq!(first.result.stop_reason, StopReason::VerifierError);
            let result = play(reviewed(first.run, None, false, None), checked("")).result;
            let draft = result.drafts.iter().find(|draft| draft.index == result.draft_index).unwrap();
            let by = if critics == 0 { AcceptedBy::Verifier } else { AcceptedBy::Critic };
            assert_eq!((result.accepted_by, draft.verifiers.len()), (Some(by), 2), "{strategy}, {critics} critics");
        }
    }
}

/// Every draft is another one, and everybody accepts it; one verifier fails to run, unless it is well.
fn checked(fault: &str) -> impl FnMut(&Call) -> Said {
    let mut number = 0;
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(critique(9.5, false)),
        Call::Model(_) => {
            number += 1;
            Ok(json!(format!("text {fault} {number}")))
        }
        Call::Verify(run) if run.verifier == "lint" && !fault.is_empty() => Err(CallError::new("verifier_error", fault)),
        Call::Tool(_) | Call::Verify(_) => Ok(json!(true)),
    }
}
