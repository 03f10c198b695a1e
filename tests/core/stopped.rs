//! A draft that a verifier stopped while it was written: it failed, whatever the others would say of the text so far, and is no answer.

use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::ReviewReason;
use serde_json::{Value, json};

use crate::cut_off::both;
use crate::script::{Played, Said, critique, play_whole, run};

/// What the host hands in for a draft that the verifier `short` stopped.
fn stopped(text: &str) -> Value {
    json!({ "content": text, "stopped": { "verifier": "short", "verdict": { "passed": false, "issues": ["too long"] } } })
}

/// Plays a run whose drafts are these, in order; verifiers pass whatever they see, critics accept it.
fn played(set: Value, task: Value, drafts: Vec<Said>) -> Played {
    let mut task = task;
    task.as_object_mut().unwrap().extend(json!({ "input": "Q?", "partial": true }).as_object().unwrap().clone());
    let mut drafts = drafts.into_iter();
    play_whole(run(set, task), move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(critique(9.0, false)),
        Call::Model(call) => {
            assert_eq!(call.n, None, "pieces of several drafts could not be told apart");
            drafts.next().unwrap_or_else(|| Err(CallError::new("model_error", "out of drafts")))
        }
        Call::Verify(_) | Call::Tool(_) => Ok(json!({ "passed": true })),
    })
}

fn settings(strategy: &str, mut set: Value) -> Value {
    set["strategy"] = json!(strategy);
    if strategy == "best-of-n" {
        set["drafts"] = json!(2);
    }
    set
}

const TASKS: [(&str, u32); 4] = [("keep-best", 0), ("keep-best", 1), ("best-of-n", 0), ("classic", 1)];

#[test]
fn a_draft_that_was_stopped_failed_and_the_next_is_told() {
    for (strategy, critics) in TASKS {
        let case = format!("{strategy} with {critics} critics");
        let set = settings(strategy, json!({ "maxReflections": 3 }));
        let task = json!({ "verifiers": ["short", "other"], "usable": true, "critics": critics });
        let drafts = vec![Ok(stopped("one two")), Ok(stopped("one two three")), Ok(json!("one"))];
        let Played { requests, calls, result, .. } = played(set, task, drafts);
        let first = &result.drafts[0];
        assert_eq!((first.text.as_ref(), first.stopped_by.as_deref()), ("one two", Some("short")), "{case}");
        assert!(first.judged && first.verifiers.len() == 1, "no other verifier sees a part of a draft: {case}");
        assert!(!calls.iter().any(|call| call == "usable-2"), "{case}: {calls:?}");
        assert_eq!((result.output.as_ref(), result.accepted), ("one", true), "{case}");
        assert!(result.drafts[2].verifiers.values().all(|verdict| verdict.passed), "{case}");
        let told = requests.iter().rfind(|call| call.draft_index == 2 && call.purpose != "critique").unwrap();
        assert!(told.messages.iter().any(|message| message.content.text().contains("too long")), "{case}: {:?}", told.messages);
        assert_eq!(
            result.revision_history[0].verifiers.values().next().unwrap().issues,
            Some(vec!["too long".to_owned()]),
            "{case}"
        );
    }
}

#[test]
fn a_draft_that_was_stopped_is_never_accepted_and_never_lost() {
    for (strategy, critics) in TASKS {
        let case = format!("{strategy} with {critics} critics");
        let set = settings(strategy, json!({ "maxReflections": 0 }));
        let task = json!({ "verifiers": ["short"], "answer": true, "critics": critics });
        let result = played(set, task, vec![Ok(stopped("one two"))]).result;
        assert_eq!((result.output.as_ref(), result.accepted, result.draft_index), ("one two", false, 0), "{case}");
        for reason in [ReviewReason::VerifierFailed, ReviewReason::DraftCut] {
            assert!(result.review_reasons.contains(&reason), "{case}: {:?}", result.review_reasons);
        }
    }
}

#[test]
fn a_whole_draft_is_better_than_one_that_was_stopped() {
    let set = json!({ "maxReflections": 1 });
    for order in [[false, true], [true, false]] {
        let drafts = order.map(|is_whole| Ok(if is_whole { json!("whole") } else { stopped("half") }));
        let mut task = json!({ "input": "Q?", "verifiers": ["short"], "critics": 0, "partial": true });
        let mut drafts = drafts.into_iter();
        let result = play_whole(run(set.clone(), task.take()), move |call| match call {
            Call::Model(_) => drafts.next().unwrap(),
            Call::Verify(_) | Call::Tool(_) => Ok(json!({ "passed": false })),
        })
        .result;
        assert_eq!((result.output.as_ref(), result.accepted), ("whole", false), "{order:?}");
    }
}

#[test]
fn a_run_that_is_cut_off_keeps_a_draft_that_was_stopped_with_its_failure() {
    let set = json!({ "strategy": "best-of-n", "drafts": 2 });
    let task = json!({ "input": "Q?", "verifiers": ["short"], "critics": 0, "partial": true });
    let one_hangs = |call: &Call| match call {
        Call::Model(call) => (call.draft_index == 0).then(|| stopped("one two")),
        Call::Verify(_) | Call::Tool(_) => None,
    };
    for result in both(&set, &task, one_hangs) {
        assert_eq!(&*result.output, "one two");
        assert!(result.judged && result.review_reasons.contains(&ReviewReason::VerifierFailed), "{:?}", result.review_reasons);
    }
}

#[test]
fn stopped_draft_cost_is_estimated_and_an_unknown_price_ends_no_run() {
    let set = json!({
        "maxReflections": 1,
        "budget": { "maxCostUsd": 1 },
        "advanced": { "prices": { "small": { "input": 1, "output": 2 }, "large": { "input": 4, "output": 1 } } },
    });
    let task = json!({ "verifiers": ["short"], "critics": 0 });
    let result = played(set, task, vec![Ok(stopped(&"word ".repeat(4_000_000 / 5)))]).result;
    let usage = &result.usage.total;
    assert_eq!(result.stop_reason, StopReason::MaxCost, "one million tokens at the highest price of output");
    assert_eq!((usage.output_tokens, usage.estimated), (Some(1e6), Some(true)));
    assert!(usage.cost_usd.is_some_and(|cost| (2.0..2.01).contains(&cost)), "{usage:?}");
    let answer = result.usage.by_purpose.get("answer").unwrap();
    assert_eq!((answer.calls, answer.failed), (1, 0));
}

#[test]
fn a_malformed_stop_is_a_failed_call() {
    for (stop, why) in [
        (json!({ "verifier": "short", "verdict": true }), "does not pass"),
        (json!({ "verdict": false }), "must name a verifier"),
        (json!({ "verifier": "short" }), "a verdict must be"),
        (json!(7), "must name a verifier"),
    ] {
        let task = json!({ "verifiers": ["short"], "critics": 0 });
        let result = played(json!({}), task, vec![Ok(json!({ "content": "x", "stopped": stop }))]).result;
        assert!(!result.accepted && result.errors[0].message.contains(why), "{stop}: {:?}", result.errors);
    }
}
