//! Asking a critic again: what could not be read, and the form that is wanted.

use super::{Fence, capped};
use crate::settings::Form;

/// A reply that could not be read.
#[derive(Clone, Copy, Debug)]
pub struct Again<'a> {
    /// The reader's reason: `no_json`, `truncated`, `score`, …
    pub reason: &'a str,
    pub reply: &'a str,
}

/// What is said to the critic behind its first request.
pub(super) fn again(again: Again, form: Form, fence: &Fence) -> String {
    let Again { reason, reply } = again;
    let mut text = format!("\n\nYour last review could not be read ({reason}): {}.", words(reason));
    if !reply.trim().is_empty() {
        text.push_str(&format!(" It was:\n{}", fence.around(&capped(reply))));
    }
    text.push_str("\n\nGive the review again: one JSON object and nothing else, with the keys ");
    text.push_str(keys(form));
    text.push('.');
    text
}

fn keys(form: Form) -> &'static str {
    match form {
        Form::Score => {
            r#""score" (a number from 0 to 10), "issues" (a list of strings), "suggestion" (a string) and "needs_revision" (true or false)"#
        }
        Form::Criteria => {
            r#""criteria_met" (true or false for each criterion, in their order), "confidence" (a number from 0 to 1), "suggestions" (a list of strings) and "reasoning" (a string)"#
        }
        Form::Status => r#""status" ("accepted" or "needs_revision"), "critique" (a string) and "issues" (a list of strings)"#,
    }
}

fn words(reason: &str) -> &'static str {
    match reason {
        "empty" => "there was no text in it",
        "truncated" => "it was cut off before its end",
        "no_json" => "there was no JSON object in it",
        "conflict" => "it holds verdicts that differ",
        "placeholder" => "it still holds placeholders of the form",
        "echo" => "it only repeats what you were shown",
        "quoted" => "its verdict stands only in an example or a quotation",
        "damaged" => "its JSON is damaged",
        "contradictory" => "its fields contradict each other",
        "score" => "`score` is missing or is no number from 0 to 10",
        "needs_revision" => "`needs_revision` is neither true nor false",
        "criteria_met" => "`criteria_met` is missing or is no list of true and false",
        "confidence" => "`confidence` is missing or is no number from 0 to 1",
        "status" => "`status` is missing or is neither \"accepted\" nor \"needs_revision\"",
        _ => "no verdict was found in it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critique::{ReadOptions, read};

    #[test]
    fn a_critic_is_told_what_could_not_be_read_and_what_is_wanted() {
        let said = again(Again { reason: "score", reply: "I like it." }, Form::Score, &Fence::with("abc".to_owned()));
        for part in ["(score): `score` is missing", "[begin abc]\nI like it.\n[end abc]", "\"needs_revision\" (true or false)"] {
            assert!(said.contains(part), "{said}");
        }
        let silent = again(Again { reason: "empty", reply: " \n" }, Form::Status, &Fence::off());
        assert!(!silent.contains("It was:") && silent.contains("\"status\" (\"accepted\" or \"needs_revision\")"));
    }

    #[test]
    fn every_reason_of_the_reader_is_told_in_words_of_its_own() {
        let replies = [
            "",
            "<think>x",
            "words",
            r#"{"score": 9} {"score": 2, "needs_revision": true} {"score": 9, "needs_revision": false}"#,
            r#"{"score": <0-10>, "needs_revision": <true|false>}"#,
            r#"Example: {"score": 9, "needs_revision": false}"#,
            r#"{"issues": []}"#,
            r#"{"score": 9, "needs_revision": "maybe"}"#,
        ];
        for reply in replies {
            let reading = read(reply, &ReadOptions { form: Some(Form::Score), ..ReadOptions::default() });
            let reason = reading.reason.unwrap();
            assert_ne!(words(&reason), words("anything else"), "{reason}: {reply}");
        }
    }
}
