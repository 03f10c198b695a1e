//! Contents that the host handed in apart, and so has: long texts are told by their place in them.

use crate::message::{Text, same, units};

/// A content that the host handed in apart, and so has.
pub struct Known {
    text: Text,
    /// Its length in UTF-16.
    units: usize,
}

impl From<Text> for Known {
    fn from(text: Text) -> Self {
        Self { units: units(&text), text }
    }
}

impl Known {
    /// Where a text stands in it, and the text's length, in UTF-16: a part of it that is shared, or one that is equal to the whole.
    pub(super) fn place(&self, text: &str) -> Option<(usize, usize)> {
        let Some(at) = self.text.place_of(text) else { return same(&self.text, text).then_some((0, self.units)) };
        let before = self.text.get(..at).map_or(0, units);
        let after = self.text.get(at + text.len()..).map_or(0, units);
        Some((before, self.units - before - after))
    }
}
