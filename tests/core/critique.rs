//! The critique reader against the shared verdicts, real models' critiques, and hostile input.

use reflect_engine::critique::{Form, ReadOptions, Reading, Verdict, read};
use serde_json::Value;

/// The cases of a shared file; `None` when it is not there.
fn shared(path: &str) -> Option<Vec<Value>> {
    let text = crate::shared_file(&format!("conformance/{path}"))?;
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "accepted",
        Verdict::NeedsRevision => "needs_revision",
        Verdict::Invalid => "invalid",
    }
}

fn options(case: &Value) -> ReadOptions {
    let config = &case["config"];
    let mut options = ReadOptions::default();
    options.form = match case["schema"].as_str() {
        Some("criteria") => Some(Form::Criteria),
        Some("sentinel" | "status") => Some(Form::Status),
        _ => Some(Form::Score),
    };
    if let Some(threshold) = config["acceptance_threshold"].as_f64() {
        options.acceptance_threshold = threshold;
    }
    if let Some(threshold) = config["confidence_threshold"].as_f64() {
        options.confidence_threshold = threshold;
    }
    options.criteria_count = config["n_criteria"].as_u64().map(|n| u32::try_from(n).unwrap());
    if let Some(max) = config["max_suggestions"].as_u64() {
        options.max_suggestions = u32::try_from(max).unwrap();
    }
    if let Some(sentinel) = config["sentinel"].as_str() {
        options.sentinels = vec![sentinel.to_owned()];
    }
    let context = |names: &[&str]| names.iter().find_map(|n| case["context"][*n].as_str()).map(str::to_owned);
    options.prompt = context(&["critique_prompt", "prompt"]);
    options.answer = context(&["answer", "draft", "output"]);
    options.finish_reason = context(&["finish_reason", "finishReason"]);
    options
}

/// What is wrong with a reading, given what the case expects.
fn fault(case: &Value, reading: &Reading) -> Option<String> {
    let expect = &case["expect"];
    let status = name(reading.status);
    if expect["status"] != status {
        let also = case["also_ok"].as_array().is_some_and(|ok| ok.iter().any(|s| *s == status));
        return (!also).then(|| format!("status {status}"));
    }
    if status == "invalid" && expect["code"].is_string() && reading.reason.as_deref() != expect["code"].as_str() {
        return Some(format!("reason {:?}", reading.reason));
    }
    let shown = serde_json::to_value(reading).unwrap();
    for (theirs, ours) in [
        ("score", "score"),
        ("needs_revision", "needsRevision"),
        ("criteria_met", "criteriaMet"),
        ("confidence", "confidence"),
        ("suggestions", "suggestions"),
        ("issues", "issues"),
    ] {
        let (want, got) = (&expect[theirs], &shown[ours]);
        let same = want == got || (want.is_number() && want.as_f64() == got.as_f64());
        if !want.is_null() && !same {
            return Some(format!("{ours} {got}"));
        }
    }
    None
}

#[test]
fn every_shared_verdict_is_read_as_it_may_be_and_none_is_accepted_falsely() {
    let Some(cases) = shared("verdicts/verdicts.jsonl") else { return };
    let mut faults = Vec::new();
    let mut primary = 0;
    for case in &cases {
        let reading = read(case["input"].as_str().unwrap(), &options(case));
        primary += usize::from(case["expect"]["status"] == name(reading.status));
        if let Some(fault) = fault(case, &reading) {
            faults
                .push(format!("{}: {fault}, expected {} ({})\n  {}", case["id"], case["expect"], case["reason"], case["input"]));
        }
    }
    println!("{} of {} in the allowed set, {primary} as expected first", cases.len() - faults.len(), cases.len());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
