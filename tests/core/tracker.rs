//! Hourly windows, trend and regressions of seed 003.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reflect_engine::tracker::{
    Detector, HOUR_MS, Regression, Row, Rule, SUMS, Sums, Trend, find_regressions, find_trend_per_hour, sum_series,
};

/// 2026-02-22T00:00Z.
const DAY: f64 = 1_771_718_400_000.0;

/// One evaluation.
#[derive(Clone, Debug)]
struct Evaluation {
    created_ms: f64,
    evaluator: &'static str,
    scores: Vec<(&'static str, f64)>,
}

/// Of an evaluator: the aggregate, or one metric.
type Series = (&'static str, Option<&'static str>);

/// The rows of evaluations, in order of series and hours, and what their series are. A series may have hours without a score.
fn rows_of(evaluations: &[Evaluation]) -> (Vec<Row>, Vec<Series>) {
    let mut all: BTreeMap<Series, BTreeMap<i64, Sums>> = BTreeMap::new();
    for Evaluation { created_ms, evaluator, scores } in evaluations {
        let hour = (created_ms / HOUR_MS).floor() as i64;
        let mean = scores.iter().map(|(_, score)| *score).sum::<f64>() / scores.len() as f64;
        let aggregate = all.entry((evaluator, None)).or_default().entry(hour).or_default();
        if !scores.is_empty() {
            aggregate.add_score(mean);
        }
        for (metric, score) in scores {
            all.entry((evaluator, Some(metric))).or_default().entry(hour).or_default().add_score(*score);
        }
    }
    let rows = all.values().enumerate().flat_map(|(series, hours)| hours.iter().map(move |(hour, sums)| (series, *hour, *sums)));
    (rows.map(|(series, hour, sums)| Row { series, hour, sums }).collect(), all.keys().copied().collect())
}

/// How scores go at each hour.
fn trends_of(evaluations: &[Evaluation], now: f64) -> Vec<Trend> {
    let (mut rows, series) = rows_of(evaluations);
    rows.retain(|row| series[row.series].1.is_none());
    rows.sort_by_key(|row| (row.hour, row.series));
    find_trend_per_hour(&rows, at(now))
}

fn row(hour: f64, scores: &[(&'static str, f64)]) -> Evaluation {
    Evaluation { created_ms: at(hour), evaluator: "1", scores: scores.to_vec() }
}

/// As many rows of this score in this hour.
fn rows(hour: i32, score: f64, count: usize) -> Vec<Evaluation> {
    (0..count).map(|n| row(f64::from(hour) + 0.5 / (n + 1) as f64, &[("m", score)])).collect()
}

/// Rows around a level in these hours; what is added in turns makes their noise.
fn level(hours: std::ops::Range<i32>, score: f64) -> Vec<Evaluation> {
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

fn trend_of(rows: &[Evaluation], now: f64) -> Trend {
    trends_of(rows, now).last().copied().unwrap_or(Trend::InsufficientData)
}

#[test]
fn an_hour_is_compared_with_the_last_one_of_two_weeks_and_of_the_same_evaluator() {
    for (hours, expected) in [(336, Trend::Degrading), (337, Trend::InsufficientData)] {
        let given = [rows(0, 0.8, 3), rows(hours, 0.5, 3)].concat();
        assert_eq!(trend_of(&given, f64::from(hours) + 1.0), expected, "{hours}");
    }
    let given = [rows(0, 0.8, 3), rows(200, 0.5, 3), rows(201, 0.9, 3)].concat();
    let found: Vec<_> = trends_of(&given, 201.5).into_iter().map(Trend::as_str).collect();
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
    other.iter_mut().skip(3).for_each(|row| row.evaluator = "2");
    assert_eq!(trend_of(&other, 9.0), Trend::InsufficientData, "another version is not compared");
}

#[test]
fn trend_follows_the_evaluator_with_most_scores_and_of_equals_the_first() {
    let of = |evaluator: &'static str, hour: i32, score: f64, count: usize| {
        rows(hour, score, count).into_iter().map(move |row| Evaluation { evaluator, ..row }).collect::<Vec<_>>()
    };
    for (counts, expected) in [((3, 2), Trend::Improving), ((2, 3), Trend::Degrading), ((3, 3), Trend::Improving)] {
        let first = [of("1", 0, 0.5, 3), of("1", 1, 0.8, counts.0)].concat();
        let given = [first, of("2", 0, 0.8, 3), of("2", 1, 0.5, counts.1)].concat();
        assert_eq!(trend_of(&given, 9.0), expected, "{counts:?}");
    }
}

#[test]
fn series_are_added_up_apart_and_null_is_not_zero() {
    let sums = |scores: &[f64]| {
        let mut sums = Sums::default();
        scores.iter().for_each(|score| sums.add_score(*score));
        sums
    };
    let parts = [(0, sums(&[0.7])), (2, sums(&[0.9])), (0, sums(&[0.95, 0.8])), (7, sums(&[1.0])), (2, Sums::default())];
    let found = sum_series(3, parts.into_iter());
    let figures: Vec<_> = found.iter().map(|sums| (sums.count, sums.mean(), sums.min(), sums.max())).collect();
    let mean = (0.7 + 0.95 + 0.8) / 3.0;
    let expected = [
        (3, Some((mean * 1e9_f64).round() / 1e9), Some(0.7), Some(0.95)),
        (0, None, None, None),
        (1, Some(0.9), Some(0.9), Some(0.9)),
    ];
    assert!((figures[0].1.unwrap() - mean).abs() < 1e-9);
    assert_eq!((figures[0].0, figures[0].2, figures[0].3), (expected[0].0, expected[0].2, expected[0].3));
    assert_eq!(figures[1..], expected[1..]);
}

/// An alarm, and its metric.
#[derive(Debug)]
struct Alarm {
    metric: Option<&'static str>,
    found: Regression,
}

fn alarms(evaluations: &[Evaluation], rule: Rule, since: f64, now: f64) -> Vec<Alarm> {
    let (rows, series) = rows_of(evaluations);
    let detector = Detector { rule, ..Detector::default() };
    let mut alarms = Vec::new();
    for hours in rows.chunk_by(|a, b| a.series == b.series) {
        let metric = series[hours[0].series].1;
        let hours: Vec<(i64, Sums)> = hours.iter().map(|row| (row.hour, row.sums)).collect();
        let found = find_regressions(&hours, &detector, at(since), at(now));
        alarms.extend(found.into_iter().map(|found| Alarm { metric, found }));
    }
    alarms.sort_by_key(|alarm| alarm.found.hour);
    alarms
}

/// Whether `drop15` finds the aggregate of the last hour fallen.
fn drops(rows: &[Evaluation], now: f64) -> bool {
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
    mixed.iter_mut().skip(20).for_each(|row| row.evaluator = "2");
    assert!(!drops(&mixed, 201.0), "another version is not compared");
    let alarm = &alarms(&week(200, 0.8, 0.6, 10, 20), Rule::Drop15, 200.0, 201.0)[0];
    let Regression { hour, score, baseline, samples, since, .. } = alarm.found;
    assert_eq!((since_day(hour), score, baseline, samples, since), (200, 0.6, 0.8, 10, None));
    assert!((alarm.found.drop - 0.25).abs() < 1e-9);
}

#[test]
fn single_metric_alarms_alone_and_then_is_quiet_for_a_day() {
    let two = |hour: i32, b: f64| {
        rows(hour, 0.9, 12).into_iter().map(move |mut r| {
            r.scores.push(("b", b));
            r
        })
    };
    let mut given: Vec<Evaluation> = (100..120).flat_map(|hour| two(hour, 0.9)).collect();
    given.extend((120..150).flat_map(|hour| two(hour, 0.7)));
    let found = alarms(&given, Rule::Drop15, 0.0, 200.0);
    let told: Vec<(Option<&str>, i64)> = found.iter().map(|a| (a.metric, since_day(a.found.hour))).collect();
    assert_eq!(told, [(Some("b"), 120)], "by hour 144 the baseline has sunk");
    let deep: Vec<Evaluation> =
        (100..200).flat_map(|hour| rows(hour, 0.9, 12)).chain((200..230).flat_map(|h| rows(h, 0.1, 12))).collect();
    let found = alarms(&deep, Rule::Drop15, 0.0, 300.0);
    let aggregate = found.iter().filter(|a| a.metric.is_none()).map(|a| since_day(a.found.hour));
    assert_eq!(aggregate.collect::<Vec<_>>(), [200, 224]);
    let again = alarms(&deep, Rule::Drop15, 201.0, 300.0);
    assert!(again.iter().all(|a| since_day(a.found.hour) == 224), "what was told before is not told again");
}

#[test]
fn cusum_finds_a_small_drop_that_lasts_and_says_when_it_began_and_how_large_it_is() {
    let steady = level(0..300, 0.84);
    assert!(alarms(&steady, Rule::Cusum, 0.0, 300.0).is_empty());
    let fallen = [level(0..250, 0.84), level(250..262, 0.78)].concat();
    assert!(alarms(&fallen, Rule::Drop15, 0.0, 262.0).is_empty(), "7 % are none for drop15");
    let found = alarms(&fallen, Rule::Cusum, 0.0, 262.0);
    let alarm = found.iter().find(|a| a.metric.is_none()).unwrap();
    assert!((250..=258).contains(&since_day(alarm.found.hour)), "{alarm:?}");
    assert!((248..=251).contains(&since_day(alarm.found.since.unwrap())), "{alarm:?}");
    let size = alarm.found.score - alarm.found.baseline;
    assert!((-0.09..=-0.03).contains(&size), "{size}");
    let risen = [level(0..250, 0.84), level(250..300, 0.95)].concat();
    assert!(alarms(&risen, Rule::Cusum, 0.0, 300.0).is_empty(), "a rise is no regression");
    let short = [level(0..40, 0.84), level(40..60, 0.4)].concat();
    assert!(alarms(&short, Rule::Cusum, 0.0, 47.0).is_empty(), "a day of baseline and a day of lag come first");
    let constant: Vec<Evaluation> =
        (0..250).flat_map(|h| rows(h, 0.8, 12)).chain((250..260).flat_map(|h| rows(h, 0.799, 12))).collect();
    assert!(alarms(&constant, Rule::Cusum, 0.0, 260.0).is_empty(), "without any noise a thousandth is none");
}

#[test]
fn a_drop_that_lasts_is_one_with_the_hour_in_which_it_began() {
    let aggregates = |given: &[Evaluation], now: f64, cool_down_hours: i64| {
        let (rows, series) = rows_of(given);
        let whole = rows.iter().filter(|row| series[row.series].1.is_none());
        let hours: Vec<(i64, Sums)> = whole.map(|row| (row.hour, row.sums)).collect();
        let detector = Detector { rule: Rule::Cusum, cool_down_hours, ..Detector::default() };
        let found = find_regressions(&hours, &detector, at(0.0), at(now));
        found.iter().map(|alarm| (since_day(alarm.hour), since_day(alarm.since.unwrap()))).collect::<Vec<_>>()
    };
    let fallen = [level(0..200, 0.84), level(200..240, 0.5)].concat();
    assert_eq!(
        aggregates(&fallen, 240.0, 24),
        [(200, 200), (224, 200)],
        "the alarm after the quiet day is about the same change"
    );
    assert_eq!(aggregates(&fallen, 240.0, 0).last(), Some(&(239, 200)), "the last hour, too");
    let healed = [level(0..200, 0.84), level(200..204, 0.5), level(204..240, 0.84), level(240..250, 0.5)].concat();
    assert_eq!(aggregates(&healed, 250.0, 24), [(200, 200), (240, 240)], "one that is over is another");
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
        assert_eq!(found.first().map(|alarm| since_day(alarm.found.hour)), Some(i64::from(first)), "{when}");
    }
    let weekly: Vec<Evaluation> =
        (0..9).flat_map(|week| level(week * 168..week * 168 + 1, if week < 7 { 0.84 } else { 0.1 })).collect();
    assert!(alarms(&weekly, Rule::Cusum, 0.0, 9.0 * 168.0).is_empty(), "two hours say little");
    let paused = [level(0..200, 0.84), level(430..440, 0.6)].concat();
    assert_eq!(since_day(alarms(&paused, Rule::Cusum, 0.0, 500.0)[0].found.hour), 430, "after a pause of nine days");
}

#[test]
fn the_share_that_is_lost_is_a_number_also_of_a_baseline_of_zero() {
    let fallen = [level(0..100, 0.0), level(100..103, -1_000.0)].concat();
    let zero: Vec<Evaluation> = (0..100).flat_map(|h| rows(h, 0.0, 12)).chain(rows(100, -1_000.0, 12)).collect();
    for given in [fallen, zero] {
        let found = alarms(&given, Rule::Cusum, 100.0, 103.0);
        assert!(!found.is_empty());
        for alarm in found {
            let drop = alarm.found.drop;
            assert!(drop > 1.0 && drop.is_finite(), "{alarm:?}");
        }
    }
}

proptest! {
    #[test]
    fn sums_built_in_any_order_and_any_number_of_parts_equal_the_recount(
        scores in prop::collection::vec(-1e6..1e6_f64, 0..60), cuts in prop::collection::vec(1_usize..9, 0..20), seed in any::<u64>(),
    ) {
        let sums = |scores: &[f64]| {
            let mut sums = Sums::default();
            scores.iter().for_each(|score| sums.add_score(*score));
            sums
        };
        let whole = sums(&scores);
        let mut shuffled = scores.clone();
        shuffled.sort_by_key(|score| (score.to_bits() ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // One after another, each part stored in between.
        let (mut grown, mut rest) = (Sums::default(), shuffled.as_slice());
        let mut parts = Vec::new();
        for cut in cuts.iter().chain([&usize::MAX]) {
            let (part, after) = rest.split_at((*cut).min(rest.len()));
            grown = sum_series(1, [(0, Sums::from_floats(grown.to_floats())), (0, sums(part))].into_iter())[0];
            parts.push((0, sums(part)));
            rest = after;
        }
        prop_assert_eq!(grown, whole);
        // Each part by itself, merged at the end, the last first.
        parts.reverse();
        prop_assert_eq!(sum_series(1, parts.into_iter())[0], whole);
    }
}

#[test]
fn sums_are_floats_that_hold_whole_numbers_to_the_last_digit() {
    let most = 9e15;
    let low = 999_999_999_999_999.0;
    let cases: [[f64; SUMS]; 5] = [
        [0.0; SUMS],
        [1.0, 0.0, 0.0, 7.0, 0.0, 0.0, 49.0, 7.0, 7.0],
        [3.0, 0.0, -1.0, -low, 0.0, low, 1.0, -most, low],
        [most, 9_000_000.0, low, low, 170_000_000.0, low, low, -1e15, 1e15],
        [most, -9_000_000.0, -low, -low, 9.0, 0.0, 0.0, -1e15, 1e15],
    ];
    for numbers in cases {
        assert_eq!(Sums::from_floats(numbers).to_floats(), numbers);
    }
    // What is no number is none, and what is too large is the largest.
    let odd = Sums::from_floats([f64::NAN, f64::INFINITY, 0.0, 0.0, f64::NAN, 0.0, 0.0, f64::NEG_INFINITY, 1e300]);
    assert_eq!((odd.count, odd.mean()), (0, None));
}
