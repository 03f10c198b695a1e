//! keep-best and best-of-n: what is judged, revised, returned, and what it may cost.

use reflect_engine::flow::{Call, CallError, ModelCall, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReviewReason, RunStatus};
use reflect_engine::settings::Calibration;
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, laid_over, play, question, replies, reviewed, run, search_tool, tool_turn, with};

/// Plays a run whose drafts come in this order, and whose critic gives each text its points (8 and more accept).
fn judged(set: Value, what: Value, drafts: &[&str], points: &[(&str, f64)]) -> Played {
    play(run(set, what), voice(drafts.iter().map(|d| json!(d)).collect(), points))
}

fn voice<'a>(drafts: Vec<Value>, points: &'a [(&'a str, f64)]) -> impl FnMut(&Call) -> Said + 'a {
    let mut drafts = drafts.into_iter();
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(points_of(call, points)),
        Call::Model(_) => drafts.next().ok_or_else(|| CallError::new("model_error", "no more drafts")),
        Call::Tool(run) => Ok(json!({ "ran": run.tool_name })),
        Call::Verify(run) => Ok(json!({ "passed": !run.draft.contains("bug"), "issues": ["case 3"] })),
    }
}

fn points_of(call: &ModelCall, points: &[(&str, f64)]) -> Value {
    let shown = call.messages[1].content.text();
    let answer = shown.split("Answer to evaluate:\n").nth(1).unwrap();
    let text = answer.split('\n').nth(1).unwrap();
    let score = points.iter().find(|(draft, _)| *draft == text).unwrap_or_else(|| panic!("no points for {text}")).1;
    if score < 0.0 { json!("no verdict") } else { critique(score, score < 8.0) }
}

fn keep_best(more: Value) -> Value {
    with("keep-best", more)
}

fn best_of(drafts: u32, more: Value) -> Value {
    let mut set = with("best-of-n", more);
    set["drafts"] = json!(drafts);
    set
}

fn parents(played: &Played) -> Vec<Option<u32>> {
    played.result.drafts.iter().map(|d| d.parent).collect()
}

#[test]
fn keep_best_widens_after_a_draft_that_is_not_accepted_and_returns_the_best() {
    let points = [("one", 6.0), ("two", 7.0), ("three", 5.0), ("four", 7.0)];
    let played = judged(keep_best(json!({ "maxReflections": 3 })), question(), &["one", "two", "three", "four"], &points);
    let expected = "answer-1 critique-1 revision-1 answer-2 critique-2.drafts-1-2-3 revision-2 critique-3";
    assert_eq!(played.calls.join(" "), expected, "a revision and another answer at once, and one look at all");
    assert_eq!(parents(&played), [None, Some(0), None, Some(1)], "the best is revised, not the latest");
    let result = played.result;
    assert_eq!((result.output.as_str(), result.draft_index, result.judged), ("two", 1, true), "of equals the parent");
    assert_eq!((result.stop_reason, result.reflections, result.iterations), (StopReason::MaxReflections, 5, 4));
    assert_eq!(result.review_reasons, [ReviewReason::MaxReflections, ReviewReason::RejectedByCritic]);
    assert_eq!(result.metadata.strategy, "keep-best");
    let points = [("one", 6.0), ("two", 6.0), ("three", 5.0), ("four", 5.0)];
    let equal = judged(keep_best(json!({ "maxReflections": 3 })), question(), &["one", "two", "three", "four"], &points);
    assert_eq!(parents(&equal), [None, Some(0), None, Some(1)], "of equals the latest is revised");
    assert_eq!(equal.result.output, "one", "and the earliest returned");
}

#[test]
fn draft_with_tools_is_revised_since_a_fresh_one_calls_them_again() {
    let tools = json!({ "input": "q", "tools": [search_tool()] });
    let points = [("one", 6.0), ("two", 7.0), ("three", 5.0)];
    let played = judged(keep_best(json!({ "maxReflections": 2 })), tools, &["one", "two", "three"], &points);
    assert_eq!(played.calls.join(" "), "answer-1 critique-1 revision-1 critique-2 revision-2 critique-3");
    let checked = json!({ "input": "q", "tools": [search_tool()], "critics": 0, "verifiers": ["tests"] });
    let played = judged(keep_best(json!({ "maxReflections": 2 })), checked, &["bug", "bug 2", "right"], &[]);
    assert_eq!(parents(&played), [None, Some(0), Some(1)]);
}

#[test]
fn keep_best_ends_at_the_first_draft_that_is_accepted() {
    let points = [("one", 7.0), ("two", 8.0), ("three", 5.0)];
    let played = judged(keep_best(json!({})), question(), &["one", "two", "three"], &points);
    assert_eq!(
        played.calls[4..].join(" "),
        "critique-2.drafts-1-2-3 critique-3",
        "what is accepted beside others is looked at alone"
    );
    let result = played.result;
    assert_eq!((result.output.as_str(), result.accepted_by, result.iterations), ("two", Some(AcceptedBy::Critic), 3));
    let only =
        judged(keep_best(json!({ "maxReflections": 0, "budget": { "maxCalls": 2 } })), question(), &["one"], &[("one", 9.0)]);
    assert_eq!((only.calls.join(" ").as_str(), only.result.accepted), ("answer-1 critique-1", true));
}

#[test]
fn no_critic_is_asked_about_a_draft_that_a_verifier_failed() {
    let what = || json!({ "input": "Q?", "verifiers": ["tests"] });
    let points = [("bug one", 9.0), ("two", 3.0), ("bug three", 10.0)];
    {
        let strategy = "keep-best";
        let played = judged(keep_best(json!({})), what(), &["bug one", "two", "bug three"], &points);
        assert_eq!(parents(&played), [None, None, Some(1)], "a draft that passes is revised where a fault is named");
        let looked: Vec<u32> = played.requests.iter().filter(|r| r.purpose == "critique").map(|r| r.draft_index).collect();
        assert!(looked.iter().all(|draft| *draft == 1) && !looked.is_empty(), "{strategy}: {:?}", played.calls);
        assert_eq!((played.result.output.as_str(), played.result.accepted), ("two", false));
        let scores: Vec<_> = played.result.drafts.iter().map(|draft| draft.score).collect();
        assert_eq!(scores, [None, Some(3.0), None], "no points stand beside a failure");
        let steps = played.told();
        let failed: Vec<&str> =
            steps.iter().filter_map(|step| step["assessment"].as_str()).filter(|said| said.starts_with("Checks")).collect();
        assert_eq!(failed, ["Checks: 0 of 1 passed. Failed: tests."; 2], "what the verifiers found is shown all the same");
    }
    let set = keep_best(json!({ "maxReflections": 0, "advanced": { "critiqueFailed": true } }));
    let asked = judged(set, what(), &["bug one"], &points);
    assert_eq!((asked.calls.last().unwrap().as_str(), asked.result.accepted), ("critique-1", false));
}

/// A model that mends exactly the fault that its request names last, and a verifier that names one fault at a time.
fn mending(set: Value, hears_when_anew: bool) -> Played {
    let stages = [("syntax error", "V1"), ("type error", "V2"), ("test error", "V3")];
    let mut anew = 0;
    play(run(set, json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })), move |call| match call {
        Call::Model(call) => {
            let said = crate::script::last(call);
            anew += 1;
            let heard = stages.iter().filter(|_| call.purpose == "revision" || hears_when_anew);
            let next = heard.filter_map(|(fault, next)| Some((said.rfind(fault)?, *next))).max();
            Ok(next.map_or(json!(format!("V0, try {anew}")), |(_, next)| json!(next)))
        }
        Call::Verify(check) => {
            let at = stages.iter().position(|(_, next)| check.draft == *next).map_or(0, |at| at + 1);
            Ok(stages.get(at).map_or(json!(true), |(fault, _)| json!(fault)))
        }
        Call::Tool(_) => unreachable!(),
    })
}

#[test]
fn faults_that_show_one_after_another_are_mended_in_as_many_calls_as_under_classic() {
    let calls = |strategy: &str, hears: bool| {
        let played = mending(with(strategy, json!({ "maxReflections": 5, "budget": { "maxCalls": 9 } })), hears);
        assert_eq!(played.result.accepted_by, Some(AcceptedBy::Verifier), "{strategy} {hears}: {:?}", played.calls);
        played.requests.len()
    };
    for strategy in ["keep-best", "best-of-n"] {
        for hears in [true, false] {
            let (own, classic) = (calls(strategy, hears), calls("classic", hears));
            assert!(own <= classic + 1, "{strategy} {hears}: {own} {classic}");
        }
    }
}

#[test]
fn a_fault_that_was_mended_is_not_named_again_until_it_comes_back() {
    let stages = [("syntax error", "V1"), ("type error", "V2"), ("test error", "V3")];
    let set = with("keep-best", json!({ "maxReflections": 5, "budget": { "maxCalls": 12 } }));
    let played = play(run(set, question()), |call| {
        let Call::Model(call) = call else { unreachable!() };
        let said = crate::script::last(call);
        if call.purpose == "critique" {
            let fault = stages
                .iter()
                .rev()
                .find(|(_, next)| said.contains(next))
                .map_or(0, |(_, next)| usize::from(next.as_bytes()[1] - b'0'));
            let issues: Vec<&str> = stages.get(fault).map(|(fault, _)| *fault).into_iter().collect();
            let score = if issues.is_empty() { 9 } else { 5 };
            return Ok(json!(
                json!({ "score": score, "issues": issues, "suggestion": "", "needs_revision": score < 8 }).to_string()
            ));
        }
        // It mends the first fault of its own list that stands in the request.
        Ok(json!(stages.iter().find(|(fault, _)| said.contains(fault)).map_or("V0", |(_, next)| next)))
    });
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("V3", true), "{:?}", played.calls);
}

#[test]
fn a_new_draft_is_told_of_the_failure_as_long_as_that_helps() {
    let told = |more: Value| -> Vec<bool> {
        let mut written = 0;
        let set = with("keep-best", laid_over(json!({ "maxReflections": 9, "budget": { "maxCalls": 7 } }), &more));
        let played = play(run(set, json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })), |call| match call {
            Call::Model(_) => {
                written += 1;
                Ok(json!(format!("draft {written}")))
            }
            Call::Verify(_) => Ok(json!("case 3 is wrong")),
            Call::Tool(_) => unreachable!(),
        });
        let anew = played.requests.iter().filter(|request| request.purpose == "answer").skip(1);
        let said: Vec<bool> = anew.map(|request| crate::script::last(request).contains("case 3")).collect();
        let noted: Vec<bool> =
            played.result.drafts[1..].iter().filter(|d| d.parent.is_none()).map(|d| d.saw_failures == Some(true)).collect();
        assert_eq!(said, noted, "a draft says whether it was told");
        said
    };
    let begun = told(json!({}));
    assert_eq!(begun[..4], [true, false, true, false], "neither helps");
    let knows = |told: Value| json!({ "advanced": { "calibration": laid_over(json!(Calibration::default()), &json!({ "informedFresh": told })) } });
    assert!(told(knows(json!([8, 2]))).iter().all(|told| *told), "it has helped before");
    assert!(!told(knows(json!([1, 50]))).contains(&true), "it never helped");
}

#[test]
fn losing_way_is_tried_again_in_one_run_of_sixteen() {
    // What the first failure is followed by, after so many tasks; and whether it was told of the failure.
    let second = |changes: Value, tasks: u32| {
        let known = laid_over(json!(Calibration::default()), &laid_over(changes, &json!({ "tasks": tasks })));
        let set = with("keep-best", json!({ "maxReflections": 5, "advanced": { "calibration": known } }));
        let mut written = 0;
        let played = play(run(set, json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })), |call| match call {
            Call::Model(_) => {
                written += 1;
                Ok(json!(format!("draft {written}")))
            }
            Call::Verify(_) => Ok(json!("it is wrong")),
            Call::Tool(_) => unreachable!(),
        });
        let revised = played.result.drafts.iter().filter(|draft| draft.parent.is_some()).count();
        (revised, played.result.drafts[1].parent.is_some(), played.result.drafts[1].saw_failures == Some(true))
    };
    let count = |of: &dyn Fn(u32) -> bool| (1..=320).filter(|tasks| of(*tasks)).count();
    let lost = || json!({ "revision": [0.1, 50] });
    let revising = count(&|tasks| second(lost(), tasks).1);
    assert!((8..=40).contains(&revising), "revised in {revising} of 320");
    assert!((1..=320).all(|tasks| second(lost(), tasks).0 <= 1), "once a run");
    let anew = count(&|tasks| !second(json!({ "revision": [50, 0.1] }), tasks).1);
    assert!((8..=40).contains(&anew), "written anew in {anew} of 320");
    let told = count(&|tasks| second(json!({ "revision": [0.1, 50], "fresh": [40, 1], "informedFresh": [1, 40] }), tasks).2);
    assert!((8..=40).contains(&told), "told in {told} of 320");
    assert_eq!(second(lost(), 0), (0, false, true), "nothing has lost before there was a run");
    assert_eq!(count(&|tasks| second(lost(), tasks).1), revising, "the same once more");
}

#[test]
fn a_small_lead_of_drafts_written_anew_is_not_believed() {
    // Whether the first failure is followed by a revision, after so many runs of other tasks. One run in sixteen tries the other way.
    let revises = |revised: [f64; 2], tasks: u32| {
        let known = json!({ "tasks": tasks, "revision": revised, "fresh": [1, 20], "informedFresh": [1, 20] });
        let settings = json!({ "advanced": { "calibration": laid_over(json!(Calibration::default()), &known) } });
        let played =
            play(run(with("keep-best", settings), json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })), |call| {
                Ok(json!(if matches!(call, Call::Verify(_)) { "it is wrong" } else { "draft" }))
            });
        played.result.drafts[1].parent.is_some()
    };
    let count = |revised| (1..=32).filter(|tasks| revises(revised, *tasks)).count();
    assert!(count([1.0, 21.0]) > 24, "a success of each way in about as many drafts");
    assert!(count([0.1, 21.0]) < 8, "next to no success of revisions");
    assert!(!revises([1.0, 21.0], 0), "a new engine goes by what it was given");
}

#[test]
fn a_revision_that_changes_nothing_is_not_asked_for_again() {
    for strategy in ["keep-best", "best-of-n"] {
        let mut written = 0;
        let set = with(strategy, json!({ "maxReflections": 9, "budget": { "maxCalls": 9 } }));
        let played = play(run(set, json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] })), |call| match call {
            Call::Model(call) if call.purpose == "revision" => Ok(json!(call.messages[1].content.text())),
            Call::Model(_) => {
                written += 1;
                Ok(json!(format!("draft {written}")))
            }
            Call::Verify(_) => Ok(json!("it is wrong")),
            Call::Tool(_) => unreachable!(),
        });
        let revisions = played.requests.iter().filter(|request| request.purpose == "revision").count();
        assert!((1..=2).contains(&revisions) && played.requests.len() == 9, "{strategy}: {:?}", played.calls);
        assert_eq!(played.result.output, format!("draft {written}"), "of drafts that fail alike the latest");
    }
}

#[test]
fn verifiers_alone_decide_under_every_strategy() {
    let what = || json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] });
    for (strategy, calls) in [
        ("keep-best", "answer-1 verify-1.tests answer-2 verify-2.tests"),
        // Of a model that gives one draft where several were asked for in one call, the rest of a wave of two.
        ("best-of-n", "answer-1 verify-1.tests answer-2 verify-2.tests"),
    ] {
        let played = judged(with(strategy, json!({})), what(), &["bug one", "two", "three"], &[]);
        assert_eq!(played.calls.join(" "), calls, "{strategy}");
        let result = played.result;
        assert_eq!((result.output.as_str(), result.accepted_by), ("two", Some(AcceptedBy::Verifier)), "{strategy}");
    }
    let never = judged(best_of(2, json!({ "maxReflections": 1 })), what(), &["bug 1", "bug 2", "bug 3"], &[]).result;
    assert_eq!((never.accepted, never.output.as_str(), never.stop_reason), (false, "bug 3", StopReason::MaxReflections));
}

#[test]
fn verifiers_alone_have_six_tries_by_default_and_stop_at_the_first_that_passes() {
    let calls = |set: Value, right: u32| {
        let mut written = 0;
        let what = json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] });
        let played = play(run(set, what), |call| match call {
            Call::Model(_) => {
                written += 1;
                Ok(json!(format!("draft {written}.")))
            }
            Call::Verify(check) => Ok(json!(check.draft.contains(&format!("draft {right}.")))),
            Call::Tool(_) => unreachable!(),
        });
        (played.requests.len(), played.result.accepted)
    };
    for (right, expected) in [(1, (1, true)), (6, (6, true)), (7, (6, false))] {
        assert_eq!(calls(with("keep-best", json!({})), right), expected, "{right}");
    }
    assert_eq!(calls(with("keep-best", json!({ "maxReflections": 2 })), 7), (3, false), "as many as one wants");
    assert_eq!(calls(with("classic", json!({})), 7), (3, false), "classic is the seed's");
}

#[test]
fn after_a_batch_of_one_call_that_failed_the_next_call_gives_a_batch_again() {
    let mut written = 0;
    let what = json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] });
    let played = play(run(best_of(4, json!({ "maxReflections": 2 })), what), |call| match call {
        Call::Model(call) => {
            let drafts = (0..call.n.unwrap_or(1)).map(|_| {
                written += 1;
                format!("bug {written}")
            });
            Ok(json!({ "contents": drafts.collect::<Vec<_>>() }))
        }
        Call::Verify(check) => Ok(json!({ "passed": check.draft == "bug 10", "issues": [check.draft.to_string()] })),
        Call::Tool(_) => unreachable!(),
    });
    let asked: Vec<_> = played.requests.iter().map(|request| request.n).collect();
    assert_eq!(asked, [Some(4), Some(4), Some(4)], "{:?}", played.calls);
    assert_eq!((played.result.output.as_str(), played.result.accepted, played.result.iterations), ("bug 10", true, 12));
}

#[test]
fn pass_after_a_hint_is_marked_and_ranks_no_higher() {
    let played =
        |set: Value, what: Value, drafts: &[&str], points: &[(&str, f64)]| judged(keep_best(set), what, drafts, points).result;
    let checked = || json!({ "input": "Q?", "critics": 0, "verifiers": ["tests"] });
    let never = json!(Calibration::default());
    let revises = |way: Value| json!({ "advanced": { "calibration": laid_over(never.clone(), &way) } });
    let untold = json!({ "informedFresh": [0.01, 9], "revision": [0.01, 9] });
    for (way, drafts, hint) in [
        (json!({}), vec!["right"], None),
        (json!({ "revision": [9, 1] }), vec!["bug", "right"], Some(true)),
        (json!({ "informedFresh": [9, 1] }), vec!["bug", "right"], Some(true)),
        (untold.clone(), vec!["bug", "right"], None),
        (json!({ "revision": [9, 1] }), vec!["bug", "bug 2", "right"], Some(true)),
        (untold, vec!["bug"], None),
    ] {
        let mut set = revises(way.clone());
        set["maxReflections"] = json!(drafts.len() - 1);
        let result = played(set, checked(), &drafts, &[]);
        assert_eq!(result.passed_after_hint, hint, "{way} {drafts:?}");
    }
    // The first revision heard of the failure and passes, the next draft is written anew and passes, too.
    let set = laid_over(revises(json!({ "revision": [9, 1], "informedFresh": [0.01, 9] })), &json!({ "maxReflections": 2 }));
    let what = json!({ "input": "Q?", "verifiers": ["tests"] });
    let silent = json!(r#"{"score": 6, "issues": [], "suggestion": "", "needs_revision": true}"#);
    let mut drafts = ["bug", "after a hint", "anew"].into_iter();
    let result = play(run(keep_best(set), what), |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(silent.clone()),
        Call::Model(_) => Ok(json!(drafts.next().unwrap())),
        Call::Verify(check) => Ok(json!(!check.draft.contains("bug"))),
        Call::Tool(_) => unreachable!(),
    });
    let result = result.result;
    let parents: Vec<_> = result.drafts.iter().map(|draft| (draft.parent, draft.saw_failures)).collect();
    assert_eq!((result.output.as_str(), result.passed_after_hint), ("anew", None), "{parents:?}");
}

#[test]
fn the_best_of_the_accepted_drafts_is_returned() {
    let points = [("one", 8.0), ("two", 7.0), ("three", 9.0)];
    let played = judged(with("best-of-n", json!({})), question(), &["one", "two", "three"], &points);
    assert_eq!((played.calls.len(), played.result.output.as_str(), played.result.draft_index), (5, "three", 2));
    assert_eq!(played.result.critique.unwrap().score, Some(9.0));
}

#[test]
fn drafts_written_at_once_are_as_many_as_can_be_judged_and_at_least_one() {
    // Calls at most; what is called; what is returned, and whether it was judged.
    let cases = [
        (1, "answer-1", "one", false),
        (2, "answer-1 critique-1", "one", true),
        (3, "answer-1 answer-2 critique-1.drafts-1-2", "two", true),
        (4, "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3", "two", true),
        (5, "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3", "two", true),
        (6, "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3 revision-1 critique-2", "two", true),
    ];
    let points = [("one", 5.0), ("two", 7.0), ("three", 6.0), ("four", 5.0)];
    for (calls, expected, output, is_judged) in cases {
        let set = with("best-of-n", json!({ "budget": { "maxCalls": calls } }));
        let played = judged(set, question(), &["one", "two", "three", "four"], &points);
        assert_eq!(played.calls.join(" "), expected, "{calls}");
        let result = played.result;
        assert_eq!((result.output.as_str(), result.judged, result.accepted), (output, is_judged, false), "{calls}");
        assert_eq!((result.stop_reason, result.errors[0].code.as_str()), (StopReason::MaxCalls, "max_calls"), "{calls}");
    }
}

#[test]
fn keep_best_begins_no_revision_that_nobody_could_judge() {
    let points = [("one", 5.0), ("two", 7.0), ("three", 6.0)];
    for (max, calls) in [(1, 1), (2, 2), (3, 2), (4, 4), (5, 5), (6, 5), (7, 5)] {
        let reason = if max < 5 { StopReason::MaxCalls } else { StopReason::MaxReflections };
        let set = keep_best(json!({ "budget": { "maxCalls": max } }));
        let played = judged(set, question(), &["one", "two", "three"], &points);
        assert_eq!(played.calls.len(), calls, "{max}");
        assert_eq!((played.result.judged, played.result.stop_reason), (max > 1, reason), "{max}");
    }
    let jury = json!({ "input": "Q?", "critics": 3 });
    // So many critics that a revision can be judged, too; and who is left out is told.
    for (max, asked, calls) in [(2, 1, 2), (3, 1, 2), (4, 1, 4), (6, 2, 6), (7, 2, 7), (8, 3, 8)] {
        let set = keep_best(json!({ "budget": { "maxCalls": max } }));
        let played = judged(set, jury.clone(), &["one", "two", "three"], &points);
        assert_eq!(played.calls.len(), calls, "{max}");
        let critics: Vec<u32> = played.requests.iter().filter_map(|request| request.critic).collect();
        assert_eq!(critics.iter().max(), Some(&(asked - 1)), "{max}");
        let told = played.result.errors.iter().filter(|error| error.code == "fewer_critics").count();
        assert_eq!(told, usize::from(asked < 3), "{max}");
        assert!(played.result.judged, "{max}");
    }
}

#[test]
fn a_draft_that_comes_to_nothing_is_left_out_as_long_as_another_lives() {
    let points = [("one", 5.0), ("three", 9.0)];
    let failing = |bad: Vec<Said>, set: Value, what: Value| {
        let mut bad = bad.into_iter();
        play(run(set, what), move |call| match call {
            Call::Model(call) if call.purpose == "critique" => Ok(points_of(call, &points)),
            Call::Model(call) if call.draft_index == 1 => bad.next().unwrap_or(Ok(json!("late"))),
            Call::Model(call) => Ok(json!(["one", "two", "three"][call.draft_index as usize])),
            _ => Ok(json!({})),
        })
    };
    let turn = || Ok(tool_turn(json!([{ "name": "search", "arguments": {} }])));
    let cases: [(Vec<Said>, Value, &str, &str); 4] = [
        (vec![Err(CallError::new("model_error", "busy"))], json!({}), "model_error", "busy"),
        (vec![Ok(json!(4))], json!({}), "bad_response", "the model must return a string"),
        (vec![Ok(json!("")), Ok(json!(" "))], json!({}), "empty_draft", "the model gave no answer, twice"),
        (vec![turn(), turn()], json!({ "maxAnswerSteps": 2 }), "max_answer_steps", "[ReflectEngine] Max answer steps (2)"),
    ];
    for (bad, set, code, message) in cases {
        let what = json!({ "input": "Q?", "tools": [search_tool()] });
        let played = failing(bad, with("best-of-n", set), what);
        let result = &played.result;
        assert_eq!((result.output.as_str(), result.accepted, result.iterations), ("three", true, 2), "{code}");
        assert_eq!(result.drafts.iter().map(|d| d.index).collect::<Vec<_>>(), [0, 2], "{code}");
        let noted: Vec<_> = result.errors.iter().filter(|e| e.code == code && e.message.starts_with(message)).collect();
        assert_eq!(noted.len(), 1, "{code}: {:?}", result.errors);
        assert!(played.told().iter().any(|step| step["content"] == "2 of 3 drafts generated."), "{code}");
    }
    let none = play(run(with("best-of-n", json!({})), question()), replies(vec![])).result;
    assert_eq!((none.status, none.stop_reason, none.iterations), (RunStatus::Failed, StopReason::ModelError, 0));
    assert_eq!(none.errors.len(), 2, "each is told once, the call for several and that for one: {:?}", none.errors);
    let set = best_of(2, json!({ "budget": { "maxTokens": 19 } }));
    let used = json!({ "content": "", "usage": { "inputTokens": 9, "outputTokens": 9 } });
    let spent = play(run(set, question()), replies(vec![used, json!("two")])).result;
    assert_eq!((spent.output.as_str(), spent.stop_reason), ("two", StopReason::MaxTokens), "a second try was not paid for");
}

#[test]
fn a_call_for_a_draft_that_fails_is_not_made_again_and_a_critique_is() {
    // Which purpose fails at its first call; the strategy; what is called; the output.
    let cases = [
        ("answer", "classic", "answer-1", ""),
        ("answer", "keep-best", "answer-1", ""),
        ("revision", "classic", "answer-1 critique-1 revision-1", "one"),
        ("revision", "keep-best", "answer-1 critique-1 revision-1 answer-2", "one"),
        ("critique", "classic", "answer-1 critique-1", "one"),
        ("critique", "keep-best", "answer-1 critique-1 critique-2", "one"),
    ];
    for (purpose, strategy, calls, output) in cases {
        let (mut failed, points) = (false, [("one", if purpose == "critique" { 9.0 } else { 5.0 })]);
        let mut voice = voice(vec![json!("one")], &points);
        let played = play(run(with(strategy, json!({})), question()), |call| match call {
            Call::Model(call) if call.purpose == purpose && !failed => {
                failed = true;
                Err(CallError::new("model_error", "429"))
            }
            call => voice(call),
        });
        assert_eq!((played.calls.join(" ").as_str(), played.result.output.as_str()), (calls, output), "{purpose} {strategy}");
        let again = purpose == "critique" && strategy == "keep-best";
        let reason = match purpose {
            "critique" if again => StopReason::Accepted,
            "critique" => StopReason::CriticUnavailable,
            _ => StopReason::ModelError,
        };
        assert_eq!(played.result.stop_reason, reason, "{purpose} {strategy}");
    }
}

#[test]
fn each_draft_has_its_own_tool_turns_and_its_own_second_try() {
    let call = |id: &str, q: &str| json!({ "id": id, "name": "search", "arguments": { "q": q } });
    let turn = tool_turn(json!([call("a", "0"), call("b", "1")]));
    let what = json!({ "input": "Q?", "tools": [search_tool()], "usable": true });
    let mut models = vec![turn, json!(""), json!("three"), json!("unusable"), json!("one"), json!("never")].into_iter();
    let points = [("one", 5.0), ("three", 9.0)];
    let played = play(run(with("best-of-n", json!({})), what), move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(points_of(call, &points)),
        Call::Model(_) => Ok(models.next().unwrap()),
        Call::Tool(run) => Ok(json!({ "for": run.args })),
        Call::Verify(run) => Ok(json!({ "passed": !run.draft.contains("unusable") })),
    });
    let expected = "answer-1 answer-2 answer-3 tool-1.search tool-2.search answer-4 usable-1 answer-5 usable-2 usable-3 \
                    critique-1.drafts-1-3 critique-2";
    assert_eq!(played.calls.join(" "), expected);
    let of = |call: usize| (played.requests[call].draft_index, played.requests[call].attempt);
    assert_eq!([of(3), of(4)], [(1, 2), (0, 1)], "the second try of draft 1, then draft 0 after its tool");
    let after_tool = &played.requests[4].messages;
    assert!(after_tool.last().unwrap().content.text().contains("\"q\":\"1\""), "the result goes to the draft that asked");
    let results = played.told().into_iter().filter(|step| step["type"] == "tool_result");
    assert!(results.map(|step| step["error"].clone()).all(|error| error.is_null()), "each tool's result is used");
    assert_eq!(played.result.output, "three");
    assert_eq!(played.result.drafts.iter().map(|d| d.call_id.as_str()).collect::<Vec<_>>(), ["answer-5", "answer-3"]);
}

#[test]
fn several_critics_judge_every_draft() {
    for (order, expected) in [
        ("parallel", "critique-1.drafts-1-2.judge-1 critique-1.drafts-1-2.judge-2 critique-2.judge-1 critique-2.judge-2"),
        ("sequential", "critique-1.drafts-1-2.judge-1 critique-1.drafts-1-2.judge-2 critique-2.judge-1 critique-2.judge-2"),
    ] {
        let set = best_of(2, json!({ "maxReflections": 0, "advanced": { "jury": { "order": order } } }));
        let what = json!({ "input": "Q?", "critics": 2 });
        let played = judged(set, what, &["one", "two"], &[("one", 5.0), ("two", 9.0)]);
        assert_eq!(played.calls[2..].join(" "), expected, "{order}");
        let result = played.result;
        assert_eq!((result.output.as_str(), result.accepted, result.jurors.map(|j| j.len())), ("two", true, Some(2)), "{order}");
    }
}

#[test]
fn a_critique_that_cannot_be_read_is_asked_for_again_for_that_draft_only() {
    let mut unread = 4;
    let points = [("one", 5.0), ("two", 6.0), ("three", 7.0)];
    let set = json!({ "maxReflections": 0, "budget": { "maxCalls": 20 }, "advanced": { "maxCritiqueFailures": 3 } });
    let played = play(run(with("best-of-n", set), question()), move |call| match call {
        Call::Model(call) if call.purpose == "critique" && call.draft_index == 1 && unread > 0 => {
            unread -= 1;
            Ok(json!("Well done, I suppose."))
        }
        Call::Model(call) if call.purpose == "critique" => Ok(points_of(call, &points)),
        Call::Model(call) => Ok(json!(["one", "two", "three"][call.draft_index as usize])),
        _ => unreachable!(),
    });
    let calls = "critique-1.drafts-1-2-3 critique-2.drafts-1-2-3 critique-3 critique-4 critique-5 critique-6 critique-7";
    assert_eq!(played.calls[3..].join(" "), calls);
    let asked: Vec<_> = played.requests[8..].iter().map(|r| (r.draft_index, r.attempt)).collect();
    assert_eq!(asked, [(1, 2), (1, 3)]);
    assert!(played.requests[8].messages[2].content.text() == "Well done, I suppose.");
    assert_eq!((played.result.output.as_str(), played.result.revision_history.len()), ("three", 11));

    let broken = judged(keep_best(json!({})), question(), &["one", "two"], &[("one", -1.0)]).result;
    assert_eq!((broken.stop_reason, broken.output.as_str(), broken.accepted), (StopReason::UnreadableCritique, "one", false));
    assert_eq!(broken.errors.len(), 1, "it is said once");
    // What is said of the first draft; what is called, and why it ends.
    let cases = [
        ("stop", vec!["?"], "answer-1 critique-1", StopReason::UnreadableCritique),
        ("revise", vec!["?"], "answer-1 critique-1 revision-1 critique-2", StopReason::MaxReflections),
        ("retry", vec!["?"], "answer-1 critique-1 critique-2 revision-1 critique-3", StopReason::MaxReflections),
        ("retry", vec!["?", "?"], "answer-1 critique-1 critique-2", StopReason::UnreadableCritique),
    ];
    for (policy, unread, calls, reason) in cases {
        let mut unread = unread.into_iter();
        let mut voice = voice(vec![json!("one"), json!("two")], &[("one", 6.0), ("two", 7.0)]);
        let set = keep_best(json!({ "onUnreadableCritique": policy, "maxReflections": 1 }));
        let played = play(run(set, question()), |call| match call {
            Call::Model(ModelCall { purpose: "critique", .. }) if let Some(word) = unread.next() => Ok(json!(word)),
            call => voice(call),
        });
        assert_eq!((played.calls.join(" ").as_str(), played.result.stop_reason), (calls, reason), "{policy}");
    }
    // One of three stays unread; the run goes on with the others.
    let points = [("one", 5.0), ("two", -1.0), ("three", 7.0), ("four", 9.0)];
    let set = with("best-of-n", json!({ "budget": { "maxCalls": 20 } }));
    let partly = judged(set, question(), &["one", "two", "three", "four"], &points).result;
    assert_eq!((partly.output.as_str(), partly.accepted, partly.drafts[1].judged), ("four", true, false));
}

#[test]
fn a_policy_that_stops_ends_the_run_at_an_unreadable_critique_and_keeps_what_was_read() {
    for policy in ["stop", "needs-review", "fail"] {
        let set = with("best-of-n", json!({ "onUnreadableCritique": policy }));
        let points = [("one", 5.0), ("two", -1.0), ("three", 7.0)];
        let result = judged(set.clone(), question(), &["one", "two", "three"], &points).result;
        assert_eq!((result.stop_reason, result.output.as_str()), (StopReason::UnreadableCritique, "three"), "{policy}");
        assert_eq!(result.status == RunStatus::Failed, policy == "fail");
        // A critic that failed, instead of one that could not be read.
        let mut model = voice(vec![json!("one"), json!("two"), json!("three")], &[("one", 5.0), ("three", 7.0)]);
        let failed = play(run(set, question()), move |call| match call {
            Call::Model(call) if call.purpose == "critique" && call.draft_index == 1 => {
                Err(CallError::new("model_error", "busy"))
            }
            call => model(call),
        });
        let result = failed.result;
        assert_eq!((result.stop_reason, result.output.as_str(), result.reflections), (StopReason::CriticUnavailable, "one", 0));
        assert_eq!(result.review_reasons, [ReviewReason::CriticUnavailable, ReviewReason::NotJudged], "{policy}");
    }
}

#[test]
fn the_other_forms_have_an_order_too() {
    let met = |list: [bool; 2], sure: f64| {
        json!(json!({ "criteria_met": list, "confidence": sure, "suggestions": [], "reasoning": "r" }).to_string())
    };
    let set = json!({ "criteria": ["a", "b"], "strategy": "keep-best", "maxReflections": 1 });
    for (second, output) in [(met([true, false], 0.9), "two"), (met([false, false], 1.0), "one")] {
        let script = vec![json!("one"), met([false, false], 0.9), json!("two"), second];
        assert_eq!(play(run(set.clone(), question()), replies(script)).result.output, output);
    }
    let status = |issues: &[&str]| json!(json!({ "status": "needs_revision", "critique": "c", "issues": issues }).to_string());
    let set = json!({ "strategy": "keep-best", "maxReflections": 1, "advanced": { "critiqueFormat": "status" } });
    for (second, output) in [(status(&["b"]), "two"), (status(&["a", "b", "c"]), "one")] {
        let script = vec![json!("one"), status(&["a", "b"]), json!("two"), second];
        assert_eq!(play(run(set.clone(), question()), replies(script)).result.output, output);
    }
    let accepted = || json!(json!({ "status": "accepted", "critique": "fine", "issues": [] }).to_string());
    let set = json!({ "strategy": "best-of-n", "drafts": 2, "advanced": { "critiqueFormat": "status" } });
    let script = vec![json!("one"), json!("two"), status(&["a"]), accepted(), accepted()];
    let played = play(run(set, question()), replies(script));
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("two", true));
}

#[test]
fn every_choice_is_explained_but_for_classic() {
    let points = [("one", 5.0), ("two", 9.0)];
    let played = judged(keep_best(json!({ "maxReflections": 1 })), question(), &["one", "two"], &points);
    let why = |step: &Value| {
        (step["type"].as_str().unwrap().to_owned(), step["why"]["action"].clone(), step["why"]["draftIndex"].clone())
    };
    let told: Vec<_> = played.told().iter().map(why).collect();
    let expected = [
        ("thought", json!(null), json!(null)),
        ("reflection", json!("judge"), json!(0)),
        ("thought", json!("revise"), json!(0)),
        ("reflection", json!("judge"), json!(1)),
        ("response", json!("accept"), json!(1)),
    ];
    assert_eq!(told, expected.map(|(kind, action, index)| (kind.to_owned(), action, index)));
    assert!(played.told().iter().skip(1).all(|step| step["why"]["reason"].as_str().is_some_and(|r| !r.is_empty())));
    let reason = played.told().last().unwrap()["why"]["reason"].clone();
    assert_eq!(reason, "it was accepted, and no verifier failed", "there are no verifiers");
    let classic = judged(json!({ "strategy": "classic" }), question(), &["one", "two"], &points);
    assert!(classic.told().iter().all(|step| step.get("why").is_none()));
    let stopped = judged(keep_best(json!({ "maxReflections": 0 })), question(), &["one"], &points);
    assert_eq!(stopped.told().last().unwrap()["why"]["action"], "stop");
}

#[test]
fn a_person_who_says_nothing_may_be_given_another_draft_that_was_accepted() {
    let set = with("best-of-n", json!({ "maxReflections": 0, "budget": { "maxCalls": 30 } }));
    let first = judged(set, question(), &["one", "other", "third"], &[("one", 8.5), ("other", 8.0), ("third", 5.0)]);
    let resumed = reviewed(first.run, None, false, None);
    let played = play(resumed, voice(vec![json!("two")], &[("two", 6.0), ("other", 8.0)]));
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("other", true));
}

#[test]
fn a_person_who_does_not_accept_gets_another_draft_than_that() {
    // The critic accepts draft 0; the person does not, nor would its revision be accepted by the critic.
    for (strategy, revised) in [("keep-best", 9.0), ("keep-best", 6.0), ("best-of-n", 6.0)] {
        let set = with(strategy, json!({ "maxReflections": 0, "advanced": { "seed": 3 } }));
        let first = judged(set, question(), &["one", "other", "another"], &[("one", 8.5), ("other", 8.0), ("another", 8.0)]);
        assert_eq!((first.result.output.as_str(), first.result.accepted), ("one", true));
        let resumed = reviewed(first.run, Some(&json!({ "budget": { "maxCalls": 30 } })), false, Some("Too dry."));
        let played = play(resumed, voice(vec![json!("two")], &[("two", revised)]));
        assert!(played.requests[0].messages.last().unwrap().content.text().contains("Too dry."));
        assert_eq!(played.result.output, "two", "{strategy}: only that draft has heard what the person wants");
        assert_eq!(played.result.accepted, revised > 8.0);
    }
}

#[test]
fn a_draft_made_elsewhere_is_judged_first_and_costs_no_call() {
    for strategy in ["classic", "keep-best", "best-of-n"] {
        let what = json!({ "input": "Q?", "draft": "made elsewhere" });
        let played = judged(json!({ "strategy": strategy }), what, &[], &[("made elsewhere", 9.0)]);
        assert_eq!(played.calls[0], "critique-1", "{strategy}");
        assert_eq!(played.calls.len(), 1, "{strategy}");
        assert_eq!((played.result.output.as_str(), played.result.accepted), ("made elsewhere", true), "{strategy}");
    }
    let points = [("made elsewhere", 4.0), ("better", 9.0)];
    let what = || json!({ "input": "Q?", "draft": "made elsewhere", "verifiers": ["tests"] });
    let played = judged(keep_best(json!({})), what(), &["better"], &points);
    assert_eq!(played.calls, ["verify-1.tests", "critique-1", "revision-1", "verify-2.tests", "critique-2"]);
    let request = &played.requests[1].messages;
    assert!(request.iter().any(|m| m.content.text() == "made elsewhere"), "who revises sees the draft");
    assert_eq!(played.result.drafts[0].call_id, "draft");
}
