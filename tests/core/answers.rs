//! Answers that can be compared: agreement of independent drafts, for the choice and for acceptance.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, ReviewReason, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReflectRun};
use serde_json::{Value, json};

use crate::cut_off::both;
use crate::script::{Played, Said, critique, laid_over, play, question, run, settings, task, trace};

/// A task whose drafts have answers.
fn compared(more: Value) -> Value {
    laid_over(json!({ "input": "Q?", "answer": true }), &more)
}

/// A draft is `KEY words`: its answer is the key, none where that is `-`. Drafts come in this order, also to a call for several; the
/// verifier fails what says `bad`; the critic accepts what says `good`.
fn voice(drafts: &'static [&'static str]) -> impl FnMut(&Call) -> Said {
    let mut next = 0;
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => {
            let shown = call.messages.last().unwrap().content.text();
            let good = shown.contains("good");
            Ok(critique(if good { 9.0 } else { 4.0 }, !good))
        }
        Call::Model(call) => {
            let from = next;
            next += call.n.unwrap_or(1) as usize;
            let written: Vec<&str> = (from..next).map(|at| drafts[at % drafts.len()]).collect();
            Ok(if call.n.is_some() { json!({ "contents": written }) } else { json!(written[0]) })
        }
        Call::Verify(run) if run.verifier == "answer" => {
            let key = run.draft.split(' ').next().unwrap();
            Ok(if key == "-" { json!(null) } else { json!(key) })
        }
        Call::Verify(run) => Ok(json!(!run.draft.contains("bad"))),
        Call::Tool(_) => Ok(json!(null)),
    }
}

fn answers(played: &Played) -> Vec<Option<&str>> {
    played.result.drafts.iter().map(|draft| draft.answer.as_deref()).collect()
}

#[test]
fn a_run_without_verifiers_ends_when_two_agree_and_a_look_accepts() {
    let played = play(run(json!({}), compared(json!({}))), voice(&["42 good", "42 also good"]));
    assert_eq!(played.calls.join(" "), "answer-1 verify-1.answer verify-2.answer critique-1", "one look at one of the two");
    let result = &played.result;
    assert_eq!((result.accepted_by, answers(&played)), (Some(AcceptedBy::Critic), vec![Some("42"), Some("42")]));
    assert!(result.drafts.iter().all(|draft| draft.verifiers.is_empty()), "an answer is no verdict");
}

#[test]
fn drafts_that_disagree_are_followed_by_drafts_told_nothing_of_them() {
    let played = play(run(json!({}), compared(json!({}))), voice(&["1 good", "2 good", "3 good", "2 good too"]));
    let expected = "answer-1 verify-1.answer verify-2.answer answer-2 verify-3.answer answer-3 verify-4.answer critique-1";
    assert_eq!(played.calls.join(" "), expected);
    assert_eq!(
        (played.result.accepted, played.result.drafts[played.result.draft_index as usize].answer.as_deref()),
        (true, Some("2"))
    );
    let asked: Vec<_> =
        played.requests.iter().filter(|request| request.purpose == "answer").map(|request| &request.messages).collect();
    assert!(asked.iter().all(|messages| *messages == asked[0]), "independent drafts answer the same request");
}

#[test]
fn drafts_that_never_agree_are_not_accepted_whatever_a_critic_says() {
    let played = play(run(json!({}), compared(json!({}))), voice(&["1 good", "2 good", "3 good", "4 good"]));
    let result = &played.result;
    assert_eq!((result.accepted, result.stop_reason), (false, StopReason::MaxReflections));
    assert!(result.review_reasons.contains(&ReviewReason::NoAgreement), "{:?}", result.review_reasons);
    // The look that is paid for says which of those that no other agrees with is returned.
    assert!(result.judged);
    let alone = json!({ "agree": 1 });
    let played = play(run(alone, compared(json!({}))), voice(&["1 good"]));
    assert_eq!((played.calls.len(), played.result.accepted), (3, true), "as many as one wants");
}

#[test]
fn draft_without_an_answer_agrees_with_no_other() {
    let played = play(run(json!({}), compared(json!({}))), voice(&["- good"]));
    assert_eq!((played.result.accepted, played.result.drafts.len()), (false, 4));
    assert!(answers(&played).iter().all(Option::is_none));
}

#[test]
fn agreement_chooses_before_a_critics_word() {
    let set = json!({ "strategy": "best-of-n", "drafts": 4, "agree": 3, "maxReflections": 0 });
    let played = play(run(set, compared(json!({}))), voice(&["1 good", "2 dull", "3 good", "2 dull again"]));
    let result = &played.result;
    assert_eq!((result.drafts[result.draft_index as usize].answer.as_deref(), result.accepted), (Some("2"), false));
    assert_eq!(played.calls.iter().filter(|call| call.starts_with("critique")).count(), 1, "{:?}", played.calls);
}

#[test]
fn a_revision_is_no_independent_draft() {
    // Two drafts agree, and the critic refuses their answer: what a revision of one comes to must be found by another line, too.
    let played =
        play(run(json!({ "maxReflections": 3 }), compared(json!({}))), voice(&["1 dull", "1 dull too", "2 good", "2 good too"]));
    let calls: Vec<_> = played.calls.iter().filter(|call| !call.starts_with("verify")).map(String::as_str).collect();
    assert_eq!(calls.join(" "), "answer-1 critique-1 revision-1 answer-2 critique-2");
    let result = &played.result;
    assert_eq!((result.accepted, result.drafts[result.draft_index as usize].answer.as_deref()), (true, Some("2")));
}

#[test]
fn passing_drafts_must_agree_where_the_setting_agree_asks_for_it() {
    let what = || compared(json!({ "critics": 0, "verifiers": ["tests"] }));
    let one = play(run(json!({}), what()), voice(&["1 fine"]));
    assert_eq!(
        (one.result.accepted_by, one.result.drafts.len()),
        (Some(AcceptedBy::Verifier), 1),
        "a verifier is enough by itself"
    );
    for strategy in ["keep-best", "best-of-n"] {
        let set = json!({ "strategy": strategy, "agree": 3, "maxReflections": 5 });
        let played = play(run(set.clone(), what()), voice(&["1 bad", "2 ok", "1 ok", "2 yes", "2 fine"]));
        let result = &played.result;
        assert_eq!(
            (result.accepted_by, result.drafts.len()),
            (Some(AcceptedBy::Verifier), 5),
            "{strategy}: {:?}",
            answers(&played)
        );
        assert_eq!(result.drafts[result.draft_index as usize].answer.as_deref(), Some("2"), "{strategy}");
        // Three that agree and fail are no evidence.
        let failed = play(run(set, what()), voice(&["1 bad"])).result;
        assert_eq!((failed.accepted, failed.judged), (false, true), "{strategy}");
    }
}

#[test]
fn further_drafts_end_with_the_calls_and_leave_one_for_the_look() {
    for max in 1..9 {
        let set = json!({ "maxReflections": 20, "budget": { "maxCalls": max } });
        let played = play(
            run(set, compared(json!({}))),
            voice(&["1 good", "2 good", "3 good", "4 good", "5 good", "6 good", "7 good", "8 good"]),
        );
        let calls: Vec<_> = played.calls.iter().filter(|call| !call.starts_with("verify")).collect();
        assert!(calls.len() <= max as usize && (max == 1 || calls.last().unwrap().starts_with("critique")), "{max}: {calls:?}");
        assert!(!played.result.accepted, "{max}");
    }
}

#[test]
fn answer_function_with_a_wrong_result_is_broken_and_says_so() {
    type Case = (fn() -> Said, &'static str);
    let cases: [Case; 2] = [
        (|| Err(CallError::new("verifier_error", "boom")), "verifier `answer`: boom"),
        (|| Ok(json!(42)), "verifier `answer`: `answer` must give a string or undefined, got a number"),
    ];
    for (said, message) in cases {
        let voice = |call: &Call| match call {
            Call::Verify(_) => said(),
            _ => voice(&["1 good"])(call),
        };
        let result = play(run(json!({}), compared(json!({}))), voice).result;
        assert_eq!((result.stop_reason, result.accepted), (StopReason::VerifierError, false));
        assert_eq!((result.errors[0].code.as_str(), result.errors[0].message.as_str()), ("verifier_error", message));
        let goes_on = play(run(json!({ "onVerifierError": "revise", "agree": 1 }), compared(json!({}))), voice).result;
        assert_eq!((goes_on.drafts[0].answer.as_deref(), goes_on.accepted), (None, false));
        assert!(goes_on.drafts.iter().all(|draft| draft.verifiers.is_empty()));
    }
}

#[test]
fn agree_without_an_answer_and_under_classic_is_refused_before_the_first_call() {
    let refused = |set: Value, what: Value| ReflectRun::create_run(settings(set), task(what), 7, 0.0).err().unwrap();
    let missing = refused(json!({ "agree": 2 }), question());
    assert_eq!(
        (missing.code, missing.message.as_str()),
        (ErrorCode::InvalidTask, "`agree` needs the task's `answer`, by which drafts are compared")
    );
    let classic = settings(json!({ "agree": 2, "strategy": "classic" })).check_combinations().unwrap_err();
    assert_eq!(classic.message, "`agree` is no setting of `strategy: 'classic'`");
    let taken = refused(json!({}), json!({ "input": "Q?", "verifiers": ["answer"] }));
    assert_eq!(taken.message, "the verifier name `answer` is taken by the task's `answer`");
    let wrong = reflect_engine::reflect::RunTask::from_json(json!({ "input": "Q?", "answer": "42" })).unwrap_err();
    assert_eq!(wrong.message, "`answer` must be true or false, got a string");
}

#[test]
fn classic_notes_answers_and_nothing_follows() {
    let played = play(run(json!({ "strategy": "classic" }), compared(json!({}))), voice(&["1 good"]));
    assert_eq!(played.calls.join(" "), "answer-1 verify-1.answer critique-1");
    assert_eq!((played.result.accepted, answers(&played)), (true, vec![Some("1")]));
}

#[test]
fn a_restored_run_goes_on_as_the_first_one() {
    let drafts = &["1 dull", "2 good", "1 bad", "2 good too", "- none"];
    for set in [json!({}), json!({ "strategy": "best-of-n" }), json!({ "strategy": "best-of-n", "agree": 3 })] {
        for more in [json!({}), json!({ "verifiers": ["tests"] })] {
            let make = || run(set.clone(), compared(more.clone()));
            assert_eq!(trace(make, voice(drafts), true), trace(make, voice(drafts), false), "{set} {more}");
        }
    }
}

#[test]
fn a_run_that_is_cut_off_keeps_the_answers_that_were_there() {
    let first_hangs = |call: &Call| match call {
        Call::Verify(run) => (run.draft_index == 1).then(|| json!("2")),
        _ => Some(json!({ "contents": ["1 a", "2 b"] })),
    };
    for result in both(&json!({}), &compared(json!({})), first_hangs) {
        assert_eq!(result.drafts.iter().map(|draft| draft.answer.as_deref()).collect::<Vec<_>>(), [None, Some("2")]);
    }
}
