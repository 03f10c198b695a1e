//! What always holds of a research loop: restored at any point it goes the same way, and no quality steers a search.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, CallError, Output};
use reflect_engine::settings::InputValue;
use serde_json::{Value, json};

use crate::research::{asked, fact, found, plenty, queries, run, settings};
use crate::script::{Random, Said, play, trace};

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
        let whole = trace(|| run(over.clone()), eventful, false);
        assert!(whole.len() > 12);
        assert_eq!(whole, trace(|| run(over.clone()), eventful, true), "{over}");
    }
}

#[test]
fn a_restored_run_takes_new_limits_and_no_new_model() {
    let mut machine = run(json!({ "maxIterations": 2 }));
    while !matches!(machine.poll(1_000.0).unwrap(), Output::Wait { .. }) {}
    let over = |value: Value| InputValue::from(&settings(value));
    let other = json!({ "canonicalModel": { "fields": [{ "path": "other" }] } });
    let error = machine.resume_run(0.0, Some(over(other)), 1_000.0).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidSnapshot);
    machine.resume_run(0.0, Some(over(json!({ "maxIterations": 9 }))), 1_000.0).unwrap();
    let played = play(machine, |call| plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))));
    assert!(played.result.accepted);
}

/// Seed 000: stopping depends on completeness and consistency, and on no quality. In 2,000 worlds every quality value is given to another
/// fact; what is searched for until the first evaluation stays the same.
#[test]
fn permuting_every_quality_value_changes_no_search() {
    let paths = ["pros", "price", "contrarian_view"];
    let searches = |world: u64, turned: u64| {
        let mut random = Random(world);
        let mut facts = Vec::new();
        for n in 0..40_u64 {
            let path = paths[random.below(3) as usize];
            let value: Value = if path == "price" { json!(random.below(3) * 50) } else { json!(format!("t{n}")) };
            let source = random.below(8);
            facts.push((path, value, source, random.below(1_000)));
        }
        let quality: Vec<u64> = facts.iter().map(|fact| fact.3).collect();
        let mut at = 0;
        let mut chance = Random(world ^ 0xABCD);
        let played = play(run(json!({ "evaluator": { "metrics": ["quality"] }, "maxRepairs": 0 })), |call| match call {
            Call::Model(_) => {
                let count = chance.below(4);
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
