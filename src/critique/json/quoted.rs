//! Finds the end of a quoted string, also when quotes inside it were not escaped.

use super::Span;
use super::ahead::{self, Next};

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
    /// A quote inside stands where the string may well have been meant to end.
    pub guessed: bool,
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
    let mut found = Quoted { inner: Span::new(begin, text.len()), after: text.len(), closed: false, guessed: false };
    // Whether a quote was taken for text.
    let mut mended = false;
    let mut i = begin;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b' ' | b'a'..=b'z' | b'A'..=b'Z' => {}
            b'\\' => {
                i += 2;
                continue;
            }
            b'\n' if role == Role::Key => return Some(Quoted { inner: Span::new(begin, i), after: i, ..found }),
            b'"' | b'\'' | b'`' | 0xc2 | 0xe2 | 0xe3 | 0xef => {
                let mark = closing.iter().find(|mark| bytes.get(i..).is_some_and(|rest| rest.starts_with(mark.as_bytes())));
                if let Some(mark) = mark {
                    let after = i + mark.len();
                    if ends(text, after, role, mended) {
                        return Some(Quoted { inner: Span::new(begin, i), after, closed: true, ..found });
                    }
                    mended = true;
                    found.guessed |=
                        matches!(bytes.get(ahead::past_blank(text, after).0), Some(b',' | b':' | b'"' | b'}' | b']'));
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

/// Whether a quote before `after` ends its string. Everything that can follow in well-formed JSON is an end.
fn ends(text: &str, after: usize, role: Role, mended: bool) -> bool {
    if role == Role::Key {
        return true;
    }
    let bytes = text.as_bytes();
    let (i, line) = ahead::past_blank(text, after);
    if let Some(len) = ahead::comma(bytes, i) {
        let (i, _) = ahead::past_blank(text, i + len);
        return match (bytes.get(i), role) {
            (None | Some(b'}' | b']' | b'/' | b'#' | b'.' | b','), _) => true,
            (Some(b'<'), _) => role == Role::Element || text.get(i..).is_some_and(|r| r.starts_with("<!--")),
            (_, Role::Element) => ahead::next(text, i) != Next::Text,
            _ => ahead::next(text, i) == Next::Key,
        };
    }
    match bytes.get(i) {
        None => true,
        Some(b'}' | b']') => !mended || closes(text, i),
        Some(b'/') => matches!(bytes.get(i + 1), Some(b'/' | b'*')),
        Some(b'#') => true,
        _ if line => ahead::next(text, i) == Next::Key || (role == Role::Element && ahead::next(text, i) == Next::Value),
        Some(b'"') => i > after && role == Role::Value && ahead::next(text, i) == Next::Key,
        _ => false,
    }
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
