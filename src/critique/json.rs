//! Reads one object or list of JSON into a flat tree with spans: one pass, no recursion.
//!
//! Where it needs no guess, it also reads what models write and JSON does not know: single quotes, bare words, comments, a comma before
//! the end, line breaks in texts. A quote inside a text is passed over, and the tree is [`Ending::Damaged`]. Anything else ends the
//! reading, and what is before it is kept.

use std::borrow::Cow;

use crate::message::{MAX_DEPTH, read_ascii};

/// Values, and comments, that are read of one object; a critique has a few dozen.
const MAX_NODES: usize = 20_000;

/// Values of a usual critique.
const USUAL: usize = 16;

/// Byte range `start..end` of the text that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The text of the span; empty when it does not fit the text.
    pub(super) fn slice_text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    /// Quoted; the span leaves the quotes out, escapes are still in.
    String,
    /// Not quoted: a number, a literal, or any other word.
    Word,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub kind: Kind,
    pub key: Option<Span>,
    pub span: Span,
    /// Index of the first node after this one and all that it holds.
    pub next: usize,
    /// False when the reading ended inside.
    pub whole: bool,
}

/// How the reading of one object ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Closed,
    /// The input ended first.
    Cut,
    /// It could only be read by a guess, or not to its end.
    Damaged,
    /// Too deep or too large.
    TooBig,
}

/// One object or list and all that it holds, in order of appearance; the root is node 0.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    pub text: &'t str,
    pub nodes: Vec<Node>,
    /// Where reading stopped: just after the root, or at what could not be read.
    pub end: usize,
    pub ending: Ending,
    /// Comments that were passed over.
    pub comments: Vec<Span>,
    /// The containers that are not closed yet.
    open: Vec<usize>,
}

impl<'t> Tree<'t> {
    pub(super) fn empty(text: &'t str) -> Self {
        Self { text, nodes: Vec::new(), end: 0, ending: Ending::Cut, comments: Vec::new(), open: Vec::new() }
    }

    /// Reads the object or list at `start`, which must hold `{` or `[`, in place of what was read before: a reply may be full of what only
    /// begins as an object.
    pub(super) fn clear_and_read_container(&mut self, start: usize) {
        self.nodes.clear();
        self.comments.clear();
        self.open.clear();
        self.nodes.reserve(USUAL);
        let mut parser = Parser { bytes: self.text.as_bytes(), i: start, tree: self, key: None, guessed: false };
        let ending = parser.parse_values();
        let Parser { i, guessed, .. } = parser;
        let next = self.nodes.len();
        for index in &self.open {
            if let Some(node) = self.nodes.get_mut(*index) {
                (node.next, node.span.end, node.whole) = (next, i, false);
            }
        }
        self.ending = if guessed && ending == Ending::Closed { Ending::Damaged } else { ending };
        self.end = i.min(self.text.len());
    }

    pub(super) fn as_doc(&self) -> Doc<'_> {
        Doc { text: self.text, nodes: &self.nodes }
    }
}

/// The nodes of a tree and the text that they are in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doc<'a> {
    pub text: &'a str,
    pub nodes: &'a [Node],
}

impl<'a> Doc<'a> {
    pub(super) fn get_node(self, index: usize) -> Option<&'a Node> {
        self.nodes.get(index)
    }

    /// The values directly inside the container at `index`.
    pub(super) fn child_nodes(self, index: usize) -> impl Iterator<Item = (usize, &'a Node)> {
        let end = self.get_node(index).map_or(0, |n| n.next);
        let mut at = index + 1;
        std::iter::from_fn(move || {
            let node = self.get_node(at).filter(|_| at < end)?;
            let found = (at, node);
            at = node.next;
            Some(found)
        })
    }

    /// A node's value as text: strings without their escapes, everything else as written.
    pub(super) fn node_text(self, node: &Node) -> Cow<'a, str> {
        let raw = node.span.slice_text(self.text);
        if node.kind == Kind::String { unescape_text(raw) } else { Cow::Borrowed(raw) }
    }

    /// A node's key in its one spelling.
    pub(super) fn node_key(self, node: &Node) -> Option<FoldedKey> {
        Some(FoldedKey::new(&unescape_text(node.key?.slice_text(self.text))))
    }

    /// Where a member begins: its key, or its value when it has none.
    pub(super) fn member_span(self, node: &Node) -> Span {
        let end = if node.kind == Kind::String { node.span.end + 1 } else { node.span.end };
        Span::new(node.key.map_or(node.span.start, |key| key.start.saturating_sub(1)), end)
    }
}

/// A key in the one spelling that keys are compared in: lower case, without separators, so that `needs_revision`, `needsRevision` and
/// `Needs Revision` are one. A key with any character that is not ASCII, also one that shows nothing, is none of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoldedKey {
    text: [u8; FoldedKey::LONGEST],
    len: usize,
}

impl FoldedKey {
    const LONGEST: usize = 24;

    pub(super) fn new(key: &str) -> Self {
        let (mut text, mut len) = ([0; Self::LONGEST], 0);
        for byte in key.bytes() {
            match text.get_mut(len) {
                _ if matches!(byte, b' ' | b'_' | b'-' | b'.' | b'*' | b'`') => {}
                Some(place) if byte.is_ascii_alphanumeric() => {
                    *place = byte.to_ascii_lowercase();
                    len += 1;
                }
                _ => return Self { text: [0; Self::LONGEST], len: 0 },
            }
        }
        Self { text, len }
    }

    pub(super) fn as_str(&self) -> &str {
        read_ascii(self.text.get(..self.len).unwrap_or_default())
    }
}

/// White space, and characters that show nothing: zero-width, joiners, direction marks, byte order mark.
pub(super) fn is_blank_or_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
}

/// A string or a word that was read, and whether it ends.
struct Token {
    span: Span,
    is_whole: bool,
}

struct Parser<'a, 't> {
    bytes: &'t [u8],
    i: usize,
    tree: &'a mut Tree<'t>,
    /// The key whose value comes next.
    key: Option<Span>,
    /// A quote was read as part of a text.
    guessed: bool,
}

/// What is expected next.
enum Expected {
    /// A key, an element, or the end of the container.
    Item,
    Value,
    /// A comma or the end of the container.
    After,
    End(Ending),
}

impl Parser<'_, '_> {
    fn parse_values(&mut self) -> Ending {
        let mut want = Expected::Value;
        loop {
            if let Expected::End(ending) = want {
                return ending;
            }
            let Some(byte) = self.skip_blanks_and_comments() else { return Ending::Cut };
            if self.tree.nodes.len().max(self.tree.comments.len()) >= MAX_NODES {
                return Ending::TooBig;
            }
            want = match (want, byte) {
                (Expected::Item | Expected::After, b'}' | b']') => self.close_container(byte),
                (Expected::After, b',') => {
                    self.i += 1;
                    Expected::Item
                }
                (Expected::Item, _) if self.innermost_kind() == Some(Kind::Object) => self.read_member_key(byte),
                (Expected::Item | Expected::Value, _) => self.read_value(byte),
                (Expected::After | Expected::End(_), _) => Expected::End(Ending::Damaged),
            };
        }
    }

    /// Moves to the next thing that counts; `None` at the end of the input.
    fn skip_blanks_and_comments(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.i)?;
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.i += 1,
                b'/' | b'#' => {
                    let rest = self.tree.text.get(self.i..).unwrap_or_default();
                    let length = if rest.starts_with("/*") {
                        rest.find("*/").map_or(rest.len(), |end| end + 2)
                    } else if rest.starts_with('#') || rest.starts_with("//") {
                        rest.find('\n').unwrap_or(rest.len())
                    } else {
                        return Some(byte);
                    };
                    self.tree.comments.push(Span::new(self.i, self.i + length));
                    self.i += length;
                }
                0x80.. => match self.tree.text.get(self.i..).and_then(|rest| rest.chars().next()) {
                    Some(c) if is_blank_or_invisible(c) => self.i += c.len_utf8(),
                    _ => return Some(byte),
                },
                _ => return Some(byte),
            }
        }
    }

    fn innermost_kind(&self) -> Option<Kind> {
        self.tree.open.last().and_then(|i| self.tree.nodes.get(*i)).map(|n| n.kind)
    }

    fn push_node(&mut self, kind: Kind, span: Span, whole: bool) {
        let next = self.tree.nodes.len() + 1;
        self.tree.nodes.push(Node { kind, key: self.key.take(), span, next, whole });
    }

    fn open_container(&mut self, kind: Kind) -> Expected {
        if self.tree.open.len() >= MAX_DEPTH {
            return Expected::End(Ending::TooBig);
        }
        self.tree.open.push(self.tree.nodes.len());
        self.push_node(kind, Span::new(self.i, self.i), true);
        self.i += 1;
        Expected::Item
    }

    fn close_container(&mut self, closing_byte: u8) -> Expected {
        if self.innermost_kind() != Some(if closing_byte == b'}' { Kind::Object } else { Kind::Array }) {
            return Expected::End(Ending::Damaged);
        }
        self.i += 1;
        let next = self.tree.nodes.len();
        if let Some(node) = self.tree.open.pop().and_then(|i| self.tree.nodes.get_mut(i)) {
            (node.next, node.span.end) = (next, self.i);
        }
        if self.tree.open.is_empty() { Expected::End(Ending::Closed) } else { Expected::After }
    }

    /// A key and its colon.
    fn read_member_key(&mut self, first_byte: u8) -> Expected {
        let key = match first_byte {
            b'"' | b'\'' => self.read_string(first_byte, true),
            _ => self.read_unquoted(),
        };
        let colon = self.skip_blanks_and_comments();
        match (key, colon) {
            (_, None) => Expected::End(Ending::Cut),
            (Token { span, is_whole: true }, Some(b':')) if first_byte != b':' => {
                self.key = Some(span);
                self.i += 1;
                Expected::Value
            }
            _ => Expected::End(Ending::Damaged),
        }
    }

    fn read_value(&mut self, first_byte: u8) -> Expected {
        let (kind, Token { span, is_whole }) = match first_byte {
            b'{' => return self.open_container(Kind::Object),
            b'[' => return self.open_container(Kind::Array),
            b'"' | b'\'' => (Kind::String, self.read_string(first_byte, false)),
            _ => (Kind::Word, self.read_unquoted()),
        };
        if kind == Kind::Word && span.start == span.end {
            return Expected::End(Ending::Damaged);
        }
        self.push_node(kind, span, is_whole);
        Expected::After
    }

    /// The string at this place. A quote in it that nothing follows which may follow a value is a part of the text.
    fn read_string(&mut self, quote: u8, is_key: bool) -> Token {
        let start = self.i + 1;
        self.i = start;
        while let Some(&byte) = self.bytes.get(self.i) {
            self.i += if byte == b'\\' { 2 } else { 1 };
            if byte != quote {
                continue;
            }
            let after = self.bytes.get(self.i..).unwrap_or_default().iter().find(|b| !b.is_ascii_whitespace());
            if is_key || matches!(after, None | Some(b',' | b'}' | b']')) {
                return Token { span: Span::new(start, self.i - 1), is_whole: true };
            }
            self.guessed = true;
        }
        self.i = self.bytes.len();
        Token { span: Span::new(start, self.i), is_whole: false }
    }

    /// The word at this place; one that touches the end of the input may be the first half of a longer one.
    fn read_unquoted(&mut self) -> Token {
        let start = self.i;
        while let Some(byte) = self.bytes.get(self.i) {
            let comment = *byte == b'/' && matches!(self.bytes.get(self.i + 1), Some(b'/' | b'*'));
            if comment || matches!(byte, b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"' | b'\n') {
                break;
            }
            self.i += 1;
        }
        let word = Span::new(start, self.i).slice_text(self.tree.text).trim_end();
        Token { span: Span::new(start, start + word.len()), is_whole: self.i < self.bytes.len() }
    }
}

/// Escapes that JSON knows are resolved; a backslash before anything else is kept, since models write `\(` and `\d` and mean
/// them. For the same reason it is kept where an escape would make nonsense of a word: `\beta` and `\frac` always, `\times` and
/// `\right` in a string that holds an escape JSON does not know. A lone surrogate becomes U+FFFD.
pub(super) fn unescape_text(raw: &str) -> Cow<'_, str> {
    let Some(first) = raw.find('\\') else { return Cow::Borrowed(raw) };
    let damaged = has_unknown_escape(raw);
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
            Some('u') => read_unicode_escape(&mut ahead),
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

fn has_unknown_escape(raw: &str) -> bool {
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c == '\\' && !matches!(chars.next(), Some('"' | '\\' | '/' | '\'' | 'b' | 'f' | 'n' | 'r' | 't' | 'u')) {
            return true;
        }
    }
    false
}

fn read_unicode_escape(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let unit = |chars: &mut std::str::Chars<'_>| {
        (0..4).try_fold(0, |value: u16, _| Some(value << 4 | u16::try_from(chars.next()?.to_digit(16)?).ok()?))
    };
    let first = unit(chars)?;
    let mut ahead = chars.clone();
    let second = if ahead.next() == Some('\\') && ahead.next() == Some('u') { unit(&mut ahead) } else { None };
    let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok().filter(|c| c.len_utf16() == 2));
    if pair.is_some() {
        *chars = ahead;
    }
    pair.or(Some(char::from_u32(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value, json};

    fn json_value(doc: Doc<'_>, index: usize) -> Value {
        let node = doc.get_node(index).unwrap();
        match node.kind {
            Kind::Object => {
                let member = |(at, node): (usize, &Node)| {
                    (unescape_text(node.key.unwrap().slice_text(doc.text)).into_owned(), json_value(doc, at))
                };
                Value::Object(doc.child_nodes(index).map(member).collect::<Map<String, Value>>())
            }
            Kind::Array => doc.child_nodes(index).map(|(at, _)| json_value(doc, at)).collect(),
            Kind::String => doc.node_text(node).into(),
            // A word that is not a literal stays a text.
            Kind::Word => serde_json::from_str(node.span.slice_text(doc.text)).unwrap_or_else(|_| doc.node_text(node).into()),
        }
    }

    fn read_json(text: &str) -> (Value, Ending) {
        let tree = parse_tree(text, 0);
        (json_value(tree.as_doc(), 0), tree.ending)
    }

    fn parse_tree(text: &str, start: usize) -> Tree<'_> {
        let mut tree = Tree::empty(text);
        tree.clear_and_read_container(start);
        tree
    }

    #[test]
    fn every_valid_text_of_nst_jsontestsuite_is_read_exactly() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/conformance/json/nst_jsontestsuite.jsonl");
        let Ok(cases) = std::fs::read_to_string(path) else {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "no shared cases: {path}");
            return println!("skipped: no shared cases");
        };
        let mut valid = 0;
        for case in cases.lines() {
            let case: Value = serde_json::from_str(case).unwrap();
            let Some(text) = case["input"].as_str() else { continue };
            let read = read_json(&format!("[{text}]"));
            if case["expect"].get("value").is_some() {
                valid += 1;
                assert_eq!(read, (json!([serde_json::from_str::<Value>(text).unwrap()]), Ending::Closed), "{}", case["test"]);
            }
        }
        assert_eq!(valid, 95);
    }

    #[test]
    fn what_models_write_is_read_where_it_needs_no_guess() {
        use Ending::{Closed, Cut, Damaged};
        for (text, expected, ending) in [
            (r#"{"a": [1, "b: c, } ]"], "// no": {"c": ""}}"#, json!({"a": [1, "b: c, } ]"], "// no": {"c": ""}}), Closed),
            ("{'a': 'it\\'s', b: x y,\u{a0}\"c\": \"\n\",}", json!({"a": "it's", "b": "x y", "c": "\n"}), Closed),
            ("{\"a\": 1 // x\n, /* \"a\": 2 */ \"b\": \"c\", # y\n}", json!({"a": 1, "b": "c"}), Closed),
            (r#"{"a": "the "x" is", "b": 1}"#, json!({"a": "the \"x\" is", "b": 1}), Damaged),
            (r#"{"a": "x"], "b": 1}"#, json!({"a": "x"}), Damaged),
            (r#"{"a": 1 "b": 2}"#, json!({"a": 1}), Damaged),
            (r#"{"a": 8,5}"#, json!({"a": 8}), Damaged),
            (r#"{"a": , "b": 1}"#, json!({}), Damaged),
            (r#"{"a": ["b", "c"#, json!({"a": ["b", "c"]}), Cut),
            (r#"{"a": "none, "b": true}"#, json!({"a": "none, \"b\": true}"}), Cut),
            (r#"{"a": tru"#, json!({"a": "tru"}), Cut),
            ("{issue list}", json!({}), Damaged),
        ] {
            assert_eq!(read_json(text), (expected, ending), "{text}");
        }
        let cut = parse_tree(r#"{"a": 1"#, 0);
        assert!(cut.nodes.iter().all(|node| !node.whole), "1 may be the beginning of 10");
    }

    #[test]
    fn depth_and_size_are_bounded() {
        assert_eq!(parse_tree(&"[".repeat(1000), 0).ending, Ending::TooBig);
        assert_eq!(parse_tree(&format!("[{}]", "0,".repeat(MAX_NODES)), 0).ending, Ending::TooBig);
        assert_eq!(parse_tree(&format!("[{}]", "/**/,".repeat(MAX_NODES)), 0).ending, Ending::Damaged);
        let deep = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
        assert_eq!(parse_tree(&deep, 0).ending, Ending::Closed);
    }

    #[test]
    fn spellings_of_one_key_are_one_and_look_alikes_are_not() {
        for key in ["needs_revision", "needsRevision", "Needs Revision", "NEEDS-REVISION", "**needs_revision**"] {
            assert_eq!(FoldedKey::new(key).as_str(), "needsrevision");
        }
        for key in ["sc\u{43e}re", "\u{ff53}core", "sc\u{200b}ore", "", "!score", "a key of more letters than any known"] {
            assert_eq!(FoldedKey::new(key).as_str(), "", "{key}");
        }
    }

    #[test]
    fn known_escapes_are_resolved_and_unknown_ones_kept() {
        let cases = [
            (r#"a\"b\\c\/d\n\t"#, "a\"b\\c/d\n\t"),
            (r"\u0073core", "score"),
            (r"\uD83D\uDE39!", "😹!"),
            (r"\uD83D\u0041", "\u{fffd}A"),
            (r"\uDE39", "\u{fffd}"),
            (r"\d+ \( \left", r"\d+ \( \left"),
            (r"\frac{\beta}{2}\f", "\\frac{\\beta}{2}\u{c}"),
            (r"a \times \(b\)\nnext", "a \\times \\(b\\)\nnext"),
            (r"\ttab", "\ttab"),
            (r"\u12", r"\u12"),
            (r"end\", r"end\"),
        ];
        for (raw, text) in cases {
            assert_eq!(unescape_text(raw), text, "{raw}");
        }
    }
}
