//! Which text around an accepting form is harmless (markup, a short lead-in). Any other text makes the verdict `unclear`.
//!
//! No sentence is interpreted: the list of the lead-in is closed, and holds no word that denies.

use super::json::{self, FoldedKey};
use crate::message::lowercase_letter;

/// Words of a lead-in that are read past; a longer one is a text.
const MAX_WORDS: usize = 8;
/// What "Here is my evaluation:" is made of, in the languages that critics answer in.
const LEAD_IN: &str = "here is are of the my your json object evaluation critique review assessment verdict response answer output \
    result feedback final sure certainly okay ok assistant below s hier ist meine die das bewertung urteil kritik \
    ergebnis voici mon ma évaluation avis le la esta este es mi el evaluación crítica aquí está ecco mia valutazione \
    aqui minha avaliação 以下是 以下 这是 是 我的 的 评估 评价 结果 審査 评审 レビュー 評価 は です 결과 평가 입니다";
/// What a fence around a form may be named.
const FENCES: &str = "json jsonc json5 jsonl text txt javascript js python";
/// Keys of envelopes and names of enclosing tags: what is in one of these, alone, is the reply itself.
const WRAPPERS: &str = "critique evaluation review assessment verdict feedback result results response output answer final finalanswer \
    json data content message arguments args input parameters function functioncall toolcall toolcalls tooluse \
    properties";

pub(super) fn is_wrapper_key(folded_key: &str) -> bool {
    !folded_key.is_empty() && WRAPPERS.split(' ').any(|name| name == folded_key)
}

/// Whether a text outside the form says nothing. `is_before_form`: a lead-in may stand there.
pub(super) fn is_harmless_extra_text(text: &str, is_before_form: bool) -> bool {
    let mut rest = text;
    let mut words = 0;
    loop {
        rest = rest.trim_start_matches(json::is_blank_or_invisible);
        let Some(first) = rest.chars().next() else { return true };
        let after = match first {
            '`' | '~' => skip_fence(rest),
            '<' | '[' => skip_special_token(rest).or_else(|| skip_enclosing_tag(rest, is_before_form)),
            '*' | '_' | '#' | '"' => rest.get(1..),
            '-' => rest.strip_prefix("---").map(|rest| rest.trim_start_matches('-')),
            '}' | ']' | ';' if !is_before_form => rest.get(1..),
            ':' | ',' | '.' | '!' | '：' | '，' | '。' | '\'' | '’' if is_before_form && words > 0 => {
                rest.get(first.len_utf8()..)
            }
            _ if is_before_form => {
                words += 1;
                skip_lead_in_word(rest).filter(|_| words <= MAX_WORDS)
            }
            _ => None,
        };
        let Some(after) = after else { return false };
        rest = after;
    }
}

/// Skips a fence, or the marks of inline code; `None` when the text begins with neither.
fn skip_fence(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(['`', '~']);
    let marks = text.len() - rest.len();
    let info: usize = rest.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum();
    let (info, after) = rest.split_at_checked(info)?;
    let struck = text.starts_with('~') && marks < 3;
    let is_plain = info.is_empty() || (marks >= 3 && FENCES.split(' ').any(|name| name.eq_ignore_ascii_case(info)));
    (is_plain && !struck).then_some(after)
}

/// Skips a special token of a model: `<|im_end|>`, `</s>`, `[/INST]`.
fn skip_special_token(text: &str) -> Option<&str> {
    if let Some(after) = ["<s>", "</s>", "<end_of_turn>", "<eos>", "[/INST]"].iter().find_map(|token| text.strip_prefix(token)) {
        return Some(after);
    }
    const TOKENS: &str =
        "im_start im_end eot_id eom_id end endoftext end_of_text begin_of_text return start start_header_id end_header_id";
    let (name, after) = text.strip_prefix("<|")?.split_once("|>")?;
    TOKENS.split(' ').any(|token| token == name).then_some(after)
}

/// Skips a tag that encloses the form: it opens before the form, and closes behind it.
fn skip_enclosing_tag(text: &str, is_before_form: bool) -> Option<&str> {
    let (name, after) = text.strip_prefix(if is_before_form { "<" } else { "</" })?.split_once('>')?;
    (name.len() <= 32 && is_wrapper_key(FoldedKey::new(name).as_str())).then_some(after)
}

/// Skips a word of the lead-in. Scripts without spaces are read piece by piece.
fn skip_lead_in_word(text: &str) -> Option<&str> {
    let end: usize = text.chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
    let (word, after) = text.split_at_checked(end)?;
    let lead_ins = || LEAD_IN.split(' ');
    if lead_ins().any(|name| word.chars().map(lowercase_letter).eq(name.chars())) {
        return Some(after);
    }
    let spaceless = |name: &&str| name.chars().all(|c| c >= '\u{3000}') && word.starts_with(*name);
    text.get(lead_ins().filter(spaceless).map(|name| name.len()).max()?..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dress_and_a_short_lead_in_say_nothing() {
        for lead in [
            "",
            "\u{feff} \n",
            "```json\n",
            "~~~\n",
            "Here is my evaluation:\n\n```json\n",
            "Here's the JSON:",
            "Sure! Here is the critique of the answer: ",
            "**Evaluation**\n",
            "## Review\n---\n",
            "<critique>",
            "<|im_start|>assistant\n",
            "以下是我的评估：",
            "これは".strip_prefix("これ").unwrap(),
            "Voici mon évaluation :",
            "Hier ist meine Bewertung:",
        ] {
            assert!(is_harmless_extra_text(lead, true), "{lead}");
        }
        for trail in ["", "\n```", "}}", "</critique>\n", "<|im_end|>", "</s>", "`", "**"] {
            assert!(is_harmless_extra_text(trail, false), "{trail}");
        }
    }

    #[test]
    fn anything_else_says_something() {
        for lead in [
            "No.",
            "The answer is wrong:",
            "I am not sure, but here is the JSON:",
            "Here is my evaluation, as requested, here is the final verdict:",
            "```wrong\n",
            "Example:",
            "9",
            "?",
            "以下不是我的评估：",
            "</critique>",
            "<wrong>",
            "<|wrong|>",
            "❌",
        ] {
            assert!(!is_harmless_extra_text(lead, true), "{lead}");
        }
        for trail in ["ok", "Here is my evaluation:", "// no", "😀", "<critique>", ".", "?", "```\nBut", "<|no", "~~"] {
            assert!(!is_harmless_extra_text(trail, false), "{trail}");
        }
    }
}
