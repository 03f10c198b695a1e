//! The research loop: who searches and who judges never mix; no answer is lost, and none is complete without a word.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, Machine, ModelCall, Output, RunStatus, StopReason};
use reflect_engine::reflector::State;
use reflect_engine::research::{ResearchResult, ResearchRun};
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use crate::script::{Played, Said, play, trace};

fn settings(over: Value) -> Value {
    let mut all = json!({
        "canonicalModel": { "topic": "X", "fields": [
            { "path": "pros", "query": ["pros", "pros again"] },
            { "path": "price", "type": "number", "query": "price" },
            { "path": "contrarian_view", "contrarian": true, "query": "criticism" },
        ] },
        "evaluator": { "metrics": ["quality"] },
    });
    all.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
    all
}

fn run(over: Value) -> ResearchRun {
    ResearchRun::create(&Raw::from(&settings(over)), "Is X any good?", 7, 1_000.0).unwrap()
}

fn fact(path: &str, value: impl Into<Value>, source: &str) -> Value {
    json!({ "path": path, "value": value.into(), "sourceId": source })
}

fn found(facts: Vec<Value>) -> Said {
    Ok(json!({ "content": "", "metadata": { "facts": facts } }))
}

/// What was asked of a search.
fn asked(call: &ModelCall) -> &Value {
    call.messages[0].metadata.as_ref().unwrap()
}

/// A world where each search for a field finds one fact about it.
fn plenty(call: &Call) -> Option<Said> {
    match call {
        Call::Model(call) if call.purpose == "research" => {
            let path = asked(call)["path"].as_str().unwrap();
            let value: Value = if path == "price" { json!(12) } else { json!(format!("text on {path}")) };
            let facts = if path.is_empty() { vec![] } else { vec![fact(path, value, &format!("s-{path}"))] };
            Some(found(facts))
        }
        _ => None,
    }
}

fn scores(list: Vec<Value>) -> impl FnMut() -> Said {
    let mut list = list.into_iter();
    move || Ok(json!({ "quality": list.next().unwrap_or(json!({ "value": 1 })) }))
}

/// Searches in plenty, and an evaluator that says this, in order, then passes.
fn with_scores(over: Value, list: Vec<Value>) -> Played<ResearchResult> {
    let mut score = scores(list);
    play(run(over), move |call| plenty(call).unwrap_or_else(&mut score))
}

fn queries(played: &Played<ResearchResult>) -> Vec<String> {
    let searches = played.requests.iter().filter(|call| call.purpose == "research");
    searches.map(|call| format!("{} {}", asked(call)["kind"].as_str().unwrap(), call.messages[0].content.text())).collect()
}

#[test]
fn each_field_is_searched_for_and_then_the_answer_is_judged() {
    let played = with_scores(json!({}), vec![]);
    let result = &played.result;
    assert_eq!(queries(&played), ["find pros", "find price", "find criticism"]);
    assert_eq!(played.calls, ["research-1", "research-2", "research-3", "evaluation-1"]);
    assert_eq!(played.kinds(), ["gap", "research", "gap", "research", "gap", "research", "evaluation", "response"]);
    assert_eq!(
        (result.status, result.stop_reason, result.accepted, result.judged),
        (RunStatus::Ok, StopReason::Accepted, true, true)
    );
    assert_eq!((result.iterations, result.repairs, result.repetition_hits), (3, 0, 0));
    let filled = json!({ "pros": ["text on pros"], "price": 12, "contrarian_view": ["text on contrarian_view"] });
    assert_eq!(result.object, Some(filled.clone()));
    assert_eq!(serde_json::from_str::<Value>(&result.output).unwrap(), filled);
    assert_eq!(result.facts.len(), 3);
    assert_eq!(result.usage.by_purpose.get("research").unwrap().calls, 3);
    let first = asked(&played.requests[0]);
    assert_eq!(first, &json!({ "kind": "find", "path": "pros", "topic": "pros of X", "reason": "incomplete_model" }));
}

#[test]
fn the_evaluator_is_never_asked_about_an_open_model() {
    for (over, reason) in [
        (json!({ "maxIterations": 2 }), StopReason::MaxIterations),
        (json!({ "budget": { "maxCalls": 2 } }), StopReason::MaxCalls),
        (json!({ "maxIterations": 2, "compose": true }), StopReason::MaxIterations),
    ] {
        let played = play(run(over.clone()), |call| match call {
            Call::Model(call) if call.purpose == "compose" => Ok(json!("composed")),
            call => plenty(call).expect("the evaluator is not asked"),
        });
        let result = played.result;
        assert_eq!((result.stop_reason, result.status, result.judged), (reason, RunStatus::NeedsReview, false), "{over}");
        assert_eq!(result.reflection.state, State::Open);
        assert_eq!(result.reflection.missing.len(), 1);
        assert!(result.evaluation.is_none() && result.evaluations.is_empty());
        let composed = over.get("compose").is_some();
        assert_eq!(result.output == "composed", composed, "{}", result.output);
        assert_eq!(result.object.is_none(), composed);
        let last = played.steps.last().map(|step| serde_json::to_value(step).unwrap()).unwrap();
        assert_eq!((&last["type"], &last["complete"]), (&json!("response"), &json!(false)));
    }
}

#[test]
fn a_field_that_is_not_there_stalls_the_model_and_is_never_accepted() {
    let played = play(run(json!({})), |call| match call {
        Call::Model(call) if asked(call)["path"] == "contrarian_view" => found(vec![]),
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
    });
    let result = &played.result;
    assert_eq!(queries(&played), ["find pros", "find price", "find criticism", "find criticism"]);
    assert_eq!((result.stop_reason, result.accepted, result.judged), (StopReason::Stalled, false, true));
    assert!(result.evaluation.as_ref().unwrap().passed, "what the evaluator said is told");
    assert_eq!(result.reflection.state, State::Stalled);
    assert_eq!(result.object.as_ref().unwrap()["contrarian_view"], Value::Null);
}

#[test]
fn what_only_should_be_there_does_not_forbid_acceptance() {
    let fields = json!({ "fields": [{ "path": "a" }, { "path": "b", "required": "should" }] });
    let played = play(run(json!({ "canonicalModel": fields })), |call| match call {
        Call::Model(call) if asked(call)["path"] == "b" => found(vec![]),
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
    });
    assert_eq!((played.result.stop_reason, played.result.accepted), (StopReason::Accepted, true));
    assert_eq!((played.result.reflection.state, played.result.reflection.missing.len()), (State::Stalled, 1));
}

#[test]
fn a_rejection_searches_for_what_it_names_and_nothing_else() {
    let short = json!({ "value": { "score": 0.2, "explanation": "one-sided", "paths": ["contrarian_view[0]", "pros"] } });
    let played = with_scores(json!({}), vec![short.clone()]);
    assert_eq!(queries(&played), ["find pros", "find price", "find criticism", "repair pros again", "repair criticism"]);
    let repair = asked(&played.requests[3]);
    let told =
        json!({ "kind": "repair", "path": "pros", "topic": "pros of X", "reason": "rejected", "feedback": "quality: one-sided" });
    assert_eq!(repair, &told);
    assert_eq!((played.result.repairs, played.result.accepted, played.result.evaluations.len()), (1, true, 2));

    let played = with_scores(json!({ "maxRepairs": 1 }), vec![short.clone(), short]);
    assert_eq!((played.result.repairs, played.result.stop_reason), (1, StopReason::Rejected));
    assert_eq!((played.result.status, played.result.accepted), (RunStatus::NeedsReview, false));

    let whole = with_scores(json!({}), vec![json!({ "value": 0.1 })]);
    assert_eq!(queries(&whole)[3], "repair Is X any good?", "no part is named");
}

#[test]
fn the_best_answer_is_kept() {
    let mut written = 0;
    let mut score = scores(vec![json!({ "value": 0.5 }), json!({ "value": 0.2 }), json!({ "value": 0.6 })]);
    let played = play(run(json!({ "compose": true, "maxRepairs": 1 })), |call| match call {
        Call::Model(call) if call.purpose == "compose" => {
            written += 1;
            Ok(json!(format!("answer {written}")))
        }
        call => plenty(call).unwrap_or_else(&mut score),
    });
    assert_eq!((written, played.result.output.as_str()), (2, "answer 1"));
    assert_eq!(played.result.evaluation.unwrap().score, 0.5);
    let compose = played.requests.iter().rfind(|call| call.purpose == "compose").unwrap();
    assert!(asked(compose)["feedback"].as_str().unwrap().contains("did not pass"));
    assert_eq!(asked(compose)["reflection"]["state"], "complete");
}

#[test]
fn metrics_that_cannot_be_measured_are_named_and_never_pass() {
    for outcome in [
        json!({ "failed": "it threw: boom" }),
        json!({ "value": null }),
        json!({ "value": "0.9" }),
        json!({ "value": 1.5 }),
        json!({ "value": { "score": -0.1 } }),
        json!({}),
        json!(3),
    ] {
        let played = with_scores(json!({}), vec![outcome.clone()]);
        let result = played.result;
        assert_eq!((result.accepted, result.stop_reason), (false, StopReason::Rejected), "{outcome}");
        assert_eq!(result.evaluation.unwrap().failures[0].metric, "quality", "{outcome}");
    }
    let played = play(run(json!({})), |call| plenty(call).unwrap_or(Err(CallError::new("timeout", "late"))));
    assert_eq!((played.result.accepted, played.result.errors[0].code.as_str()), (false, "timeout"));
}

#[test]
fn a_search_that_fails_or_gives_no_facts_is_a_fruitless_one() {
    let bad = [
        (Err(CallError::new("model_error", "503")), "research_error"),
        (Err(CallError::new("timeout", "late")), "timeout"),
        (found(vec![]), ""),
        (Ok(json!("text")), "bad_response"),
        (Ok(json!({ "content": "", "metadata": { "facts": { "path": "pros" } } })), "bad_response"),
        (found(vec![json!(3), json!({ "path": "nope", "value": 1, "sourceId": "s" })]), "refused_fact"),
    ];
    for (said, code) in bad {
        let played = play(run(json!({})), |call| match call {
            Call::Model(call) if asked(call)["path"] == "pros" => said.clone(),
            call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
        });
        let result = played.result;
        assert_eq!((result.stop_reason, result.iterations), (StopReason::Stalled, 4), "{code}");
        assert_eq!(result.errors.first().map_or("", |error| error.code.as_str()), code);
        assert_eq!(result.facts.len(), 2, "the others are not lost");
    }
    let played = play(run(json!({})), |_| Err(CallError::new("model_error", "503")));
    let result = played.result;
    assert_eq!((result.status, result.stop_reason, result.output.as_str()), (RunStatus::Failed, StopReason::Stalled, ""));
    assert_eq!(result.failure.unwrap().code, ErrorCode::EmptyDraft);
}

#[test]
fn a_quarrel_without_end_is_given_up() {
    let mut voices = 0;
    let played = play(run(json!({ "reflector": { "maxFruitless": 100 } })), |call| match call {
        Call::Model(call) if asked(call)["path"] == "price" => {
            voices += 1;
            found(vec![fact("price", voices * 10, &format!("v{voices}")), fact("price", voices * 10 + 5, &format!("w{voices}"))])
        }
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
    });
    let result = &played.result;
    assert_eq!(queries(&played)[3..], ["verify Verify exact figures for price of X"; 3]);
    assert_eq!((result.stop_reason, result.repetition_hits, result.accepted), (StopReason::Stalled, 1, false));
    assert_eq!(result.errors[0].code, "repetition");
    assert_eq!(result.reflection.state, State::Stalled);
    assert!(result.object.as_ref().unwrap()["price"]["conflict"].as_array().unwrap().len() > 1);
    let conflict = played.told().into_iter().find(|step| step["type"] == "conflict").unwrap();
    assert_eq!(conflict["values"].as_array().unwrap().len(), 2);
}

#[test]
fn the_same_search_that_gets_on_is_no_repetition() {
    let fields = json!({ "fields": [{ "path": "cases", "minCount": 8, "query": "cases" }] });
    let mut n = 0;
    let played = play(run(json!({ "canonicalModel": fields })), |call| match call {
        Call::Model(_) => {
            n += 1;
            found(vec![fact("cases", format!("case {n}"), &format!("s{n}"))])
        }
        _ => Ok(json!({ "quality": { "value": 1 } })),
    });
    assert_eq!(
        (played.result.stop_reason, played.result.iterations, played.result.repetition_hits),
        (StopReason::Accepted, 8, 0)
    );
}

#[test]
fn facts_are_numbered_as_they_are_handed_out() {
    let played = play(run(json!({})), |call| match call {
        Call::Model(call) if asked(call)["kind"] == "verify" => found(vec![fact("price", 12, "c")]),
        Call::Model(call) if asked(call)["path"] == "price" => {
            found(vec![json!("no fact"), fact("price", 99, "a"), json!(1), fact("price", 12, "b")])
        }
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
    });
    let result = &played.result;
    let resolved = &result.reflection.resolved[0];
    let said: Vec<&Value> = resolved.facts.iter().map(|at| &result.facts[*at as usize]["value"]).collect();
    assert_eq!(said, [12, 12]);
    assert_eq!(result.object.as_ref().unwrap()["price"], 12, "two sources against one");
    assert!(result.accepted);
}

#[test]
fn without_an_evaluator_nothing_is_accepted() {
    let played = with_scores(json!({ "evaluator": false }), vec![]);
    let result = played.result;
    assert_eq!((result.stop_reason, result.status, result.accepted), (StopReason::Complete, RunStatus::NeedsReview, false));
    assert_eq!(played.calls.len(), 3);
}

#[test]
fn a_composition_that_fails_leaves_the_filled_model() {
    for (said, code) in [(Err(CallError::new("model_error", "boom")), "compose_error"), (Ok(json!(" ")), "empty_draft")] {
        let played = play(run(json!({ "compose": true })), |call| match call {
            Call::Model(call) if call.purpose == "compose" => said.clone(),
            call => plenty(call).unwrap(),
        });
        let result = played.result;
        assert_eq!((result.status, result.judged, result.errors[0].code.as_str()), (RunStatus::NeedsReview, false, code));
        assert_eq!(result.object.unwrap()["price"], 12);
    }
}

#[test]
fn an_aborted_run_carries_what_was_found() {
    let mut machine = run(json!({}));
    let mut now = 1_000.0;
    for round in 0.. {
        now += 1.0;
        match machine.poll(now).unwrap() {
            Output::Call { call } if round > 5 => {
                machine.poll(now).unwrap();
                machine.reply(call.id(), plenty(&call).unwrap().unwrap(), now).unwrap();
                machine.abort("enough", now).unwrap();
            }
            Output::Call { call } => {
                machine.poll(now).unwrap();
                machine.reply(call.id(), plenty(&call).unwrap().unwrap(), now).unwrap();
            }
            Output::Done { result } => {
                assert_eq!((result.stop_reason, result.status), (StopReason::Aborted, RunStatus::NeedsReview));
                assert_eq!(result.facts.len() as u32, result.iterations, "what came in time is not lost");
                assert!(result.output.contains("text on pros"));
                return;
            }
            _ => {}
        }
    }
}

/// Conflicts, refusals, failures and repairs in one run.
fn eventful(call: &Call) -> Said {
    match call {
        Call::Model(call) if call.purpose == "compose" => Ok(json!({ "content": "{\"a\":1}", "metadata": { "object": true } })),
        Call::Model(call) if asked(call)["kind"] == "verify" => found(vec![fact("price", 12, "third")]),
        Call::Model(call) if call.messages[0].content.text() == "pros" => Err(CallError::new("model_error", "503")),
        Call::Model(call) if asked(call)["path"] == "price" => {
            found(vec![fact("price", 12, "a"), fact("price", 30, "b"), json!(0)])
        }
        Call::Tool(call) if call.call_id == "evaluation-1" => {
            Ok(json!({ "quality": { "value": { "score": 0.3, "paths": ["pros"] } } }))
        }
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 0.9 } }))),
    }
}

#[test]
fn a_run_restored_at_every_wait_goes_the_same_way() {
    for over in [json!({}), json!({ "compose": true }), json!({ "maxIterations": 4 }), json!({ "budget": { "maxCalls": 5 } })] {
        let whole = trace(run(over.clone()), eventful, false);
        let restored = trace(run(over.clone()), eventful, true);
        assert!(whole.len() > 12);
        let bare = |outputs: Vec<Value>| -> Vec<Value> {
            outputs
                .into_iter()
                .map(|mut o| {
                    if let Some(result) = o.get_mut("result") {
                        result["snapshot"] = Value::Null;
                    }
                    o
                })
                .collect()
        };
        assert_eq!(bare(whole), bare(restored), "{over}");
    }
}

#[test]
fn a_restored_run_takes_new_limits_and_no_new_model() {
    let mut machine = run(json!({ "maxIterations": 2 }));
    while !matches!(machine.poll(1_000.0).unwrap(), Output::Wait { .. }) {}
    let snapshot = machine.snapshot();
    let over = |value: Value| Some(Raw::from(&settings(value)));
    let more: ResearchRun = Machine::restore(&snapshot, over(json!({ "maxIterations": 9 })), 1_000.0).unwrap();
    let played = play(more, |call| plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))));
    assert!(played.result.accepted);
    let other = json!({ "canonicalModel": { "fields": [{ "path": "other" }] } });
    let error = ResearchRun::restore(&snapshot, over(other), 1_000.0).err().unwrap();
    assert_eq!(error.code, ErrorCode::InvalidSnapshot);
}

#[test]
fn settings_out_of_range_are_named() {
    let cases = [
        (json!({ "maxIterations": 0 }), "`maxIterations` must be an integer from 1 to 800, got 0"),
        (json!({ "maxRepairs": 101 }), "`maxRepairs` must be an integer from 0 to 100, got 101"),
        (json!({ "maxIteration": 3 }), "unknown setting `maxIteration`, did you mean `maxIterations`?"),
        (json!({ "repetition": { "limits": 3 } }), "unknown setting `repetition.limits`, did you mean `repetition.limit`?"),
        (json!({ "reflector": { "maxFruitles": 3 } }), "did you mean `reflector.maxFruitless`?"),
        (json!({ "evaluator": { "metrics": [] } }), "`metrics` must name 1 to 100 metrics, got 0"),
        (json!({ "canonicalModel": { "fields": [] } }), "`canonicalModel.fields` must be"),
    ];
    for (over, message) in cases {
        let error = ResearchRun::create(&Raw::from(&settings(over)), "q", 7, 0.0).err().unwrap();
        assert!(error.code == ErrorCode::InvalidSettings && error.message.contains(message), "{}", error.message);
    }
    let error = ResearchRun::create(&Raw::from(&settings(json!({}))), " ", 7, 0.0).err().unwrap();
    assert_eq!(error.code, ErrorCode::InvalidTask);
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB)
}

/// Seed 000: stopping depends on completeness and consistency, and on no quality. In 2,000 worlds every quality value is given to another
/// fact; what is searched for until the first evaluation stays the same.
#[test]
fn permuting_every_quality_value_changes_no_search() {
    let paths = ["pros", "price", "contrarian_view"];
    let searches = |world: u64, turned: u64| {
        let mut state = world;
        let mut facts = Vec::new();
        for n in 0..40_u64 {
            let path = paths[(random(&mut state) % 3) as usize];
            let value: Value = if path == "price" { json!(random(&mut state) % 3 * 50) } else { json!(format!("t{n}")) };
            let source = random(&mut state) % 8;
            facts.push((path, value, source, random(&mut state) % 1_000));
        }
        let quality: Vec<u64> = facts.iter().map(|fact| fact.3).collect();
        let mut at = 0;
        let mut chance = world ^ 0xABCD;
        let played = play(run(json!({ "evaluator": { "metrics": ["quality"] }, "maxRepairs": 0 })), |call| match call {
            Call::Model(_) => {
                let count = random(&mut chance) % 4;
                let batch = (0..count).map(|_| {
                    let (path, value, source, _) = &facts[at % facts.len()];
                    let held = quality[(at + turned as usize) % quality.len()] as f64 / 1_000.0;
                    at += 1;
                    json!({ "path": path, "value": value, "sourceId": source.to_string(), "metadata": { "trust": held } })
                });
                found(batch.collect())
            }
            Call::Tool(_) => Ok(json!({ "quality": { "value": quality[turned as usize % 40] as f64 / 1_000.0 } })),
            Call::Verify(_) => unreachable!(),
        });
        (queries(&played), played.result.reflection)
    };
    let (mut conflicts, mut lengths) = (0, std::collections::BTreeSet::new());
    for world in 0..2_000 {
        let (plain, looked) = searches(world, 0);
        conflicts += usize::from(plain.iter().any(|query| query.starts_with("verify")));
        lengths.insert(plain.len());
        assert_eq!((plain, looked), searches(world, 1 + world % 39), "world {world}");
    }
    assert!(conflicts > 200 && lengths.len() > 5, "the worlds differ: {conflicts} {lengths:?}");
}
