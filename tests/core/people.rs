//! What a person who reviews a result can count on.

use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReflectRun};
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play, run};

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
fn sent_back(settings: &Value, task: Value, first: (&[&str], f64), then: (&[&str], f64)) -> (Played, Played) {
    let played = play(run(settings.clone(), task), voice(first.0, first.1));
    let mut resumed = ReflectRun::restore(&played.result.snapshot, Some(Raw::from(settings)), 5_000.0).unwrap();
    resumed.review(false, Some("Name the year.".to_owned()), 5_000.0).unwrap();
    let again = play(resumed, voice(then.0, then.1));
    (played, again)
}

fn with(strategy: &str, more: Value) -> Value {
    let mut set = more;
    set["strategy"] = json!(strategy);
    set
}

#[test]
fn a_text_that_a_person_refused_is_not_accepted_when_the_model_gives_it_again() {
    for strategy in STRATEGIES {
        let set = with(strategy, json!({ "maxReflections": 1, "advanced": { "judgeLast": true } }));
        for task in [json!({ "input": "Q?" }), json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })] {
            let (first, again) = sent_back(&set, task, (&["same"; 6], 9.5), (&["same "; 6], 9.5));
            assert_eq!(first.result.output, "same");
            assert!(!again.result.accepted, "{strategy} {:?}", again.result.accepted_by);
            assert!(again.calls.iter().any(|id| id.starts_with("revision")), "{strategy}");
        }
    }
}

#[test]
fn a_review_has_the_calls_that_the_settings_imply_anew_and_no_more_than_were_set() {
    for strategy in STRATEGIES {
        let set = with(strategy, json!({ "maxReflections": 1 }));
        let (first, again) = sent_back(&set, json!({ "input": "Q?" }), (&["one", "two", "three"], 3.0), (&["four"; 3], 9.9));
        assert!(!first.result.accepted);
        assert_eq!(again.calls.first().map(String::as_str), first_revision(&again), "{strategy}: {:?}", again.result.stop_reason);
        assert_eq!(again.result.output, "four", "{strategy}");
        let spent = first.calls.len();
        let set = with(strategy, json!({ "maxReflections": 1, "budget": { "maxCalls": spent } }));
        let (first, again) = sent_back(&set, json!({ "input": "Q?" }), (&["one", "two", "three"], 3.0), (&["four"; 3], 9.9));
        assert_eq!(again.result.stop_reason, StopReason::MaxCalls, "{strategy}");
        assert!(first.calls.len() + again.calls.len() <= spent, "{strategy}");
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
            let (_, again) = sent_back(&set, json!({ "input": "Q?" }), (&["one"; 6], -1.0), (&["two"; 3], 9.9));
            assert!(again.calls.iter().any(|id| id.starts_with("critique")), "{strategy}, {policy}: {:?}", again.calls);
        }
    }
}

#[test]
fn adaptive_looks_at_no_draft_that_a_person_refused() {
    let first = play(run(with("adaptive", json!({})), json!({ "input": "Q?" })), voice(&["one", "two", "three"], 4.5));
    let more = Raw::from(&json!({ "budget": { "maxCalls": 50 } }));
    let mut resumed = ReflectRun::restore(&first.result.snapshot, Some(more), 5_000.0).unwrap();
    resumed.review(false, Some("Name the year.".to_owned()), 5_000.0).unwrap();
    let again = play(resumed, voice(&["four", "five"], 4.5));
    let (old, critiques) = (u32::try_from(first.result.drafts.len()).unwrap(), |played: &Played| {
        played.requests.iter().filter(|call| call.purpose == "critique").map(|call| call.draft_index).collect::<Vec<_>>()
    });
    assert!(!critiques(&again).is_empty());
    assert!(critiques(&again).iter().all(|draft| *draft >= old), "{:?}", critiques(&again));
}

#[test]
fn a_review_that_ends_at_once_ends_with_a_response() {
    let first = play(run(json!({ "maxReflections": 0 }), json!({ "input": "Q?" })), voice(&["one"], 3.0));
    let mut accepted = ReflectRun::restore(&first.result.snapshot, None, 5_000.0).unwrap();
    accepted.review(true, None, 5_000.0).unwrap();
    let played = play(accepted, voice(&[], 0.0));
    assert_eq!(
        (played.result.accepted_by, played.kinds().last().map(String::as_str)),
        (Some(AcceptedBy::Human), Some("response"))
    );
    let set = json!({ "maxReflections": 0, "budget": { "maxCalls": 1 } });
    let (_, spent) = sent_back(&set, json!({ "input": "Q?" }), (&["one"], 3.0), (&["two"], 9.0));
    assert_eq!((spent.calls.len(), spent.kinds().last().map(String::as_str)), (0, Some("response")));
    assert_eq!(spent.result.errors.last().map(|error| error.code.as_str()), Some("max_calls"));
    assert!(!spent.result.accepted);
}
