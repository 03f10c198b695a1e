//! What a verifier may give back, and what follows when it gives back nothing of use.

use reflect_engine::flow::{Call, CallError, RunStatus, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReviewReason};
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play, reviewed, run};

const STRATEGIES: [&str; 4] = ["classic", "keep-best", "best-of-n", "adaptive"];

/// What a verifier gives that is no verdict, and what its error says.
fn broken() -> Vec<(Said, &'static str)> {
    let shape = "a verdict must be true or false, an issue, a list of issues or { passed, issues?, score? }, got";
    let shape = |got: &str| Box::leak(format!("verifier `tests`: {shape} {got}").into_boxed_str()) as &'static str;
    let blank = "verifier `tests`: an issue must not be blank; a list without issues passes";
    vec![
        (Err(CallError::new("verifier_error", "x is not a function")), "verifier `tests`: x is not a function"),
        (Err(CallError::new("timeout", "no answer within 9 ms")), "verifier `tests`: no answer within 9 ms"),
        (Ok(Value::Null), shape("null")),
        (Ok(json!(1)), shape("a number")),
        (Ok(json!({ "ok": true })), "verifier `tests`: `passed` must be true or false, got nothing"),
        (Ok(json!({ "passed": "yes" })), "verifier `tests`: `passed` must be true or false, got a string"),
        (Ok(json!({ "passed": true, "score": "9" })), "verifier `tests`: `score` must be a number, got a string"),
        (Ok(json!("")), blank),
        (Ok(json!(["Name it.", " \n"])), blank),
        (Ok(json!(["Name it.", 3])), "verifier `tests`: an issue must be a string, got a number"),
    ]
}

/// A run of which the critic accepts each draft, and the verifier says this of each.
fn checked(set: Value, said: &Said) -> Played {
    let mut drafts = (1..).map(|n| json!(format!("A{n}")));
    play(run(set, json!({ "input": "Q?", "verifiers": ["tests"] })), move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(critique(10.0, false)),
        Call::Model(_) => Ok(drafts.next().unwrap()),
        Call::Tool(_) | Call::Verify(_) => said.clone(),
    })
}

#[test]
fn a_verdict_is_a_boolean_an_issue_a_list_of_issues_or_an_object() {
    let cases = [
        (json!(true), true, None),
        (json!(false), false, None),
        (json!("Name the year."), false, Some(vec!["Name the year."])),
        (json!([]), true, None),
        (json!(["a", "b"]), false, Some(vec!["a", "b"])),
        (json!({ "passed": true }), true, None),
        (json!({ "passed": false, "issues": ["a"] }), false, Some(vec!["a"])),
        (json!({ "passed": true, "issues": ["only a hint"] }), true, Some(vec!["only a hint"])),
    ];
    for (said, passed, issues) in cases {
        let result = checked(json!({ "maxReflections": 1, "advanced": { "judgeLast": true } }), &Ok(said.clone())).result;
        let verdict = result.drafts[0].verifiers.get("tests").unwrap();
        let issues = issues.map(|issues| issues.into_iter().map(str::to_owned).collect());
        assert_eq!((verdict.passed, &verdict.issues), (passed, &issues), "{said}");
        assert_eq!((result.accepted, result.errors.len()), (passed, 0), "{said}");
    }
}

#[test]
fn a_broken_verifier_ends_the_run_with_the_draft_and_its_name() {
    for strategy in STRATEGIES {
        for (said, message) in broken() {
            let played = checked(json!({ "strategy": strategy }), &said);
            let result = played.result;
            assert!(played.calls.iter().all(|id| id.starts_with("answer") || id.starts_with("verify")), "{:?}", played.calls);
            assert_eq!((result.status, result.stop_reason), (RunStatus::NeedsReview, StopReason::VerifierError), "{said:?}");
            assert_eq!(result.output, "A1");
            assert_eq!(result.review_reasons, [ReviewReason::VerifierError, ReviewReason::NotJudged], "{said:?}");
            assert!(result.drafts.iter().all(|draft| draft.verifiers.is_empty() && !draft.judged));
            let error = &result.errors[0];
            let code = if message.contains("within") { "timeout" } else { "verifier_error" };
            assert_eq!((error.code.as_str(), error.message.as_str()), (code, message));
            assert_eq!(error.call_id.as_deref(), Some("verify-1.tests"));
        }
    }
}

#[test]
fn where_the_settings_say_revise_a_broken_verifier_has_failed_the_draft() {
    for (said, message) in broken() {
        let played = checked(json!({ "strategy": "classic", "maxReflections": 1, "onVerifierError": "revise" }), &said);
        let verdict = played.result.drafts[0].verifiers.get("tests").unwrap();
        let why = message.strip_prefix("verifier `tests`: ").unwrap();
        assert_eq!((verdict.passed, verdict.issues.as_deref()), (false, Some(&[format!("could not run: {why}")][..])));
        assert_eq!((played.result.accepted, played.result.output.as_str()), (false, "A2"), "{said:?}");
        assert_eq!(played.result.errors[0].message, message);
    }
}

#[test]
fn a_draft_without_the_verdict_of_each_verifier_is_not_accepted_after_a_review() {
    for strategy in ["best-of-n", "adaptive"] {
        for critics in [0, 1] {
            let task = json!({ "input": "Q?", "critics": critics, "verifiers": ["tests", "lint"] });
            let set = json!({ "strategy": strategy, "maxReflections": 1 });
            let first = play(run(set, task), voice("x is not a function"));
            assert_eq!(first.result.stop_reason, StopReason::VerifierError);
            let result = play(reviewed(first.run, None, false, None), voice("")).result;
            let draft = result.drafts.iter().find(|draft| draft.index == result.draft_index).unwrap();
            let by = if critics == 0 { AcceptedBy::Verifier } else { AcceptedBy::Critic };
            assert_eq!((result.accepted_by, draft.verifiers.len()), (Some(by), 2), "{strategy}, {critics} critics");
        }
    }
}

/// Every draft is another one, and everybody accepts it; one verifier fails to run, unless it is well.
fn voice(fault: &str) -> impl FnMut(&Call) -> Said {
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
