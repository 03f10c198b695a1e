//! A critic that cannot be read is asked once more, for the form alone, and without eating the reflections.

use reflect_engine::critique::Verdict;
use reflect_engine::decision::ReflectionFallback;
use reflect_engine::flow::{Call, CallError, CritiqueStatus, ModelCall, StopReason};
use reflect_engine::message::{Role, SharedText};
use reflect_engine::reflect::ReviewReason;
use serde_json::{Value, json};

use crate::autopilot::{pilot, verdict};
use crate::decision::reflect;
use crate::script::{asked, critique, play, question, replies, run_classic as run};

/// The texts of one request.
fn texts(request: &ModelCall) -> Vec<SharedText> {
    request.messages.iter().map(|message| message.content.text()).collect()
}

#[test]
fn the_critic_is_asked_for_the_form_with_its_own_words_and_without_its_object() {
    const SCORE: &str = "reasoning, score, issues, suggestion, needs_revision. Every fault, doubt or condition that you wrote belongs in \
        issues, and score and needs_revision must follow from it. If you named none, issues is empty and needs_revision is false.";
    let cases = [
        (json!({}), r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#, SCORE),
        (
            json!({ "criteria": ["a"] }),
            r#"{"criteria_met": [true], "confidence": 1, "suggestions": [], "reasoning": "r"}"#,
            "reasoning, criteria_met, confidence, suggestions. Every fault, doubt or condition that you wrote belongs in suggestions, and \
             criteria_met and confidence must follow from it. If you named none, suggestions is empty.",
        ),
        (
            json!({ "advanced": { "critiqueFormat": "status" } }),
            r#"{"status": "accepted", "critique": "", "issues": []}"#,
            "reasoning, status, critique, issues. Every fault, doubt or condition that you wrote belongs in issues, and status must follow \
             from it. If you named none, issues is empty and status is \"accepted\".",
        ),
    ];
    for strategy in ["keep-best", "best-of-n", "classic"] {
        for (set, good, rule) in &cases {
            let mut set = set.clone();
            (set["strategy"], set["drafts"]) = (json!(strategy), if strategy == "best-of-n" { json!(1) } else { Value::Null });
            set.as_object_mut().unwrap().retain(|_, value| !value.is_null());
            set["onUnreadableCritique"] = json!("retry");
            let doubtful = format!("The year seems wrong.\n{good}\nOtherwise fine.");
            let played = asked(set.clone(), vec![json!("A1"), json!(doubtful), json!(good)]);
            assert!(played.result.accepted, "{set}");
            assert_eq!(played.calls, ["answer-1", "critique-1", "critique-2"], "{set}");
            assert_eq!(played.requests.iter().map(|r| r.attempt).collect::<Vec<_>>(), [1, 1, 2], "{set}");
            let (first, second) = (texts(&played.requests[1]), texts(&played.requests[2]));
            assert_eq!(second[..2], first[..], "{set}");
            assert_eq!(second[2], "The year seems wrong.\nOtherwise fine.", "{set}");
            let rule = if strategy == "classic" && *rule == SCORE { rule.trim_start_matches("reasoning, ") } else { rule };
            let keys =
                second[3].strip_prefix("Now give this review as one JSON object and nothing else, with the keys ").unwrap();
            assert_eq!(keys, rule, "{set}");
            let roles: Vec<Role> = played.requests[2].messages.iter().map(|message| message.role).collect();
            assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::User], "{set}");
            let told: Vec<_> = played.result.revision_history.iter().map(|look| look.critique_status).collect();
            assert_eq!(told, [Some(CritiqueStatus::Unclear), Some(CritiqueStatus::Read)], "{set}");
            assert_eq!(played.result.revision_history[0].raw_critique.as_deref(), Some(doubtful.as_str()));
            let shown: Vec<Value> = played.told().into_iter().filter(|step| step["type"] == "reflection").collect();
            assert_eq!((&shown[0]["critiqueStatus"], &shown[0]["reason"]), (&json!("unclear"), &json!("beside")), "{set}");
            assert_eq!((shown[1]["critiqueStatus"].as_str(), played.result.reflections), (Some("read"), 1), "{set}");
            let noted = "the critique could not be read: beside (\"The year seems wrong.";
            assert!(played.result.errors[0].message.starts_with(noted));
        }
    }
}

#[test]
fn issues_named_in_the_second_reply_revise() {
    let good = r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;
    let named = json!(good.replace("[]", "[\"The year is wrong.\"]"));
    let set = json!({ "strategy": "keep-best", "maxReflections": 0 });
    let at_once = asked(set.clone(), vec![json!("A1"), named.clone()]);
    assert!(at_once.result.accepted, "seed 004: score and flag decide");
    let asked = asked(set, vec![json!("A1"), json!(format!("{good} But the year!")), named]);
    let critique = asked.result.critique.unwrap();
    assert_eq!((asked.result.accepted, critique.reason.as_deref()), (false, Some("issues")));
    assert_eq!((critique.status, critique.issues.clone()), (Verdict::NeedsRevision, vec!["The year is wrong.".into()]));
}

/// What is behind the first request, and how the question ends.
fn asked_again(requests: &[ModelCall], of: usize) -> (SharedText, bool) {
    let [first, second] = [of, of + 1].map(|at| texts(&requests[at]));
    assert_eq!((&second[..2], second.len()), (&first[..], 4));
    (second[2].clone(), second[3].starts_with("Now give this "))
}

#[test]
fn an_autopilot_asks_the_same_second_question() {
    let (good, named) = (verdict([true, true], 0.9, &[]), verdict([true, true], 0.9, &["Name the year."]));
    let doubtful = json!(format!("The year seems wrong.\n{}", good.as_str().unwrap()));
    let script = vec![json!("A1"), doubtful.clone(), named, json!("A2"), good];
    let played = play(pilot(json!({}), json!([])), replies(script.clone()));
    assert_eq!(played.calls, ["agent-1", "critique-1", "critique-2", "agent-2", "critique-3"]);
    assert_eq!(asked_again(&played.requests, 1), ("The year seems wrong.".into(), true));
    assert_eq!((played.result.accepted, played.result.output.as_str()), (true, "A2"), "a fault that it lists revises");
    assert_eq!(played.requests[3].critic_feedback.as_deref(), Some(["Name the year.".into()].as_slice()));

    let spent = play(pilot(json!({ "budget": { "maxCalls": 2 } }), json!([])), replies(script));
    assert_eq!((spent.calls.len(), spent.result.accepted, spent.result.stop_reason), (2, false, StopReason::MaxCalls));
    assert_eq!(spent.result.critic_verdict.unwrap().reason.as_deref(), Some("beside"));
}

#[test]
fn a_decision_reflector_asks_the_same_second_question() {
    let good = json!("{\"shouldRevise\": false, \"concerns\": []}");
    let script = vec![json!(format!("{} I doubt it.", good.as_str().unwrap())), good];
    let played = reflect(json!({ "model": true }), json!({}), script.clone());
    assert_eq!(played.calls, ["reflection-1", "reflection-2"]);
    assert_eq!(asked_again(&played.requests, 0), ("I doubt it.".into(), true));
    assert_eq!((played.result.llm_enhanced, played.result.fallback), (true, None));
    for set in [json!({ "model": true, "onUnreadableCritique": "stop" }), json!({ "model": true, "budget": { "maxCalls": 1 } })] {
        let spent = reflect(set, json!({}), script.clone());
        assert_eq!((spent.calls.len(), spent.result.fallback), (1, Some(ReflectionFallback::Unreadable)));
    }
}

#[test]
fn a_critic_that_said_nothing_beside_its_object_is_asked_the_same_again() {
    let (damaged, good) = (r#"{"score": 9, "issues": [], "suggestion": "none, "needs_revision": false}"#, critique(9.0, false));
    let set = json!({ "onUnreadableCritique": "retry" });
    for beside in ["", " \n"] {
        let played = asked(set.clone(), vec![json!("A1"), json!(format!("{damaged}{beside}")), good.clone()]);
        assert!(played.result.accepted);
        assert_eq!(texts(&played.requests[2]), texts(&played.requests[1]));
    }
}

#[test]
fn the_second_question_is_a_call_and_the_budget_is_asked_first() {
    let set = json!({ "onUnreadableCritique": "retry", "budget": { "maxCalls": 2 } });
    let played = asked(set, vec![json!("A1"), json!("Hm."), critique(9.0, false)]);
    assert_eq!((played.calls.len(), played.result.stop_reason), (2, StopReason::MaxCalls));
    assert_eq!(played.result.revision_history[0].raw_critique.as_deref(), Some("Hm."), "nothing is lost");
}

#[test]
fn a_long_reply_is_shown_by_its_head_and_tail() {
    let set = json!({ "onUnreadableCritique": "retry" });
    let long = format!("head {} tail", "x".repeat(1_000_000));
    let played = asked(set, vec![json!("A1"), json!(long.clone()), critique(9.0, false)]);
    let asked = played.requests[2].messages[2].content.text();
    assert!(asked.contains("head xxx") && asked.contains("xxx tail") && asked.len() < 4_000);
    let told = &played.result.errors[0].message;
    assert!(told.contains(&long[..200]) && told.len() < 500, "the error quotes its first 200 characters: {told}");
}

#[test]
fn a_critic_that_failed_is_asked_the_same_again() {
    let mut said = vec![Ok(json!("A1")), Err(CallError::new("timeout", "no answer")), Ok(critique(9.0, false))].into_iter();
    let played = play(run(json!({ "onUnreadableCritique": "retry" }), question()), move |_: &Call| said.next().unwrap());
    assert!(played.result.accepted);
    assert_eq!((texts(&played.requests[2]), played.requests[2].attempt), (texts(&played.requests[1]), 2));
}

#[test]
fn each_juror_is_told_of_its_own_reply() {
    let rounds = vec![json!("A1"), json!("First words."), json!("Second words."), critique(9.0, false), critique(9.0, false)];
    let set = json!({ "onUnreadableCritique": "retry" });
    let played = play(run(set, json!({ "input": "Q?", "critics": 2 })), replies(rounds));
    assert!(played.result.accepted);
    let again: Vec<SharedText> = played.requests[3..].iter().map(|r| r.messages[2].content.text()).collect();
    assert_eq!(again, ["First words.", "Second words."]);
    assert_eq!(played.calls[3..], ["critique-1.judge-1.again", "critique-1.judge-2.again"]);
    let mixed = vec![json!("A1"), json!("Hm."), critique(9.0, false), critique(3.0, true)];
    let set = json!({ "strategy": "keep-best", "maxReflections": 0 });
    let result = play(run(set, json!({ "input": "Q?", "critics": 2 })), replies(mixed)).result;
    let votes: Vec<_> = result.jurors.unwrap().iter().map(|juror| (juror.critic, juror.accepted)).collect();
    assert_eq!(votes, [(0, Some(false)), (1, Some(true))], "only the one that could not be read is asked again");
}

#[test]
fn a_broken_critic_does_not_eat_the_reflections() {
    let broken = || json!("no verdict");
    let set = json!({ "onUnreadableCritique": "retry", "maxReflections": 2, "advanced": { "maxCritiqueFailures": 3 } });
    let script = vec![
        json!("A1"),
        broken(),
        broken(),
        critique(3.0, true),
        json!("A2"),
        broken(),
        broken(),
        critique(9.0, false),
        json!("late"),
    ];
    let result = asked(set.clone(), script).result;
    assert_eq!((result.accepted, result.output.as_str(), result.iterations, result.reflections), (true, "A2", 2, 2));

    let mut script = vec![json!("A1"), critique(3.0, true), json!("A2")];
    script.extend((0..6).map(|_| broken()));
    script.push(critique(9.0, false));
    let ended = asked(set, script).result;
    assert_eq!((ended.stop_reason, ended.output.as_str(), ended.iterations), (StopReason::UnreadableCritique, "A2", 2));
    assert!(ended.review_reasons.contains(&ReviewReason::UnreadableCritique));
    let noted: Vec<&str> = ended.errors.iter().map(|e| e.message.as_str()).collect();
    let once = "the critique could not be read: no_json (\"no verdict\"); pass on `responseSchema`";
    assert_eq!(noted, [once], "a thing is said once, with what to do");
}

#[test]
fn a_run_that_ended_at_critiques_that_could_not_be_read_says_so_of_a_draft_that_nobody_criticised() {
    let set = json!({ "strategy": "best-of-n", "drafts": 2, "budget": { "maxCalls": 20 }, "advanced": { "select": "latest" } });
    let played = play(run(set, json!({ "input": "Q?", "verifiers": ["tests"] })), |call| match call {
        Call::Model(ask) if ask.purpose == "critique" => Ok(json!("garbage")),
        Call::Model(_) => Ok(json!({ "contents": ["the same draft twice", "the same draft twice"] })),
        Call::Verify(_) => Ok(json!({ "passed": true })),
        Call::Tool(_) => unreachable!(),
    });
    let result = played.result;
    assert_eq!((result.stop_reason, result.draft_index), (StopReason::UnreadableCritique, 1));
    assert_eq!(result.review_reasons, [ReviewReason::UnreadableCritique]);
}

#[test]
fn how_many_failures_in_a_row_end_a_run_is_a_setting() {
    for max in [1, 2, 5] {
        let set = json!({ "onUnreadableCritique": "retry", "advanced": { "maxCritiqueFailures": max } });
        let script = std::iter::once(json!("A1")).chain((0..19).map(|_| json!("no verdict"))).collect();
        let played = asked(set, script);
        assert_eq!(played.calls.len(), 1 + 2 * max, "{max}");
        assert_eq!(played.result.stop_reason, StopReason::UnreadableCritique);
    }
}
