//! What is kept of a run that is aborted, or that runs out of time, while calls are out. What time takes is told once, and a call that was
//! not made costs nothing.

use reflect_engine::autopilot::AutopilotRun;
use reflect_engine::decision::DecisionRun;
use reflect_engine::flow::{Call, CallError, Loop, Machine, Output, RunError, StopReason};
use reflect_engine::reflect::{ReflectResult, ReflectRun, ReviewReason};
use reflect_engine::settings::InputValue;
use serde_json::{Value, json};

use crate::decision::situation;
use crate::research;
use crate::script::{critique, hand_in, play_whole, question, run, run_classic};

/// Plays a run; calls that `say` knows no reply to stay out. Then it is aborted, or the time is over.
fn cut_off(mut run: ReflectRun, mut say: impl FnMut(&Call) -> Option<Value>, in_time: bool) -> ReflectResult {
    let (mut now, mut calls) = (1_000.0, Vec::new());
    loop {
        now += 1.0;
        match run.poll(now).unwrap() {
            Output::Step { .. } => {}
            Output::Call { call } => calls.push(call),
            Output::Wait { .. } => {
                let (mut late, mut said) = (Vec::new(), false);
                for call in calls.drain(..) {
                    match say(&call) {
                        Some(value) => {
                            hand_in(&mut run, call.call_id(), Ok(value), now);
                            said = true;
                        }
                        None => late.push(call),
                    }
                }
                if in_time && !late.is_empty() {
                    run.abort_run("enough", &[], now).unwrap();
                } else if !late.is_empty() {
                    now += 60_000.0;
                    for call in late {
                        hand_in(&mut run, call.call_id(), Err(CallError::new("timeout", "no reply in time")), now);
                    }
                }
                assert!(said || in_time || now > 60_000.0);
            }
            Output::Done { result } => return result,
        }
    }
}

/// Aborted, and out of time, with the calls out that `say` knows no reply to.
pub fn both(set: &Value, task: &Value, say: impl Fn(&Call) -> Option<Value> + Copy) -> [ReflectResult; 2] {
    [true, false].map(|in_time| {
        let mut set = set.clone();
        if !in_time {
            set["budget"] = json!({ "maxSeconds": 60 });
        }
        let result = cut_off(run(set, task.clone()), say, in_time);
        assert_eq!(result.stop_reason, if in_time { StopReason::Aborted } else { StopReason::MaxSeconds });
        assert!(!result.accepted);
        result
    })
}

#[test]
fn drafts_that_are_there_are_kept_whether_or_not_they_were_found_usable() {
    let set = json!({ "strategy": "best-of-n", "drafts": 3 });
    let task = json!({ "input": "Q?", "usable": true });
    let texts = |result: &ReflectResult| result.drafts.iter().map(|draft| draft.text.to_string()).collect::<Vec<_>>();
    let check_hangs = |call: &Call| match call {
        Call::Model(call) => Some(json!(format!("draft {}", call.draft_index))),
        Call::Verify(run) => (run.draft_index < 2).then(|| json!({ "passed": run.draft_index == 0 })),
        Call::Tool(_) => None,
    };
    for result in both(&set, &task, check_hangs) {
        // Nobody said that draft 2 cannot be used; of draft 1 it was said.
        assert_eq!(texts(&result), ["draft 0", "draft 2"], "{:?}", result.stop_reason);
    }
    let draft_hangs = |call: &Call| match call {
        Call::Model(call) => (call.draft_index < 2).then(|| json!(format!("draft {}", call.draft_index))),
        Call::Verify(_) | Call::Tool(_) => Some(json!({ "passed": true })),
    };
    for result in both(&set, &task, draft_hangs) {
        assert_eq!(texts(&result), ["draft 0", "draft 1"], "{:?}", result.stop_reason);
    }
}

#[test]
fn verdicts_that_are_there_are_kept() {
    let one_hangs = |call: &Call| match call {
        Call::Model(_) => Some(json!("draft")),
        Call::Verify(run) => (run.verifier == "a").then(|| json!({ "passed": false, "issues": ["case 3"] })),
        Call::Tool(_) => None,
    };
    for critics in [0, 1] {
        let task = json!({ "input": "Q?", "verifiers": ["a", "b"], "critics": critics });
        for result in both(&json!({}), &task, one_hangs) {
            assert!(result.judged);
            assert!(result.review_reasons.contains(&ReviewReason::VerifierFailed), "{:?}", result.review_reasons);
            assert!(result.drafts[0].verifiers.get("a").is_some_and(|verdict| !verdict.passed));
        }
    }
}

#[test]
fn settled_jury_verdict_is_kept_and_an_open_one_is_none() {
    for (points, judged) in [(3.0, true), (9.0, false)] {
        let last_hangs = |call: &Call| match call {
            Call::Model(call) if call.purpose == "critique" => (call.critic != Some(2)).then(|| critique(points, points < 8.0)),
            Call::Model(_) => Some(json!("draft")),
            Call::Verify(_) | Call::Tool(_) => None,
        };
        for result in both(&json!({}), &json!({ "input": "Q?", "critics": 3 }), last_hangs) {
            assert_eq!((result.judged, result.revision_history.len()), (judged, usize::from(judged)), "{points}");
        }
    }
}

#[test]
fn an_acceptance_stands_when_the_critic_of_another_draft_fails() {
    let set = json!({ "strategy": "best-of-n", "drafts": 3, "onUnreadableCritique": "needs-review", "advanced": { "critiqueFormat": "status" } });
    let played = play_whole(run(set, question()), |call| {
        let Call::Model(asked) = call else { unreachable!() };
        match (asked.purpose, asked.draft_index) {
            // So that each draft is looked at by itself.
            ("critique", _) if asked.drafts.is_some() => Ok(json!("no verdict")),
            ("critique", 1) => Err(CallError::new("model_error", "down")),
            ("critique", 2) => Ok(json!(r#"{"status": "accepted", "critique": "fine", "issues": []}"#)),
            ("critique", _) => Ok(json!(r#"{"status": "needs_revision", "critique": "thin"}"#)),
            (_, index) => Ok(json!(format!("draft {index}"))),
        }
    });
    let result = played.result;
    assert_eq!((result.output.as_ref(), result.accepted), ("draft 2", true));
    assert_eq!(result.errors.iter().map(|error| error.code.as_str()).collect::<Vec<_>>(), ["unreadable_critique", "model_error"]);
}

/// Answers each call until `late`; then .2 seconds but for one millisecond are over, and all that are out failed with this code.
fn out_of_time<L: Loop>(run: Machine<L>, late: &str, code: &str, say: impl Fn(&str) -> Value) -> L::Outcome {
    failed_at(1_199.0, run, late, code, say)
}

fn failed_at<L: Loop>(at: f64, mut run: Machine<L>, late: &str, code: &str, say: impl Fn(&str) -> Value) -> L::Outcome {
    let mut now = 1_000.0;
    loop {
        match run.poll(now).unwrap() {
            Output::Step { .. } | Output::Call { .. } => {}
            Output::Wait { call_ids } if call_ids[0] == late => {
                now = at;
                for call_id in call_ids {
                    hand_in(&mut run, &call_id, Err(CallError::new(code, "no answer within 200 ms")), now);
                }
            }
            Output::Wait { call_ids } => hand_in(&mut run, &call_ids[0], Ok(say(&call_ids[0])), now),
            Output::Done { result } => return result,
        }
    }
}

fn codes(errors: &[RunError]) -> Vec<(&str, Option<&str>)> {
    errors.iter().map(|error| (error.code.as_str(), error.call_id.as_deref())).collect()
}

#[test]
fn calls_that_took_the_last_seconds_are_told_once_each() {
    let budget = json!({ "maxSeconds": 0.2 });
    let first = json!({ "content": "", "metadata": { "facts": [research::fact("pros", "text", "s")] } });
    let searched = out_of_time(research::run(json!({ "budget": budget })), "research-2", "timeout", |_| first.clone());
    assert_eq!(searched.stop_reason, StopReason::MaxSeconds);
    assert_eq!(codes(&searched.errors), [("timeout", Some("research-2")), ("max_seconds", None)]);
    assert_eq!(searched.iterations, 2, "a search that took the time is one");

    let settings = InputValue::from(&json!({ "ownRules": ["slow", "slower"], "budget": budget }));
    let run = DecisionRun::create_run(&settings, &InputValue::from(&situation(json!({}))), 7, 1_000.0).unwrap();
    let decided = out_of_time(run, "verify-1.slow", "timeout", |_| json!({ "passed": true }));
    let told = [("timeout", Some("verify-1.slow")), ("timeout", Some("verify-1.slower")), ("max_seconds", None)];
    assert_eq!(codes(&decided.errors), told);
}

fn autopilot(budget: Value) -> AutopilotRun {
    let goal = json!({ "objective": "o", "successCriteria": ["a"] });
    AutopilotRun::create_run(
        &InputValue::from(&json!({ "goal": goal, "agent": true, "budget": budget })),
        InputValue::List(vec![]),
        7,
        1_000.0,
    )
    .unwrap()
}

#[test]
fn a_call_that_the_host_had_no_time_to_make_ends_the_run_and_costs_nothing() {
    let say = |_: &str| json!({ "content": "x", "usage": { "inputTokens": 1, "outputTokens": 1 } });
    let result = out_of_time(autopilot(json!({ "maxSeconds": 0.2 })), "agent-2", "not_made", say);
    assert_eq!((result.stop_reason, result.output.as_str()), (StopReason::MaxSeconds, "x"));
    assert_eq!(codes(&result.errors), [("max_seconds", None)]);
    let agent = result.usage.by_purpose.get("agent").unwrap();
    assert_eq!((agent.calls, agent.failed), (1, 0));
}

#[test]
fn a_call_that_took_the_last_seconds_ended_the_time_and_is_no_model_error() {
    // What timed out, milliseconds after the start, the code of the end.
    let cases = [
        ("answer-1", 50.0, StopReason::MaxSeconds),
        ("answer-1", 20.0, StopReason::ModelError),
        ("critique-1", 49.2, StopReason::MaxSeconds),
        ("critique-1", 20.0, StopReason::CriticUnavailable),
    ];
    for (late, at, reason) in cases {
        let run = run_classic(json!({ "budget": { "maxSeconds": 0.05 } }), question());
        let result = failed_at(1_000.0 + at, run, late, "timeout", |_| json!("A1"));
        assert_eq!(result.stop_reason, reason, "{late} at {at}");
        assert!(result.errors.iter().any(|e| e.code == "timeout" && e.call_id.as_deref() == Some(late)), "{:?}", result.errors);
        assert_eq!(result.output, if late == "answer-1" { "" } else { "A1" });
    }
}
