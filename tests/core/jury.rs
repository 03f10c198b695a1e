//! Several critics: how they are asked, how their votes become one verdict, what is told of them.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use reflect_engine::critique::{Form, OnContradiction, ReadOptions, Reading, Verdict, read_critique};
use reflect_engine::flow::{Call, CallError, CritiqueStatus, StopReason};
use reflect_engine::judge;
use reflect_engine::reflect::{ReviewReason, RunStatus};
use reflect_engine::settings::{InputValue, ReflectSettings, Settings};
use serde_json::{Value, json};

use crate::script::{Played, Said, asked, critique, play, replies, run_classic as run};

/// What a critic says, by a letter: `y` accepts with 9, `n` rejects with 3, `c` contradicts itself (9, and asks for a revision),
/// `?` cannot be read, `x` fails.
fn voice(letter: char) -> Said {
    match letter {
        'y' => Ok(critique(9.0, false)),
        'n' => Ok(critique(3.0, true)),
        'c' => Ok(critique(9.0, true)),
        '?' => Ok(json!("Nice work!")),
        _ => Err(CallError::new("model_error", "boom")),
    }
}

/// Plays a jury; each word of `rounds` is what the critics say in one round, a letter each. Drafts are `A1`, `A2`, …
fn jury(mut set: Value, jury: Value, rounds: &str) -> Played {
    set["advanced"]["jury"] = jury;
    let rounds: Vec<Vec<char>> = rounds.split(' ').map(|round| round.chars().collect()).collect();
    let mut drafts = 0;
    play(run(set, json!({ "input": "Q?", "critics": rounds[0].len() })), move |call| match call {
        Call::Model(call) if call.purpose == "critique" => {
            let round: usize = call.call_id["critique-".len()..].split('.').next().unwrap().parse().unwrap();
            let said = rounds.get(round - 1).and_then(|round| round.get(call.critic.unwrap_or(0) as usize));
            voice(*said.unwrap_or(&'?'))
        }
        _ => {
            drafts += 1;
            Ok(json!(format!("A{drafts}")))
        }
    })
}

fn one_round(mode: &str, votes: &str) -> Played {
    jury(
        json!({ "maxReflections": 0, "advanced": { "judgeLast": true, "onContradiction": "revise" } }),
        json!({ "mode": mode }),
        votes,
    )
}

#[test]
fn a_median_at_or_above_the_threshold_accepts_nothing_that_no_juror_accepts() {
    let mut set =
        json!({ "acceptanceThreshold": 0, "maxReflections": 0, "advanced": { "onContradiction": "revise", "judgeLast": true } });
    for strategy in ["classic", "keep-best", "best-of-n"] {
        set["strategy"] = json!(strategy);
        let played = jury(set.clone(), json!({ "mode": "median" }), "ccc");
        assert!(!played.result.accepted && played.result.accepted_by.is_none(), "{strategy}");
    }
}

#[test]
fn single_critic_run_names_no_jurors() {
    let script = vec![json!("A1"), critique(9.0, false)];
    let played = asked(json!({ "advanced": { "jury": { "mode": "majority" } } }), script);
    assert_eq!(played.calls, ["answer-1", "critique-1"]);
    let told = &played.told()[1];
    assert!(told.get("jurors").is_none() && told.get("disagreement").is_none());
    assert!(played.result.jurors.is_none() && played.result.disagreement.is_none());
}

/// Accepted (`+`), to be revised (`-`) or unreadable (`?`), by veto, majority, median; and the votes of which that is so.
const TABLE: [(&str, &str); 4] =
    [("+++", "yyy yy y? yx yy?"), ("-++", "yyn yyyn yyc ?y?n?y"), ("---", "ynn nnn yn n? yn? yynn ccc ycc"), ("???", "?? xx x?")];

#[test]
fn votes_become_a_verdict_by_mode() {
    for (votes, expected) in TABLE.iter().flat_map(|(expected, all)| all.split(' ').map(move |votes| (votes, expected))) {
        for (mode, mark) in ["veto", "majority", "median"].into_iter().zip(expected.chars()) {
            let result = one_round(mode, votes).result;
            let status = result.critique.as_ref().unwrap().status;
            let found = match status {
                Verdict::Accepted => '+',
                Verdict::NeedsRevision => '-',
                Verdict::Contradictory | Verdict::Unclear | Verdict::Invalid => '?',
            };
            assert_eq!(found, mark, "{mode} {votes}");
            assert_eq!(result.accepted, mark == '+', "{mode} {votes}");
            let jurors = result.jurors.unwrap();
            let voted: String = jurors.iter().map(|j| j.accepted.map_or('?', |yes| if yes { 'y' } else { 'n' })).collect();
            assert_eq!(voted, votes.replace('x', "?").replace('c', "n"), "{mode}");
            let (yes, no) = (voted.contains('y'), voted.contains('n'));
            assert_eq!(result.disagreement, Some(yes && no), "{mode} {votes}");
            let told = result.review_reasons.contains(&ReviewReason::JurorsDisagree);
            assert_eq!(told, yes && no && !result.accepted, "{mode} {votes}");
        }
    }
}

#[test]
fn sequential_critics_are_asked_while_they_can_change_the_verdict() {
    // Mode, how many are asked, of what the critics would say.
    let cases = [
        ("veto", 1, "nyy"),
        ("veto", 2, "yny ?ny"),
        ("veto", 3, "yyy ??? ?yn"),
        ("majority", 2, "yyy nny ?ny"),
        ("majority", 3, "yny ?yy yyyny nyy ??y"),
        ("median", 2, "yyn nny ?ny"),
        ("median", 3, "nyy yny ?yy ??y"),
    ];
    for (mode, asked, votes) in cases.into_iter().flat_map(|(mode, asked, all)| all.split(' ').map(move |v| (mode, asked, v))) {
        let set = json!({ "maxReflections": 0, "advanced": { "judgeLast": true } });
        let played = jury(set, json!({ "mode": mode, "order": "sequential" }), votes);
        let names: Vec<String> = (1..=asked).map(|n| format!("critique-1.judge-{n}")).collect();
        assert_eq!(played.calls[1..], names, "{mode} {votes}");
        assert_eq!(played.result.jurors.as_ref().unwrap().len(), asked, "{mode} {votes}");
        let at_once = one_round(mode, votes).result;
        assert_eq!(played.result.accepted, at_once.accepted, "{mode} {votes}: the order cannot change the verdict");
    }
}

#[test]
fn a_juror_that_cannot_be_read_is_left_out_and_told() {
    let result = one_round("veto", "y?x").result;
    assert!(result.accepted);
    let jurors = result.jurors.unwrap();
    let told: Vec<_> = jurors.iter().map(|j| (j.critic, j.status, j.accepted, j.reason.as_deref())).collect();
    assert_eq!(
        told,
        [
            (0, CritiqueStatus::Read, Some(true), None),
            (1, CritiqueStatus::Unclear, None, Some("no_json")),
            (2, CritiqueStatus::Unreadable, None, Some("model_error")),
        ]
    );
    let errors: Vec<_> = result.errors.iter().map(|e| (e.code.as_str(), e.call_id.as_deref().unwrap())).collect();
    assert_eq!(errors, [("unreadable_critique", "critique-1.judge-2"), ("model_error", "critique-1.judge-3")]);
    let noted = result.revision_history[0].jurors.as_ref().unwrap();
    let raw: Vec<Option<&str>> = noted.iter().map(|j| j.raw.as_deref()).collect();
    assert_eq!(raw, [None, Some("Nice work!"), None], "its words are kept where they could not be read");
    let usage = result.usage.by_purpose.get("critique").unwrap();
    assert_eq!((usage.calls, usage.failed), (3, 1));
}

#[test]
fn a_jury_that_nobody_could_read_follows_the_policy_and_accepts_nothing() {
    let cases = [
        ("stop", 1, RunStatus::NeedsReview),
        ("needs-review", 1, RunStatus::NeedsReview),
        ("fail", 1, RunStatus::Failed),
        ("retry", 2, RunStatus::NeedsReview),
        ("revise", 3, RunStatus::NeedsReview),
    ];
    for (policy, rounds, status) in cases {
        let set = json!({ "onUnreadableCritique": policy, "maxReflections": 5 });
        let played = jury(set, json!({}), if policy == "retry" { "?x ??" } else { "?x ?? ?x yy" });
        let result = &played.result;
        assert_eq!((result.status, result.stop_reason), (status, StopReason::UnreadableCritique), "{policy}");
        assert_eq!(played.requests.iter().filter(|r| r.purpose == "critique").count(), 2 * rounds, "{policy}");
        assert_eq!((result.accepted, result.reflections), (false, 0), "{policy}");
        let noted = "the critique could not be read: no_readable_juror (\"Nice work!\")";
        assert_eq!(result.errors.last().unwrap().message, noted, "{policy}");
        assert_eq!(result.output, if policy == "revise" { "A3" } else { "A1" }, "{policy}");
    }
}

#[test]
fn juror_verdicts_stand_in_step_revision_and_result() {
    let played = jury(json!({ "maxReflections": 1, "advanced": { "judgeLast": true } }), json!({}), "yn yn");
    let told = &played.told()[1];
    assert_eq!(told["assessment"], "Score: 3/10. Issues: too short. Say more. Jurors: 1 of 2 accept.");
    assert_eq!((&told["needsRevision"], &told["disagreement"]), (&json!(true), &json!(true)));
    assert_eq!(
        told["jurors"],
        json!([
            { "critic": 0, "status": "read", "accepted": true, "score": 9.0, "needsRevision": false, "issues": [] },
            { "critic": 1, "status": "read", "accepted": false, "score": 3.0, "needsRevision": true, "issues": ["too short"] },
        ])
    );
    let result = serde_json::to_value(&played.result).unwrap();
    assert_eq!((&result["jurors"], &result["disagreement"]), (&played.told()[3]["jurors"], &json!(true)));
    assert_eq!(result["revisionHistory"][0]["jurors"], told["jurors"]);
    assert_eq!(result["reviewReasons"], json!(["max_reflections", "rejected_by_critic", "jurors_disagree"]));
    let majority = one_round("majority", "yyn").result;
    assert_eq!(majority.disagreement, Some(true), "accepted, and still told");
    assert_eq!(majority.review_reasons, [ReviewReason::AcceptedWithIssues], "the issues of whoever rejects it");
}

#[test]
fn the_reviser_is_told_the_faults_of_all_jurors_once() {
    let says = |issues: &[&str]| {
        json!(json!({ "score": 3, "issues": issues, "suggestion": "Mend it.", "needs_revision": true }).to_string())
    };
    let script = vec![json!("A1"), says(&["Too short.", "no source"]), says(&["too short", "wrong year"]), json!("A2")];
    let what = json!({ "input": "Q?", "critics": 2 });
    let played = play(run(json!({ "maxReflections": 1 }), what), replies(script));
    let told = played.requests[3].messages.last().unwrap().content.text();
    assert!(told.contains("- Issues: Too short., no source, wrong year\n- Suggestion: Mend it."), "{told}");
    assert_eq!(played.result.revision_history[0].critique.as_ref().unwrap().issues, ["Too short.", "no source", "wrong year"]);
}

#[test]
fn a_failed_verifier_outranks_a_jury_that_agrees() {
    let mut model = vec![json!("A1"), critique(10.0, false), critique(10.0, false)].into_iter();
    let what = json!({ "input": "Q?", "critics": 2, "verifiers": ["tests"] });
    let played = play(run(json!({ "maxReflections": 0, "advanced": { "judgeLast": true } }), what), move |call| match call {
        Call::Model(_) => Ok(model.next().unwrap()),
        _ => Ok(json!({ "passed": false })),
    });
    assert!(!played.result.accepted);
    assert!(played.result.review_reasons.contains(&ReviewReason::CriticAndVerifierDisagree));
}

#[test]
fn a_jury_that_the_budget_cannot_hear_to_its_end_is_not_begun() {
    for (calls, made, reason) in [(3, 1, StopReason::MaxCalls), (4, 4, StopReason::MaxReflections)] {
        let set = json!({ "maxReflections": 0, "budget": { "maxCalls": calls }, "advanced": { "judgeLast": true } });
        let played = jury(set, json!({}), "nnn");
        assert_eq!((played.calls.len(), played.result.stop_reason), (made, reason));
        let critiques = played.result.usage.by_purpose.get("critique").map_or(0, |usage| usage.calls);
        assert_eq!(critiques as usize, made - 1, "only calls that were made are counted");
    }
    let set = json!({ "maxReflections": 0, "budget": { "maxCalls": 3 }, "advanced": { "judgeLast": true } });
    let played = jury(set, json!({ "order": "sequential" }), "yyy");
    assert_eq!((played.calls.len(), played.result.stop_reason), (3, StopReason::MaxCalls));
    assert!(!played.result.judged && !played.result.accepted, "a jury that was cut short has no verdict");
}

/// A juror of any form, made by chance: readable or not, and as contradictory as the reader lets one be.
fn reading() -> impl Strategy<Value = Reading> {
    let text = prop_oneof![
        4 => (0..=10_u32, any::<bool>()).prop_map(|(score, flag)| json!({ "score": score, "needs_revision": flag })),
        1 => any::<bool>().prop_map(|flag| json!({ "needs_revision": flag })),
        4 => (any::<[bool; 2]>(), 0..=4_u32, any::<bool>()).prop_map(|(met, quarters, flag)| {
            json!({ "criteria_met": met, "confidence": f64::from(quarters) / 4.0, "needs_revision": flag })
        }),
        2 => select(vec!["accepted", "needs_revision", "hm"]).prop_map(|s| json!({ "status": s, "critique": "c" })),
    ];
    let policy = select(vec![OnContradiction::Accept, OnContradiction::Revise, OnContradiction::Invalid]);
    (text, policy, select(vec![Form::Score, Form::Criteria, Form::Status])).prop_map(|(text, on_contradiction, form)| {
        let options = ReadOptions {
            form: Some(form),
            criteria_count: Some(2),
            on_contradiction: Some(on_contradiction),
            ..ReadOptions::default()
        };
        read_critique(&text.to_string(), &options)
    })
}

proptest! {
    #[test]
    fn a_jury_accepts_nothing_that_no_juror_accepted_and_an_early_end_changes_nothing(
        said in proptest::collection::vec(reading(), 0..6),
        mode in select(vec!["veto", "majority", "median"]),
        form in select(vec![json!({}), json!({ "criteria": ["a", "b"] }), json!({ "advanced": { "critiqueFormat": "status" } })]),
        at in 0..6_usize,
    ) {
        let mut set = form;
        set["advanced"]["jury"] = json!({ "mode": mode });
        let settings = Settings::resolve_for_task(&ReflectSettings::check_settings(&InputValue::from(&set)).unwrap(), 6, [false; 2]).unwrap();
        let votes: Vec<judge::Vote> = said.iter().map(|reading| Some(Arc::new(reading.clone()))).collect();
        let together = judge::combine_votes(&votes, &settings);
        let (yes, no) = (
            said.iter().any(|r| r.status == Verdict::Accepted),
            said.iter().any(|r| r.status == Verdict::NeedsRevision),
        );
        prop_assert!(together.status != Verdict::Accepted || (yes && (mode != "veto" || !no)), "{together:?}");
        prop_assert_eq!(together.status == Verdict::Invalid, !yes && !no);
        let mut early = votes;
        early.iter_mut().skip(at).for_each(|reading| *reading = None);
        if at < said.len() && judge::is_settled(&early, &settings) {
            prop_assert_eq!(judge::combine_votes(&early, &settings).status, together.status);
        }
    }
}

#[test]
fn critics_whose_calls_fail_are_unavailable_and_not_unreadable() {
    // What each of two critics, or one, comes to; the end, and what a person is told.
    let cases = [
        (1, "retry", vec!["down", "down"], StopReason::CriticUnavailable, ReviewReason::CriticUnavailable),
        (1, "retry", vec!["down", "prose"], StopReason::UnreadableCritique, ReviewReason::UnreadableCritique),
        (1, "retry", vec!["prose", "down"], StopReason::CriticUnavailable, ReviewReason::CriticUnavailable),
        (1, "stop", vec!["down"], StopReason::CriticUnavailable, ReviewReason::CriticUnavailable),
        (2, "stop", vec!["down", "down"], StopReason::CriticUnavailable, ReviewReason::CriticUnavailable),
        (2, "fail", vec!["down", "down"], StopReason::CriticUnavailable, ReviewReason::CriticUnavailable),
        (2, "stop", vec!["down", "prose"], StopReason::UnreadableCritique, ReviewReason::UnreadableCritique),
    ];
    for (critics, policy, said, stop, reason) in cases {
        for code in ["model_error", "timeout"] {
            let mut said = said.clone().into_iter();
            let set = json!({ "strategy": "keep-best", "onUnreadableCritique": policy, "maxReflections": 0 });
            let result = play(run(set, json!({ "input": "Q?", "critics": critics })), |call| match call {
                Call::Model(call) if call.purpose == "critique" => match said.next() {
                    Some("prose") => Ok(json!("I like it.")),
                    _ => Err(CallError::new(code, "503 service unavailable")),
                },
                _ => Ok(json!("A draft.")),
            })
            .result;
            assert_eq!(result.stop_reason, stop, "{policy} {said:?}");
            assert!(result.review_reasons.contains(&reason) && result.review_reasons.len() == 2, "{:?}", result.review_reasons);
            assert_eq!((result.status, result.output.as_str()), (RunStatus::NeedsReview, "A draft."));
            assert!(result.errors.iter().any(|error| error.code == code && error.message == "503 service unavailable"));
        }
    }
}

#[test]
fn an_acceptance_that_names_issues_says_so() {
    let says = |issues: Value, asks: bool| {
        json!(json!({ "score": 9, "issues": issues, "suggestion": "", "needs_revision": asks }).to_string())
    };
    for strategy in ["keep-best", "classic"] {
        let result = |issues: Value| {
            let set = json!({ "strategy": strategy, "maxReflections": 1 });
            asked(set, vec![json!("A1"), says(issues, false)]).result
        };
        let named = result(json!(["names none of the three"]));
        assert_eq!((named.status, named.review_reasons.as_slice()), (RunStatus::Ok, &[ReviewReason::AcceptedWithIssues][..]));
        assert_eq!(named.critique.unwrap().issues[0], "names none of the three");
        assert!(result(json!([])).review_reasons.is_empty());
    }
}
