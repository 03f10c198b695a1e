//! The model as it is filled: every value that stands, none that lost.

use serde_json::{Value, json};

use crate::research::{found, run};
use crate::script::play;

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
        reflect_engine::flow::Call::Model(_) => found(facts.clone()),
        _ => Ok(json!({ "quality": { "value": 1 } })),
    });
    played.result.object.unwrap()["x"].clone()
}

fn dated(value: u32, date: Value) -> Value {
    json!({ "value": value, "asOf": date })
}

#[test]
fn what_lost_is_not_handed_out_however_its_date_is_written() {
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
