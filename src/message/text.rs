//! Texts that are shared: an answer may be a megabyte, and is in the reply, the draft, requests, steps and the result.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::scan::{count_chars, utf16_length};
use super::{format_js_number, is_same_text, make_list};

/// A text, or a part of one, that is not copied with what holds it.
#[derive(Clone)]
pub struct SharedText {
    text: NonNull<str>,
    /// What the text is in; none of one that is written in our source.
    whole: Option<Arc<Whole>>,
}

struct Whole {
    text: String,
    /// The number by which the host knows the same text, and whether it is all ASCII.
    host: Option<(u32, bool)>,
}

// SAFETY: nobody changes a text that is shared.
unsafe impl Send for SharedText {}
// SAFETY: as above.
unsafe impl Sync for SharedText {}

/// Where a text is, for whoever hands it to the host.
pub enum TextLocation {
    /// In the memory of the core.
    Memory,
    /// The host has it: in its text of this number, from this UTF-16 unit on, that many units.
    Host { number: u32, from: usize, units: usize },
}

/// Whether a text shows nothing: white space, the byte order mark, zero-width characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'))
}

impl SharedText {
    /// A text that is written in our source.
    pub const fn from_static(text: &'static str) -> Self {
        Self { text: NonNull::from_ref(text), whole: None }
    }

    /// A number, as [`format_js_number`] writes it.
    pub fn from_number(number: f64) -> Self {
        const PAIRS: &str = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748\
                             49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697\
                             9899";
        let place = 2 * usize::from(number as u8);
        let digits = PAIRS.get(place + usize::from(number < 10.0)..place + 2).filter(|_| f64::from(number as u8) == number);
        digits.map_or_else(|| format_js_number(number).into(), Self::from_static)
    }

    /// A text that the host has, too, under this number; `units` is its length in UTF-16.
    pub fn from_host(text: String, text_number: u32, utf16_units: usize) -> Self {
        let ascii = utf16_units == text.len();
        Self::share_whole(Whole { text, host: Some((text_number, ascii)) })
    }

    fn share_whole(whole: Whole) -> Self {
        Self { text: NonNull::from_ref(whole.text.as_str()), whole: Some(Arc::new(whole)) }
    }

    #[inline(always)]
    pub const fn as_str(&self) -> &str {
        // SAFETY: it is written in our source, or `whole` keeps it as long as this, and never changes it.
        unsafe { self.text.as_ref() }
    }

    /// Characters; of a text that the host has and is ASCII nothing is read.
    pub fn char_count(&self) -> usize {
        if self.is_host_ascii() == Some(true) { self.len() } else { count_chars(self) }
    }

    /// Whether the host's text that this is a part of is all ASCII; `None` of one that it does not have.
    pub(super) fn is_host_ascii(&self) -> Option<bool> {
        self.whole.as_ref()?.host.map(|(_, ascii)| ascii)
    }

    /// Bytes.
    pub const fn len(&self) -> usize {
        self.as_str().len()
    }

    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the host finds it.
    pub fn host_location(&self) -> TextLocation {
        let Some(Whole { text: whole, host: Some((number, ascii)) }) = self.whole.as_deref() else { return TextLocation::Memory };
        let (number, from) = (*number, self.as_ptr().addr() - whole.as_ptr().addr());
        if *ascii {
            return TextLocation::Host { number, from, units: self.len() };
        }
        // A place is counted from the beginning: a short part far behind it costs less as a copy.
        if from / 8 > self.len() {
            return TextLocation::Memory;
        }
        TextLocation::Host { number, from: utf16_length(whole.get(..from).unwrap_or_default()), units: utf16_length(self) }
    }

    /// The text without what `strip` takes from its ends, shared; or what it made of it.
    pub fn strip_ends(&self, strip: impl FnOnce(&str) -> Cow<'_, str>) -> Self {
        match strip(self) {
            Cow::Borrowed(kept) => self.share_or_copy_part(kept),
            Cow::Owned(made) => made.into(),
        }
    }

    /// A part of this very text, shared; a copy of whatever else it is.
    pub fn share_or_copy_part(&self, part: &str) -> Self {
        match self.locate_shared_part(part) {
            Some(_) => Self { text: NonNull::from_ref(part), whole: self.whole.clone() },
            None => part.into(),
        }
    }

    /// Where in this text another is that is a part of the same, in bytes.
    pub fn locate_shared_part(&self, part: &str) -> Option<usize> {
        let at = part.as_ptr().addr().checked_sub(self.as_ptr().addr())?;
        (at + part.len() <= self.len()).then_some(at)
    }
}

/// Bytes as a text; an empty one where they are not ASCII.
pub fn read_ascii(bytes: &[u8]) -> &str {
    // SAFETY: ASCII is UTF-8.
    if bytes.is_ascii() { unsafe { str::from_utf8_unchecked(bytes) } } else { "" }
}

/// Adds a text behind another. Most are short: a loop over their words takes a third of what a copy of memory does, which wasm leaves to a
/// function of its host.
#[inline(never)]
pub fn append_text(to: &mut String, text: &str) {
    const WORD: usize = 8;
    const MOST: usize = 8 * WORD;
    let length = text.len();
    // Elsewhere a copy of memory is the quickest.
    let is_wasm = cfg!(any(target_arch = "wasm32", test));
    if !is_wasm || length > MOST || to.capacity() - to.len() < length {
        return to.push_str(text);
    }
    // SAFETY: there is room, and what is added is a text. No word begins behind the last byte or before the first.
    unsafe {
        let bytes = to.as_mut_vec();
        let (from, place) = (text.as_ptr(), bytes.as_mut_ptr().add(bytes.len()));
        let copy_word = |at: usize| place.add(at).cast::<u64>().write_unaligned(from.add(at).cast::<u64>().read_unaligned());
        let mut at = 0;
        if length >= WORD {
            while at < length - WORD {
                copy_word(at);
                at += WORD;
            }
            copy_word(length - WORD);
        } else {
            while at < length {
                place.add(at).write(from.add(at).read());
                at += 1;
            }
        }
        bytes.set_len(bytes.len() + length);
    }
}

/// An empty text with room for so many bytes.
#[inline(never)]
pub fn make_room(bytes: usize) -> String {
    // SAFETY: there is nothing in it.
    unsafe { String::from_utf8_unchecked(make_list(bytes)) }
}

/// These texts, with this between them. That of the standard library is in the wasm once for each kind of text, half a kilobyte each.
pub fn join_texts<T: Borrow<str>>(texts: &[T], between: &str) -> String {
    let mut whole = make_room(texts.iter().map(|text| text.borrow().len() + between.len()).sum());
    for (at, text) in texts.iter().enumerate() {
        append_text(&mut whole, if at == 0 { "" } else { between });
        append_text(&mut whole, text.borrow());
    }
    whole
}

impl Default for SharedText {
    fn default() -> Self {
        Self::from_static("")
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl From<String> for SharedText {
    fn from(text: String) -> Self {
        Self::share_whole(Whole { text, host: None })
    }
}

impl<T: AsRef<str> + ?Sized> From<&T> for SharedText {
    fn from(text: &T) -> Self {
        join_texts(&[text.as_ref()], "").into()
    }
}

impl From<&SharedText> for SharedText {
    fn from(text: &SharedText) -> Self {
        text.clone()
    }
}

impl PartialEq for SharedText {
    fn eq(&self, other: &Self) -> bool {
        is_same_text(self, other)
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for SharedText {
    fn eq(&self, other: &T) -> bool {
        is_same_text(self, other.as_ref())
    }
}

impl Borrow<str> for SharedText {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Debug for SharedText {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), to)
    }
}

impl fmt::Display for SharedText {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self)
    }
}

/// A serializer that is not for people is given the place of a text that the host has: three numbers of four bytes.
impl Serialize for SharedText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.host_location() {
            TextLocation::Host { number, from, units } if !to.is_human_readable() => {
                to.serialize_bytes([number, from as u32, units as u32].map(u32::to_le_bytes).as_flattened())
            }
            _ => to.serialize_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SharedText, TextLocation, append_text, make_room};

    #[test]
    fn a_text_of_any_length_is_added_whole_whether_there_is_room_or_not() {
        let letters = "äbcdefghijklmnopqrstuvwxyz🦀0123456789".repeat(4);
        for end in (0..letters.len()).filter(|end| letters.is_char_boundary(*end)) {
            for room in [0, 3, 400] {
                let mut whole = make_room(room);
                append_text(&mut whole, "so: ");
                append_text(&mut whole, &letters[..end]);
                assert_eq!(whole, format!("so: {}", &letters[..end]));
            }
        }
    }

    #[test]
    fn a_part_of_a_text_is_shared_and_found_in_it() {
        let whole = SharedText::from("\n  äh, so \n".to_owned());
        let part = whole.strip_ends(|text| text.trim().into());
        assert_eq!((part.as_str(), whole.locate_shared_part(&part)), ("äh, so", Some(3)));
        assert_eq!(part.strip_ends(|text| text.trim_end_matches("so").trim().into()), "äh,");
        assert_eq!((part.locate_shared_part(&whole), whole.locate_shared_part("äh, so")), (None, None));
        assert_eq!(whole.strip_ends(|text| text.replace("so", "no").into()), "\n  äh, no \n");
        assert_eq!(whole.strip_ends(|_| "".into()), "");
    }

    #[test]
    fn what_the_host_has_is_told_by_its_place_in_utf_16() {
        for text in ["\n  äh, 🦀 so \n", "\n  eh, x so \n"] {
            let whole = SharedText::from_host(text.to_owned(), 7, text.encode_utf16().count());
            let part = whole.share_or_copy_part(whole.split(", ").nth(1).unwrap().trim());
            let TextLocation::Host { number, from, units } = part.host_location() else { panic!("it is the host's") };
            let utf16: Vec<u16> = text.encode_utf16().skip(from).take(units).collect();
            assert_eq!((number, String::from_utf16(&utf16).unwrap().as_str()), (7, part.as_str()));
        }
        // A short part far behind letters that are to be counted is a copy.
        for (letter, is_host) in [("x", true), ("ä", false)] {
            let text = SharedText::from_host(format!("{}, so", letter.repeat(200)), 7, 204);
            assert_eq!(
                matches!(text.share_or_copy_part(&text[text.len() - 2..]).host_location(), TextLocation::Host { .. }),
                is_host
            );
        }
        assert!(matches!(SharedText::from("own").host_location(), TextLocation::Memory));
    }
}
