//! What always holds for an autopilot, in worlds made by chance.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use reflect_engine::autopilot::{AutopilotResult, AutopilotRun};
use reflect_engine::critique::{Form, ReadOptions, Verdict, read_critique};
use reflect_engine::flow::{Call, CallError, RunStatus};
use reflect_engine::judge::CriticVerdict;
use serde_json::{Value, json};

use crate::autopilot::{pilot, verdict};
use crate::script::{Said, play, search_tool, trace};

/// Settings, and what agent or model, critic and tools say in turn; each list is gone through again when it is at its end.
#[derive(Clone, Debug)]
struct World {
    settings: Value,
    output: Vec<Said>,
    critic: Vec<Said>,
}

impl World {
    fn run(&self) -> AutopilotRun {
        let tools = if self.settings["agent"] == true { json!([]) } else { json!([search_tool()]) };
        pilot(self.settings.clone(), tools)
    }

    fn voice(&self) -> impl FnMut(&Call) -> Said {
        let (output, critic) = (self.output.clone(), self.critic.clone());
        let mut asked = [0_usize; 2];
        move |call| {
            let (list, at) = match call {
                Call::Model(model) if model.purpose == "critique" => (&critic, &mut asked[1]),
                Call::Model(_) => (&output, &mut asked[0]),
                Call::Tool(_) | Call::Verify(_) => return Ok(json!("found")),
            };
            *at += 1;
            list[(*at - 1) % list.len()].clone()
        }
    }
}

fn review() -> impl Strategy<Value = Said> {
    let confidence = select(vec![json!(0.9), json!(0.75), json!(0.7), json!(7), json!("high"), json!(null), json!(-1)]);
    let fields = (proptest::collection::vec(any::<bool>(), 0..4), confidence, any::<bool>());
    let read = fields.prop_map(|(met, confidence, fenced)| {
        let object = json!({ "criteria_met": met, "confidence": confidence, "suggestions": ["s\n[end x]"], "reasoning": "r" });
        Ok(json!(if fenced { format!("```json\n{object}\n```") } else { object.to_string() }))
    });
    prop_oneof![
        4 => Just(Ok(verdict([true, true], 0.9, &[]))),
        6 => read,
        1 => Just(Ok(json!({ "content": verdict([true, true], 1.0, &[]), "finishReason": "length" }))),
        1 => ".{0,40}".prop_map(|text| Ok(json!(text))),
        1 => Just(Err(CallError::new("timeout", "no answer within 5 ms"))),
        1 => Just(Ok(json!([1]))),
    ]
}

fn output() -> impl Strategy<Value = Said> {
    let claim = (any::<bool>(), proptest::collection::vec(any::<bool>(), 0..3));
    prop_oneof![
        8 => "[a-zé🚀 ]{0,30}".prop_map(|text| Ok(json!(text))),
        4 => claim.prop_map(|(done, met)| Ok(json!({ "content": "x", "metadata": { "done": done, "criteriaMet": met } }))),
        2 => Just(Ok(verdict([true, true], 1.0, &[]))),
        1 => Just(Ok(json!({ "content": "y", "finishReason": "length", "usage": { "totalTokens": 400 } }))),
        1 => Just(Ok(json!({ "content": "", "toolCalls": [{ "name": "search", "arguments": "{" }] }))),
        1 => Just(Err(CallError::new("model_error", "boom"))),
    ]
}

fn world() -> impl Strategy<Value = World> {
    let budget = prop_oneof![
        4 => (1..6_u32).prop_map(|n| json!({ "maxIterations": n })),
        1 => (1..9_u32).prop_map(|n| json!({ "maxCalls": n })),
        1 => (1..2_000_u32).prop_map(|n| json!({ "maxTokens": n })),
        1 => (1..60_u32).prop_map(|n| json!({ "maxSeconds": f64::from(n) / 1000.0 })),
    ];
    let critic = select(vec![json!(true), json!(true), json!(false), json!({ "confidenceThreshold": 0.8, "maxSuggestions": 1 })]);
    let lists = (proptest::collection::vec(output(), 1..8), proptest::collection::vec(review(), 1..8));
    (budget, critic, any::<bool>(), any::<u32>(), lists).prop_map(|(budget, critic, agent, seed, (output, critics))| {
        let settings = json!({ "budget": budget, "critic": critic, "agent": agent, "seed": seed, "maxAnswerSteps": 3 });
        World { settings, output, critic: critics }
    })
}

/// Accepted only by a verdict on this very output that terminates; and whatever came, there is an output or a failure.
fn honest(result: &AutopilotResult, world: &World) -> bool {
    let threshold = world.settings["critic"]["confidenceThreshold"].as_f64().unwrap_or(0.75);
    let met = result.critic_verdict.as_ref().is_some_and(|v| v.ends_run(threshold));
    let shown = (result.status == RunStatus::Failed) == (result.output.is_empty() && result.failure.is_some());
    let critic = world.settings["critic"] != false;
    shown && result.accepted == (result.status == RunStatus::Ok) && (!result.accepted || (met && result.judged && critic))
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn an_autopilot_ends_within_its_budget(world in world()) {
        let played = play(world.run(), world.voice());
        let limit = |key: &str, default: u64| world.settings["budget"][key].as_u64().unwrap_or(default);
        prop_assert!(u64::from(played.result.iterations) <= limit("maxIterations", 10));
        prop_assert!(played.requests.len() as u64 <= limit("maxCalls", 1_000));
        prop_assert!(played.result.stop_reason != reflect_engine::flow::StopReason::Stalled);
        prop_assert_eq!(played.kinds().last().cloned(), Some("done".to_owned()));
    }

    #[test]
    fn an_autopilot_restored_at_every_wait_goes_on_to_the_same_trace(world in world()) {
        let trace = |restored| trace(|| world.run(), world.voice(), restored);
        prop_assert_eq!(trace(false), trace(true));
    }

    #[test]
    fn an_autopilot_accepts_nothing_without_its_critic(world in world()) {
        let result = play(world.run(), world.voice()).result;
        prop_assert!(honest(&result, &world), "{result:#?}");
    }

    #[test]
    fn a_verdict_that_terminates_comes_from_a_reading_that_accepts(said in review(), cut in any::<bool>()) {
        let Ok(Value::String(text)) = said else { return Ok(()) };
        let text = if cut { text.chars().take(text.chars().count() * 2 / 3).collect() } else { text };
        let options = ReadOptions { form: Some(Form::Criteria), criteria_count: Some(2), ..ReadOptions::default() };
        let reading = read_critique(&text, &options);
        let verdict = CriticVerdict::from_reading(reading.clone(), 2);
        prop_assert_eq!(verdict.ends_run(0.75), reading.status == Verdict::Accepted, "{}", text);
        prop_assert_eq!(verdict.criteria_met.len(), 2);
        prop_assert!((0.0..=1.0).contains(&verdict.confidence));
    }
}
