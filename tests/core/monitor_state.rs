//! A monitor's state: merged, saved, restored, of another shape; and what is refused of results, feedback and settings.

use reflect_engine::error::ErrorCode;
use reflect_engine::monitor::{FeedbackOutcome, LoopMonitor, LoopReport, MonitorSettings};
use reflect_engine::settings::Raw;
use serde_json::{Value, json};

use crate::monitor::{metric, monitor, result};

const HOUR: f64 = 3_600_000.0;

/// A random run, and what is said of it.
fn random_run(random: &mut Random, id: u64) -> (Value, Option<Value>) {
    let accepted = random.below(3) > 0;
    let reason = ["accepted", "max_calls", "aborted", "model_error"][if accepted { 0 } else { 1 + random.below(3) as usize }];
    let status = ["ok", "needs_review", "failed"][if accepted { 0 } else { 1 + random.below(2) as usize }];
    let agent = ["a", "b", "c"][random.below(3) as usize];
    let run = json!({ "runId": id.to_string(), "agent": agent, "status": status, "accepted": accepted, "stopReason": reason,
        "iterations": random.below(6), "missingFields": random.below(4), "repetitionHits": random.below(2), "score": random.unit() });
    let said = json!({ "runId": id.to_string(), "rating": random.below(5), "rejected": random.below(2) == 0 });
    (run, (random.below(2) == 0).then_some(said))
}

fn near(one: &LoopReport, other: &LoopReport) {
    let parts = |report: &LoopReport| {
        let mut parts = vec![report.all.clone(), report.window.clone()];
        parts.extend(report.agents.iter().flat_map(|agent| [agent.all.clone(), agent.window.clone()]));
        parts
    };
    assert_eq!(parts(one).len(), parts(other).len());
    for (ours, theirs) in parts(one).iter().zip(parts(other)) {
        assert_eq!((ours.runs, ours.failed, ours.aborted), (theirs.runs, theirs.failed, theirs.aborted));
        for ((name, our), (_, their)) in ours.measures.iter().zip(theirs.measures.iter()) {
            assert_eq!(our.n, their.n, "{name}");
            for (our, their) in [(our.value, their.value), (our.low, their.low), (our.high, their.high)] {
                assert!(our.zip(their).map_or(our == their, |(a, b)| (a - b).abs() < 1e-9), "{name}: {our:?} {their:?}");
            }
        }
    }
}

#[test]
fn what_processes_observe_apart_makes_the_figures_of_one_that_observed_all() {
    let mut random = Random(1);
    for round in 0..20 {
        let mut whole = monitor(json!({}));
        let mut parts = [monitor(json!({})), monitor(json!({})), monitor(json!({}))];
        let mut later = Vec::new();
        for id in 0..150 {
            let (run, said) = random_run(&mut random, id);
            let at = (7 + random.below(24)) as f64 * HOUR;
            let raw = Raw::from(&run);
            assert!(whole.observe(&raw, at).unwrap() && parts[random.below(3) as usize].observe(&raw, at).unwrap());
            later.extend(said);
        }
        // Feedback may come to another process than the run did.
        for said in later {
            whole.feedback(&Raw::from(&said), 30.0 * HOUR).unwrap();
            parts[random.below(3) as usize].feedback(&Raw::from(&said), 30.0 * HOUR).unwrap();
        }
        let mut merged = monitor(json!({}));
        parts.rotate_left(round % 3);
        for part in &parts {
            merged.merge(&part.state(), 30.0 * HOUR).unwrap();
        }
        near(&merged.report(30.0 * HOUR).unwrap(), &whole.report(30.0 * HOUR).unwrap());
    }
}

#[test]
fn a_restored_monitor_goes_on_as_if_nothing_had_happened() {
    let mut random = Random(2);
    let mut one = monitor(json!({}));
    for id in 0..50 {
        one.observe(&Raw::from(&random_run(&mut random, id).0), HOUR).unwrap();
    }
    one.feedback(&Raw::from(&json!({ "runId": "later", "rating": 3, "rejected": true })), HOUR).unwrap();
    one.events();
    let settings = MonitorSettings::check(&Raw::from(&json!({}))).unwrap();
    let mut other = LoopMonitor::restore(settings, &one.state(), HOUR).unwrap();
    assert_eq!(other.state(), one.state());
    assert_eq!(other.events(), [], "what was open is open still, and no event");
    for m in [&mut one, &mut other] {
        for id in 40..90 {
            let fresh = m.observe(&Raw::from(&random_run(&mut Random(id), id).0), HOUR).unwrap();
            assert_eq!(fresh, id >= 50, "a run is counted once: {id}");
        }
        let later = json!({ "runId": "later", "score": 0.5 });
        assert!(m.observe(&result(later), HOUR).unwrap());
        let said = Raw::from(&json!({ "runId": "later", "rating": 1, "rejected": true }));
        assert_eq!(m.feedback(&said, HOUR).unwrap(), FeedbackOutcome::Unchanged, "it waited, and counts once");
    }
    assert_eq!(other.report(HOUR).unwrap(), one.report(HOUR).unwrap());
    assert_eq!(other.events(), one.events());
}

#[test]
fn a_state_does_not_grow_with_the_runs() {
    let size = |runs: u64| {
        let mut m = monitor(json!({ "remember": 10, "window": { "buckets": 4 } }));
        let mut random = Random(3);
        for id in 0..runs {
            // The clock jumps about, also backwards.
            let at = random.below(1_000_000) as f64 * HOUR;
            let (run, said) = random_run(&mut random, id);
            m.observe(&Raw::from(&run), at).unwrap();
            m.feedback(&Raw::from(&json!({ "runId": format!("stray {id}"), "rating": 1 })), at).unwrap();
            said.map(|said| m.feedback(&Raw::from(&said), at).unwrap());
        }
        m.state().len()
    };
    let (few, many) = (size(200), size(20_000));
    assert!(many < few + few / 4, "{few} bytes, then {many}");
}

#[test]
fn agents_beyond_a_thousand_count_in_the_whole_only() {
    let mut m = monitor(json!({}));
    for agent in 0..1_005 {
        m.observe(&result(json!({ "agent": format!("agent {agent}") })), 0.0).unwrap();
    }
    let told = m.report(0.0).unwrap();
    assert_eq!((told.all.runs, told.agents.len(), told.agents_left_out), (1_005.0, 1_000, 5.0));
}

#[test]
fn a_state_of_another_shape_is_refused_with_the_reason() {
    let mut m = monitor(json!({}));
    for id in 0..9 {
        let (run, said) = random_run(&mut Random(id + 20), id);
        m.observe(&Raw::from(&run), HOUR).unwrap();
        said.map(|said| m.feedback(&Raw::from(&said), HOUR).unwrap());
    }
    let good: Value = serde_json::from_str(&m.state()).unwrap();
    assert!(monitor(json!({})).merge(&good.to_string(), HOUR).is_ok());
    let cases: [(&str, Value, &str); 12] = [
        ("/format", json!("reflect-engine/run"), "expected `format` \"reflect-engine/monitor\" and `version` 1"),
        ("/version", json!(2), "and `version` 1"),
        ("/bucketMs", json!(1000), "its `window.bucketMs` is 1000 and this monitor's is 3600000; they must be the same"),
        ("/bucketMs", Value::Null, "expected f64"),
        ("/whole", json!(7), "expected struct Series"),
        ("/whole", json!({ "buckets": [] }), "missing field `all`"),
        ("/whole/all", json!([1, 2]), "expected an array of length 27"),
        ("/whole/all/1", json!("no"), "expected f64"),
        ("/whole/buckets/0/0", json!(0.25), "expected u64"),
        ("/whole/buckets/0/0", json!(-1), "expected u64"),
        ("/runs/0/1", json!({ "walk": {} }), "unknown variant"),
        ("/runs", json!({}), "expected a sequence"),
    ];
    for (place, value, why) in cases {
        let mut bad = good.clone();
        *bad.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value.clone();
        let mut fresh = monitor(json!({}));
        let error = fresh.merge(&bad.to_string(), HOUR).expect_err(&format!("{place} {value}"));
        assert_eq!(error.code, ErrorCode::InvalidSnapshot, "{place} {error}");
        assert!(error.message.starts_with("not the state of a monitor: ") && error.message.contains(why), "{place} {error}");
        assert_eq!(fresh.state(), monitor(json!({})).state(), "nothing of it was merged");
    }
    let deep = "[".repeat(100_000);
    for text in ["", "{", "null", "[]", "{}", &deep, &m.state()[..100]] {
        assert_eq!(m.merge(text, HOUR).unwrap_err().code, ErrorCode::InvalidSnapshot);
    }
}

#[test]
fn what_is_no_result_no_feedback_and_no_time_is_refused_by_name() {
    let results: [(Value, &str); 13] = [
        (json!({ "status": "done" }), "`status` must be one of 'ok', 'needs_review', 'failed', got \"done\""),
        (json!({ "accepted": 1 }), "`accepted` must be true or false, got 1"),
        (json!({ "stopReason": "" }), "`stopReason` must be a string that is not blank"),
        (json!({ "iterations": 1.5 }), "`iterations` must be an integer from 0 to 1000000000, got 1.5"),
        (json!({ "iterations": -1 }), "got -1"),
        (json!({ "status": "failed" }), "a result that is `accepted` cannot have the `status` 'failed'"),
        (json!({ "runId": "x".repeat(201) }), "`runId` must have 200 characters at most, got 201"),
        (json!({ "agent": 7 }), "`agent` must be"),
        (json!({ "score": 1.1 }), "`score` must be a number from 0 to 1, got 1.1"),
        (json!({ "evaluation": { "score": -0.1 } }), "`evaluation.score` must be"),
        (json!({ "evaluations": [{ "passed": "yes" }] }), "`evaluations.passed` must be true or false"),
        (json!({ "missing": 3 }), "`missing` must be a list"),
        (json!({ "drafts": [1] }), "`drafts` must be an object, got 1"),
    ];
    let mut m = monitor(json!({}));
    let empty = m.state();
    for (with, told) in results {
        let error = m.observe(&result(with.clone()), 0.0).expect_err(&with.to_string());
        assert_eq!(error.code, ErrorCode::InvalidTask);
        assert!(error.message.contains(told), "{error}");
    }
    assert!(m.observe(&Raw::Text("ok".to_owned()), 0.0).unwrap_err().message.contains("a result must be an object"));
    assert!(m.observe(&Raw::Map(Vec::new()), 0.0).unwrap_err().message.contains("`status` is missing"));
    let feedback: [(Value, &str); 5] = [
        (json!({ "rating": 1 }), "`feedback.runId` is missing"),
        (json!({ "runId": "a" }), "`feedback` must have a `rating`, or `rejected`, or both"),
        (json!({ "runId": "a", "rating": "good" }), "`feedback.rating` must be a number"),
        (json!({ "runId": "a", "ratin": 4 }), "unknown key `feedback.ratin`, did you mean `feedback.rating`?"),
        (json!("good"), "`feedback` must be an object"),
    ];
    for (given, told) in feedback {
        let error = m.feedback(&Raw::from(&given), 0.0).expect_err(&given.to_string());
        assert!(error.message.contains(told) && error.code == ErrorCode::InvalidTask, "{error}");
    }
    for now in [f64::NAN, -1.0, f64::INFINITY] {
        assert_eq!(m.observe(&result(json!({})), now).unwrap_err().code, ErrorCode::Misuse);
    }
    assert_eq!(m.state(), empty, "what was refused left no trace");
}

#[test]
fn settings_are_checked_by_name() {
    let cases: [(Value, &str); 8] = [
        (json!({ "mod": "point" }), "unknown setting `mod`, did you mean `mode`?"),
        (json!({ "mode": "sure" }), "`mode` must be one of 'point', 'confident', got \"sure\""),
        (json!({ "confidence": 95 }), "`confidence` must be a number from 0.5 to 0.9999, got 95"),
        (json!({ "minRated": 3 }), "`minRated` must be an integer from 4"),
        (json!({ "window": { "bucketMs": 1 } }), "`window.bucketMs` must be a number from 1000"),
        (json!({ "levels": { "timeoutHigh": 0.2 } }), "unknown setting `levels.timeoutHigh`"),
        (
            json!({ "levels": { "passRateLow": 0.9 } }),
            "`levels.passRateLow` must not be above `levels.passRateHigh`: 0.9 is above 0.8",
        ),
        (json!({ "levels": { "correlationLow": 2 } }), "`levels.correlationLow` must be a number from -1 to 1"),
    ];
    for (settings, told) in cases {
        let error = MonitorSettings::check(&Raw::from(&settings)).unwrap_err();
        assert!(error.message.contains(told) && error.code == ErrorCode::InvalidSettings, "{error}");
    }
}

#[test]
fn gaps_count_where_the_model_requires_them() {
    let mut m = monitor(json!({}));
    let missing = json!([{ "path": "a", "required": "must" }, { "path": "b", "required": "may" }, "c"]);
    m.observe(&result(json!({ "missing": missing })), 0.0).unwrap();
    assert_eq!(metric(&m.report(0.0).unwrap().all, "avg_missing_fields"), Some(2.0));
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}
