//! What the critique reader takes on a usual critique and on inputs of 10 MB, as JSON. Seconds; `tests/bench/run.mjs` makes rows of them.

#![expect(clippy::disallowed_types, clippy::unwrap_used, reason = "the ban is for the core; a bench needs a clock and may stop")]

use std::hint::black_box;
use std::time::Instant;

use reflect_engine::critique::{ReadOptions, read_critique};
use serde_json::{Value, json};

const LARGE: usize = 10_000_000;

/// 200 bytes.
const CRITIQUE: &str = r#"{"score":5,"issues":["It does not say what happens when the network splits","No example of the two warehouses is given"],"suggestion":"Walk through one split network in stages.","needs_revision":true}"#;

fn main() {
    let options = ReadOptions::default();
    let usual = seconds(20_000, || drop(black_box(read_critique(black_box(CRITIQUE), &options))));
    let serde = seconds(20_000, || drop(black_box(serde_json::from_str::<Value>(black_box(CRITIQUE)))));
    let mut large = serde_json::Map::new();
    for (half, whole) in inputs(LARGE / 2).into_iter().zip(inputs(LARGE)) {
        let name = half.0;
        let taken = [half, whole].map(|(_, text, answer)| {
            let options = ReadOptions { answer: Some(answer), ..options.clone() };
            // Of a few tries the least: what else the machine does is no growth.
            let tries = (0..3).map(|_| {
                let begin = Instant::now();
                black_box(read_critique(&text, &options));
                begin.elapsed().as_secs_f64()
            });
            tries.fold(f64::INFINITY, f64::min)
        });
        large.insert(name.to_owned(), json!(taken));
    }
    println!("{}", json!({ "bytes": CRITIQUE.len(), "read": usual, "serde": serde, "large": large }));
}

/// The median of 15 rounds of `count` times each.
fn seconds(count: u32, mut work: impl FnMut()) -> f64 {
    let mut rounds: Vec<f64> = (0..16)
        .map(|_| {
            let begin = Instant::now();
            (0..count).for_each(|_| work());
            begin.elapsed().as_secs_f64() / f64::from(count)
        })
        .skip(1)
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds.get(rounds.len() / 2).copied().unwrap()
}

/// Texts of this size, each of a kind that a reader may be slow at, and the answer that was judged.
fn inputs(size: usize) -> Vec<(&'static str, String, String)> {
    let filled = |unit: &str| unit.repeat(size / unit.len());
    let around = |open: &str, unit: &str, close: &str| format!("{open}{}{close}", filled(unit));
    let many: String = (0..60).map(|n| format!("{{\"score\":{},\"needs_revision\":false}},", f64::from(n) / 10.0)).collect();
    let texts = vec![
        (
            "one long issue",
            around(r#"{"score":5,"issues":[""#, "It does not say why. ", r#""],"suggestion":"","needs_revision":true}"#),
        ),
        (
            "many issues",
            around(r#"{"score":5,"issues":["a""#, r#","It does not say why.""#, r#"],"suggestion":"","needs_revision":true}"#),
        ),
        ("many critiques", filled(CRITIQUE)),
        ("prose", filled("The answer is nearly right, but it lacks an example. ")),
        ("labels in prose", filled("Score: 5/10\nNeeds revision: yes\n")),
        ("opening braces", filled("{")),
        ("opening brackets", filled("[")),
        ("opening keys", filled(r#"{"score":"#)),
        ("nested lists in a key", around(r#"{"issues":"#, "[", "")),
        ("quotes", filled("\"")),
        ("backslashes", around(r#"{"suggestion":""#, "\\", "\"}")),
        ("inner quotes", around(r#"{"suggestion":""#, r#"say "this" "#, r#"","score":5}"#)),
        ("reasoning tags", filled("<think>")),
        ("reasoning blocks", filled("<think>a</think>")),
        ("angle brackets", filled("<")),
        ("fences", filled("```json\n{\"score\": 5\n```\n")),
        ("empty objects", filled("{}")),
        ("digits", around(r#"{"score":"#, "9", "}")),
        ("blanks", filled(" \n")),
        ("letters beyond ASCII", filled("„Ünïcödé“ 🦀 ")),
        ("forms in a list", around("[", r#"{"score":9,"needs_revision":false},"#, r#"{"a":1}]"#)),
        ("forms in an envelope", around(r#"{"a":["#, r#"{"score":9,"needs_revision":false},"#, r#"{}],"b":1}"#)),
        ("comments", around(r#"[{"score":9,"needs_revision":false},"#, "/**/", "{}]")),
        ("keys that are not ours", around(r#"{"score":9"#, r#","a":1"#, "}")),
        ("a field over and over", around(r#"{"score":9"#, r#","score":9"#, "}")),
        ("brackets in a form", around(r#"{"score":9,"issues":"#, "[", "")),
    ];
    let texts = texts.into_iter().map(|(name, text)| (name, text, String::new()));
    // An answer full of what forms begin with, and forms that are none of it.
    let begun = |name, unit: &str| (name, format!("[{many}{{}}]"), filled(unit));
    texts
        .chain([
            begun("echoes of a form", r#"{"score":9,"needs_revision":f"#),
            begun("echoes of a brace", "{"),
            begun("echoes of a digit", r#"{"score":9"#),
        ])
        .collect()
}
