//! Takes the escapes out of a string.

use std::borrow::Cow;

/// Escapes that JSON knows are resolved; a backslash before anything else is kept, since models write `\(` and `\d` and mean
/// them. For the same reason it is kept where an escape would make nonsense of a word: `\beta` and `\frac` always, `\times` and
/// `\right` in a string that holds an escape JSON does not know. A lone surrogate becomes U+FFFD.
pub(in crate::critique) fn unescape(raw: &str) -> Cow<'_, str> {
    let Some(first) = raw.find('\\') else { return Cow::Borrowed(raw) };
    let damaged = has_unknown(raw);
    let mut text = String::with_capacity(raw.len());
    text.push_str(raw.get(..first).unwrap_or_default());
    let mut chars = raw.get(first..).unwrap_or_default().chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let mut ahead = chars.clone();
        let escape = ahead.next();
        let word = ahead.clone().next().is_some_and(|c| c.is_ascii_alphabetic());
        let resolved = match escape {
            Some('b' | 'f') if word => None,
            Some('r' | 't') if word && damaged => None,
            Some(c @ ('"' | '\\' | '/' | '\'')) => Some(c),
            Some('b') => Some('\u{8}'),
            Some('f') => Some('\u{c}'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('u') => unicode(&mut ahead),
            _ => None,
        };
        match resolved {
            Some(c) => {
                text.push(c);
                chars = ahead;
            }
            None => text.push('\\'),
        }
    }
    Cow::Owned(text)
}

fn has_unknown(raw: &str) -> bool {
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c == '\\' && !matches!(chars.next(), Some('"' | '\\' | '/' | '\'' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) {
            return true;
        }
    }
    false
}

fn unicode(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let first = unit(chars)?;
    if !(0xd800..0xdc00).contains(&first) {
        return Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    let mut ahead = chars.clone();
    let pair = (ahead.next() == Some('\\') && ahead.next() == Some('u')).then(|| unit(&mut ahead)).flatten();
    match pair.filter(|low| (0xdc00..0xe000).contains(low)) {
        Some(low) => {
            *chars = ahead;
            char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (low - 0xdc00))
        }
        None => Some(char::REPLACEMENT_CHARACTER),
    }
}

fn unit(chars: &mut std::str::Chars<'_>) -> Option<u32> {
    (0..4).try_fold(0, |value, _| Some(value * 16 + chars.next()?.to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_escapes_are_resolved_and_unknown_ones_kept() {
        let cases = [
            ("plain", "plain"),
            (r#"a\"b\\c\/d\n\t"#, "a\"b\\c/d\n\t"),
            (r"\u0073core", "score"),
            (r"\uD83D\uDE39!", "😹!"),
            (r"\uD83D!", "\u{fffd}!"),
            (r"\uD83D\u0041", "\u{fffd}A"),
            (r"\uDE39", "\u{fffd}"),
            (r"\d+ \( \left", r"\d+ \( \left"),
            (r"isn\'t", "isn't"),
            (r"\frac{\beta}{2}\f", "\\frac{\\beta}{2}\u{c}"),
            (r"a \times \(b\)\nnext", "a \\times \\(b\\)\nnext"),
            (r"\ttab", "\ttab"),
            (r"\u12", r"\u12"),
            (r"end\", r"end\"),
        ];
        for (raw, text) in cases {
            assert_eq!(unescape(raw), text, "{raw}");
        }
    }
}
