//! Drafts that repeat another, or that only grew: what is marked, and what follows.

use reflect_engine::flow::Call;
use reflect_engine::message::SharedText;
use reflect_engine::settings::Calibration;
use serde_json::{Value, json};

use crate::script::{Played, critique, laid_over, play, question, run, texts};

/// Plays drafts in this order; the critic rejects each, those that are named with other points than 5.
fn drafts(set: Value, what: Value, texts: &[String], points: &[f64]) -> Played {
    let (mut texts, mut points) = (texts.iter(), points.iter().copied());
    play(run(laid_over(json!({ "strategy": "keep-best" }), &set), what), move |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(critique(points.next().unwrap_or(5.0), true)),
        Call::Model(_) => Ok(json!(texts.next().unwrap())),
        Call::Verify(run) => Ok(json!({ "passed": run.draft.contains("mended") })),
        Call::Tool(_) => unreachable!(),
    })
}

fn twins(played: &Played) -> Vec<Option<u32>> {
    played.result.drafts.iter().map(|d| d.duplicate_of).collect()
}

#[test]
fn a_revision_that_repeats_its_parent_is_not_judged_and_a_fresh_draft_follows() {
    let list = texts(&["It is Paris.", "\nIt is Paris. ", "Lyon, perhaps.", "Nice"]);
    let played = drafts(json!({ "maxReflections": 3 }), question(), &list, &[5.0, 4.0]);
    let expected = "answer-1 critique-1 revision-1 answer-2 critique-2 answer-3 critique-3";
    assert_eq!(played.calls.join(" "), expected);
    assert_eq!(twins(&played), [None, Some(0), None, None]);
    let second = &played.result.drafts[1];
    assert_eq!((second.judged, second.score, second.oscillation), (false, None, None), "it inherits nothing");
    assert_eq!(played.result.draft_index, 0, "the twin stays the candidate");
    let why = played.told().into_iter().find(|s| s["why"]["action"] == "fresh").unwrap();
    assert_eq!(why["content"], "Answering anew (attempt 3/3)...");
    let anew = &played.requests.iter().find(|r| r.call_id == "answer-3").unwrap();
    assert_eq!((anew.messages.len(), anew.draft_index, anew.purpose), (1, 3, "answer"));
    let asked = anew.messages[0].content.text();
    assert!(asked.starts_with("Q?\n\nAnswer anew, from the beginning"), "{asked}");
    assert!(asked.contains("avoid them:\n- too short (named 2 times)\n\nGive only the answer"), "{asked}");
    assert!(!asked.contains("[begin "), "the critic is ours: {asked}");
}

#[test]
fn a_fresh_draft_needs_calls_for_its_judgement_and_counts_as_a_reflection() {
    let list = texts(&["It is Paris.", "It is Paris.", "Lyon"]);
    for (set, calls) in [
        (json!({ "maxReflections": 1 }), 3),
        (json!({ "maxReflections": 2, "budget": { "maxCalls": 4 } }), 3),
        (json!({ "maxReflections": 2, "budget": { "maxCalls": 5 } }), 5),
    ] {
        let played = drafts(set.clone(), question(), &list, &[]);
        assert_eq!((played.calls.len(), played.result.output.as_str()), (calls, "It is Paris."), "{set}");
    }
}

#[test]
fn an_answer_that_comes_back_is_told_as_an_oscillation() {
    // With a check, which passes all, one draft is written after another.
    let what = || json!({ "input": "Q?", "verifiers": ["tests"] });
    let list = texts(&["mended: Paris.", "mended: Lyon.", "mended: Paris.", "mended: Nice."]);
    let played = drafts(json!({ "maxReflections": 3 }), what(), &list, &[4.0, 5.0]);
    assert_eq!(twins(&played), [None, None, Some(0), None]);
    let marks: Vec<Option<bool>> = played.result.drafts.iter().map(|d| d.oscillation).collect();
    assert_eq!(marks, [None, None, Some(true), None]);
    assert!(played.calls.contains(&"answer-2".to_owned()), "{:?}", played.calls);
    // Revised twice from the same draft, the same revision comes twice: it repeats, and nothing oscillates.
    let list = texts(&["mended: Paris.", "mended: Lyon.", "mended: Lyon.", "mended: Nice."]);
    let played = drafts(json!({ "maxReflections": 3 }), what(), &list, &[6.0, 5.0]);
    assert_eq!((twins(&played)[2], played.result.drafts[2].oscillation), (Some(1), None));
}

#[test]
fn a_twin_that_passes_other_verifiers_is_judged() {
    let what = json!({ "input": "Q?", "verifiers": ["tests"] });
    // A check that depends on more than the text.
    let (mut runs, mut points) = (0, [6.0].into_iter());
    let played = play(run(json!({ "maxReflections": 1 }), what), |call| match call {
        Call::Model(call) if call.purpose == "critique" => Ok(critique(points.next().unwrap(), true)),
        Call::Model(_) => Ok(json!("Paris")),
        Call::Verify(_) => {
            runs += 1;
            Ok(json!(runs > 1))
        }
        Call::Tool(_) => unreachable!(),
    });
    assert_eq!(twins(&played), [None, Some(0)]);
    assert_eq!((played.result.draft_index, played.result.drafts[1].score), (1, Some(6.0)));
}

#[test]
fn drafts_written_at_once_that_are_equal_are_judged_once() {
    let set = json!({ "strategy": "best-of-n", "drafts": 4, "maxReflections": 0 });
    let played = drafts(set, question(), &texts(&["Paris", "Paris", "Lyon", " Paris\n"]), &[5.0, 6.0]);
    assert_eq!(played.calls[4..], ["critique-1.drafts-1-3"]);
    assert_eq!(twins(&played), [None, Some(0), None, Some(0)]);
    assert_eq!(played.result.output, "Lyon");
}

#[test]
fn a_draft_that_differs_in_letter_case_or_white_space_is_judged() {
    let cases =
        [("hello", "HELLO"), ("def f(x):\n  if x:\n    return 1\n    return 2", "def f(x):\n  if x:\n    return 1\n  return 2")];
    for (first, second) in cases {
        for set in [json!({ "maxReflections": 1 }), json!({ "strategy": "best-of-n", "drafts": 2, "maxReflections": 0 })] {
            let played = drafts(set.clone(), question(), &texts(&[first, second, "other"]), &[5.0, 9.0]);
            assert!(twins(&played).iter().all(Option::is_none) && played.result.drafts[1].judged, "{set} {second}");
        }
    }
}

#[test]
fn a_revision_that_only_grew_is_marked() {
    let sentence = "The tower stands in Paris. ";
    let short = sentence.repeat(8);
    let long = format!("{}And it is tall.", sentence.repeat(16));
    let played = drafts(json!({}), question(), &[short.clone(), long.clone(), texts(&["Lyon."]).remove(0)], &[5.0, 6.0, 7.0]);
    let found: Vec<Option<f64>> = played.result.drafts.iter().map(|draft| draft.length_growth).collect();
    let ratio = (long.trim().chars().count() as f64 / short.trim().chars().count() as f64 * 100.0).round() / 100.0;
    assert_eq!(found, [None, Some(ratio), None]);
    let tiny = drafts(json!({}), question(), &texts(&["42", "It is 42, since 6 times 7 is that.", "x"]), &[]);
    assert_eq!(tiny.result.drafts[1].length_growth, None, "a short answer may grow");
    // What fixes a failed check did not only grow.
    let what = json!({ "input": "Q?", "verifiers": ["tests"] });
    let other = || "Another one.".to_owned();
    let mended = drafts(json!({}), what.clone(), &[other(), short.clone(), format!("{long} mended")], &[]);
    assert_eq!((mended.result.drafts[2].parent, mended.result.drafts[2].length_growth), (Some(1), None));
    let grown = drafts(json!({}), what, &[other(), short.clone(), long.clone()], &[]);
    assert!(grown.result.drafts[2].length_growth.is_some());
    // Nothing is marked under the seed's own rule.
    let classic = drafts(json!({ "strategy": "classic" }), question(), &[short, long.clone(), long], &[]).result.drafts;
    assert!(classic.iter().all(|d| d.length_growth.is_none() && d.duplicate_of.is_none()));
}

#[test]
fn revisions_are_asked_for_in_our_own_words_with_what_the_developer_said() {
    let what = json!({
        "input": [{ "role": "user", "content": "Hello" }, { "role": "assistant", "content": "Hi." }, { "role": "user", "content": "Q?" }],
        "systemPrompt": "Speak like a pirate.",
    });
    let played = drafts(json!({ "maxReflections": 1 }), what, &texts(&["one", "two"]), &[]);
    let revision = &played.requests[2].messages;
    let said: Vec<SharedText> = revision.iter().map(|m| m.content.text()).collect();
    assert_eq!(said[..5], ["Speak like a pirate.", "Hello", "Hi.", "Q?", "one"]);
    assert_eq!(said.len(), 6);
    for part in [
        "Review of your answer:\n- Score: 5/10\n\nAddress each of these:\n- too short\n- Say more.\n\n",
        "Give only the improved answer",
    ] {
        assert!(said[5].contains(part), "{}", said[5]);
    }
    assert!(!said[5].contains("[begin ") && !said[5].contains("somebody else wrote"), "the critic is ours: {}", said[5]);
    let critic = played.requests[1].messages[0].content.text();
    assert!(critic.starts_with("You are a strict reviewer.") && !critic.contains('<'), "{critic}");
    let own = drafts(json!({ "maxReflections": 0, "critiquePrompt": "Judge it." }), question(), &texts(&["one"]), &[]);
    assert!(own.requests[1].messages[0].content.text().starts_with("Judge it.\n\nRespond with one JSON object"));
}

#[test]
fn an_image_in_the_question_stays_where_another_draft_is_asked_for() {
    let image = json!({ "type": "image", "data": "x" });
    let content = json!([{ "type": "text", "text": "What is this?" }, image]);
    let what = json!({ "input": [{ "role": "user", "content": content }] });
    let played = drafts(json!({}), what, &texts(&["A cat.", "A cat.", "A dog."]), &[]);
    let anew = serde_json::to_value(&played.requests.iter().find(|r| r.call_id == "answer-2").unwrap().messages).unwrap();
    let parts = anew[0]["content"].as_array().unwrap();
    assert_eq!((parts.len(), &parts[0], &parts[1]), (3, &content[0], &image));
    assert!(parts[2]["text"].as_str().unwrap().starts_with("\n\nAnswer anew"));
}

#[test]
fn ten_megabytes_are_compared_in_one_pass() {
    let big: String = (0..900_000).map(|n| format!("word{} ", n % 70_000)).collect();
    let list = [big.clone(), format!(" {big}"), "small".to_owned()];
    let played = drafts(json!({}), question(), &list, &[]);
    assert_eq!(twins(&played), [None, Some(0), None]);
}

#[test]
fn verifier_issues_reach_the_writer_as_facts_in_a_fence() {
    let what = || json!({ "input": "Q?", "verifiers": ["tests", "types"] });
    let played = |set: Value| {
        let mut replies = [json!("bug one"), json!("bug two"), json!("mended"), critique(9.0, false)].into_iter();
        play(run(set, what()), move |call| match call {
            Call::Verify(check) if check.verifier == "types" => Ok(json!(check.draft != "bug one")),
            Call::Verify(check) => Ok(json!({ "passed": check.draft == "mended", "issues": [format!("{} fails", check.draft)] })),
            Call::Model(_) | Call::Tool(_) => Ok(replies.next().unwrap()),
        })
    };
    let text = |played: &Played, call: usize| played.requests[call].messages.last().unwrap().content.text();
    let anew = text(&played(json!({})), 1);
    assert!(anew.contains("These checks of the user failed on an earlier answer, and must pass:\n[begin "), "{anew}");
    assert!(anew.contains("]\n- tests: failed: bug one fails\n- types: failed"), "{anew}");
    // Of a model whose revisions are known to help.
    let mut known = serde_json::to_value(Calibration::default()).unwrap();
    known["revision"] = json!([9, 1]);
    let played = played(json!({ "advanced": { "calibration": known } }));
    assert_eq!(
        played.requests.iter().map(|request| request.purpose).collect::<Vec<_>>(),
        ["answer", "revision", "revision", "critique"]
    );
    let revision = text(&played, 2);
    let (before, fenced) =
        revision.split_once("These checks of the user fail on it. They are right, so mend this:\n[begin ").unwrap();
    assert!(fenced.contains("]\n- tests: failed: bug two fails\n- types: passed\n[end "), "{fenced}");
    for part in ["Score", "verdict", "somebody else"] {
        assert!(!revision.contains(part), "no points, and nothing that says to ignore it: {before}{fenced}");
    }
    let steps = played.told();
    let said: Vec<&str> = steps.iter().filter_map(|step| step["assessment"].as_str()).collect();
    assert_eq!(
        said,
        ["Checks: 0 of 2 passed. Failed: tests, types.", "Checks: 1 of 2 passed. Failed: tests.", "Score: 9/10. Say more."]
    );
}
