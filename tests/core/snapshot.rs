//! Snapshots, abort, misuse, review by a person.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, Output, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReflectRun, RunStatus};
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use crate::script::{Played, critique, play, replies, run_classic as run, search_tool, settings, task, tool_turn};

fn question() -> Value {
    json!({ "input": "Q?", "tools": [search_tool()], "verifiers": ["tests"] })
}

fn script() -> Vec<Value> {
    vec![
        tool_turn(
            json!([{ "id": "a", "name": "search", "arguments": { "q": "1" } }, { "id": "b", "name": "nope", "arguments": {} }]),
        ),
        json!({ "content": "A1", "metadata": { "sig": "s" } }),
        critique(4.0, true),
        json!("A2"),
        critique(9.0, false),
    ]
}

/// Plays with a save and a restore after every single poll, and with calls that were out made again.
#[test]
fn a_run_restored_at_every_point_goes_on_to_the_same_trace() {
    let whole = play(run(json!({}), question()), replies(script()));
    let mut current = run(json!({}), question());
    let (mut steps, mut said, mut answers) = (Vec::new(), std::collections::BTreeMap::new(), replies(script()));
    let mut now = 1_000.0;
    let result = loop {
        now += 1.0;
        match current.poll(now).unwrap() {
            Output::Step { step } => steps.push(step),
            Output::Call { call } => {
                said.entry(call.id().to_owned()).or_insert_with(|| answers(&call));
                continue;
            }
            Output::Wait { call_ids } => {
                // One reply at a time, the last call first, with a restore between.
                let id = call_ids.last().unwrap();
                current.reply(id, said[id].clone().unwrap(), now).unwrap();
            }
            Output::Done { result } => break result,
        }
        current = ReflectRun::restore(&current.snapshot(), None, now).unwrap();
    };
    let bare = |steps: &[reflect_engine::flow::Step]| -> Vec<Value> {
        let strip = |s| {
            let mut v = serde_json::to_value(s).unwrap();
            v.as_object_mut().unwrap().remove("nowMs");
            v
        };
        steps.iter().map(strip).collect()
    };
    assert_eq!(bare(&steps), bare(&whole.steps));
    assert_eq!((result.output, result.accepted), (whole.result.output, true));
    assert_eq!(said.keys().cloned().collect::<std::collections::BTreeSet<_>>(), whole.calls.into_iter().collect());
}

#[test]
fn a_hostile_snapshot_is_an_error_value() {
    let mut played = run(json!({}), question());
    played.poll(1_001.0).unwrap();
    let good = played.snapshot();
    let refused = |text: &str| ReflectRun::restore(text, None, 0.0).err().map(|e| e.code);
    for bad in ["", "null", "[]", "{}", "\"x\"", "{\"format\":\"reflect-engine/run\",\"version\":2}"] {
        assert_eq!(refused(bad), Some(ErrorCode::InvalidSnapshot), "{bad}");
    }
    assert_eq!(refused(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))), Some(ErrorCode::InvalidSnapshot));
    for end in (0..good.len()).step_by(7) {
        assert!(refused(good.get(..end).unwrap_or("")).is_some(), "cut at {end}");
    }
    let mut value: Value = serde_json::from_str(&good).unwrap();
    for run in [json!(5), json!(null), json!([]), json!({ "settings": 3 }), json!({ "settings": {}, "task": [] })] {
        let mut forged = value.clone();
        forged["run"] = run.clone();
        assert!(refused(&forged.to_string()).is_some(), "{run}");
    }
    value["run"]["settings"]["maxReflections"] = json!(500);
    assert_eq!(refused(&value.to_string()), Some(ErrorCode::InvalidSettings));
    value["run"]["settings"]["maxReflections"] = json!(1);
    value["shown"] = json!(99);
    assert_eq!(refused(&value.to_string()), Some(ErrorCode::InvalidSnapshot));
    value["shown"] = json!(0);
    assert_eq!(refused(&value.to_string()), None);
    for line in [
        json!({ "at": 2, "do": "reply", "call": "critique-9", "value": "x" }),
        json!({ "at": 2, "do": "review", "accepted": true }),
        json!({ "at": 2, "do": "advance" }),
        json!({ "at": null, "do": "advance" }),
        json!({ "at": 2, "do": "accept" }),
        json!(7),
    ] {
        let mut forged = value.clone();
        forged["log"].as_array_mut().unwrap().push(line.clone());
        assert_eq!(refused(&forged.to_string()), Some(ErrorCode::InvalidSnapshot), "{line}");
    }
}

#[test]
fn misuse_is_an_error_value() {
    let mut run = run(json!({}), question());
    let misuse =
        |result: Result<(), reflect_engine::error::ReflectError>| assert_eq!(result.unwrap_err().code, ErrorCode::Misuse);
    misuse(run.reply("answer-1", json!("A"), 1.0));
    assert!(matches!(run.poll(2.0).unwrap(), Output::Call { .. }));
    misuse(run.reply("answer-2", json!("A"), 2.0));
    misuse(run.review(true, None, 2.0));
    misuse(run.poll(f64::NAN).map(|_| ()));
    run.reply("answer-1", json!("A"), 3.0).unwrap();
    misuse(run.reply("answer-1", json!("B"), 3.0));
    run.abort("enough", 4.0).unwrap();
    run.abort("again", 4.0).unwrap();
    misuse(run.fail("answer-1", CallError::new("model_error", "late"), 5.0));
    assert!(matches!(run.poll(6.0).unwrap(), Output::Done { .. }));
    assert!(matches!(run.poll(7.0).unwrap(), Output::Done { .. }), "polling a finished run gives the same");
}

#[test]
fn input_before_the_output_is_drained_is_refused() {
    let mut run = run(json!({}), question());
    run.poll(1.0).unwrap();
    run.reply("answer-1", script().remove(0), 1.0).unwrap();
    assert!(matches!(run.poll(1.0).unwrap(), Output::Step { .. }));
    assert!(run.reply("tool-1.search", json!(1), 1.0).unwrap_err().message.starts_with("poll until"));
}

#[test]
fn an_abort_at_any_point_keeps_the_draft() {
    let total = play(run(json!({}), question()), replies(script())).calls.len();
    for at in 0..=total {
        let mut aborted = run(json!({}), question());
        let (mut answers, mut made, mut drafted) = (replies(script()), 0, false);
        let result = loop {
            match aborted.poll(1.0).unwrap() {
                Output::Step { .. } => {}
                Output::Call { call } if made < at => {
                    made += 1;
                    let said = answers(&call).unwrap();
                    drafted |= said.to_string().contains("A1");
                    if !matches!(&call, Call::Tool(_)) {
                        assert!(matches!(aborted.poll(1.0).unwrap(), Output::Wait { .. }));
                    }
                    aborted.reply(call.id(), said, 1.0).unwrap();
                }
                Output::Call { .. } | Output::Wait { .. } => aborted.abort("stop", 1.0).unwrap(),
                Output::Done { result } => break result,
            }
        };
        if result.stop_reason == StopReason::Accepted {
            continue;
        }
        assert_eq!(result.stop_reason, StopReason::Aborted, "at {at}");
        let status = if drafted { RunStatus::NeedsReview } else { RunStatus::Failed };
        assert_eq!((result.status, result.output.is_empty()), (status, !drafted), "at {at}");
    }
}

#[test]
fn a_person_accepts_or_sends_back_a_finished_run() {
    let set = json!({ "maxReflections": 1 });
    let first = play(run(set, json!({ "input": "Q?" })), replies(vec![json!("A1"), critique(3.0, true), json!("A2")]));
    assert_eq!(first.result.status, RunStatus::NeedsReview);

    let mut accepted = ReflectRun::restore(&first.result.snapshot, None, 0.0).unwrap();
    accepted.review(true, None, 1.0).unwrap();
    let result = play(accepted, replies(vec![])).result;
    assert_eq!((result.status, result.accepted_by, result.output.as_str()), (RunStatus::Ok, Some(AcceptedBy::Human), "A2"));
    assert!(result.review_reasons.is_empty());

    let more = Raw::from(&json!({ "maxReflections": 3 }));
    let mut sent_back = ReflectRun::restore(&first.result.snapshot, Some(more), 0.0).unwrap();
    sent_back.review(false, Some("Name the year.".to_owned()), 1.0).unwrap();
    let played = play(sent_back, replies(vec![json!("A3"), critique(9.0, false)]));
    assert!(played.requests[0].messages.last().unwrap().content.text().contains("- Review: Name the year."));
    assert_eq!((played.result.output.as_str(), played.result.accepted_by), ("A3", Some(AcceptedBy::Critic)));
    assert_eq!(played.result.iterations, 3);
}

#[test]
fn a_run_without_a_draft_cannot_be_reviewed() {
    let failed = play(run(json!({}), json!({ "input": " " })), replies(vec![])).result;
    let mut run = ReflectRun::restore(&failed.snapshot, None, 0.0).unwrap();
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

#[test]
fn the_key_of_a_run_stays_whatever_its_snapshot_was_made_of() {
    let mut first = run(json!({}), json!({ "input": "Charge 4711." }));
    let mut key = String::new();
    while let Ok(output) = first.poll(1_001.0) {
        match output {
            Output::Call { call: Call::Model(call) } => key = call.idempotency_key,
            Output::Wait { .. } => break,
            _ => {}
        }
    }
    let redacted = first.snapshot().replace("4711", "[number]");
    let overlay = Some(Raw::from(&json!({ "maxReflections": 5 })));
    let again = ReflectRun::restore(&redacted, overlay, 2_000.0).unwrap();
    let played = play(again, replies(vec![json!("A"), critique(9.0, false)]));
    assert_eq!(played.requests[0].idempotency_key, key);
    for bad in ["\"\"", "7", "\"0123456789abcdeg\"", "\"0123456789abcde\""] {
        let saved: Value = serde_json::from_str(&redacted).unwrap();
        let forged = redacted.replace(&saved["key"].to_string(), bad);
        let error = ReflectRun::restore(&forged, None, 2_000.0).err().unwrap();
        assert!(error.message.contains("`key`"), "{bad}: {}", error.message);
    }
}

#[test]
fn a_run_whose_snapshot_is_too_large_to_be_restored_says_so() {
    let long = "x".repeat(3_000_000);
    let set = |revisions: usize| json!({ "maxReflections": revisions, "advanced": { "history": { "maxDrafts": 1 } } });
    let play_long = |revisions: usize| {
        let script =
            (0..2 * revisions + 1).map(|at| if at % 2 == 0 { json!(format!("{at} {long}")) } else { critique(3.0, true) });
        play(run(set(revisions), json!({ "input": "Q?" })), replies(script.collect())).result
    };
    let codes =
        |result: &reflect_engine::reflect::ReflectResult| result.errors.iter().map(|e| e.code.clone()).collect::<Vec<_>>();
    assert!(codes(&play_long(2)).is_empty());
    let large = play_long(23);
    assert_eq!(codes(&large), ["snapshot_too_large"]);
    assert_eq!(ReflectRun::restore(&large.snapshot, None, 9_000.0).err().unwrap().code, ErrorCode::InvalidSnapshot);
}
