//! The classic loop: steps, drafts, honesty about what was accepted.

use reflect_engine::flow::{Call, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReviewReason, RunStatus};
use serde_json::json;

use crate::script::{asked, critique, play, question, replies, run_classic as run, search_tool, shown, tool_turn};

#[test]
fn calls_have_names_that_are_the_same_in_every_run() {
    let script = vec![
        tool_turn(
            json!([{ "id": "a", "name": "search", "arguments": { "q": "1" } }, { "id": "b", "name": "search", "arguments": {} }]),
        ),
        json!("A1"),
        critique(4.0, true),
        json!("A2"),
        critique(9.0, false),
    ];
    let mut what = question();
    what["tools"] = json!([search_tool()]);
    what["verifiers"] = json!(["tests", "style"]);
    let played = play(run(json!({}), what), replies(script));
    let expected = "answer-1 tool-1.search tool-2.search answer-2 verify-1.tests verify-1.style critique-1 revision-1 \
                    verify-2.tests verify-2.style critique-2";
    assert_eq!(played.calls.join(" "), expected);
    assert_eq!(played.kinds()[..4], ["tool_call", "tool_call", "tool_result", "tool_result"]);
    let keys: Vec<&str> = played.requests.iter().map(|r| r.idempotency_key.rsplit('/').next().unwrap()).collect();
    assert_eq!(keys, ["answer-1", "answer-2", "critique-1", "revision-1", "critique-2"]);
}

#[test]
fn the_last_revision_is_returned_unjudged_unless_judge_last_is_set() {
    let script = || vec![json!("A1"), critique(4.0, true), json!("A2"), critique(9.0, false)];
    let plain = asked(json!({ "maxReflections": 1 }), script()).result;
    assert_eq!((plain.output.as_str(), plain.judged, plain.accepted), ("A2", false, false));
    assert_eq!((plain.status, plain.stop_reason), (RunStatus::NeedsReview, StopReason::MaxReflections));
    assert!(plain.review_reasons.contains(&ReviewReason::NotJudged));
    let judged = asked(json!({ "maxReflections": 1, "advanced": { "judgeLast": true } }), script()).result;
    assert_eq!((judged.judged, judged.accepted, judged.accepted_by), (true, true, Some(AcceptedBy::Critic)));
    assert_eq!((judged.iterations, judged.reflections), (2, 2));
}

#[test]
fn the_best_draft_is_returned_when_asked_for() {
    let script = vec![json!("A1"), critique(7.0, true), json!("A2"), critique(2.0, true), json!("A3")];
    let result = asked(json!({ "advanced": { "select": "best" } }), script).result;
    assert_eq!((result.output.as_str(), result.draft_index, result.drafts.len()), ("A1", 0, 3));
}

#[test]
fn an_empty_or_refused_draft_gets_one_more_try() {
    let empties = [
        json!(""),
        json!("  \n"),
        json!("\u{200b}\u{200d}"),
        json!("<think>hm</think>"),
        json!("<thinking>only</thinking>"),
        json!({ "content": "I will not.", "finishReason": "refusal" }),
        json!({ "content": [{ "type": "opaque", "data": 1 }] }),
    ];
    for empty in empties {
        let second = asked(json!({ "maxReflections": 0 }), vec![empty.clone(), json!("A1")]);
        assert_eq!(second.result.output, "A1", "{empty}");
        assert_eq!(second.requests.iter().map(|r| r.attempt).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(second.result.errors[0].code, "empty_draft");
        let never = asked(json!({}), vec![empty.clone(), empty.clone(), json!("late")]).result;
        assert_eq!((never.status, never.stop_reason), (RunStatus::Failed, StopReason::EmptyDraft), "{empty}");
        let script = vec![json!("A1"), critique(3.0, true), empty.clone(), empty.clone()];
        let kept = asked(json!({}), script).result;
        assert_eq!((kept.output.as_str(), kept.status, kept.stop_reason), ("A1", RunStatus::NeedsReview, StopReason::EmptyDraft));
    }
}

#[test]
fn a_draft_that_was_cut_is_accepted_only_if_a_verifier_passes_it() {
    const REASONS: &str = "length LENGTH max_tokens MAX_TOKENS max-tokens max_output_tokens model_length incomplete SAFETY RECITATION \
        model_context_window_exceeded content_filter content-filter BLOCKLIST PROHIBITED_CONTENT SPII";
    for reason in REASONS.split_ascii_whitespace().chain(["content filter"]) {
        let script = || vec![json!({ "content": "A1", "finishReason": reason }), critique(10.0, false)];
        let set = json!({ "maxReflections": 0, "advanced": { "judgeLast": true } });
        let cut = asked(set.clone(), script()).result;
        assert!(!cut.accepted && cut.review_reasons.contains(&ReviewReason::DraftCut), "{reason}");
        let checked = play(run(set, json!({ "input": "Q?", "verifiers": ["tests"] })), replies(script())).result;
        assert!(checked.accepted);
    }
}

#[test]
fn a_failed_verifier_forbids_acceptance_and_its_evidence_is_shown() {
    let mut model = vec![json!("A1"), critique(10.0, false), json!("A2"), critique(9.0, false)].into_iter();
    let played = play(run(json!({}), json!({ "input": "Q?", "verifiers": ["tests"] })), move |call| match call {
        Call::Model(_) => Ok(model.next().unwrap()),
        Call::Verify(run) if run.draft == "A1" => Ok(json!({ "passed": false, "issues": ["case 3 fails"] })),
        Call::Verify(_) => Ok(json!({ "passed": true })),
        Call::Tool(_) => unreachable!(),
    });
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("A2", true));
    for request in &played.requests[1..3] {
        assert!(shown(request).contains("- tests: failed: case 3 fails"), "{}", request.call_id);
    }
    let disagree = play(
        run(json!({ "maxReflections": 1, "advanced": { "judgeLast": true } }), json!({ "input": "Q?", "verifiers": ["v"] })),
        {
            let mut model = vec![json!("A1"), critique(1.0, true), json!("A2"), critique(1.0, true)].into_iter();
            move |call| Ok(if matches!(call, Call::Model(_)) { model.next().unwrap() } else { json!({ "passed": true }) })
        },
    );
    assert!(disagree.result.review_reasons.contains(&ReviewReason::CriticAndVerifierDisagree));
}

#[test]
fn verifiers_alone_decide_and_see_every_draft() {
    let what = json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] });
    for (good, accepted, output) in [("A1", true, "A1"), ("A3", true, "A3"), ("A9", false, "A3")] {
        let mut n = 0;
        let played = play(run(json!({}), what.clone()), move |call| match call {
            Call::Model(_) => {
                n += 1;
                Ok(json!(format!("A{n}")))
            }
            Call::Verify(run) => Ok(json!({ "passed": run.draft == good, "issues": ["no"] })),
            Call::Tool(_) => unreachable!(),
        });
        let result = played.result;
        assert_eq!((result.accepted, result.output.as_str(), result.judged), (accepted, output, true), "{good}");
        assert_eq!(result.accepted_by, accepted.then_some(AcceptedBy::Verifier));
        assert!(!played.calls.iter().any(|c| c.starts_with("critique")));
    }
}

#[test]
fn unreadable_critique_leads_where_the_setting_says_and_never_accepts() {
    let script =
        || vec![json!("A1"), json!("no verdict"), json!("next"), json!("none"), json!("still none"), json!("x"), json!("y")];
    let cases: [(&str, &[&str], RunStatus); 5] = [
        ("stop", &["answer-1", "critique-1"], RunStatus::NeedsReview),
        ("needs-review", &["answer-1", "critique-1"], RunStatus::NeedsReview),
        ("fail", &["answer-1", "critique-1"], RunStatus::Failed),
        ("retry", &["answer-1", "critique-1", "critique-2"], RunStatus::NeedsReview),
        ("revise", &["answer-1", "critique-1", "revision-1", "critique-2", "revision-2"], RunStatus::NeedsReview),
    ];
    for (policy, calls, status) in cases {
        let played = asked(json!({ "onUnreadableCritique": policy }), script());
        assert_eq!(played.calls, calls, "{policy}");
        assert_eq!((played.result.status, played.result.accepted), (status, false), "{policy}");
        assert_eq!(played.result.revision_history[0].raw_critique.as_deref(), Some("no verdict"), "{policy}");
        if policy == "fail" {
            assert_eq!(played.result.output, "A1", "no draft is lost");
        }
    }
}

#[test]
fn the_tool_loop_ends_after_max_answer_steps_in_answer_and_revision() {
    let asks = || tool_turn(json!([{ "name": "search", "arguments": "{\"q\":\"x\"}" }]));
    let what = json!({ "input": "Q?", "tools": [search_tool()] });
    let first = play(run(json!({}), what.clone()), replies((0..9).map(|_| asks()).collect())).result;
    assert_eq!(first.failure.unwrap().message, "[ReflectEngine] Max answer steps (5) reached.");
    let mut script = vec![json!("A1"), critique(3.0, true)];
    script.extend((0..9).map(|_| asks()));
    let later = play(run(json!({ "maxAnswerSteps": 2 }), what), replies(script)).result;
    assert_eq!((later.output.as_str(), later.stop_reason), ("A1", StopReason::MaxAnswerSteps));
    assert_eq!(later.errors.last().unwrap().message, "[ReflectEngine] Max answer steps (2) reached.");
}

#[test]
fn tool_calls_without_an_id_or_with_a_repeated_one_get_one_of_ours() {
    let turn = |id: &str| json!({ "id": id, "name": "search", "arguments": {} });
    let script = vec![tool_turn(json!([turn("a"), turn("a"), turn("")])), tool_turn(json!([turn("a")])), json!("A1")];
    let what = json!({ "input": "Q?", "tools": [search_tool()] });
    let played = play(run(json!({ "maxReflections": 0 }), what), replies(script));
    let ids: Vec<String> = played.told().iter().filter(|s| s["type"] == "tool_call").map(|s| s["callId"].to_string()).collect();
    let unique: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!((ids.len(), unique.len()), (4, 4), "{ids:?}");
    let last = played.requests.last().unwrap();
    let answered: Vec<&str> = last.messages.iter().filter_map(|m| m.tool_call_id.as_deref()).collect();
    let asked: Vec<&str> = last.messages.iter().flat_map(|m| m.tool_calls.iter().flatten()).map(|c| c.id.as_str()).collect();
    assert_eq!(answered, asked);
}
