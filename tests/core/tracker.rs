//! Hourly windows, trend and regressions of seed 003.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reflect_engine::tracker::{
    Detector, Evaluator, HOUR_MS, Regression, Rule, Series, Sums, Trend, Window, fold, read_windows, regressions, trends,
};
use serde_json::{Value, json};

use crate::script::laid_over;

/// 2026-02-22T00:00Z.
const DAY: f64 = 1_771_718_400_000.0;

/// One evaluation.
#[derive(Clone, Debug)]
struct Row {
    agent_id: String,
    created_ms: f64,
    evaluator: Evaluator,
    scores: Vec<(String, f64)>,
}

/// The windows of rows, each of which is a window before they are folded.
fn windows(rows: &[Row]) -> Vec<Window> {
    let sums = |scores: &[f64]| {
        let mut sums = Sums::default();
        scores.iter().for_each(|score| sums.add(*score));
        sums
    };
    let window = |row: &Row| {
        let scores: Vec<f64> = row.scores.iter().map(|(_, score)| *score).collect();
        let mean = (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64);
        let metrics: BTreeMap<_, _> = row.scores.iter().map(|(metric, score)| (metric.clone(), sums(&[*score]))).collect();
        let series = Series { evaluations: 1, aggregate: sums(mean.as_slice()), metrics };
        let hour = (row.created_ms / HOUR_MS).floor() as i64;
        Window { agent_id: row.agent_id.clone(), hour, series: BTreeMap::from([(row.evaluator.clone(), series)]) }
    };
    fold(rows.iter().map(window).collect())
}

fn row(hour: f64, scores: &[(&str, f64)]) -> Row {
    let scores = scores.iter().map(|(metric, score)| ((*metric).to_owned(), *score)).collect();
    Row { agent_id: "A".to_owned(), created_ms: DAY + hour * HOUR_MS, evaluator: Evaluator::default(), scores }
}

/// As many rows of this score in this hour.
fn rows(hour: i32, score: f64, count: usize) -> Vec<Row> {
    (0..count).map(|n| row(f64::from(hour) + 0.5 / (n + 1) as f64, &[("m", score)])).collect()
}

/// Rows around a level in these hours; what is added in turns makes their noise.
fn level(hours: std::ops::Range<i32>, score: f64) -> Vec<Row> {
    let wave = [0.0, 0.1, -0.1, 0.05, -0.05, 0.12, -0.12, 0.02, -0.02, 0.08, -0.08, 0.0];
    hours
        .flat_map(|hour| {
            let shift = f64::from(hour % 5 - 2) * 0.01;
            wave.iter().map(move |noise| row(f64::from(hour) + 0.3, &[("m", score + shift + noise)])).collect::<Vec<_>>()
        })
        .collect()
}

fn at(hour: f64) -> f64 {
    DAY + hour * HOUR_MS
}

/// The hour of an alarm, counted from that day.
fn since_day(hour: i64) -> i64 {
    hour - (DAY / HOUR_MS) as i64
}

fn trend_of(rows: &[Row], now: f64) -> Trend {
    trends(&windows(rows), at(now)).last().unwrap_or(Trend::InsufficientData)
}

#[test]
fn an_hour_is_compared_with_the_last_one_of_two_weeks_and_of_the_same_evaluator() {
    for (hours, expected) in [(336, Trend::Degrading), (337, Trend::InsufficientData)] {
        let given = [rows(0, 0.8, 3), rows(hours, 0.5, 3)].concat();
        assert_eq!(trend_of(&given, f64::from(hours) + 1.0), expected, "{hours}");
    }
    let given = windows(&[rows(0, 0.8, 3), rows(200, 0.5, 3), rows(201, 0.9, 3)].concat());
    let found: Vec<_> = trends(&given, at(201.5)).map(Trend::as_str).collect();
    assert_eq!(found, ["insufficient_data", "degrading", "degrading"], "the last hour is not over");
}

#[test]
fn the_trend_compares_the_last_two_closed_hours_with_a_dead_band_of_five_per_cent() {
    let two = |a: f64, b: f64| [rows(0, a, 3), rows(1, b, 3)].concat();
    let apart = [rows(0, 0.8, 3), rows(20, 0.5, 3)].concat();
    for (expected, cases) in [
        (Trend::Stable, vec![two(0.8, 0.84), two(0.8, 0.76), two(0.0, 0.0)]),
        (Trend::Improving, vec![two(0.8, 0.841), two(0.0, 0.1)]),
        (Trend::Degrading, vec![two(0.8, 0.759), two(-0.8, -0.9), apart]),
        (Trend::InsufficientData, vec![rows(0, 0.8, 9), Vec::new()]),
    ] {
        for given in cases {
            assert_eq!(trend_of(&given, 24.0), expected, "{given:?}");
        }
    }
    let three = [two(0.8, 0.5), rows(2, 0.9, 3)].concat();
    assert_eq!(trend_of(&three, 2.99), Trend::Degrading, "the hour that goes on is not looked at");
    assert_eq!(trend_of(&three, 3.0), Trend::Improving);
    let unscored = [two(0.8, 0.5), vec![row(2.1, &[])]].concat();
    assert_eq!(trend_of(&unscored, 9.0), Trend::Degrading, "an hour without a number is passed over");
    let mut other = two(0.8, 0.5);
    other.iter_mut().skip(3).for_each(|row| row.evaluator.version = "2".to_owned());
    assert_eq!(trend_of(&other, 9.0), Trend::InsufficientData, "another version is not compared");
}

#[test]
fn windows_have_the_figures_of_the_seed_and_null_is_not_zero() {
    let given = [
        row(0.1, &[("answer_relevance", 0.7), ("answer_relevancy", 0.9)]),
        row(0.2, &[("answer_relevance", 0.95)]),
        row(0.3, &[]),
        row(1.2, &[]),
    ];
    let windows = windows(&given);
    let told: Vec<Value> = windows.iter().map(Window::to_json).collect();
    let figures = json!({ "agentId": "A", "hour": DAY / HOUR_MS, "evalCount": 3, "avgScore": 0.875, "minScore": 0.8, "maxScore": 0.95,
        "scoresByMetric": {
            "answer_relevance": { "avg": 0.825, "min": 0.7, "max": 0.95, "count": 2 },
            "answer_relevancy": { "avg": 0.9, "min": 0.9, "max": 0.9, "count": 1 } } });
    for (key, value) in figures.as_object().unwrap() {
        assert_eq!(told[0][key].to_string().trim_end_matches(".0"), value.to_string().trim_end_matches(".0"), "{key}");
    }
    assert_eq!((&told[1]["evalCount"], &told[1]["avgScore"], &told[1]["minScore"]), (&json!(1), &Value::Null, &Value::Null));
    // Hours of the same name are one: so are all figures of an agent.
    let one_hour = windows.into_iter().map(|window| Window { hour: 0, ..window }).collect();
    let figures = fold(one_hour)[0].to_json();
    assert_eq!((&figures["evalCount"], &figures["avgScore"]), (&json!(4), &json!(0.875)));
}

fn alarms(rows: &[Row], rule: Rule, since: f64, now: f64) -> Vec<Regression> {
    regressions(&windows(rows), &Detector { rule, ..Detector::default() }, at(since), at(now))
}

/// Whether `drop15` finds the aggregate of the last hour fallen.
fn drops(rows: &[Row], now: f64) -> bool {
    alarms(rows, Rule::Drop15, now - 1.0, now).iter().any(|alarm| alarm.metric.is_none())
}

#[test]
fn drop15_holds_the_last_closed_hour_against_seven_days() {
    let week = |hour: i32, before: f64, after: f64, count: usize, baseline: usize| {
        [rows(hour - 100, before, baseline), rows(hour, after, count)].concat()
    };
    let cases = [
        (week(200, 0.8, 0.68, 10, 20), false, "exactly 15 %"),
        (week(200, 0.8, 0.679, 10, 20), true, "more than 15 %"),
        (week(200, 0.8, 0.5, 9, 20), false, "nine in the hour"),
        (week(200, 0.8, 0.5, 10, 9), false, "nine before it"),
        (week(200, 0.8, 0.5, 10, 10), true, "ten in each"),
        (week(200, 0.0, -0.5, 10, 10), false, "no share of nothing"),
        ([rows(32, 0.8, 20), rows(200, 0.5, 10)].concat(), true, "168 hours before"),
        ([rows(31, 0.8, 20), rows(200, 0.5, 10)].concat(), false, "169 hours before"),
    ];
    for (given, expected, why) in cases {
        assert_eq!(drops(&given, 201.0), expected, "{why}");
        assert!(!drops(&given, 200.99), "{why}: the hour goes on");
    }
    let mut mixed = week(200, 0.8, 0.5, 10, 20);
    mixed.iter_mut().skip(20).for_each(|row| row.evaluator.version = "2".to_owned());
    assert!(!drops(&mixed, 201.0), "another version is not compared");
    let alarm = &alarms(&week(200, 0.8, 0.6, 10, 20), Rule::Drop15, 200.0, 201.0)[0];
    assert_eq!((alarm.score, alarm.baseline, alarm.samples, alarm.since), (0.6, 0.8, 10, None));
    assert_eq!(alarm.to_json()["startMs"], json!(at(200.0)));
    assert!((alarm.to_json()["drop"].as_f64().unwrap() - 0.25).abs() < 1e-9);
}

#[test]
fn one_metric_may_fall_alone_and_after_an_alarm_it_is_quiet_for_a_day() {
    let two = |hour: i32, b: f64| {
        rows(hour, 0.9, 12).into_iter().map(move |mut r| {
            r.scores.push(("b".to_owned(), b));
            r
        })
    };
    let mut given: Vec<Row> = (100..120).flat_map(|hour| two(hour, 0.9)).collect();
    given.extend((120..150).flat_map(|hour| two(hour, 0.7)));
    let found = alarms(&given, Rule::Drop15, 0.0, 200.0);
    let told: Vec<(Option<&str>, i64)> = found.iter().map(|a| (a.metric.as_deref(), since_day(a.hour))).collect();
    assert_eq!(told, [(Some("b"), 120)], "by hour 144 the baseline has sunk");
    let deep: Vec<Row> =
        (100..200).flat_map(|hour| rows(hour, 0.9, 12)).chain((200..230).flat_map(|h| rows(h, 0.1, 12))).collect();
    let found = alarms(&deep, Rule::Drop15, 0.0, 300.0);
    let aggregate = found.iter().filter(|a| a.metric.is_none()).map(|a| since_day(a.hour));
    assert_eq!(aggregate.collect::<Vec<_>>(), [200, 224]);
    let again = alarms(&deep, Rule::Drop15, 201.0, 300.0);
    assert!(again.iter().all(|a| since_day(a.hour) == 224), "what was told before is not told again");
}

#[test]
fn cusum_finds_a_small_drop_that_lasts_and_says_when_it_began_and_how_large_it_is() {
    let steady = level(0..300, 0.84);
    assert!(alarms(&steady, Rule::Cusum, 0.0, 300.0).is_empty());
    let fallen = [level(0..250, 0.84), level(250..262, 0.78)].concat();
    assert!(alarms(&fallen, Rule::Drop15, 0.0, 262.0).is_empty(), "7 % are none for drop15");
    let found = alarms(&fallen, Rule::Cusum, 0.0, 262.0);
    let alarm = found.iter().find(|a| a.metric.is_none()).unwrap();
    assert!((250..=258).contains(&since_day(alarm.hour)), "{alarm:?}");
    assert!((248..=251).contains(&since_day(alarm.since.unwrap())), "{alarm:?}");
    let size = alarm.to_json()["changeSize"].as_f64().unwrap();
    assert!((-0.09..=-0.03).contains(&size), "{size}");
    let risen = [level(0..250, 0.84), level(250..300, 0.95)].concat();
    assert!(alarms(&risen, Rule::Cusum, 0.0, 300.0).is_empty(), "a rise is no regression");
    let short = [level(0..40, 0.84), level(40..60, 0.4)].concat();
    assert!(alarms(&short, Rule::Cusum, 0.0, 47.0).is_empty(), "a day of baseline and a day of lag come first");
    let constant: Vec<Row> = (0..250).flat_map(|h| rows(h, 0.8, 12)).chain((250..260).flat_map(|h| rows(h, 0.799, 12))).collect();
    assert!(alarms(&constant, Rule::Cusum, 0.0, 260.0).is_empty(), "without any noise a thousandth is none");
}

#[test]
fn cusum_knows_agents_with_few_hours_a_day_by_two_weeks() {
    type Runs = fn(i32) -> bool;
    let cases: [(&[i32], Runs, &str); 4] = [
        (&[2], |_| true, "each night"),
        (&[2], |day| day % 7 < 5, "on week-days"),
        (&[9, 12, 15], |_| true, "three hours a day"),
        (&[8, 20], |day| day % 2 == 0, "every other day"),
    ];
    for (hours, runs, when) in cases {
        let fall = |day: i32| if day < 35 { 0.84 } else { 0.6 };
        let days = (0..42).filter(|day| runs(*day));
        let given = days.flat_map(|day| hours.iter().flat_map(move |at| level(day * 24 + at..day * 24 + at + 1, fall(day))));
        let found = alarms(&given.collect::<Vec<_>>(), Rule::Cusum, 0.0, 42.0 * 24.0);
        let first = (35..).find(|day| runs(*day)).unwrap() * 24 + hours[0];
        assert_eq!(found.first().map(|alarm| since_day(alarm.hour)), Some(i64::from(first)), "{when}");
    }
    let weekly: Vec<Row> = (0..9).flat_map(|week| level(week * 168..week * 168 + 1, if week < 7 { 0.84 } else { 0.1 })).collect();
    assert!(alarms(&weekly, Rule::Cusum, 0.0, 9.0 * 168.0).is_empty(), "two hours say little");
    let paused = [level(0..200, 0.84), level(430..440, 0.6)].concat();
    assert_eq!(since_day(alarms(&paused, Rule::Cusum, 0.0, 500.0)[0].hour), 430, "after a pause of nine days");
}

#[test]
fn the_share_that_is_lost_is_a_number_also_of_a_baseline_of_zero() {
    let fallen = [level(0..100, 0.0), level(100..103, -1_000.0)].concat();
    let zero: Vec<Row> = (0..100).flat_map(|h| rows(h, 0.0, 12)).chain(rows(100, -1_000.0, 12)).collect();
    for given in [fallen, zero] {
        let found = alarms(&given, Rule::Cusum, 100.0, 103.0);
        assert!(!found.is_empty());
        for alarm in found {
            let told = alarm.to_json();
            assert!(told["drop"].as_f64().is_some_and(|drop| drop > 1.0), "{told}");
        }
    }
}

fn any_row() -> impl Strategy<Value = Row> {
    let metric = prop_oneof![Just("answer_relevance"), Just("answer_relevancy"), Just("coherence")];
    let scores = prop::collection::btree_map(metric, -1.0..2.0_f64, 0..4);
    let who = (prop_oneof![Just("model"), Just("human")], prop_oneof![Just("1"), Just("2")]);
    (prop_oneof![Just("A"), Just("B")], 0.0..30.0_f64, scores, who).prop_map(|(agent, hour, scores, (kind, version))| Row {
        agent_id: agent.to_owned(),
        created_ms: at(hour),
        evaluator: Evaluator { kind: kind.to_owned(), id: "judge".to_owned(), version: version.to_owned() },
        scores: scores.into_iter().map(|(m, s)| (m.to_owned(), s)).collect(),
    })
}

/// Stored and read again, as a database does.
fn stored(windows: &[Window]) -> Vec<Window> {
    let text = Value::from(windows.iter().map(Window::to_json).collect::<Vec<_>>()).to_string();
    read_windows(&serde_json::from_str(&text).unwrap()).unwrap()
}

proptest! {
    #[test]
    fn history_built_in_any_order_and_any_number_of_parts_equals_the_recount(
        rows in prop::collection::vec(any_row(), 0..60), cuts in prop::collection::vec(1_usize..9, 0..20), seed in any::<u64>(),
    ) {
        let whole = windows(&rows);
        let mut shuffled = rows.clone();
        shuffled.sort_by_key(|row| (row.created_ms.to_bits() ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // One after another, each part stored in between.
        let (mut grown, mut rest) = (Vec::new(), shuffled.as_slice());
        let mut parts = Vec::new();
        for cut in cuts.iter().chain([&usize::MAX]) {
            let (part, after) = rest.split_at((*cut).min(rest.len()));
            grown = fold([stored(&grown), windows(part)].concat());
            parts.extend(windows(part));
            rest = after;
        }
        prop_assert_eq!(&stored(&grown), &whole);
        // Each part by itself, merged at the end, the last first.
        parts.reverse();
        prop_assert_eq!(&fold(parts), &whole);
    }
}

#[test]
fn what_holds_no_scores_and_what_is_no_window_is_refused() {
    let window = |over: Value| {
        let series = json!({ "kind": "", "evaluator": "", "version": "", "evaluations": 2, "aggregate": [0.25, 0.75],
            "metrics": { "m": [0.5], "n": [] } });
        json!([{ "agentId": "A", "hour": 1, "series": [laid_over(series, &over)] }])
    };
    let read = read_windows(&window(json!({}))).unwrap()[0].whole();
    assert_eq!((read.evaluations, read.aggregate.mean()), (2, Some(0.5)));
    assert_eq!((read.metrics["m"].mean(), read.metrics["n"].mean()), (Some(0.5), None));
    let wrong = [
        json!({ "kind": null }),
        json!({ "aggregate": "x" }),
        json!({ "aggregate": 4 }),
        json!({ "aggregate": { "count": 1 } }),
        json!({ "aggregate": { "count": 1, "sum": "x", "sumSquares": "1", "min": 1, "max": 1 } }),
        json!({ "aggregate": [1e7] }),
        json!({ "metrics": { "m": [-1e7] } }),
        json!({ "metrics": { "m": [null] } }),
        json!({ "metrics": { "m": 1 } }),
        json!({ "metrics": [["m", 2]] }),
        json!({ "evaluations": -1 }),
    ];
    for over in wrong {
        assert_eq!(read_windows(&window(over.clone())).unwrap_err(), "`windows[0]` is not a window", "{over}");
    }
    for windows in [
        json!(3),
        json!([3]),
        json!([{ "agentId": "A", "hour": 1 }]),
        json!([{ "agentId": "A", "hour": 1.5, "series": [] }]),
        json!([{ "agentId": null, "hour": 1, "series": [] }]),
        json!([{ "agentId": "A", "hour": 1, "series": [{}] }]),
    ] {
        assert!(read_windows(&windows).is_err(), "{windows}");
    }
}
