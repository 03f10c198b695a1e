//! The evaluator: weights and threshold, what can never pass, what is to be fixed, and the metrics that need no model.

use reflect_engine::error::ErrorCode;
use reflect_engine::evaluator::{
    Evaluation, MeasuredScore, MetricResult, Rubric, lexical_relevance, perspective_balance, source_diversity,
};

use crate::script::{Random, texts};

fn plain(score: f64) -> MetricResult {
    MetricResult::Score(MeasuredScore { score, explanation: None, paths: Vec::new(), passed: None })
}

fn rubric(metrics: &[&str], weights: &[(&str, f64)], threshold: f64) -> Result<Rubric, String> {
    let weights: Vec<_> = weights.iter().map(|(name, weight)| ((*name).to_owned(), *weight)).collect();
    Rubric::new(texts(metrics), &weights, threshold).map_err(|error| {
        assert_eq!(error.code, ErrorCode::InvalidSettings);
        error.message
    })
}

/// Metrics `a`, `b`, … with these scores.
fn evaluate(scores: &[f64], weights: &[(&str, f64)], threshold: f64) -> Evaluation {
    let names = ["a", "b", "c", "d"];
    let told: Vec<_> = names.iter().zip(scores).map(|(name, score)| ((*name).to_owned(), plain(*score))).collect();
    rubric(&names[..scores.len()], weights, threshold).unwrap().write_evaluation(&told)
}

#[test]
fn the_weighted_mean_must_be_above_the_threshold() {
    type Case<'a> = (&'a [f64], &'a [(&'a str, f64)], f64, f64, bool);
    let cases: [Case; 12] = [
        (&[0.8, 0.9, 0.7], &[], 0.7, 0.8, true),
        (&[1.0, 1.0, 0.0], &[], 0.7, 2.0 / 3.0, false),
        // Exactly the threshold is not above it, in whatever way a computer sums it up.
        (&[0.7, 0.7, 0.7], &[], 0.7, 0.7, false),
        (&[0.8, 0.7, 0.6], &[], 0.7, 0.7, false),
        (&[0.6, 0.7, 0.8], &[], 0.7, 0.7, false),
        (&[0.700_001, 0.7, 0.7], &[], 0.7, 0.700_000_333_333, true),
        (&[1.0, 0.0], &[("a", 3.0)], 0.7, 0.75, true),
        (&[1.0, 0.0], &[("b", 3.0)], 0.7, 0.25, false),
        (&[1.0, 0.2], &[("b", 0.0)], 0.7, 1.0, true),
        (&[0.5], &[("a", 1e-3)], 0.4, 0.5, true),
        (&[1.0, 1.0], &[], 1.0, 1.0, false),
        (&[0.0], &[], 0.0, 0.0, false),
    ];
    for (scores, weights, threshold, score, passed) in cases {
        let told = evaluate(scores, weights, threshold);
        assert!((told.score - score).abs() < 1e-9, "{scores:?}: {}", told.score);
        assert_eq!((told.passed, told.score > threshold), (passed, passed), "{scores:?} {weights:?}");
        assert_eq!(told.scores.values().copied().collect::<Vec<_>>(), scores);
    }
}

#[test]
fn a_metric_that_says_no_is_not_outweighed() {
    let said = |passed| {
        let score = MeasuredScore { score: 0.8, explanation: Some("About bananas.".to_owned()), paths: Vec::new(), passed };
        vec![("a".to_owned(), plain(1.0)), ("b".to_owned(), MetricResult::Score(score))]
    };
    let all = rubric(&["a", "b"], &[("a", 99.0)], 0.5).unwrap();
    for passed in [None, Some(true)] {
        assert!(all.write_evaluation(&said(passed)).passed);
    }
    let told = all.write_evaluation(&said(Some(false)));
    assert_eq!((told.passed, told.score > 0.5, told.failures.len()), (false, true, 0));
    assert_eq!(told.repair_targets.iter().map(|target| target.metric.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(
        told.feedback,
        "The answer did not pass: 0.998, and above 0.5 is needed. It cannot pass while a metric says that it does not.\n- b: 0.8, About bananas."
    );
}

#[test]
fn unmeasured_metric_is_named_and_passes_nothing() {
    let all = rubric(&["good", "bad"], &[("good", 99.0)], 0.5).unwrap();
    let cases = [
        (Some(plain(f64::NAN)), "its score must be a number from 0 to 1, got NaN"),
        (Some(plain(f64::INFINITY)), "its score must be a number from 0 to 1, got Infinity"),
        (Some(plain(-0.1)), "its score must be a number from 0 to 1, got -0.1"),
        (Some(plain(1.000_001)), "its score must be a number from 0 to 1, got 1.000001"),
        (Some(MetricResult::Failed("it threw: no network".to_owned())), "it threw: no network"),
        (None, "it was not measured"),
    ];
    for (measured, reason) in cases {
        let mut told = vec![("good".to_owned(), plain(1.0))];
        told.extend(measured.map(|measured| ("bad".to_owned(), measured)));
        let evaluation = all.write_evaluation(&told);
        assert_eq!((evaluation.passed, evaluation.score), (false, 0.99), "{reason}");
        assert_eq!((evaluation.failures[0].metric.as_str(), evaluation.failures[0].reason.as_str()), ("bad", reason));
        assert!(evaluation.feedback.contains(&format!("bad: could not be measured: {reason}")), "{}", evaluation.feedback);
        assert!(evaluation.scores.get("bad").is_none() && evaluation.repair_targets.is_empty());
    }
    // Also where it weighs nothing: who asks for a metric wants it measured.
    let idle = rubric(&["good", "bad"], &[("bad", 0.0)], 0.5).unwrap();
    assert!(!idle.write_evaluation(&[("good".to_owned(), plain(1.0)), ("bad".to_owned(), plain(f64::NAN))]).passed);
}

#[test]
fn repair_targets_are_what_fell_short_what_costs_most_first() {
    let told = evaluate(&[0.6, 0.1, 0.9, 0.0], &[("a", 10.0), ("d", 0.0)], 0.7);
    let targets: Vec<_> = told.repair_targets.iter().map(|target| target.metric.as_str()).collect();
    assert_eq!(targets, ["a", "b"], "10 · 0.1 costs more than 0.6; what weighs nothing needs no repair");
    assert!(evaluate(&[0.6, 0.9], &[], 0.7).repair_targets.is_empty(), "it passed");
    let score = MetricResult::Score(MeasuredScore {
        score: 0.2,
        explanation: Some("one side only".to_owned()),
        paths: texts(&["contrarian_view"]),
        passed: None,
    });
    let told = rubric(&["balance"], &[], 0.7).unwrap().write_evaluation(&[("balance".to_owned(), score)]);
    assert_eq!(told.repair_targets[0].paths, ["contrarian_view"]);
    let words = "The answer did not pass: 0.2, and above 0.7 is needed.\n- balance: 0.2, one side only (contrarian_view)";
    assert_eq!(told.feedback, words);
    assert_eq!(evaluate(&[0.9], &[], 0.7).feedback, "The answer passed: 0.9 is above 0.7.");
    // What is above is told as above, however little.
    assert_eq!(evaluate(&[0.700_01], &[], 0.7).feedback, "The answer passed: 0.70001 is above 0.7.");
    assert!(evaluate(&[0.699_96], &[], 0.7).feedback.starts_with("The answer did not pass: 0.69996, and above 0.7 is needed."));
    assert!(evaluate(&[0.7], &[], 0.7).feedback.starts_with("The answer did not pass: 0.7, and above 0.7 is needed."));
}

#[test]
fn the_order_of_the_metrics_changes_nothing() {
    let mut random = Random(5);
    for _ in 0..500 {
        let mut told: Vec<_> =
            ["a", "b", "c", "d"].map(|name| (name.to_owned(), plain((random.share() * 1.05 * 1e3).round() / 1e3))).into();
        let weights: Vec<_> = told.iter().map(|(name, _)| (name.clone(), random.share())).collect();
        let names = |told: &[(String, MetricResult)]| told.iter().map(|(name, _)| name.clone()).collect();
        let first = Rubric::new(names(&told), &weights, 0.6).unwrap().write_evaluation(&told);
        told.rotate_left(1 + random.below(3) as usize);
        assert_eq!(Rubric::new(names(&told), &weights, 0.6).unwrap().write_evaluation(&told), first);
    }
}

fn score(measured: MetricResult) -> (f64, String, Vec<String>) {
    match measured {
        MetricResult::Score(MeasuredScore { score, explanation, paths, .. }) => (score, explanation.unwrap(), paths),
        MetricResult::Failed(reason) => panic!("{reason}"),
    }
}

#[test]
fn relevance_is_the_share_of_the_questions_words_that_occur() {
    let question = "What are the risks of fusion power?";
    // Letters squared: what 16, are 9, the 9, risks 25, of 4, fusion 36, power 25.
    let cases = [
        ("What of the risks? Fusion power: these are they.", 1.0, "every word of the question occurs"),
        ("Fusion power has few risks.", 86.0 / 124.0, "it says nothing of: what, are, the, of"),
        ("A text about the what and the of.", 29.0 / 124.0, "it says nothing of: are, risks, fusion, power"),
        ("", 0.0, "it says nothing of: what, are, the, risks, of, fusion, power"),
    ];
    for (text, expected, told) in cases {
        let (score, explanation, _) = score(lexical_relevance(question, text));
        assert_eq!((score, explanation.as_str()), (expected, told), "{text}");
    }
    assert_eq!(lexical_relevance(" ?! ", "text"), MetricResult::Failed("the question has no words".to_owned()));
}

#[test]
fn diversity_is_the_entropy_of_domains_as_a_share_of_what_it_could_be() {
    let of = |sources: &[&str]| score(source_diversity(&texts(sources)));
    let half = 0.5;
    let cases: [(&[&str], f64); 8] = [
        (&[], 0.0),
        (&["https://a.org/1"], 0.0),
        (&["https://a.org/1", "http://WWW.a.org?2", " https://A.org#3"], 0.0),
        (&["https://a.org/1", "https://b.org/1"], 1.0),
        (&["https://a.org/1", "https://a.org/2", "https://b.org/1", "https://b.org/2"], half),
        (&["one", "two", "https://en.a.org", "https://de.a.org"], 1.0),
        (&["file:///notes/a.txt", "file:///notes/b.txt", "FILE:///notes/c.txt"], 1.0),
        // 3 of 4: (3/4 · ln(4/3) + 1/4 · ln 4) / ln 4
        (&["https://a.org/1", "https://a.org/2", "https://a.org/3", "https://b.org"], 0.405_639_062),
    ];
    for (sources, expected) in cases {
        assert!((of(sources).0 - expected).abs() < 1e-9, "{sources:?}: {}", of(sources).0);
    }
    assert_eq!(of(cases[7].0).1, "4 sources from 2 domains, 3 of them from a.org");
}

#[test]
fn balance_is_how_evenly_both_sides_are_heard() {
    let facts = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned())).collect()
    };
    let of = |fields: &[&str], list: &[(&str, &str)]| score(perspective_balance(&texts(fields), &facts(list)));
    let entropy = |p: f64| -p * p.log2() - (1.0 - p) * (1.0 - p).log2();
    type Case<'a> = (&'a [&'a str], &'a [(&'a str, &'a str)], f64, &'a [&'a str]);
    let one: &[&str] = &["contrarian_view"];
    let cases: [Case; 7] = [
        (one, &[], 0.0, one),
        (one, &[("pros", "a"), ("pros", "b")], 0.0, one),
        (one, &[("contrarian_view", "a")], 0.0, &[]),
        (one, &[("contrarian_view.costs", "a"), ("pros", "b")], 1.0, &[]),
        // One source that says it three times is one source.
        (
            one,
            &[("contrarian_view[0]", "a"), ("contrarian_view[1]", "a"), ("pros", "b"), ("x", "c"), ("y", "d")],
            entropy(0.25),
            one,
        ),
        // A field of another name that begins alike is another field.
        (one, &[("contrarian_viewer", "a"), ("pros", "b")], 0.0, one),
        (&["con_a", "con_b"], &[("con_a", "a"), ("pros", "b")], 0.5, &["con_b"]),
    ];
    for (fields, list, expected, paths) in cases {
        let (score, explanation, told) = of(fields, list);
        assert!((score - expected).abs() < 1e-12, "{list:?}: {score}, {explanation}");
        assert_eq!(told, paths, "{list:?}");
    }
    assert_eq!(perspective_balance(&[], &[]), MetricResult::Failed("no contrarian field is named".to_owned()));
}
