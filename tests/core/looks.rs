//! Several looks of one critic at a draft: how they are asked, and what they come to.

use reflect_engine::critique::Verdict;
use reflect_engine::flow::{Call, CallError, StopReason};
use reflect_engine::reflect::ReviewReason;
use reflect_engine::settings::Settings;
use serde_json::{Value, json};

use crate::script::{Played, Said, critique, play_whole, replies, run, settings};

/// What one look says: points, and a question mark for a reply that is none; `9!` asks for a revision in spite of its points.
fn voice(word: &str) -> Said {
    match word {
        "?" => Ok(json!("Nice work!")),
        "x" => Err(CallError::new("model_error", "boom")),
        _ => {
            let score: f64 = word.trim_end_matches('!').parse().unwrap();
            Ok(critique(score, word.ends_with('!') || score < 8.0))
        }
    }
}

/// One draft, and what each look says, in order; a look that is asked again says it again.
fn looked(mut set: Value, critics: u32, words: &str) -> Played {
    set["maxReflections"] = json!(0);
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let mut next = words.into_iter();
    play_whole(run(set, json!({ "input": "Q?", "critics": critics })), move |call| match call {
        Call::Model(call) if call.purpose == "critique" => voice(&next.next().unwrap()),
        _ => Ok(json!("A1")),
    })
}

#[test]
fn the_mean_of_the_looks_counts() {
    let cases = [
        ("9 8", Some(8.5), Verdict::Accepted),
        ("9 7", Some(8.0), Verdict::Accepted),
        ("8 7", Some(7.5), Verdict::NeedsRevision),
        ("10 5 9", Some(8.0), Verdict::Accepted),
        ("10 5 8", Some(23.0 / 3.0), Verdict::NeedsRevision),
        // Points enough, and a revision wanted in spite of them.
        ("9 9!", Some(9.0), Verdict::NeedsRevision),
        ("9! 9!", Some(9.0), Verdict::NeedsRevision),
        // A look that could not be read, also when it was asked again, is left out.
        ("9 ? ?", Some(9.0), Verdict::Accepted),
        ("x 7 x", Some(7.0), Verdict::NeedsRevision),
        ("9 ? 7", Some(8.0), Verdict::Accepted),
        ("? ? ? ?", None, Verdict::Unclear),
    ];
    for (words, score, status) in cases {
        let looks = if words.starts_with("10") { 3 } else { 2 };
        let played = looked(json!({ "looks": looks }), 1, words);
        let reading = played.result.critique.as_ref().unwrap();
        assert_eq!((reading.score, reading.status), (score, status), "{words}");
        assert_eq!(played.result.accepted, status == Verdict::Accepted, "{words}");
        let calls = ["answer-1", "critique-1.look-1", "critique-1.look-2", "critique-1.look-3"];
        assert_eq!(played.calls[..=looks], calls[..=looks], "{words}");
        assert_eq!(played.result.revision_history.len(), 1, "{words}: the looks are one critique");
    }
}

#[test]
fn looks_of_a_draft_are_the_same_request() {
    let played = looked(json!({ "looks": 2, "advanced": { "critique": { "fence": false } } }), 1, "9 9");
    assert_eq!(played.requests[1].messages, played.requests[2].messages);
}

#[test]
fn each_critic_of_a_jury_has_its_looks_and_one_vote() {
    let set = json!({ "looks": 2, "advanced": { "jury": { "mode": "majority" } } });
    // In the order of the calls: both looks of the first critic, then of the second.
    let played = looked(set, 3, "9 8 8 7 9 9");
    let jurors = played.result.jurors.unwrap();
    let votes: Vec<_> = jurors.iter().map(|juror| (juror.critic, juror.score, juror.accepted)).collect();
    assert_eq!(votes, [(0, Some(8.5), Some(true)), (1, Some(7.5), Some(false)), (2, Some(9.0), Some(true))]);
    assert!(played.result.accepted);
    assert_eq!(played.calls[1..3], ["critique-1.judge-1.look-1", "critique-1.judge-1.look-2"]);
}

#[test]
fn sequential_critic_is_asked_after_all_looks_of_the_one_before() {
    let set = json!({ "looks": 2, "advanced": { "jury": { "order": "sequential" } } });
    let played = looked(set, 2, "9 3");
    assert_eq!(played.calls[1..], ["critique-1.judge-1.look-1", "critique-1.judge-1.look-2"], "a veto needs no second critic");
    assert!(!played.result.accepted);
}

#[test]
fn several_drafts_are_looked_at_together_once_and_the_accepted_one_twice_alone() {
    let set = json!({ "strategy": "best-of-n", "drafts": 2, "looks": 2 });
    let joint = json!({ "drafts": [
        { "draft": 1, "score": 9, "issues": [], "suggestion": "", "needs_revision": false },
        { "draft": 2, "score": 4, "issues": ["wrong"], "suggestion": "", "needs_revision": true },
    ] });
    let script = vec![json!("A1"), json!("A2"), json!(joint.to_string()), critique(9.0, false), critique(8.0, false)];
    let played = play_whole(run(set, json!({ "input": "Q?" })), replies(script));
    assert_eq!(played.calls[2..], ["critique-1.drafts-1-2", "critique-2.look-1", "critique-2.look-2"]);
    assert_eq!((played.result.accepted, played.result.score), (true, Some(8.5)));
}

#[test]
fn all_looks_are_paid_for_or_none_is_begun() {
    let spent = |calls: u32| {
        let script = vec![json!("A1"), critique(9.0, false), critique(9.0, false)];
        let set = json!({ "looks": 2, "budget": { "maxCalls": calls } });
        play_whole(run(set, json!({ "input": "Q?" })), replies(script))
    };
    let short = spent(2);
    assert_eq!(short.calls, ["answer-1"]);
    assert_eq!(short.result.stop_reason, StopReason::MaxCalls);
    assert!(short.result.review_reasons.contains(&ReviewReason::NotJudged));
    assert!(spent(3).result.accepted);
    let calls = |set: Value| Settings::fill_defaults(&settings(set)).unwrap().budget.max_calls;
    let more = calls(json!({ "strategy": "best-of-n", "looks": 3 })) - calls(json!({ "strategy": "best-of-n" }));
    assert_eq!(more, 2 * 4, "two more looks in each of four rounds");
}

#[test]
fn looks_that_could_not_have_a_mean_are_refused() {
    let refused = |set: Value| Settings::fill_defaults(&settings(set)).unwrap_err().message;
    assert!(refused(json!({ "looks": 2, "criteria": ["a"] })).contains("`looks` takes the mean of points"));
    assert!(refused(json!({ "looks": 2, "advanced": { "critiqueFormat": "status" } })).contains("the form 'status'"));
    assert!(refused(json!({ "looks": 2, "strategy": "classic" })).contains("`looks` is no setting of `strategy: 'classic'`"));
}
