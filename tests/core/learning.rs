//! What finished runs teach the next ones.

use reflect_engine::reflect::update_calibration;
use reflect_engine::settings::{Calibration, InputValue};
use serde_json::{Value, json};

#[test]
fn what_a_failure_was_followed_by_teaches_whether_to_revise_or_to_write_anew() {
    let verdict = |passed: bool| json!({ "tests": { "passed": passed, "issues": [if passed { "" } else { "case 3" }] } });
    let result = |parent: Option<u32>, passed: bool, repeats: bool| {
        let mut second = json!({ "index": 1, "verifiers": verdict(passed) });
        if let Some(parent) = parent {
            second["parent"] = json!(parent);
        }
        if repeats {
            second["duplicateOf"] = json!(0);
        }
        json!({ "drafts": [{ "index": 0, "verifiers": verdict(false) }, second], "revisionHistory": [] })
    };
    let learned = |result: &Value| update_calibration(Calibration::default(), &InputValue::from(result)).unwrap();
    let told = |mut result: Value| {
        result["drafts"][1]["told"] = json!(true);
        result
    };
    // A draft counts a quarter in runs of other tasks.
    const QUARTER: f64 = 0.25;
    let Calibration { revised, anew, told: begun, .. } = Calibration::default();
    let cases = [
        (result(Some(0), true, false), [revised[0] + QUARTER, revised[1]], anew, begun),
        (result(Some(0), false, false), [revised[0], revised[1] + QUARTER], anew, begun),
        (result(Some(0), false, true), [revised[0], revised[1] + QUARTER], anew, begun),
        (result(None, true, false), revised, [anew[0] + QUARTER, anew[1]], begun),
        (result(None, false, false), revised, [anew[0], anew[1] + QUARTER], begun),
        (told(result(None, true, false)), revised, anew, [begun[0] + QUARTER, begun[1]]),
        (told(result(None, false, false)), revised, anew, [begun[0], begun[1] + QUARTER]),
    ];
    for (result, revised, anew, told) in cases {
        let learned = learned(&result);
        assert_eq!((learned.revised, learned.anew, learned.told), (revised, anew, told), "{result}");
    }
    let helps = result(Some(0), true, false);
    let long = (0..5_000).fold(Calibration::default(), |known, _| update_calibration(known, &InputValue::from(&helps)).unwrap());
    assert!(long.revised.iter().sum::<f64>() <= 5.0, "a model that changes is noticed: {:?}", long.revised);
    let [good, bad] = (0..60)
        .fold(long, |known, _| update_calibration(known, &InputValue::from(&result(Some(0), false, false))).unwrap())
        .revised;
    assert!(good / (good + bad) < 0.3, "{good} {bad}");
}

#[test]
fn a_revision_that_fails_otherwise_is_a_success_for_later_runs_only_if_the_line_ends_in_a_pass() {
    // Parents and outcomes of the drafts after a first one that fails; successes and failures of revisions, and of drafts written anew.
    let cases = [
        (vec![(Some(0), false), (Some(1), false), (Some(2), false)], [0.0, 3.0], [0.0, 0.0]),
        (vec![(Some(0), false), (Some(1), false), (Some(2), true)], [3.0, 0.0], [0.0, 0.0]),
        (vec![(Some(0), false), (None, true)], [0.0, 1.0], [1.0, 0.0]),
        (vec![(Some(0), false), (None, false), (Some(2), true)], [1.0, 1.0], [1.0, 0.0]),
    ];
    for (after, revised, anew) in cases {
        let mut drafts = vec![json!({ "index": 0, "verifiers": { "tests": { "passed": false, "issues": ["got 0"] } } })];
        for (at, (parent, passed)) in after.iter().enumerate() {
            let issues = if *passed { vec![] } else { vec![format!("got {}", at + 1)] };
            let mut draft = json!({ "index": at + 1, "verifiers": { "tests": { "passed": passed, "issues": issues } } });
            if let Some(parent) = parent {
                draft["parent"] = json!(parent);
            }
            drafts.push(draft);
        }
        let learned = update_calibration(Calibration::default(), &InputValue::from(&json!({ "drafts": drafts }))).unwrap();
        let begun = Calibration::default();
        let quarter = |begun: [f64; 2], added: [f64; 2]| [begun[0] + added[0] / 4.0, begun[1] + added[1] / 4.0];
        let expected = (quarter(begun.revised, revised), quarter(begun.anew, anew));
        assert_eq!((learned.revised, learned.anew), expected, "{after:?}");
    }
}

#[test]
fn what_is_no_result_teaches_nothing_and_says_so() {
    for (wrong, message) in [
        (json!(null), "a result must have a list `drafts`, got "),
        (json!({}), "a result must have a list `drafts`, got nothing"),
        (json!({ "drafts": 1 }), "a result must have a list `drafts`, got a number"),
    ] {
        let error = update_calibration(Calibration::default(), &InputValue::from(&wrong)).unwrap_err();
        assert_eq!(error.code.as_str(), "invalid_task");
        assert!(error.message.contains(message), "{}", error.message);
    }
    let drafts =
        json!([{ "index": 0, "parent": 0 }, { "index": 1, "parent": 7, "duplicateOf": 9 }, { "index": 4294967296u64 }, 3]);
    let learned = update_calibration(Calibration::default(), &InputValue::from(&json!({ "drafts": drafts }))).unwrap();
    assert_eq!(learned, Calibration { tasks: 1.0, ..Calibration::default() });
}
