//! The reflector: what two facts say of each other, what is missing, what is in conflict, and what is next.

use reflect_engine::message::InputValue;
use reflect_engine::reflector::{
    CanonicalModel, Reflection, ReflectionReason as Reason, ReflectionState as State, Reflector, ReflectorSettings, SearchKind,
    SettledBy, compare_facts,
};
use serde_json::{Value, json};

use crate::reflector_conflicts::{settled, verified};
use crate::script::Random;

pub fn model(fields: Value) -> CanonicalModel {
    CanonicalModel::check_model(&InputValue::from(&json!({ "fields": fields }))).unwrap()
}

pub fn reflector(fields: Value) -> Reflector {
    Reflector::new(model(fields), ReflectorSettings::default())
}

fn facts(list: &[(&str, Value, &str)]) -> Value {
    list.iter().map(|(path, value, source)| json!({ "path": path, "value": value, "sourceId": source })).collect()
}

pub fn added(reflector: &mut Reflector, list: &[(&str, Value, &str)]) -> Reflection {
    let added = reflector.add_valid_facts(&InputValue::from(&facts(list))).unwrap();
    assert_eq!(added.refused, [], "all are taken");
    reflector.reflect()
}

fn paths<T>(list: &[T], path: impl Fn(&T) -> &str) -> Vec<&str> {
    list.iter().map(path).collect()
}

fn pair(row: &Value) -> (CanonicalModel, Value, Value) {
    let mut field = row.get("field").cloned().unwrap_or_else(|| json!({}));
    field["path"] = json!("x");
    field["type"] = row["type"].clone();
    let fact = |given: &Value, source: &str| {
        let mut fact = if given.is_object() { given.clone() } else { json!({ "value": given }) };
        fact["path"] = json!("x");
        fact["sourceId"] = json!(source);
        fact
    };
    (model(json!([field])), fact(&row["a"], "one"), fact(&row["b"], "other"))
}

#[test]
fn fact_pairs_relate_as_the_table_says() {
    let table = include_str!("../fixtures/conflicts.jsonl");
    assert!(table.lines().count() >= 60);
    let mut wrong = Vec::new();
    for line in table.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (model, a, b) = pair(&row);
        let relation = |a: &Value, b: &Value| {
            let fact = |raw| reflect_engine::reflector::Fact::read_fact(&InputValue::from(raw)).unwrap();
            compare_facts(&model.fields[0], &fact(a), &fact(b))
                .map_or_else(|e| e.message, |r| json!(r).as_str().unwrap().to_owned())
        };
        let (there, back) = (relation(&a, &b), relation(&b, &a));
        // A reflector that is given both sees a conflict exactly when the pair is one.
        let mut reflector = Reflector::new(model.clone(), ReflectorSettings::default());
        reflector.add_valid_facts(&InputValue::from(&json!([a, b]))).unwrap();
        let seen = reflector.reflect().conflicts.len() == 1;
        let wanted = row["relation"].as_str().unwrap();
        if there != wanted || back != wanted || seen != (wanted == "conflict") {
            wrong.push(format!("{line}\n  got {there}, back {back}, seen {seen}"));
        }
    }
    assert!(wrong.is_empty(), "{} of them wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn missing_fields_come_before_conflicts() {
    let mut r = reflector(json!([
        { "path": "price", "type": "number", "unit": "USD" },
        { "path": "note", "required": "may" },
        { "path": "market", "required": "should" },
        { "path": "critics" },
    ]));
    let told = added(&mut r, &[("price", json!("5 USD"), "a"), ("price", json!(7), "b")]);
    assert_eq!(paths(&told.missing, |m| &m.path), ["market", "critics"]);
    assert_eq!(told.conflicts.len(), 1);
    assert_eq!((told.state, told.reason), (State::Open, Reason::IncompleteModel));
    let next = told.next.unwrap();
    assert_eq!((next.kind, next.path.as_str()), (SearchKind::Find, "critics"), "what must be there goes first");
    assert_eq!(next.query, "Find information about critics", "the seed's words");

    let told = added(&mut r, &[("critics", json!("slow"), "a"), ("market", json!("small"), "a")]);
    assert_eq!(told.reason, Reason::ResolvingConflict);
    let next = told.next.unwrap();
    assert_eq!((next.kind, next.query.as_str()), (SearchKind::Verify, "Verify exact figures for price"));

    added(&mut r, &[("price", json!(5.0), "c")]);
    let told = verified(&mut r, "price");
    assert_eq!((told.state, told.reason), (State::Complete, Reason::ModelComplete));
    assert_eq!((settled(&told), told.next.as_ref()), ((Some(SettledBy::Plurality), Some("5 USD"), 2), None));
}

#[test]
fn thin_fields_want_more_items_and_more_sources() {
    let mut r = reflector(json!([
        { "path": "risks", "type": "text", "minCount": 2, "minSources": 2 },
        { "path": "rivals", "type": "list", "minCount": 3 },
        { "path": "price", "type": "number", "minSources": 2 },
        { "path": "extra", "required": "may", "minCount": 5 },
    ]));
    let told = added(
        &mut r,
        &[
            ("risks", json!("fire"), "a"),
            ("rivals", json!(["A", "B"]), "a"),
            ("price", json!(5), "a"),
            ("price", json!(5), "a"),
            ("extra", json!("x"), "a"),
        ],
    );
    assert_eq!(told.reason, Reason::ThinEvidence);
    let thin: Vec<_> = told.thin.iter().map(|t| (t.path.as_str(), t.count, t.sources)).collect();
    assert_eq!(thin, [("risks", 1, 1), ("rivals", 2, 1), ("price", 1, 1)]);
    assert_eq!(told.next.unwrap().kind, SearchKind::Find);
    let told =
        added(&mut r, &[("risks", json!("flood"), "b"), ("rivals", json!(["A", "B", "C"]), "a"), ("price", json!("5.0"), "b")]);
    assert_eq!((told.state, told.thin), (State::Complete, vec![]));
}

#[test]
fn a_field_that_is_searched_for_in_vain_is_given_up_and_never_complete() {
    let mut r = reflector(json!([{ "path": "a" }, { "path": "b" }]));
    let next = |r: &Reflector| r.reflect().next.map(|next| (next.path, next.attempt));
    assert_eq!(next(&r), Some(("a".to_owned(), 0)));
    assert!(r.record_search(SearchKind::Find, "a", None).unwrap(), "nothing came of it");
    assert_eq!(next(&r), Some(("b".to_owned(), 0)), "the other one is next");
    added(&mut r, &[("b", json!("found"), "s")]);
    assert!(!r.record_search(SearchKind::Find, "b", None).unwrap());
    assert_eq!(next(&r), Some(("a".to_owned(), 1)));
    r.record_search(SearchKind::Find, "a", None).unwrap();
    let told = r.reflect();
    assert_eq!((told.state, told.reason, told.next), (State::Stalled, Reason::SearchesExhausted, None));
    assert!(told.missing[0].waived);
    let told = added(&mut r, &[("a", json!("late"), "s")]);
    assert_eq!(told.state, State::Complete, "it came after all");
    assert_eq!(r.record_search(SearchKind::Find, "c", None).unwrap_err().message, "unknown path `c`; known are a, b");
}

#[test]
fn queries_name_the_entity_or_the_topic() {
    let raw = json!({
        "topic": "databases {path}",
        "entities": { "a": "Postgres" },
        "fields": [
            { "path": "a.price_list" },
            { "path": "critics", "query": ["{topic} criticism", "{topic} {field} failures"] },
        ],
    });
    let mut r = Reflector::new(CanonicalModel::check_model(&InputValue::from(&raw)).unwrap(), ReflectorSettings::default());
    let query = |r: &Reflector| r.reflect().next.unwrap().query;
    assert_eq!(query(&r), "Find information about price list of Postgres");
    r.record_search(SearchKind::Find, "a.price_list", None).unwrap();
    assert_eq!(query(&r), "databases {path} criticism");
    r.record_search(SearchKind::Find, "critics", None).unwrap();
    added(&mut r, &[("a.price_list", json!("free"), "s")]);
    assert_eq!(query(&r), "databases {path} critics failures", "another search, another query");
}

/// Adds the facts in this order, so many at a time.
fn look(field: &Value, facts: &[&(Value, &str)], batch: usize) -> Reflection {
    let mut field = field.clone();
    field["path"] = json!("n");
    let model = CanonicalModel::check_model(&InputValue::from(&json!({ "fields": [field] }))).unwrap();
    let mut reflector = Reflector::new(model, ReflectorSettings::default());
    for facts in facts.chunks(batch) {
        let fact = |(value, source): &&(Value, &str)| json!({ "path": "n", "value": value, "sourceId": source });
        assert_eq!(reflector.add_valid_facts(&InputValue::from(&facts.iter().map(fact).collect())).unwrap().refused, []);
    }
    reflector.record_search(SearchKind::Verify, "n", None).unwrap();
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
    let mut chance = Random(7);
    let mut random = |below: usize| chance.below(below as u64) as usize;
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

#[test]
fn an_item_of_a_list_is_refused_for_what_is_wrong_with_it() {
    let mut reflector = reflector(json!([{ "path": "tags", "type": "list" }]));
    let cases = [
        (json!(" "), "items of `value` must not be blank"),
        (json!("ä".repeat(100_001)), "items of `value` must not be longer than 100000 characters, got 100001"),
        (json!(true), "items of `value` must be texts or numbers, got true"),
    ];
    for (item, why) in cases {
        let added = reflector.add_valid_facts(&InputValue::from(&facts(&[("tags", json!(["a", item]), "s")]))).unwrap();
        assert_eq!(added.refused.iter().map(|refused| refused.why.as_str()).collect::<Vec<_>>(), [why]);
    }
    for value in [json!("ä".repeat(100_000)), json!(["ä".repeat(100_000)])] {
        let added = reflector.add_valid_facts(&InputValue::from(&facts(&[("tags", value, "s")]))).unwrap();
        assert!(added.refused.is_empty(), "a letter counts once, however many bytes it has: {:?}", added.refused);
    }
}
