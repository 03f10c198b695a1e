//! What stands beside a verdict and takes it back, or belongs to it under another name.

use super::Verdict::{Accepted, Invalid, NeedsRevision};
use super::traps::{WHOLE, never_accepted, under};
use super::{Form, ReadOptions, read};

const LABELS: &str = "Score: 9/10\nNeeds revision: No";
const MET: &str = r#"{"criteria_met": [true, true, true], "confidence": 0.9, "suggestions": [], "reasoning": "ok"}"#;

fn with(object: &str, member: &str) -> String {
    format!("{}, {member}}}", object.trim_end_matches('}'))
}

#[test]
fn a_second_score_takes_the_first_one_back() {
    for words in
        ["My score is 3/10.", "On reflection, score: 3/10", "The score is 3.", "Max score: 100", "(out of 100)", "Grade: F"]
    {
        never_accepted(Form::Score, &format!("{LABELS}\n\n{words}"));
        never_accepted(Form::Score, &format!("{words}\n\n{WHOLE}"));
    }
    for words in ["Overall: 3/10", "Correction: 3/10.", "Honestly, 3/10.", "Actual: 3/10", "Total: 3/10"] {
        never_accepted(Form::Score, &format!("{WHOLE}\n\n{words}"));
    }
    for words in
        ["9/10 overall.", "2/3 of the code is comments.", "It was released on 3/10.", "My score is 9/10.", "Grade A work."]
    {
        for text in [format!("{WHOLE}\n\n{words}"), format!("{LABELS}\n\n{words}")] {
            assert_eq!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
        }
    }
}

#[test]
fn a_criterion_that_words_call_unmet_takes_the_list_back() {
    let three = ReadOptions { criteria_count: Some(3), ..under(Form::Criteria) };
    let around =
        |words: &str| [format!("{MET}\n\n{words}"), format!("{words}\n\n{MET}"), MET.replace("\"ok\"", &format!("{words:?}"))];
    for words in [
        "Criterion 2 is not met.",
        "2. Not met",
        "Not all criteria are met.",
        "Only two of the three criteria are met.",
        "2/3 criteria met.",
    ] {
        for text in around(words) {
            assert_eq!(read(&text, &three).reason.as_deref(), Some("conflict"), "{text}");
        }
    }
    for words in ["All three criteria are met.", "No criterion is left unmet.", "Criterion 2: met"] {
        for text in around(words) {
            assert_eq!(read(&text, &three).status, Accepted, "{text}");
        }
    }
}

#[test]
fn other_keys_are_heard_by_their_words() {
    for member in [
        r#""rating": 2"#,
        r#""adjusted_score": 3"#,
        r#""averageScore": "3/10""#,
        r#""overall_grade": "D""#,
        r#""score_max": 100"#,
        r#""scale": "0-100""#,
        r#""points_possible": 50"#,
        r#""requires_changes": true"#,
        r#""changes_requested": "yes, minor""#,
        r#""needs_human_review": true"#,
        r#""required_fixes": ["the year"]"#,
        r#""is_example": true"#,
        r#""is_complete": false"#,
        r#""meets_requirements": false"#,
        r#""ready_to_publish": false"#,
        r#""status": "invalid""#,
        r#""outcome": "invalid""#,
        r#""verdict": "partially correct""#,
        r#""next_action": "rewrite""#,
        r#""error": "could not evaluate""#,
        r#""must_fix": ["the year"]"#,
        r#""critical_issues": ["the year"]"#,
        r#""checks": [{"name": "date", "passed": false}]"#,
        r#""criteria": {"accuracy": "pass", "clarity": "fail"}"#,
        r#""no_changes_needed": false"#,
    ] {
        never_accepted(Form::Score, &with(WHOLE, member));
        never_accepted(Form::Criteria, &with(MET, member));
    }
    for member in [
        r#""accuracy_score": 7"#,
        r#""previous_score": 4"#,
        r#""readability_grade": 7"#,
        r#""rating_scale": "0-10""#,
        r#""max_score": 10"#,
        r#""requires_login": true"#,
        r#""has_examples": true"#,
        r#""needs_fix": false"#,
        r#""must_fix": []"#,
        r#""critical_issues": "none""#,
        r#""is_complete": true"#,
        r#""handles_invalid_input": true"#,
        r#""error": null"#,
        r#""action": "publish""#,
        r#""checks": [{"name": "date", "passed": true}]"#,
        r#""no_changes_needed": true"#,
    ] {
        let text = with(WHOLE, member);
        assert_eq!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
    }
    never_accepted(Form::Score, r#"{"score": 9, "issues": [], "no_revision_needed": false}"#);
    never_accepted(Form::Score, &format!("[{WHOLE}, \"but it is wrong\"]"));
}

#[test]
fn a_refusal_is_read_under_any_key_and_with_a_blank_left_in_it() {
    let three = ReadOptions { criteria_count: Some(3), ..under(Form::Criteria) };
    let reading = read(r#"{"foo": {"criteria_met": [true, false, true], "confidence": 0.9, "suggestions": ["x"]}}"#, &three);
    assert_eq!((reading.status, reading.criteria_met), (NeedsRevision, Some(vec![true, false, true])));
    assert_eq!(read(&format!("{{\"foo\": {MET}}}"), &three).status, Invalid);
    let half = r#"{"score": 4, "issues": ["<issue 1>", "Wrong year"], "suggestion": "Fix it", "needs_revision": true}"#;
    let reading = read(half, &under(Form::Score));
    assert_eq!((reading.status, reading.score, reading.issues), (NeedsRevision, Some(4.0), vec!["Wrong year".to_owned()]));
    never_accepted(Form::Score, r#"{"score": 9, "issues": ["<issue 1>", "Wrong year"], "needs_revision": false}"#);
}

#[test]
fn faults_and_advice_are_kept_under_near_names() {
    let refused = |members: &str| read(&format!(r#"{{"score": 3, {members}, "needs_revision": true}}"#), &under(Form::Score));
    for key in ["issue", "issues_found", "Issues Found", "problems", "errors", "weaknesses"] {
        assert_eq!(refused(&format!(r#""{key}": ["Wrong year"]"#)).issues, ["Wrong year"], "{key}");
    }
    assert_eq!(refused(r#""issues": ["a"], "errors": ["b"]"#).issues, ["a"]);
    assert!(refused(r#""errors": 3"#).issues.is_empty() && refused(r#""has_issues": true"#).issues.is_empty());
    for key in ["improvement_suggestion", "recommendation", "feedback"] {
        assert_eq!(refused(&format!(r#""{key}": "Fix it""#)).suggestion.as_deref(), Some("Fix it"), "{key}");
    }
}

#[test]
fn a_verdict_repeated_to_the_letter_is_one_verdict() {
    const MANY: usize = 20_000;
    let all = format!("{WHOLE}\n").repeat(MANY);
    assert_eq!(read(&all, &under(Form::Score)).status, Accepted);
    let other = r#"{"score": 3, "needs_revision": true}"#;
    for text in [format!("{all}{other}"), format!("{other}\n{all}"), format!("{all}{{")] {
        assert_eq!(read(&text, &under(Form::Score)).status, Invalid, "{}", text.len());
    }
}

#[test]
fn an_object_of_other_keys_is_heard_beside_a_verdict_and_around_it() {
    let around = |other: &str| other.replacen('{', &format!(r#"{{"result": {WHOLE}, "#), 1);
    for other in [
        r#"{"accept": false, "reason": "wrong year"}"#,
        r#"{"final_score": 3}"#,
        r#"{"rating": 2}"#,
        r#"{"grade": "F"}"#,
        r#"{"overall": "3/10"}"#,
        r#"{"is_valid": false}"#,
        r#"{"truncated": true}"#,
        r#"{"error": "timeout"}"#,
        r#"{"errors": ["wrong year"]}"#,
        r#"{"comment": "The answer is wrong."}"#,
    ] {
        for text in [format!("{WHOLE}\n{other}"), format!("{other}\n{WHOLE}"), around(other)] {
            let reading = read(&text, &under(Form::Score));
            assert_eq!((reading.status, reading.reason.as_deref()), (Invalid, Some("conflict")), "{text}");
        }
    }
    never_accepted(Form::Score, &format!(r#"{WHOLE} [{{"severity": "critical", "message": "wrong year"}}]"#));
    never_accepted(Form::Score, &format!("Score: 9\nNeeds revision: no\n{}", r#"{"final_score": 3}"#));
    for other in [
        r#"{"accept": true, "reason": "right year"}"#,
        r#"{"final_score": 9}"#,
        r#"{"total": 1, "step": 2}"#,
        r#"{"truncated": false, "error": null, "errors": []}"#,
        r#"{"model": "x", "usage": {"tokens": 3}}"#,
        r#"{"comment": "Nothing to add."}"#,
    ] {
        for text in [format!("{WHOLE}\n{other}"), format!("{other}\n{WHOLE}"), around(other)] {
            assert_eq!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
        }
    }
    let shown = ReadOptions { answer: Some(r#"It returns {"error": "x"} then."#.to_owned()), ..under(Form::Score) };
    assert_eq!(read(&format!("{}\n{WHOLE}", r#"{"error": "x"}"#), &shown).status, Accepted);
    never_accepted(Form::Criteria, r#"{"criteria_met": [true], "confidence": 1} {"all_met": false}"#);
    never_accepted(Form::Status, r#"{"code_status": "broken", "status": "accepted", "critique": "x"}"#);
}

#[test]
fn more_keys_say_that_an_answer_is_no_good_or_was_not_judged() {
    let with = |member: &str| with(WHOLE, member);
    const TRUE: &str = "has_errors contains_errors hasCriticalIssues hallucination unsafe is_harmful rewrite truncated output_truncated \
        cut_off refused skipped simulated not_evaluated could_not_evaluate needs_rvision nedds_revision";
    for key in TRUE.split_ascii_whitespace() {
        never_accepted(Form::Score, &with(&format!(r#""{key}": true"#)));
        assert_eq!(read(&with(&format!(r#""{key}": false"#)), &under(Form::Score)).status, Accepted, "{key}");
    }
    for key in ["evaluated", "is_final", "was_reviewed", "safe", "compiles", "code_runs", "answers_question"] {
        never_accepted(Form::Score, &with(&format!(r#""{key}": false"#)));
        assert_eq!(read(&with(&format!(r#""{key}": true"#)), &under(Form::Score)).status, Accepted, "{key}");
    }
    for member in [
        r#""hallucinations": ["the quote"]"#,
        r#""missing": ["the source"]"#,
        r#""vulnerabilities": ["SQL injection in login()"]"#,
        r#""final_verdict": "The answer should be rejected.""#,
        r#""recommendation": "Reject it.""#,
        r#""warning": "I did not check any of the facts.""#,
    ] {
        never_accepted(Form::Score, &with(member));
    }
    for member in [
        r#""missing": []"#,
        r#""hallucinations": "none""#,
        r#""final_verdict": "A fine answer.""#,
        r#""recommendation": "Add a source, if there is room.""#,
        r#""warning": null"#,
        r#""works_offline": false"#,
    ] {
        assert_eq!(read(&with(member), &under(Form::Score)).status, Accepted, "{member}");
    }
    for member in [r#""sco": 3"#, r#""scroe": "2/10""#, r#""severity": "critical""#] {
        never_accepted(Form::Score, &with(member));
    }
    const PLAIN: &str = "has_error_handling handles_errors has_minor_issues has_tests no_errors avoids_errors rejects_unsafe_input \
        answer_refused_politely sort_score_core";
    for key in PLAIN.split_ascii_whitespace() {
        assert_eq!(read(&with(&format!(r#""{key}": true"#)), &under(Form::Score)).status, Accepted, "{key}");
    }
    for member in [r#""core": 3"#, r#""scope": 3"#, r#""errors": 1"#, r#""severity": "low""#] {
        assert_eq!(read(&with(member), &under(Form::Score)).status, Accepted, "{member}");
    }
}

#[test]
fn a_text_of_dots_or_a_blank_of_a_template_accepts_nothing_and_refuses_still() {
    for members in [
        r#""issues": ["{{issue}}"], "suggestion": "{{suggestion}}""#,
        r#""issues": ["[issue 1]"], "suggestion": """#,
        r#""issues": ["..."], "suggestion": "...""#,
        r#""issues": [], "suggestion": "…""#,
        r#""issues": [...], "suggestion": "...""#,
    ] {
        never_accepted(Form::Score, &format!(r#"{{"score": 9, {members}, "needs_revision": false}}"#));
    }
    never_accepted(Form::Status, r#"{"status": "accepted", "critique": "...", "issues": ["..."]}"#);
    never_accepted(Form::Status, r#"{"status": "accepted", "critique": "{{critique}}", "issues": []}"#);
    for members in [r#""issues": ["..."], "suggestion": "Say more ...""#, r#""issues": ["{{name}} could be escaped"]"#] {
        let text = format!(r#"{{"score": 9, {members}, "needs_revision": false}}"#);
        assert_eq!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
    }
    let refused = r#"{"score": 4, "issues": ["..."], "suggestion": "...", "needs_revision": true}"#;
    assert_eq!(read(refused, &under(Form::Score)).status, NeedsRevision);
}
