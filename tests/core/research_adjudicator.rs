//! The research loop and its adjudicator, which settles conflicts by what facts hold.

use reflect_engine::flow::{AcceptedBy, Call, Output, StopReason};
use reflect_engine::reflector::SettledBy;
use reflect_engine::research::Research;
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use crate::research::{asked, fact, found, plenty, run, settings};
use crate::script::{Played, Said, play};

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
            heard.push(tool.args.value());
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
    run.resumed(Some(&Raw::from(&settings(json!({ "adjudicate": false })))), 5_000.0).unwrap();
    let Output::Done { result } = run.poll(5_000.0).unwrap() else { panic!("it is over") };
    let settled_by = result.reflection.conflicts[0].settled_by;
    assert_eq!((result.accepted_by, settled_by), (Some(AcceptedBy::Evaluator), Some(SettledBy::Adjudicator)));
}
