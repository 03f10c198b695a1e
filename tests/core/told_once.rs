//! What time takes is told once, and a call that was not made costs nothing.

use reflect_engine::autopilot::AutopilotRun;
use reflect_engine::decision::DecisionRun;
use reflect_engine::flow::{CallError, Loop, Machine, Output, RunError, StopReason};
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use crate::decision::situation;
use crate::research;

/// Answers each call until `late`; then the time is over, and all that are out failed with this code.
fn out_of_time<L: Loop>(mut run: Machine<L>, late: &str, code: &str, say: impl Fn(&str) -> Value) -> L::Outcome {
    let mut now = 1_000.0;
    loop {
        match run.poll(now).unwrap() {
            Output::Step { .. } | Output::Call { .. } => {}
            Output::Wait { call_ids } if call_ids[0] == late => {
                now = run.ends_ms();
                for call_id in call_ids {
                    run.fail(&call_id, CallError::new(code, "no answer within 200 ms"), now).unwrap();
                }
            }
            Output::Wait { call_ids } => run.reply(&call_ids[0], say(&call_ids[0]), now).unwrap(),
            Output::Done { result } => return result,
        }
    }
}

fn codes(errors: &[RunError]) -> Vec<(&str, Option<&str>)> {
    errors.iter().map(|error| (error.code.as_str(), error.call_id.as_deref())).collect()
}

#[test]
fn calls_that_took_the_last_seconds_are_told_once_each() {
    let budget = json!({ "maxSeconds": 0.2 });
    let first = json!({ "content": "", "metadata": { "facts": [research::fact("pros", "text", "s")] } });
    let searched = out_of_time(research::run(json!({ "budget": budget })), "research-2", "timeout", |_| first.clone());
    assert_eq!(searched.stop_reason, StopReason::MaxSeconds);
    assert_eq!(codes(&searched.errors), [("timeout", Some("research-2")), ("max_seconds", None)]);
    assert_eq!(searched.iterations, 2, "a search that took the time is one");

    let settings = Raw::from(&json!({ "ownRules": ["slow", "slower"], "budget": budget }));
    let run = DecisionRun::create(&settings, situation(json!({})), 7, 1_000.0).unwrap();
    let decided = out_of_time(run, "verify-1.slow", "timeout", |_| json!({ "passed": true }));
    let told = [("timeout", Some("verify-1.slow")), ("timeout", Some("verify-1.slower")), ("max_seconds", None)];
    assert_eq!(codes(&decided.errors), told);
}

fn autopilot(budget: Value) -> AutopilotRun {
    let goal = json!({ "objective": "o", "successCriteria": ["a"] });
    AutopilotRun::create(&Raw::from(&json!({ "goal": goal, "agent": true, "budget": budget })), json!([]), 7, 1_000.0).unwrap()
}

#[test]
fn a_call_that_the_host_had_no_time_to_make_ends_the_run_and_costs_nothing() {
    let say = |_: &str| json!({ "content": "x", "usage": { "inputTokens": 1, "outputTokens": 1 } });
    let result = out_of_time(autopilot(json!({ "maxSeconds": 0.2 })), "agent-2", "not_made", say);
    assert_eq!((result.stop_reason, result.output.as_str()), (StopReason::MaxSeconds, "x"));
    assert_eq!(codes(&result.errors), [("max_seconds", None)]);
    let agent = result.usage.by_purpose.get("agent").unwrap();
    assert_eq!((agent.calls, agent.failed), (1, 0));
    assert_eq!(autopilot(json!({})).ends_ms(), f64::INFINITY);
}
