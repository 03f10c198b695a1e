//! Acceptance needs the verdict of every verifier. What a verdict may be stands in `tests/js/verdicts.test.mjs`.

use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::AcceptedBy;
use serde_json::json;

use crate::script::{Said, critique, play, reviewed, run};

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
