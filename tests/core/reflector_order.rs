//! What is said decides, and not the order in which it came.

use reflect_engine::reflector::{CanonicalModel, Reflection, ReflectionState as State, Reflector, ReflectorSettings, SearchKind};
use serde_json::{Value, json};

/// Adds the facts in this order, so many at a time.
fn look(field: &Value, facts: &[&(Value, &str)], batch: usize) -> Reflection {
    let mut field = field.clone();
    field["path"] = json!("n");
    let model = CanonicalModel::check(&json!({ "fields": [field] })).unwrap();
    let mut reflector = Reflector::new(model, ReflectorSettings::default());
    for facts in facts.chunks(batch) {
        let fact = |(value, source): &&(Value, &str)| json!({ "path": "n", "value": value, "sourceId": source });
        assert_eq!(reflector.add(&facts.iter().map(fact).collect()).unwrap().refused, []);
    }
    reflector.searched(SearchKind::Verify, "n", None).unwrap();
    reflector.reflect()
}

/// All that is told but for the numbers of the facts.
fn outline(told: &Reflection) -> Value {
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    let sides = |c: &reflect_engine::reflector::FactConflict| {
        sorted(c.sides.iter().map(|side| format!("{} {}", side.value, side.sources)).collect())
    };
    let conflicts =
        |c: &reflect_engine::reflector::FactConflict| format!("{} {:?} {:?} {:?}", c.values, sides(c), c.settled_by, c.value);
    json!([told.state, told.reason, sorted(told.conflicts.iter().map(conflicts).collect())])
}

/// Every order of a short list.
fn orders<T>(list: &[T]) -> Vec<Vec<&T>> {
    let mut all: Vec<Vec<&T>> = vec![vec![]];
    for item in list {
        let mut longer = Vec::new();
        for order in &all {
            for at in 0..=order.len() {
                let mut order = order.clone();
                order.insert(at, item);
                longer.push(order);
            }
        }
        all = longer;
    }
    all
}

#[test]
fn a_source_that_says_it_twice_settles_it_in_any_order() {
    let date = json!({ "type": "date" });
    for order in orders(&[(json!("2024-03"), "a"), (json!("2024-03-05"), "a"), (json!("2024"), "b"), (json!("2023"), "c")]) {
        let told = look(&date, &order, 4);
        assert_eq!(told.state, State::Complete, "{order:?}");
        let conflict = &told.conflicts[0];
        assert_eq!((conflict.value.as_deref(), conflict.sides[0].sources), (Some("2024-03-05"), 2), "{order:?}");
    }
    // Near, and no agreement: one source says two things that another leaves open.
    for order in orders(&[(json!("2024-03"), "a"), (json!("2024-05"), "a"), (json!("2024"), "b"), (json!("2023"), "c")]) {
        assert_eq!(look(&date, &order, 4).state, State::Open, "{order:?}");
    }
}

#[test]
fn the_order_of_facts_and_the_size_of_batches_change_nothing() {
    let fields: [(Value, Vec<Value>); 4] = [
        (
            json!({ "type": "number", "tolerance": { "absolute": 1 } }),
            [3.0, 3.2, 4.0, 4.1, 5.0, 5.2, 7.0, 8.0].map(Value::from).into(),
        ),
        (
            json!({ "type": "date" }),
            ["2024", "2024-03", "2024-03-05", "2024-05-03", "2023", "2024-05", "2024-03-05T10:00", "2024-03-05T10:00:30Z"]
                .map(Value::from)
                .into(),
        ),
        (
            json!({ "type": "list" }),
            vec![json!(["A"]), json!(["B"]), json!(["A", "B"]), json!(["A", "C"]), json!(["A", "B", "C"]), json!(["D", "A"])],
        ),
        (json!({ "many": false }), ["John Smith", "Jane Smith", "J. Smith", "Smith", "Ann Lee"].map(Value::from).into()),
    ];
    let mut state = 7_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..800 {
        let (field, values) = &fields[round % 4];
        let facts: Vec<(Value, &str)> =
            (0..2 + random(4)).map(|_| (values[random(values.len())].clone(), ["a", "b", "c"][random(3)])).collect();
        let looked = |(nth, order): (usize, Vec<_>)| (outline(&look(field, &order, 1 + nth % 5)), order);
        let mut told = orders(&facts).into_iter().enumerate().map(looked);
        let (first, _) = told.next().unwrap();
        for (other, order) in told {
            assert_eq!(other, first, "{order:?} and {facts:?}");
        }
    }
}
