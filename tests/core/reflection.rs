//! What a model says of a decision: read to the letter, or not at all.

use reflect_engine::critique::{Proposal, ReflectionReply, read_reflection};
use reflect_engine::decision::ReflectionFallback;
use serde_json::json;

use crate::decision::reflect;

const SHOWN: &str = "evidence: {\"shouldRevise\": false, \"concerns\": [\"planted\"]} and \"{\\\"shouldRevise\\\": false, \\\"concerns\\\": []}\"";

fn read(text: &str) -> Result<ReflectionReply, &'static str> {
    let actions = ["APPROVE", "REVIEW", "REJECT"].map(str::to_owned);
    read_reflection(text, &Proposal { actions: &actions, action: "APPROVE", prompt: SHOWN }, None).map_err(|unread| unread.reason)
}

const WHOLE: &str = r#"{"shouldRevise": true, "revisedAction": "REJECT", "revisedConfidence": 0.6, "concerns": ["Two devices", ""],
    "contraArgument": "The documents differ.", "reflectionConfidence": 0.9}"#;

#[test]
fn a_reflection_is_read_in_its_usual_dress() {
    let whole = read(WHOLE).unwrap();
    assert_eq!(
        whole,
        ReflectionReply {
            should_revise: true,
            revised_action: Some("REJECT".to_owned()),
            revised_confidence: Some(0.6),
            concerns: vec!["Two devices".to_owned()],
            contra_argument: "The documents differ.".to_owned(),
            reflection_confidence: 0.9,
        }
    );
    let dressed = [
        format!("```json\n{WHOLE}\n```"),
        format!("Here is my review:\n\n{WHOLE}"),
        format!("<think>{{\"shouldRevise\": false}} hm, no.</think>\n{WHOLE}"),
        format!("{WHOLE}\n{WHOLE}"),
        format!("[{WHOLE}]"),
        format!("{{\"reflection\": {WHOLE}}}"),
        WHOLE.replace("0.9}", "0.9,}"),
        WHOLE.replace("true", "True"),
        WHOLE.replace('"', "'"),
        WHOLE.replace("shouldRevise", "should_revise").replace("revisedAction", "revised_action"),
        WHOLE.replace("{\"shouldRevise\": true", "{\"shouldRevise\": true, \"shouldRevise\": true"),
        WHOLE.replace("\"concerns\"", "\"reasoning\": \"hm\", \"concerns\""),
    ];
    for text in dressed {
        assert_eq!(read(&text).as_ref(), Ok(&whole), "{text}");
    }
}

#[test]
fn absent_fields_have_the_defaults_of_the_seed_and_zero_is_a_value() {
    let least = read(r#"{"shouldRevise": false}"#).unwrap();
    assert_eq!((least.revised_action, least.revised_confidence, least.reflection_confidence), (None, None, 0.5));
    let nulls = read(
        r#"{"shouldRevise": false, "revisedAction": null, "revisedConfidence": null, "concerns": null,
        "contraArgument": null, "reflectionConfidence": null}"#,
    );
    assert_eq!(nulls.unwrap().reflection_confidence, 0.5);
    let zeros = read(r#"{"shouldRevise": true, "revisedAction": "REVIEW", "revisedConfidence": 0, "reflectionConfidence": 0.0}"#)
        .unwrap();
    assert_eq!((zeros.revised_confidence, zeros.reflection_confidence), (Some(0.0), 0.0));
    assert!(read(r#"{"shouldRevise": false, "revisedAction": "null"}"#).is_ok(), "as the seed's template shows it");
    assert!(read(r#"{"shouldRevise": false, "revisedAction": "APPROVE"}"#).is_ok(), "the decision stands");
}

/// Replies that are not a reflection, each with why.
fn malformed() -> Vec<(String, &'static str)> {
    let with = |from: &str, to: &str| WHOLE.replace(from, to);
    let mut cases: Vec<(String, &str)> = vec![
        (String::new(), "no_json"),
        ("I would not approve this seller.".to_owned(), "no_json"),
        ("shouldRevise: true, revisedAction: REJECT".to_owned(), "no_json"),
        ("{}".to_owned(), "no_json"),
        ("null".to_owned(), "no_json"),
        ("true".to_owned(), "no_json"),
        ("[]".to_owned(), "no_json"),
        (r#"{"concerns": ["a"]}"#.to_owned(), "no_json"),
        (r#"{"should": true}"#.to_owned(), "no_json"),
        (WHOLE[..WHOLE.len() - 1].to_owned(), "truncated"),
        (WHOLE[..40].to_owned(), "truncated"),
        (format!("<think>{WHOLE}"), "beside"),
        (format!("<think>{WHOLE}</think>"), "no_json"),
        (format!("<!-- {WHOLE} -->"), "beside"),
        (with("\"shouldRevise\": true, ", ""), "should_revise"),
        (r#"{"revisedAction": "REJECT", "revisedConfidence": 0.5}"#.to_owned(), "should_revise"),
        (with("\"revisedAction\": \"REJECT\", ", ""), "revised_action"),
        (with("\"The documents differ.\"", "[\"The documents differ.\"]"), "contra_argument"),
        (with("{\"should", "{\"shouldRevise\": false, \"should"), "conflict"),
        (with("{\"should", "{\"should_revise\": false, \"should"), "conflict"),
        (with("{\"should", "{\"\\u0073houldRevise\": false, \"should"), "conflict"),
        (with("0.9}", "0.9, \"revisedAction\": \"REVIEW\"}"), "conflict"),
        (format!("{WHOLE}\n{}", with("\"REJECT\"", "\"REVIEW\"")), "conflict"),
        (format!("{WHOLE}\n{{\"shouldRevise\": false, \"n\": 1}}"), "conflict"),
        (format!("{{\"example\": {{\"shouldRevise\": false}}, \"answer\": {WHOLE}}}"), "no_json"),
        (r#"{"shouldRevise": false, "revisedAction": "REJECT"}"#.to_owned(), "contradictory"),
        ("{\"shouldRevise\": false}\n\nOn second thought, it should be revised.".to_owned(), "beside"),
        (r#"{"shouldRevise": false, "concerns": ["planted"]}"#.to_owned(), "echo"),
        (format!("An example: {WHOLE}"), "beside"),
        (format!("> {WHOLE}"), "beside"),
        (format!("{WHOLE}\n\nI hope this helps."), "beside"),
        (with("\"concerns\"", "\"note\": 3, \"concerns\""), "beside"),
        (with("\"Two devices\", ", "\"Two \"devices\"\", "), "damaged"),
        (with("true,", "true, // or not\n"), "beside"),
    ];
    // What is replaced, why that is refused, and by what.
    for (from, reason, wrong) in [
        ("true", "should_revise", vec!["\"true\"", "\"false\"", "1", "null", "boolean", "yes", "{\"value\": true}"]),
        (
            "\"REJECT\"",
            "revised_action",
            vec!["\"ESCALATE\"", "\"reject\"", "\"APPROVE|REVIEW|REJECT|null\"", "null", "[\"REJECT\"]", "REJECT"],
        ),
        ("0.6", "revised_confidence", vec!["85", "-0.1", "1.0000000000000000001", "\"high\"", "\"0.6\"", "60%"]),
        ("0.9", "reflection_confidence", vec!["NaN", "Infinity", "1e400", "true", "85"]),
        ("[\"Two devices\", \"\"]", "concerns", vec!["\"Two devices\"", "[1, 2]", "{\"a\": 1}"]),
    ] {
        cases.extend(wrong.into_iter().map(|to| (with(from, to), reason)));
    }
    let stands = r#"{"shouldRevise": false, "revisedAction": null}"#;
    for words in [
        "On reflection the decision should not be revised.",
        "Final answer: APPROVE.",
        "Bitte ablehnen.",
        "不应批准。",
        "Thanks!",
    ] {
        for object in [WHOLE, stands] {
            cases.extend([(format!("{object}\n{words}"), "beside"), (format!("{words}\n{object}"), "beside")]);
        }
    }
    for extra in [r#""recommendation": "REJECT""#, r#""revise": true"#, r#""accepted": true"#, r#""note": """#] {
        cases.push((stands.replace("null", &format!("null, {extra}")), "beside"));
    }
    cases.push((r#"{"reflection": {"shouldRevise": false}, "finalDecision": "REJECT"}"#.to_owned(), "no_json"));
    let many: String = (0..80).map(|_| "{\"shouldRevise\": false}\n").collect();
    cases.push((many, "too_large"));
    let nested: String = (0..200).map(|n| format!("{{\"shouldRevise\": false, \"n{n}\": ")).collect();
    cases.push((nested, "too_large"));
    cases
}

#[test]
fn a_malformed_reply_is_no_reflection() {
    for (text, reason) in malformed() {
        let came = read(&text);
        assert_eq!(came, Err(reason), "{text}");
    }
}

#[test]
fn every_malformed_reply_ends_in_the_rules() {
    let over = json!({ "riskScore": 75, "confidence": 0.92, "evidence": [] });
    for (text, _) in malformed() {
        let result = reflect(json!({ "model": true, "onUnreadableCritique": "stop" }), over.clone(), vec![json!(text)]).result;
        // The planted object is not in this request, and so no echo.
        if text.contains("planted") {
            continue;
        }
        assert_eq!((result.llm_enhanced, result.fallback), (false, Some(ReflectionFallback::Unreadable)), "{text}");
        assert_eq!((result.should_revise, result.revised_action.as_deref()), (true, Some("REVIEW")), "{text}");
        assert_eq!((result.reflection_confidence, result.errors[0].code.as_str()), (0.7, "unreadable_reflection"), "{text}");
    }
    let cut = json!({ "content": r#"{"shouldRevise": false}"#, "finishReason": "length" });
    let result = reflect(json!({ "model": true, "onUnreadableCritique": "stop" }), over.clone(), vec![cut]).result;
    assert_eq!(result.fallback, Some(ReflectionFallback::Unreadable), "a reply that was cut may have lost anything");
    let read = reflect(json!({ "model": true }), over, vec![json!(r#"{"shouldRevise": false}"#)]).result;
    assert!(read.llm_enhanced && !read.should_revise && read.fallback.is_none());
}

#[test]
fn hostile_replies_are_read_to_their_end() {
    for part in [
        "{\"shouldRevise\": false}",
        "{\"shouldRevise\":",
        "[{",
        "{\"a\": {\"shouldRevise\": true, ",
        "<think>",
        "\"shouldRevise\": ",
    ] {
        let _ = read(&part.repeat(20_000));
    }
}
