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

fn dated(value: &str, date: Value) -> Value {
    json!({ "value": value, "asOf": date })
}

#[test]
fn what_lost_is_not_handed_out_however_its_date_is_written() {
    let money = || json!({ "type": "money" });
    let cases = [
        (vec![dated("$12", json!("2024-03")), dated("$12", json!("2024-03")), dated("$15", json!("March 2024"))], "2024-03"),
        (vec![dated("$15", json!("03/2024")), dated("$12", json!("March 2024")), dated("$12", json!("2024-03"))], "March 2024"),
        (vec![dated("$12", json!("2024")), dated("$12", json!(2024))], "2024"),
    ];
    for (facts, date) in cases {
        assert_eq!(filled(money(), facts), dated("$12", json!(date)));
    }
    // Near: two dates are two values.
    let years = vec![dated("$12", json!("2023")), dated("$15", json!("2024"))];
    assert_eq!(filled(money(), years.clone()), json!(years));
    let lists = vec![json!(["A", "B"]), json!("B; A"), json!(["C"])];
    assert_eq!(filled(json!({ "type": "list" }), lists), json!(["A", "B"]), "the list that lost is not in it");
}

#[test]
fn values_that_cannot_be_compared_stand_side_by_side() {
    let cases = [
        ("money", vec!["$12", "€30"], json!(["$12", "€30"])),
        ("money", vec!["$12/month", "$500/year"], json!(["$12/month", "$500/year"])),
        ("money", vec!["$12", "$15", "€30", "$12"], json!(["$12", "€30"])),
        ("number", vec!["5 km", "70 kg"], json!(["5 km", "70 kg"])),
        ("number", vec!["5 deaths", "7 injuries"], json!(["5 deaths", "7 injuries"])),
        // Near: what agrees is said once, and most precisely.
        ("number", vec!["12 %", "12"], json!("12 %")),
        ("money", vec!["over $5", "$1,234,567"], json!("$1,234,567")),
        ("date", vec!["2024", "2024-03-05", "March 2024"], json!("2024-03-05")),
        ("number", vec!["5 km", "5000 m"], json!("5000 m")),
        ("number", vec!["1.2 million users", "1,250,000"], json!("1,250,000")),
        ("money", vec!["$12", "$12.00", "$15"], json!("$12.00")),
    ];
    for (kind, values, wanted) in cases {
        let facts = values.iter().map(|value| json!(value)).collect();
        assert_eq!(filled(json!({ "type": kind }), facts), wanted, "{values:?}");
    }
}

#[test]
fn a_conflict_of_one_year_hides_no_other_year() {
    let facts = vec![dated("$12", json!("2023")), dated("$12", json!("2024")), dated("$15", json!("2024"))];
    let wanted = json!([{ "value": "$12", "asOf": "2023" }, { "conflict": ["$12", "$15"], "asOf": "2024" }]);
    assert_eq!(filled(json!({ "type": "money" }), facts), wanted);
    let alone = vec![json!("$12"), json!("$15")];
    assert_eq!(filled(json!({ "type": "money" }), alone), json!({ "conflict": ["$12", "$15"] }));
    let lists = vec![json!(["A"]), json!(["B"])];
    assert_eq!(filled(json!({ "type": "list" }), lists), json!({ "conflict": ["A", "B"] }));
}
