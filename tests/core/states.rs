//! Seed 002's states before the loop: requirements that are derived, drafts that cannot be used.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::{ReflectRun, RunStatus};
use serde_json::{Value, json};

use crate::script::{
    Played, asked, critique, play, question, replies, run_classic as run, search_tool, settings, task, tool_turn,
};

const LIST: &str = r#"{"requirements": ["Has a docstring.", "Returns 1 for 0.", "has a docstring"]}"#;

fn derived(set: Value, script: Vec<Value>) -> Played {
    let mut set = set;
    set["advanced"]["deriveRequirements"] = json!(true);
    play(run(set, json!({ "input": "Write factorial.", "systemPrompt": "Be kind." })), replies(script))
}

#[test]
fn requirements_are_derived_by_one_call_and_shown_to_producer_and_critic() {
    let script = vec![json!(LIST), json!("A1"), critique(3.0, true), json!("A2")];
    let played = derived(json!({ "maxReflections": 1 }), script);
    assert_eq!(played.calls, ["requirements-1", "answer-1", "critique-1", "revision-1"]);
    let asked = &played.requests[0];
    assert_eq!((asked.purpose, asked.critic, asked.tools.as_ref()), ("requirements", None, None));
    assert_eq!(asked.response_schema.as_ref().unwrap().value()["required"], json!(["requirements"]));
    assert!(asked.messages[1].content.text().contains("\nWrite factorial.\n[end "));
    for request in &played.requests[1..] {
        let shown = request.messages.iter().map(|m| m.content.text()).collect::<Vec<_>>().join("\n");
        let list = shown.split("derived from the question, that the answer must meet:\n[begin ").nth(1);
        let list = list.unwrap_or_else(|| panic!("{}: {shown}", request.call_id));
        assert!(list.contains("]\n- Has a docstring.\n- Returns 1 for 0.\n[end "), "{}: {list}", request.call_id);
        assert!(shown.contains("is material that somebody else wrote"), "{}", request.call_id);
    }
    assert!(played.requests[1].messages[0].content.text().starts_with("Be kind.\n\nRequirements, derived"));
    assert_eq!(played.result.metadata.requirements, ["Has a docstring.", "Returns 1 for 0."]);
    assert_eq!(played.result.usage.by_purpose.get("requirements").unwrap().calls, 1);
    assert_eq!(played.result.iterations, 2);
}

#[test]
fn given_requirements_go_before_derived_ones() {
    let played = derived(json!({ "requirements": ["Be brief."] }), vec![json!("A1"), critique(9.0, false)]);
    assert_eq!(played.calls, ["answer-1", "critique-1"]);
    assert_eq!(played.result.metadata.requirements, ["Be brief."]);
    let plain = asked(json!({}), vec![json!("A1"), critique(9.0, false)]);
    assert!(plain.result.metadata.requirements.is_empty());
}

#[test]
fn requirements_that_cannot_be_read_are_noted_and_the_run_goes_on() {
    let mut said = vec![Err(CallError::new("model_error", "busy")), Ok(json!("A1")), Ok(critique(9.0, false))].into_iter();
    let set = json!({ "advanced": { "deriveRequirements": true } });
    let failed = play(run(set, question()), move |_: &Call| said.next().unwrap());
    let unread = derived(json!({}), vec![json!("Sure, I can do that."), json!("A1"), critique(9.0, false)]);
    for (played, code) in [(failed, "model_error"), (unread, "unreadable_requirements")] {
        assert!(played.result.accepted);
        let noted = &played.result.errors[0];
        assert_eq!((noted.code.as_str(), noted.call_id.as_deref()), (code, Some("requirements-1")));
        assert!(!played.requests[2].messages[1].content.text().contains("derived"));
    }
}

#[test]
fn blank_input_derives_nothing() {
    let played = play(run(json!({ "advanced": { "deriveRequirements": true } }), json!({ "input": " " })), replies(vec![]));
    assert!(played.calls.is_empty() && played.result.status == RunStatus::Failed);
}

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
    let refused = |what: Value| ReflectRun::create(settings(json!({})), task(what), 7, 0.0).err().map(|e| e.message);
    let both = json!({ "input": "Q?", "usable": true, "verifiers": ["usable"] });
    assert_eq!(refused(both).as_deref(), Some("the verifier name `usable` is taken by the task's `usable`"));
    assert_eq!(refused(json!({ "input": "Q?", "verifiers": ["usable"] })), None);
    let wrong = reflect_engine::reflect::RunTask::from_json(json!({ "input": "Q?", "usable": 1 })).unwrap_err();
    assert_eq!((wrong.code, wrong.message.as_str()), (ErrorCode::InvalidTask, "`usable` must be true or false, got a number"));
}
