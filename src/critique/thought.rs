//! Blocks in which a critic thinks, in the dialects of many models: what stands in one is no verdict, what stands behind one is.

use super::Verdict::{Accepted, Invalid, NeedsRevision};
use super::traps::{WHOLE, never_accepted, under};
use super::{Form, read};

/// What opens a block of reasoning, and what closes it.
const BLOCKS: [[&str; 2]; 28] = [
    ["<|START_THINKING|>", "<|END_THINKING|>"],
    ["<|think|>", "<|/think|>"],
    ["<|thinking|>", "<|/thinking|>"],
    ["<|begin_of_thinking|>", "<|end_of_thinking|>"],
    ["Thinking...\n", "\n...done thinking."],
    ["<details type=\"reasoning\">", "</details>"],
    ["<details><summary>Thinking</summary>", "</details>"],
    ["<details open>\n<summary>My reasoning</summary>\n", "\n</details>"],
    ["<chain_of_thought>", "</chain_of_thought>"],
    ["<cot>", "</cot>"],
    ["<scratch_pad>", "</scratch_pad>"],
    ["<scratch-pad>", "</scratch-pad>"],
    ["<inner_thoughts>", "</inner_thoughts>"],
    ["<inner_monologue>", "</inner_monologue>"],
    ["<rationale>", "</rationale>"],
    ["<reason>", "</reason>"],
    ["<antThinking>", "</antThinking>"],
    ["<deliberation>", "</deliberation>"],
    ["<reflexion>", "</reflexion>"],
    ["<internal>", "</internal>"],
    ["```thinking\n", "\n```"],
    ["```reasoning\n", "\n```"],
    ["~~~ Scratchpad\n", "\n~~~"],
    ["````thinking\n```json\n", "\n```\n````"],
    ["<|im_start|>think\n", "<|im_end|>"],
    ["{think}", "{/think}"],
    ["[reasoning]", "[/reasoning]"],
    ["<think>", "</think>"],
];

#[test]
fn a_verdict_in_a_block_of_reasoning_was_only_thought() {
    const REVISE: &str = r#"{"score": 4, "issues": ["x"], "suggestion": "y", "needs_revision": true}"#;
    for [open, close] in BLOCKS {
        never_accepted(Form::Score, &format!("{open}{WHOLE}{close}"));
        if !open.starts_with("Thinking") {
            never_accepted(Form::Score, &format!("{open}{WHOLE}"));
        }
        never_accepted(Form::Status, &format!("{open}CODE_IS_PERFECT{close}"));
        let status = |text: &str| read(text, &under(Form::Score)).status;
        assert_eq!(status(&format!("{open}{WHOLE}{close}\n{REVISE}")), NeedsRevision, "{open}");
        assert_eq!(status(&format!("{open}The year is wrong? No.{close}\n\n{WHOLE}")), Accepted, "{open}");
        assert_eq!(status(&format!("{open}{REVISE}{close}\n```json\n{WHOLE}\n```")), Accepted, "{open}");
        let quoted = serde_json::to_string(&format!("It prints {open} and {close}.")).unwrap();
        let text = format!(r#"{{"score": 9, "issues": [], "suggestion": {quoted}, "needs_revision": false}}"#);
        assert_eq!(status(&text), Accepted, "{text}");
    }
}

#[test]
fn the_reasons_behind_a_verdict_are_heard_in_their_block() {
    for [open, close] in [
        ["<reasoning>", "</reasoning>"],
        ["<rationale>", "</rationale>"],
        ["<details><summary>Reasoning</summary>", "</details>"],
        ["[analysis]", "[/analysis]"],
    ] {
        let text = |said: &str| read(&format!("{WHOLE}\n{open}{said}{close}"), &under(Form::Score)).status;
        assert_eq!(text("The answer is wrong about the year."), Invalid, "{open}");
        assert_eq!(text("The year is right."), Accepted, "{open}");
    }
}

#[test]
fn other_tags_and_fences_hold_no_reasoning() {
    for [open, close] in [
        ["<plan>", "</plan>"],
        ["<details><summary>Verdict</summary>\n", "\n</details>"],
        ["<|im_start|>assistant\n", "<|im_end|>"],
        ["```json\n", "\n```"],
        ["The blank {reason} is filled in, see the [analysis](https://example.org).\n\n", ""],
    ] {
        assert_eq!(read(&format!("{open}{WHOLE}{close}"), &under(Form::Score)).status, Accepted, "{open}");
    }
}

#[test]
fn hostile_blocks_are_read_to_their_end() {
    for part in
        ["\n...done thinking.", "```thinking\n", "<details type=\"reasoning\">", "<|im_start|>think", "{think}", "<|think|>"]
    {
        never_accepted(Form::Score, &part.repeat(20_000));
    }
}
