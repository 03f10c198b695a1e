//! Limits: each is checked before a call, and spending it never loses a draft.

use reflect_engine::flow::{Call, Output, StopReason};
use reflect_engine::reflect::RunStatus;
use serde_json::{Value, json};

use crate::script::{asked, critique, hand_in, play, question, replies, reviewed, run_classic as run, search_tool, tool_turn};

fn used(input: u32, output: u32, content: Value) -> Value {
    json!({ "content": content, "model": "m", "usage": { "inputTokens": input, "outputTokens": output } })
}

#[test]
fn a_spent_budget_stops_before_the_next_call_and_keeps_the_draft() {
    let cases = [
        (json!({ "maxCalls": 1 }), StopReason::MaxCalls),
        (json!({ "maxTokens": 15 }), StopReason::MaxTokens),
        (json!({ "maxSeconds": 0.001 }), StopReason::MaxSeconds),
        (json!({ "maxCostUsd": 0.00001 }), StopReason::MaxCost),
    ];
    for (budget, reason) in cases {
        let set = json!({ "budget": budget, "advanced": { "prices": { "m": { "input": 1, "output": 1 } } } });
        let played = asked(set, vec![used(10, 5, json!("A1")), used(1, 1, critique(3.0, true))]);
        assert_eq!(played.result.stop_reason, reason);
        if reason == StopReason::MaxSeconds {
            // The scripted clock goes one millisecond a poll, so this budget is over before the first call.
            assert_eq!((played.calls.len(), played.result.status), (0, RunStatus::Failed));
        } else {
            assert_eq!((played.calls.len(), played.result.output.as_str()), (1, "A1"), "{reason:?}");
            assert_eq!(played.result.status, RunStatus::NeedsReview);
        }
    }
}

#[test]
fn usage_is_summed_by_purpose_and_estimated_where_it_is_not_told() {
    let script = vec![used(10, 5, json!("A1")), critique(3.0, true), json!({ "content": "A2", "usage": { "totalTokens": 7 } })];
    let usage = asked(json!({ "maxReflections": 1 }), script).result.usage;
    let [answer, revision, critique] = ["answer", "revision", "critique"].map(|purpose| usage.by_purpose.get(purpose).unwrap());
    assert_eq!(
        (answer.usage.total_or_sum_tokens(), revision.usage.total_or_sum_tokens(), answer.usage.estimated),
        (15.0, 7.0, None)
    );
    assert_eq!((critique.usage.estimated, critique.calls, critique.failed), (Some(true), 1, 0));
    assert_eq!(usage.total.total_or_sum_tokens(), 22.0 + critique.usage.total_or_sum_tokens());
    assert_eq!(usage.total.estimated, Some(true));
}

#[test]
fn a_cost_limit_without_a_price_is_refused_by_the_name_of_the_model() {
    let set = json!({ "budget": { "maxCostUsd": 1 }, "advanced": { "prices": {} } });
    let result = asked(set.clone(), vec![used(1, 1, json!("A1"))]).result;
    assert_eq!((result.stop_reason, result.output.as_str()), (StopReason::MaxCost, "A1"));
    assert_eq!(result.errors[0].code, "unknown_price");
    assert!(result.errors[0].message.contains("`m`"));
    let told = json!({ "content": "A1", "usage": { "inputTokens": 1, "outputTokens": 1, "costUsd": 0.5 } });
    let result = asked(set, vec![told, json!({ "content": "x", "usage": { "costUsd": 0.6, "totalTokens": 1 } })]);
    assert_eq!(result.result.stop_reason, StopReason::UnreadableCritique, "the provider told the cost itself");
}

#[test]
fn reply_cost_follows_from_the_known_part_of_its_usage() {
    // At 1 and 4 dollars for a million tokens; the question has 400 characters, the answer 40.
    let cases = [
        (json!({ "inputTokens": 4000, "outputTokens": 1000, "totalTokens": 5000 }), 0.008, None),
        (json!({ "inputTokens": 4000, "totalTokens": 5000 }), 0.008, None),
        (json!({ "outputTokens": 1000, "totalTokens": 5000 }), 0.008, None),
        (json!({ "totalTokens": 5000 }), 0.02, Some(true)),
        (json!({ "inputTokens": 0, "outputTokens": 0, "totalTokens": 5000 }), 0.02, Some(true)),
        (json!({ "outputTokens": 1000 }), 0.0041, Some(true)),
        (json!({ "inputTokens": 5000 }), 0.00504, Some(true)),
        (json!({ "inputTokens": 5000, "outputTokens": 0, "totalTokens": 5000 }), 0.005, None),
        (json!({ "inputTokens": 10, "outputTokens": 5, "totalTokens": 0 }), 0.00003, None),
        (json!({ "cachedTokens": 100 }), 0.00014, Some(true)),
    ];
    for (usage, cost, estimated) in cases {
        let set = json!({ "maxReflections": 0, "advanced": { "prices": { "m": { "input": 1, "output": 4 } } } });
        let said = json!({ "content": "a".repeat(40), "model": "m", "usage": usage });
        let total = play(run(set, json!({ "input": "q".repeat(400) })), replies(vec![said])).result.usage.total;
        assert!((total.cost_usd.unwrap() - cost).abs() < 1e-9, "{usage}: {:?}", total.cost_usd);
        assert_eq!(total.estimated, estimated, "{usage}");
        for (name, told) in [("inputTokens", total.input_tokens), ("outputTokens", total.output_tokens)] {
            let guessed = estimated.is_some() && usage.get("cachedTokens").is_some();
            assert!(guessed || usage[name].as_f64() == told, "{usage}: {told:?}");
        }
    }
}

#[test]
fn usage_that_makes_no_sense_is_a_bad_response() {
    for usage in [json!({ "inputTokens": -1 }), json!({ "inputTokens": "3" }), json!(4)] {
        let result = asked(json!({}), vec![json!({ "content": "A", "usage": usage })]).result;
        assert_eq!(result.errors[0].code, "bad_response", "{usage}");
    }
}

#[test]
fn a_call_gets_the_time_that_is_left() {
    let timeout = |set: Value, now: f64| {
        let mut run = run(set, question());
        match run.poll(now).unwrap() {
            Output::Call { call: Call::Model(call) } => call.timeout_ms,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(timeout(json!({}), 1_000.0), 600_000.0);
    assert_eq!(timeout(json!({ "budget": { "callTimeoutMs": 50 } }), 1_000.0), 50.0);
    assert_eq!(timeout(json!({ "budget": { "maxSeconds": 2 } }), 1_500.0), 1_500.0);
}

#[test]
fn caps_drop_old_drafts_but_never_the_best_one() {
    let mut script = vec![json!("A0"), critique(7.5, true)];
    for n in 1..10 {
        script.extend([json!(format!("A{n}")), critique(1.0, true)]);
    }
    let set = json!({ "maxReflections": 9, "advanced": { "history": { "maxDrafts": 3 }, "select": "best" } });
    let result = asked(set, script).result;
    let kept: Vec<u32> = result.drafts.iter().map(|d| d.index).collect();
    assert_eq!((kept, result.dropped, result.iterations), (vec![0, 7, 8, 9], 6, 10));
    assert_eq!(result.output, "A0");
}

#[test]
fn a_prompt_over_the_cap_leaves_out_old_tool_turns_with_their_results() {
    let long = "x".repeat(600);
    let mut script: Vec<Value> = (0..4).map(|_| tool_turn(json!([{ "name": "search", "arguments": { "q": long } }]))).collect();
    script.push(json!("A1"));
    let set = json!({ "maxReflections": 0, "advanced": { "history": { "maxChars": 3000 } } });
    let played = play(run(set, json!({ "input": "Q?", "tools": [search_tool()] })), replies(script));
    let last = &played.requests.last().unwrap().messages;
    let asked: Vec<&str> = last.iter().flat_map(|m| m.tool_calls.iter().flatten()).map(|c| c.id.as_str()).collect();
    let answered: Vec<&str> = last.iter().filter_map(|m| m.tool_call_id.as_deref()).collect();
    assert_eq!(asked, answered);
    assert!(asked.len() < 4 && asked.last() == Some(&"call-4"), "{asked:?}");
    assert_eq!(last[0].content.text(), "Q?");
}

#[test]
fn a_version_behind_the_name_of_a_model_has_its_price_and_nothing_else_has() {
    let prices = json!({ "gpt": { "input": 1e6, "output": 0 }, "gpt-mini": { "input": 2e6, "output": 0 } });
    let set = json!({ "budget": { "maxCostUsd": 100 }, "maxReflections": 0, "advanced": { "prices": prices } });
    let cost = |model: &str| {
        let reply = json!({ "content": "A", "model": model, "usage": { "inputTokens": 1, "outputTokens": 1 } });
        asked(set.clone(), vec![reply]).result.usage.total
    };
    for (dollars, models) in
        [(1.0, vec!["gpt", "gpt-2025-04-14", "gpt@20250414", "gpt-001"]), (2.0, vec!["gpt-mini", "gpt-mini-2025-04-14"])]
    {
        for model in models {
            assert_eq!(cost(model).cost_usd, Some(dollars), "{model}");
        }
    }
    for model in ["gpt-4", "gpt-mini-turbo", "gpt-3-5", "gpt-2025-beta", "gpt2025", "gpt-", "gpt-2025-", "GPT", "a-gpt-2025"] {
        assert_eq!((cost(model).cost_usd, cost(model).estimated), (None, Some(true)), "{model}: the cost is not known");
    }
}

#[test]
fn a_missing_price_is_held_against_the_settings_of_now_and_names_what_there_is() {
    let set = json!({ "budget": { "maxCostUsd": 1 }, "advanced": { "prices": { "a": { "input": 1, "output": 1 } } } });
    let asked_first = || asked(set.clone(), vec![used(1, 1, json!("A1"))]);
    let first = asked_first().result;
    assert!(first.errors[0].message.contains("no entry for model `m`: it has a"), "{}", first.errors[0].message);
    let unnamed = json!({ "content": "A1", "usage": { "inputTokens": 1, "outputTokens": 1 } });
    let unnamed = asked(json!({ "budget": { "maxCostUsd": 1 }, "advanced": { "prices": {} } }), vec![unnamed]).result;
    assert!(unnamed.errors[0].message.contains("a reply has no `model`"), "{}", unnamed.errors[0].message);
    let price = json!({ "input": 1, "output": 1 });
    for (over, goes_on) in [
        (json!({ "advanced": { "prices": { "m": price } } }), true),
        (json!({ "advanced": { "prices": { "n": price } } }), false),
        (json!({ "budget": { "callTimeoutMs": 1000 } }), false),
    ] {
        let again = play(reviewed(asked_first().run, Some(&over), false, Some("More.")), replies(vec![used(1, 1, json!("A2"))]));
        assert_eq!(again.result.output == "A2", goes_on, "{over}");
    }
}

#[test]
fn more_tools_in_one_reply_than_can_be_run_are_a_failed_call() {
    let calls =
        |n: usize| tool_turn((0..n).map(|i| json!({ "id": format!("c{i}"), "name": "search", "arguments": {} })).collect());
    let what = json!({ "input": "Q?", "tools": [search_tool()] });
    let few = play(run(json!({}), what.clone()), replies(vec![calls(256), json!("A"), critique(9.0, false)]));
    assert_eq!((few.calls.len(), few.result.accepted), (256 + 3, true));
    let failed = play(run(json!({}), what), replies(vec![calls(257)])).result;
    assert!(failed.errors[0].message.contains("at most 256 calls, got 257"), "{}", failed.errors[0].message);
}

#[test]
fn characters_are_counted_and_not_bytes() {
    let set = json!({ "maxReflections": 0, "advanced": { "history": { "maxChars": 1000 } } });
    let turns = |role: &str, text: &str| json!({ "role": role, "content": text.repeat(200) });
    for (letters, kept) in [("x", 3), ("é", 3), ("漢", 3), ("😀", 3), ("漢漢漢", 1)] {
        let input = json!([turns("user", letters), turns("assistant", letters), { "role": "user", "content": "Q?" }]);
        let played = play(run(set.clone(), json!({ "input": input })), replies(vec![json!(letters.repeat(400))]));
        assert_eq!(played.requests[0].messages.len(), kept, "{letters}");
        let tokens = played.result.usage.total.output_tokens;
        assert_eq!(tokens, Some(100.0 * letters.chars().count() as f64), "{letters}: four characters a token");
    }
}

#[test]
fn a_batch_goes_over_a_limit_by_its_last_call_alone() {
    let batch = |set: Value, tokens: f64| {
        let set = json!({ "strategy": "best-of-n", "drafts": 16, "budget": set, "advanced": { "prices": {} } });
        let mut largest = 0;
        let (mut run, mut out, mut now) = (run(set, question()), Vec::new(), 1_000.0);
        let result = loop {
            now += 1.0;
            match run.poll(now).unwrap() {
                Output::Step { .. } => {}
                Output::Call { call } => out.push(call.call_id().to_owned()),
                Output::Wait { call_ids } => {
                    assert_eq!(call_ids, out);
                    largest = largest.max(out.len());
                    for id in out.drain(..).rev() {
                        let text = if id.starts_with("critique") { critique(3.0, true) } else { json!(id) };
                        let usage = json!({ "totalTokens": tokens, "costUsd": 0.01 });
                        hand_in(&mut run, &id, Ok(json!({ "content": text, "usage": usage })), now);
                    }
                }
                Output::Done { result } => break result,
            }
        };
        (result.iterations, largest, result.stop_reason, result.usage.total.total_or_sum_tokens(), result.errors.len())
    };
    // Before anything is known one call is made alone; then as many at once as the dearest so far leaves room for.
    assert_eq!(batch(json!({ "maxTokens": 100, "maxCalls": 40 }), 100.0), (1, 1, StopReason::MaxTokens, 100.0, 1));
    assert_eq!(batch(json!({ "maxTokens": 450, "maxCalls": 40 }), 100.0), (5, 4, StopReason::MaxTokens, 500.0, 1));
    assert_eq!(batch(json!({ "maxCostUsd": 0.035, "maxCalls": 40 }), 7.0), (4, 3, StopReason::MaxCost, 28.0, 1));
    assert_eq!(batch(json!({ "maxTokens": 100_000, "maxCalls": 17 }), 100.0).1, 13);
    // Of a model that gives one draft where 16 were asked for in one call, the others at once.
    assert_eq!(batch(json!({ "maxCalls": 17 }), 100.0).1, 13);
}
