//! Tests of what the engine does for a strategy, whatever it asks for: a script of actions takes the strategy's place.

use std::cell::RefCell;

use serde_json::json;

use super::strategy::Action;
use super::{AcceptedBy, ReflectResult, ReflectRun, RunTask};
use crate::critique::Verdict;
use crate::flow::{Call, CritiqueStatus, Output, StopReason, read_reply};
use crate::settings::{InputValue, ReflectSettings};

thread_local! {
    static SCRIPT: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

/// The next action of the script; `None` at its end.
pub(super) fn next_scripted_action() -> Option<Action> {
    SCRIPT.with_borrow_mut(|script| if script.is_empty() { None } else { Some(script.remove(0)) })
}

const YES: &str = r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;
const NO: &str = r#"{"score": 3, "issues": ["dull"], "suggestion": "", "needs_revision": true}"#;

/// Plays a run by the script, of a task with a tool, so that each draft has a call of its own: calls, result, messages of each call.
fn play_script(critics: u32, script: Vec<Action>, judge_replies: &[&str]) -> (Vec<String>, ReflectResult, Vec<String>) {
    let settings = ReflectSettings::check_settings(&InputValue::from(&json!({ "budget": { "maxCalls": 50 } }))).unwrap();
    let verifiers = if critics == 0 { json!(["tests"]) } else { json!([]) };
    let task =
        RunTask::from_json(json!({ "input": "Q?", "critics": critics, "verifiers": verifiers, "tools": [{ "name": "unused" }] }))
            .unwrap();
    let mut run = ReflectRun::create_run(settings, task, 7, 0.0).unwrap();
    SCRIPT.set(script);
    let (mut judge_replies, mut calls, mut texts, mut steps) = (judge_replies.iter(), Vec::new(), Vec::new(), Vec::new());
    let result = loop {
        match run.poll(0.0).unwrap() {
            Output::Step { step } => steps.push(step),
            Output::Call { call } => texts.push(serde_json::to_value(&call).unwrap()["messages"].to_string()),
            Output::Wait { call_ids } => {
                for id in call_ids {
                    let reply = match id.split('-').next().unwrap() {
                        "critique" => json!(judge_replies.next().unwrap()),
                        "verify" => json!({ "passed": judge_replies.next() == Some(&YES) }),
                        _ => json!(format!("draft {id}")),
                    };
                    let number = run.find_pending_number(&id).unwrap();
                    let reply = read_reply(run.call_in_flight(number).unwrap(), &InputValue::from(&reply), None);
                    run.answer_call(number, reply, 0.0).unwrap();
                    calls.push(id);
                }
            }
            Output::Done { result } => break ReflectResult { steps, ..result },
        }
    };
    assert_eq!(next_scripted_action(), None, "the script was not played to its end");
    (calls, result, texts)
}

fn judge_action(drafts: &[u32]) -> Action {
    Action::Judge { groups: drafts.iter().map(|draft| vec![*draft]).collect() }
}

fn write_action() -> Action {
    Action::Write { parents: vec![None], by_one_call: true }
}

#[test]
fn a_strategy_cannot_accept_what_nobody_accepted() {
    let accept = || Action::Accept { draft: 0 };
    let judged = || vec![write_action(), judge_action(&[0]), accept()];
    // Critics, the script, what is said, who accepts.
    type Case = (u32, Vec<Action>, &'static [&'static str], Option<AcceptedBy>);
    let cases: [Case; 10] = [
        (1, judged(), &[YES], Some(AcceptedBy::Critic)),
        (1, judged(), &[NO], None),
        (1, judged(), &["no verdict", "still none"], None),
        (1, vec![write_action(), accept()], &[], None),
        (1, vec![write_action(), judge_action(&[0]), Action::Accept { draft: 7 }], &[YES], None),
        (1, vec![write_action(), judge_action(&[0]), Action::Stop(StopReason::Accepted)], &[YES], None),
        (0, vec![write_action(), accept()], &[YES], Some(AcceptedBy::Verifier)),
        (0, vec![write_action(), accept()], &[NO], None),
        // One look accepts and a later one does not.
        (1, vec![write_action(), judge_action(&[0]), judge_action(&[0]), accept()], &[YES, NO], None),
        (2, vec![write_action(), judge_action(&[0]), accept()], &[YES, YES], Some(AcceptedBy::Critic)),
    ];
    for (critics, script, replies, by) in cases {
        let case = format!("{critics} {script:?} {replies:?}");
        let (_, result, _) = play_script(critics, script, replies);
        assert_eq!(result.accepted_by, by, "{case}");
        assert_eq!((result.accepted, result.output.as_ref()), (by.is_some(), "draft answer-1"), "{case}");
        assert_eq!(result.stop_reason, if by.is_some() { StopReason::Accepted } else { StopReason::Stalled }, "{case}");
        if by == Some(AcceptedBy::Critic) {
            assert_eq!(result.critique.unwrap().status, Verdict::Accepted, "the look that accepts is told: {case}");
        }
    }
}

#[test]
fn every_look_at_a_draft_is_kept() {
    let script = vec![
        Action::Write { parents: vec![None; 2], by_one_call: true },
        judge_action(&[1, 0]),
        judge_action(&[1]),
        Action::Write { parents: vec![Some(1)], by_one_call: true },
        Action::Stop(StopReason::MaxReflections),
    ];
    let (calls, result, _) = play_script(1, script, &[NO, "no verdict", "still none", YES]);
    assert_eq!(calls.join(" "), "answer-1 answer-2 critique-1 critique-2 critique-3 critique-4 revision-1");
    let looks = result.revision_history.iter().map(|revision| (revision.draft_index, revision.critique_status.unwrap()));
    let (unclear, read) = (CritiqueStatus::Unclear, CritiqueStatus::Read);
    assert_eq!(looks.collect::<Vec<_>>(), [(0, unclear), (1, read), (0, unclear), (1, read)]);
    assert_eq!(result.revision_history[0].raw_critique.as_deref(), Some("no verdict"));
    assert_eq!((result.drafts[2].parent, result.draft_index), (Some(1), 1));
}

#[test]
fn a_revision_is_told_what_all_looks_found_and_a_second_look_is_fresh() {
    let script = vec![
        write_action(),
        judge_action(&[0]),
        judge_action(&[0]),
        Action::Write { parents: vec![Some(0)], by_one_call: true },
        Action::Stop(StopReason::Stalled),
    ];
    let (_, _, texts) = play_script(1, script, &[NO, r#"{"score": 5, "issues": ["long", "Dull."], "needs_revision": true}"#]);
    assert!(!texts[2].contains("dull"), "the second look is not told of the first: {}", texts[2]);
    assert!(texts[3].contains("Address each of these:\\n- long\\n- Dull.\\n"), "each fault once, the latest first: {}", texts[3]);
}

#[test]
fn what_cannot_be_done_ends_the_run_and_loses_nothing() {
    let nonsense = [
        judge_action(&[]),
        judge_action(&[5]),
        judge_action(&[0, 5]),
        Action::Write { parents: vec![Some(5)], by_one_call: true },
        Action::Write { parents: vec![], by_one_call: true },
        Action::Write { parents: vec![None; 1_000], by_one_call: true },
    ];
    for action in nonsense {
        let case = format!("{action:?}");
        let many = action == Action::Write { parents: vec![None; 1_000], by_one_call: true };
        let (_, result, _) = play_script(
            1,
            vec![write_action(), action, Action::Stop(StopReason::Stalled)][..if many { 3 } else { 2 }].to_vec(),
            &[],
        );
        assert_eq!((result.accepted, result.draft_index, result.stop_reason), (false, 0, StopReason::Stalled), "{case}");
        assert!(result.drafts.len() <= 17, "{case}");
    }
    // A fourth draft is one too many with two reflections.
    let script = vec![write_action(), write_action(), write_action(), write_action()];
    let (calls, result, _) = play_script(1, script, &[]);
    assert_eq!((calls.len(), result.stop_reason), (3, StopReason::MaxReflections));
}

#[test]
fn drafts_written_at_once_share_a_call_only_where_the_strategy_says_so() {
    for (by_one_call, asked) in [(true, vec![Some(2)]), (false, vec![None, None])] {
        let settings = ReflectSettings::check_settings(&InputValue::from(&json!({}))).unwrap();
        let mut run = ReflectRun::create_run(settings, RunTask::from_json(json!({ "input": "Q?" })).unwrap(), 7, 0.0).unwrap();
        SCRIPT.set(vec![Action::Write { parents: vec![None; 2], by_one_call }]);
        let mut completions = Vec::new();
        while let output @ (Output::Step { .. } | Output::Call { .. }) = run.poll(0.0).unwrap() {
            if let Output::Call { call: Call::Model(call) } = output {
                completions.push(call.n);
            }
        }
        assert_eq!(completions, asked);
    }
}
