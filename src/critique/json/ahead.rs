//! Looks a bounded way ahead, to tell what comes next without reading it.

use super::blank::is_blank;
use super::quoted::closers;

/// Longest key that is looked for ahead.
const MAX_KEY: usize = 80;

/// What seems to come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A key with its colon.
    Key,
    /// A value that is no key.
    Value,
    /// Neither.
    Text,
}

/// Length of the colon at `i`, also a full-width one.
pub(super) fn colon(bytes: &[u8], i: usize) -> Option<usize> {
    match bytes.get(i..)? {
        [b':', ..] => Some(1),
        [b'=', b'>', ..] => Some(2),
        [0xef, 0xbc, 0x9a, ..] => Some(3),
        _ => None,
    }
}

/// Length of the comma at `i`, also a semicolon or a full-width comma.
pub(super) fn comma(bytes: &[u8], i: usize) -> Option<usize> {
    match bytes.get(i..)? {
        [b',' | b';', ..] => Some(1),
        [0xef, 0xbc, 0x8c, ..] => Some(3),
        _ => None,
    }
}

/// The end of the identifier at `start`.
pub(super) fn word(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let mut end = 0;
    for (n, c) in rest.char_indices().take_while(|(n, _)| *n < MAX_KEY) {
        let fits = c.is_alphabetic() || c == '_' || c == '$' || (n > 0 && (c.is_numeric() || c == '-'));
        if !fits {
            break;
        }
        end = n + c.len_utf8();
    }
    (end > 0).then_some(start + end)
}

/// The first place at or after `i` that is not blank, and whether a line ends before it.
pub(super) fn past_blank(text: &str, i: usize) -> (usize, bool) {
    if text.as_bytes().get(i).is_some_and(|b| b.is_ascii_graphic()) {
        return (i, false);
    }
    let rest = text.get(i..).unwrap_or_default();
    let blank = rest.find(|c: char| !is_blank(c)).unwrap_or(rest.len());
    (i + blank, rest.get(..blank).is_some_and(|b| b.contains('\n')))
}

/// What comes at `i`.
pub(super) fn next(text: &str, i: usize) -> Next {
    let bytes = text.as_bytes();
    let followed_by_colon = |end: usize| colon(bytes, past_blank(text, end).0).is_some();
    if let Some((opening, closing)) = closers(text, i) {
        let inside = i + opening;
        let rest = bytes.get(inside..).unwrap_or_default();
        for (n, byte) in rest.iter().enumerate().take(MAX_KEY) {
            let found = |mark: &&&str| {
                mark.as_bytes().first() == Some(byte) && rest.get(n..).is_some_and(|r| r.starts_with(mark.as_bytes()))
            };
            if let Some(mark) = closing.iter().find(found) {
                return if followed_by_colon(inside + n + mark.len()) { Next::Key } else { Next::Value };
            }
        }
        return Next::Key;
    }
    if let Some(end) = word(text, i) {
        if followed_by_colon(end) || end == text.len() {
            return Next::Key;
        }
        let literal = ["true", "false", "null", "True", "False", "None", "NaN"].contains(&text.get(i..end).unwrap_or_default());
        return if literal { Next::Value } else { Next::Text };
    }
    match bytes.get(i) {
        Some(b'{' | b'[' | b'-' | b'<' | b'0'..=b'9') => Next::Value,
        _ => Next::Text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_values_and_text_are_told_apart() {
        let cases = [
            (r#""a": 1"#, Next::Key),
            (r#""a" : 1"#, Next::Key),
            (r#""a", 1"#, Next::Value),
            (r#""cut"#, Next::Key),
            ("a: 1", Next::Key),
            ("a b", Next::Text),
            ("true]", Next::Value),
            ("trust me", Next::Text),
            ("{", Next::Value),
            ("12", Next::Value),
            (")", Next::Text),
        ];
        for (text, found) in cases {
            assert_eq!(next(text, 0), found, "{text}");
        }
    }
}
