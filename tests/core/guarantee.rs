//! A promised error: what a run accepts under it, and whose acceptances it is about.

use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{AcceptedBy, Call, StopReason};
use reflect_engine::reflect::{ReflectRun, ReviewReason, RunStatus};
use reflect_engine::settings::{InputValue, ReflectSettings, Settings};
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, laid_over, play_whole, replies, reviewed, run, settings, task};

/// The version of the crate.
fn read_version() -> &'static str {
    let manifest = include_str!("../../Cargo.toml");
    manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')).unwrap()
}

/// A guarantee of runs with these settings, one critic and these verifiers.
fn guarantee(threshold: f64, of: &Value, critics: &[&str], verifiers: &[&str]) -> Value {
    json!({
        "threshold": threshold, "wrong": 0.1, "confidence": 0.95, "labels": 150,
        "judge": { "critics": critics, "verifiers": verifiers, "version": read_version(), "settings": of },
    })
}

fn under(threshold: f64, set: &Value) -> Value {
    laid_over(set.clone(), &json!({ "guarantee": guarantee(threshold, set, &["unnamed"], &[]) }))
}

fn played(set: &Value, what: Value, script: Vec<Value>) -> Played {
    play_whole(run(set.clone(), what), replies(script))
}

fn one_draft(set: &Value, points: f64, revise: bool) -> Played {
    played(set, json!({ "input": "Q?" }), vec![json!("A1"), critique(points, revise)])
}

#[test]
fn the_score_alone_accepts_and_the_run_goes_as_without() {
    let set = json!({ "maxReflections": 0 });
    // Points, whether a revision is asked for, the threshold of the guarantee; the stop reason, and whether it is accepted.
    let cases = [
        (9.0, false, 8.5, StopReason::Accepted, true),
        (9.0, false, 9.0, StopReason::Accepted, true),
        (9.0, false, 9.5, StopReason::NotGuaranteed, false),
        // Below `acceptanceThreshold` the loop would have gone on; labels say that such texts are right.
        (7.0, true, 6.5, StopReason::Accepted, true),
        (7.0, false, 6.5, StopReason::Accepted, true),
        (7.0, true, 7.5, StopReason::MaxReflections, false),
        // A critic that asks for a revision in spite of its points.
        (9.0, true, 6.5, StopReason::MaxReflections, false),
    ];
    for (points, revise, threshold, stop, accepted) in cases {
        let before = one_draft(&set, points, revise);
        let after = one_draft(&under(threshold, &set), points, revise);
        let case = format!("{points} {revise} {threshold}");
        assert_eq!(before.calls, after.calls, "{case}");
        let result = after.result;
        assert_eq!((result.stop_reason, result.accepted), (stop, accepted), "{case}");
        assert_eq!(result.status, if accepted { RunStatus::Ok } else { RunStatus::NeedsReview }, "{case}");
        assert_eq!(result.accepted_by, accepted.then_some(AcceptedBy::Critic), "{case}");
        assert_eq!(result.guarantee.map(|promise| promise.labels), accepted.then_some(150), "{case}");
        assert_eq!(result.review_reasons.contains(&ReviewReason::NotGuaranteed), !accepted, "{case}");
        assert_eq!(result.acceptance_score, before.result.acceptance_score, "{case}");
        assert_eq!(before.result.guarantee, None);
        let last = after.steps.last().unwrap();
        let why = serde_json::to_value(last).unwrap()["why"].clone();
        assert_eq!(why["action"], if accepted { "accept" } else { "stop" }, "{case}: {why}");
    }
}

#[test]
fn unguaranteed_run_still_returns_its_last_text() {
    let set = json!({ "maxReflections": 1, "advanced": { "history": { "maxDrafts": 1 } } });
    let script = || vec![json!("A1"), critique(3.0, true), json!("A2"), critique(8.0, false)];
    let checked = json!({ "input": "Q?", "verifiers": ["v"] });
    let with = laid_over(set.clone(), &json!({ "guarantee": guarantee(9.0, &set, &["unnamed"], &["v"]) }));
    let result = played(&with, checked, script()).result;
    assert_eq!((&*result.output, result.stop_reason), ("A2", StopReason::NotGuaranteed));
    assert_eq!((result.score, result.acceptance_score), (Some(8.0), Some(8.0)));
}

#[test]
fn verifiers_that_pass_are_one_and_more_where_drafts_agree() {
    let verified = |set: &Value, what: &Value, threshold: f64, answer: &str| {
        let with = laid_over(set.clone(), &json!({ "guarantee": guarantee(threshold, set, &[], &["v"]) }));
        let answer = answer.to_owned();
        play_whole(run(with, what.clone()), move |call| -> Said {
            Ok(match call {
                Call::Model(_) => json!("A1"),
                Call::Verify(run) if run.verifier == "answer" => json!(answer),
                Call::Verify(_) | Call::Tool(_) => json!({ "passed": answer != "no" }),
            })
        })
        .result
    };
    let alone = json!({ "input": "Q?", "critics": 0, "verifiers": ["v"] });
    let set = json!({ "maxReflections": 0 });
    let passed = verified(&set, &alone, 1.0, "yes");
    assert_eq!((passed.acceptance_score, passed.accepted_by), (Some(1.0), Some(AcceptedBy::Verifier)));
    let failed = verified(&set, &alone, 0.0, "no");
    assert_eq!((failed.acceptance_score, failed.accepted), (None, false), "a failed verifier forbids it, whatever is promised");
    let set = json!({ "strategy": "best-of-n", "drafts": 3, "agree": 2, "maxReflections": 0 });
    let agreeing = json!({ "input": "Q?", "critics": 0, "verifiers": ["v"], "answer": true });
    let together = verified(&set, &agreeing, 2.0, "42");
    assert!(together.acceptance_score >= Some(2.0) && together.accepted, "{:?}", together.acceptance_score);
    assert_eq!(verified(&set, &agreeing, 4.0, "42").stop_reason, StopReason::NotGuaranteed);
}

#[test]
fn unacceptable_draft_has_no_acceptance_score() {
    let scored = |set: Value, what: Value, script: Vec<Value>| played(&set, what, script).result.acceptance_score;
    let one = json!({ "input": "Q?" });
    let none = json!({ "maxReflections": 0 });
    assert_eq!(scored(none.clone(), one.clone(), vec![json!("A1"), json!("Nice!"), json!("Nice!")]), None, "not read");
    let cut = json!({ "content": "A1", "finishReason": "length" });
    assert_eq!(scored(none.clone(), one.clone(), vec![cut, critique(9.0, false)]), None, "cut");
    let jury = json!({ "input": "Q?", "critics": 2 });
    let votes = |second: Value| vec![json!("A1"), critique(9.0, false), second.clone(), second];
    assert_eq!(scored(none.clone(), jury.clone(), votes(critique(8.0, false))), Some(8.0));
    assert_eq!(scored(none, jury, votes(json!("Nice!"))), None, "a juror did not judge");
    let criteria = json!({ "maxReflections": 0, "criteria": ["a"] });
    let met = json!(json!({ "criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "" }).to_string());
    assert_eq!(scored(criteria, one.clone(), vec![json!("A1"), met]), Some(9.0), "criteria: the confidence, in points");
    let joint = json!({ "strategy": "best-of-n", "drafts": 2, "maxReflections": 0 });
    let both = |n: u32| json!({ "draft": n, "score": 7, "issues": ["x"], "suggestion": "", "needs_revision": true });
    let script = vec![json!("A1"), json!("A2"), json!(json!({ "drafts": [both(1), both(2)] }).to_string())];
    assert_eq!(scored(joint, one, script), None, "only looked at beside another one");
}

#[test]
fn a_person_outranks_the_promise_and_sends_back_what_it_is_not_about() {
    let set = json!({ "maxReflections": 1 });
    let ended = || one_draft(&under(9.5, &set), 9.0, false).run;
    let result = play_whole(reviewed(ended(), None, true, None), replies(vec![])).result;
    assert_eq!((result.accepted_by, result.guarantee), (Some(AcceptedBy::Human), None));
    let back = play_whole(reviewed(ended(), None, false, Some("shorter")), replies(vec![json!("A2"), critique(10.0, false)]));
    assert_eq!((back.result.accepted, back.result.acceptance_score), (false, None));
    assert!(back.result.review_reasons.contains(&ReviewReason::NotGuaranteed));
}

#[test]
fn another_judge_is_refused_by_name() {
    let set = json!({ "maxReflections": 0, "looks": 2, "advanced": { "jury": { "mode": "median" }, "seed": 7 } });
    let of = guarantee(8.0, &set, &["unnamed"], &["v"]);
    let checked = |over: Value| {
        let chosen = settings(laid_over(set.clone(), &json!({ "guarantee": of })));
        chosen.merge_settings(&settings(over)).and_then(|chosen| Settings::fill_defaults(&chosen).map(drop))
    };
    for fine in [json!({}), json!({ "advanced": { "seed": 8, "prices": {}, "calibration": { "key": "a" } } })] {
        assert_eq!(checked(fine.clone()), Ok(()), "{fine}");
    }
    for (over, name) in [
        (json!({ "looks": 3 }), "`looks` is not as in its `judge`"),
        (json!({ "acceptanceThreshold": 7 }), "`acceptanceThreshold` is not as in its `judge`"),
        (json!({ "advanced": { "jury": { "mode": "veto" } } }), "`advanced.jury.mode` is not as in its `judge`"),
    ] {
        let error = checked(over.clone()).unwrap_err();
        assert_eq!(error.code, ErrorCode::JudgeChanged, "{over}");
        assert!(error.message.contains(name), "{}", error.message);
    }
    for (key, value, name) in [
        (
            "settings",
            json!({ "looks": 2, "advanced": { "jury": { "mode": "median" } }, "drafts": 2 }),
            "`drafts` is not as in its `judge`",
        ),
        ("version", json!("0.0.9"), "the version of the package is not as in its `judge`"),
    ] {
        let mut other = laid_over(json!({ "maxReflections": 0, "looks": 2 }), &json!({ "guarantee": of }));
        other["advanced"] = set["advanced"].clone();
        other["guarantee"]["judge"][key] = value;
        let error = Settings::fill_defaults(&settings(other)).unwrap_err();
        assert!(error.code == ErrorCode::JudgeChanged && error.message.contains(name), "{}", error.message);
    }
    let with = laid_over(set.clone(), &json!({ "guarantee": of }));
    let begun = |what: Value| ReflectRun::create_run(settings(with.clone()), task(what), 7, 0.0).map(drop);
    assert!(begun(json!({ "input": "Q?", "verifiers": ["v"] })).is_ok());
    for (what, name) in [
        (json!({ "input": "Q?", "verifiers": ["v"], "critics": 2 }), "the number of critics is not as in its `judge`"),
        (json!({ "input": "Q?", "verifiers": ["w"] }), "the list of verifiers is not as in its `judge`"),
    ] {
        let error = begun(what).unwrap_err();
        assert_eq!(error.code, ErrorCode::JudgeChanged);
        assert!(error.message.contains(name), "{}", error.message);
    }
}

#[test]
fn a_reply_of_another_model_promises_nothing() {
    let set = json!({ "maxReflections": 0 });
    let with = laid_over(set.clone(), &json!({ "guarantee": guarantee(8.0, &set, &["gpt-4"], &[]) }));
    let said = |model: &str| {
        let reply = json!({ "content": critique(9.0, false), "model": model });
        played(&with, json!({ "input": "Q?" }), vec![json!("A1"), reply]).result
    };
    assert!(said("gpt-4").accepted);
    let other = said("gpt-5");
    assert_eq!((other.accepted, other.stop_reason), (false, StopReason::NotGuaranteed));
    assert!(other.review_reasons.contains(&ReviewReason::JudgeChanged));
    let error = &other.errors[0];
    assert_eq!(error.code, "judge_changed");
    assert!(error.message.contains("the model of the critic is not as in its `judge`"), "{}", error.message);
}

#[test]
fn a_wrong_guarantee_is_refused_by_name() {
    let set = json!({});
    let whole = guarantee(8.0, &set, &["unnamed"], &[]);
    for (over, name) in [
        (json!({ "wrong": 0 }), "`guarantee.wrong` must be above 0 and below 1, got 0"),
        (json!({ "confidence": 1 }), "`guarantee.confidence` must be above 0 and below 1, got 1"),
        (json!({ "wrong": 10 }), "`guarantee.wrong` must be a number from 0 to 1, got 10"),
        (json!({ "threshold": "8" }), "`guarantee.threshold` must be a number"),
        (json!({ "labels": 0 }), "`guarantee.labels` must be an integer from 1"),
        (json!({ "treshold": 8 }), "unknown setting `guarantee.treshold`, did you mean `guarantee.threshold`?"),
        (json!({ "judge": { "critics": "gpt" } }), "`guarantee.judge.critics` must be a list of strings"),
    ] {
        let raw = InputValue::from(&json!({ "guarantee": laid_over(whole.clone(), &over) }));
        let message = ReflectSettings::check_settings(&raw).unwrap_err().message;
        assert!(message.contains(name), "{message}");
    }
    let mut nameless = whole;
    nameless.as_object_mut().unwrap().remove("judge");
    let message = ReflectSettings::check_settings(&InputValue::from(&json!({ "guarantee": nameless }))).unwrap_err().message;
    assert!(message.contains("`guarantee.judge.critics` is missing"), "{message}");
}
