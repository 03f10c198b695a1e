//! Texts as JSON strings: snapshots hold whole drafts, and a writer that goes byte by byte takes longer than all else.

use std::fmt::Write;

use super::find_byte_to_escape;

/// Appends a text as a JSON string, as serde_json writes it.
pub fn append_json_string(into: &mut String, text: &str) {
    into.push('"');
    let mut rest = text;
    while let Some((plain, from)) = find_byte_to_escape(rest).and_then(|at| rest.split_at_checked(at)) {
        into.push_str(plain);
        let mut letters = from.chars();
        match letters.next() {
            Some('\n') => into.push_str("\\n"),
            Some('\r') => into.push_str("\\r"),
            Some('\t') => into.push_str("\\t"),
            Some('\u{8}') => into.push_str("\\b"),
            Some('\u{c}') => into.push_str("\\f"),
            Some(mark @ ('"' | '\\')) => into.extend(['\\', mark]),
            Some(other) => write!(into, "\\u{:04x}", u32::from(other)).unwrap_or_default(),
            None => {}
        }
        rest = letters.as_str();
    }
    into.push_str(rest);
    into.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::append_json_string;

    fn quote_text(text: &str) -> String {
        let mut quoted = String::new();
        append_json_string(&mut quoted, text);
        quoted
    }

    #[test]
    fn every_letter_at_every_place_is_written_as_serde_json_writes_it() {
        for letter in (0..0x180).chain([0x2028, 0xd7ff, 0xe000, 0xffff, 0x1f980]).filter_map(char::from_u32) {
            for before in 0..17 {
                for after in [0, 9] {
                    let text = format!("{}{letter}{}", "a".repeat(before), "é".repeat(after));
                    assert_eq!(quote_text(&text), Value::from(text.as_str()).to_string(), "{letter:?} after {before}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn texts_are_written_as_serde_json_writes_them(text in "(\\PC|[\u{0}-\u{7f}]|[a-z ]{9}){0,40}") {
            prop_assert_eq!(quote_text(&text), Value::from(text.as_str()).to_string());
        }
    }
}
