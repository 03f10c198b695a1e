//! Takes a model's thinking out of its answer. The raw text is kept elsewhere.

use std::borrow::Cow;

use crate::message::{find_letter, has_visible_ends};

/// Blocks of thinking. The first may be quoted by an answer, and is one only where it leads.
const THINK: [&str; 2] = ["<think>", "</think>"];
const ANYWHERE: [[&str; 2]; 2] = [["<thinking>", "</thinking>"], ["<thought>", "</thought>"]];

/// The answer without its thinking: `<thinking>…</thinking>` and `<thought>…</thought>` anywhere (seed 004's engine),
/// `<think>…</think>` only as a leading block, since an answer may quote such tags; in any case. A leading block that is never closed
/// leaves nothing: the model stopped before it answered; one in the midst of a text is not a block. Blanks around it go, and so does a byte
/// order mark.
///
/// `ThinkingFilter` of the package keeps the same out of a stream.
#[must_use]
pub fn strip_thinking(text: &str) -> Cow<'_, str> {
    let mut rest = if has_visible_ends(text) { text } else { text.trim_matches(is_js_blank) };
    if find_letter(rest, b'<').is_none() {
        return Cow::Borrowed(rest);
    }
    while let Some((inside, close)) = skip_opening_thinking_tag(rest) {
        match split_at_tag(inside, close) {
            Some((_, after)) => rest = after.trim_start_matches(is_js_blank),
            None => return Cow::Borrowed(""),
        }
    }
    trim_text(remove_thinking_blocks(rest))
}

/// The content of the block that a text begins with, and the tag that closes it.
fn skip_opening_thinking_tag(text: &str) -> Option<(&str, &'static str)> {
    let [thinking, thought] = ANYWHERE;
    [THINK, thinking, thought].into_iter().find_map(|[open, close]| Some((skip_tag(text, open)?, close)))
}

/// True for a character that JavaScript's `trim` removes: white space and the byte order mark.
fn is_js_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

fn trim_text(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(is_js_blank)),
        Cow::Owned(text) => Cow::Owned(text.trim_matches(is_js_blank).to_owned()),
    }
}

/// A text without the blocks in it, from left to right.
fn remove_thinking_blocks(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = text;
    // A block that is not closed here is not closed later either.
    let mut open_ended = [false; 2];
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|ahead| ahead.find('<')).map(|at| from + at) {
        from = at + 1;
        let ahead = rest.get(at..).unwrap_or_default();
        for ([open, close], open_ended) in ANYWHERE.into_iter().zip(&mut open_ended) {
            let Some(inside) = skip_tag(ahead, open).filter(|_| !*open_ended) else { continue };
            match split_at_tag(inside, close) {
                Some((_, after)) => {
                    kept.push_str(rest.get(..at).unwrap_or_default());
                    (rest, from) = (after, 0);
                    break;
                }
                None => *open_ended = true,
            }
        }
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Splits a text at the first such tag. Faster than `split_once`: most texts have few angle brackets.
fn split_at_tag<'t>(text: &'t str, tag: &str) -> Option<(&'t str, &'t str)> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('<')?;
        if let Some(after) = skip_tag(text.get(at..)?, tag) {
            return Some((text.get(..at)?, after));
        }
        from = at + 1;
    }
}

/// Skips the tag that a text begins with.
pub(super) fn skip_tag<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
    let (begin, after) = text.split_at_checked(tag.len())?;
    begin.eq_ignore_ascii_case(tag).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_taken_out_and_quoted_tags_stay() {
        let cases = [
            ("plain", "plain"),
            ("  A1\n", "A1"),
            ("<thinking>secret</thinking>\nA1 <thought>x</thought>", "A1"),
            ("<think>secret</think>A1", "A1"),
            ("\n<think>a</think>\n<think>b</think>\nA1", "A1"),
            ("Use `<think>` to <think>x</think>", "Use `<think>` to <think>x</think>"),
            ("<think>never closed", ""),
            ("<thinking>never closed", ""),
            ("<think></think>", ""),
            ("a <thinking>open", "a <thinking>open"),
            ("<Thinking>secret</THINKING>A1 <THOUGHT>x</thought>", "A1"),
            ("<THINK>secret</Think> A1", "A1"),
            ("<Thinking>never closed", ""),
            ("<thinking>a</thinking><think>never closed", ""),
            ("<think>a</think>\n<thought>never closed", ""),
            ("<thought>a</thought> <think>b</think>\n<Thinking>c</thinking> A1", "A1"),
            ("A1 <think>x</think>", "A1 <think>x</think>"),
            ("a <thinking>open <thought>x</thought> b", "a <thinking>open  b"),
            ("a <thinking>x<thought>y</thinking>b</thought>", "a b</thought>"),
            ("a <thought><thinking>x</THOUGHT>b", "a b"),
            ("a <<thinking>x</thinking>b", "a <b"),
            ("\u{feff}A1\u{feff}", "A1"),
            ("\u{feff}<think>x</think>A1", "A1"),
        ];
        for (raw, answer) in cases {
            assert_eq!(strip_thinking(raw), answer, "{raw}");
        }
    }
}
