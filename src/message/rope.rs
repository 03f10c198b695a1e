//! What is written for a model, in pieces: most of them are in our source or are texts that the host has already.

use std::{fmt, slice};

use serde::{Serialize, Serializer};

use super::SharedText;

/// Pieces of a text, none of them empty. They are put together by who reads them: in the core never, but for tests and where a whole text is
/// asked for. Most ropes are one text.
#[derive(Clone)]
pub enum Rope {
    One(SharedText),
    Many(Vec<SharedText>),
}

/// Pieces of a usual prompt.
const USUAL: usize = 16;

impl Default for Rope {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Rope {
    pub fn from_static(text: &'static str) -> Self {
        SharedText::from_static(text).into()
    }

    /// Adds a text that is written in our source.
    pub fn add_static(&mut self, text: &'static str) -> &mut Self {
        self.push_piece(SharedText::from_static(text));
        self
    }

    /// Adds a text.
    pub fn add_text(&mut self, text: impl Into<SharedText>) -> &mut Self {
        self.push_piece(text.into());
        self
    }

    /// Adds these texts, with this between them.
    pub fn add_list(&mut self, texts: &[SharedText], between: &'static str) -> &mut Self {
        for (at, text) in texts.iter().enumerate() {
            if at > 0 {
                self.push_piece(SharedText::from_static(between));
            }
            self.push_piece(text.clone());
        }
        self
    }

    /// Adds another rope.
    pub fn append_rope(&mut self, more: &Self) {
        self.add_list(more.pieces(), "");
    }

    fn push_piece(&mut self, piece: SharedText) {
        match self {
            _ if piece.is_empty() => {}
            Self::Many(pieces) if pieces.is_empty() => *self = Self::One(piece),
            Self::Many(pieces) => pieces.push(piece),
            Self::One(first) => {
                let mut pieces = Vec::with_capacity(USUAL);
                pieces.extend([std::mem::take(first), piece]);
                *self = Self::Many(pieces);
            }
        }
    }

    pub fn pieces(&self) -> &[SharedText] {
        match self {
            Self::One(piece) => slice::from_ref(piece),
            Self::Many(pieces) => pieces,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.pieces().is_empty()
    }

    /// The whole text. Of one piece it is that piece, shared.
    pub fn text(&self) -> SharedText {
        match self.pieces() {
            [] => SharedText::default(),
            [only] => only.clone(),
            many => many.iter().map(SharedText::as_str).collect::<String>().into(),
        }
    }

    /// The sum of what a measure says of its pieces.
    pub(super) fn measure_pieces(&self, measure: fn(&str) -> usize) -> usize {
        self.pieces().iter().map(|piece| measure(piece)).sum()
    }
}

impl<T: Into<SharedText>> From<T> for Rope {
    fn from(text: T) -> Self {
        let mut rope = Self::default();
        rope.push_piece(text.into());
        rope
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

/// Bytes below which a piece is written out, wherever it is: the place of a text takes as much.
pub const SHORT: usize = 256;

struct Pieces<'r>(&'r [SharedText]);

impl Serialize for Pieces<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(Piece))
    }
}

struct Piece<'r>(&'r SharedText);

impl Serialize for Piece<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // Letters that are one byte each need no decoding.
        let is_short = self.0.len() < SHORT && self.0.is_host_ascii().is_none_or(|ascii| ascii || self.0.is_ascii());
        if is_short { to.serialize_str(self.0) } else { self.0.serialize(to) }
    }
}

impl Serialize for Rope {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(piece) => piece.serialize(to),
            Self::Many(pieces) if !to.is_human_readable() => to.serialize_newtype_struct(ROPE, &Pieces(pieces)),
            Self::Many(_) => self.text().serialize(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rope;

    #[test]
    fn pieces_are_one_text() {
        let mut rope = Rope::from_static("a");
        rope.add_text("b".to_owned()).add_static("").append_rope(Rope::from_static("c").add_static("d"));
        assert_eq!((rope.text().as_str(), rope.pieces().len()), ("abcd", 4));
        assert_eq!(rope, Rope::from("abcd"));
        assert!(Rope::default().is_empty() && Rope::from("").is_empty());
    }
}
