//! Takes a model's thinking out of its answer. The raw text is kept elsewhere.

use std::borrow::Cow;

use crate::message::has;

/// The answer without its thinking: `<thinking>…</thinking>` and `<thought>…</thought>` anywhere (seed 004's engine),
/// `<think>…</think>` only as a leading block, since an answer may quote such tags; in any case. A leading block that is never closed
/// leaves nothing: the model stopped before it answered. Blanks around it go, and so does a byte order mark.
#[must_use]
pub fn strip_thinking(text: &str) -> Cow<'_, str> {
    if !has(text, *b"<<") {
        return Cow::Borrowed(text.trim_matches(blank));
    }
    let mut rest = text.trim_start_matches(blank);
    while let Some(inside) = after_tag(rest, "<think>") {
        match split_at_tag(inside, "</think>") {
            Some((_, after)) => rest = after.trim_start_matches(blank),
            None => return Cow::Borrowed(""),
        }
    }
    let kept = without(Cow::Borrowed(rest), "<thinking>", "</thinking>");
    let kept = trimmed(without(kept, "<thought>", "</thought>"));
    let open = after_tag(&kept, "<thinking>").or(after_tag(&kept, "<thought>")).is_some();
    if open { Cow::Borrowed("") } else { kept }
}

/// What JavaScript's `trim` takes away, which has the byte order mark among its blanks.
fn blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(blank)),
        Cow::Owned(text) => Cow::Owned(text.trim_matches(blank).to_owned()),
    }
}

fn without<'t>(text: Cow<'t, str>, open: &str, close: &str) -> Cow<'t, str> {
    let mut kept = String::new();
    let mut rest = text.as_ref();
    while let Some((before, inside)) = split_at_tag(rest, open) {
        let Some((_, after)) = split_at_tag(inside, close) else { break };
        kept.push_str(before);
        rest = after;
    }
    if rest.len() == text.len() {
        return text;
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// What stands before and after the first such tag. Faster than `split_once`: most texts have few angle brackets.
fn split_at_tag<'t>(text: &'t str, tag: &str) -> Option<(&'t str, &'t str)> {
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('<')?;
        if let Some(after) = after_tag(text.get(at..)?, tag) {
            return Some((text.get(..at)?, after));
        }
        from = at + 1;
    }
}

/// What stands behind the tag that a text begins with.
fn after_tag<'t>(text: &'t str, tag: &str) -> Option<&'t str> {
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
            ("\u{feff}A1\u{feff}", "A1"),
            ("\u{feff}<think>x</think>A1", "A1"),
        ];
        for (raw, answer) in cases {
            assert_eq!(strip_thinking(raw), answer, "{raw}");
        }
    }
}
