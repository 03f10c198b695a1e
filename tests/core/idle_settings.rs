//! Settings that would be taken and do nothing are refused by name.

use reflect_engine::autopilot::AutopilotRun;
use reflect_engine::decision::DecisionRun;
use reflect_engine::error::{ErrorCode, ReflectError};
use reflect_engine::research::{ResearchRun, ResearchSettings};
use reflect_engine::settings::{Raw, ReflectSettings};
use serde_json::{Value, json};

use crate::{decision, research};

fn researched(over: Value) -> Result<ResearchRun, ReflectError> {
    ResearchRun::create(&Raw::from(&research::settings(over)), "q", 7, 0.0)
}

fn decided(settings: Value) -> Result<DecisionRun, ReflectError> {
    DecisionRun::create(&Raw::from(&settings), decision::situation(json!({})), 7, 0.0)
}

fn flown(budget: Value) -> Result<AutopilotRun, ReflectError> {
    let goal = json!({ "objective": "o", "successCriteria": ["a"] });
    AutopilotRun::create(&Raw::from(&json!({ "goal": goal, "agent": true, "budget": budget })), json!([]), 7, 0.0)
}

fn refused<R>(made: Result<R, ReflectError>, message: &str) {
    let error = made.err().unwrap_or_else(|| panic!("taken, and not refused: {message}"));
    assert!(error.code == ErrorCode::InvalidSettings && error.message.contains(message), "{}", error.message);
}

#[test]
fn a_time_for_verifiers_is_refused_where_there_are_none() {
    let budget = json!({ "verifierTimeoutMs": 5 });
    let message = "unknown setting `budget.verifierTimeoutMs`";
    refused(researched(json!({ "budget": budget })), message);
    refused(decided(json!({ "budget": budget })), message);
    refused(flown(budget.clone()), message);
    assert!(ReflectSettings::check(&Raw::from(&json!({ "budget": budget }))).is_ok());
}

#[test]
fn a_limit_of_repetitions_above_its_window_is_refused() {
    let message =
        |limit: u32, window: u32| format!("`repetition.limit` ({limit}) must not be above `repetition.window` ({window})");
    refused(researched(json!({ "repetition": { "window": 3, "limit": 5 } })), &message(5, 3));
    refused(researched(json!({ "repetition": { "window": 2, "limit": 3 } })), &message(3, 2));
    assert!(researched(json!({ "repetition": { "window": 5, "limit": 5 } })).is_ok());
}

#[test]
fn one_setting_of_repetition_alone_is_taken_and_the_default_of_the_other_gives_way() {
    let cases = [
        (json!({}), (10, 3)),
        (json!({ "window": 2 }), (2, 2)),
        (json!({ "window": 20 }), (20, 3)),
        (json!({ "limit": 11 }), (11, 11)),
        (json!({ "limit": 1 }), (10, 1)),
    ];
    for (repetition, expected) in cases {
        let settings = ResearchSettings::check(&Raw::from(&research::settings(json!({ "repetition": repetition })))).unwrap();
        assert_eq!((settings.window, settings.limit), expected, "{repetition}");
    }
}

#[test]
fn an_own_rule_has_no_name_of_the_four() {
    for name in ["contradiction", "overconfidence", "risk", "failure"] {
        refused(decided(json!({ "ownRules": ["velocity", name] })), &format!("`ownRules.{name}` must have another name"));
    }
    assert!(decided(json!({ "ownRules": ["velocity"] })).is_ok());
}
