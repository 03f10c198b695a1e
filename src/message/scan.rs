//! How texts are scanned: letter by letter where they are compared; a word at a time where they are long. With opt-level=z the compiler does
//! not vectorise, and a byte loop dominates the time for 1 MB answers.

use std::ptr;

pub const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES << 7;

/// Length in UTF-16: a unit for each byte that begins a character, and one more for those of four bytes.
pub fn utf16_length(text: &str) -> usize {
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
pub fn count_chars(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let beside = |word: u64| (word >> 7 & !(word >> 6) & ONES).count_ones() as usize;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let rest = rest.iter().filter(|byte| **byte & 0xc0 == 0x80).count();
    text.len() - rest - words.iter().map(|word| beside(u64::from_le_bytes(*word))).sum::<usize>()
}

/// Whether two texts are equal. Of one that is shared nothing is read.
pub fn is_same_text(one: &str, other: &str) -> bool {
    if ptr::eq(one, other) {
        return true;
    }
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    // The last word may overlap the one before it.
    let (Some(end), Some(other_end)) = (one.last_chunk::<8>(), other.last_chunk::<8>()) else {
        return one.iter().zip(other).all(|(one, other)| one == other);
    };
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (ones, others) = (one.as_chunks().0, other.as_chunks().0);
    word(end) == word(other_end) && ones.iter().zip(others).all(|(one, other)| word(one) == word(other))
}

/// Where the first letter is that is this one, which must be ASCII.
#[inline(always)]
pub fn find_letter(text: &str, letter: u8) -> Option<usize> {
    find_letter_of_word(text, ONES * u64::from(letter))
}

/// Where the first letter is of which this is a word full.
#[inline(never)]
fn find_letter_of_word(text: &str, letters: u64) -> Option<usize> {
    find_marked_byte(text, |word| mark_letter(word, letters), |byte| byte == letters as u8)
}

/// Where the first of two letters is, which must be ASCII.
pub fn find_either(text: &str, [one, other]: [u8; 2]) -> Option<usize> {
    let [ones, others] = [one, other].map(|letter| ONES * u64::from(letter));
    find_marked_byte(text, |word| mark_letter(word, ones) | mark_letter(word, others), |byte| byte == one || byte == other)
}

/// Whether a text holds a mark of letters and digits, which are ASCII. It looks for a digit of it, since most texts have few.
pub fn contains_mark(text: &str, mark: &str) -> bool {
    let at = mark.bytes().position(|byte| byte.is_ascii_digit()).unwrap_or_default();
    let Some(letter) = mark.as_bytes().get(at) else { return true };
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| find_letter(rest, *letter)) {
        from += found + 1;
        if (from - 1).checked_sub(at).and_then(|start| text.get(start..)).is_some_and(|rest| rest.starts_with(mark)) {
            return true;
        }
    }
    false
}

/// Where the first byte is that JSON must not hold as it is: a control character, a quote or a backslash.
pub fn find_byte_to_escape(text: &str) -> Option<usize> {
    const QUOTES: u64 = ONES * b'"' as u64;
    const BACKSLASHES: u64 = ONES * b'\\' as u64;
    let marks = |word: u64| word.wrapping_sub(ONES * 0x20) | mark_letter(word, QUOTES) | mark_letter(word, BACKSLASHES);
    find_marked_byte(text, marks, |byte| byte < 0x20 || matches!(byte, b'"' | b'\\'))
}

/// Whether all of a text is ASCII, and nothing a control character.
pub fn is_plain(text: &str) -> bool {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let is_plain_word = |word: u64| (word | word.wrapping_add(ONES) | word.wrapping_sub(ONES * 0x20)) & HIGHS == 0;
    words.iter().all(|word| is_plain_word(u64::from_le_bytes(*word))) && rest.iter().all(|byte| matches!(byte, b' '..=b'~'))
}

/// In the highest bit of each byte whether it is the letter that a word is full of, where it is ASCII. Above the first that is, others may be
/// marked wrongly.
#[inline(always)]
fn mark_letter(word: u64, letters: u64) -> u64 {
    (word ^ letters).wrapping_sub(ONES)
}

/// The first byte that is wanted, which is ASCII and marked in its word. A plain loop over two words at a time: iterators are not put in line
/// in code made for its size. Only where something is marked is it asked whether that is ASCII.
#[inline(always)]
fn find_marked_byte(text: &str, marks: impl Fn(u64) -> u64, is_wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let mut at = 0;
    let (pairs, rest) = text.as_bytes().as_chunks::<16>();
    for pair in pairs {
        let pair = u128::from_le_bytes(*pair);
        let [first, second] = [pair as u64, (pair >> 64) as u64];
        let (one, other) = (marks(first), marks(second));
        if (one | other) & HIGHS != 0 {
            let (one, other) = (one & !first & HIGHS, other & !second & HIGHS);
            if one | other != 0 {
                let marked = if one == 0 { 64 + other.trailing_zeros() } else { one.trailing_zeros() };
                return Some(at + marked as usize / 8);
            }
        }
        at += 16;
    }
    rest.iter().position(|byte| is_wanted(*byte)).map(|place| at + place)
}

/// A text without the white space around it, as `trim` of the library gives it, which calls functions for each letter: most texts
/// have none, or ASCII.
pub fn trim_blanks(text: &str) -> &str {
    if has_visible_ends(text) {
        return text;
    }
    trim_any_blanks(text)
}

#[inline(never)]
fn trim_any_blanks(text: &str) -> &str {
    let text = text.trim_ascii();
    if has_visible_ends(text) { text } else { text.trim() }
}

/// Whether a text begins and ends with a letter, digit or mark of ASCII.
#[inline(always)]
pub fn has_visible_ends(text: &str) -> bool {
    let is_visible = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    is_visible(text.as_bytes().first()) && is_visible(text.as_bytes().last())
}

/// A text in lower case, with one space for each stretch of white space, and none around.
pub fn fold_case_and_blanks(text: &str) -> String {
    let (mut folded, mut at, mut waits) = (String::with_capacity(text.len()), 0, false);
    while let Some(letter) = take_letter(text, &mut at) {
        if is_white_space(letter) {
            waits = !folded.is_empty();
            continue;
        }
        if std::mem::take(&mut waits) {
            folded.push(' ');
        }
        folded.push(lowercase_letter(letter));
    }
    folded
}

/// Lower case of the common Latin, Greek and Cyrillic letters. The library's table of all scripts is 10 KB of wasm.
#[inline(always)]
pub fn lowercase_letter(letter: char) -> char {
    if letter.is_ascii() { letter.to_ascii_lowercase() } else { lowercase_non_ascii_letter(letter) }
}

fn lowercase_non_ascii_letter(letter: char) -> char {
    let up = match letter {
        'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ρ' | 'Σ'..='Ϋ' | 'А'..='Я' => 32,
        'Ѐ'..='Џ' => 80,
        _ => return letter,
    };
    char::from_u32(u32::from(letter) + up).unwrap_or(letter)
}

/// Takes the letter that begins at this byte, and moves behind it. Nearly all letters are ASCII, which are not decoded; code that is made
/// for its size calls a function for each step of an iterator.
#[inline(always)]
pub fn take_letter(text: &str, at: &mut usize) -> Option<char> {
    let byte = *text.as_bytes().get(*at)?;
    if byte.is_ascii() {
        *at += 1;
        return Some(char::from(byte));
    }
    let letter = text.get(*at..)?.chars().next()?;
    *at += letter.len_utf8();
    Some(letter)
}

/// Whether a letter is white space.
#[inline(always)]
pub fn is_white_space(letter: char) -> bool {
    if letter.is_ascii() { matches!(letter, ' ' | '\t'..='\r') } else { letter.is_whitespace() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        contains_mark, count_chars, find_byte_to_escape, find_either, find_letter, is_plain, is_same_text, trim_blanks,
        utf16_length,
    };

    proptest! {
        #[test]
        fn they_say_what_a_look_at_each_letter_says(text in "(\\PC|[\u{0}-\u{7f}]|[a-z ]{9}){0,40}", other in "[a-z]{0,20}") {
            prop_assert_eq!(utf16_length(&text), text.encode_utf16().count());
            prop_assert_eq!(count_chars(&text), text.chars().count());
            prop_assert_eq!(find_either(&text, *b"{}"), text.find(['{', '}']));
            prop_assert_eq!(find_letter(&text, b'<'), text.find('<'));
            prop_assert_eq!(find_byte_to_escape(&text), text.find(|c: char| c < ' ' || c == '"' || c == '\\'));
            prop_assert_eq!(is_plain(&text), text.is_ascii() && !text.contains(char::is_control));
            prop_assert_eq!(is_same_text(&text, &other), text == other);
            prop_assert_eq!(trim_blanks(&text), text.trim());
            let spaced = ["\u{b}", &text, "\u{a0} \n"].concat();
            prop_assert_eq!(trim_blanks(&spaced), spaced.trim());
            for mark in [&other, "1a2", "ab", "a1"] {
                prop_assert_eq!(contains_mark(&text, mark), text.contains(mark));
                prop_assert!(contains_mark(&[&text, mark, &other].concat(), mark));
            }
            prop_assert!(is_same_text(&text, &text.clone()) && is_same_text(&text, &text));
        }
    }

    #[test]
    fn one_other_letter_at_any_place_makes_texts_differ() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for at in 0..text.len() {
            let mut other = text.to_owned();
            other.replace_range(at..=at, "?");
            assert!(!is_same_text(text, &other), "{other}");
            assert_eq!(find_letter(&other, b'?'), Some(at), "{other}");
            assert_eq!([*b"<?", *b"<>"].map(|letters| find_either(&other, letters)), [Some(at), None], "{other}");
        }
    }
}
