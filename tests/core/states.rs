//! Drafts that cannot be used (seed 002).

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::{ReflectRun, RunStatus};
use serde_json::{Value, json};

use crate::script::{Played, critique, play, question, replies, run_classic as run, search_tool, settings, task, tool_turn};

/// Drafts with `ok` in them are usable.
fn usable(set: Value, what: Value, script: Vec<Value>) -> Played {
    let mut what = what;
    what["usable"] = json!(true);
    let mut model = replies(script);
    play(run(set, what), move |call| match call {
        Call::Verify(run) if run.verifier == "usable" && run.draft == "throws" => Err(CallError::new("verifier_error", "boom")),
        Call::Verify(run) if run.verifier == "usable" && run.draft == "odd" => Ok(json!({ "passed": "yes" })),
        Call::Verify(run) if run.verifier == "usable" => Ok(json!({ "passed": run.draft.contains("ok") })),
        call => model(call),
    })
}

#[test]
fn a_draft_that_cannot_be_used_is_treated_as_an_empty_one() {
    let what = || question();
    let again = usable(json!({}), what(), vec![json!("prose"), json!("ok 1"), critique(9.0, false)]);
    assert_eq!(again.calls, ["answer-1", "usable-1", "answer-2", "usable-2", "critique-1"]);
    assert_eq!(again.requests.iter().map(|r| r.attempt).collect::<Vec<_>>(), [1, 2, 1]);
    assert_eq!((again.result.output.as_str(), again.result.iterations, again.result.drafts.len()), ("ok 1", 1, 1));
    let noted = &again.result.errors[0];
    assert_eq!((noted.code.as_str(), noted.call_id.as_deref()), ("unusable_draft", Some("answer-1")));

    let never = usable(json!({}), what(), vec![json!("prose"), json!("more prose"), json!("ok")]).result;
    assert_eq!((never.status, never.stop_reason, never.iterations), (RunStatus::Failed, StopReason::EmptyDraft, 0));
    let failure = never.failure.unwrap();
    assert_eq!((failure.code, failure.message.as_str()), (ErrorCode::EmptyDraft, "the model gave no usable draft, twice"));

    let script = vec![json!("ok 1"), critique(3.0, true), json!("prose"), json!("prose")];
    let later = usable(json!({}), what(), script).result;
    assert_eq!((later.status, later.output.as_str(), later.iterations), (RunStatus::NeedsReview, "ok 1", 1));
    assert_eq!(later.stop_reason, StopReason::EmptyDraft);
}

#[test]
fn empty_and_unusable_together_get_one_more_try_not_two() {
    let result = usable(json!({}), question(), vec![json!(""), json!("prose"), json!("ok")]).result;
    assert_eq!((result.status, result.stop_reason), (RunStatus::Failed, StopReason::EmptyDraft));
}

#[test]
fn a_draft_is_asked_about_before_verifiers_and_after_its_tools() {
    let what = json!({ "input": "Q?", "tools": [search_tool()], "verifiers": ["tests"] });
    let turn = tool_turn(json!([{ "name": "search", "arguments": {} }]));
    let set = json!({ "advanced": { "critique": { "sees": ["toolResults"] } } });
    let played = usable(set, what, vec![turn, json!("prose"), json!("ok"), critique(9.0, false)]);
    let expected = "answer-1 tool-1.search answer-2 usable-1 answer-3 usable-2 verify-1.tests critique-1";
    assert_eq!(played.calls.join(" "), expected);
    assert!(played.requests.last().unwrap().messages[1].content.text().contains("\"ran\":\"search\""), "tool results are kept");
    assert_eq!(played.result.drafts[0].verifiers.len(), 1, "whether it can be used is no verdict");
}

#[test]
fn usable_is_no_verifiers_name() {
    let refused = |what: Value| ReflectRun::create_run(settings(json!({})), task(what), 7, 0.0).err().map(|e| e.message);
    let both = json!({ "input": "Q?", "usable": true, "verifiers": ["usable"] });
    assert_eq!(refused(both).as_deref(), Some("the verifier name `usable` is taken by the task's `usable`"));
    assert_eq!(refused(json!({ "input": "Q?", "verifiers": ["usable"] })), None);
    let wrong = reflect_engine::reflect::RunTask::from_json(json!({ "input": "Q?", "usable": 1 })).unwrap_err();
    assert_eq!((wrong.code, wrong.message.as_str()), (ErrorCode::InvalidTask, "`usable` must be true or false, got a number"));
}
