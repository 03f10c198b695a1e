//! Verdicts inside other objects: one that wraps the verdict, one that takes it back, and the parts of one.

use super::Verdict::{Accepted, Invalid, NeedsRevision};
use super::traps::{WHOLE, never_accepted, under};
use super::{Form, read};

fn is(text: &str) -> (super::Verdict, Option<f64>) {
    let reading = read(text, &under(Form::Score));
    (reading.status, reading.score)
}

#[test]
fn a_second_verdict_counts_under_any_key() {
    for low in [r#"{"score": 2}"#, r#"{"score": "2/10"}"#, r#"{"score": 2, "issues": ["wrong year"], "suggestion": "x"}"#] {
        for second in [
            format!(r#"{{"overall": {low}}}"#),
            format!(r#"{{"accuracy": {low}}}"#),
            format!(r#"{{"criterion_1": {low}}}"#),
            format!(r#"{{"a": {{"b": {{"c": {low}}}}}}}"#),
            format!(r#"{{"parts": [{low}]}}"#),
            format!(r#"{{"overall": {low}, "accuracy": {{"score": 1}}}}"#),
        ] {
            for text in [format!("{WHOLE}\n{second}"), format!("{second}\n{WHOLE}")] {
                let reading = read(&text, &under(Form::Score));
                assert_eq!((reading.status, reading.reason.as_deref()), (Invalid, Some("conflict")), "{text}");
            }
            assert_eq!(is(&second).0, NeedsRevision, "{second}");
        }
    }
    let schema = r#"{"schema": {"score": {"type": "number"}, "needs_revision": {"type": "boolean"}}}"#;
    for other in [r#"{"usage": {"tokens": 3}}"#, r#"{"overall": {"score": 9}}"#, r#"{"example": {"score": 2}}"#, schema] {
        assert_eq!(is(&format!("{other}\n{WHOLE}")), (Accepted, Some(9.0)), "{other}");
    }
}

#[test]
fn the_parts_of_a_verdict_have_scores_of_their_own_and_the_whole_has_one() {
    let with = |member: &str| format!("{}, {member}}}", WHOLE.trim_end_matches('}'));
    for member in [
        r#""overall": {"score": 2}"#,
        r#""total": {"score": 2, "issues": []}"#,
        r#""overall_assessment": {"rating": 2}"#,
        r#""scores": {"accuracy": 9, "overall": 3}"#,
        r#""overall": 3"#,
    ] {
        never_accepted(Form::Score, &with(member));
    }
    for member in [
        r#""accuracy": {"score": 7}"#,
        r#""overall": {"score": 9}"#,
        r#""scores": {"accuracy": 7, "overall": 9}"#,
        r#""parts": [{"name": "style", "score": 6}]"#,
        r#""total": {"words": 3}"#,
    ] {
        assert_eq!(is(&with(member)), (Accepted, Some(9.0)), "{member}");
    }
}

#[test]
fn one_key_that_names_a_verdict_wraps_it() {
    const WRAPS: &str =
        "content message value object payload structured_output report final_critique answer_evaluation reviewResult overall";
    for key in WRAPS.split_ascii_whitespace() {
        assert_eq!(is(&format!("{{\"{key}\": {WHOLE}}}")), (Accepted, Some(9.0)), "{key}");
        never_accepted(Form::Score, &format!("{{\"{key}\": {WHOLE}, \"x\": {WHOLE}}}\n{{\"{key}\": {WHOLE}}}"));
    }
    const NOBODYS: &str = "answer draft input question prompt template previous_critique old_verdict best_output possible_output first_review \
        expected_output sample_critique other_reviewer initial_report thinking foo";
    for key in NOBODYS.split_ascii_whitespace() {
        never_accepted(Form::Score, &format!("{{\"{key}\": {WHOLE}}}"));
    }
    assert_eq!(is(&format!(r#"{{"tool": "critique", "input": {WHOLE}}}"#)).0, Accepted);
}
