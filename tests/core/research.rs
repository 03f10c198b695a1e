//! The research loop: who searches and who judges never mix; no answer is lost, and none is complete without a word.

use reflect_engine::flow::{AcceptedBy, Call, CallError, ModelCall, Output, ReviewReason, RunStatus, StopReason};
use reflect_engine::reflector::{ReflectionState, SettledBy};
use reflect_engine::research::{Research, ResearchRun};
use reflect_engine::settings::InputValue;
use serde_json::{Value, json};

use crate::script::{Played, Said, laid_over, play};

pub fn settings(over: Value) -> Value {
    let all = json!({
        "canonicalModel": { "topic": "X", "fields": [
            { "path": "pros", "query": ["pros", "pros again"] },
            { "path": "price", "type": "number", "query": "price" },
            { "path": "contrarian_view", "contrarian": true, "query": "criticism" },
        ] },
        "evaluator": { "metrics": ["quality"] },
    });
    laid_over(all, &over)
}

pub fn run(over: Value) -> ResearchRun {
    ResearchRun::create_run(&InputValue::from(&settings(over)), "Is X any good?", 7, 1_000.0).unwrap()
}

pub fn fact(path: &str, value: impl Into<Value>, source: &str) -> Value {
    json!({ "path": path, "value": value.into(), "sourceId": source })
}

pub fn found(facts: Vec<Value>) -> Said {
    Ok(json!({ "content": "", "metadata": { "facts": facts } }))
}

/// What was asked of a search.
pub fn asked(call: &ModelCall) -> Value {
    call.messages[0].metadata.as_ref().unwrap().to_value()
}

/// A world where each search for a field finds one fact about it.
pub fn plenty(call: &Call) -> Option<Said> {
    match call {
        Call::Model(call) if call.purpose == "research" => {
            let asked = asked(call);
            let path = asked["path"].as_str().unwrap();
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
fn with_scores(over: Value, list: Vec<Value>) -> Played<Research> {
    let mut score = scores(list);
    play(run(over), move |call| plenty(call).unwrap_or_else(&mut score))
}

pub fn queries(played: &Played<Research>) -> Vec<String> {
    let searches = played.requests.iter().filter(|call| call.purpose == "research");
    searches.map(|call| format!("{} {}", asked(call)["kind"].as_str().unwrap(), call.messages[0].content.text())).collect()
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
        assert_eq!(result.reflection.state, ReflectionState::Open);
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
    assert_eq!(result.reflection.state, ReflectionState::Stalled);
    assert_eq!(result.object.as_ref().unwrap()["contrarian_view"], Value::Null);
}

#[test]
fn missing_should_field_does_not_forbid_acceptance() {
    let fields = json!({ "fields": [{ "path": "a" }, { "path": "b", "required": "should" }] });
    let played = play(run(json!({ "canonicalModel": fields })), |call| match call {
        Call::Model(call) if asked(call)["path"] == "b" => found(vec![]),
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
    });
    assert_eq!((played.result.stop_reason, played.result.accepted), (StopReason::Accepted, true));
    assert_eq!((played.result.reflection.state, played.result.reflection.missing.len()), (ReflectionState::Stalled, 1));
}

#[test]
fn a_rejection_searches_for_what_it_names_and_nothing_else() {
    let short = json!({ "value": { "score": 0.2, "explanation": "one-sided", "paths": ["contrarian_view[0]", "pros"] } });
    let played = with_scores(json!({}), vec![short.clone()]);
    assert_eq!(queries(&played), ["find pros", "find price", "find criticism", "repair pros again", "repair criticism"]);
    let repair = asked(&played.requests[3]);
    let told =
        json!({ "kind": "repair", "path": "pros", "topic": "pros of X", "reason": "rejected", "feedback": "quality: one-sided" });
    assert_eq!(repair, told);
    assert_eq!((played.result.repairs, played.result.accepted, played.result.evaluations.len()), (1, true, 2));

    let played = with_scores(json!({ "maxRepairs": 1 }), vec![short.clone(), short]);
    assert_eq!((played.result.repairs, played.result.stop_reason), (1, StopReason::Rejected));
    assert_eq!((played.result.status, played.result.accepted), (RunStatus::NeedsReview, false));

    let whole = with_scores(json!({}), vec![json!({ "value": 0.1 })]);
    assert_eq!(queries(&whole)[3], "repair Is X any good?", "no part is named");
}

#[test]
fn contradiction_named_by_the_host_is_verified_and_shown() {
    let pros = |value: &str, source: &str| fact("pros", value, source);
    let play_with = |contradictions: Said| {
        play(run(json!({ "contradictions": true })), move |call| match call {
            Call::Tool(call) if call.tool_name == "contradictions" => contradictions.clone(),
            Call::Model(call) if asked(call)["path"] == "pros" => {
                let facts = if asked(call)["kind"] == "verify" {
                    vec![]
                } else {
                    vec![pros("Safe.", "a"), pros("Burns.", "b"), pros("Blue.", "c")]
                };
                Ok(json!({ "content": "", "metadata": { "facts": facts } }))
            }
            call => plenty(call).unwrap_or_else(|| Ok(json!({ "quality": { "value": 1 } }))),
        })
    };
    let played = play_with(Ok(json!([0, 1])));
    assert_eq!(queries(&played)[3..], ["verify Verify exact figures for pros of X", "verify Verify exact figures for pros of X"]);
    assert_eq!((played.result.stop_reason, played.result.accepted), (StopReason::Stalled, false));
    assert_eq!(played.result.reflection.conflicts[0].sides.len(), 2);
    let pros = &played.result.object.unwrap()["pros"];
    assert_eq!(pros, &json!([{ "conflict": ["Safe.", "Burns."] }, "Blue."]));
    for pairs in [json!([]), json!([0, 7, "x"])] {
        let result = play_with(Ok(pairs)).result;
        assert!(result.accepted && result.errors.is_empty() && result.review_reasons.is_empty());
    }
}

#[test]
fn facts_stay_where_nobody_could_say_whether_they_contradict_each_other() {
    let failing = |code: &'static str| {
        let mut times = 0;
        play(run(json!({ "contradictions": true })), move |call| match call {
            Call::Tool(call) if call.tool_name == "contradictions" => {
                times += 1;
                // The last batch is asked about in vain.
                if code == "once" && times > 1 { Ok(json!([])) } else { Err(CallError::new(code, "no word")) }
            }
            call => plenty(call).unwrap_or_else(|| Ok(json!({ "quality": { "value": 1 } }))),
        })
        .result
    };
    let reasons = [ReviewReason::ContradictionsNotChecked];
    for (code, noted) in [("tool_error", "contradictions_error"), ("timeout", "timeout")] {
        let result = failing(code);
        assert!(result.accepted && result.errors.iter().all(|error| error.code == noted), "{:?}", result.errors);
        assert_eq!((result.facts.is_empty(), result.review_reasons), (false, reasons.to_vec()), "{code}");
    }
    assert_eq!(failing("once").review_reasons, [], "all facts are asked about again");
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
fn the_first_search_knows_the_question() {
    let settings = json!({ "canonicalModel": { "fields": [{ "path": "price" }] }, "evaluator": false });
    let raw = InputValue::from(&settings);
    let played = play(ResearchRun::create_run(&raw, " What does a T cost? ", 7, 0.0).unwrap(), |_| found(vec![]));
    assert_eq!(queries(&played)[0], "find Find information about price of What does a T cost?");
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
    assert_eq!(result.reflection.state, ReflectionState::Stalled);
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
    let result = played.result;
    assert_eq!((result.stop_reason, result.iterations, result.repetition_hits), (StopReason::Accepted, 8, 0));
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
    let settled = &result.reflection.conflicts[0];
    let said: Vec<&Value> = settled.sides[0].facts.iter().map(|at| &result.facts[*at as usize]["value"]).collect();
    assert_eq!(said, [12, 12]);
    assert_eq!(result.object.as_ref().unwrap()["price"], 12, "two sources against one");
    assert!(result.accepted);
}

#[test]
fn research_without_evaluator_accepts_nothing() {
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

/// The one field of an answer, filled from these facts by a search that gives no others.
fn filled(field: Value, facts: Vec<Value>) -> Value {
    let mut field = field;
    field["path"] = json!("x");
    let facts: Vec<Value> = facts
        .into_iter()
        .zip("abcdefgh".chars())
        .map(|(fact, source)| {
            let mut fact = if fact.is_object() { fact } else { json!({ "value": fact }) };
            fact["path"] = json!("x");
            fact["sourceId"] = json!(source.to_string());
            fact
        })
        .collect();
    let settings = json!({ "canonicalModel": { "fields": [field] }, "reflector": { "maxFruitless": 1 } });
    let played = play(run(settings), |call| match call {
        Call::Model(_) => found(facts.clone()),
        _ => Ok(json!({ "quality": { "value": 1 } })),
    });
    played.result.object.unwrap()["x"].clone()
}

fn dated(value: u32, date: Value) -> Value {
    json!({ "value": value, "asOf": date })
}

#[test]
fn losing_value_is_not_handed_out_however_its_date_is_written() {
    let field = || json!({ "type": "number" });
    let facts = vec![dated(12, json!("2024")), dated(12, json!(2024)), dated(15, json!("2024"))];
    assert_eq!(filled(field(), facts), dated(12, json!("2024")));
    // Near: two dates are two values.
    let years = vec![dated(12, json!("2023")), dated(15, json!("2024"))];
    assert_eq!(filled(field(), years.clone()), json!(years));
    let lists = vec![json!(["A", "B"]), json!(["B", "A"]), json!(["C"])];
    assert_eq!(filled(json!({ "type": "list" }), lists), json!(["A", "B"]), "the list that lost is not in it");
}

#[test]
fn values_that_cannot_be_compared_stand_side_by_side() {
    let measured = |value: u32, unit: &str| json!({ "value": value, "unit": unit });
    let cases = [
        ("number", vec![measured(5, "km"), measured(70, "kg")], json!([measured(5, "km"), measured(70, "kg")])),
        (
            "number",
            vec![measured(5, "km"), measured(7, "km"), measured(70, "kg"), measured(5, "km")],
            json!([measured(5, "km"), measured(70, "kg")]),
        ),
        // Near: what agrees is said once, and most precisely.
        ("date", vec![json!("2024"), json!("2024-03-05"), json!("2024-03")], json!("2024-03-05")),
        ("number", vec![json!(12), json!("12.0"), json!(15)], json!(12)),
    ];
    for (kind, facts, wanted) in cases {
        assert_eq!(filled(json!({ "type": kind }), facts.clone()), wanted, "{facts:?}");
    }
}

#[test]
fn a_conflict_of_one_year_hides_no_other_year() {
    let facts = vec![dated(12, json!("2023")), dated(12, json!("2024")), dated(15, json!("2024"))];
    let wanted = json!([{ "value": 12, "asOf": "2023" }, { "conflict": ["12", "15"], "asOf": "2024" }]);
    assert_eq!(filled(json!({ "type": "number" }), facts), wanted);
    assert_eq!(filled(json!({ "type": "number" }), vec![json!(12), json!(15)]), json!({ "conflict": ["12", "15"] }));
    let lists = vec![json!(["A"]), json!(["B"])];
    assert_eq!(filled(json!({ "type": "list" }), lists), json!({ "conflict": ["A", "B"] }));
}

/// Two sources that say different prices, and everything else in plenty.
fn quarrel(call: &Call) -> Option<Said> {
    match call {
        Call::Model(call) if asked(call)["path"] == "price" && asked(call)["kind"] == "find" => {
            Some(found(vec![fact("price", 5, "a"), fact("price", 7, "b")]))
        }
        Call::Model(call) if asked(call)["kind"] == "verify" => Some(found(vec![])),
        _ => plenty(call),
    }
}

/// With an adjudicator that says this; what it was asked comes too.
fn adjudicated(word: &Value) -> (Played<Research>, Vec<Value>) {
    let mut heard = Vec::new();
    let played = play(run(json!({ "adjudicate": true })), |call| match call {
        Call::Tool(tool) if tool.tool_name == "adjudicate" => {
            heard.push(tool.args.to_value());
            Ok(word.clone())
        }
        Call::Tool(_) => Ok(json!({ "quality": { "value": 1 } })),
        _ => quarrel(call).unwrap(),
    });
    (played, heard)
}

#[test]
fn a_value_that_stands_on_two_sides_is_not_guessed_at() {
    let fields = json!({ "fields": [{ "path": "size", "type": "number", "unit": "m" }] });
    let held = |word: Value| {
        let run = run(json!({ "adjudicate": true, "canonicalModel": fields, "evaluator": false }));
        play(run, |call| match call {
            Call::Tool(_) => Ok(json!({ "held": word })),
            Call::Model(call) if asked(call)["kind"] == "find" => {
                let mut far = fact("size", 5, "a");
                far["unit"] = "km".into();
                far["normalised"] = 5_000.into();
                let mut near = fact("size", 5, "b");
                near["unit"] = "m".into();
                found(vec![far, near])
            }
            _ => found(vec![]),
        })
        .result
    };
    let told = held(json!(5));
    assert!(told.errors.iter().any(|error| error.message.contains("several sides of `size` hold 5")), "{:?}", told.errors);
    let settled = held(json!({ "value": 5, "unit": "m" }));
    assert_eq!((settled.stop_reason, settled.object.unwrap()["size"]["unit"].clone()), (StopReason::Complete, json!("m")));
}

#[test]
fn an_adjudicator_is_asked_again_only_when_the_conflict_is_another_one() {
    let mut verified = 0;
    let mut heard = 0;
    let played = play(run(json!({ "adjudicate": true, "evaluator": false })), |call| match call {
        Call::Tool(_) => {
            heard += 1;
            Ok(json!({ "held": if heard == 2 { json!(7) } else { Value::Null } }))
        }
        Call::Model(call) if asked(call)["kind"] == "verify" => {
            verified += 1;
            // Nothing new, then a third voice.
            found(if verified == 2 { vec![fact("price", 9, "c")] } else { vec![] })
        }
        _ => quarrel(call).unwrap(),
    });
    assert_eq!((heard, verified, played.result.stop_reason), (2, 2, StopReason::Complete));
}

#[test]
fn a_run_that_had_an_adjudicator_is_taken_up_without_one() {
    let (played, _) = adjudicated(&json!({ "held": 7 }));
    let mut run = played.run;
    run.replay_resume(Some(&InputValue::from(&settings(json!({ "adjudicate": false })))), 5_000.0).unwrap();
    let Output::Done { result } = run.poll(5_000.0).unwrap() else { panic!("it is over") };
    let settled_by = result.reflection.conflicts[0].settled_by;
    assert_eq!((result.accepted_by, settled_by), (Some(AcceptedBy::Evaluator), Some(SettledBy::Adjudicator)));
}
