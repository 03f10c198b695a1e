//! Small worlds made by chance, as data: settings, a task, and what model, tools and verifiers say in turn. The same data is
//! played natively here and in wasm by `tests/js/parity.test.mjs`.

use proptest::prelude::*;
use proptest::sample::select;
use reflect_engine::flow::{Call, CallError};
use reflect_engine::reflect::ReflectRun;
use serde::Serialize;
use serde_json::{Value, json};

use crate::script::{Said, search_tool, settings, task};

/// One world. Each list is gone through again when it is at its end.
#[derive(Clone, Debug, Serialize)]
pub struct World {
    pub settings: Value,
    pub task: Value,
    pub model: Vec<Line>,
    pub tool: Vec<Line>,
    pub verify: Vec<Line>,
}

/// What is said to one call.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    Reply(Value),
    Fail(CallError),
}

impl World {
    pub fn run(&self) -> ReflectRun {
        ReflectRun::create_run(settings(self.settings.clone()), task(self.task.clone()), 0, 1_000.0).unwrap()
    }

    /// What this world says to each call, in the order in which calls come.
    pub fn voice(&self) -> impl FnMut(&Call) -> Said {
        let lists = [self.model.clone(), self.tool.clone(), self.verify.clone()];
        let mut asked = [0_usize; 3];
        move |call| {
            let kind = match call {
                Call::Model(_) => 0,
                Call::Tool(_) => 1,
                Call::Verify(_) => 2,
            };
            let line = &lists[kind][asked[kind] % lists[kind].len()];
            asked[kind] += 1;
            match line {
                Line::Reply(value) => Ok(value.clone()),
                Line::Fail(error) => Err(error.clone()),
            }
        }
    }
}

fn verdict() -> impl Strategy<Value = String> {
    let said = prop_oneof![3 => (0..=10_u32, any::<bool>()), 1 => Just((9, false)), 1 => Just((7, true))];
    (said, any::<bool>()).prop_map(|((score, flag), fenced)| {
        let object = json!({ "score": score, "issues": ["i"], "suggestion": "s", "needs_revision": flag });
        if fenced { format!("```json\n{object}\n```") } else { object.to_string() }
    })
}

/// A verdict on each of several drafts; often not of as many as are asked about.
fn verdicts() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..=10_u32, 2..4).prop_map(|points| {
        let entry = |(at, score): (usize, &u32)| {
            json!({ "draft": at + 1, "score": score, "issues": ["i"], "suggestion": "", "needs_revision": *score < 8 })
        };
        json!({ "drafts": points.iter().enumerate().map(entry).collect::<Vec<_>>() }).to_string()
    })
}

/// A reply of the verdict list.
fn listed() -> impl Strategy<Value = String> {
    let cases = include_str!("../fixtures/verdicts.jsonl").lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    select(cases.filter_map(|case| case["input"].as_str().map(str::to_owned)).collect::<Vec<_>>())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => listed(),
        4 => verdict(),
        2 => verdicts(),
        2 => "[a-zA-Zé🚀 \n]{0,40}",
        1 => verdict().prop_map(|v| v.chars().take(v.chars().count() / 2).collect()),
        1 => Just("<think>hm</think>".to_owned()),
        1 => Just("<think>a</think>An answer {\"score\": 10, \"needs_revision\": false}".to_owned()),
        1 => ".{0,60}",
    ]
}

fn model_line() -> impl Strategy<Value = Line> {
    let call = (select(vec!["search", "nope"]), select(vec!["a", "b", ""]), select(vec!["{\"q\":1}", "{", ""]));
    let tools = proptest::collection::vec(call, 1..4).prop_map(|calls| {
        let calls: Vec<Value> = calls.iter().map(|(n, id, args)| json!({ "name": n, "id": id, "arguments": args })).collect();
        json!({ "content": "one moment", "toolCalls": calls })
    });
    let finish = select(vec!["stop", "length", "content_filter", "refusal"]);
    let whole = (text(), finish, 0..900_u32).prop_map(|(text, finish, tokens)| {
        json!({ "content": text, "finishReason": finish, "usage": { "inputTokens": tokens, "outputTokens": 1 }, "model": "m" })
    });
    // Halves, which Rust and JavaScript write alike: a value that is carried counts by its letters.
    let parts = (text(), any::<i32>().prop_map(|n| f64::from(n) + 0.5)).prop_map(
        |(t, x)| json!({ "content": [{ "type": "opaque", "x": [x, null] }, { "type": "text", "text": t }], "metadata": { "k": 1 } }),
    );
    let odd =
        select(vec![json!(null), json!([1]), json!({}), json!({ "content": 4 }), json!({ "content": "x", "toolCalls": 1 })]);
    prop_oneof![
        10 => text().prop_map(|t| Line::Reply(json!(t))),
        4 => whole.prop_map(Line::Reply),
        3 => tools.prop_map(Line::Reply),
        2 => parts.prop_map(Line::Reply),
        1 => odd.prop_map(Line::Reply),
        1 => Just(Line::Fail(CallError::new("model_error", "boom"))),
    ]
}

fn tool_line() -> impl Strategy<Value = Line> {
    prop_oneof![
        3 => select(vec![json!("found"), json!({ "hits": [1, 2.5] }), json!(null)]).prop_map(Line::Reply),
        1 => Just(Line::Fail(CallError::new("timeout", "no answer after 5 ms"))),
    ]
}

fn verify_line() -> impl Strategy<Value = Line> {
    prop_oneof![
        3 => any::<bool>().prop_map(|passed| Line::Reply(json!({ "passed": passed, "issues": ["case 2"] }))),
        1 => select(vec![json!(true), json!([]), json!("case 2"), json!({})]).prop_map(Line::Reply),
        1 => Just(Line::Fail(CallError::new("verifier_error", "boom"))),
    ]
}

fn chosen() -> impl Strategy<Value = Value> {
    let policy = (select(vec!["stop", "retry", "revise", "needs-review", "fail"]), select(vec!["stop", "revise"]));
    let form = select(vec![json!({}), json!({ "criteria": ["one", "two"] }), json!({ "critiqueFormat": "status" })]);
    let budget = prop_oneof![
        3 => Just(json!({})),
        1 => (1..9_u32).prop_map(|n| json!({ "maxCalls": n })),
        1 => (1..2_000_u32).prop_map(|n| json!({ "maxTokens": n })),
        1 => (1..40_u32).prop_map(|n| json!({ "maxSeconds": f64::from(n) / 1000.0 })),
    ];
    let history = select(vec![json!({}), json!({ "maxDrafts": 1 }), json!({ "maxDrafts": 2, "maxChars": 1000 })]);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let jury = (select(vec!["veto", "majority", "median"]), select(vec!["parallel", "sequential"]));
    (0..6_u32, 1..4_u32, policy, form, budget, history, flags, jury).prop_map(|(reflections, steps, policy, form, budget, history, flags, jury)| {
        let mut settings = json!({
            "maxReflections": reflections, "maxAnswerSteps": steps, "onUnreadableCritique": policy.0, "onVerifierError": policy.1, "budget": budget,
            "advanced": {
                "history": history, "judgeLast": flags.0, "select": if flags.1 { "best" } else { "latest" },
                "critique": { "fence": flags.2, "memory": flags.3 }, "critiqueFailed": flags.4,
                "jury": { "mode": jury.0, "order": jury.1 },
            },
        });
        let group = if form.get("criteria").is_some() { &mut settings } else { &mut settings["advanced"] };
        group.as_object_mut().unwrap().extend(form.as_object().unwrap().clone());
        settings
    })
}

/// A strategy, laid over; half of the worlds are `classic`.
fn strategy() -> impl Strategy<Value = Value> {
    let best_of_n = (1..8_u32).prop_map(|drafts| json!({ "strategy": "best-of-n", "drafts": drafts }));
    prop_oneof![
        3 => Just(json!({ "strategy": "classic" })),
        1 => Just(json!({ "strategy": "keep-best" })),
        2 => best_of_n,
    ]
}

pub fn world() -> impl Strategy<Value = World> {
    let lines = (
        proptest::collection::vec(model_line(), 1..14),
        proptest::collection::vec(tool_line(), 1..4),
        proptest::collection::vec(verify_line(), 1..5),
    );
    let who = select(vec![(1, 0), (1, 1), (1, 2), (0, 1), (0, 2), (2, 0), (3, 0), (3, 1), (4, 0)]);
    // What a person leaves out is the strategy's to say.
    let left_out = proptest::sample::subsequence(vec!["judgeLast", "select", "onUnreadableCritique"], 0..=3);
    (chosen(), strategy(), left_out, lines, who, any::<u32>(), any::<bool>()).prop_map(
        |(mut settings, strategy, left_out, (model, tool, verify), (critics, verifiers), seed, usable)| {
            let strategy = strategy.as_object().unwrap().clone();
            let set = settings.as_object_mut().unwrap();
            set.extend(strategy);
            for key in left_out {
                set.remove(key);
                set["advanced"].as_object_mut().unwrap().remove(key);
            }
            settings["advanced"]["seed"] = json!(seed);
            let verifiers: Vec<String> = (0..verifiers).map(|n| format!("check{n}")).collect();
            let mut task = json!({ "input": "Q?", "tools": [search_tool()], "critics": critics, "verifiers": verifiers });
            if usable {
                task["usable"] = json!(true);
            }
            World { settings, task, model, tool, verify }
        },
    )
}
