//! Long texts, eight bytes at a time: code that is made for its size gains nothing from the compiler here, and a loop over bytes takes
//! longer than all else that is done with an answer of a megabyte.

use std::ptr;

use super::{is_space, lower, take};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES << 7;

/// Length in UTF-16: a unit for each byte that begins a character, and one more for those of four bytes.
#[must_use]
pub fn units(text: &str) -> usize {
    let count = |word: u64| {
        let [first, second, third, fourth] = [word >> 7, word >> 6, word >> 5, word >> 4];
        let beside = first & !second & ONES;
        let four = first & second & third & fourth & ONES;
        8 + four.count_ones() as usize - beside.count_ones() as usize
    };
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    if rest.is_ascii() && words.iter().fold(0, |all, word| all | u64::from_le_bytes(*word)) & HIGHS == 0 {
        return text.len();
    }
    let rest = rest.iter().map(|byte| usize::from(byte & 0xc0 != 0x80) + usize::from(*byte >= 0xf0));
    words.iter().map(|word| count(u64::from_le_bytes(*word))).sum::<usize>() + rest.sum::<usize>()
}

/// Characters: a byte for each that begins one.
#[must_use]
pub fn length(text: &str) -> usize {
    let beside = |word: u64| (word >> 7 & !(word >> 6) & ONES).count_ones() as usize;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let rest = rest.iter().filter(|byte| **byte & 0xc0 == 0x80).count();
    text.len() - rest - words.iter().map(|word| beside(u64::from_le_bytes(*word))).sum::<usize>()
}

/// A digest of the letters in their order, whatever their case, without the white space: texts that are equal but for these have the same.
#[must_use]
pub fn letter_digest(text: &str) -> u64 {
    let (mut digest, mut at) = (Digest::default(), 0);
    loop {
        while let Some(word) =
            text.as_bytes().get(at..).and_then(|rest| rest.first_chunk::<8>()).map(|word| u64::from_le_bytes(*word))
        {
            if word & HIGHS != 0 {
                break;
            }
            digest.add_ascii(word);
            at += 8;
        }
        match take(text, &mut at).map(lower) {
            Some(letter) if letter.is_ascii() => digest.add_ascii(u64::from(letter)),
            Some(letter) if is_space(letter) => {}
            Some(letter) => digest.add(u64::from(letter), 3),
            None => return digest.end(),
        }
    }
}

/// Takes bytes of letters in, mixed eight at a time wherever these begin.
#[derive(Default)]
struct Digest {
    mixed: u64,
    /// Bytes that wait to be mixed, the first one lowest.
    waiting: u64,
    count: u32,
}

impl Digest {
    /// The letters among eight bytes of ASCII.
    fn add_ascii(&mut self, word: u64) {
        // Above the space: adding to it reaches the highest bit.
        let mut blanks = !(word + ONES * (0x80 - u64::from(b'!'))) & HIGHS;
        let (mut letters, mut count) = (word | ONES << 5, 8);
        while blanks != 0 {
            // What is behind the blank moves over it.
            let below = (1 << (blanks.trailing_zeros() - 7)) - 1;
            letters = letters & below | letters >> 8 & !below;
            blanks = blanks >> 8 & !below;
            count -= 1;
        }
        self.add(letters, count);
    }

    fn add(&mut self, bytes: u64, count: u32) {
        self.waiting |= bytes << (8 * self.count);
        if self.count + count < 8 {
            self.count += count;
            return;
        }
        self.mix();
        // In two steps: all may have been mixed.
        self.waiting = bytes >> (8 * (7 - self.count)) >> 8;
        self.count = self.count + count - 8;
    }

    fn mix(&mut self) {
        let mixed = (self.mixed ^ self.waiting).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.mixed = mixed ^ mixed >> 32;
    }

    fn end(mut self) -> u64 {
        self.mix();
        self.mixed
    }
}

/// Whether two texts are equal. Of one that is shared nothing is read.
#[must_use]
pub fn same(one: &str, other: &str) -> bool {
    if ptr::eq(one, other) {
        return true;
    }
    let ((ones, rest), (others, other_rest)) = (one.as_bytes().as_chunks::<8>(), other.as_bytes().as_chunks::<8>());
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    one.len() == other.len() && rest == other_rest && ones.iter().zip(others).all(|(one, other)| word(one) == word(other))
}

/// Where the first of two letters is, which must be ASCII.
#[must_use]
pub fn position(text: &str, [one, other]: [u8; 2]) -> Option<usize> {
    first(text, |word| marks_of(word, one) | marks_of(word, other), |byte| byte == one || byte == other)
}

/// Where the first byte is that JSON must not hold as it is: a control character, a quote or a backslash.
#[must_use]
pub fn special(text: &str) -> Option<usize> {
    let control = |word: u64| word.wrapping_sub(ONES * 0x20) & !word;
    let marks = |word| control(word) | marks_of(word, b'"') | marks_of(word, b'\\');
    first(text, marks, |byte| byte < 0x20 || matches!(byte, b'"' | b'\\'))
}

/// In the highest bit of each byte whether it is this letter. Above the first that is, others may be marked wrongly.
#[inline(always)]
fn marks_of(word: u64, letter: u8) -> u64 {
    let word = word ^ (ONES * u64::from(letter));
    word.wrapping_sub(ONES) & !word
}

/// The first byte that is marked in a word, or wanted of the rest. A plain loop: iterators are not put in line in code made for its size.
#[inline(always)]
fn first(text: &str, marks: impl Fn(u64) -> u64, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut at = 0;
    for word in words {
        let marks = marks(u64::from_le_bytes(*word)) & HIGHS;
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    rest.iter().position(|byte| wanted(*byte)).map(|place| at + place)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{length, letter_digest, position, same, special, units};

    proptest! {
        #[test]
        fn they_say_what_a_look_at_each_letter_says(text in "(\\PC|[\u{0}-\u{7f}]|[a-z ]{9}){0,40}", other in "[a-z]{0,20}") {
            prop_assert_eq!(units(&text), text.encode_utf16().count());
            prop_assert_eq!(length(&text), text.chars().count());
            prop_assert_eq!(position(&text, *b"{}"), text.find(['{', '}']));
            prop_assert_eq!(position(&text, *b"<<"), text.find('<'));
            prop_assert_eq!(special(&text), text.find(|c: char| c < ' ' || c == '"' || c == '\\'));
            let spread: String = text.chars().flat_map(|c| [c, ' ']).collect();
            prop_assert_eq!(letter_digest(&text), letter_digest(&spread.to_ascii_uppercase()));
            prop_assert_eq!(same(&text, &other), text == other);
            prop_assert!(same(&text, &text.clone()) && same(&text, &text));
        }
    }

    #[test]
    fn one_other_letter_at_any_place_makes_texts_differ() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for at in 0..text.len() {
            let mut other = text.to_owned();
            other.replace_range(at..=at, "?");
            assert!(!same(text, &other), "{other}");
            let [found, either, none] = [*b"??", *b"<?", *b"<>"].map(|letters| position(&other, letters));
            assert_eq!((found, either, none), (Some(at), Some(at), None), "{other}");
        }
    }
}
