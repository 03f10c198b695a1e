//! Reads one object or array that only resembles JSON into a flat tree with spans.
//!
//! Iterative, linear, bounded in depth and size. Well-formed JSON is read exactly; what was cut, damaged or left open is marked, since
//! the decision needs to know it.

mod ahead;
mod blank;
mod parse;
mod quoted;
#[cfg(test)]
mod suites;
mod unescape;
mod word;

pub(super) use blank::is_blank;
pub(super) use parse::parse;
use std::borrow::Cow;
pub(super) use unescape::unescape;

/// Nesting that is read; deeper input is given up as [`Ending::TooBig`].
pub(super) const MAX_DEPTH: usize = 128;
/// Values that are read of one object; a critique has a few dozen.
pub(super) const MAX_NODES: usize = 20_000;
/// Comments of one object that are looked at.
pub(super) const MAX_COMMENTS: usize = 64;

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
    pub(super) fn of(self, text: &str) -> &str {
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
    /// A key without a value.
    Missing,
    /// `...` in place of a value.
    Ellipsis,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub kind: Kind,
    pub key: Option<Span>,
    pub span: Span,
    /// Index of the first node after this one and all that it holds.
    pub next: usize,
    /// False when the input ended inside, or when what follows makes the value doubtful.
    pub whole: bool,
}

/// How the reading of one object ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Closed,
    /// The input ended first.
    Cut,
    /// Something stood there that cannot be mended.
    Broken,
    /// Too deep or too large.
    TooBig,
}

/// One object or array and all that it holds, in order of appearance; the root is node 0.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    pub text: &'t str,
    pub nodes: Vec<Node>,
    /// Where reading stopped: just after the root, or at what could not be read.
    pub end: usize,
    pub ending: Ending,
    /// It had to be guessed where a text ends, so that the result is too weak to accept on.
    pub guessed: bool,
    /// Comments that were passed over, the first [`MAX_COMMENTS`] of them.
    pub comments: Vec<Span>,
    /// Containers still open while it is being read.
    stack: Vec<usize>,
}

impl<'t> Tree<'t> {
    pub(super) fn new(text: &'t str, start: usize) -> Self {
        Self {
            text,
            nodes: Vec::with_capacity(16),
            end: start,
            ending: Ending::Cut,
            guessed: false,
            comments: Vec::new(),
            stack: Vec::new(),
        }
    }

    pub(super) fn doc(&self) -> Doc<'_> {
        Doc { text: self.text, nodes: &self.nodes }
    }
}

/// The nodes of a tree and the text that they stand in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doc<'a> {
    pub text: &'a str,
    pub nodes: &'a [Node],
}

impl<'a> Doc<'a> {
    pub(super) fn node(self, index: usize) -> Option<&'a Node> {
        self.nodes.get(index)
    }

    /// The values directly inside the container at `index`.
    pub(super) fn children(self, index: usize) -> impl Iterator<Item = (usize, &'a Node)> {
        let end = self.node(index).map_or(0, |n| n.next);
        let mut at = index + 1;
        std::iter::from_fn(move || {
            let node = self.node(at).filter(|_| at < end)?;
            let found = (at, node);
            at = node.next;
            Some(found)
        })
    }

    /// A node's value as text: strings without their escapes, everything else as it stands.
    pub(super) fn string(self, node: &Node) -> Cow<'a, str> {
        let raw = node.span.of(self.text);
        if node.kind == Kind::String { unescape(raw) } else { Cow::Borrowed(raw.trim()) }
    }

    /// A node's key in its one spelling.
    pub(super) fn key(self, node: &Node) -> Option<Key> {
        Some(Key::new(&unescape(node.key?.of(self.text))))
    }

    /// Where a member begins: its key, or its value when it has none.
    pub(super) fn member(self, node: &Node) -> Span {
        let end = if node.kind == Kind::String { node.span.end + 1 } else { node.span.end };
        Span::new(node.key.map_or(node.span.start, |key| key.start.saturating_sub(1)), end)
    }
}

/// A key in the one spelling that keys are compared in: lower case, without separators, so that `needs_revision`, `needsRevision` and
/// `Needs Revision` are one. A key with any character that is not ASCII, also one that shows nothing, is none of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    text: [u8; Key::LONGEST],
    len: usize,
}

impl Key {
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
        self.text.get(..self.len).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_key_are_one_and_look_alikes_are_not() {
        for key in ["needs_revision", "needsRevision", "Needs Revision", "NEEDS-REVISION", "**needs_revision**"] {
            assert_eq!(Key::new(key).as_str(), "needsrevision");
        }
        for key in
            ["sc\u{43e}re", "\u{ff53}core", "sc\u{200b}ore", "score\u{ad}", "", "!score", "a key of more letters than any known"]
        {
            assert_eq!(Key::new(key).as_str(), "", "{key}");
        }
    }
}
