//! What the core takes without wasm and JavaScript around it, as JSON: the reader on a usual critique and on inputs of 10 MB, and
//! the loop with an instant model. Seconds; `tests/bench/run.mjs` makes rows of them.

#![expect(clippy::disallowed_types, clippy::unwrap_used, reason = "the ban is for the core; a bench needs a clock and may stop")]

use std::hint::black_box;
use std::time::Instant;

use reflect_engine::critique::{ReadOptions, read};
use reflect_engine::flow::Output;
use reflect_engine::reflect::{ReflectRun, RunTask};
use reflect_engine::settings::{Raw, ReflectSettings};
use serde_json::{Value, json};

const LARGE: usize = 10_000_000;

/// 200 bytes.
const CRITIQUE: &str = r#"{"score":5,"issues":["It does not say what happens when the network splits","No example of the two warehouses is given"],"suggestion":"Walk through one split network in stages.","needs_revision":true}"#;

fn main() {
    let options = ReadOptions::default();
    let usual = seconds(20_000, || drop(black_box(read(black_box(CRITIQUE), &options))));
    let serde = seconds(20_000, || drop(black_box(serde_json::from_str::<Value>(black_box(CRITIQUE)))));
    let mut large = serde_json::Map::new();
    for (name, text) in inputs() {
        let begin = Instant::now();
        black_box(read(&text, &options));
        large.insert(name.to_owned(), begin.elapsed().as_secs_f64().into());
    }
    let run = seconds(200, || run_to_the_end(10));
    println!("{}", json!({ "bytes": CRITIQUE.len(), "read": usual, "serde": serde, "large": large, "loopCall": run / 21.0 }));
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

/// Texts of 10 MB, each of a kind that a reader may be slow at.
fn inputs() -> Vec<(&'static str, String)> {
    let filled = |unit: &str| unit.repeat(LARGE / unit.len());
    let around = |open: &str, unit: &str, close: &str| format!("{open}{}{close}", filled(unit));
    vec![
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
    ]
}

/// A run whose critic is never content: answer, then critique and revision `reflections` times.
fn run_to_the_end(reflections: u32) {
    let settings = ReflectSettings::check(&Raw::from(&json!({ "maxReflections": reflections }))).unwrap();
    let task = RunTask::from_json(json!({ "input": "What is the CAP theorem?" })).unwrap();
    let mut run = ReflectRun::create(settings, task, 7, 0.0).unwrap();
    let mut out = None;
    for draft in 0.. {
        match run.poll(0.0).unwrap() {
            Output::Step { step } => drop(black_box(step)),
            Output::Call { call } => out = Some(call),
            Output::Done { result } => return drop(black_box(result)),
            Output::Wait { .. } => {
                let id = out.take().unwrap().id().to_owned();
                let text = if id.starts_with("critique") { CRITIQUE.to_owned() } else { answer(draft) };
                run.reply(&id, json!({ "content": text, "usage": { "inputTokens": 300, "outputTokens": 250 } }), 0.0).unwrap();
            }
        }
    }
}

/// 1 KB.
fn answer(draft: u32) -> String {
    let mut text = format!("Draft {draft}. {}", "A partitioned store must choose between answering and agreeing. ".repeat(16));
    text.truncate(1024);
    text
}
