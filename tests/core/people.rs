//! What a person who reviews a result can count on; a text that was refused stays refused, of twins and of drafts that were dropped.

use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReflectResult};
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play, question, reviewed, run, run_classic, with};

const STRATEGIES: [&str; 4] = ["classic", "keep-best", "best-of-n", "adaptive"];

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
fn what_a_person_asked_for_is_judged_also_after_a_critique_that_could_not_be_read() {
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
fn adaptive_looks_at_no_draft_that_a_person_refused() {
    let first = play(run(with("adaptive", json!({})), question()), voice(&["one", "two", "three"], 4.5));
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
    assert_eq!(
        (played.result.accepted_by, played.kinds().last().map(String::as_str)),
        (Some(AcceptedBy::Human), Some("response"))
    );
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
