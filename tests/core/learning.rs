//! What finished runs teach the next ones.

use reflect_engine::reflect::update_calibration;
use reflect_engine::settings::{Calibration, InputValue};
use serde_json::{Value, json};

#[test]
fn outcomes_after_a_failure_teach_whether_to_revise_or_to_write_afresh() {
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
    let with_failures = |mut result: Value| {
        result["drafts"][1]["sawFailures"] = json!(true);
        result
    };
    // A draft counts a quarter in runs of other tasks.
    const QUARTER: f64 = 0.25;
    let Calibration { revision, fresh, informed_fresh: informed, .. } = Calibration::default();
    let cases = [
        (result(Some(0), true, false), [revision[0] + QUARTER, revision[1]], fresh, informed),
        (result(Some(0), false, false), [revision[0], revision[1] + QUARTER], fresh, informed),
        (result(Some(0), false, true), [revision[0], revision[1] + QUARTER], fresh, informed),
        (result(None, true, false), revision, [fresh[0] + QUARTER, fresh[1]], informed),
        (result(None, false, false), revision, [fresh[0], fresh[1] + QUARTER], informed),
        (with_failures(result(None, true, false)), revision, fresh, [informed[0] + QUARTER, informed[1]]),
        (with_failures(result(None, false, false)), revision, fresh, [informed[0], informed[1] + QUARTER]),
    ];
    for (result, revision, fresh, informed) in cases {
        let learned = learned(&result);
        assert_eq!((learned.revision, learned.fresh, learned.informed_fresh), (revision, fresh, informed), "{result}");
    }
    let helps = result(Some(0), true, false);
    let long = (0..5_000).fold(Calibration::default(), |known, _| update_calibration(known, &InputValue::from(&helps)).unwrap());
    assert!(long.revision.iter().sum::<f64>() <= 5.0, "a model that changes is noticed: {:?}", long.revision);
    let [good, bad] = (0..60)
        .fold(long, |known, _| update_calibration(known, &InputValue::from(&result(Some(0), false, false))).unwrap())
        .revision;
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
    for (after, revision, fresh) in cases {
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
        let expected = (quarter(begun.revision, revision), quarter(begun.fresh, fresh));
        assert_eq!((learned.revision, learned.fresh), expected, "{after:?}");
    }
}

#[test]
fn malformed_result_teaches_nothing_and_says_so() {
    for (wrong, message) in [
        (json!(null), "a result must have a list `drafts`, got "),
        (json!({}), "a result must have a list `drafts`, got nothing"),
        (json!({ "drafts": 1 }), "a result must have a list `drafts`, got a number"),
        (
            json!({ "drafts": [{ "index": 0 }, { "index": 1, "told": true }] }),
            "unknown key `drafts[1].told`, did you mean `drafts[1].sawFailures`?",
        ),
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
