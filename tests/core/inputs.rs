//! Misuse, review by a person, idempotency keys.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::Output;
use reflect_engine::reflect::{AcceptedBy, ReflectRun, RunStatus};
use serde_json::{Value, json};

use crate::script::{Played, critique, play, replies, reviewed, run_classic as run, settings, task};

#[test]
fn a_person_accepts_or_sends_back_a_finished_run() {
    let script = || vec![json!("A1"), critique(3.0, true), json!("A2")];
    let first = || play(run(json!({ "maxReflections": 1 }), json!({ "input": "Q?" })), replies(script()));
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
    let mut run = play(run(json!({}), json!({ "input": " " })), replies(vec![])).run;
    assert_eq!(run.review(true, None, 0.0).unwrap_err().code, ErrorCode::Misuse);
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
        prefix(&play(ReflectRun::create(settings(set), task(what), seed, 1_000.0).unwrap(), script()))
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
