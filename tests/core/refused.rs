//! A text that a person refused stays refused: of twins, of dropped drafts and of redacted ones.

use reflect_engine::flow::{Call, CallError};
use reflect_engine::reflect::{AcceptedBy, ReflectRun};
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play, run_classic as run};

/// Drafts in this order, then these again and again; a critic and verifiers who accept everything.
fn voice(drafts: &[&str]) -> impl FnMut(&Call) -> Said {
    let mut drafts: Vec<Value> = drafts.iter().rev().map(|draft| json!(draft)).collect();
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(critique(9.5, false)),
        Call::Model(_) => drafts.pop().ok_or_else(|| CallError::new("model_error", "no more drafts")),
        Call::Tool(_) => Ok(json!(null)),
        Call::Verify(_) => Ok(json!({ "passed": true })),
    }
}

/// A run to its end, refused, and that to its end.
fn refused(snapshot: &str, feedback: Option<&str>, drafts: &[&str]) -> Played {
    let mut resumed = ReflectRun::restore(snapshot, None, 5_000.0).unwrap();
    resumed.review(false, feedback.map(str::to_owned), 5_000.0).unwrap();
    play(resumed, voice(drafts))
}

#[test]
fn a_twin_of_a_draft_that_a_person_refused_is_refused_with_it() {
    for task in [json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] }), json!({ "input": "Q?" })] {
        let first = play(run(json!({ "strategy": "best-of-n" }), task), voice(&["SAME", " SAME", "SAME\n"]));
        assert!(first.result.accepted);
        let again = refused(&first.result.snapshot, None, &["NEW"]);
        assert_eq!((again.result.output.as_ref(), again.result.accepted), ("NEW", true));
    }
}

#[test]
fn a_refused_text_is_not_given_back_while_another_draft_stands() {
    for strategy in ["classic", "keep-best", "best-of-n", "adaptive"] {
        let (mut drafts, mut points) = (0, vec![4.0, 5.0, 6.5, 6.0, 7.0]);
        let first =
            play(run(json!({ "strategy": strategy, "maxReflections": 1 }), json!({ "input": "Q?" })), |call| match call {
                Call::Model(call) if call.purpose == "critique" => Ok(critique(points.pop().unwrap_or(3.0), true)),
                _ => {
                    drafts += 1;
                    Ok(json!(format!("draft {drafts}")))
                }
            });
        assert!(!first.result.accepted && first.result.drafts.len() > 1, "{strategy}");
        let again = refused(&first.result.snapshot, None, &[]).result;
        assert!(!again.accepted && again.drafts.len() == first.result.drafts.len(), "{strategy}: no more came");
        assert_ne!(again.output, first.result.output, "{strategy}");
    }
}

#[test]
fn a_refusal_outlives_the_draft_that_history_drops() {
    let set = json!({ "maxReflections": 9, "advanced": { "history": { "maxDrafts": 1 } } });
    let accepts_a = |drafts: &'static [&'static str]| {
        let (mut at, mut written) = (0, "");
        move |call: &Call| match call {
            Call::Model(call) if call.purpose == "critique" => {
                Ok(if written == "A" { critique(9.5, false) } else { critique(3.0, true) })
            }
            _ => {
                written = drafts[at];
                at += 1;
                Ok(json!(written))
            }
        }
    };
    for feedback in [None, Some("A is wrong")] {
        let first = play(run(set.clone(), json!({ "input": "Q?" })), accepts_a(&["A"]));
        assert_eq!(first.result.accepted_by, Some(AcceptedBy::Critic));
        let mut resumed = ReflectRun::restore(&first.result.snapshot, None, 5_000.0).unwrap();
        resumed.review(false, feedback.map(str::to_owned), 5_000.0).unwrap();
        let again = play(resumed, accepts_a(&["B", "C", "A", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"]));
        assert!(again.result.dropped > 0 && !again.result.accepted, "{:?}", again.result.accepted_by);
    }
}

#[test]
fn a_text_that_a_person_accepted_was_judged() {
    let first = play(run(json!({ "maxReflections": 0 }), json!({ "input": "Q?" })), voice(&["x"]));
    assert!(!first.result.judged);
    let mut resumed = ReflectRun::restore(&first.result.snapshot, None, 5_000.0).unwrap();
    resumed.review(true, None, 5_000.0).unwrap();
    let result = play(resumed, voice(&[])).result;
    assert!(result.accepted && result.judged && result.drafts[0].judged);
}
