//! What is written for a model, in pieces: the long ones are in our source or are texts that the host has already.

use std::{fmt, iter, mem};

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::{SharedText, append_text, make_room, push_item};

/// Pieces of a text. Short ones are put together as they come, the others by who reads them: in the core never, but for tests and where a
/// whole text is asked for. Most ropes are one text.
#[derive(Clone, Default)]
pub struct Rope {
    /// The only one, or a long one.
    first: SharedText,
    /// The short ones behind it, together.
    short: String,
    /// The long ones behind it, which are not copied: each with its place in `short`.
    shared: Vec<(usize, SharedText)>,
}

/// Bytes below which a piece is copied: to say where it is takes as much.
const SHORT: usize = 256;

impl Rope {
    pub fn from_static(text: &'static str) -> Self {
        SharedText::from_static(text).into()
    }

    /// Adds a text that is written in our source.
    pub fn add_static(&mut self, text: &'static str) -> &mut Self {
        if self.is_one_piece() || text.len() >= SHORT {
            return self.add_text(&SharedText::from_static(text));
        }
        append_text(&mut self.short, text);
        self
    }

    /// Adds a text.
    pub fn add_text(&mut self, text: &SharedText) -> &mut Self {
        if !self.is_one_piece() {
            self.push_piece(text);
        } else if self.first.is_empty() {
            self.first = text.clone();
        } else if !text.is_empty() {
            // Enough for a usual prompt.
            self.short = make_room(2 * SHORT);
            let first = mem::take(&mut self.first);
            if is_short(&first) {
                append_text(&mut self.short, &first);
            } else {
                self.first = first;
            }
            self.push_piece(text);
        }
        self
    }

    fn push_piece(&mut self, text: &SharedText) {
        if is_short(text) {
            append_text(&mut self.short, text);
        } else {
            push_item(&mut self.shared, (self.short.len(), text.clone()));
        }
    }

    /// Adds these texts, with this between them.
    pub fn add_list(&mut self, texts: &[SharedText], between: &'static str) -> &mut Self {
        for (at, text) in texts.iter().enumerate() {
            if at > 0 {
                self.add_static(between);
            }
            self.add_text(text);
        }
        self
    }

    /// Adds another rope.
    pub fn append_rope(&mut self, more: &Self) {
        self.add_text(&more.first);
        for (short, shared) in more.pieces_behind_first() {
            self.add_text(&short.into()).add_text(shared.unwrap_or(&SharedText::default()));
        }
    }

    /// Pieces that are shared, each behind the short ones before it, and what is behind them.
    fn pieces_behind_first(&self) -> impl Iterator<Item = (&str, Option<&SharedText>)> {
        let shared = self.shared.iter().map(|(end, text)| (*end, Some(text)));
        let mut from = 0;
        shared
            .chain(iter::once((self.short.len(), None)))
            .map(move |(end, shared)| (self.short.get(mem::replace(&mut from, end)..end).unwrap_or_default(), shared))
    }

    pub const fn is_empty(&self) -> bool {
        self.first.is_empty() && self.is_one_piece()
    }

    /// Whether there is nothing behind the first piece.
    const fn is_one_piece(&self) -> bool {
        self.short.is_empty() && self.shared.is_empty()
    }

    /// The whole text. Of one piece it is that piece, shared.
    pub fn text(&self) -> SharedText {
        if self.is_one_piece() {
            return self.first.clone();
        }
        let mut whole = self.first.to_string();
        for (short, shared) in self.pieces_behind_first() {
            append_text(&mut whole, short);
            append_text(&mut whole, shared.map_or("", SharedText::as_str));
        }
        whole.into()
    }

    /// The sum of what a measure says of its pieces.
    pub(super) fn measure_pieces(&self, measure: fn(&str) -> usize) -> usize {
        measure(&self.first) + measure(&self.short) + self.shared.iter().map(|(_, text)| measure(text)).sum::<usize>()
    }
}

/// Whether a piece is copied. Letters that are one byte each need no decoding; others of the host's are not decoded anew.
#[inline(always)]
fn is_short(piece: &SharedText) -> bool {
    piece.len() < SHORT && piece.is_host_ascii().is_none_or(|ascii| ascii || piece.is_ascii())
}

impl<T: Into<SharedText>> From<T> for Rope {
    fn from(text: T) -> Self {
        Self { first: text.into(), ..Self::default() }
    }
}

impl PartialEq for Rope {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl fmt::Debug for Rope {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), to)
    }
}

/// The name of a rope for a serializer that is not for people: it is given the pieces.
pub const ROPE: &str = "$rope";

struct Pieces<'r>(&'r Rope);

impl Serialize for Pieces<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let behind =
            self.0.pieces_behind_first().map(|(short, shared)| usize::from(!short.is_empty()) + usize::from(shared.is_some()));
        let mut list = to.serialize_seq(Some(usize::from(!self.0.first.is_empty()) + behind.sum::<usize>()))?;
        if !self.0.first.is_empty() {
            list.serialize_element(&self.0.first)?;
        }
        for (short, shared) in self.0.pieces_behind_first() {
            if !short.is_empty() {
                list.serialize_element(short)?;
            }
            if let Some(shared) = shared {
                list.serialize_element(shared)?;
            }
        }
        list.end()
    }
}

impl Serialize for Rope {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.is_one_piece() {
            self.first.serialize(to)
        } else if self.first.is_empty() && self.shared.is_empty() {
            to.serialize_str(&self.short)
        } else if to.is_human_readable() {
            self.text().serialize(to)
        } else {
            to.serialize_newtype_struct(ROPE, &Pieces(self))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rope;

    #[test]
    fn pieces_are_one_text() {
        let mut rope = Rope::from_static("a");
        rope.add_text(&"b".into()).add_static("").append_rope(Rope::from_static("c").add_static("d"));
        assert_eq!(rope.text(), "abcd");
        assert_eq!(rope, Rope::from("abcd"));
        assert!(Rope::default().is_empty() && Rope::from("").is_empty());
    }
}
