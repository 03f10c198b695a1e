//! Replies that look like an acceptance and are none, and replies that were read as something else than they say.

use super::Verdict::{Accepted, Invalid, NeedsRevision};
use super::{Form, ReadOptions, Reading, read};

const ACCEPT: &str = r#"{"score": 9, "needs_revision": false}"#;
pub(super) const WHOLE: &str = r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;

pub(super) fn under(form: Form) -> ReadOptions {
    ReadOptions { form: Some(form), ..ReadOptions::default() }
}

pub(super) fn status(text: &str) -> Reading {
    read(text, &under(Form::Status))
}

/// `both` refuse on either side of a verdict, `behind` only behind it, as before it they are a step on the way; `neither` refuses at all.
pub(super) fn beside(both: &[&str], behind: &[&str], neither: &[&str]) {
    let accepts = |text: &str| read(text, &under(Form::Score)).status == Accepted;
    for words in both {
        assert!(!accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
    }
    for words in both.iter().chain(behind) {
        assert!(!accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
    }
    for words in neither {
        assert!(accepts(&format!("{words}\n\n{WHOLE}")), "before: {words}");
        assert!(accepts(&format!("{WHOLE}\n\n{words}")), "behind: {words}");
    }
}

pub(super) fn never_accepted(form: Form, text: &str) {
    for options in [ReadOptions::default(), under(form)] {
        let reading = read(text, &options);
        assert_ne!(reading.status, Accepted, "{text}\n{reading:?}");
    }
}

#[test]
fn a_status_word_with_anything_around_it_accepts_nothing() {
    for word in [
        "accepted?",
        "accepted!?",
        "!accepted",
        "¬accepted",
        "~accepted",
        "~~accepted~~",
        "❌ accepted",
        "<accepted>",
        "(accepted)",
        "accepted??",
        "-accepted",
        "accepted/rejected",
    ] {
        never_accepted(Form::Status, &format!(r#"{{"status": "{word}", "critique": "x"}}"#));
        never_accepted(Form::Status, &format!("status: {word}\ncritique: x"));
        never_accepted(Form::Status, &format!("| field | value |\n|---|---|\n| status | {word} |\n| critique | x |"));
    }
    never_accepted(Form::Status, "{status: accepted?, critique: x}");
    for word in ["accepted", "Accepted.", "accepted!", "**accepted**", "`ACCEPTED`", "'accepted'", "_accepted_."] {
        assert_eq!(status(&format!(r#"{{"status": "{word}", "critique": "x"}}"#)).status, Accepted, "{word}");
        assert_eq!(status(&format!("status: {word}\ncritique: x")).status, Accepted, "{word}");
    }
}

#[test]
fn a_sentinel_that_is_denied_or_commented_accepts_nothing() {
    for text in [
        "!CODE_IS_PERFECT",
        "!`CODE_IS_PERFECT`",
        "*!CODE_IS_PERFECT*",
        "~CODE_IS_PERFECT",
        "~~CODE_IS_PERFECT~~",
        "``` not CODE_IS_PERFECT",
        "```not CODE_IS_PERFECT\n```",
        "~~~ not CODE_IS_PERFECT",
        "> ``` not CODE_IS_PERFECT",
        "CODE_IS_PERFECT <!-- but add a docstring",
        "CODE_IS_PERFECT <!-- but add a docstring -->",
        "<!-- not -->CODE_IS_PERFECT",
    ] {
        never_accepted(Form::Status, text);
    }
    for text in ["CODE_IS_PERFECT!", "**CODE_IS_PERFECT!**", "```\nCODE_IS_PERFECT\n```", "~~~\nCODE_IS_PERFECT\n~~~"] {
        assert_eq!(status(text).status, Accepted, "{text}");
    }
}

#[test]
fn a_comment_that_never_ends_is_a_cut() {
    for rest in ["\n<!-- {\"score\": 4, \"needs_revision\": true}", "\n<!-- reviewer note: the year is wrong"] {
        let reading = read(&format!("{ACCEPT}{rest}"), &ReadOptions::default());
        assert_eq!((reading.status, reading.reason.as_deref()), (Invalid, Some("truncated")), "{rest}");
    }
    assert_eq!(read(&format!("<!-- x -->{ACCEPT}"), &ReadOptions::default()).status, Accepted);
}

#[test]
fn an_object_that_refuses_counts_even_when_it_is_half_a_template() {
    for other in [
        r#"{"score": ..., "issues": ["wrong year"], "needs_revision": true}"#,
        r#"{"score": ., "needs_revision": true}"#,
        r#"{"score": <n>, "needs_revision": true}"#,
        r#"{"score": 4, "issues": ["<issue 1>"], "needs_revision": true}"#,
        r#"{"score" 4, "needs_revision" true}"#,
        r#"{"issues": ["wrong year"], "suggestion": "fix"}"#,
        r#"{"issues": ["wrong year"], "accepted": false}"#,
    ] {
        for text in [format!("{ACCEPT}\n{other}"), format!("{other}\n{ACCEPT}")] {
            let reading = read(&text, &ReadOptions::default());
            assert_eq!((reading.status, reading.reason.as_deref()), (Invalid, Some("conflict")), "{text}");
        }
    }
    let template = r#"{"score": <0-10>, "issues": ["<issue 1>"], "needs_revision": true}"#;
    let prompt = ReadOptions { prompt: Some(format!("Reply with {template}")), ..ReadOptions::default() };
    assert_eq!(read(&format!("{template}\n{ACCEPT}"), &prompt).status, Accepted);
    let template = r#"{"score": <0-10>, "issues": ["<issue 1>"], "needs_revision": <true|false>}"#;
    assert_eq!(read(&format!("{template}\n{ACCEPT}"), &ReadOptions::default()).status, Accepted);
}

#[test]
fn a_key_that_may_be_the_flag_forbids_to_accept_without_it() {
    for key in [
        "needs_revsion",
        "needs_rivision",
        "needs_revition",
        "needsevision",
        "needevision",
        "needs\\revision",
        "needs_revısıon",
        "needs_review",
        "needs_rewrite",
        "needs_fix",
        "needs_rev",
        "must_be_revised",
        "to_rewrite",
        "n\u{435}eds_r\u{435}vision",
    ] {
        for value in ["true", "\"yes\"", "\"probably\"", "1"] {
            never_accepted(Form::Score, &format!(r#"{{"score": 9, "issues": ["x"], "suggestion": "", "{key}": {value}}}"#));
        }
        let text = format!(r#"{{"score": 9, "issues": [], "suggestion": "", "{key}": false}}"#);
        assert_eq!(read(&text, &ReadOptions::default()).status, Accepted, "{text}");
    }
    never_accepted(Form::Status, r#"{"status": "accepted", "critique": "x", "needs_rewrite": true}"#);
    never_accepted(Form::Score, r#"{"score": 9, "needs_revision": null, "needs_rework": "yes"}"#);
}

#[test]
fn an_object_that_is_struck_out_or_shown_accepts_nothing() {
    for text in [
        format!("<del>{WHOLE}</del> The year is wrong."),
        format!("<del>\n{WHOLE}\n</del>\nThe year is wrong."),
        format!("<s>{WHOLE}</s> The year is wrong."),
        format!("~~{WHOLE}~~ The year is wrong."),
        format!("This is wrong: {WHOLE}"),
        format!("Previous critique: {WHOLE}\nNew critique: the year is wrong."),
        format!("Candidate answer: {WHOLE}"),
        format!("Answer under review:\n{WHOLE}\nThe answer is only JSON."),
        format!("例：{WHOLE}"),
        format!("示例：{WHOLE}"),
        format!("Beispiel: {WHOLE}"),
        format!("Ejemplo: {WHOLE}"),
        format!("Exemple : {WHOLE}"),
        format!("Exemplo: {WHOLE}"),
        format!("Esempio: {WHOLE}"),
        format!("The required format is {WHOLE}. I cannot evaluate."),
        format!("Schema: {WHOLE}"),
    ] {
        never_accepted(Form::Score, &text);
    }
    for before in ["Here is my critique in the requested JSON format:\n", "My evaluation, in the required schema: "] {
        assert_eq!(read(&format!("{before}{WHOLE}"), &ReadOptions::default()).status, Accepted, "{before}");
    }
}

#[test]
fn what_a_filter_stopped_accepts_nothing() {
    for reason in ["content_filter", "content-filter", "refusal", "SAFETY", "RECITATION", "model_context_window_exceeded"] {
        let options = ReadOptions { finish_reason: Some(reason.to_owned()), ..ReadOptions::default() };
        assert_eq!(read(WHOLE, &options).reason.as_deref(), Some("truncated"), "{reason}");
    }
}

#[test]
fn a_remark_beside_a_score_only_praises() {
    for remark in ["needs revision", "hypothetical", "if fixed", "at best"] {
        never_accepted(Form::Score, &format!(r#"{{"score": "9 ({remark})", "issues": []}}"#));
    }
    assert_eq!(read(r#"{"score": "9 (very good)", "needs_revision": false}"#, &ReadOptions::default()).status, Accepted);
}

#[test]
fn criteria_in_a_block_list_are_read_and_unreadable_ones_are_not_unmet() {
    let two = ReadOptions { criteria_count: Some(2), ..under(Form::Criteria) };
    for (text, status, met) in [
        ("criteria_met:\n  - true\n  - true\nconfidence: 0.9", Accepted, Some(vec![true, true])),
        ("criteria_met:\n- true\n- no\nconfidence: 0.9", NeedsRevision, Some(vec![true, false])),
        ("criteria_met:\nconfidence: 0.9", Invalid, None),
        ("criteria_met:\ntrue\ntrue\nconfidence: 0.9", Invalid, None),
        ("criteria_met:\n- the first is met\n- so is the second\nconfidence: 0.9", Invalid, None),
        (r#"{"criteria_met": [true true], "confidence": 0.9}"#, Invalid, None),
        ("criteria_met: [true true]\nconfidence: 0.9", Invalid, None),
    ] {
        let reading = read(text, &two);
        assert_eq!(reading.status, status, "{text}");
        assert!(met.is_none() || reading.criteria_met == met, "{text}");
    }
}

#[test]
fn a_label_that_approves_is_neither_a_sentinel_nor_a_critique() {
    for text in [
        "Status: accepted",
        "**Status:** accepted",
        "Verdict: approved",
        "status: invalid",
        "Status: accepted?",
        "status: !accepted",
    ] {
        let reading = status(text);
        assert_eq!((reading.status, reading.reason.as_deref()), (Invalid, Some("status")), "{text}");
    }
    assert_eq!(status("Status: needs_revision").status, NeedsRevision);
}

#[test]
fn a_refusal_in_other_words_asks_for_a_revision() {
    for text in [
        r#"{"accepted": false}"#,
        r#"{"approved": false, "critique": "x"}"#,
        "Accepted: no",
        r#"{"status": "disapproved"}"#,
        r#"{"status": "do not accept"}"#,
        r#"{"status": "Revise and resubmit"}"#,
        r#"{"status": "minor revision"}"#,
        "disapproved",
    ] {
        assert_eq!(status(text).status, NeedsRevision, "{text}");
    }
    assert_eq!(status(r#"{"status": "rejected", "critique": ["a", "b"]}"#).issues, ["a", "b"]);
    assert_eq!(status(r#"{"critique": [{"status": "rejected", "critique": "c"}]}"#).issues, ["c"]);
    let ours = status(r#"{"status": "accepted", "critique": ["a", "b"]}"#);
    assert_eq!((ours.status, ours.issues.len(), ours.reasoning.as_deref()), (Accepted, 0, Some("a; b")));
}

#[test]
fn a_flag_that_fell_into_a_string_was_left_out_or_has_no_value_never_accepts() {
    for text in [
        r#"{"score": 9, "issues": ["Wrong sum"], "suggestion": "Fix it", "needs_revision: true"}"#,
        r#"{"score": 9, "issues": ["Wrong sum"], "suggestion": "Fix it", "needs_revision: "true"}"#,
        r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision" "true"}"#,
        r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision", "yes"}"#,
        r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision = true"}"#,
        r#"{"score": 9, "suggestion": "", "needs_revision: "true", "issues": []}"#,
        "{“score”: 9, “issues”: [], “suggestion”: “”, “needs_revision: true”}",
        r#"{"score": 9, "issues": [], "suggestion": "x", "need"s_revision": "true"}"#,
        r#"{"score": 9, "issues": [], "suggestion": "x", xneeds_revision": "true"}"#,
        r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": }"#,
        r#"{"score": 9, ...}"#,
        r#"{"score": 9, "issues": [], …}"#,
        r#"{"score": 9, "issues": [], "suggestion": ""}, "needs_rev"#,
        r#"{"score": 9, "issues": [], "suggestion": ""}, ""#,
        r#"{"score": 9, "issues": [], "suggestion": ""},"#,
        r#"{"score": 9} "issues": ["Minor: the title c"#,
    ] {
        never_accepted(Form::Score, text);
    }
    never_accepted(Form::Status, r#"{"status": "accepted", "critique": "", "status" "needs_revision"}"#);
    let low = r#"{"score": 3, ...}"#;
    assert_eq!(read(low, &under(Form::Score)).status, NeedsRevision);
    let whole = r#"{"score": 9, ..., "needs_revision": false},"#;
    assert_eq!(read(whole, &under(Form::Score)).status, Accepted);
}

#[test]
fn a_second_verdict_counts_also_where_it_is_damaged_or_part_of_a_sentence() {
    let all = |confidence: &str| format!(r#"{{"criteria_met": [true, true], "confidence": {confidence}, "suggestions": []}}"#);
    for text in [format!("{} was my first view.\n{}", all("0.4"), all("0.9")), format!("{}\n{} x", all("0.9"), all("0.4"))] {
        never_accepted(Form::Criteria, &text);
    }
    for second in [
        r#"{"status": ["needs_revision"], "critique": "y"}"#,
        r#"{"status": "needs_revision", / "critique": "y"}"#,
        r#"{"critique": "Add a docstring"}"#,
    ] {
        never_accepted(Form::Status, &format!("{{\"status\": \"accepted\", \"critique\": \"x\"}}\n{second}"));
    }
    for second in [
        r#"{"score": 9, "issues": ["The sum is wrong"], "needs_revision": }"#,
        r#"{"suggestion": "Redo it"}"#,
        r#"{"score": 9, "issues": [], "needs_revision": tr}u"#,
        r#"{"score": 9, "issues": [], "needs_revision": } true"#,
    ] {
        never_accepted(Form::Score, &format!("{WHOLE}\n{second}"));
    }
}

#[test]
fn a_refusal_under_any_key_is_heard_and_an_acceptance_is_not() {
    let refusal = r#"{"score": 4, "issues": ["a"], "suggestion": "b", "needs_revision": true}"#;
    for text in [
        format!("{{\"critic_1\": {refusal}, \"critic_2\": {refusal}}}"),
        format!("{{\"note\": 1, \"foo\": {refusal}}}"),
        format!("{{\"critic_1\": {WHOLE}, \"critic_2\": {refusal}}}"),
        format!("{{\"draft\": {WHOLE}, \"final\": {refusal}}}"),
    ] {
        let reading = read(&text, &under(Form::Score));
        assert_eq!((reading.status, reading.score, reading.issues.len()), (NeedsRevision, Some(4.0), 1), "{text}");
    }
    never_accepted(Form::Score, &format!("{{\"critic_1\": {WHOLE}, \"critic_2\": {WHOLE}}}"));
    never_accepted(Form::Score, &format!("{{\"foo\": {refusal}}}\n{WHOLE}"));
    assert_eq!(read(&format!("{{\"example\": {refusal}}}"), &under(Form::Score)).status, Invalid);
}

#[test]
fn the_score_of_a_refusal_is_kept_though_it_says_more() {
    for text in ["Score: 4/10. Needs work.", "Score: 4/10 - too short", "score: 4 # low\nneeds_revision: true"] {
        let reading = read(text, &under(Form::Score));
        assert_eq!((reading.status, reading.score), (NeedsRevision, Some(4.0)), "{text}");
    }
}

#[test]
fn a_second_verdict_on_the_line_of_a_fence_is_read() {
    for second in [
        "```\"score\": 3, \"issues\": [\"x\"], \"needs_revision\": true}",
        "```json \"score\": 3, \"issues\": [\"x\"], \"needs_revision\": true}\n```",
        "```'score': 3, 'needs_revision': true}",
        "~~~\"score\": 3}",
    ] {
        never_accepted(Form::Score, &format!("{WHOLE}\n{second}"));
    }
    assert_eq!(read(&format!("{WHOLE}\n```\"fine\"\n```"), &under(Form::Score)).status, Accepted);
}

#[test]
fn criteria_in_words_beside_a_confidence_ask_for_no_revision() {
    for text in ["1. Met\n2. Met\n3. Met\nConfidence: 0.9", "All criteria are met.\nConfidence: 0.9"] {
        let reading = read(text, &ReadOptions { criteria_count: Some(3), ..under(Form::Criteria) });
        assert_eq!((reading.status, reading.criteria_met), (Invalid, None), "{text}");
    }
    for text in ["criteria_met: [true, false]\nconfidence: 0.9", "1. Met\n2. Not met\nConfidence: 0.9", "Confidence: 0.3"] {
        let options = ReadOptions { criteria_count: Some(2), ..under(Form::Criteria) };
        assert_eq!(read(text, &options).status, NeedsRevision, "{text}");
    }
}
