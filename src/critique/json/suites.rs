//! The reader against other people's JSON suites (tests only). Only nst/JSONTestSuite is a hard truth; the others contradict
//! each other, so their rate is printed.

use super::{Ending, Kind, Tree, parse};
use serde_json::{Map, Value};
use std::path::Path;

fn cases(name: &str) -> Option<Vec<Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance/json").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "no shared cases: {}", path.display());
        println!("skipped: no shared cases");
        return None;
    };
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Reads any value, by putting it into a list.
fn read(text: &str) -> (Option<Value>, Ending) {
    let list = format!("[{text}]");
    let tree = parse(&list, 0);
    let whole = tree.ending == Ending::Closed && tree.end == list.len();
    let value = tree.doc().children(0).next().filter(|_| whole).map(|(i, _)| value(&tree, i));
    (value, tree.ending)
}

fn value(tree: &Tree<'_>, index: usize) -> Value {
    let node = tree.nodes.get(index).unwrap();
    match node.kind {
        Kind::Object => {
            let member =
                |(i, n): (usize, &super::Node)| Some((super::unescape(n.key?.of(tree.text)).into_owned(), value(tree, i)));
            Value::Object(tree.doc().children(index).filter_map(member).collect::<Map<String, Value>>())
        }
        Kind::Array => tree.doc().children(index).map(|(i, _)| value(tree, i)).collect(),
        Kind::String => Value::String(tree.doc().string(node).into_owned()),
        Kind::Missing | Kind::Ellipsis => Value::Null,
        Kind::Word => match node.span.of(tree.text) {
            "true" | "True" => true.into(),
            "false" | "False" => false.into(),
            "null" | "None" | "undefined" => Value::Null,
            word => word.parse::<f64>().map_or_else(|_| word.into(), Value::from),
        },
    }
}

fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| equal(v, w)))
        }
        _ => a == b,
    }
}

#[test]
fn every_valid_case_of_nst_is_read_exactly() {
    let Some(cases) = cases("nst_jsontestsuite.jsonl") else { return };
    let mut valid = 0;
    for case in &cases {
        let Some(text) = case["input"].as_str() else { continue };
        let (read, ending) = read(text);
        if let Some(expected) = case["expect"].get("value") {
            valid += 1;
            assert!(read.as_ref().is_some_and(|read| equal(read, expected)), "{}: {text} as {read:?} ({ending:?})", case["test"]);
        }
    }
    assert_eq!(valid, 95);
    println!("nst_jsontestsuite: {valid} of {valid} valid texts read exactly");
}

#[test]
fn the_other_suites_are_read_without_a_panic_and_the_rates_are_printed() {
    for name in ["jsonrepair_js", "best_effort", "aisdk_fixjson", "aisdk_securejson", "partial_json_js"] {
        let Some(cases) = cases(&format!("{name}.jsonl")) else { return };
        let (mut equals, mut all) = (0, 0);
        for case in &cases {
            let (Some(text), Some(expected)) = (case["input"].as_str(), case["expect"].get("value")) else { continue };
            all += 1;
            equals += usize::from(read(text).0.is_some_and(|read| equal(&read, expected)));
        }
        println!("{name}: {equals} of {all} as its authors expect");
        assert!(all > 0);
    }
}
