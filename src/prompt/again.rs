//! The second question: a critic that could not be read is asked once more, for the form alone.
//!
//! Its own words are before it as its own turn, but never the object that it accepted with: a model that sees its object copies it.

use super::{Fence, append_content, cut_middle};
use crate::message::{Message, Role, Rope, SharedText};
use crate::settings::{Form, Settings, Strategy};

/// Asks the critic again: the first request, the text found around its verdict, and a question about it. With no such text, only the first
/// request.
pub fn request_json_again(
    first_request: &[Message],
    text_beside_verdict: Option<&str>,
    [reply_name, keys, more_keys, rule]: [&'static str; 4],
) -> Vec<Message> {
    let mut messages = first_request.to_vec();
    if let Some(text_beside) = text_beside_verdict.filter(|text| !text.trim().is_empty()) {
        messages.push(Message::from_text(Role::Assistant, cut_middle(text_beside)));
        let mut question = Rope::from_static("Now give this ");
        question
            .add_static(reply_name)
            .add_static(" as one JSON object and nothing else, with the keys ")
            .add_static(keys)
            .add_static(more_keys)
            .add_static(". Every fault, doubt or condition that you wrote belongs in ")
            .add_static(rule);
        messages.push(Message::from_text(Role::User, question));
    }
    messages
}

/// The first request, and why the quotes of its reply do not bear out the acceptance: those that are missing, a line each.
pub fn request_quotes_again(
    first_request: &[Message],
    unfound_quotes: Option<&SharedText>,
    rule: &'static str,
    fence: &Fence,
) -> Vec<Message> {
    let mut text = Rope::from_static("\n\nA review was not taken: ");
    match unfound_quotes {
        Some(unfound_quotes) => {
            text.add_static("words that it quoted do not stand where it said:\n").add_fenced(fence, &cut_middle(unfound_quotes));
            fence.add_notice(&mut text);
        }
        None => drop(text.add_static("it quoted nothing that bears it out.")),
    }
    text.add_static("\n\nReview once more, each quote to the letter. Every fault belongs in ").add_static(rule);
    let mut messages = first_request.to_vec();
    match messages.last_mut().filter(|last| last.role == Role::User) {
        // Two messages of a user in a row are more than some models take.
        Some(last) => append_content(last, &text),
        None => messages.push(Message::from_text(Role::User, text)),
    }
    messages
}

/// The verdict's keys, and what follows from the faults that the critic named.
pub fn critique_retry_wording(settings: &Settings) -> [&'static str; 4] {
    let keys = match settings.form {
        // The keys of seed 004's own form.
        Form::Score if settings.strategy == Strategy::Classic => "score, issues, suggestion, needs_revision",
        Form::Score => "reasoning, score, issues, suggestion, needs_revision",
        Form::Criteria => "reasoning, criteria_met, confidence, suggestions",
        Form::Status => "reasoning, status, critique, issues",
    };
    let rule = match settings.form {
        Form::Score => {
            "issues, and score and needs_revision must follow from it. If you named none, issues is empty and needs_revision is false."
        }
        Form::Criteria => {
            "suggestions, and criteria_met and confidence must follow from it. If you named none, suggestions is empty."
        }
        Form::Status => "issues, and status must follow from it. If you named none, issues is empty and status is \"accepted\".",
    };
    ["review", keys, if settings.quotes { ", verdict, evidence" } else { "" }, rule]
}
