//! Knows the blanks of a template that a critic never filled in.

use super::negation::words;
use super::scalar::Decimal;

/// What a template leaves in place of a text: `<issue 1>`, `<one-sentence improvement suggestion>`, `{{issue}}`. A tag, an address or
/// a name in angle brackets is what a reviewer of HTML or of types writes.
pub(super) fn is_unfilled_text(text: &str) -> bool {
    const BLANKS: &str = "issue suggestion your critique feedback string text reason reasoning problem description improvement fix \
        item sentence comment summary list concern fault point";
    /// Of which nobody writes a text of its own.
    const DOUBLE: [(&str, &str); 4] = [("{{", "}}"), ("[[", "]]"), ("${", "}"), ("<%", "%>")];
    const SINGLE: [(&str, &str); 4] = [("<", ">"), ("{", "}"), ("[", "]"), ("%", "%")];
    let text = text.trim();
    let within =
        |(open, close): &(&str, &str)| Some(text.strip_prefix(open)?.strip_suffix(close)?.trim()).filter(|t| !t.is_empty());
    if DOUBLE.iter().any(|marks| within(marks).is_some_and(|inside| !inside.contains(['{', '[']))) {
        return true;
    }
    let Some((inside, angled)) = SINGLE.iter().find_map(|marks| Some((within(marks)?, marks.0 == "<"))) else { return false };
    if inside.contains(['=', ':', '/', '<', '>', '{', '[', '%']) {
        return false;
    }
    let inside = inside.to_ascii_lowercase();
    let name = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('s').to_owned();
    let mut words = words(&inside);
    (angled && inside.contains(char::is_whitespace)) || words.any(|word| BLANKS.split(' ').any(|blank| blank == name(word)))
}

/// Whether nothing but dots stands there.
pub(super) fn is_elided(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| matches!(c, '.' | '…'))
}

/// What a template leaves for the critic to fill in: `<0-10>`, `...`, `0.0-1.0`, `true|false`, `number`.
pub(super) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with('<') && text.ends_with('>') && text.len() > 2 {
        return !text.get(1..text.len() - 1).unwrap_or_default().contains(['<', '>']);
    }
    if is_elided(text) {
        return true;
    }
    let range =
        if text.starts_with(['0', '1']) { text.split_once(['-', '–']).or_else(|| text.split_once(" to ")) } else { None };
    if range.is_some_and(|(low, high)| matches!(low.trim(), "0" | "0.0" | "1") && Decimal::parse(high.trim()).is_some()) {
        return true;
    }
    const KINDS: [&str; 11] = [
        "true|false",
        "true/false",
        "true or false",
        "true | false",
        "boolean",
        "bool",
        "number",
        "float",
        "integer",
        "int",
        "string",
    ];
    KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfilled_templates_are_known() {
        for text in
            ["<0-10>", "<issue 1>", "<true|false>", "...", "…", "0-10", "0.0-1.0", "1–10", "0 to 10", "true|false", "boolean"]
        {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["", "8", "8-9", "a <b> c", "<b>bold</b> is not closed</b>", "missing ...", "true"] {
            assert!(!is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn a_tag_alone_is_no_blank() {
        for text in [
            "<issue 1>",
            "<issue1>",
            "<suggestions>",
            "<one-sentence improvement suggestion>",
            "<your_critique>",
            " <string> ",
            "{{issue}}",
            "{{ a.b }}",
            "${issue}",
            "{issue}",
            "[Your suggestion here]",
            "[issue 1]",
            "%suggestion%",
            "[[text]]",
        ] {
            assert!(is_unfilled_text(text), "{text}");
        }
        for text in [
            "<h1>",
            "<br/>",
            "<Component />",
            "<svg onload=alert(1)>",
            "<https://example.com>",
            "<T>",
            "</issue>",
            "issue",
            "",
            "{{name}} is not escaped",
            "[x] the year",
            "{a, b}",
            "[1, 2]",
            "[citation needed]",
            "It ends in ...",
            "[text](https://example.com)",
            "100%",
            "{{a}} and {{b}}",
        ] {
            assert!(!is_unfilled_text(text), "{text}");
        }
    }
}
