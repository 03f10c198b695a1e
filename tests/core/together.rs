//! One look at several drafts: what is shown and asked for, what follows, and what it may not accept.

use std::collections::BTreeSet;

use reflect_engine::critique::{CriticReply, CritiqueReader, Form, OnContradiction, ReadOptions};
use reflect_engine::flow::{Call, Step, StopReason};
use reflect_engine::reflect::{AcceptedBy, ReflectRun};
use serde_json::{Value, json};

use crate::script::{
    Played, Said, answers as shown, critique, laid_over, last, play_whole as play, question, run, search_tool, settings, task,
    trace, with,
};

fn together(drafts: u32, mut more: Value) -> Value {
    more["drafts"] = json!(drafts);
    with("best-of-n", more)
}

/// A verdict on one draft, as an entry of the list.
fn entry(number: usize, score: f64) -> Value {
    let said: Value = serde_json::from_str(critique(score, score < 8.0).as_str().unwrap()).unwrap();
    laid_over(json!({ "draft": number }), &said)
}

/// Drafts in this order, and points by how a draft is looked at: together with others, or alone. Below 0: no verdict.
fn voice<'a>(drafts: &'a [&str], points: &'a dyn Fn(&str, bool) -> f64) -> impl FnMut(&Call) -> Said + 'a {
    let mut drafts = drafts.iter();
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => {
            let texts = shown(call);
            let score = |text: &String| points(text, texts.len() > 1);
            if texts.iter().any(|text| score(text) < 0.0) {
                return Ok(json!("no verdict"));
            }
            let [only] = texts.as_slice() else {
                let entries: Vec<Value> = texts.iter().enumerate().map(|(at, text)| entry(at + 1, score(text))).collect();
                return Ok(json!(json!({ "drafts": entries }).to_string()));
            };
            Ok(critique(score(only), score(only) < 8.0))
        }
        Call::Model(_) => Ok(json!(drafts.next().unwrap_or(&"one more"))),
        Call::Tool(_) => Ok(json!({})),
        Call::Verify(run) => Ok(json!({ "passed": !run.draft.contains("bug"), "issues": ["case 3"] })),
    }
}

fn judged(set: Value, what: Value, drafts: &[&str], points: impl Fn(&str, bool) -> f64) -> Played {
    play(run(set, what), voice(drafts, &points))
}

/// Points that do not depend on how a draft is looked at; 5 where none are given.
fn by(points: &'static [(&'static str, f64)]) -> impl Fn(&str, bool) -> f64 {
    move |text, _| points.iter().find(|(draft, _)| *draft == text).map_or(5.0, |(_, points)| *points)
}

#[test]
fn joint_request_shows_all_drafts_and_each_gets_its_own_reading() {
    let points = by(&[("two", 7.0), ("four", 6.0), ("five", 7.5)]);
    let played = judged(together(4, json!({})), question(), &["one", "two", "three", "four", "five", "six"], points);
    let calls = "answer-1 answer-2 answer-3 answer-4 critique-1.drafts-1-2-3-4 revision-1 answer-5 \
                 critique-2.drafts-2-5-6";
    assert_eq!(played.calls.join(" "), calls);
    let request = &played.requests[4];
    let order = request.drafts.clone().unwrap();
    let texts = ["one", "two", "three", "four"];
    assert_eq!(shown(request), order.iter().map(|at| texts[*at as usize]).collect::<Vec<_>>(), "in the order of `drafts`");
    assert_eq!(BTreeSet::from_iter(order), BTreeSet::from([0, 1, 2, 3]));
    assert!(request.messages[1].content.text().ends_with("There are 4 answers: give an object for each of them."));
    assert_eq!((request.draft_index, request.iteration, request.attempt), (0, 1, 1));
    let system = request.messages[0].content.text();
    assert!(system.contains("Its only key is \"drafts\"") && system.contains("- \"draft\":") && system.contains("- \"score\":"));
    assert!(!system.contains("with these keys:\n- \"reasoning\""), "the format of one draft is not asked for: {system}");
    let schema = request.response_schema.as_ref().unwrap().to_value();
    let items = &schema["properties"]["drafts"]["items"];
    assert_eq!(items["required"], json!(["draft", "reasoning", "score", "issues", "suggestion", "needs_revision"]));
    assert_eq!(items["properties"]["draft"], json!({ "type": "integer", "minimum": 1 }));
    let looks: Vec<(u32, Option<f64>, Option<&str>)> = played
        .steps
        .iter()
        .filter_map(|step| if let Step::Reflection(step) = step { Some(step) } else { None })
        .map(|step| (step.draft_index, step.score, step.call_id.as_deref()))
        .collect();
    let first = Some("critique-1.drafts-1-2-3-4");
    assert_eq!(looks[..4], [(0, Some(5.0), first), (1, Some(7.0), first), (2, Some(5.0), first), (3, Some(6.0), first)]);
    assert_eq!(looks[4..].iter().map(|look| look.0).collect::<Vec<_>>(), [1, 4, 5]);
    let result = played.result;
    let history: Vec<_> = result.revision_history.iter().map(|look| (look.draft_index, look.call_id.as_deref())).collect();
    assert_eq!(history[..4], [(0, first), (1, first), (2, first), (3, first)]);
    assert_eq!((result.output.as_str(), result.accepted, result.stop_reason), ("five", false, StopReason::MaxReflections));
    assert_eq!(result.usage.by_purpose.get("critique").unwrap().calls, 2);
}

#[test]
fn joint_critique_alone_does_not_accept() {
    let drafts = ["one", "two", "three", "four"];
    // Points alone; the calls after the first look; who accepts.
    let cases = [(9.0, "critique-2", Some(AcceptedBy::Critic)), (6.0, "critique-2 revision-1 critique-3", None)];
    for (alone, calls, by) in cases {
        let points = move |text: &str, together: bool| match (text, together) {
            ("two", true) => 9.0,
            ("two", false) => alone,
            _ => 7.0,
        };
        let played = judged(together(3, json!({ "maxReflections": 1 })), question(), &drafts, points);
        assert_eq!(played.calls[4..].join(" "), calls);
        let result = &played.result;
        assert_eq!((result.accepted_by, result.output.as_str()), (by, "two"));
        if by.is_none() {
            let revision = played.requests.iter().find(|r| r.purpose == "revision").unwrap();
            assert!(last(revision).contains("too short"));
        }
    }
    let spent = judged(together(5, json!({ "budget": { "maxCalls": 6 } })), question(), &drafts, |_, _| 9.0).result;
    assert_eq!((spent.accepted, spent.stop_reason, spent.output.as_str()), (false, StopReason::MaxCalls, "one"));
    // With a tool, so that each draft is written in a call of its own.
    let what = json!({ "input": "Q?", "verifiers": ["tests"], "tools": [search_tool()] });
    let failing = judged(
        together(2, json!({ "maxReflections": 0, "advanced": { "critiqueFailed": true } })),
        what,
        &["bug one", "bug two"],
        |_, _| 9.0,
    );
    assert_eq!((failing.calls.last().unwrap().as_str(), failing.result.accepted), ("critique-1.drafts-1-2", false));
}

#[test]
fn drafts_that_cannot_be_judged_together_twice_are_judged_one_by_one() {
    for policy in ["retry", "stop", "revise"] {
        let set = together(3, json!({ "maxReflections": 0, "onUnreadableCritique": policy }));
        let points = |text: &str, together: bool| if together { -1.0 } else { by(&[("two", 7.0)])(text, false) };
        let played = judged(set, question(), &["one", "two", "three"], points);
        let calls = "critique-1.drafts-1-2-3 critique-2.drafts-1-2-3 critique-3 critique-4 critique-5";
        assert_eq!(played.calls[3..].join(" "), calls, "{policy}");
        let result = played.result;
        assert_eq!((result.output.as_str(), result.stop_reason), ("two", StopReason::MaxReflections), "{policy}");
        assert_eq!(result.errors.iter().filter(|error| error.code == "unreadable_critique").count(), 1);
        assert_eq!(result.errors[0].call_id.as_deref(), Some("critique-1.drafts-1-2-3"));
    }
    // Where the calls do not pay for another look at all and then one at each, it is not tried again.
    let points = |text: &str, together: bool| if together { -1.0 } else { by(&[("two", 7.0)])(text, false) };
    let played = judged(with("keep-best", json!({ "budget": { "maxCalls": 6 } })), question(), &["one", "two", "three"], points);
    let calls = "answer-1 critique-1 revision-1 answer-2 critique-2.drafts-1-2-3 critique-3";
    assert_eq!((played.calls.join(" ").as_str(), played.result.output.as_str()), (calls, "two"));
    // One that was accepted alone, by itself, waits for nobody else.
    let points = |_: &str, together: bool| if together { -1.0 } else { 9.0 };
    let played = judged(together(2, json!({})), question(), &["one", "two"], points);
    assert_eq!((played.calls.len(), played.result.accepted, played.result.output.as_str()), (6, true, "one"));
}

#[test]
fn a_second_look_that_cannot_be_read_follows_the_policy() {
    let points = |text: &str, together: bool| {
        if together && text == "two" {
            9.0
        } else if together {
            5.0
        } else {
            -1.0
        }
    };
    let cases = [
        ("stop", StopReason::UnreadableCritique, 4),
        ("revise", StopReason::MaxReflections, 4),
        ("retry", StopReason::UnreadableCritique, 5),
    ];
    for (policy, reason, calls) in cases {
        let set = together(2, json!({ "maxReflections": 0, "onUnreadableCritique": policy, "budget": { "maxCalls": 20 } }));
        let played = judged(set, question(), &["one", "two"], points);
        assert_eq!((played.result.stop_reason, played.calls.len()), (reason, calls), "{policy}: {:?}", played.calls);
        assert!(!played.result.accepted);
    }
}

#[test]
fn the_order_follows_from_the_seed_and_the_look() {
    let orders = |seed: u32| {
        let set = settings(together(4, json!({ "maxReflections": 2, "budget": { "maxCalls": 12 } })));
        let run = ReflectRun::create_run(set, task(question()), seed, 1_000.0).unwrap();
        let played = play(run, voice(&["one", "two", "three", "four", "five", "six"], &|_, _| 5.0));
        let looks = played.requests.into_iter().filter_map(|request| request.drafts);
        looks.collect::<Vec<_>>()
    };
    let many: Vec<_> = (0..200).map(orders).collect();
    assert_eq!(many[7], orders(7));
    for place in 0..4 {
        for draft in 0..4_u32 {
            let times = many.iter().filter(|looks| looks[0][place] == draft).count();
            assert!((25..=75).contains(&times), "draft {draft} stands {times} times of 200 at place {place}");
        }
    }
    let turned = many.iter().filter(|looks| looks[1][0] == 4).count();
    assert!((40..=95).contains(&turned), "one of three: {turned}");
}

#[test]
fn each_juror_looks_at_all_drafts_and_the_order_is_its_own() {
    for (order, expected) in [
        ("parallel", "critique-1.drafts-1-2.judge-1 critique-1.drafts-1-2.judge-2"),
        // Neither draft can be accepted any more once one juror refuses both.
        ("sequential", "critique-1.drafts-1-2.judge-1"),
    ] {
        let set = together(2, json!({ "maxReflections": 0, "advanced": { "jury": { "order": order } } }));
        let what = json!({ "input": "Q?", "critics": 2 });
        let played = judged(set, what, &["one", "two"], by(&[("two", 7.0)]));
        assert_eq!(played.calls[2..].join(" "), expected);
        let look = &played.result.revision_history[1];
        assert_eq!((look.draft_index, look.call_id.as_deref()), (1, Some("critique-1.drafts-1-2")));
        assert_eq!(look.jurors.as_ref().unwrap().len(), played.calls.len() - 2);
        assert_eq!(played.result.output, "two");
    }
    // Six calls and three critics: three drafts, and one look of all critics.
    let what = json!({ "input": "Q?", "critics": 3 });
    let set = together(3, json!({ "budget": { "maxCalls": 6 } }));
    let result = judged(set, what, &["one", "two", "three"], by(&[("two", 7.0)])).result;
    assert_eq!((result.output.as_str(), result.drafts.len()), ("two", 3));
    assert_eq!(result.revision_history[0].jurors.as_ref().map(|jurors| jurors.len()), Some(3));
    assert_ne!(result.errors[0].code, "fewer_critics");
}

#[test]
fn a_juror_that_cannot_be_read_is_left_out_for_every_draft() {
    let set = together(2, json!({ "maxReflections": 0 }));
    let mut voice = voice(&["one", "two"], &|text, _| if text == "two" { 7.0 } else { 5.0 });
    let played = play(run(set, json!({ "input": "Q?", "critics": 2 })), |call| match call {
        Call::Model(ask) if ask.critic == Some(1) => Ok(json!(r#"{"drafts": [{"draft": 1, "score": 9}]}"#)),
        call => voice(call),
    });
    assert_eq!(played.calls.len(), 4);
    let accepted = |draft: usize| played.result.revision_history[draft].jurors.as_ref().unwrap()[1].accepted;
    assert_eq!((accepted(0), accepted(1), played.result.output.as_str()), (None, None, "two"));
}

#[test]
fn more_drafts_than_one_look_may_hold_are_judged_in_several() {
    let many = ["one", "two", "three", "four", "five", "six", "seven"];
    for (drafts, looks) in
        [(7, "drafts-1-2-3-4 drafts-5-6-7"), (5, "drafts-1-2-3-4-5"), (6, "drafts-1-2-3 drafts-4-5-6"), (1, "critique")]
    {
        let played = judged(together(drafts, json!({ "maxReflections": 0 })), question(), &many, |_, _| 5.0);
        let names: Vec<&str> =
            played.calls[drafts as usize..].iter().map(|call| call.split(['.']).next_back().unwrap()).collect();
        let expected: Vec<&str> = looks.split(' ').collect();
        assert_eq!(names.len(), expected.len());
        assert!(names.iter().zip(&expected).all(|(name, expected)| name.starts_with(expected)), "{names:?}");
    }
}

#[test]
fn a_revision_stands_by_the_draft_beside_it_and_not_by_the_mood_of_the_look() {
    let mut looks = 0;
    let mut voice = voice(&["one", "two", "three", "four", "five"], &|text, _| match text {
        "one" => 7.0,
        "two" => 6.0,
        _ => 5.0,
    });
    // The second look is two points harsher: the best gets 5, its revision 5.5, and the second best of the first look had 6.
    let played = play(run(together(3, json!({ "maxReflections": 2 })), question()), |call| match call {
        Call::Model(ask) if ask.purpose == "critique" => {
            looks += 1;
            if looks == 1 {
                return voice(call);
            }
            let points = |text: &String| if text == "four" { 5.5 } else { 5.0 };
            let entries: Vec<Value> = shown(ask).iter().enumerate().map(|(at, text)| entry(at + 1, points(text))).collect();
            Ok(json!(json!({ "drafts": entries }).to_string()))
        }
        call => voice(call),
    });
    assert_eq!(played.result.drafts[3].parent, Some(0));
    assert_eq!(played.result.output, "four", "the revision, and not the second best");
}

#[test]
fn all_three_forms_are_read_from_the_list() {
    for (more, yes, no) in [
        (
            json!({ "criteria": ["a", "b"] }),
            json!({ "criteria_met": [true, true], "confidence": 0.9 }),
            json!({ "criteria_met": [true, false], "confidence": 0.9 }),
        ),
        (
            json!({ "advanced": { "critiqueFormat": "status" } }),
            json!({ "status": "accepted", "critique": "", "issues": [] }),
            json!({ "status": "needs_revision", "critique": "x", "issues": ["x"] }),
        ),
    ] {
        let mut drafts = ["one", "two"].iter();
        let played = play(run(together(2, more), question()), |call| {
            let Call::Model(ask) = call else { return Ok(json!({})) };
            if ask.purpose != "critique" {
                return Ok(json!(drafts.next()));
            }
            let said = |text: &String| if text == "two" { yes.clone() } else { no.clone() };
            let texts = shown(ask);
            if texts.len() == 1 {
                return Ok(json!(said(&texts[0]).to_string()));
            }
            let numbered = |(at, text): (usize, &String)| {
                let mut entry = said(text);
                entry["draft"] = json!(at + 1);
                entry
            };
            Ok(json!(json!({ "drafts": texts.iter().enumerate().map(numbered).collect::<Vec<_>>() }).to_string()))
        });
        assert_eq!(played.calls.join(" "), "answer-1 answer-2 critique-1.drafts-1-2 critique-2");
        assert_eq!((played.result.output.as_str(), played.result.accepted), ("two", true));
    }
}

#[test]
fn a_restored_run_goes_on_as_the_first_did() {
    for (strategy, verifiers) in [("best-of-n", json!(["tests"])), ("best-of-n", json!([])), ("keep-best", json!([]))] {
        let set = with(strategy, json!({}));
        let make = || run(set.clone(), json!({ "input": "Q?", "critics": 2, "verifiers": verifiers }));
        let points = |text: &str, together: bool| if together && text == "two" { 9.0 } else { 6.0 };
        let drafts = ["one", "two", "bug three", "four", "five"];
        assert_eq!(trace(make, voice(&drafts, &points), false), trace(make, voice(&drafts, &points), true), "{strategy}");
    }
}

/// Replies of a model of 1.5 billion parameters to looks at several drafts. What must come of each is said by a reader of plain JSON.
#[test]
fn looks_at_several_drafts_are_read_as_a_model_wrote_them_and_none_wrongly() {
    let Some(replies) = crate::shared_file("conformance/critiques/joint.jsonl") else { return };
    let reader = CritiqueReader::new(ReadOptions {
        form: Some(Form::Score),
        on_contradiction: Some(OnContradiction::Revise),
        ..ReadOptions::default()
    });
    let (mut all, mut read) = (0, 0);
    for line in replies.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (text, drafts) = (case["raw"].as_str().unwrap(), case["drafts"].as_u64().unwrap() as usize);
        let reply = CriticReply {
            text: &text.into(),
            answer: "",
            earlier: "",
            finish_reason: case["finish"].as_str(),
            second: false,
            sources: None,
        };
        let scores: Option<Vec<f64>> = reader
            .read_joint_reply(reply, drafts)
            .iter()
            .map(|reading| reading.score.filter(|_| reading.status.is_decided()))
            .collect();
        all += 1;
        let Some(scores) = scores else { continue };
        read += 1;
        let plain = text.trim().trim_start_matches("```json").trim_end_matches("```");
        let Ok(plain) = serde_json::from_str::<Value>(plain) else { continue };
        let entries = plain.as_array().or(plain["drafts"].as_array()).unwrap();
        let mut numbered: Vec<(u64, f64)> =
            entries.iter().map(|entry| (entry["draft"].as_u64().unwrap(), entry["score"].as_f64().unwrap())).collect();
        numbered.sort_by_key(|(number, _)| *number);
        assert_eq!(scores, numbered.iter().map(|(_, score)| *score).collect::<Vec<_>>(), "{text}");
    }
    assert!(read * 100 >= all * 84, "{read} of {all}");
}

#[test]
fn a_draft_that_was_refused_alone_does_not_keep_another_from_its_look_alone() {
    let points = |text: &str, is_joint: bool| match (text, is_joint) {
        ("A", false) | ("B", _) => 4.0,
        _ => 9.0,
    };
    let played = judged(with("keep-best", json!({})), question(), &["A", "B", "C"], points);
    assert_eq!(played.calls.join(" "), "answer-1 critique-1 revision-1 answer-2 critique-2.drafts-1-2-3 critique-3");
    assert_eq!((&*played.result.output, played.result.accepted), ("C", true));
}
