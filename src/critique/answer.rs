//! Takes a model's thinking out of its answer. The raw text is kept elsewhere.

use std::borrow::Cow;

use crate::message::has;

/// The answer without its thinking: `<thinking>…</thinking>` and `<thought>…</thought>` anywhere (seed 004's engine),
/// `<think>…</think>` only as a leading block, since an answer may quote such tags. A leading block that is never closed leaves
/// nothing: the model stopped before it answered.
#[must_use]
pub fn strip_thinking(text: &str) -> Cow<'_, str> {
    if !has(text, *b"<<") {
        return Cow::Borrowed(text.trim());
    }
    let mut rest = text.trim_start();
    while let Some(inside) = rest.strip_prefix("<think>") {
        match inside.find("</think>") {
            Some(end) => rest = inside.get(end + "</think>".len()..).unwrap_or_default().trim_start(),
            None => return Cow::Borrowed(""),
        }
    }
    let kept = without(Cow::Borrowed(rest), "<thinking>", "</thinking>");
    let kept = trimmed(without(kept, "<thought>", "</thought>"));
    if kept.starts_with("<thinking>") || kept.starts_with("<thought>") { Cow::Borrowed("") } else { kept }
}

fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
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
        if let Some(after) = text.get(at..)?.strip_prefix(tag) {
            return Some((text.get(..at)?, after));
        }
        from = at + 1;
    }
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
        ];
        for (raw, answer) in cases {
            assert_eq!(strip_thinking(raw), answer, "{raw}");
        }
    }
}
