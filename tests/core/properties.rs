//! What always holds, in worlds made by chance.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reflect_engine::critique::{ReadOptions, Verdict, read_critique};
use reflect_engine::flow::{Call, Output, StopReason};
use reflect_engine::reflect::{AcceptedBy, Draft, ReflectResult, ReviewReason, RunStatus};
use reflect_engine::settings::{InputValue, ReflectSettings, Select, Settings};
use serde_json::{Value, json};

use crate::script::{self, hand_in, play};
use crate::world::{Line, World, world};

fn trace(world: &World, restored: bool) -> Vec<Value> {
    script::trace(|| world.run(), world.voice(), restored)
}

/// The accepted text was accepted by somebody who had looked at it.
fn honest(result: &ReflectResult) -> bool {
    let draft = result.drafts.iter().find(|d| d.index == result.draft_index);
    let verified = |all: bool| draft.is_some_and(|d| d.verifiers.values().all(|v| v.passed) && (!all || !d.verifiers.is_empty()));
    match (result.accepted, result.accepted_by) {
        (false, None) => result.status != RunStatus::Ok,
        (true, Some(AcceptedBy::Critic)) => {
            let accepts = result.critique.as_ref().is_some_and(|c| c.status == Verdict::Accepted);
            let voted = result.jurors.as_ref().is_none_or(|jurors| jurors.iter().any(|j| j.accepted == Some(true)));
            accepts && voted && verified(false) && result.judged && draft.is_some_and(|d| d.text == result.output)
        }
        (true, Some(AcceptedBy::Verifier)) => verified(true) && result.judged,
        (true, Some(AcceptedBy::Human | AcceptedBy::Evaluator) | None) | (false, Some(_)) => false,
    }
}

/// Whether these words of a critic, read anew, accept this draft.
fn accepts(world: &World, said: &Value, draft: &str) -> bool {
    let settings =
        Settings::fill_defaults(&ReflectSettings::check_settings(&InputValue::from(&world.settings)).unwrap()).unwrap();
    let text = match said.get("content").unwrap_or(said) {
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    let options = ReadOptions {
        form: Some(settings.form),
        acceptance_threshold: settings.acceptance_threshold,
        criteria_count: u32::try_from(settings.criteria.len()).ok().filter(|n| *n > 0),
        on_contradiction: Some(settings.on_contradiction),
        answer: Some(draft.to_owned()),
        finish_reason: said["finishReason"].as_str().map(str::to_owned),
        ..ReadOptions::default()
    };
    read_critique(&text, &options).status == Verdict::Accepted
}

/// The looks at this draft and others that could be read.
fn joint_looks<'a>(result: &'a ReflectResult, draft: &Draft) -> impl Iterator<Item = (&'a str, Option<f64>)> {
    let looks = result.revision_history.iter().filter(move |look| look.draft_index == draft.index);
    looks.filter_map(|look| {
        let read = look.critique.as_ref().filter(|read| read.status.is_decided())?;
        Some((look.call_id.as_deref()?, read.score))
    })
}

fn looked_at_alone(result: &ReflectResult, draft: &Draft) -> bool {
    joint_looks(result, draft).next().is_none()
}

/// What the look that showed both drafts gave them.
fn together(result: &ReflectResult, one: &Draft, other: &Draft) -> Option<(Option<f64>, Option<f64>)> {
    joint_looks(result, one)
        .find_map(|(name, score)| joint_looks(result, other).find(|(its, _)| *its == name).map(|(_, its)| (score, its)))
}

/// Whether it passes what it, or a draft that it goes back to, had been told of; unknown where that one was dropped.
fn passes_after_hint(result: &ReflectResult, draft: &Draft) -> Option<bool> {
    let fails = |d: &Draft| d.verifiers.values().any(|v| !v.passed);
    let (mut told, mut at) = (false, draft);
    while let Some(parent) = at.parent {
        at = result.drafts.iter().find(|d| d.index == parent)?;
        told |= fails(at);
    }
    Some((told || at.saw_failures == Some(true)) && !fails(draft))
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_run_ends_within_its_budget(world in world()) {
        let critics = u32::try_from(world.task["critics"].as_u64().unwrap()).unwrap();
        let settings = Settings::resolve_for_task(&ReflectSettings::check_settings(&InputValue::from(&world.settings)).unwrap(), critics, [true, false]).unwrap();
        let played = play(world.run(), world.voice());
        prop_assert!(played.requests.len() <= settings.budget.max_calls as usize);
        prop_assert!(played.result.iterations <= settings.max_reflections + settings.drafts);
        let unique: std::collections::BTreeSet<_> = played.calls.iter().collect();
        prop_assert_eq!(unique.len(), played.calls.len(), "call names are unique");
    }

    #[test]
    fn the_same_inputs_give_the_same_trace(world in world()) {
        prop_assert_eq!(trace(&world, false), trace(&world, true));
    }

    #[test]
    fn accepted_text_was_accepted_by_somebody(world in world()) {
        let (mut voice, mut critiques) = (world.voice(), Vec::new());
        let result = play(world.run(), |call| {
            let said = voice(call);
            if let (Call::Model(call), Ok(value)) = (call, &said)
                && call.purpose == "critique"
            {
                critiques.push((call.draft_index, value.clone()));
            }
            said
        })
        .result;
        prop_assert!(honest(&result), "{result:#?}");
        let draft = result.drafts.iter().find(|d| d.index == result.draft_index).filter(|_| result.accepted);
        let Some(draft) = draft else { return Ok(()) };
        prop_assert_eq!(draft.verifiers.len(), world.task["verifiers"].as_array().unwrap().len(), "{:#?}", result);
        if result.accepted_by == Some(AcceptedBy::Critic) {
            let said = critiques.iter().filter(|(index, _)| *index == draft.index).any(|(_, said)| accepts(&world, said, &draft.text));
            prop_assert!(said, "no critic accepted it: {critiques:#?} {result:#?}");
        }
    }

    #[test]
    fn a_result_that_needs_review_says_why(world in world()) {
        let result = play(world.run(), world.voice()).result;
        let unique: std::collections::BTreeSet<_> = result.review_reasons.iter().map(|r| format!("{r:?}")).collect();
        prop_assert_eq!(unique.len(), result.review_reasons.len(), "{:?}", result.review_reasons);
        let named = result.critique.as_ref().is_some_and(|critique| !critique.issues.is_empty());
        let told = if named && result.accepted_by == Some(AcceptedBy::Critic) { vec![ReviewReason::AcceptedWithIssues] } else { vec![] };
        let fits = if result.accepted { result.review_reasons == told } else { !result.review_reasons.is_empty() };
        prop_assert!(fits || result.status == RunStatus::Failed, "{result:#?}");
    }

    #[test]
    fn a_juror_that_can_be_read_can_veto(world in world()) {
        let result = play(world.run(), world.voice()).result;
        if let Some(jurors) = result.jurors.as_ref().filter(|_| result.accepted && world.settings["advanced"]["jury"]["mode"] == "veto") {
            prop_assert!(jurors.iter().all(|j| j.accepted != Some(false)), "{jurors:#?}");
        }
    }

    #[test]
    fn no_draft_is_ever_lost(world in world()) {
        let played = play(world.run(), world.voice());
        let result = &played.result;
        if result.iterations > 0 {
            prop_assert!(!result.output.is_empty());
            prop_assert!(result.drafts.iter().any(|d| d.index == result.draft_index && d.text == result.output));
            let allowed = result.status != RunStatus::Failed || result.stop_reason == StopReason::UnreadableCritique;
            prop_assert!(allowed);
        } else {
            prop_assert_eq!((result.status, result.failure.is_some()), (RunStatus::Failed, true));
        }
        prop_assert_eq!(result.drafts.len() + result.dropped as usize, result.iterations as usize);
    }

    #[test]
    fn the_best_draft_is_returned_where_that_is_asked_for(world in world()) {
        let settings = Settings::fill_defaults(&ReflectSettings::check_settings(&InputValue::from(&world.settings)).unwrap()).unwrap();
        let result = play(world.run(), world.voice()).result;
        let returned = result.drafts.iter().find(|d| d.index == result.draft_index);
        if let Some(returned) = returned.filter(|_| settings.select == Select::Best && !result.accepted) {
            let share = |d: &Draft| d.verifiers.values().filter(|v| v.passed).count();
            for other in &result.drafts {
                // A draft that was never verified may be there beside others, when the run ended before.
                let verified = other.verifiers.len() == returned.verifiers.len();
                prop_assert!(!verified || share(other) <= share(returned), "{other:#?}");
                let hints = [returned, other].map(|draft| passes_after_hint(&result, draft));
                let same = verified && share(other) == share(returned) && hints[0].is_some() && hints[0] == hints[1];
                // Drafts that one look showed together are compared by it, those that were looked at alone by their last look.
                let pair = match together(&result, returned, other) {
                    None if looked_at_alone(&result, returned) && looked_at_alone(&result, other) => (returned.score, other.score),
                    seen => seen.unwrap_or_default(),
                };
                let better = same && pair.1.is_some() && (pair.0 < pair.1 || pair.0.is_none() && !returned.judged);
                prop_assert!(!better, "{pair:?} {other:#?} {returned:#?}");
            }
        }
    }

    #[test]
    fn a_run_that_is_aborted_carries_a_draft_that_was_there(world in world(), after in 1..12_u32) {
        let (mut run, mut voice, mut now) = (world.run(), world.voice(), 1_000.0);
        let (mut texts, mut left, mut out) = (0, after, Vec::new());
        let result = loop {
            now += 1.0;
            match run.poll(now).unwrap() {
                Output::Step { .. } => {}
                Output::Call { call } => out.push((call.call_id().to_owned(), voice(&call))),
                Output::Wait { .. } => {
                    let (id, said) = out.pop().unwrap();
                    if let Ok(value) = &said {
                        let drafts = id.starts_with("answer") && world.task.get("usable").is_none();
                        texts += u32::from(drafts && value.as_str().is_some_and(|t| t.starts_with(char::is_alphanumeric)));
                    }
                    hand_in(&mut run, &id, said, now);
                    left -= 1;
                    if left == 0 {
                        run.abort_run("enough", &[], now).unwrap();
                    }
                }
                Output::Done { result } => break result,
            }
        };
        prop_assert!(texts == 0 || !result.output.is_empty(), "{texts} texts were there: {result:#?}");
        prop_assert_eq!(result.drafts.len() + result.dropped as usize, result.iterations as usize);
    }
}

/// Writes 1,000 worlds, 2,000 with `WHOLE=1`, with their native traces for `tests/js/parity.test.mjs`, which plays them in wasm.
#[test]
fn worlds_for_the_wasm_twin_are_written() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let count = if std::env::var_os("WHOLE").is_some() { 2_000 } else { 1_000 };
    let any_world = world();
    let worlds: Vec<World> = (0..count).map(|_| any_world.new_tree(&mut runner).unwrap().current()).collect();
    assert!(worlds.iter().any(|w| matches!(w.model[0], Line::Fail(_))), "some models fail at once");
    let cases: Vec<Value> = worlds.iter().map(|w| json!({ "trace": trace(w, false), "world": w })).collect();
    let accepted = cases.iter().filter(|c| c["trace"].as_array().unwrap().last().unwrap()["result"]["accepted"] == true).count();
    assert!((count / 20..count - count / 20).contains(&accepted), "the worlds are varied: {accepted} of {count} accepted");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("parity.json"), serde_json::to_string(&cases).unwrap()).unwrap();
}
