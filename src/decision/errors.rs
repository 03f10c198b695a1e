//! The sentences about a situation, and about a reflection on it.

use crate::critique::quote_reply;
use crate::message::{describe_mismatch, join_texts};

sentences! {
    too_much_evidence(most: usize, got: usize) -> String::from = "`evidence` must hold at most {most} entries, got {got}";
    failed_rule(rule: &str, why: &str) -> String::from = "the rule `{rule}` failed: {why}";
}

pub(super) fn unreadable_reflection(reason: &str, reply: &str) -> String {
    format!("the model's reflection could not be read: {reason}{}", quote_reply(reply))
}

/// A word that is none of these.
pub(super) fn unknown_word(what: &str, allowed: &str, word: &str) -> String {
    let short: String = word.chars().take(80).collect();
    describe_mismatch(what, allowed, &format!("\"{short}\""))
}

pub(super) fn unknown_action(action: &str, actions: &[String]) -> String {
    unknown_word("`decision`", &format!("one of the actions {}", join_texts(actions, ", ")), action)
}
