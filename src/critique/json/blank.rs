//! What may stand between two values: white space, characters that show nothing, comments, blocks of thinking.

use super::parse::Parser;
use super::{MAX_COMMENTS, Span};
use crate::critique::reply::{self, Tag};

/// White space, and characters that show nothing: zero-width, joiners, direction marks, byte order mark.
pub(in crate::critique) fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
}

/// If a comment starts at `at`, the place just after it (the end of the text when it is never closed).
fn skip_comment(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let to = |opening: usize, closing: &str| {
        rest.get(opening..).and_then(|r| r.find(closing)).map_or(text.len(), |n| at + opening + n + closing.len())
    };
    let line = || rest.find('\n').map_or(text.len(), |n| at + n);
    match rest.as_bytes() {
        [b'/', b'*', ..] => Some(to(2, "*/")),
        [b'/', b'/', ..] | [b'#', ..] => Some(line()),
        [b'<', b'!', b'-', b'-', ..] => Some(to(4, "-->")),
        _ => None,
    }
}

impl Parser<'_> {
    /// Moves to the next thing that counts; `None` at the end of the input.
    pub(super) fn skip_blank(&mut self) -> Option<u8> {
        loop {
            let byte = self.at(self.i)?;
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.i += 1,
                b'/' | b'#' | b'<' => {
                    let thought = || match reply::tag(self.tree.text, self.i)? {
                        (Tag::Open, after) => Some(reply::close(self.tree.text, after).unwrap_or(self.bytes.len())),
                        (Tag::Close, _) => None,
                    };
                    let Some(end) = skip_comment(self.tree.text, self.i).or_else(thought) else { return Some(byte) };
                    if self.tree.comments.len() < MAX_COMMENTS {
                        self.tree.comments.push(Span::new(self.i, end));
                    }
                    self.i = end;
                }
                0x80.. => match self.char() {
                    Some(c) if is_blank(c) => self.i += c.len_utf8(),
                    _ => return Some(byte),
                },
                _ => return Some(byte),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_at_its_mark_or_with_the_text() {
        let cases = [
            ("/* a */b", Some(7)),
            ("// a\nb", Some(4)),
            ("# a\nb", Some(3)),
            ("<!-- a -->b", Some(10)),
            ("/* a", Some(4)),
            ("// a", Some(4)),
            ("<!-- a", Some(6)),
            ("/ a", None),
            ("<a>", None),
        ];
        for (text, end) in cases {
            assert_eq!(skip_comment(text, 0), end, "{text}");
        }
    }
}
