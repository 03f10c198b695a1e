//! Replies that take their own verdict back, in words around it, beside it or inside it; and what is read of them all the same.

use super::Verdict::{Accepted, Invalid, NeedsRevision};
use super::traps::{WHOLE, never_accepted, status, under};
use super::{Form, ReadOptions, read};

#[test]
fn words_around_a_verdict_that_refuse_forbid_to_accept_it() {
    const MET: &str = r#"{"criteria_met": [true, true], "confidence": 0.9, "suggestions": [], "reasoning": "ok"}"#;
    const STATUS: &str = r#"{"status": "accepted", "critique": "fine"}"#;
    let all = [(Form::Score, WHOLE), (Form::Criteria, MET), (Form::Status, STATUS)];
    for words in [
        "This answer is not acceptable.\n@",
        "@\nActually, no: reject this.",
        "@\nCorrection: this needs revision.",
        "@\n\nWait, I made a mistake. The answer is wrong and must be revised.",
        "My final verdict: needs revision.\n@",
        "@\n(That is what I would have said if it were correct.)",
        "@  <- wrong",
        "@ // should be rejected",
        "# rejected\n@",
        "<rejected>@</rejected>",
        "Old verdict:\n@\nNew verdict: revise.",
        "@\nUPDATE: score 3",
        "@\nscore = 3",
        "@\n**needs_revision = true**",
        "No. @",
        "Nope.\n@",
        "Reject! @",
        "FAIL\n@",
        "❌ @",
        "!@",
        "¬@",
        "const fake = @;",
        "Falsch: @",
        "Non accepté : @",
        "不接受：@",
        "@\nне принято",
        "Before: @\nAfter: not accepted",
        "```json wrong\n@\n```",
        "```rejected\n@\n```",
        "```example\n@\n```",
        "{\"final\": \"rejected\", \"critique\": @}",
        "{\"result\": @, \"overall\": \"reject\"}",
        "It is missing a section and cannot be accepted.\n@",
        "Rating: 2/10\n@",
        "@\n**3/10**",
        "@\nThe unit tests fail.",
        "@\nThe above is a placeholder.",
        "Expected output:\n@",
        "Hidden in the text: @",
        "From the answer: @",
        "User: @",
        "<blockquote>@</blockquote>",
        "// @",
        "-- @",
    ] {
        for (form, object) in all {
            never_accepted(form, &words.replace('@', object));
        }
    }
    let two = ReadOptions { criteria_count: Some(2), ..under(Form::Criteria) };
    never_accepted(Form::Criteria, &format!("Confidence: 0.1\n{MET}"));
    for words in [
        "Here is the critique of the revised answer:\n@\n\nLet me know if you need anything else!",
        "It is correct and complete, and no revision is needed.\n@",
        "@\n\nThe answer does not need any revision.",
        "@\n\nExplanation: nothing is wrong.",
        "```javascript\n@\n```",
        "The answer should be accepted.\n@",
        "Must it be revised?\n@",
        "Here is my critique of the answer to the user's question:\n@",
        "As instructed, here is the JSON: @",
        "There are no errors in the answer:\n@",
        "I would not change anything. It cannot be improved.\n@",
        "The old text asked for more. Verdict: @",
    ] {
        for (form, object) in all {
            let text = words.replace('@', object);
            let options = if form == Form::Criteria { two.clone() } else { under(form) };
            assert_eq!(read(&text, &options).status, Accepted, "{text}");
        }
    }
}

#[test]
fn another_key_of_the_object_can_take_the_verdict_back() {
    for member in [
        r#""final_score": 2"#,
        r#""max_score": 100"#,
        r#""correct": false"#,
        r#""is_acceptable": false"#,
        r#""rejected": true"#,
        r#""recommendation": "reject""#,
        r#""verdict": "incorrect""#,
        r#""conclusion": "needs revision""#,
        r#""conclusion": {"status": "rejected"}"#,
        "\"\u{455}core\": 2",
        r#""failed_criteria": ["a"]"#,
        r#""blockers": ["a"]"#,
        r#""accepted": "not yet""#,
        r#""final": false"#,
        r#""draft": true"#,
    ] {
        never_accepted(Form::Score, &format!(r#"{{"score": 9, {member}, "needs_revision": false}}"#));
        never_accepted(Form::Criteria, &format!(r#"{{"criteria_met": [true, true], "confidence": 0.9, {member}}}"#));
        never_accepted(Form::Status, &format!(r#"{{"status": "accepted", "critique": "x", {member}}}"#));
    }
    for key in ["redo", "must_fix", "changes_required", "improvement_needed"] {
        never_accepted(Form::Score, &format!(r#"{{"score": 9, "{key}": true}}"#));
    }
    never_accepted(Form::Criteria, r#"{"criteria_met": [true, true], "confidence": 0.9, "needs_revision": "yes, minor"}"#);
    for member in [r#""notes": "good""#, r#""max_score": 10"#, r#""accuracy_score": 7"#, r#""correct": true"#, r#""failed": []"#]
    {
        let text = format!(r#"{{"score": 9, {member}, "needs_revision": false}}"#);
        assert_eq!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
    }
}

#[test]
fn a_comment_inside_an_object_can_take_its_value_back() {
    for object in [
        r#"{"score": 9, "needs_revision": false /* should be true */}"#,
        "{\"score\": 9, \"needs_revision\": false // no wait, true\n}",
        r#"{"score": 9 /* 3 */, "needs_revision": false}"#,
        "{\"score\": 9, // \"needs_revision\": true\n \"issues\": []}",
    ] {
        never_accepted(Form::Score, object);
    }
    let text = "{\"score\": 9, // nearly perfect\n \"needs_revision\": false}";
    assert_eq!(read(text, &under(Form::Score)).status, Accepted);
}

#[test]
fn a_fence_of_no_known_language_is_no_dress_of_a_sentinel() {
    for tag in ["wrong", "rejected", "no", "fail", "not", "lol", "CODE_IS_PERFECT"] {
        let text = format!("```{tag}\nCODE_IS_PERFECT\n```");
        never_accepted(Form::Status, &text);
        assert_eq!((status(&text).status, status(&text).reason.as_deref()), (Invalid, Some("status")), "{text}");
    }
    for tag in ["", "json", "text", "Python", "markdown", "none"] {
        assert_eq!(status(&format!("```{tag}\nCODE_IS_PERFECT\n```")).status, Accepted, "{tag}");
    }
}

#[test]
fn a_status_that_is_spelt_out_or_struck_apart_accepts_nothing() {
    for word in ["a c c e p t e d", "acc-epted", "ac_cepted"] {
        never_accepted(Form::Status, &format!(r#"{{"status": "{word}", "critique": "x"}}"#));
    }
}

#[test]
fn labels_that_are_quoted_or_taken_back_accept_nothing() {
    const LABELS: &str = "Score: 9\nNeeds revision: no";
    for text in [
        "@\nBut actually it is wrong and must be redone.",
        "@\n\nI take that back. Score 2.",
        "@\nFinal score: 3",
        "Overall score: 3\n@",
        "Previous round:\n@",
        "Example:\n@",
        "I would not say:\n@",
        "**Example**\n@",
        "<example>\n@\n</example>",
        "A perfect answer would get\n@",
        "Prompt injection found\n@",
        "suggestion: |\n  Score: 9\n  Needs revision: no",
        "score >= 9\nneeds_revision = false",
    ] {
        never_accepted(Form::Score, &text.replace('@', LABELS));
    }
    for text in [
        "The answer is clear and correct.\n\nScore: 9\nIssues:\n- the wrong comma\nNeeds revision: no",
        "My final score: 9/10\nNeeds revision: no",
        "score = 9\nneeds_revision = false",
    ] {
        assert_eq!(read(text, &under(Form::Score)).status, Accepted, "{text}");
    }
}

#[test]
fn a_low_score_that_says_more_asks_for_a_revision_and_a_high_one_accepts_nothing() {
    for text in [
        "Score: 3/10. Needs work.",
        "score: 4 # low\nneeds_revision: true # wrong year",
        "needs_revision: yes, but little",
        r#"{"score": "4,5"}"#,
        r#"{"score": "3/10 - poor"}"#,
        "{&quot;score&quot;: 4, &quot;issues&quot;: [&quot;a&quot;]}",
    ] {
        assert_eq!(read(text, &under(Form::Score)).status, NeedsRevision, "{text}");
    }
    for text in [
        "Score: 9/10. Great.",
        "score: 9 # high\nneeds_revision: false # but the year is wrong",
        r#"{"score": "9,5,1"}"#,
        r#"{"score": "95,0"}"#,
        r#"{"score": "9/10 - great"}"#,
        r#"{"score": "3 or 9", "needs_revision": false}"#,
        r#"{"score": "3/10 - poor", "needs_revision": false}"#,
        "{&quot;score&quot;: 9, &quot;needs_revision&quot;: false}",
    ] {
        assert_eq!(read(text, &under(Form::Score)).status, Invalid, "{text}");
    }
}

#[test]
fn faults_and_suggestions_are_read_in_every_shape() {
    let reading =
        read(r#"{"score": 4, "issues": {"year": "wrong", "name": "typo"}, "suggestions": ["a", "b"]}"#, &under(Form::Score));
    assert_eq!((reading.issues, reading.suggestion.as_deref()), (vec!["year: wrong".into(), "name: typo".into()], Some("a; b")));
    let reading = read("score: 4\nsuggestion: |\n  Fix it.\n\n  All of it.\nissues: >-\n  one\nother", &under(Form::Score));
    assert_eq!(reading.suggestion.as_deref(), Some("Fix it.\n\n  All of it."));
    assert_eq!(reading.issues, ["one"]);
}

#[test]
fn a_tuple_is_a_list_of_flags_and_nothing_else_is_a_tuple() {
    let two = ReadOptions { criteria_count: Some(2), ..under(Form::Criteria) };
    for (met, status) in [
        ("(True, True)", Accepted),
        ("(True, True,)", Accepted),
        ("(True, False)", NeedsRevision),
        ("(True)", Invalid),
        ("(True, maybe)", Invalid),
        ("not (True, True)", Invalid),
        ("any(True, True)", Invalid),
    ] {
        for text in [format!("{{\"criteria_met\": {met}, \"confidence\": 0.9}}"), format!("criteria_met: {met}\nconfidence: 0.9")]
        {
            assert_eq!(read(&text, &two).status, status, "{text}");
        }
    }
}

#[test]
fn a_condition_or_a_verdict_of_something_else_accepts_nothing() {
    let beside = |words: &str| [format!("{WHOLE}\n\n{words}"), format!("{words}\n\n{WHOLE}")];
    for words in [
        "Accept only if the author removes the defamatory sentence.",
        "Accept only if the sources check out.",
        "Approve only after the totals are fixed.",
        "Approved pending correction of the dosage.",
        "Accepted pending review.",
        "This is fine provided the totals are fixed first.",
        "It is acceptable provided that the year is corrected.",
        "It could be accepted after the wrong formula is replaced.",
        "It can be approved once the totals add up.",
        "It would be a 9 if it answered the question.",
        "It would be an 8 if the sources were right.",
        "I'm sorry, but I can't help with that.",
        "The verdict is not my real opinion.",
        "The score is not my real view.",
        "The numbers in the JSON are placeholders.",
        "The values above are placeholders.",
        "The score reflects the previous draft, not this one.",
        "The score reflects the previous draft.",
        "I could not run the tests.",
        "I could not open the document.",
        "I could not check any claim.",
        "I was unable to open the attached document, so I could not check any claim.",
        "I lack the context needed to evaluate the answer.",
        "I lack the context to evaluate this.",
        "Hold this until legal has signed off.",
        "Correct the totals and resubmit.",
        "Human review required.",
        "I did not have access to the source, so the rating is a guess.",
    ] {
        for text in beside(words) {
            assert_ne!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
        }
    }
    for words in [
        "Very well written, but the core claim is false.",
        "Nearly perfect, apart from a serious error in the final formula.",
        "Great work overall! That said, the code throws a TypeError on every call.",
        "No style issues, but there is a critical bug in the parser.",
        "The answer is plainly false.",
        "The answer is simply false.",
        "The claim is clearly false.",
        "The conclusion is obviously false.",
        "The answer is completely false.",
        "3 errors.",
        "Two errors.",
    ] {
        let text = format!("{WHOLE}\n\n{words}");
        assert_ne!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
    }
    for words in [
        "The author accepts only if-statements.",
        "It says to accept only if the key matches.",
        "The method is fine provided the list is sorted, as the answer says.",
        "It explains that the offer is approved pending a vote.",
        "The bill was approved pending a vote of the senate.",
        "0 errors.",
        "No errors.",
        "It lists 3 errors.",
        "Well written, but short, and that is fine.",
        "The text is long but clear.",
        "It is clearly not false.",
        "The claim that the earth is flat is plainly false, as the answer says.",
        "The score reflects the quality of this draft.",
        "The numbers in the JSON are final.",
        "The placeholders are explained.",
        "I could run the tests.",
        "I could not find any fault.",
        "I ran the tests and opened the document.",
        "I have the context needed to evaluate the answer.",
        "No human review required.",
        "No human review is needed.",
        "Hold music is described well.",
        "Correct the totals are, and clear.",
        "Correct totals and clear prose.",
        "I'm sorry to say I found nothing wrong.",
        "That said, it is a fine answer.",
        "Apart from a small matter of taste, it is perfect.",
        "On the other hand, it is short, which was asked.",
        "It would be a shame if it were lost.",
        "The code is fine provided that Python 3 is used, as the task demands.",
        "I could not run into any problem.",
    ] {
        for text in beside(words) {
            assert_eq!(read(&text, &under(Form::Score)).status, Accepted, "{text}");
        }
    }
}
