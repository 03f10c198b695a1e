//! Seed 004's engine as it really is: 34 runs of agentlib's `ReflectEngine`, recorded, against ours. Equal, or different in one of
//! the ways that `../shared/conformance/README.md` lists, each of them a test with a name.

use reflect_engine::flow::{Call, CallError};
use reflect_engine::reflect::{ReflectRun, RunStatus};
use serde_json::{Value, json};

use crate::script::{Played, Said, asked, critique, last, play, replies, run_classic as run, settings, task};
use crate::shared_file;

fn scenarios() -> Option<Vec<Value>> {
    let traces: Value = serde_json::from_str(&shared_file("conformance/agentlib/traces.json")?).unwrap();
    Some(traces["scenarios"].as_array().unwrap().clone())
}

/// What `presets.agentlib` is, which `tests/js/settings.test.mjs` compares with it.
const PRESET: &str = include_str!("../fixtures/agentlib-preset.json");

fn played(scenario: &Value) -> Played {
    let mut set: Value = serde_json::from_str(PRESET).unwrap();
    set.as_object_mut().unwrap().extend(scenario["config"].as_object().cloned().unwrap_or_default());
    if let Some(tools) = scenario["policy"].get("allowedTools") {
        set["advanced"]["allowedTools"] = tools.clone();
    }
    if let Some(tokens) = scenario["policy"].get("tokenBudget") {
        set["budget"] = json!({ "maxTokens": tokens });
    }
    let mut what = json!({ "input": scenario["input"] });
    if let Some(tools) = scenario["tools"].as_array() {
        what["tools"] = tools.iter().map(|t| t["schema"].clone()).collect();
    }
    if let Some(prompt) = scenario.get("systemPrompt") {
        what["systemPrompt"] = prompt.clone();
    }
    let mut run = ReflectRun::create_run(settings(set), task(what), 7, 0.0).unwrap();
    if scenario["abort"] == "before" {
        run.abort_run("", &[], 0.0).unwrap();
    }
    let mut script = scenario["script"].as_array().unwrap().clone().into_iter();
    play(run, move |call| match call {
        Call::Model(_) => said(script.next()),
        Call::Tool(run) if run.tool_name == "broken" => Err(CallError::new("tool_error", "tool exploded")),
        Call::Tool(run) => Ok(json!({ "hits": [format!("result for {}", run.args.to_value()["q"].as_str().unwrap())] })),
        Call::Verify(_) => unreachable!("no scenario has verifiers"),
    })
}

fn said(entry: Option<Value>) -> Said {
    let Some(mut reply) = entry else { return Err(CallError::new("model_error", "the script is at its end")) };
    if let Some(message) = reply["throw"].as_str() {
        return Err(CallError::new("model_error", message));
    }
    if let Some(usage) = reply.get("usage").cloned() {
        reply["usage"] = json!({
            "inputTokens": usage["promptTokens"], "outputTokens": usage["completionTokens"], "totalTokens": usage["totalTokens"],
        });
    }
    Ok(reply)
}

fn named(name: &str) -> Option<(Value, Played)> {
    let scenario = scenarios()?.into_iter().find(|s| s["name"] == name).unwrap();
    let played = played(&scenario);
    Some((scenario, played))
}

/// The requests that agentlib made, as messages and tool names.
fn their_requests(scenario: &Value) -> Vec<(Value, Value)> {
    scenario["requests"].as_array().unwrap().iter().map(|r| (r["messages"].clone(), r["tools"].clone())).collect()
}

fn our_requests(played: &Played) -> Vec<(Value, Value)> {
    let names = |r: &reflect_engine::flow::ModelCall| r.tools.iter().flatten().map(|t| t.name.to_string()).collect::<Value>();
    played.requests.iter().map(|r| (serde_json::to_value(&r.messages).unwrap(), names(r))).collect()
}

fn their_steps(scenario: &Value) -> Vec<Value> {
    let steps = scenario["events"].as_array().unwrap().iter().filter(|e| e[0] == "step:reasoning");
    steps
        .map(|event| {
            let mut step = event[1].clone();
            step["engine"] = json!("reflect");
            step
        })
        .collect()
}

/// Every key that their step has, ours has with the same value.
fn assert_steps(theirs: &[Value], ours: &[Value], name: &str) {
    assert_eq!(ours.len(), theirs.len(), "{name}: {ours:#?}");
    for (their, our) in theirs.iter().zip(ours) {
        for (key, value) in their.as_object().unwrap() {
            assert_eq!(&our[key], value, "{name}: `{key}` of {our}");
        }
    }
}

fn assert_equal(scenario: &Value, played: &Played) {
    let name = scenario["name"].as_str().unwrap();
    assert_eq!(our_requests(played), their_requests(scenario), "{name}");
    assert_steps(&their_steps(scenario), &played.told(), name);
    let outcome = &scenario["outcome"];
    if outcome["ok"] == true {
        assert_eq!(played.result.output, outcome["output"].as_str().unwrap(), "{name}");
    } else {
        assert_eq!(played.result.failure.as_ref().unwrap().message, outcome["errorMessage"].as_str().unwrap(), "{name}");
    }
}

/// The scenarios that differ, each in a test of its own below.
const DIFFERENT: [&str; 19] = [
    "tools_in_revision",
    "tool_calls_after_revision_tool_pass_ignored",
    "tool_throws",
    "unknown_tool",
    "tool_not_allowed_by_policy",
    "malformed_critique_plain_text",
    "malformed_critique_truncated_json",
    "empty_critique",
    "critique_json_null",
    "prose_wrapped_critique",
    "prose_wrapped_fenced_critique",
    "thinking_tag_critique",
    "critique_missing_needs_revision",
    "critique_missing_issues",
    "critique_score_out_of_ten_string",
    "critique_needs_revision_string_false",
    "provider_throws_in_critique",
    "think_tag_not_stripped",
    "abort_signal_before_run",
];

#[test]
fn every_other_scenario_is_equal() {
    let Some(scenarios) = scenarios() else { return };
    assert_eq!(scenarios.len(), 34);
    let mut equal = 0;
    for scenario in &scenarios {
        let name = scenario["name"].as_str().unwrap();
        if !DIFFERENT.contains(&name) && name != "token_budget_exceeded" {
            assert_equal(scenario, &played(scenario));
            equal += 1;
        }
    }
    assert_eq!(equal, 14);
}

#[test]
fn an_unreadable_critique_stops_with_the_same_output_and_says_so() {
    for name in ["malformed_critique_plain_text", "empty_critique", "critique_json_null"] {
        let Some((scenario, played)) = named(name) else { return };
        assert_eq!(our_requests(&played), their_requests(&scenario), "{name}");
        assert_eq!(played.kinds(), ["thought", "reflection", "response"], "{name}");
        let reflection = &played.told()[1];
        // Prose may hold a verdict, which only its critic can say.
        let status = if name == "empty_critique" { "unreadable" } else { "unclear" };
        assert_eq!((&reflection["needsRevision"], &reflection["critiqueStatus"]), (&json!(false), &json!(status)), "{name}");
        assert!(reflection.get("score").is_none(), "{name}: no score is invented");
        let result = &played.result;
        assert_eq!((result.output.as_str(), result.accepted, result.judged), ("A1", false, false), "{name}");
        assert_eq!(result.status, RunStatus::NeedsReview, "{name}");
    }
}

#[test]
fn a_critique_that_agentlib_could_not_read_is_read_and_revised() {
    let names = [
        ("prose_wrapped_critique", "Score: 2/10. Issues: wrong. redo"),
        ("prose_wrapped_fenced_critique", "Score: 2/10. Issues: wrong. redo"),
        ("thinking_tag_critique", "Score: 2/10. Issues: wrong. redo"),
        ("critique_missing_needs_revision", "Score: 2/10. Issues: wrong. redo"),
        ("critique_missing_issues", "Score: 2/10. Issues: . redo"),
        // Cut off, but its low score was complete: enough to revise, never enough to accept.
        ("malformed_critique_truncated_json", "Score: 2/10. Issues: wrong. "),
    ];
    for (name, assessment) in names {
        let Some((scenario, played)) = named(name) else { return };
        assert_eq!(our_requests(&played)[..2], their_requests(&scenario)[..], "{name}");
        let told = played.told();
        assert_eq!((&told[1]["assessment"], &told[1]["needsRevision"]), (&json!(assessment), &json!(true)), "{name}");
        assert_eq!(told[2]["content"], "Revising answer (attempt 1/2)...", "{name}");
        assert_eq!(played.requests[2].purpose, "revision", "{name}");
    }
}

#[test]
fn a_score_in_words_and_a_flag_in_quotes_mean_what_they_say() {
    for (name, assessment) in [
        ("critique_score_out_of_ten_string", "Score: 9/10. Issues: a. b"),
        ("critique_needs_revision_string_false", "Score: 3/10. Issues: . "),
    ] {
        let Some((_, played)) = named(name) else { return };
        assert_eq!(played.told()[1]["assessment"], assessment, "{name}");
        assert_eq!(played.requests.len(), 2, "{name}: accepted at once");
        assert!(played.result.accepted, "{name}");
    }
}

#[test]
fn a_provider_error_after_the_first_draft_keeps_the_draft() {
    let Some((scenario, played)) = named("provider_throws_in_critique") else { return };
    assert_eq!(our_requests(&played), their_requests(&scenario));
    assert_eq!(played.result.output, "A1");
    assert_eq!(played.result.status, RunStatus::NeedsReview);
    assert_eq!(played.result.errors[0].message, "boom-critique");
}

#[test]
fn tools_in_a_revision_get_the_full_loop_and_keep_the_critique() {
    let Some((scenario, played)) = named("tools_in_revision") else { return };
    let (ours, theirs) = (our_requests(&played), their_requests(&scenario));
    assert_eq!(ours[..3], theirs[..3]);
    assert_eq!(ours[4], theirs[4]);
    let after_tool = ours[3].0.as_array().unwrap();
    assert_eq!(after_tool[..4], ours[2].0.as_array().unwrap()[..], "the revision request goes on");
    assert_eq!(after_tool[4..], theirs[3].0.as_array().unwrap()[3..]);
    assert_eq!(ours[3].1, json!(["search"]));
    assert_steps(&their_steps(&scenario), &played.told(), "tools_in_revision");

    let Some((_, played)) = named("tool_calls_after_revision_tool_pass_ignored") else { return };
    let kinds = played.kinds();
    assert_eq!(kinds.iter().filter(|k| *k == "tool_result").count(), 2, "the second round of tools runs too: {kinds:?}");
}

#[test]
fn a_tool_that_cannot_run_is_told_to_the_model_and_the_run_goes_on() {
    let cases = [
        ("tool_throws", "tool exploded"),
        ("unknown_tool", "unknown tool `nope`"),
        ("tool_not_allowed_by_policy", "tool `search` is not allowed"),
    ];
    for (name, message) in cases {
        let Some((scenario, played)) = named(name) else { return };
        let theirs = their_requests(&scenario);
        let ours = our_requests(&played);
        assert_eq!(ours[0].0, theirs[0].0, "{name}");
        assert_eq!(ours.len(), 2, "{name}: the model is asked again");
        let told = ours[1].0.as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned();
        assert!(told.contains(message), "{name}: {told}");
        let result = played.told().into_iter().find(|s| s["type"] == "tool_result").unwrap();
        assert!(result["error"].as_str().unwrap().contains(message), "{name}");
        assert_eq!(result["result"], Value::Null, "{name}");
    }
}

#[test]
fn a_leading_think_block_is_stripped_and_kept_as_raw_text() {
    let Some((_, played)) = named("think_tag_not_stripped") else { return };
    assert_eq!(played.result.output, "A1");
    assert_eq!(played.result.drafts[0].raw.as_deref(), Some("<think>secret</think>A1"));
}

#[test]
fn a_spent_token_budget_stops_before_the_next_call_and_keeps_the_draft() {
    let Some((scenario, played)) = named("token_budget_exceeded") else { return };
    assert_eq!(our_requests(&played), their_requests(&scenario));
    assert_eq!((played.result.output.as_str(), played.result.status), ("A1", RunStatus::NeedsReview));
    assert_eq!(serde_json::to_value(played.result.stop_reason).unwrap(), "max_tokens");
}

#[test]
fn an_aborted_run_makes_no_call() {
    let Some((_, played)) = named("abort_signal_before_run") else { return };
    assert!(played.requests.is_empty());
    assert_eq!(serde_json::to_value(played.result.stop_reason).unwrap(), "aborted");
    assert_eq!(played.result.status, RunStatus::Failed);
}

#[test]
fn a_critique_that_asks_for_a_revision_beside_its_flag_says_so_in_the_step_and_to_the_model() {
    let torn = json!("{\"score\":3,\"issues\":[],\"suggestion\":\"\",\"needs_revision\":false}");
    let script = vec![json!("A1"), torn, json!("A2"), critique(9.0, false)];
    let played = asked(json!({ "advanced": { "onContradiction": "revise" } }), script);
    let step = played.told().into_iter().find(|step| step["type"] == "reflection").unwrap();
    assert_eq!(step["needsRevision"], json!(true), "{step}");
    assert!(last(&played.requests[2]).contains("the critique contradicts itself and names no fault"));
    let bare = json!("{\"issues\":[],\"needs_revision\":true}");
    let played = asked(json!({}), vec![json!("A1"), bare, json!("A2"), critique(9.0, false)]);
    assert!(last(&played.requests[2]).contains("the critique names no fault"));
}

#[test]
fn a_tag_among_the_issues_is_a_fault_and_an_empty_system_prompt_is_none() {
    let html = json!("{\"score\":3,\"issues\":[\"no heading\",\"<h1>\"],\"suggestion\":\"s\",\"needs_revision\":true}");
    let what = json!({ "input": "Q?", "systemPrompt": "" });
    let played = play(run(json!({}), what), replies(vec![json!("A1"), html, json!("A2"), critique(9.0, false)]));
    assert_eq!((played.requests[0].messages.len(), played.result.output.as_str()), (1, "A2"));
}
