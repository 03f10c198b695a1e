//! What is said decides, and not the order in which it came.

use reflect_engine::reflector::{CanonicalModel, Reflection, ReflectionState as State, reflect};
use serde_json::{Value, json};

fn look(kind: &str, facts: &[&(&str, &str)]) -> Reflection {
    let model = CanonicalModel::check(&json!({ "fields": [{ "path": "n", "type": kind }] })).unwrap();
    let facts: Value = facts.iter().map(|(value, source)| json!({ "path": "n", "value": value, "sourceId": source })).collect();
    let (told, added) = reflect(model, &facts).unwrap();
    assert_eq!(added.refused, []);
    told
}

/// A value as it is shown, without what it counts: that is as the first fact says it.
fn bare(value: &str) -> &str {
    value.split(' ').next().filter(|first| first.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(value)
}

/// All that is told but for the numbers of the facts.
fn outline(told: &Reflection) -> Value {
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    let sides = |c: &reflect_engine::reflector::FactConflict| {
        sorted(c.sides.iter().map(|side| format!("{} {}", bare(&side.value), side.sources)).collect())
    };
    let conflicts = sorted(told.conflicts.iter().map(|c| format!("{} {:?}", c.values, sides(c))).collect());
    let resolved = sorted(told.resolved.iter().map(|r| format!("{} {:?} {}", bare(&r.value), r.by, r.sources)).collect());
    json!([told.state, told.reason, conflicts, resolved])
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
    for (kind, facts, held) in [
        ("number", [("1.2M", "a"), ("about 1.2M", "a"), ("over 1M", "b"), ("5", "c")], "1.2M"),
        ("date", [("March 2024", "a"), ("Q1 2024", "a"), ("2024", "b"), ("2023", "c")], "March 2024"),
        ("money", [("$12", "a"), ("$10-$15", "a"), ("$5-$20", "b"), ("$90", "c")], "$12"),
    ] {
        for order in orders(&facts) {
            let told = look(kind, &order);
            assert_eq!(told.state, State::Complete, "{order:?}");
            assert_eq!((told.resolved[0].value.as_str(), told.resolved[0].sources), (held, 2), "{order:?}");
        }
    }
    // Near, and no agreement: one source says two things that another leaves open.
    for order in orders(&[("3", "a"), ("7", "a"), ("2-9", "b"), ("90", "c")]) {
        assert_eq!(look("number", &order).state, State::Open, "{order:?}");
    }
}

#[test]
fn the_order_of_facts_changes_nothing() {
    let numbers = ["3", "3.2", "2.5-3.6", "over 2", "2-4", "up to 3", "5", "4-9", "7", "3 ± 0.4"];
    let dates = ["2024", "March 2024", "2024-03-05", "03/05/2024", "Q1 2024", "2023", "2024-05-03", "May 2024"];
    let mut state = 7_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let counted = ["5 dogs", "7 dogs", "5", "9", "5 cats", "5 black cats", "over 6", "7 cats", "9 birds"];
    let names = ["J. Smith", "John Smith", "Jane Smith", "J. K. Smith", "John K. Smith", "Ann Lee", "A. Lee", "Smith"];
    for round in 0..800 {
        let (kind, values) =
            [("number", &numbers[..]), ("date", &dates[..]), ("number", &counted[..]), ("entity", &names[..])][round % 4];
        let facts: Vec<(&str, &str)> =
            (0..2 + random(4)).map(|_| (values[random(values.len())], ["a", "b", "c"][random(3)])).collect();
        let mut told = orders(&facts).into_iter().map(|order| (outline(&look(kind, &order)), order));
        let (first, _) = told.next().unwrap();
        for (other, order) in told {
            assert_eq!(other, first, "{order:?} and {facts:?}");
        }
    }
}
