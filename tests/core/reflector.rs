//! The reflector: what two facts say of each other, what is missing, what is in conflict, and what is next.

use reflect_engine::reflector::{
    CanonicalModel, Reflection, ReflectionReason as Reason, ReflectionState as State, Reflector, ReflectorSettings, SearchKind,
    SettledBy, reflect, relate,
};
use serde_json::{Value, json};

use crate::reflector_conflicts::{settled, verified};

pub fn model(fields: Value) -> CanonicalModel {
    CanonicalModel::check(&json!({ "fields": fields })).unwrap()
}

pub fn reflector(fields: Value) -> Reflector {
    Reflector::new(model(fields), ReflectorSettings::default())
}

fn facts(list: &[(&str, Value, &str)]) -> Value {
    list.iter().map(|(path, value, source)| json!({ "path": path, "value": value, "sourceId": source })).collect()
}

pub fn added(reflector: &mut Reflector, list: &[(&str, Value, &str)]) -> Reflection {
    let added = reflector.add(&facts(list)).unwrap();
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
fn pairs_stand_to_each_other_as_the_table_says() {
    let table = include_str!("../fixtures/conflicts.jsonl");
    assert!(table.lines().count() >= 60);
    let mut wrong = Vec::new();
    for line in table.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (model, a, b) = pair(&row);
        let relation = |a: &Value, b: &Value| {
            let fact = |raw| reflect_engine::reflector::Fact::check(raw).unwrap();
            relate(&model.fields[0], &fact(a), &fact(b)).map_or_else(|e| e.message, |r| json!(r).as_str().unwrap().to_owned())
        };
        let (there, back) = (relation(&a, &b), relation(&b, &a));
        // A reflector that is given both sees a conflict exactly when the pair is one.
        let mut reflector = Reflector::new(model.clone(), ReflectorSettings::default());
        reflector.add(&json!([a, b])).unwrap();
        let seen = reflector.reflect().conflicts.len() == 1;
        let wanted = row["relation"].as_str().unwrap();
        if there != wanted || back != wanted || seen != (wanted == "conflict") {
            wrong.push(format!("{line}\n  got {there}, back {back}, seen {seen}"));
        }
    }
    assert!(wrong.is_empty(), "{} of them wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_missing_comes_before_what_is_in_conflict() {
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
    assert_eq!(
        told.thin.iter().map(|t| (t.path.as_str(), t.count, t.sources)).collect::<Vec<_>>(),
        [("risks", 1, 1), ("rivals", 2, 1), ("price", 1, 1)]
    );
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
    assert!(r.searched(SearchKind::Find, "a", None).unwrap(), "nothing came of it");
    assert_eq!(next(&r), Some(("b".to_owned(), 0)), "the other one is next");
    added(&mut r, &[("b", json!("found"), "s")]);
    assert!(!r.searched(SearchKind::Find, "b", None).unwrap());
    assert_eq!(next(&r), Some(("a".to_owned(), 1)));
    r.searched(SearchKind::Find, "a", None).unwrap();
    let told = r.reflect();
    assert_eq!((told.state, told.reason, told.next), (State::Stalled, Reason::SearchesExhausted, None));
    assert!(told.missing[0].waived);
    let told = added(&mut r, &[("a", json!("late"), "s")]);
    assert_eq!(told.state, State::Complete, "it came after all");
    assert_eq!(r.searched(SearchKind::Find, "c", None).unwrap_err().message, "unknown path `c`; known are a, b");
}

#[test]
fn facts_that_cannot_be_taken_are_named_with_the_reason() {
    let mut r = reflector(json!([
        { "path": "price", "type": "number", "unit": "USD" },
        { "path": "when", "type": "date" },
        { "path": "level", "type": "enum", "values": ["low", "high"] },
        { "path": "now", "type": "number", "asOf": "2024" },
        { "path": "note" },
    ]));
    let number = "`value` must be a plain number such as 1200000 or 1.2e6, or what `normalise` makes one, got";
    let cases = [
        (json!({ "path": "prize", "value": 5, "sourceId": "s" }), "unknown path `prize`, did you mean `price`?".to_owned()),
        (json!({ "path": "price", "value": 5 }), "`sourceId` is missing: who says it?".into()),
        (json!({ "path": "price", "value": 5, "sourceId": " " }), "`sourceId` must be a text that is not blank".into()),
        (json!({ "path": "price", "value": 5, "source": "s" }), "unknown key of a fact `source`".into()),
        (json!({ "path": "price", "value": 5, "currency": "USD", "sourceId": "s" }), "unknown key of a fact `currency`".into()),
        (
            json!({ "path": "price", "value": 5, "origin": 3, "sourceId": "s" }),
            "`origin` must be a text that is not blank, got 3".into(),
        ),
        (json!({ "path": "note", "value": " ", "sourceId": "s" }), "`value` must not be blank".into()),
        (
            json!({ "path": "price", "value": null, "sourceId": "s" }),
            "`value` must be a text, a number, a boolean or a list".into(),
        ),
        (
            json!({ "path": "price", "value": "x", "normalised": {}, "sourceId": "s" }),
            "`normalised` must be a text, a number, a boolean or a list, got an object".into(),
        ),
        (json!({ "path": "price", "value": "cheap", "sourceId": "s" }), format!("{number} \"cheap\"")),
        (json!({ "path": "price", "value": "1,200", "sourceId": "s" }), format!("{number} \"1,200\"")),
        (json!({ "path": "price", "value": "1.2M USD", "sourceId": "s" }), format!("{number} \"1.2M USD\"")),
        (json!({ "path": "price", "value": "Infinity", "sourceId": "s" }), format!("{number} \"Infinity\"")),
        (json!({ "path": "price", "value": "1e999", "sourceId": "s" }), format!("{number} \"1e999\"")),
        (json!({ "path": "price", "value": [5], "sourceId": "s" }), format!("{number} \"5\"")),
        (
            json!({ "path": "price", "value": 5, "unit": "EUR", "sourceId": "s" }),
            "`unit` is \"EUR\", and the field's is \"USD\": `normalise` may convert it".into(),
        ),
        (
            json!({ "path": "when", "value": "2024", "unit": "days", "sourceId": "s" }),
            "`unit` \"days\" means nothing for a field of type date".into(),
        ),
        (
            json!({ "path": "when", "value": "March 2024", "sourceId": "s" }),
            "`value` must be a date as ISO 8601 writes it".into(),
        ),
        (json!({ "path": "when", "value": "2023-02-29", "sourceId": "s" }), "or what `normalise` makes one, got".into()),
        (json!({ "path": "when", "value": "1 ".repeat(40_000), "sourceId": "s" }), "`value` must be a date".into()),
        (
            json!({ "path": "level", "value": "hihg", "sourceId": "s" }),
            "\"hihg\" is none of low, high; did you mean \"high\"?".into(),
        ),
        (json!({ "path": "now", "value": 5, "asOf": "2023", "sourceId": "s" }), "is as of 2023, the field wants 2024".into()),
        (json!({ "path": "now", "value": 5, "asOf": "last year", "sourceId": "s" }), "`asOf` must be a date as ISO".into()),
        (json!({ "path": "now", "value": 5, "asOf": [], "sourceId": "s" }), "`asOf` must be a date, got a list".into()),
        (json!("a fact"), "a fact must be an object, got \"a fact\"".into()),
    ];
    for (at, (fact, why)) in cases.iter().enumerate() {
        let added = r.add(&json!([fact])).unwrap();
        assert_eq!((added.taken, added.refused.len(), added.refused[0].fact), (0, 1, at as u32), "{fact}");
        assert!(added.refused[0].why.contains(why), "{fact}: {}", added.refused[0].why);
    }
    assert_eq!(r.reflect().missing.len(), 5, "none of them fills a field");
    let taken =
        r.add(&json!([{ "path": "now", "value": 5, "asOf": "2024-03", "sourceId": "s", "metadata": { "quality": 1 } }])).unwrap();
    assert_eq!((taken.taken, taken.refused), (1, vec![]));
    assert_eq!(r.add(&json!({})).unwrap_err().message, "`facts` must be a list, got an object");
}

#[test]
fn what_is_wrong_with_a_model_is_named() {
    let field = |extra: Value| {
        let mut field = json!({ "path": "x" });
        field.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        json!({ "fields": [field] })
    };
    let cases = [
        (json!([]), "`canonicalModel` must be an object, got a list"),
        (json!({ "fields": [] }), "`canonicalModel.fields` must be a list of 1 to 10000 fields"),
        (json!({ "field": [] }), "unknown setting `canonicalModel.field`, did you mean `canonicalModel.fields`?"),
        (json!({ "fields": [{}] }), "`fields[0].path` is missing"),
        (json!({ "fields": [{ "path": "a" }, { "path": "a" }] }), "`fields` hold the path `a` twice"),
        (json!({ "fields": [{ "path": "a..b" }] }), "`fields[0].path` must be names with dots between"),
        (json!({ "fields": [{ "path": "a.b" }], "entities": { "b": "X" } }), "`entities.b` names no field"),
        (field(json!({ "type": "nubmer" })), "`fields[0].type` must be one of 'text', 'number',"),
        (field(json!({ "minCount": 0 })), "`fields[0].minCount` must be an integer from 1 to 1000, got 0"),
        (field(json!({ "minsources": 2 })), "unknown setting `fields[0].minsources`, did you mean `fields[0].minSources`?"),
        (field(json!({ "required": "always" })), "`fields[0].required` must be one of 'must', 'should', 'may'"),
        (field(json!({ "type": "enum" })), "`fields[0].values` must be a list of what an enum may be"),
        (
            field(json!({ "type": "number", "tolerance": { "relative": 1 } })),
            "`fields[0].tolerance.relative` must be a number from 0 to 0.999999, got 1",
        ),
        (field(json!({ "type": "date", "tolerance": { "absolute": 1 } })), "`fields[0].tolerance` is for fields of type number"),
        (
            field(json!({ "type": "money" })),
            "`fields[0].type` must be one of 'text', 'number', 'date', 'enum', 'list', got \"money\"",
        ),
        (field(json!({ "unit": "km" })), "`fields[0].unit` is for fields of type number"),
        (field(json!({ "query": "what about {topc}" })), "`fields[0].query` holds `{topc}`"),
        (field(json!({ "type": "number", "asOf": "once" })), "`fields[0].asOf` must be a date as ISO 8601 writes it"),
    ];
    for (raw, told) in cases {
        let error = CanonicalModel::check(&raw).unwrap_err();
        assert_eq!(error.code.as_str(), "invalid_settings");
        assert!(error.message.contains(told), "{raw}: {}", error.message);
    }
    for (raw, told) in [
        (json!({ "maxFruitles": 1 }), "did you mean `reflector.maxFruitless`?"),
        (json!({ "maxFruitless": 0 }), "`reflector.maxFruitless` must be an integer from 1 to 100, got 0"),
        (json!({ "settle": "vote" }), "`reflector.settle` must be one of 'plurality', 'adjudicator', 'never', got \"vote\""),
        (json!({ "plurality": 1 }), "`reflector.plurality` must be an integer from 2 to 1000, got 1"),
    ] {
        let message = ReflectorSettings::check(&raw).unwrap_err().message;
        assert!(message.contains(told), "{raw}: {message}");
    }
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
    let mut r = Reflector::new(CanonicalModel::check(&raw).unwrap(), ReflectorSettings::default());
    let query = |r: &Reflector| r.reflect().next.unwrap().query;
    assert_eq!(query(&r), "Find information about price list of Postgres");
    r.searched(SearchKind::Find, "a.price_list", None).unwrap();
    assert_eq!(query(&r), "databases {path} criticism");
    r.searched(SearchKind::Find, "critics", None).unwrap();
    added(&mut r, &[("a.price_list", json!("free"), "s")]);
    assert_eq!(query(&r), "databases {path} critics failures", "another search, another query");
}

#[test]
fn order_of_facts_and_size_of_batches_change_nothing() {
    let values = [1.2, 1.21, 1.214, 5.0, 1.3, 5.05, 1.2, 1.206];
    let all: Vec<Value> = (0..40)
        .map(|at| json!({ "path": if at % 3 == 0 { "x" } else { "y" }, "value": values[at * 7 % 8], "sourceId": format!("s{}", at * 5 % 11) }))
        .collect();
    let fields = json!([{ "path": "x", "type": "number" }, { "path": "y", "type": "number", "tolerance": { "relative": 0.01 } }]);
    let outline = |told: &Reflection| {
        let conflicts: Vec<_> = told
            .conflicts
            .iter()
            .map(|c| (c.path.clone(), c.values, c.sides.iter().map(|s| s.sources).collect::<Vec<_>>()))
            .collect();
        (told.state, told.reason, conflicts)
    };
    let (whole, _) = reflect(model(fields.clone()), &json!(all)).unwrap();
    for (step, shift) in [(1, 0), (7, 13), (40, 29)] {
        let mut turned = all.clone();
        turned.rotate_left(shift);
        let mut r = reflector(fields.clone());
        for batch in turned.chunks(step) {
            r.add(&json!(batch)).unwrap();
        }
        assert_eq!(outline(&r.reflect()), outline(&whole), "batches of {step}, from {shift}");
    }
}

#[test]
fn whatever_stands_in_the_metadata_changes_no_trace() {
    let fields = json!([
        { "path": "price", "type": "number", "minSources": 2 },
        { "path": "risks", "type": "text", "minCount": 3 },
        { "path": "maker", "many": false },
    ]);
    let mut state = 7_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..2_000 {
        let mut r = [reflector(fields.clone()), reflector(fields.clone())];
        for _ in 0..3 {
            let mut batch: Vec<Value> = (0..4)
                .map(|at| {
                    let path = ["price", "risks", "maker"][random(3)];
                    json!({ "path": path, "value": random(4) + 1, "sourceId": format!("s{}", random(4)), "metadata": { "quality": at } })
                })
                .collect();
            r[0].add(&json!(batch)).unwrap();
            let turn = random(3) + 1;
            let qualities: Vec<Value> = batch.iter().map(|fact| fact["metadata"].clone()).collect();
            for (at, fact) in batch.iter_mut().enumerate() {
                fact["metadata"] = qualities[(at + turn) % 4].clone();
            }
            r[1].add(&json!(batch)).unwrap();
            assert_eq!(r[0].reflect(), r[1].reflect());
            if let Some(next) = r[0].reflect().next {
                assert_eq!(r[0].searched(next.kind, &next.path, None), r[1].searched(next.kind, &next.path, None));
            }
        }
    }
}
