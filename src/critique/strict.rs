//! The short way for a reply that is one JSON object and nothing else: it fills a buffer with the nodes that the tolerant parser would
//! make, without allocating. Whatever is not plain is left to that parser.

use super::json::{Doc, Kind, Node, Span};

/// Values of one object that the short way reads.
pub(super) const MOST: usize = 32;
const DEEPEST: usize = 4;
pub(super) const NONE: Node = Node { kind: Kind::Missing, key: None, span: Span { start: 0, end: 0 }, next: 0, whole: true };

/// Reads a text that is exactly one object of JSON.
pub(super) fn parse<'a>(text: &'a str, nodes: &'a mut [Node; MOST]) -> Option<Doc<'a>> {
    let mut parser = Parser { bytes: text.as_bytes(), at: 0, nodes, len: 0 };
    let len = parser.object()?;
    Some(Doc { text, nodes: nodes.get(..len)? })
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: &'a mut [Node; MOST],
    len: usize,
}

impl Parser<'_> {
    fn object(&mut self) -> Option<usize> {
        let mut open = [0; DEEPEST];
        let mut depth = 0;
        self.blank();
        if self.peek()? != b'{' {
            return None;
        }
        self.open(&mut open, &mut depth, None)?;
        let mut first = true;
        loop {
            self.blank();
            let top = *open.get(depth.checked_sub(1)?)?;
            let object = self.nodes.get(top)?.kind == Kind::Object;
            if self.peek()? == if object { b'}' } else { b']' } {
                self.at += 1;
                let (end, next) = (self.at, self.len);
                let node = self.nodes.get_mut(top)?;
                (node.span.end, node.next) = (end, next);
                depth -= 1;
                first = false;
                if depth == 0 {
                    break;
                }
                continue;
            }
            if !first {
                self.take(b',')?;
                self.blank();
            }
            first = false;
            let key = if object {
                let key = self.string()?;
                self.blank();
                self.take(b':')?;
                self.blank();
                Some(key)
            } else {
                None
            };
            match self.peek()? {
                b'{' | b'[' => {
                    self.open(&mut open, &mut depth, key)?;
                    first = true;
                }
                b'"' => {
                    let span = self.string()?;
                    self.push(Kind::String, key, span)?;
                }
                _ => {
                    let span = self.word()?;
                    self.push(Kind::Word, key, span)?;
                }
            }
        }
        self.blank();
        (self.at == self.bytes.len()).then_some(self.len)
    }

    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn blank(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn push(&mut self, kind: Kind, key: Option<Span>, span: Span) -> Option<()> {
        *self.nodes.get_mut(self.len)? = Node { kind, key, span, next: self.len + 1, whole: true };
        self.len += 1;
        Some(())
    }

    fn open(&mut self, open: &mut [usize; DEEPEST], depth: &mut usize, key: Option<Span>) -> Option<()> {
        *open.get_mut(*depth)? = self.len;
        *depth += 1;
        let kind = if self.peek()? == b'{' { Kind::Object } else { Kind::Array };
        self.push(kind, key, Span::new(self.at, self.at))?;
        self.at += 1;
        Some(())
    }

    /// A string with escapes that JSON knows and no control character.
    fn string(&mut self) -> Option<Span> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    if !matches!(self.bytes.get(self.at + 1)?, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u') {
                        return None;
                    }
                    self.at += 2;
                }
                0..0x20 => return None,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(Span::new(start, self.at - 1))
    }

    /// A number or a literal.
    fn word(&mut self) -> Option<Span> {
        let start = self.at;
        while matches!(self.peek(), Some(b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' | b'+' | b'E')) {
            self.at += 1;
        }
        let word = self.bytes.get(start..self.at)?;
        let number = word.iter().all(|b| !b.is_ascii_lowercase() || *b == b'e') && word.iter().any(u8::is_ascii_digit);
        (number || matches!(word, b"true" | b"false" | b"null")).then(|| Span::new(start, self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    #[test]
    fn the_short_way_makes_the_nodes_of_the_tolerant_parser() {
        for text in [
            "{}",
            r#" {"score": 8.5, "issues": [], "suggestion": "a \"b\" \u00e9", "needs_revision": false}"#,
            "{\"a\":[1,-2e+3,[true,null]],\n\"b\":{\"c\":{}}}\n",
        ] {
            let mut nodes = [NONE; MOST];
            let strict = parse(text, &mut nodes).expect(text);
            let tolerant = json::parse(text, text.find('{').unwrap());
            assert_eq!(format!("{:?}", strict.nodes), format!("{:?}", tolerant.nodes), "{text}");
        }
    }

    #[test]
    fn what_is_not_plain_is_left_to_the_tolerant_parser() {
        for text in [
            "",
            "{",
            "x{}",
            "{}}",
            "{} x",
            "{'a': 1}",
            "{\"a\": 1,}",
            "{\"a\" 1}",
            "{\"a\": True}",
            "{\"a\": \"b\nc\"}",
            "{\"a\": \"\\d\"}",
            "[{}]",
            "{\"a\": [[[[[]]]]]}",
            "{\"a\": 1 \"b\": 2}",
            "{\"a\": 1]",
            "{,}",
            "{\"a\": }",
            "{\"a\": x}",
            "{\"a\u{0}\": 1}",
        ] {
            assert!(parse(text, &mut [NONE; MOST]).is_none(), "{text}");
        }
        let many = format!("{{\"a\": [{}1]}}", "1,".repeat(MOST));
        assert!(parse(&many, &mut [NONE; MOST]).is_none());
    }
}
