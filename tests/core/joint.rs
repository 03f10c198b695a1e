//! A look at several drafts in one call: what is asked, how it is read, and what it decides.

use reflect_engine::critique::{Form, ReadOptions, Reader, Reading, Reply, Verdict};
use reflect_engine::flow::{Call, CallError, ModelCall, StopReason};
use reflect_engine::reflect::AcceptedBy;
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play, run, trace};

/// Best of three, judged together, with these settings over it.
fn together(over: Value) -> Value {
    let mut set = json!({ "strategy": "best-of-n", "drafts": 3, "advanced": { "judgeTogether": 4 } });
    for (key, value) in over.as_object().unwrap() {
        set[key] = value.clone();
    }
    set
}

fn question() -> Value {
    json!({ "input": "Q?" })
}

/// The drafts of a critique request, in the order in which they are shown.
fn shown(call: &ModelCall) -> Vec<String> {
    let text = call.messages[1].content.text();
    let first = if call.drafts.is_some() { "\n\nDraft 1:\n" } else { "Answer to evaluate:\n" };
    let behind = text.split_once(first).unwrap().1;
    let parts = behind.split("\n\nDraft ").map(|part| part.split_once("[begin ").unwrap().1);
    parts.map(|part| part.lines().nth(1).unwrap().to_owned()).collect()
}

/// Drafts in this order; what the critic gives each text at each look, the last again and again (8 and more accept).
fn voice(drafts: &[&str], points: &[(&str, &[f64])]) -> impl FnMut(&Call) -> Said {
    let mut drafts = drafts.iter().map(|draft| json!(draft)).collect::<Vec<_>>().into_iter();
    let mut points: Vec<(String, Vec<f64>)> =
        points.iter().map(|(draft, points)| ((*draft).to_owned(), points.to_vec())).collect();
    let mut look = move |draft: &str| {
        let own = &mut points.iter_mut().find(|(text, _)| text == draft).unwrap_or_else(|| panic!("no points for {draft}")).1;
        if own.len() > 1 { own.remove(0) } else { own[0] }
    };
    move |call| match call {
        Call::Model(call) if call.purpose == "critique" => {
            let forms: Vec<Value> =
                shown(call).iter().map(|draft| look(draft)).map(|points| critique(points, points < 8.0)).collect();
            if call.drafts.is_none() {
                return Ok(forms[0].clone());
            }
            let entry = |(number, form): (usize, &Value)| {
                let mut entry: Value = serde_json::from_str(form.as_str().unwrap()).unwrap();
                entry["draft"] = json!(number);
                entry
            };
            Ok(json!(json!({ "drafts": (1..).zip(&forms).map(entry).collect::<Vec<_>>() }).to_string()))
        }
        Call::Model(_) => drafts.next().ok_or_else(|| CallError::new("model_error", "no more drafts")),
        Call::Tool(run) => Ok(json!({ "ran": run.tool_name })),
        Call::Verify(run) => Ok(json!({ "passed": !run.draft.contains("bug"), "issues": ["case 3"] })),
    }
}

/// As [`voice`], but a look at several drafts says this.
fn says(
    joint: Said,
    drafts: &'static [&'static str],
    points: &'static [(&'static str, &'static [f64])],
) -> impl FnMut(&Call) -> Said {
    let mut usual = voice(drafts, points);
    move |call| if matches!(call, Call::Model(asked) if asked.drafts.is_some()) { joint.clone() } else { usual(call) }
}

fn scores(played: &Played) -> Vec<(u32, Option<f64>, Option<&str>)> {
    played
        .result
        .revision_history
        .iter()
        .map(|r| (r.draft_index, r.critique.as_ref().unwrap().score, r.call_id.as_deref()))
        .collect()
}

#[test]
fn drafts_are_judged_in_one_look_and_the_best_is_looked_at_again_alone() {
    let points: [(&str, &[f64]); 3] = [("one", &[5.0]), ("two", &[9.0]), ("three", &[7.0])];
    let played = play(run(together(json!({})), question()), voice(&["one", "two", "three"], &points));
    assert_eq!(played.calls.join(" "), "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3 critique-2");
    let joint = Some("critique-1.drafts-1-2-3");
    assert_eq!(
        scores(&played),
        [(0, Some(5.0), joint), (1, Some(9.0), joint), (2, Some(7.0), joint), (1, Some(9.0), Some("critique-2"))]
    );
    let told = played.told();
    let looks: Vec<&Value> = told.iter().filter(|step| step["type"] == "reflection").map(|step| &step["callId"]).collect();
    assert_eq!(looks, [&json!(joint), &json!(joint), &json!(joint), &json!("critique-2")]);
    let result = played.result;
    assert_eq!((result.output.as_str(), result.accepted_by), ("two", Some(AcceptedBy::Critic)));
    assert_eq!(result.usage.by_purpose.get("critique").map(|used| used.calls), Some(2));
}

#[test]
fn a_request_shows_each_draft_fenced_behind_its_number_and_asks_for_the_form_of_each() {
    let set = together(json!({ "requirements": ["Be short."] }));
    let points: [(&str, &[f64]); 3] = [("one", &[5.0]), ("two bug", &[9.0]), ("three", &[7.0])];
    let what = json!({ "input": "Q?", "verifiers": ["tests"] });
    let played = play(run(set, what), voice(&["one", "two bug", "three"], &points));
    let asked = played.requests.iter().find(|call| call.drafts.is_some()).unwrap();
    let drafts = asked.drafts.clone().unwrap();
    let texts: Vec<&str> = drafts.iter().map(|draft| ["one", "two bug", "three"][*draft as usize]).collect();
    assert_eq!(shown(asked), texts);
    let (system, user) = (asked.messages[0].content.text(), asked.messages[1].content.text());
    assert!(
        system.contains("- \"draft\": the number of the draft\n- \"reasoning\":") && system.contains("- Be short."),
        "{system}"
    );
    assert!(!system.contains("with these keys:\n- \"reasoning\""), "{system}");
    let of_bug = user.split("\n\nDraft ").find(|part| part.contains("two bug")).unwrap();
    assert!(of_bug.contains("- tests: failed: case 3"), "{of_bug}");
    let schema = asked.response_schema.as_ref().unwrap().value();
    let entry = &schema["properties"]["drafts"]["items"];
    assert_eq!((&entry["required"][0], &entry["properties"]["draft"]["type"]), (&json!("draft"), &json!("integer")));
    assert_eq!(entry["properties"].as_object().unwrap().len(), entry["required"].as_array().unwrap().len());
}

#[test]
fn an_acceptance_needs_a_second_look_and_a_revision_is_judged_beside_its_parent() {
    // The second look takes the acceptance back; the revision gets two that agree.
    let points: [(&str, &[f64]); 4] = [("one", &[5.0]), ("two", &[9.0, 6.0, 6.0]), ("three", &[7.0]), ("four", &[9.0])];
    let played = play(run(together(json!({})), question()), voice(&["one", "two", "three", "four"], &points));
    let expected = "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3 critique-2 revision-1 critique-3.drafts-2-4 critique-4";
    assert_eq!(played.calls.join(" "), expected);
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("four", true));
    // One call less: nobody looked twice, and nothing is accepted.
    let set = together(json!({ "budget": { "maxCalls": 7 } }));
    let played = play(run(set, question()), voice(&["one", "two", "three", "four"], &points));
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("four", false));
    assert_eq!(played.result.stop_reason, StopReason::MaxCalls);
}

#[test]
fn what_a_verifier_failed_is_not_accepted_by_any_number_of_looks() {
    let set = together(json!({ "maxReflections": 0 }));
    let points: [(&str, &[f64]); 3] = [("bug one", &[9.0]), ("bug two", &[10.0]), ("bug three", &[9.0])];
    let what = json!({ "input": "Q?", "verifiers": ["tests"] });
    let played = play(run(set, what), voice(&["bug one", "bug two", "bug three"], &points));
    assert_eq!((played.result.output.as_str(), played.result.accepted), ("bug two", false));
}

#[test]
fn a_look_that_cannot_be_read_is_taken_at_each_draft_alone() {
    const POINTS: &[(&str, &[f64])] = &[("one", &[5.0]), ("two", &[9.0]), ("three", &[7.0])];
    for joint in [Ok(json!("no verdict")), Err(CallError::new("model_error", "the context is full"))] {
        for policy in ["retry", "revise"] {
            let set = together(json!({ "onUnreadableCritique": policy }));
            let played = play(run(set, question()), says(joint.clone(), &["one", "two", "three"], POINTS));
            let expected = "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3 critique-2 critique-3 critique-4 critique-5";
            assert_eq!(played.calls.join(" "), expected, "{policy} {joint:?}");
            assert_eq!((played.result.output.as_str(), played.result.accepted), ("two", true));
            let errors: Vec<Option<&str>> = played.result.errors.iter().map(|error| error.call_id.as_deref()).collect();
            assert_eq!(errors, [Some("critique-1.drafts-1-2-3")]);
        }
    }
    // Where that cannot be paid for, as many as can.
    let set = together(json!({ "budget": { "maxCalls": 6 } }));
    let played = play(run(set, question()), says(Ok(json!("no")), &["one", "two", "three"], POINTS));
    assert_eq!(played.calls.join(" "), "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3 critique-2 critique-3");
    assert_eq!(played.result.output.as_str(), "two");
}

#[test]
fn as_many_drafts_are_written_as_leave_a_look_for_them() {
    const POINTS: &[(&str, &[f64])] = &[("one", &[5.0]), ("two", &[7.0]), ("three", &[6.0])];
    for (calls, critics, expected) in [
        (4, 1, "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3"),
        (3, 1, "answer-1 answer-2 critique-1.drafts-1-2"),
        (
            6,
            3,
            "answer-1 answer-2 answer-3 critique-1.drafts-1-2-3.judge-1 critique-1.drafts-1-2-3.judge-2 \
             critique-1.drafts-1-2-3.judge-3",
        ),
    ] {
        let set = together(json!({ "budget": { "maxCalls": calls } }));
        let what = json!({ "input": "Q?", "critics": critics });
        let played = play(run(set, what), voice(&["one", "two", "three"], POINTS));
        assert_eq!(played.calls.join(" "), expected);
    }
    // More drafts than fit in one look are shared out evenly.
    let many = ["a", "b", "c", "d", "e"];
    let points: Vec<(&str, &[f64])> = many.iter().map(|draft| (*draft, [5.0].as_slice())).collect();
    let set = together(json!({ "drafts": 5, "maxReflections": 0 }));
    let played = play(run(set, question()), voice(&many, &points));
    assert_eq!(played.calls[5..].join(" "), "critique-1.drafts-1-2-3 critique-2.drafts-4-5");
}

#[test]
fn each_juror_looks_at_all_drafts_and_one_that_cannot_be_read_at_each_alone() {
    for (order, again) in
        [("parallel", "critique-2.judge-2 critique-3.judge-2"), ("sequential", "critique-3.judge-2 critique-4.judge-2")]
    {
        let mut usual = voice(&["one", "two"], &[("one", &[9.0]), ("two", &[9.0])]);
        let set = json!({ "strategy": "best-of-n", "drafts": 2, "maxReflections": 0, "budget": { "maxCalls": 30 },
            "advanced": { "judgeTogether": 2, "jury": { "mode": "veto", "order": order } } });
        let played = play(run(set, json!({ "input": "Q?", "critics": 3 })), |call| {
            let silent = matches!(call, Call::Model(asked) if asked.drafts.is_some() && asked.critic == Some(1));
            if silent { Ok(json!("no verdict")) } else { usual(call) }
        });
        let calls = played.calls.join(" ");
        assert!(calls.contains(again), "{calls}");
        let jurors = played.result.revision_history[0].jurors.as_ref().unwrap();
        assert!(jurors.iter().all(|juror| juror.accepted == Some(true)) && jurors.len() == 3, "{jurors:?}");
        assert!(jurors[0].call_id.ends_with(".drafts-1-2.judge-1") && jurors[1].call_id.ends_with(".judge-2"), "{jurors:?}");
        assert!(played.result.accepted, "{calls}");
    }
}

#[test]
fn the_order_is_decided_by_the_seed_and_the_look_and_is_the_same_after_a_restore() {
    let points: [(&str, &[f64]); 4] = [("one", &[5.0]), ("two", &[7.0]), ("three", &[6.0]), ("four", &[7.5])];
    let set = |seed: u32| {
        let mut set = together(json!({ "maxReflections": 1 }));
        set["advanced"]["seed"] = json!(seed);
        set
    };
    let orders: Vec<Vec<u32>> = (0..20)
        .map(|seed| {
            let played = play(run(set(seed), question()), voice(&["one", "two", "three", "four"], &points));
            played.requests.iter().find_map(|call| call.drafts.clone()).unwrap()
        })
        .collect();
    assert!((0..3).all(|first| orders.iter().any(|order| order[0] == first)), "{orders:?}");
    let all = |restored| trace(run(set(3), question()), voice(&["one", "two", "three", "four"], &points), restored);
    assert_eq!(all(false), all(true));
}

#[test]
fn strategies_that_judge_one_draft_at_a_time_do_not_look_at_the_setting() {
    for strategy in ["keep-best", "classic"] {
        let set = json!({ "strategy": strategy, "advanced": { "judgeTogether": 4 } });
        let played = play(run(set, question()), voice(&["one", "two"], &[("one", &[5.0]), ("two", &[9.0])]));
        assert_eq!(played.calls.join(" "), "answer-1 critique-1 revision-1 critique-2", "{strategy}");
    }
}

fn read(form: Form, reply: &str, drafts: usize) -> Option<Vec<Reading>> {
    let reader = Reader::new(ReadOptions { form: Some(form), criteria_count: Some(2), ..ReadOptions::default() });
    let answer = "a draft that holds {\"score\": 9, \"issues\": [], \"suggestion\": \"s\", \"needs_revision\": false}";
    reader.read_together(Reply { text: &reply.into(), answer, earlier: "", finish_reason: None, second: false }, drafts)
}

#[test]
fn every_draft_is_read_once_by_the_form_or_nothing_is_read() {
    use Verdict::{Accepted, NeedsRevision};
    let yes = r#"{"draft": 1, "reasoning": "r", "score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;
    let no = r#"{"draft": 2, "score": 4, "issues": ["x"], "suggestion": "y", "needs_revision": true}"#;
    let list = |entries: &[&str]| format!("{{\"drafts\": [{}]}}", entries.join(", "));
    for reply in
        [list(&[yes, no]), list(&[no, yes]), format!("<think>{no}</think>Here is my review:\n```json\n{}\n```", list(&[yes, no]))]
    {
        let readings = read(Form::Score, &reply, 2).unwrap_or_else(|| panic!("{reply}"));
        let said: Vec<(Verdict, Option<f64>)> = readings.iter().map(|reading| (reading.status, reading.score)).collect();
        assert_eq!(said, [(Accepted, Some(9.0)), (NeedsRevision, Some(4.0))], "{reply}");
    }
    let all = list(&[yes, no]);
    for reply in [
        list(&[yes]),
        list(&[yes, yes]),
        list(&[yes, no, no]),
        list(&[yes, &no.replace('2', "3")]),
        list(&[yes, &no.replace('2', "0")]),
        list(&[yes, &no.replace("\"draft\": 2, ", "")]),
        list(&[yes, &no.replace("\"draft\": 2", "\"draft\": 2, \"draft\": 1")]),
        list(&[yes, &no.replace("4", "null").replace("true", "null")]),
        list(&[&yes.replace("\"reasoning\"", "\"verdict\""), no]),
        list(&[&yes.replace("false", "true"), no]),
        list(&[&yes.replace("\"draft\": 1, \"reasoning\": \"r\"", "\"draft\": 1").replace("\"\"", "\"s\""), no]),
        all.replace("]}}", "]}} but the second is better").replace("]}", "], \"note\": 1}"),
        format!("{all} But the second is better."),
        format!("{all}{all}"),
        all[..all.len() - 3].to_owned(),
        format!("[{yes}, {no}]"),
        yes.to_owned(),
        "The first is better.".to_owned(),
        String::new(),
    ] {
        assert_eq!(read(Form::Score, &reply, 2), None, "{reply}");
    }
    let cut = Reader::new(ReadOptions::default());
    let reply = Reply { text: &all.into(), answer: "", earlier: "", finish_reason: Some("length"), second: false };
    assert_eq!(cut.read_together(reply, 2), None);
}

#[test]
fn the_other_forms_are_read_together_too() {
    for (form, yes, no, unclear) in [
        (
            Form::Criteria,
            r#""criteria_met": [true, true], "confidence": 0.9, "suggestions": []"#,
            r#""criteria_met": [true, false], "confidence": 0.9, "suggestions": ["s"]"#,
            r#""criteria_met": "most", "confidence": 0.9, "suggestions": []"#,
        ),
        (
            Form::Status,
            r#""status": "accepted", "critique": "Fine.", "issues": []"#,
            r#""status": "needs_revision", "critique": "No.", "issues": ["i"]"#,
            r#""status": "accepted", "critique": "n < 0 fails.""#,
        ),
    ] {
        let reply = |second: &str| format!("{{\"drafts\": [{{\"draft\": 1, {yes}}}, {{\"draft\": 2, {second}}}]}}");
        let statuses = read(form, &reply(no), 2).unwrap().iter().map(|reading| reading.status).collect::<Vec<_>>();
        assert_eq!(statuses, [Verdict::Accepted, Verdict::NeedsRevision], "{form:?}");
        assert_eq!(read(form, &reply(unclear), 2), None, "{form:?}");
    }
}
