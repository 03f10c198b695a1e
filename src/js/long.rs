//! Long texts: measured and compared eight bytes at a time, and found in what the host has of them.

use std::sync::Arc;

/// A content that the host handed in apart, and so has.
pub struct Known {
    text: Arc<str>,
    /// Its length in UTF-16.
    units: usize,
}

impl From<Arc<str>> for Known {
    fn from(text: Arc<str>) -> Self {
        Self { units: units(&text), text }
    }
}

impl Known {
    /// Where a text stands in it, and the text's length, in UTF-16: all of it, or it without the blanks around.
    pub(super) fn place(&self, text: &str) -> Option<(usize, usize)> {
        if same(&self.text, text) {
            return Some((0, self.units));
        }
        let (start, end) = (self.text.trim_start(), self.text.trim_end());
        let before = self.text.get(..self.text.len() - start.len()).map_or(0, units);
        let after = self.text.get(end.len()..).map_or(0, units);
        same(start.trim_end(), text).then(|| (before, self.units - before - after))
    }
}

/// Length in UTF-16: a unit for each byte that begins a character, and one more for those of four bytes. Eight bytes at a time, since
/// code that is made for its size gains nothing from the compiler here.
pub(super) fn units(text: &str) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let count = |word: u64| {
        let [first, second, third, fourth] = [word >> 7, word >> 6, word >> 5, word >> 4];
        let beside = first & !second & ONES;
        let four = first & second & third & fourth & ONES;
        8 + four.count_ones() as usize - beside.count_ones() as usize
    };
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    if rest.is_ascii() && words.iter().fold(0, |all, word| all | u64::from_le_bytes(*word)) & (ONES << 7) == 0 {
        return text.len();
    }
    let rest = rest.iter().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0));
    words.iter().map(|word| count(u64::from_le_bytes(*word))).sum::<usize>() + rest.sum::<usize>()
}

/// Whether two texts are equal, eight bytes at a time.
pub(super) fn same(one: &str, other: &str) -> bool {
    let ((ones, rest), (others, other_rest)) = (one.as_bytes().as_chunks::<8>(), other.as_bytes().as_chunks::<8>());
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    one.len() == other.len() && rest == other_rest && ones.iter().zip(others).all(|(one, other)| word(one) == word(other))
}
