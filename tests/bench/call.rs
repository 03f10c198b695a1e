//! What a model call costs the core natively: `cargo xtask bench call` prints its instructions, which valgrind counts, and its allocations.
//! CI counts those of the build that the tests run, which is there already.
//! Neither depends on how busy the machine is, and above a cap it fails. Runs have 10 reflections and answers of 1 KB; the difference
//! between two numbers of runs counts. With a number as argument it only plays so many runs.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a bench may stop at what cannot be")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use reflect_engine::flow::{Call, Machine, Output, Reply};
use reflect_engine::message::{Content, ModelResponse, SharedText, Usage};
use reflect_engine::reflect::{Engine, RunTask};
use reflect_engine::settings::{InputValue, ReflectSettings};
use serde_json::json;

/// What a critic that is never content writes: 200 bytes.
const CRITIQUE: &str = r#"{"score":5,"issues":["It does not say what happens when the network splits","No example of the two warehouses is given"],"suggestion":"Walk through one split network in stages.","needs_revision":true}"#;

/// Counts what is allocated.
struct Counted;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes to the allocator of the system as it came.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

/// Caps of DESIGN §7. That of the tests' build, whose arithmetic is checked, is no goal: what it was when it was measured last, and some.
const MOST_INSTRUCTIONS: u64 = if cfg!(debug_assertions) { 91_000 } else { 22_500 };
const MOST_ALLOCATIONS: f64 = 27.0;

fn main() {
    if let Some(runs) = std::env::args().skip(1).find_map(|given| given.parse().ok()) {
        play(runs);
        return;
    }
    let ([few, many], calls) = ([100, 200].map(instructions), play(1).0);
    let (all, allocations) = play(100);
    let (each, allocated) = ((many - few) / (100 * u64::from(calls)), allocations as f64 / f64::from(all));
    println!("{each} instructions a model call (cap {MOST_INSTRUCTIONS}), {allocated:.1} allocations (cap {MOST_ALLOCATIONS})");
    if each > MOST_INSTRUCTIONS || allocated > MOST_ALLOCATIONS {
        std::process::exit(1);
    }
}

/// Instructions of a process that plays so many runs.
fn instructions(runs: u32) -> u64 {
    let mut counted = Command::new("valgrind");
    counted.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe().unwrap());
    let output = counted.arg(runs.to_string()).output().expect("valgrind must be installed");
    let told = String::from_utf8(output.stderr).unwrap();
    let collected = told.lines().find_map(|line| line.split_once("Collected :")).unwrap();
    collected.1.trim().parse().unwrap()
}

/// Plays so many runs: the model calls that they made, and what was allocated for them.
fn play(runs: u32) -> (u32, u64) {
    let settings = ReflectSettings::check_settings(&InputValue::from(&json!({ "maxReflections": 10 }))).unwrap();
    let engine = Engine::new(settings);
    // Where there are tools a draft is revised, call by call; without, two would be written at once.
    let task = json!({ "input": "What is the CAP theorem?", "tools": [{ "name": "unused" }] });
    let filling = "A partitioned store must choose between answering and agreeing. ".repeat(15);
    let drafts: Vec<String> = (0..11).map(|at| format!("Draft {at}. {filling}")).collect();
    let (mut calls, before) = (0, ALLOCATIONS.load(Ordering::Relaxed));
    for _ in 0..runs {
        calls += played(
            Machine::new(engine.create_loop(RunTask::from_json(task.clone()).unwrap()).unwrap(), 7, 0.0).unwrap(),
            &drafts,
        );
    }
    (calls, ALLOCATIONS.load(Ordering::Relaxed) - before)
}

/// Plays a run to its end; how many model calls it made.
fn played(mut run: Machine<reflect_engine::reflect::Reflect>, drafts: &[String]) -> u32 {
    let (mut number, mut written) = (0, drafts.iter());
    loop {
        let text = match run.poll_borrowed(0.0, false).unwrap() {
            Output::Call { call: Call::Model(call) } if call.purpose == "critique" => CRITIQUE,
            Output::Call { .. } => written.next().unwrap(),
            Output::Done { .. } => return number,
            Output::Step { .. } | Output::Wait { .. } => continue,
        };
        let usage = Usage { input_tokens: Some(300.0), output_tokens: Some(250.0), ..Usage::default() };
        let finish_reason = Some(SharedText::from_static("stop"));
        let content = Content::Text(SharedText::from(text).into());
        let response = ModelResponse { usage: Some(usage), finish_reason, ..ModelResponse::from_content(content) };
        run.answer_call(number, Reply::Model(response), 0.0).unwrap();
        number += 1;
    }
}
