//! Conflicts: what is one, who settles it, and when.

use reflect_engine::message::InputValue;
use reflect_engine::reflector::{
    Reflection, ReflectionReason as Reason, ReflectionState as State, Reflector, ReflectorSettings, SearchKind, SettledBy,
};
use serde_json::{Value, json};

use crate::reflector::{added, model, reflector};

/// Searches in vain for what settles a conflict.
pub fn verified(r: &mut Reflector, path: &str) -> Reflection {
    r.record_search(SearchKind::Verify, path, None).unwrap();
    r.reflect()
}

/// How the first conflict was settled.
pub fn settled(told: &Reflection) -> (Option<SettledBy>, Option<&str>, u32) {
    let conflict = &told.conflicts[0];
    (conflict.settled_by, conflict.value.as_deref(), conflict.sides[0].sources)
}

#[test]
fn a_conflict_is_searched_for_before_anything_settles_it() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    let told = added(&mut r, &[("price", json!(0), "a"), ("price", json!(0), "b"), ("price", json!(7), "c")]);
    assert_eq!((told.state, told.reason), (State::Open, Reason::ResolvingConflict), "two against one, and nobody looked");
    assert_eq!(settled(&told), (None, None, 2));
    let why = r.settle_for_fact(0).unwrap_err().message;
    assert!(why.contains("was not searched for yet"), "{why}");
    r.record_search(SearchKind::Find, "price", None).unwrap();
    assert_eq!(r.reflect().state, State::Open, "another search is no look at it");
    let told = verified(&mut r, "price");
    assert_eq!((told.state, settled(&told)), (State::Complete, (Some(SettledBy::Plurality), Some("0"), 2)));
}

#[test]
fn a_source_that_says_it_twice_is_one_voice() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut r, &[("price", json!(5), "a"), ("price", json!("5.0"), "a"), ("price", json!(7), "b")]);
    assert_eq!(verified(&mut r, "price").state, State::Open, "one source against one");
    let told = added(&mut r, &[("price", json!(7), "c"), ("price", json!(5), "d")]);
    assert_eq!(told.state, State::Open, "two against two");
    let told = added(&mut r, &[("price", json!(7.0), "e")]);
    assert_eq!((told.state, settled(&told)), (State::Complete, (Some(SettledBy::Plurality), Some("7"), 3)));
}

#[test]
fn facts_of_one_origin_are_one_voice() {
    let fields = json!([{ "path": "price", "type": "number", "minSources": 2 }]);
    let copy = |source: &str| json!({ "path": "price", "value": 9, "sourceId": source, "origin": "press release" });
    let mut r = reflector(fields);
    r.add_valid_facts(&InputValue::from(&json!([copy("a"), copy("b"), copy("c")]))).unwrap();
    assert_eq!((r.reflect().thin[0].sources, r.reflect().thin[0].count), (1, 1));
    let told = added(&mut r, &[("price", json!(9), "press release")]);
    assert_eq!(told.thin[0].sources, 1, "the origin itself is that voice");
    added(&mut r, &[("price", json!(7), "filing")]);
    let told = verified(&mut r, "price");
    assert_eq!((told.state, settled(&told)), (State::Open, (None, None, 1)), "one against one");
    let told = added(&mut r, &[("price", json!(7), "audit")]);
    assert_eq!(settled(&told), (Some(SettledBy::Plurality), Some("7"), 2));
    r.record_search(SearchKind::Find, "price", None).unwrap();
    r.add_valid_facts(&InputValue::from(&json!([copy("d")]))).unwrap();
    assert!(r.record_search(SearchKind::Find, "price", None).unwrap(), "one more copy is no find");
}

#[test]
fn settings_say_who_settles_a_conflict() {
    let facts = [("price", json!(5), "a"), ("price", json!(5), "b"), ("price", json!(7), "c")];
    let quarrel = |settings: Value| {
        let settings = ReflectorSettings::check_settings(&InputValue::from(&settings)).unwrap();
        let mut r = Reflector::new(model(json!([{ "path": "price", "type": "number" }])), settings);
        added(&mut r, &facts);
        verified(&mut r, "price");
        r
    };
    for (settings, plurality, resolved) in [
        (json!({}), true, Ok(())),
        (json!({ "settle": "plurality" }), true, Err("`settle` is 'plurality'")),
        (json!({ "plurality": 3 }), false, Ok(())),
        (json!({ "settle": "adjudicator" }), false, Ok(())),
        (json!({ "settle": "never" }), false, Err("`settle` is 'never'")),
    ] {
        let mut r = quarrel(settings.clone());
        let by = plurality.then_some(SettledBy::Plurality);
        assert_eq!(r.reflect().conflicts[0].settled_by, by, "{settings}");
        match (r.settle_for_fact(2), resolved) {
            (Ok(()), Ok(())) => {
                let told = r.reflect();
                assert_eq!(settled(&told), (Some(SettledBy::Adjudicator), Some("7"), 2), "{settings}");
            }
            (Err(error), Err(why)) => assert!(error.message.starts_with(why), "{settings}: {}", error.message),
            (got, _) => panic!("{settings}: {got:?}"),
        }
    }
}

#[test]
fn a_less_precise_value_speaks_for_every_value_that_it_holds() {
    let mut r = reflector(json!([{ "path": "released", "type": "date" }, { "path": "parts", "type": "list" }]));
    let facts = [
        ("released", json!("2024"), "a"),
        ("released", json!("2024-03"), "b"),
        ("released", json!("2024-05"), "c"),
        ("parts", json!(["A"]), "a"),
        ("parts", json!(["A", "B"]), "b"),
        ("parts", json!(["A", "C"]), "c"),
    ];
    let told = added(&mut r, &facts);
    let sides = |told: &Reflection, at: usize| -> Vec<(String, u32)> {
        told.conflicts[at].sides.iter().map(|side| (side.value.clone(), side.sources)).collect()
    };
    assert_eq!(sides(&told, 0), [("2024-03".to_owned(), 2), ("2024-05".to_owned(), 2)]);
    assert_eq!(sides(&told, 1), [("A; B".to_owned(), 2), ("A; C".to_owned(), 2)]);
    added(&mut r, &[("released", json!("2024-05-09"), "d"), ("parts", json!(["B", "C", "A"]), "d")]);
    let told = verified(&mut r, "released");
    assert_eq!(settled(&told), (Some(SettledBy::Plurality), Some("2024-05-09"), 3));
    assert_eq!(told.conflicts.len(), 1, "a list that holds the items of all is no conflict");
}

#[test]
fn numbers_within_the_tolerance_are_on_one_side() {
    let mut r = reflector(json!([{ "path": "x", "type": "number", "tolerance": { "absolute": 1 } }]));
    let told = added(&mut r, &[("x", json!(10), "a"), ("x", json!(12), "b"), ("x", json!(11), "c")]);
    assert_eq!((told.state, told.conflicts.len()), (State::Complete, 0), "one of them agrees with all");
    added(&mut r, &[("x", json!(20), "d"), ("x", json!(20.5), "e")]);
    let told = verified(&mut r, "x");
    assert_eq!((told.conflicts[0].values, settled(&told)), (5, (Some(SettledBy::Plurality), Some("11"), 3)));
    assert_eq!(told.conflicts[0].sides[1].sources, 2);
}

#[test]
fn dissenting_value_is_shown_however_many_agree() {
    let mut r = reflector(json!([{ "path": "x", "type": "number", "tolerance": { "absolute": 100 } }]));
    let many: Value =
        (0..60).flat_map(|n| ["s", "t"].map(|s| json!({ "path": "x", "value": n, "sourceId": format!("{s}{n}") }))).collect();
    r.add_valid_facts(&InputValue::from(&many)).unwrap();
    assert_eq!(r.reflect().state, State::Complete);
    let told = added(&mut r, &[("x", json!(1_000), "alone")]);
    assert_eq!(told.conflicts[0].sides[1].value, "1000");
}

#[test]
fn texts_are_in_conflict_where_a_field_takes_one() {
    let mut r = reflector(json!([{ "path": "title", "many": false }, { "path": "risks" }]));
    let told = added(
        &mut r,
        &[
            ("title", json!("Dune"), "a"),
            ("title", json!(" dune"), "b"),
            ("risks", json!("fire"), "a"),
            ("risks", json!("cost"), "b"),
        ],
    );
    assert_eq!(told.state, State::Complete);
    let told = added(&mut r, &[("title", json!("Solaris"), "c")]);
    assert_eq!((told.conflicts.len(), told.conflicts[0].path.as_str()), (1, "title"));
}

#[test]
fn amounts_are_in_conflict_where_their_words_are_the_same() {
    let relation = |a: Value, b: Value| {
        let mut r = reflector(json!([{ "path": "price", "type": "amount" }]));
        let told = added(&mut r, &[("price", a, "a"), ("price", b, "b")]);
        told.conflicts.len() == 1
    };
    for (a, b, conflict) in [
        ("$10 a month", "$25 a month", true),
        ("$10 a month", "$ 25  A month", false),
        ("$10 a month", "$10.00 A  month", false),
        ("It costs $10.", "It costs $25.", true),
        ("$10 a month", "$120 a year", false),
        ("$10 a month", "€25 a month", false),
        ("$1,200", "$1200", false),
        ("$10 to $20", "$10 to $30", false),
        ("1/2", "5/2", false),
        ("1e3", "1e4", false),
        ("10²", "12²", false),
        ("free", "not sold", false),
    ] {
        assert_eq!((relation(json!(a), json!(b)), relation(json!(b), json!(a))), (conflict, conflict), "{a} | {b}");
    }
    assert!(relation(json!(10), json!(25)), "numbers are amounts, too");
}

#[test]
fn a_fact_is_compared_as_what_it_was_normalised_to() {
    let mut r = reflector(json!([{ "path": "price", "type": "number", "unit": "USD" }]));
    let said = |value: &str, normalised: Value, source: &str| json!({ "path": "price", "value": value, "normalised": normalised, "unit": "million €", "sourceId": source });
    let added = r
        .add_valid_facts(&InputValue::from(&json!([said("1.2", json!(1_200_000), "a"), said("1.2 Mio.", json!("1.2e6"), "b")])))
        .unwrap();
    assert_eq!((added.refused, r.reflect().state), (vec![], State::Complete));
    r.add_valid_facts(&InputValue::from(&json!([said("1.3", json!(1_300_000), "c")]))).unwrap();
    let told = r.reflect();
    let sides: Vec<&str> = told.conflicts[0].sides.iter().map(|side| side.value.as_str()).collect();
    assert_eq!(sides, ["1.2", "1.3"], "it is shown as it was said");
}

#[test]
fn a_conflict_that_nothing_settles_is_given_up_too() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut r, &[("price", json!(5), "a"), ("price", json!(7), "b")]);
    r.record_search(SearchKind::Verify, "price", Some(true)).unwrap();
    added(&mut r, &[("price", json!(7), "b")]);
    assert!(!r.record_search(SearchKind::Verify, "price", Some(false)).unwrap(), "the caller's word counts");
    assert!(r.record_search(SearchKind::Verify, "price", None).unwrap());
    added(&mut r, &[("price", json!(7), "b")]);
    assert!(r.record_search(SearchKind::Verify, "price", None).unwrap(), "what was known is no find");
    let told = r.reflect();
    assert_eq!((told.state, told.conflicts[0].waived), (State::Stalled, true));
}

#[test]
fn an_adjudicator_is_right_until_something_new_speaks_against_them() {
    let mut r = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut r, &[("price", json!(5), "a"), ("price", json!(7), "b")]);
    verified(&mut r, "price");
    r.settle_for_fact(1).unwrap();
    let told = r.reflect();
    assert_eq!((told.state, settled(&told)), (State::Complete, (Some(SettledBy::Adjudicator), Some("7"), 1)));
    let told = added(&mut r, &[("price", json!("7.0"), "c"), ("price", json!(5), "d"), ("price", json!(5), "e")]);
    assert_eq!(told.state, State::Complete, "nothing new speaks against it");
    let told = added(&mut r, &[("price", json!(9), "e"), ("price", json!(7), "f")]);
    assert_eq!(settled(&told).0, None, "this was not there when it was given");
    for (fact, why) in [(9, "there is no fact 9; 7 were given"), (40, "there is no fact 40")] {
        assert!(r.settle_for_fact(fact).unwrap_err().message.starts_with(why));
    }
    let mut calm = reflector(json!([{ "path": "price", "type": "number" }]));
    added(&mut calm, &[("price", json!(5), "a")]);
    assert_eq!(calm.settle_for_fact(0).unwrap_err().message, "fact 0 is in no conflict");
}

/// A reflector of one field of texts, with facts of these sources.
fn texts(field: Value, facts: &[(&str, &str)]) -> Reflector {
    let mut r = reflector(json!([field]));
    added(&mut r, &facts.iter().map(|(value, source)| ("note", json!(value), *source)).collect::<Vec<_>>());
    r
}

#[test]
fn the_host_says_which_texts_contradict_each_other() {
    let facts = [("It is safe.", "a"), ("It burns.", "b"), ("It is blue.", "c"), ("it  is safe.", "d"), ("It burns.", "b")];
    let mut r = texts(json!({ "path": "note" }), &facts);
    assert_eq!(r.reflect().state, State::Complete, "sentences that differ are no conflict by themselves");
    r.add_contradictions(&[0.0, 1.0, 3.0, 1.0]);
    let told = r.reflect();
    assert_eq!((told.state, told.reason, told.conflicts.len()), (State::Open, Reason::ResolvingConflict, 1));
    let sides: Vec<_> =
        told.conflicts[0].sides.iter().map(|side| (side.value.as_str(), side.sources, side.facts.clone())).collect();
    assert_eq!(sides, [("It is safe.", 2, vec![0, 3]), ("It burns.", 1, vec![1, 4])]);
    r.add_contradictions(&[1.0, 0.0]);
    assert_eq!(r.reflect(), told, "the same once more changes nothing");
    // A later voice for one side is counted there, and a later search settles it.
    added(&mut r, &[("note", json!("It burns."), "e"), ("note", json!("It burns."), "f")]);
    let told = verified(&mut r, "note");
    assert_eq!((told.state, settled(&told)), (State::Complete, (Some(SettledBy::Plurality), Some("It burns."), 3)));
    r.settle_for_fact(0).unwrap();
    assert_eq!(settled(&r.reflect()), (Some(SettledBy::Adjudicator), Some("It is safe."), 3));
    assert!(r.settle_for_fact(2).unwrap_err().message.contains("is in no conflict"));
}

#[test]
fn contradictions_that_share_a_text_are_one_conflict() {
    let facts = [("A", "a"), ("B", "b"), ("C", "c"), ("D", "d"), ("E", "e")];
    let mut r = texts(json!({ "path": "note", "minCount": 5 }), &facts);
    r.add_contradictions(&[0.0, 1.0, 2.0, 3.0]);
    let sides = |r: &Reflector| -> Vec<usize> { r.reflect().conflicts.iter().map(|conflict| conflict.sides.len()).collect() };
    assert_eq!(sides(&r), [2, 2]);
    r.add_contradictions(&[1.0, 3.0]);
    assert_eq!(sides(&r), [4]);
    assert!(r.reflect().thin.is_empty(), "five values are five, and no more");
}

#[test]
fn the_host_says_it_of_values_that_agree_by_themselves() {
    let amounts = [("$10 a month", "a"), ("$10 a year", "b"), ("$25 a month", "c")];
    let mut r = texts(json!({ "path": "note", "type": "amount" }), &amounts);
    assert_eq!(r.reflect().conflicts.len(), 1, "10 and 25 a month");
    r.add_contradictions(&[0.0, 2.0]);
    assert_eq!(r.reflect().conflicts.len(), 1, "that was one already");
    r.add_contradictions(&[0.0, 1.0]);
    assert_eq!(r.reflect().conflicts.len(), 2);
}

#[test]
fn contradictions_that_make_no_sense_are_none() {
    let fields = json!([{ "path": "note" }, { "path": "other" }]);
    let fact = |path: &str, value: &str| json!({ "path": path, "value": value, "sourceId": "s" });
    let mut r = reflector(fields);
    r.add_valid_facts(&InputValue::from(&json!([fact("note", "A"), fact("note", "B"), fact("other", "C"), { "path": "note" }])))
        .unwrap();
    r.add_contradictions(&[0.0, 2.0, 0.0, 3.0, 0.0, 0.0, 0.0, 9.0, -5.0, -5.0, f64::NAN, 0.0, 1.0]);
    assert!(r.reflect().conflicts.is_empty(), "of another field, refused, the same, not there, and one alone");
    r.add_contradictions(&[0.0, 1.0]);
    assert_eq!(r.reflect().conflicts.len(), 1);
}
