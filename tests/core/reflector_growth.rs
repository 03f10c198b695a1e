//! What facts cost: counted in comparisons, not in time.

use reflect_engine::message::InputValue;
use reflect_engine::reflector::{CanonicalModel, Reflector, ReflectorSettings};
use serde_json::{Value, json};

use crate::script::Random;

/// Facts of every kind, from one source for every five, most of which say what nobody else says.
struct Stream(Random);

impl Stream {
    fn fact(&mut self, of: u64) -> Value {
        let n = self.0.below(of * 10);
        let source = format!("source {}", self.0.below(of / 5 + 1));
        let (path, value) = match self.0.below(8) {
            0 => ("number", json!(n)),
            1 => ("rounded", json!(n % 900)),
            2 => ("price", json!(format!("{n}.{:02}", n % 100))),
            3 => ("date", json!(format!("{}-{:02}-{:02}", 1900 + n % 200, n % 12 + 1, n % 28 + 1))),
            4 => ("entity", json!(format!("John{n} Smith{}", n % 1000))),
            5 => ("place", json!(["2024", "2024-03", "2024-03-05", "2024-03-05T14:00Z", "2023"][(n % 5) as usize])),
            6 => ("list", json!([format!("Author {n}"), format!("Author {}", n % 977), format!("Author {}", n % 1013)])),
            _ => ("text", json!(format!("Risk number {n}"))),
        };
        json!({ "path": path, "value": value, "sourceId": source })
    }

    fn batch(&mut self, size: u64, of: u64) -> Value {
        (0..size).map(|_| self.fact(of)).collect()
    }
}

fn reflector() -> Reflector {
    let model = json!({ "fields": [
        { "path": "number", "type": "number" },
        { "path": "rounded", "type": "number" },
        { "path": "price", "type": "number", "tolerance": { "relative": 0.001 } },
        { "path": "date", "type": "date" },
        { "path": "entity", "many": false },
        { "path": "place", "type": "date" },
        { "path": "list", "type": "list" },
        { "path": "text", "type": "text" },
    ] });
    Reflector::new(CanonicalModel::check_model(&InputValue::from(&model)).unwrap(), ReflectorSettings::default())
}

#[test]
fn a_fact_costs_the_same_among_a_thousand_and_among_a_hundred_thousand() {
    let mut costs = Vec::new();
    for of in [1_000, 10_000, 100_000] {
        let mut r = reflector();
        let added = r.add_valid_facts(&InputValue::from(&Stream(Random(7)).batch(of, of))).unwrap();
        assert_eq!(added.refused, []);
        let told = r.reflect();
        assert_eq!(told.conflicts.len(), 7, "they were compared");
        costs.push(r.count_comparisons() as f64 / of as f64);
    }
    println!("comparisons a fact: {costs:?}");
    assert!(costs.iter().all(|cost| *cost <= 2.0 * costs[0] && *cost < 40.0), "{costs:?}");
}

#[test]
fn a_batch_costs_by_its_own_size() {
    let mut r = reflector();
    let mut stream = Stream(Random(7));
    let mut costs = Vec::new();
    for _ in 0..50 {
        let before = r.count_comparisons();
        r.add_valid_facts(&InputValue::from(&stream.batch(1_000, 50_000))).unwrap();
        costs.push(r.count_comparisons() - before);
    }
    println!("comparisons a batch of 1,000: the second {}, the tenth {}, the last {}", costs[1], costs[9], costs[49]);
    assert!(costs.iter().all(|cost| *cost < 200_000), "{costs:?}");
    assert!(costs[49] < 3 * costs[9], "{costs:?}");
}

#[test]
fn many_values_of_one_source_cost_what_those_of_many_do() {
    for (kind, value) in [
        ("number", (|n| json!(n)) as fn(u64) -> Value),
        ("list", |n| json!([format!("a{n}"), format!("b{}", n % 100)])),
        ("date", |n| json!(format!("{}-{:02}-{:02}", 1000 + n / 336, n / 28 % 12 + 1, n % 28 + 1))),
    ] {
        let mut costs = Vec::new();
        for of in [5_000, 50_000] {
            let model = json!({ "fields": [{ "path": "x", "type": kind }] });
            let mut r =
                Reflector::new(CanonicalModel::check_model(&InputValue::from(&model)).unwrap(), ReflectorSettings::default());
            let facts: Value = (0..of).map(|n| json!({ "path": "x", "value": value(n), "sourceId": "s" })).collect();
            assert_eq!(r.add_valid_facts(&InputValue::from(&facts)).unwrap().refused, []);
            costs.push(r.count_comparisons() as f64 / of as f64);
        }
        assert!(costs[1] <= 2.0 * costs[0] && costs[1] < 40.0, "{kind}: {costs:?}");
    }
}

#[test]
fn a_look_costs_by_what_is_in_conflict_and_not_by_how_many_say_it() {
    let model = json!({ "fields": [{ "path": "x", "type": "date" }] });
    let mut costs = Vec::new();
    for of in [2_000, 20_000] {
        let mut r = Reflector::new(CanonicalModel::check_model(&InputValue::from(&model)).unwrap(), ReflectorSettings::default());
        let day = |n: u64| json!({ "path": "x", "value": format!("{}-{:02}-{:02}", 1000 + n / 336, n / 28 % 12 + 1, n % 28 + 1), "sourceId": format!("x{n}") });
        r.add_valid_facts(&InputValue::from(&(0..of).map(day).collect())).unwrap();
        let before = r.count_comparisons();
        assert_eq!(r.reflect().conflicts[0].values, of as u32);
        costs.push(r.count_comparisons() - before);
    }
    assert!(costs[1] <= costs[0] && costs[0] < 1_000, "{costs:?}");
}
