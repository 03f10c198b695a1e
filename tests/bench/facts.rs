//! What a fact costs the reflector, among 1,000, 10,000 and 100,000: reading, normalising, comparing, and a look after each batch of
//! 1,000. Prints a table; `cargo xtask bench facts` runs it.

#![expect(clippy::disallowed_types, clippy::unwrap_used, reason = "the ban is for the core; a bench needs a clock and may stop")]

use std::hint::black_box;
use std::time::Instant;

use reflect_engine::reflector::{CanonicalModel, Reflector, ReflectorSettings};
use serde_json::{Value, json};

const BATCH: usize = 1_000;
/// The target: a fact among 100,000 costs at most this many times what it costs among 1,000.
const TARGET: f64 = 2.0;

fn main() {
    let mut costs = Vec::new();
    println!("| facts | µs a fact, in batches of {BATCH} with a look after each | µs a fact, at once | the last batch, ms |");
    println!("|---:|---:|---:|---:|");
    for count in [1_000, 10_000, 100_000] {
        let facts: Vec<Value> = (0..count).map(|at| fact(at, count)).collect();
        let batches: Vec<Value> = facts.chunks(BATCH).map(|batch| json!(batch)).collect();
        let whole = json!(facts);
        let (mut batched, mut at_once, mut last) = (f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..(200_000 / count).clamp(3, 15) {
            let mut r = reflector();
            let begin = Instant::now();
            for batch in &batches {
                let own = Instant::now();
                black_box(r.add(batch).unwrap());
                black_box(r.reflect());
                last = own.elapsed().as_secs_f64();
            }
            batched = batched.min(begin.elapsed().as_secs_f64());
            let mut r = reflector();
            let begin = Instant::now();
            black_box(r.add(&whole).unwrap());
            black_box(r.reflect());
            at_once = at_once.min(begin.elapsed().as_secs_f64());
        }
        let each = |seconds: f64| seconds * 1e6 / count as f64;
        println!("| {count} | {:.2} | {:.2} | {:.2} |", each(batched), each(at_once), last * 1e3);
        costs.push(each(batched));
    }
    let growth = costs.last().unwrap() / costs.first().unwrap();
    println!("\ngrowth {growth:.2} ×, at most {TARGET} × wanted: {}", if growth <= TARGET { "held" } else { "missed" });
}

/// Facts of five kinds about a hundred things, a tenth of them wrong.
fn fact(at: usize, of: usize) -> Value {
    let random = (at as u64).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 33;
    let thing = random % 100;
    let truth = if random.is_multiple_of(10) { random } else { thing * 7_919 };
    let value = match thing % 5 {
        0 => json!(truth * 1_000),
        1 => json!(format!("{}.{:02}", truth, truth % 100)),
        2 => json!(format!("{}-{:02}-{:02}", 1990 + truth % 40, truth % 12 + 1, truth % 28 + 1)),
        3 => json!(format!("Company {truth} Inc.")),
        _ => json!([format!("Author {truth}"), format!("Author {}", truth + 1)]),
    };
    json!({ "path": format!("thing_{thing}"), "value": value, "sourceId": format!("source {}", random as usize % (of / 20)) })
}

fn reflector() -> Reflector {
    let field = |at: usize| match at % 5 {
        0 | 1 => json!({ "path": format!("thing_{at}"), "type": "number" }),
        2 => json!({ "path": format!("thing_{at}"), "type": "date" }),
        3 => json!({ "path": format!("thing_{at}"), "many": false }),
        _ => json!({ "path": format!("thing_{at}"), "type": "list" }),
    };
    let fields: Vec<Value> = (0..100).map(field).collect();
    Reflector::new(CanonicalModel::check(&json!({ "fields": fields })).unwrap(), ReflectorSettings::default())
}
