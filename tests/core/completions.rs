//! Several completions of one request in one call (`n`): what a model that knows it gives, and what the engine does with one that does not.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, Output, Reply, read_reply};
use reflect_engine::settings::InputValue;
use serde_json::{Value, json};

use crate::cut_off::both;
use crate::script::{Played, Said, critique, laid_over, play, question, run, search_tool, trace};

const USAGE: [f64; 2] = [100.0, 60.0];

fn best_of(drafts: u32, more: Value) -> Value {
    laid_over(json!({ "strategy": "best-of-n", "drafts": drafts, "maxReflections": 0 }), &more)
}

/// A model that gives these to a request with `n`, and `alone N` to others; its critic gives a draft as many points as its text has letters.
fn several(given: Value) -> impl FnMut(&Call) -> Said {
    let mut alone = 0;
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => {
            let shown = call.messages.last().unwrap().content.text();
            let best = if shown.contains("longest") { 9.0 } else { 5.0 };
            Ok(critique(best, best < 8.0))
        }
        Call::Model(call) if call.n.is_some() => Ok(given.clone()),
        Call::Model(_) => {
            alone += 1;
            Ok(json!(format!("alone {alone}")))
        }
        Call::Tool(_) => Ok(json!(null)),
        Call::Verify(_) => Ok(json!(true)),
    }
}

fn drafts(played: &Played) -> Vec<&str> {
    played.result.drafts.iter().map(|draft| draft.text.as_str()).collect()
}

#[test]
fn call_for_several_completions_counts_once() {
    let usage = json!({ "inputTokens": USAGE[0], "outputTokens": USAGE[1] });
    let given = json!({ "contents": ["one", { "content": "the longest" }, "three"], "usage": usage, "model": "m" });
    let played = play(run(best_of(3, json!({})), question()), several(given));
    assert_eq!(played.calls.join(" "), "answer-1 critique-1.drafts-1-2-3 critique-2");
    assert_eq!((played.requests[0].n, played.requests[0].draft_index), (Some(3), 0));
    assert!(played.requests[1..].iter().all(|request| request.n.is_none()));
    assert_eq!(drafts(&played), ["one", "the longest", "three"]);
    let result = &played.result;
    assert!(result.drafts.iter().all(|draft| draft.call_id == "answer-1" && draft.parent.is_none()));
    assert_eq!((result.accepted, result.draft_index, result.iterations), (true, 1, 3));
    let answers = result.usage.by_purpose.get("answer").unwrap();
    assert_eq!((answers.calls, answers.usage.input_tokens, answers.usage.output_tokens), (1, Some(100.0), Some(60.0)));
}

#[test]
fn two_calls_pay_for_three_drafts_and_a_look_at_all_of_them() {
    let set = best_of(3, json!({ "budget": { "maxCalls": 2 } }));
    let played = play(run(set, question()), several(json!({ "contents": ["one", "two", "three"] })));
    assert_eq!(played.calls.join(" "), "answer-1 critique-1.drafts-1-2-3");
    // What nobody reported is estimated, of all that was written.
    let answers = &played.result.usage.by_purpose.get("answer").unwrap().usage;
    assert_eq!((answers.output_tokens, answers.estimated), (Some(4.0), Some(true)));
}

#[test]
fn missing_completions_get_calls_of_their_own_and_n_is_not_asked_again() {
    let fewer = json!({ "contents": ["one", "two"] });
    let blank = json!({ "contents": ["one", " ", "three"] });
    let cases = [
        (json!("one"), "answer-1 answer-2 answer-3", vec!["one", "alone 1", "alone 2"]),
        (json!({ "content": "one" }), "answer-1 answer-2 answer-3", vec!["one", "alone 1", "alone 2"]),
        (fewer, "answer-1 answer-2", vec!["one", "two", "alone 1"]),
        (blank, "answer-1 answer-2", vec!["one", "alone 1", "three"]),
    ];
    for (given, calls, texts) in cases {
        let played = play(run(best_of(3, json!({})), question()), several(given.clone()));
        let written: Vec<_> = played.calls.iter().filter(|call| call.starts_with("answer")).map(String::as_str).collect();
        assert_eq!((written.join(" ").as_str(), drafts(&played)), (calls, texts), "{given}");
        assert_eq!(played.requests.iter().filter(|request| request.n.is_some()).count(), 1, "{given}");
    }
}

#[test]
fn a_call_for_several_that_fails_is_noted_and_each_draft_is_asked_for_alone() {
    let failing = |said: Said| {
        move |call: &Call| match call {
            Call::Model(call) if call.n.is_some() => said.clone(),
            Call::Model(call) if call.purpose == "answer" => Ok(json!(format!("alone {}", call.draft_index))),
            _ => Ok(critique(5.0, true)),
        }
    };
    let refused = || Err(CallError::new("model_error", "400 n is not supported"));
    for (said, message) in
        [(refused(), "400 n is not supported"), (Ok(json!(4)), "the model must return a string or { content }, got a number")]
    {
        let played = play(run(best_of(3, json!({})), question()), failing(said));
        assert_eq!(drafts(&played), ["alone 0", "alone 1", "alone 2"], "{message}");
        let noted = &played.result.errors[0];
        assert_eq!((noted.message.as_str(), noted.call_id.as_deref()), (message, Some("answer-1")));
        assert_eq!(played.result.usage.by_purpose.get("answer").map(|used| (used.calls, used.failed)), Some((4, 1)));
        assert_eq!(played.calls.join(" "), "answer-1 answer-1.alone answer-2 answer-3 critique-1.drafts-1-2-3");
    }
}

#[test]
fn looks_at_what_there_is_come_before_drafts_that_one_call_did_not_give() {
    for (max, calls) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4)] {
        let played = play(run(best_of(3, json!({ "budget": { "maxCalls": max } })), question()), several(json!("one")));
        assert_eq!(played.calls.len(), calls, "{max}: {:?}", played.calls);
        assert!(max == 1 || played.calls.last().unwrap().starts_with("critique"), "{max}: {:?}", played.calls);
    }
}

#[test]
fn completions_are_not_batched_where_tools_may_be_called_or_one_draft_is_wanted() {
    let with_tools = json!({ "input": "Q?", "tools": [search_tool()] });
    for (set, what) in [(best_of(3, json!({})), with_tools), (best_of(1, json!({})), question()), (json!({}), question())] {
        let played = play(run(set, what), several(json!({ "contents": ["one"] })));
        assert!(played.requests.iter().all(|request| request.n.is_none()), "{:?}", played.calls);
    }
}

#[test]
fn no_more_replies_are_taken_than_were_asked_for() {
    let mut run = run(best_of(2, json!({})), question());
    while !matches!(run.poll(0.0).unwrap(), Output::Wait { .. }) {}
    let number = run.find_pending_number("answer-1").unwrap();
    for _ in 0..2 {
        let reply = read_reply(run.call_in_flight(number).unwrap(), &InputValue::from(&json!("one")), None);
        run.answer_call(number, reply, 0.0).unwrap();
    }
    let more = run.answer_call(number, Reply::Failed(CallError::new("model_error", "x")), 0.0).unwrap_err();
    assert_eq!((more.code, more.message.as_str()), (ErrorCode::Misuse, "call 0 is not awaited"));
}

#[test]
fn a_run_that_is_cut_off_keeps_every_draft_that_one_call_gave() {
    let third_hangs = |call: &Call| match call {
        Call::Model(call) => call.n.map(|_| json!({ "contents": ["one", "two"] })),
        _ => None,
    };
    for result in both(&best_of(3, json!({})), &question(), third_hangs) {
        assert_eq!(result.drafts.iter().map(|draft| draft.text.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(result.failure, None);
    }
}

#[test]
fn a_restored_run_goes_on_as_the_first_one() {
    for given in [json!({ "contents": ["one", "two", "three"] }), json!({ "contents": ["one"] }), json!("one"), json!(4)] {
        let make = || run(best_of(3, json!({ "maxReflections": 2 })), question());
        assert_eq!(trace(make, several(given.clone()), true), trace(make, several(given), false));
    }
}

#[test]
fn a_model_that_is_down_ends_the_run_with_its_own_words() {
    let down = |_: &Call| Err(CallError::new("model_error", "503"));
    for max in [1, 2, 9] {
        let set = best_of(3, json!({ "budget": { "maxCalls": max } }));
        let failure = play(run(set, question()), down).result.failure.unwrap();
        assert_eq!((failure.code, failure.message.as_str()), (ErrorCode::ModelError, "503"), "{max}");
    }
}
