//! Finds the end of a quoted string, also when quotes inside it were not escaped or its own end quote is missing.

use super::ahead::{self, Next};
use super::{Repair, Span};

/// Where a string stands; it decides what may follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    /// The value of a key.
    Value,
    /// An element of an array.
    Element,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Quoted {
    /// The content, without quotes.
    pub inner: Span,
    pub after: usize,
    pub closed: bool,
    /// The end quote is missing and the next key starts at `after`.
    pub runs_on: bool,
    ascii: u8,
    mended: bool,
    /// A quote inside stands where a string may well have been meant to end.
    blurred: bool,
    newline: bool,
    bad_escape: bool,
}

impl Quoted {
    pub(super) fn repairs(self) -> impl Iterator<Item = Repair> {
        let quote = match self.ascii {
            b'"' => None,
            b'\'' => Some(Repair::SingleQuote),
            _ => Some(Repair::OtherQuote),
        };
        let found = [
            quote,
            self.newline.then_some(Repair::RawNewline),
            self.bad_escape.then_some(Repair::BadEscape),
            self.mended.then_some(Repair::InnerQuote),
            (self.runs_on || self.blurred).then_some(Repair::MissingQuote),
        ];
        found.into_iter().flatten()
    }
}

/// Length of the opening quote at `i` and the marks that may close it.
pub(super) fn closers(text: &str, i: usize) -> Option<(usize, &'static [&'static str])> {
    let open = match text.as_bytes().get(i)? {
        b'"' => return Some((1, &["\""])),
        b'\'' => return Some((1, &["'"])),
        // Three of them are a fence.
        b'`' => return (!text.get(i..)?.starts_with("```")).then_some((1, &["`"])),
        0xc2 | 0xe2 | 0xe3 | 0xef => text.get(i..)?.chars().next()?,
        _ => return None,
    };
    let closing: &[&str] = match open {
        '“' | '”' | '„' | '‟' => &["”", "“", "\""],
        '‘' | '’' | '‚' | '‛' => &["’", "‘", "'"],
        '«' => &["»"],
        '»' => &["«"],
        '「' => &["」"],
        '『' => &["』"],
        '＂' => &["＂"],
        _ => return None,
    };
    Some((open.len_utf8(), closing))
}

/// Reads the string at `start`; `None` when no quote stands there. A key ends with its line at the latest.
pub(super) fn quoted(text: &str, start: usize, role: Role) -> Option<Quoted> {
    let (opening, closing) = closers(text, start)?;
    let bytes = text.as_bytes();
    let begin = start + opening;
    let mut found = Quoted {
        inner: Span::new(begin, text.len()),
        after: text.len(),
        closed: false,
        runs_on: false,
        ascii: bytes.get(start).copied().unwrap_or_default(),
        mended: false,
        blurred: false,
        newline: false,
        bad_escape: false,
    };
    // The last quote that was taken for text.
    let mut inside = None;
    let mut i = begin;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b' ' | b'a'..=b'z' | b'A'..=b'Z' => {}
            b'\\' => {
                found.bad_escape |=
                    !matches!(bytes.get(i + 1), Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u'));
                i += 2;
                continue;
            }
            b'\n' if role == Role::Key => return Some(Quoted { inner: Span::new(begin, i), after: i, ..found }),
            b'\n' | b'\r' | b'\t' => found.newline = true,
            b'"' | b'\'' | b'`' | 0xc2 | 0xe2 | 0xe3 | 0xef => {
                let mark = closing.iter().find(|mark| bytes.get(i..).is_some_and(|rest| rest.starts_with(mark.as_bytes())));
                if let Some(mark) = mark {
                    let after = i + mark.len();
                    match follows(text, after, role, found.mended) {
                        Follows::End => return Some(Quoted { inner: Span::new(begin, i), after, closed: true, ..found }),
                        Follows::Colon => {
                            if let Some((end, key)) = inside.and_then(|key| Some((separator(bytes, begin, key)?, key))) {
                                let inner = Span::new(begin, end);
                                return Some(Quoted { inner, after: key, closed: true, runs_on: true, ..found });
                            }
                        }
                        Follows::Text => {}
                    }
                    found.mended = true;
                    found.blurred |=
                        matches!(bytes.get(ahead::past_blank(text, after).0), Some(b',' | b':' | b'"' | b'}' | b']'));
                    inside = Some(i);
                    i = after;
                    continue;
                }
            }
            _ => {}
        }
        i += 1;
    }
    Some(found)
}

/// If the quote at `key` stands after a comma or at the start of a line, as a key does: where the string before it must have
/// been meant to end.
fn separator(bytes: &[u8], begin: usize, key: usize) -> Option<usize> {
    let before = bytes.get(begin..key)?;
    let text = before.trim_ascii_end();
    match text.strip_suffix(b",") {
        Some(text) => Some(begin + text.len()),
        None => before.get(text.len()..)?.contains(&b'\n').then_some(begin + text.len()),
    }
}

enum Follows {
    /// What follows fits the end of the string.
    End,
    /// A colon, where none can be.
    Colon,
    /// Text: the quote belongs to the string.
    Text,
}

/// Whether a quote that ends at `after` ends its string. Everything that can follow in well-formed JSON is an end.
fn follows(text: &str, after: usize, role: Role, mended: bool) -> Follows {
    if role == Role::Key {
        return Follows::End;
    }
    let bytes = text.as_bytes();
    let (i, line) = ahead::past_blank(text, after);
    if let Some(len) = ahead::comma(bytes, i) {
        let (i, _) = ahead::past_blank(text, i + len);
        let fits = match (bytes.get(i), role) {
            (None | Some(b'}' | b']' | b'/' | b'#' | b'.' | b','), _) => true,
            (Some(b'<'), _) => role == Role::Element || text.get(i..).is_some_and(|r| r.starts_with("<!--")),
            (_, Role::Element) => ahead::next(text, i) != Next::Text,
            _ => ahead::next(text, i) == Next::Key,
        };
        return if fits { Follows::End } else { Follows::Text };
    }
    if ahead::colon(bytes, i).is_some() {
        return if role == Role::Element && !mended { Follows::End } else { Follows::Colon };
    }
    let fits = match bytes.get(i) {
        None => true,
        Some(b'}' | b']') => !mended || closes(text, i),
        Some(b'/') => matches!(bytes.get(i + 1), Some(b'/' | b'*')),
        Some(b'#') => true,
        _ if line => ahead::next(text, i) == Next::Key || (role == Role::Element && ahead::next(text, i) == Next::Value),
        Some(b'"') => i > after && role == Role::Value && ahead::next(text, i) == Next::Key,
        _ => false,
    };
    if fits { Follows::End } else { Follows::Text }
}

/// Whether the brackets at `i` close something, rather than belong to a sentence that goes on.
fn closes(text: &str, i: usize) -> bool {
    let rest = text.get(i..).unwrap_or_default();
    let after = rest.trim_start_matches(['}', ']', ' ', '\t']);
    !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '.' | '(' | ':' | '{' | '['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_string_is_found_among_unescaped_quotes() {
        let cases = [
            (r#""plain", "b": 1"#, Role::Value, "plain"),
            (r#""a \" b", "c": 1"#, Role::Value, r#"a \" b"#),
            (r#""the word "done" is"]"#, Role::Element, r#"the word "done" is"#),
            (r#""from "/" to "*.""]"#, Role::Element, r#"from "/" to "*.""#),
            (r#""said "yes", then left"}"#, Role::Value, r#"said "yes", then left"#),
            (r#""use {"a": "b"} instead", "c": 1}"#, Role::Value, r#"use {"a": "b"} instead"#),
            (r#"'It's short'}"#, Role::Value, "It's short"),
            ("“a “b” c”}", Role::Value, "a “b” c"),
            ("\"a\" // note", Role::Value, "a"),
            ("\"none, \"b\": true}", Role::Value, "none"),
            ("\"none\n  \"b\": true}", Role::Value, "none"),
            (r#""a.b"": 1"#, Role::Value, r#"a.b"": 1"#),
        ];
        for (text, role, inner) in cases {
            assert_eq!(quoted(text, 0, role).unwrap().inner.of(text), inner, "{text}");
        }
    }

    #[test]
    fn a_string_that_never_ends_is_not_closed() {
        for text in ["\"", "\"abc", "\"abc\\", "\"abc\\\"", "'a \" b"] {
            assert!(!quoted(text, 0, Role::Value).unwrap().closed, "{text}");
        }
        assert!(quoted("abc", 0, Role::Value).is_none());
    }
}
