//! The reflector: what two facts say of each other, what is missing, what is in conflict, and what is next.

use reflect_engine::reflector::{
    CanonicalModel, Reflection, ReflectionReason as Reason, ReflectionState as State, Reflector, ReflectorSettings, ResolvedBy,
    SearchKind, reflect, relate,
};
use serde_json::{Value, json};

fn model(fields: Value) -> CanonicalModel {
    CanonicalModel::check(&json!({ "fields": fields })).unwrap()
}

fn reflector(fields: Value) -> Reflector {
    Reflector::new(model(fields), ReflectorSettings::default()).unwrap()
}

fn facts(list: &[(&str, Value, &str)]) -> Value {
    list.iter().map(|(path, value, source)| json!({ "path": path, "value": value, "sourceId": source })).collect()
}

fn added(reflector: &mut Reflector, list: &[(&str, Value, &str)]) -> Reflection {
    let added = reflector.add(&facts(list)).unwrap();
    assert_eq!(added.refused, [], "all are taken");
    reflector.reflect()
}

fn paths<T>(list: &[T], path: impl Fn(&T) -> &str) -> Vec<&str> {
    list.iter().map(path).collect()
}

fn pair(row: &Value) -> (CanonicalModel, ReflectorSettings, Value, Value) {
    let mut field = row.get("field").cloned().unwrap_or_else(|| json!({}));
    field["path"] = json!("x");
    field["type"] = row["type"].clone();
    let settings = ReflectorSettings::check(row.get("settings").unwrap_or(&json!({}))).unwrap();
    let fact = |given: &Value, source: &str| {
        let mut fact = if given.is_object() { given.clone() } else { json!({ "value": given }) };
        fact["path"] = json!("x");
        fact["sourceId"] = json!(source);
        fact
    };
    (model(json!([field])), settings, fact(&row["a"], "one"), fact(&row["b"], "other"))
}

#[test]
fn pairs_stand_to_each_other_as_the_table_says() {
    let table = include_str!("../fixtures/conflicts.jsonl");
    assert!(table.lines().count() >= 150);
    let mut wrong = Vec::new();
    for line in table.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (model, settings, a, b) = pair(&row);
        let relation = |a: &Value, b: &Value| {
            let fact = |raw| reflect_engine::reflector::Fact::check(raw).unwrap();
            relate(&model.fields[0], &fact(a), &fact(b), &settings)
                .map_or_else(|e| e.message, |r| json!(r).as_str().unwrap().to_owned())
        };
        let (there, back) = (relation(&a, &b), relation(&b, &a));
        // A reflector that is given both sees a conflict exactly when the pair is one.
        let mut reflector = Reflector::new(model.clone(), settings.clone()).unwrap();
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
        { "path": "price", "type": "money" },
        { "path": "note", "required": "may" },
        { "path": "market", "required": "should" },
        { "path": "critics" },
    ]));
    let told = added(&mut r, &[("price", json!("$5"), "a"), ("price", json!("$7"), "b")]);
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

    let told = added(&mut r, &[("price", json!("5 USD"), "c")]);
    assert_eq!((told.state, told.reason, told.next), (State::Complete, Reason::ModelComplete, None));
    assert_eq!((told.resolved[0].value.as_str(), told.resolved[0].sources), ("$5", 2));
}

#[test]
fn a_source_that_says_it_twice_is_one_voice() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    let told = added(&mut r, &[("price", json!(5), "a"), ("price", json!("5.0"), "a"), ("price", json!(7), "b")]);
    assert_eq!(told.state, State::Open, "one source against one");
    let told = added(&mut r, &[("price", json!(7), "c"), ("price", json!(5), "d")]);
    assert_eq!(told.state, State::Open, "two against two");
    let told = added(&mut r, &[("price", json!(7.0), "e")]);
    assert_eq!((told.state, told.resolved[0].by, told.resolved[0].sources), (State::Complete, ResolvedBy::Plurality, 3));
}

#[test]
fn a_less_precise_value_speaks_for_every_value_that_rounds_to_it() {
    let mut r = reflector(json!([{ "path": "users", "type": "number" }]));
    let told = added(&mut r, &[("users", json!("1.2M"), "a"), ("users", json!("1.21M"), "b"), ("users", json!("1.24M"), "c")]);
    assert_eq!(
        told.conflicts[0].sides.iter().map(|s| (s.value.as_str(), s.sources)).collect::<Vec<_>>(),
        [("1.21M", 2), ("1.24M", 2)]
    );
    let told = added(&mut r, &[("users", json!("5M"), "d"), ("users", json!("5M"), "e")]);
    assert_eq!(told.state, State::Open, "three places with two sources each");
    let told = added(&mut r, &[("users", json!("1,240,000"), "f")]);
    assert_eq!((told.resolved[0].value.as_str(), told.resolved[0].sources), ("1,240,000", 3));
}

#[test]
fn a_region_speaks_for_its_cities() {
    let mut r = reflector(json!([{ "path": "seat", "type": "entity",
        "hierarchy": { "Paris": "France", "Lyon": "France", "Berlin": "Germany" } }]));
    let told = added(&mut r, &[("seat", json!("Paris"), "a"), ("seat", json!("France"), "b")]);
    assert_eq!(told.state, State::Complete, "France holds Paris");
    let told = added(&mut r, &[("seat", json!("Berlin"), "c"), ("seat", json!("Germany"), "d")]);
    assert_eq!((told.state, told.conflicts[0].sides.len()), (State::Open, 2), "two against two");
    let told = added(&mut r, &[("seat", json!("Lyon"), "e"), ("seat", json!("Paris, France"), "f")]);
    assert_eq!((told.state, told.resolved[0].value.as_str(), told.resolved[0].sources), (State::Complete, "Paris", 3));
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
            ("rivals", json!("A; B"), "a"),
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
    assert!(r.searched("a", None).unwrap(), "nothing came of it");
    assert_eq!(next(&r), Some(("b".to_owned(), 0)), "the other one is next");
    added(&mut r, &[("b", json!("found"), "s")]);
    assert!(!r.searched("b", None).unwrap());
    assert_eq!(next(&r), Some(("a".to_owned(), 1)));
    r.searched("a", None).unwrap();
    let told = r.reflect();
    assert_eq!((told.state, told.reason, told.next), (State::Stalled, Reason::SearchesExhausted, None));
    assert!(told.missing[0].waived);
    let told = added(&mut r, &[("a", json!("late"), "s")]);
    assert_eq!(told.state, State::Complete, "it came after all");
    assert_eq!(r.searched("c", None).unwrap_err().message, "unknown path `c`; known are a, b");
}

#[test]
fn a_conflict_that_nothing_settles_is_given_up_too() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut r, &[("price", json!(5), "a"), ("price", json!(7), "b")]);
    r.searched("price", Some(true)).unwrap();
    added(&mut r, &[("price", json!(7), "b")]);
    assert!(!r.searched("price", Some(false)).unwrap(), "the caller's word counts");
    assert!(r.searched("price", None).unwrap());
    added(&mut r, &[("price", json!(7), "b")]);
    assert!(r.searched("price", None).unwrap(), "what was known is no find");
    let told = r.reflect();
    assert_eq!((told.state, told.conflicts[0].waived), (State::Stalled, true));
}

#[test]
fn an_adjudicators_word_holds_until_something_new_speaks_against_it() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut r, &[("price", json!(5), "a"), ("price", json!(7), "b")]);
    r.resolve(1).unwrap();
    let told = r.reflect();
    assert_eq!(
        (told.state, told.resolved[0].by, told.resolved[0].value.as_str()),
        (State::Complete, ResolvedBy::Adjudicator, "7")
    );
    let told = added(&mut r, &[("price", json!("7.0"), "c"), ("price", json!(5), "d")]);
    assert_eq!(told.state, State::Complete, "nothing new speaks against it");
    let told = added(&mut r, &[("price", json!(9), "e")]);
    assert_eq!(told.state, State::Open, "this was not there when it was given");
    for (fact, why) in [(9, "there is no fact 9; 5 were given"), (40, "there is no fact 40")] {
        assert!(r.resolve(fact).unwrap_err().message.starts_with(why));
    }
    let mut calm = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut calm, &[("price", json!(5), "a")]);
    assert_eq!(calm.resolve(0).unwrap_err().message, "fact 0 stands in no conflict");
}

#[test]
fn facts_that_cannot_be_taken_are_named_with_the_reason() {
    let mut r = Reflector::new(
        model(json!([
            { "path": "price", "type": "money", "unit": "USD" },
            { "path": "size", "type": "number", "unit": "km" },
            { "path": "when", "type": "date" },
            { "path": "level", "type": "enum", "values": ["low", "high"] },
            { "path": "now", "type": "number", "asOf": "2024" },
        ])),
        ReflectorSettings::default(),
    )
    .unwrap();
    let cases = [
        (json!({ "path": "prize", "value": 5, "sourceId": "s" }), "unknown path `prize`, did you mean `price`?"),
        (json!({ "path": "price", "value": 5 }), "`sourceId` is missing: who says it?"),
        (json!({ "path": "price", "value": 5, "sourceId": " " }), "`sourceId` must be a text that is not blank"),
        (json!({ "path": "price", "value": 5, "source": "s" }), "unknown key of a fact `source`"),
        (json!({ "path": "price", "value": "n/a", "sourceId": "s" }), "`value` says that nothing was found: \"n/a\""),
        (json!({ "path": "price", "value": null, "sourceId": "s" }), "`value` must be a text, a number, a boolean or a list"),
        (json!({ "path": "price", "value": "cheap", "sourceId": "s" }), "\"cheap\" cannot be read as a number"),
        (json!({ "path": "size", "value": "9e300 trillion", "sourceId": "s" }), "is too large a number"),
        (json!({ "path": "when", "value": "1 ".repeat(40_000), "sourceId": "s" }), "cannot be read as a date"),
        (
            json!({ "path": "price", "value": "€5", "currency": "USD", "sourceId": "s" }),
            "`value` is in EUR and `currency` says USD",
        ),
        (
            json!({ "path": "price", "value": 5, "currency": "doubloons", "sourceId": "s" }),
            "`currency` \"doubloons\" is no currency",
        ),
        (json!({ "path": "size", "value": "5 kg", "sourceId": "s" }), "\"kg\" cannot be turned into the field's unit"),
        (
            json!({ "path": "size", "value": "5 km", "unit": "mi", "sourceId": "s" }),
            "`value` is in \"km\" and `unit` says \"mi\"",
        ),
        (json!({ "path": "when", "value": "soon", "sourceId": "s" }), "\"soon\" cannot be read as a date"),
        (json!({ "path": "when", "value": "2023-02-29", "sourceId": "s" }), "cannot be read as a date"),
        (json!({ "path": "level", "value": "hihg", "sourceId": "s" }), "\"hihg\" is none of low, high; did you mean \"high\"?"),
        (json!({ "path": "now", "value": 5, "asOf": "2023", "sourceId": "s" }), "is as of 2023, the field wants 2024"),
        (json!("a fact"), "a fact must be an object, got \"a fact\""),
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
        (json!({ "field": [] }), "unknown key `canonicalModel.field`, did you mean `canonicalModel.fields`?"),
        (json!({ "fields": [{}] }), "`fields[0].path` must be a text"),
        (json!({ "fields": [{ "path": "a" }, { "path": "a" }] }), "`fields` hold the path `a` twice"),
        (json!({ "fields": [{ "path": "a..b" }] }), "`fields[0].path` must be names with dots between"),
        (json!({ "fields": [{ "path": "a.b" }], "entities": { "b": "X" } }), "`entities.b` names no field"),
        (field(json!({ "type": "nubmer" })), "`fields[0].type` must be one of text, number,"),
        (field(json!({ "minCount": 0 })), "`fields[0].minCount` must be an integer from 1 to 1000, got 0"),
        (field(json!({ "minsources": 2 })), "unknown key `fields[0].minsources`, did you mean `fields[0].minSources`?"),
        (field(json!({ "required": "always" })), "`fields[0].required` must be one of must, should, may"),
        (field(json!({ "type": "enum" })), "`fields[0].values` must be a list of what an enum may be"),
        (field(json!({ "type": "number", "tolerance": { "relative": 1 } })), "`fields[0].tolerance.relative` must be a share"),
        (field(json!({ "type": "date", "tolerance": { "relative": 0.1 } })), "means nothing for a date"),
        (field(json!({ "unit": "km" })), "`fields[0].unit` is for fields of type number and money"),
        (field(json!({ "query": "what about {topc}" })), "`fields[0].query` holds `{topc}`"),
        (field(json!({ "type": "money", "unit": "km" })), "`x`: the unit \"km\" is no currency"),
        (field(json!({ "type": "number", "asOf": "once" })), "`x`: `asOf` must be a date, got \"once\""),
        (field(json!({ "type": "entity", "hierarchy": { "a": "b", "b": "a" } })), "lies in a circle"),
    ];
    for (raw, told) in cases {
        let error =
            CanonicalModel::check(&raw).and_then(|m| Reflector::new(m, ReflectorSettings::default()).map(drop)).unwrap_err();
        assert_eq!(error.code.as_str(), "invalid_settings");
        assert!(error.message.contains(told), "{raw}: {}", error.message);
    }
    for (raw, told) in [
        (json!({ "maxFruitles": 1 }), "did you mean `reflector.maxFruitless`?"),
        (json!({ "maxFruitless": 0 }), "`reflector.maxFruitless` must be an integer from 1 to 100, got 0"),
        (json!({ "rates": { "XYZ": 1 } }), "which is no currency code"),
        (json!({ "rates": { "EUR": 0 } }), "`reflector.rates.EUR` must be a number above 0"),
        (json!({ "dateOrder": "ymd" }), "`reflector.dateOrder` must be one of dmy, mdy"),
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
    let mut r = Reflector::new(CanonicalModel::check(&raw).unwrap(), ReflectorSettings::default()).unwrap();
    let query = |r: &Reflector| r.reflect().next.unwrap().query;
    assert_eq!(query(&r), "Find information about price list of Postgres");
    r.searched("a.price_list", None).unwrap();
    assert_eq!(query(&r), "databases {path} criticism");
    r.searched("critics", None).unwrap();
    added(&mut r, &[("a.price_list", json!("free"), "s")]);
    assert_eq!(query(&r), "databases {path} critics failures", "another search, another query");
}

#[test]
fn order_of_facts_and_size_of_batches_change_nothing() {
    let values = ["1.2M", "1.21M", "1,214,000", "5M", "1.3M", "5,000,000", "1.2 million", "about 1.2M"];
    let all: Vec<Value> = (0..40)
        .map(|at| json!({ "path": if at % 3 == 0 { "x" } else { "y" }, "value": values[at * 7 % 8], "sourceId": format!("s{}", at * 5 % 11) }))
        .collect();
    let fields = json!([{ "path": "x", "type": "number" }, { "path": "y", "type": "money", "tolerance": { "relative": 0.01 } }]);
    let outline = |told: &Reflection| {
        let conflicts: Vec<_> = told
            .conflicts
            .iter()
            .map(|c| (c.path.clone(), c.values, c.sides.iter().map(|s| s.sources).collect::<Vec<_>>()))
            .collect();
        let resolved: Vec<_> = told.resolved.iter().map(|r| (r.path.clone(), r.sources)).collect();
        (told.state, told.reason, conflicts, resolved)
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
        { "path": "price", "type": "money", "minSources": 2 },
        { "path": "risks", "type": "text", "minCount": 3 },
        { "path": "maker", "type": "entity" },
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
                assert_eq!(r[0].searched(&next.path, None), r[1].searched(&next.path, None));
            }
        }
    }
}
