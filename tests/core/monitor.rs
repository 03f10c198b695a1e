//! The monitor: figures by hand, alerts in both modes, diagnosis, events, its state, states of many processes, and what is refused.

use proptest::prelude::*;
use proptest::test_runner::Config;
use reflect_engine::monitor::{FeedbackOutcome, LoopHealth, LoopMonitor, LoopReport, MonitorSettings};
use reflect_engine::settings::InputValue;
use serde_json::{Value, json};

use crate::script::{Random, critique, laid_over, play, replies, run_classic as run};

const HOUR: f64 = 3_600_000.0;

fn monitor(settings: Value) -> LoopMonitor {
    LoopMonitor::new(MonitorSettings::check_settings(&InputValue::from(&settings)).unwrap())
}

/// What it has counted, as it is saved.
fn state(monitor: &LoopMonitor) -> Value {
    serde_json::to_value(monitor.state()).unwrap()
}

/// A run that was accepted in its second iteration, but for these keys.
fn result(other: Value) -> InputValue {
    let accepted = json!({ "status": "ok", "accepted": true, "stopReason": "accepted", "iterations": 2 });
    InputValue::from(&laid_over(accepted, &other))
}

/// A run that a limit ended.
fn timeout() -> Value {
    json!({ "status": "needs_review", "accepted": false, "stopReason": "max_iterations", "iterations": 5 })
}

fn metric(health: &LoopHealth, name: &str) -> Option<f64> {
    health.metrics.get(name).copied()
}

fn alerts(health: &LoopHealth) -> Vec<&'static str> {
    health.alerts.iter().map(|alert| alert.metric.as_str()).collect()
}

/// What a person says of a run.
fn rated(monitor: &mut LoopMonitor, id: &str, said: Value) -> FeedbackOutcome {
    monitor.count_feedback(&InputValue::from(&laid_over(json!({ "runId": id }), &said)), 0.0).unwrap()
}

fn report(monitor: &mut LoopMonitor) -> LoopReport {
    monitor.report_health(0.0).unwrap()
}

#[test]
fn every_figure_is_that_of_a_table_worked_out_by_hand() {
    let mut m = monitor(json!({}));
    let runs = [
        json!({ "runId": "a", "iterations": 1, "missingFields": 0, "evaluation": { "score": 0.9, "passed": true } }),
        json!({ "runId": "b", "iterations": 1, "missingFields": 3, "evaluation": { "score": 0.8, "passed": true } }),
        json!({ "runId": "c", "iterations": 4, "retries": 3, "missingFields": 1, "evaluation": { "score": 0.75, "passed": true } }),
        json!({ "runId": "d", "iterations": 3, "repairs": 2, "evaluations": [{ "passed": false }, { "passed": false }, { "passed": true }] }),
        json!({ "status": "needs_review", "accepted": false, "stopReason": "max_iterations", "iterations": 5, "missingFields": 2,
                "repetitionHits": 4, "judged": true }),
        json!({ "status": "needs_review", "accepted": false, "stopReason": "max_calls", "iterations": 1, "judged": false }),
        json!({ "status": "needs_review", "accepted": false, "stopReason": "aborted", "iterations": 1, "missingFields": 9 }),
        json!({ "status": "failed", "accepted": false, "stopReason": "model_error", "iterations": 0, "missingFields": 9 }),
    ];
    for run in runs {
        assert!(m.count_new_run(&result(run), 0.0).unwrap());
    }
    for (run, feedback) in [
        ("a", json!({ "rating": 5 })),
        ("b", json!({ "rating": 2, "rejected": true })),
        ("c", json!({ "rating": 3, "rejected": false })),
    ] {
        assert_eq!(rated(&mut m, run, feedback), FeedbackOutcome::Counted);
    }
    let health = report(&mut m).all;
    assert_eq!((health.runs, health.failed, health.aborted), (8.0, 1.0, 1.0));
    // Scores .9 .8 .75 and ratings 5 2 3: products 0.55/3, squares 0.035/3 and 14/3.
    let r = 0.55 / 3.0 / (0.035_f64 / 3.0 * 14.0 / 3.0).sqrt();
    let table = [
        ("avg_iterations", 16.0 / 8.0, 8.0),
        ("timeout_rate", 2.0 / 8.0, 8.0),
        ("repetition_threshold_hits", 4.0, 8.0),
        ("stopped_at_iteration_1", 2.0 / 8.0, 8.0),
        ("avg_missing_fields", 6.0 / 4.0, 4.0),
        // a, b, c one each, d three, the fifth one.
        ("pass_rate", 4.0 / 7.0, 7.0),
        ("user_rejection_rate", 1.0 / 4.0, 4.0),
        ("correlation", r, 3.0),
        ("avg_retry_count", 5.0 / 4.0, 4.0),
        ("final_success_after_retries", 2.0 / 4.0, 4.0),
    ];
    for (name, value, n) in table {
        let measure = health.measures.get(name).unwrap();
        assert!((metric(&health, name).unwrap() - value).abs() < 1e-12, "{name}: {:?} is not {value}", measure.value);
        assert_eq!(measure.n, n, "{name}");
    }
    assert_eq!(health.metrics.len(), table.len());
}

/// The correlation over a run of this score for each of these results, whose ratings rise.
fn correlated(results: &[Value]) -> (Option<f64>, f64) {
    let mut m = monitor(json!({}));
    for (id, other) in results.iter().enumerate() {
        m.count_new_run(&result(laid_over(json!({ "runId": id.to_string() }), other)), 0.0).unwrap();
        rated(&mut m, &id.to_string(), json!({ "rating": id }));
    }
    let health = report(&mut m).all;
    (metric(&health, "correlation"), health.measures.get("correlation").unwrap().n)
}

#[test]
fn a_critic_that_is_sure_of_a_no_gives_a_low_score() {
    let verdict = |met: [bool; 2], confidence: f64| json!({ "criticVerdict": { "criteriaMet": met, "confidence": confidence } });
    let rising = [verdict([false, false], 0.95), verdict([true, false], 0.9), verdict([true, true], 0.8)];
    assert_eq!(correlated(&rising), (Some(1.0), 3.0));
    // The same of a critique in the form of criteria.
    let of_criteria =
        rising.map(|run| json!({ "critique": { "status": "accepted", "criteriaMet": run["criticVerdict"]["criteriaMet"] } }));
    assert_eq!(correlated(&of_criteria), (Some(1.0), 3.0));
    let mut m = monitor(json!({}));
    let error = m.count_new_run(&result(json!({ "criticVerdict": { "criteriaMet": ["yes"] } })), 0.0).unwrap_err();
    assert_eq!(error.message, "`criticVerdict.criteriaMet` must be a list of true and false, got \"yes\"");
}

#[test]
fn unread_judgement_has_no_score_instead_of_zero() {
    let unread = [
        json!({ "judged": false, "criticVerdict": { "criteriaMet": [false], "confidence": 0, "reason": "model_error" } }),
        json!({ "judged": false, "critique": { "status": "invalid", "score": 9 } }),
        // A verifier looked at it.
        json!({ "judged": true, "critique": { "status": "invalid", "score": 9 } }),
        json!({ "judged": false, "evaluation": { "score": 0.5 } }),
        json!({ "judged": false, "score": 0.5 }),
        json!({ "criticVerdict": { "criteriaMet": [] } }),
    ];
    for run in unread {
        assert_eq!(correlated(std::slice::from_ref(&run)).1, 0.0, "{run}");
    }
    assert_eq!(correlated(&[json!({ "judged": true, "critique": { "status": "needs_revision", "score": 2 } })]).1, 1.0);
}

#[test]
fn monitor_without_runs_has_no_rates_and_no_alerts() {
    let health = report(&mut monitor(json!({}))).all;
    assert_eq!(health.metrics.iter().collect::<Vec<_>>(), [("repetition_threshold_hits", &0.0)]);
    assert!(health.alerts.is_empty() && health.diagnosis.is_empty());
}

#[test]
fn results_of_the_loops_are_read_as_they_are() {
    let mut m = monitor(json!({}));
    let task = || json!({ "input": "q", "tools": [], "critics": 1, "verifiers": [] });
    let accepted = play(
        run(json!({ "strategy": "keep-best", "maxReflections": 1 }), task()),
        replies(vec![json!("one"), critique(4.0, true), json!("two"), critique(9.0, false)]),
    );
    let unjudged = play(run(json!({ "maxReflections": 0 }), task()), replies(vec![json!("one")]));
    let at_once = play(
        run(json!({ "strategy": "best-of-n", "drafts": 2, "maxReflections": 0 }), task()),
        replies(vec![json!("one"), json!("two"), critique(9.0, false), critique(8.0, false), critique(9.0, false)]),
    );
    for played in [&accepted.result, &unjudged.result, &at_once.result] {
        m.count_new_run(&InputValue::from(&serde_json::to_value(played).unwrap()), 0.0).unwrap();
    }
    let health = report(&mut m).all;
    let told = ["timeout_rate", "pass_rate", "avg_retry_count", "avg_missing_fields"];
    let expected = [Some(1.0 / 3.0), Some(1.0), Some(0.5), None];
    assert_eq!(told.map(|name| metric(&health, name)), expected, "{:?}", health.metrics);
    // A reflection on a decision: one evaluation, and no loop that could stop too early.
    let mut m = monitor(json!({}));
    for (revise, reason) in [(true, "reflected"), (false, "reflected"), (false, "max_seconds"), (false, "reflected")] {
        m.count_new_run(&InputValue::from(&json!({ "status": "ok", "shouldRevise": revise, "stopReason": reason })), 0.0)
            .unwrap();
    }
    let health = report(&mut m).all;
    let told = ["pass_rate", "timeout_rate", "stopped_at_iteration_1", "avg_iterations"].map(|name| metric(&health, name));
    assert_eq!(told, [Some(0.75), Some(0.25), Some(0.0), Some(1.0)]);
}

#[test]
fn the_seeds_alerts_open_beyond_their_levels_with_n_and_interval() {
    // Words of a canonical model are for loops that fill one.
    let filled = json!({ "status": "ok", "missingFields": 0 });
    let unfilled = laid_over(timeout(), &json!({ "missingFields": 0 }));
    let cases: [(&str, Value, Value, &str); 5] = [
        ("timeout_rate", unfilled, filled.clone(), "Canonical model has unrealistic required fields"),
        ("timeout_rate", timeout(), json!({ "status": "ok" }), "More is asked of an answer than the limits allow for"),
        (
            "stopped_at_iteration_1",
            json!({ "iterations": 1, "missingFields": 0 }),
            filled,
            "Reflection incorrectly considers incomplete data \"complete\"",
        ),
        (
            "stopped_at_iteration_1",
            json!({ "iterations": 1 }),
            json!({ "status": "ok" }),
            "First answers are kept that nobody independent accepted",
        ),
        ("avg_retry_count", json!({ "iterations": 21 }), json!({}), "Evaluation thresholds too strict, wasting compute"),
    ];
    for (name, bad, good, hint) in cases {
        // Of 40: the share at which the figure is just the level, one more, and all.
        let level = match name {
            "timeout_rate" => 6,
            "stopped_at_iteration_1" => 12,
            _ => 4, // (4 · 20 + 36 · 1) / 40 = 2.9
        };
        for (count, point, confident) in [(level, false, false), (level + 1, true, false), (40, true, true)] {
            for mode in ["point", "confident"] {
                let mut m = monitor(json!({ "mode": mode }));
                for nth in 0..40 {
                    m.count_new_run(&result(if nth < count { bad.clone() } else { good.clone() }), 0.0).unwrap();
                }
                let health = report(&mut m).all;
                let open = if mode == "point" { point } else { confident };
                assert_eq!(alerts(&health).contains(&name), open, "{name} {mode} {count} of 40: {:?}", health.measures.get(name));
                if let Some(alert) = health.alerts.iter().find(|a| a.metric.as_str() == name) {
                    assert_eq!((alert.n, alert.hint, alert.side, alert.confident), (40.0, hint, "above", confident), "{count}");
                    let (low, high) = (alert.low.unwrap(), alert.high.unwrap());
                    assert!(low <= alert.value && alert.value <= high);
                    // Five of 20 and 35 of 1: squares 1579.375 around a mean of 3.375.
                    let half = 1.959_964 * (1_579.375_f64 / 39.0 / 40.0).sqrt();
                    let near = (low - 3.375 + half).abs() < 1e-5 && (high - 3.375 - half).abs() < 1e-5;
                    assert!(near || name != "avg_retry_count" || count != 5, "{low} {high}");
                }
            }
        }
    }
}

#[test]
fn stopping_at_iteration_1_alerts_unless_somebody_independent_accepted() {
    let cases = [
        (json!({ "acceptedBy": "verifier" }), false),
        (json!({ "acceptedBy": "critic" }), false),
        (json!({ "acceptedBy": "human" }), false),
        (json!({ "acceptedBy": "critic", "selfCritique": true }), true),
        // The evaluator looks at quality, and not at what is missing.
        (json!({ "acceptedBy": "evaluator" }), true),
        (json!({ "stopReason": "complete", "accepted": false, "status": "needs_review" }), true),
        (json!({}), true),
    ];
    for (with, open) in cases {
        let mut m = monitor(json!({}));
        let run = laid_over(with.clone(), &json!({ "iterations": 1, "missingFields": 2 }));
        for _ in 0..20 {
            m.count_new_run(&result(run.clone()), 0.0).unwrap();
        }
        let health = report(&mut m).all;
        assert_eq!(alerts(&health).contains(&"stopped_at_iteration_1"), open, "{with}");
        assert_eq!(health.diagnosis.iter().any(|d| d.component == "Reflection logic error"), open, "{with}");
        assert_eq!(metric(&health, "stopped_at_iteration_1"), Some(1.0), "the figure is the seed's: {with}");
    }
}

#[test]
fn the_correlation_is_believed_from_100_rated_runs() {
    let open = |mode: &str, runs: usize, tight: bool| {
        let mut m = monitor(json!({ "mode": mode }));
        let mut random = Random(3);
        for id in 0..runs {
            let score = random.share();
            m.count_new_run(&result(json!({ "runId": id.to_string(), "score": score })), 0.0).unwrap();
            let rating = if tight { score + 1.2 * random.share() } else { random.share() };
            rated(&mut m, &id.to_string(), json!({ "rating": rating }));
        }
        let health = report(&mut m).all;
        let measure = health.measures.get("correlation").unwrap();
        // Fisher's interval.
        let (z, half) = (measure.value.unwrap().atanh(), 1.959_964 / (runs as f64 - 3.0).sqrt());
        assert!((measure.low.unwrap() - (z - half).tanh()).abs() < 1e-5, "{measure:?}");
        assert!((measure.high.unwrap() - (z + half).tanh()).abs() < 1e-5, "{measure:?}");
        (alerts(&health).contains(&"correlation"), metric(&health, "correlation").unwrap())
    };
    assert!(!open("point", 99, false).0 && open("point", 100, false).0 && open("confident", 100, false).0);
    let (point, r) = open("point", 150, true);
    assert!(r < 0.6 + 0.1 && r > 0.5, "the case is near the level: {r}");
    assert_eq!((point, open("confident", 150, true).0), (r < 0.6, false));
}

#[test]
fn mean_cost_counts_only_runs_that_report_it() {
    let mut m = monitor(json!({}));
    for spent in [json!({ "calls": 2, "tokens": 300, "costUsd": 0.5 }), json!({ "calls": 4, "tokens": 100 }), json!({})] {
        m.count_new_run(&result(spent), 0.0).unwrap();
    }
    let health = report(&mut m).all;
    let told =
        ["avg_calls", "avg_tokens", "avg_cost_usd"].map(|name| (metric(&health, name), health.measures.get(name).unwrap().n));
    assert_eq!(told, [(Some(3.0), 2.0), (Some(200.0), 2.0), (Some(0.5), 1.0)]);
}

#[test]
fn each_row_of_the_seeds_table_holds_when_both_its_figures_do() {
    let rejected = |m: &mut LoopMonitor, ids: std::ops::Range<usize>| {
        for id in ids {
            m.count_new_run(&result(json!({ "runId": id.to_string() })), 0.0).unwrap();
            rated(m, &id.to_string(), json!({ "rejected": true }));
        }
    };
    let mut rows = Vec::new();
    for row in 0..4 {
        let mut m = monitor(json!({}));
        for nth in 0..20 {
            let with = match row {
                0 if nth < 15 => laid_over(timeout(), &json!({ "missingFields": 1 })),
                2 => json!({ "iterations": 1, "missingFields": 1 }),
                3 => json!({ "iterations": 5 }),
                _ => json!({}),
            };
            m.count_new_run(&result(with), 0.0).unwrap();
        }
        if row == 1 {
            rejected(&mut m, 0..6);
        }
        let found: Vec<_> = report(&mut m).all.diagnosis.iter().map(|d| (d.symptom, d.component, d.fix)).collect();
        assert_eq!(found.len(), 1, "{row}: {found:?}");
        rows.extend(found);
    }
    let seed = [
        ("High timeout_rate + Low pass_rate", "Canonical model too strict", "Relax required fields"),
        ("High pass_rate + High user_rejection_rate", "Evaluation too lenient", "Tighten thresholds"),
        ("High stopped_at_iteration_1 + High avg_missing_fields", "Reflection logic error", "Fix completeness check"),
        ("High avg_retry_count + Low timeout_rate", "Evaluation too strict", "Lower thresholds"),
    ];
    assert_eq!(rows, seed);
    let mut m = monitor(json!({}));
    m.count_new_run(&result(timeout()), 0.0).unwrap();
    let health = report(&mut m).all;
    let told: Vec<_> = health.diagnosis.iter().map(|d| (d.component, d.fix)).collect();
    assert_eq!(
        told,
        [("Limits too tight for what is asked", "Raise the limits, or ask less of an answer")],
        "no loop with a model ran"
    );
    // One of the two is not enough, and what is high can be set.
    let mut m = monitor(json!({ "levels": { "avgMissingFieldsHigh": 2 } }));
    m.count_new_run(&result(json!({ "iterations": 1, "missingFields": 1 })), 0.0).unwrap();
    assert!(report(&mut m).all.diagnosis.is_empty());
    m.count_new_run(&result(json!({ "iterations": 1, "missingFields": 3 })), 0.0).unwrap();
    assert_eq!(report(&mut m).all.diagnosis.len(), 1);
    let mut m = monitor(json!({ "mode": "confident" }));
    m.count_new_run(&result(json!({ "iterations": 1, "missingFields": 3 })), 0.0).unwrap();
    assert!(report(&mut m).all.diagnosis.is_empty(), "one run proves nothing");
}

#[test]
fn a_report_has_figures_over_all_and_in_the_sliding_window() {
    let mut m = monitor(json!({ "window": { "buckets": 3, "bucketMs": HOUR } }));
    for hour in 0..6_u8 {
        let run = json!({ "runId": hour.to_string(), "iterations": hour });
        m.count_new_run(&result(run), f64::from(hour) * HOUR).unwrap();
    }
    let of = |health: &LoopHealth| (health.runs, metric(health, "avg_iterations"));
    let report = m.report_health(5.5 * HOUR).unwrap();
    assert_eq!((of(&report.all), of(&report.window)), ((6.0, Some(2.5)), (3.0, Some(4.0))));
    m.count_feedback(&InputValue::from(&json!({ "runId": "1", "rejected": true })), 5.5 * HOUR).unwrap();
    let report = m.report_health(5.5 * HOUR).unwrap();
    let rejections = [&report.all, &report.window].map(|health| metric(health, "user_rejection_rate"));
    assert_eq!(rejections, [Some(1.0 / 6.0), Some(0.0)], "feedback counts in the hour of its run");
    assert_eq!(of(&m.report_health(8.0 * HOUR).unwrap().window), (0.0, None), "all have left it");
    // A clock that was far ahead once does not empty the window for good.
    m.count_new_run(&result(json!({})), 1e15).unwrap();
    m.count_new_run(&result(json!({})), 6.0 * HOUR).unwrap();
    assert_eq!(m.report_health(6.0 * HOUR).unwrap().window.runs, 1.0);
}

#[test]
fn a_run_is_counted_once_and_of_feedback_the_first() {
    let mut m = monitor(json!({ "remember": 2 }));
    let observe = |m: &mut LoopMonitor, id: &str| m.count_new_run(&result(json!({ "runId": id, "score": 0.5 })), 0.0).unwrap();
    assert!(observe(&mut m, "a") && !observe(&mut m, "a") && observe(&mut m, "b"));
    assert_eq!(rated(&mut m, "a", json!({ "rating": 1 })), FeedbackOutcome::Counted);
    assert_eq!(rated(&mut m, "a", json!({ "rating": 2, "rejected": false })), FeedbackOutcome::Unchanged);
    assert_eq!(rated(&mut m, "a", json!({ "rejected": true })), FeedbackOutcome::Counted);
    assert_eq!(rated(&mut m, "a", json!({ "rejected": true })), FeedbackOutcome::Unchanged);
    assert!(observe(&mut m, "c"));
    assert_eq!(rated(&mut m, "a", json!({ "rating": 1 })), FeedbackOutcome::Unknown, "only the last two are remembered");
    assert_eq!(rated(&mut m, "c", json!({ "rating": 1 })), FeedbackOutcome::Counted);
}

/// A random run, and what is said of it.
fn random_run(random: &mut Random, id: u64) -> (Value, Option<Value>) {
    let accepted = random.below(3) > 0;
    let reason = ["accepted", "max_calls", "aborted", "model_error"][if accepted { 0 } else { 1 + random.below(3) as usize }];
    let status = ["ok", "needs_review", "failed"][if accepted { 0 } else { 1 + random.below(2) as usize }];
    let run = json!({ "runId": id.to_string(), "status": status, "accepted": accepted, "stopReason": reason,
        "iterations": random.below(6), "missingFields": random.below(4), "repetitionHits": random.below(2), "score": random.share() });
    let said = json!({ "runId": id.to_string(), "rating": random.below(5), "rejected": random.below(2) == 0 });
    (run, (random.below(2) == 0).then_some(said))
}

#[test]
fn a_restored_monitor_goes_on_as_if_nothing_had_happened() {
    let mut random = Random(2);
    let mut one = monitor(json!({}));
    for id in 0..50 {
        one.count_new_run(&InputValue::from(&random_run(&mut random, id).0), HOUR).unwrap();
    }
    assert!(!one.take_alert_events().is_empty());
    let mut other = monitor(json!({}));
    other.restore_state(&InputValue::from(&state(&one))).unwrap();
    for m in [&mut one, &mut other] {
        m.report_health(HOUR).unwrap();
        assert_eq!(m.take_alert_events(), [], "what was open is open still");
        for id in 40..90 {
            let (run, said) = random_run(&mut Random(id), id);
            assert_eq!(m.count_new_run(&InputValue::from(&run), HOUR).unwrap(), id >= 50, "a run is counted once: {id}");
            said.map(|said| m.count_feedback(&InputValue::from(&said), HOUR).unwrap());
        }
    }
    assert_eq!(other.report_health(HOUR).unwrap(), one.report_health(HOUR).unwrap());
    assert_eq!((other.take_alert_events(), state(&other)), (one.take_alert_events(), state(&one)));
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
            m.count_new_run(&InputValue::from(&run), at).unwrap();
            said.map(|said| m.count_feedback(&InputValue::from(&said), at).unwrap());
        }
        state(&m).to_string().len()
    };
    let (few, many) = (size(200), size(20_000));
    assert!(many < few + few / 4, "{few} bytes, then {many}");
}

#[test]
fn gaps_count_where_the_model_requires_them() {
    let mut m = monitor(json!({}));
    let missing = json!([{ "path": "a", "required": "must" }, { "path": "b", "required": "may" }, "c"]);
    m.count_new_run(&result(json!({ "missing": missing })), 0.0).unwrap();
    assert_eq!(metric(&m.report_health(0.0).unwrap().all, "avg_missing_fields"), Some(2.0));
}

/// A run of a fleet: the process that saw it, the hour, what came, and what a person says of it. All numbers are whole.
#[derive(Clone, Debug)]
struct FleetRun {
    process: usize,
    hour: u8,
    result: Value,
    said: Option<Value>,
}

const PROCESSES: usize = 5;

fn fleet_run() -> impl Strategy<Value = FleetRun> {
    let kinds = prop::sample::select(vec![
        json!({}),
        json!({ "iterations": 1 }),
        timeout(),
        json!({ "status": "failed", "accepted": false, "stopReason": "model_error", "iterations": 0 }),
        json!({ "accepted": false, "status": "needs_review", "stopReason": "aborted" }),
    ]);
    let counts = (0..6_u32, 0..2_u32, proptest::option::of(0..4_u32), proptest::option::of(0..9_000_u32), 0..3_u32);
    let said = proptest::option::of((-5..5_i32, any::<bool>()));
    (0..PROCESSES, 0..12_u8, kinds, counts, said).prop_map(|(process, hour, kind, counts, said)| {
        let (retries, score, missing, tokens, hits) = counts;
        let more = json!({ "retries": retries, "score": score, "repetitionHits": hits });
        let missing = missing.map_or(json!({}), |missing| json!({ "missingFields": missing }));
        let tokens = tokens.map_or(json!({}), |tokens| json!({ "tokens": tokens }));
        let more = laid_over(laid_over(more, &missing), &tokens);
        let said = said.map(|(rating, rejected)| json!({ "rating": rating, "rejected": rejected }));
        FleetRun { process, hour, result: laid_over(kind, &more), said }
    })
}

/// The runs in the order of their time, as monitors of all of them see them; feedback comes an hour later.
fn see(monitors: &mut [LoopMonitor], runs: &[FleetRun]) {
    for (id, run) in runs.iter().enumerate() {
        let m = &mut monitors[run.process % monitors.len()];
        let at = f64::from(run.hour) * HOUR;
        assert!(m.count_new_run(&result(laid_over(run.result.clone(), &json!({ "runId": id.to_string() }))), at).unwrap());
        if let Some(said) = &run.said {
            m.count_feedback(&InputValue::from(&laid_over(json!({ "runId": id.to_string() }), said)), at + HOUR).unwrap();
        }
    }
}

/// All states added to one monitor, at this time.
fn merged(states: &[Value], settings: &Value, now_ms: f64) -> LoopMonitor {
    let mut whole = monitor(settings.clone());
    for state in states {
        whole.merge_tallies(&InputValue::from(state), now_ms).unwrap();
    }
    whole
}

proptest! {
    #![proptest_config(Config { cases: 200, failure_persistence: None, ..Config::default() })]

    #[test]
    fn merged_states_of_any_split_in_any_order_are_those_of_one_monitor_that_saw_every_run(
        mut runs in prop::collection::vec(fleet_run(), 0..60),
        order in Just((0..PROCESSES).collect::<Vec<_>>()).prop_shuffle(),
        (buckets, later, first) in (1..16_u32, 0..20_u8, 0..=PROCESSES),
    ) {
        runs.sort_by_key(|run| run.hour);
        let settings = json!({ "minRated": 4, "window": { "buckets": buckets } });
        let mut all = [monitor(settings.clone())];
        see(&mut all, &runs);
        let mut fleet: Vec<_> = (0..PROCESSES).map(|_| monitor(settings.clone())).collect();
        see(&mut fleet, &runs);
        // None is at an earlier time than the last feedback.
        let now = f64::from(13 + later) * HOUR;
        let states: Vec<_> = order.iter().map(|at| state(&fleet[*at])).collect();
        let mut at_once = merged(&states, &settings, now);
        // Some are put together before.
        let (some, others) = states.split_at(first);
        let parts = [some, others].map(|part| state(&merged(part, &settings, now)));
        let mut in_parts = merged(&parts, &settings, now);
        let [mut one] = all;
        let expected = one.report_health(now).unwrap();
        prop_assert_eq!(&at_once.report_health(now).unwrap(), &expected);
        prop_assert_eq!(&in_parts.report_health(now).unwrap(), &expected);
        // Alerts are those of all runs together, and new.
        let opened = at_once.take_alert_events().iter().filter(|event| event.kind == "opened").count();
        prop_assert_eq!(opened, expected.all.alerts.len() + expected.window.alerts.len());
        prop_assert_eq!(state(&at_once)["runs"].as_array().map(Vec::len), Some(0));
        let at = now + HOUR;
        prop_assert_eq!(at_once.report_health(at).unwrap(), one.report_health(at).unwrap());
    }
}

#[test]
fn states_that_are_merged_hour_after_hour_do_not_grow() {
    let mut total = state(&monitor(json!({ "window": { "buckets": 3 } })));
    for hour in 0..50_u8 {
        let now = f64::from(hour) * HOUR;
        let mut m = monitor(json!({ "window": { "buckets": 3 } }));
        m.count_new_run(&result(json!({})), now).unwrap();
        total = state(&merged(&[total, state(&m)], &json!({ "window": { "buckets": 3 } }), now));
    }
    assert_eq!(total["series"]["buckets"].as_array().unwrap().len(), 3);
    assert_eq!(total["series"]["all"][0], json!(50.0));
}

#[test]
fn a_state_that_cannot_be_merged_is_refused_by_its_field_and_changes_nothing() {
    let mut m = monitor(json!({}));
    m.count_new_run(&result(json!({})), HOUR).unwrap();
    let good = state(&m);
    let wrong = |other: Value| laid_over(good.clone(), &other);
    let head = "not the state of a monitor: ";
    for (bad, message) in [
        (json!("text"), "it must be an object, got \"text\""),
        (wrong(json!({ "version": 2 })), "expected `format` \"reflect-engine/monitor\" and `version` 1"),
        (wrong(json!({ "format": "reflect-engine/trace" })), "expected `format` \"reflect-engine/monitor\" and `version` 1"),
        (
            wrong(json!({ "bucketMs": 60_000 })),
            "its `window.bucketMs` is 60000 and this monitor's is 3600000; they must be the same",
        ),
        (
            wrong(json!({ "series": { "all": [1], "buckets": [], "open": [0, 0] } })),
            "`series.all` must be a list of 30 numbers, got a list",
        ),
    ] {
        let error = m.merge_tallies(&InputValue::from(&bad), HOUR).unwrap_err();
        assert_eq!((error.code.as_str(), error.message), ("invalid_snapshot", format!("{head}{message}")));
    }
    assert_eq!(m.merge_tallies(&InputValue::from(&good), -1.0).unwrap_err().code.as_str(), "misuse");
    assert_eq!(state(&m), good);
    // What it remembers of runs is not looked at.
    m.merge_tallies(&InputValue::from(&wrong(json!({ "runs": "none" }))), HOUR).unwrap();
    assert_eq!(m.report_health(HOUR).unwrap().all.runs, 2.0);
}
