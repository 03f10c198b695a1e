//! Critics that answer with a probability: how they are asked, what accepts, what several come to.

use reflect_engine::critique::Verdict;
use reflect_engine::error::ErrorCode;
use reflect_engine::flow::{Call, StopReason};
use reflect_engine::judge::average_by_log_odds;
use reflect_engine::reflect::{ReflectRun, RunStatus};
use serde_json::{Value, json};

use crate::script::{Played, critique, laid_over, last, play_whole, replies, run, settings, shown, task, with};

fn probable(probability: f64) -> Value {
    json!({ "content": "Yes", "probability": probability })
}

/// Critics that answer with a probability, and the replies to all calls in turn.
fn played(set: Value, critics: usize, script: Vec<Value>) -> Played {
    let judges: Vec<Value> = vec![json!({ "probability": true }); critics];
    play_whole(run(set, json!({ "input": "Q?", "critics": critics, "judges": judges })), replies(script))
}

#[test]
fn a_probability_accepts_from_the_threshold_on() {
    for (probability, threshold, accepted) in
        [(0.8, 8.0, true), (0.79, 8.0, false), (1.0, 8.0, true), (0.0, 0.0, true), (0.93, 9.5, false)]
    {
        let set = json!({ "maxReflections": 0, "acceptanceThreshold": threshold });
        let Played { result, steps, .. } = played(set, 1, vec![json!("A1"), probable(probability)]);
        assert_eq!(result.accepted, accepted, "{probability} {threshold}");
        let reading = result.critique.as_ref().unwrap();
        assert_eq!((reading.probability, reading.score), (Some(probability), Some(10.0 * probability)));
        assert_eq!((result.score, reading.confidence), (Some(10.0 * probability), None));
        let step =
            steps.iter().map(|step| serde_json::to_value(step).unwrap()).find(|step| step["type"] == "reflection").unwrap();
        assert_eq!((&step["probability"], &step["needsRevision"]), (&json!(probability), &json!(!accepted)));
        let saved = serde_json::to_value(&result.revision_history[0].critique).unwrap();
        assert_eq!(saved["probability"], json!(probability));
    }
}

#[test]
fn probability_critic_is_asked_one_question_and_no_form() {
    let set = json!({ "maxReflections": 1, "critiquePrompt": "You know this house.", "requirements": ["Names the year."] });
    let played = played(set, 1, vec![json!("A1"), probable(0.4), json!("A2"), probable(0.9)]);
    assert_eq!(played.result.output, "A2");
    let ask = &played.requests[1];
    assert!(ask.response_schema.is_none() && ask.messages.len() == 2);
    let text = shown(ask);
    assert!(
        text.starts_with("You know this house.\n\nCan the answer be used as it stands?") && text.contains("- Names the year.")
    );
    assert!(!text.contains("JSON") && text.contains("Answer to evaluate:"), "{text}");
    let revision = &played.requests[2];
    assert!(last(revision).contains("look for what is wrong or missing yourself"), "{}", last(revision));
}

#[test]
fn a_text_that_sounds_sure_has_no_probability() {
    let sure = json!(r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false, "confidence": 0.97}"#);
    let plain = json!({ "input": "Q?" });
    let result = play_whole(run(json!({ "maxReflections": 0 }), plain.clone()), replies(vec![json!("A1"), sure])).result;
    let reading = result.critique.unwrap();
    assert_eq!((reading.status, reading.confidence, reading.probability), (Verdict::Accepted, Some(0.97), None));
    for text in [r#"{"probability": 0.97}"#, "I am 97 % sure: yes", "Yes"] {
        let script = vec![json!("A1"), json!(text), json!(text)];
        let result = play_whole(run(json!({ "maxReflections": 0 }), plain.clone()), replies(script.clone())).result;
        assert!(!result.accepted && result.critique.unwrap().probability.is_none(), "{text}");
        let result = played(json!({ "maxReflections": 0 }), 1, script).result;
        assert_eq!((result.accepted, result.stop_reason), (false, StopReason::UnreadableCritique), "{text}");
        assert_eq!(result.critique.unwrap().reason.as_deref(), Some("no_probability"));
    }
}

#[test]
fn a_critic_without_a_probability_is_asked_the_same_once_more() {
    let played = played(json!({ "maxReflections": 0 }), 1, vec![json!("A1"), json!("Yes"), probable(0.9)]);
    assert_eq!(played.calls, ["answer-1", "critique-1", "critique-2"]);
    assert!(played.result.accepted);
    assert_eq!(shown(&played.requests[1]), shown(&played.requests[2]));
}

#[test]
fn a_form_beside_a_probability_is_heard_where_it_asks_for_a_revision() {
    for (form, accepted) in [(critique(3.0, true), false), (critique(9.0, false), true), (json!("no idea"), true)] {
        let reply = json!({ "content": form, "probability": 0.95 });
        let result = played(json!({ "maxReflections": 0 }), 1, vec![json!("A1"), reply]).result;
        assert_eq!(result.accepted, accepted, "{form}");
        let reading = result.critique.unwrap();
        assert_eq!(reading.issues.len(), usize::from(!accepted));
        assert_eq!((reading.probability, reading.score), (Some(0.95), Some(9.5)));
    }
    let cut = json!({ "content": "", "probability": 0.95, "finishReason": "length" });
    let result = played(json!({ "maxReflections": 0 }), 1, vec![json!("A1"), cut.clone(), cut]).result;
    assert!(!result.accepted, "a reply that was cut accepts nothing");
}

#[test]
fn a_wrong_probability_is_a_failed_call() {
    for wrong in [json!(1.2), json!(-0.1), json!("0.9"), json!(95), json!([0.9])] {
        let reply = json!({ "content": "Yes", "probability": wrong });
        let result = played(json!({ "maxReflections": 0 }), 1, vec![json!("A1"), reply.clone(), reply]).result;
        assert!(!result.accepted, "{wrong}");
        let error = &result.errors[0];
        assert!(error.message.contains("`probability` must be a number from 0 to 1, got "), "{}", error.message);
    }
}

#[test]
fn drafts_are_judged_one_by_one() {
    for (set, calls) in [
        (with("best-of-n", json!({ "drafts": 3 })), "answer-1 answer-2 answer-3 critique-1 critique-2 critique-3"),
        (json!({ "maxReflections": 2 }), "answer-1 critique-1 revision-1 answer-2 critique-2 critique-3"),
    ] {
        let mut odds = vec![0.3, 0.4, 0.9].into_iter();
        let judged = json!({ "input": "Q?", "judges": [{ "probability": true }] });
        let mut drafts = 0;
        let played = play_whole(run(set, judged), |call| {
            let Call::Model(call) = call else { unreachable!() };
            assert!(call.drafts.is_none(), "no look at several");
            drafts += 1;
            Ok(if call.purpose == "critique" { probable(odds.next().unwrap()) } else { json!(format!("A{drafts}")) })
        });
        assert!(played.result.accepted);
        assert_eq!(played.calls.join(" "), calls);
    }
}

#[test]
fn several_probabilities_combine_to_the_mean_of_their_log_odds() {
    let close = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-9, "{a:?} {b}");
    close(average_by_log_odds(&[0.9, 0.5]), 0.75);
    close(average_by_log_odds(&[0.99, 0.9, 0.5]), 0.9058611151200352);
    assert_eq!(average_by_log_odds(&[0.8, 0.8]), Some(0.8), "to the last digit: it may be the threshold");
    let many: Vec<f64> = (0..32).map(|n| if n % 2 == 0 { 1e-9 } else { 1e-5 }).collect();
    close(average_by_log_odds(&many), 3.162_272_4e-6);
    assert_eq!(average_by_log_odds(&[]), None);
    close(average_by_log_odds(&[0.0, 1.0]), 0.5);
    assert!(average_by_log_odds(&[1.0, 0.5]).unwrap() < 1.0, "nobody is so sure that the others have no say");
    // Two against one who doubts; by veto the one decides.
    for (mode, accepted) in [("veto", false), ("majority", true), ("median", true)] {
        let set = json!({ "maxReflections": 0, "advanced": { "jury": { "mode": mode } } });
        let result = played(set, 3, vec![json!("A1"), probable(0.99), probable(0.9), probable(0.5)]).result;
        assert_eq!(result.accepted, accepted, "{mode}");
        close(result.critique.as_ref().unwrap().probability, 0.9058611151200352);
        close(result.score, 9.058611151200352);
        assert_eq!(result.jurors.unwrap().iter().map(|juror| juror.probability).collect::<Vec<_>>(), [0.99, 0.9, 0.5].map(Some));
    }
    // Two of three accept, and the third is sure that it is wrong.
    let majority = json!({ "maxReflections": 0, "advanced": { "jury": { "mode": "majority" } } });
    let result = played(majority, 3, vec![json!("A1"), probable(0.85), probable(0.85), probable(0.01)]).result;
    assert!(!result.accepted && result.status == RunStatus::NeedsReview);
}

#[test]
fn beside_a_critic_with_a_form_each_has_its_vote() {
    for (mode, form) in
        [("veto", "score"), ("majority", "score"), ("median", "score"), ("veto", "criteria"), ("majority", "criteria")]
    {
        for (odds, good, accepted) in [(0.9, true, true), (0.2, true, false), (0.9, false, false)] {
            let mut set = json!({ "maxReflections": 0, "advanced": { "jury": { "mode": mode } } });
            let said = if form == "criteria" {
                set["criteria"] = json!(["a", "b"]);
                json!(json!({ "reasoning": "", "criteria_met": [true, good], "confidence": 0.9, "suggestions": [] }).to_string())
            } else {
                critique(if good { 9.0 } else { 2.0 }, !good)
            };
            let judges = json!({ "input": "Q?", "critics": 2, "judges": [{ "probability": true }, {}] });
            let result = play_whole(run(set, judges), replies(vec![json!("A1"), probable(odds), said])).result;
            assert_eq!(result.accepted, accepted, "{mode} {form} {odds} {good}");
            let reading = result.critique.unwrap();
            assert_eq!(reading.probability, None, "not all gave one");
            assert_eq!(reading.criteria_met.is_some(), form == "criteria");
        }
    }
    let set = json!({ "maxReflections": 0, "criteria": ["a", "b"] });
    let result = played(set, 2, vec![json!("A1"), probable(0.9), probable(0.95)]).result;
    assert!(result.accepted && result.critique.unwrap().criteria_met.is_none(), "a probability says nothing of a criterion");
}

#[test]
fn sequential_probability_critics_are_all_asked_but_after_a_veto() {
    for (mode, asked) in [("majority", 3), ("median", 3), ("veto", 1)] {
        let set = json!({ "maxReflections": 0, "advanced": { "jury": { "mode": mode, "order": "sequential" } } });
        let script = [json!("A1"), probable(0.0), probable(0.0), probable(0.9)];
        let played = played(set, 3, script.to_vec());
        assert_eq!(played.calls.len(), 1 + asked, "{mode}");
    }
}

#[test]
fn quotes_are_refused_by_name() {
    let judged = laid_over(json!({ "input": "Q?" }), &json!({ "judges": [{ "probability": true }] }));
    let error =
        ReflectRun::create_run(settings(json!({ "advanced": { "evidence": "quotes" } })), task(judged), 7, 0.0).err().unwrap();
    assert_eq!(error.code, ErrorCode::InvalidTask);
    assert!(error.message.contains("`advanced.evidence`"), "{}", error.message);
}
