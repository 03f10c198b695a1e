//! A conflict is looked at before it is settled, and copies of one claim are one voice.

use reflect_engine::flow::Call;
use serde_json::{Value, json};

use crate::research::{asked, fact, found, plenty, queries, run};
use crate::script::{Played, play};
use crate::seeded_worlds::worlds::random;

#[path = "../bench/research/copied.rs"]
mod copied;

use copied::{Shares, Way};

/// A loop whose first search for the price finds these facts, and whose verify query finds those.
fn quarrel(reflector: Value, first: Vec<Value>, verified: Vec<Value>) -> Played<reflect_engine::research::ResearchResult> {
    play(run(json!({ "reflector": reflector })), |call| match call {
        Call::Model(call) if asked(call)["kind"] == "verify" => found(verified.clone()),
        Call::Model(call) if asked(call)["path"] == "price" => found(first.clone()),
        call => plenty(call).unwrap_or(Ok(json!({ "quality": { "value": 1 } }))),
    })
}

fn conflicts(played: &Played<reflect_engine::research::ResearchResult>) -> Value {
    let of = |conflict: &Value| json!([conflict["settledBy"], conflict["value"], conflict["sides"].as_array().unwrap().len()]);
    let reflection = serde_json::to_value(&played.result.reflection).unwrap();
    reflection["conflicts"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn a_conflict_is_verified_before_plurality_settles_it() {
    let facts = vec![fact("price", 0, "a"), fact("price", 0, "b"), fact("price", 7, "c")];
    let played = quarrel(json!({}), facts, vec![]);
    let verify = "verify Verify exact figures for price of X";
    assert_eq!(queries(&played), ["find pros", "find price", "find criticism", verify]);
    assert_eq!(conflicts(&played), json!([["plurality", "0", 2]]));
    assert!(played.result.accepted);
    assert_eq!(played.result.object.unwrap()["price"], 0);
}

#[test]
fn in_200_worlds_of_copied_claims_nobody_accepts_a_figure_against_a_source_that_was_found() {
    let shares = |settle: Option<&'static str>, origins: bool| {
        let shares = copied::shares(200, Way { settle, origins });
        let Shares { worlds, right, against, unseen, open, .. } = shares;
        assert_eq!(right + against + unseen + open, worlds);
        shares
    };
    let told = shares(None, true);
    assert!(told.against == 0 && told.right > 100, "{told:?}");
    let adjudicated = shares(Some("adjudicator"), false);
    assert!(adjudicated.against == 0 && adjudicated.right > 150, "{adjudicated:?}");
    assert_eq!(shares(Some("never"), false).against, 0);
    // Near: where nobody says which claims are copies, counting heads is wrong, and the docs say so.
    assert!(shares(Some("plurality"), false).against > 100);
}
