//! How values cross, as a list of numbers and the letters of texts: out goes whatever serde can serialise, in comes a [`InputValue`].
//! `load/wire.ts` of the package has the other ends.
//!
//! What goes out is words of 32 bits, which JavaScript reads faster than numbers of 64: a value begins with its [`Tag`] + 16 × what is said
//! beside it. One that comes in begins with its tag. JavaScript numbers the tags as Rust does: wasm-bindgen declares them. A record crosses
//! without the names of its fields: `load/records.ts` of the package is written from their declarations.

use std::cell::Cell;
use std::{fmt, iter, mem, process, ptr, slice};

use serde::ser::{self, Impossible, Serialize, Serializer};
use wasm_bindgen::prelude::*;

use super::pool::POOL;
use crate::message::{Gather, JSON, PART, ROPE, SharedText, append_text, utf16_length};
use crate::settings::InputValue;

/// What a value is, and what follows it.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum Tag {
    Null,
    False,
    True,
    /// Out: a whole number is one less than what is beside the tag; where that is 0 the number follows, its low word first. In: the number.
    Number,
    /// Out: where it begins in the letters and its length in bytes follow. In: how many UTF-16 units it takes; one text follows another.
    Text,
    /// Out: how many values follow. In: the values follow, and [`Tag::End`].
    List,
    /// Entries follow, a text and a value each, and [`Tag::End`].
    Map,
    /// Like a text, and only in: names what stood there when it was no value.
    Other,
    End,
    // What follows only goes out.
    /// A text of our source code, which stays for ever: its length in bytes; its address follows.
    Constant,
    /// A text that the host has: its number; the first UTF-16 unit, and how many units follow.
    Host,
    /// A list of texts that together are one text.
    Rope,
    /// A text that is JSON.
    Json,
    /// A list of a value and of the text that replaces the value's own.
    Part,
    /// A record: where the name of its type is, as of a constant; which fields it has, a bit for each as they are declared, and those.
    Struct,
}

/// Where a list is in the memory. Its first words are where the letters are, how many bytes, and how many of them are for values that the
/// host keeps long.
pub type WirePlace = *const u32;

thread_local! {
    /// What was written last: the host reads it before it asks for more, of whatever run. A trap takes it along.
    static LAST: Cell<Option<Box<Wire>>> = const { Cell::new(None) };
}

/// Writes a value, in the place of the last one.
pub fn write<T: Serialize + ?Sized>(value: &T) -> WirePlace {
    let mut wire = Wire::reuse_last();
    wire.add_value(value);
    wire.finish_place()
}

/// What goes out, while it is written.
#[derive(Default)]
pub struct Wire {
    /// The words up to `end`; behind it are some of what was written before.
    words: Vec<u32>,
    end: usize,
    letters: String,
    /// How many of the first are for values that the host keeps long.
    kept: usize,
    /// The innermost record that is being written, and those around it.
    record: Record,
    outer: Vec<Record>,
}

/// A record that is being written.
#[derive(Default)]
struct Record {
    /// Where the bits are that say which fields it has.
    place: usize,
    bits: u32,
    /// That of its next field.
    bit: u32,
}

impl Wire {
    pub fn reuse_last() -> Box<Self> {
        let mut wire = LAST.take().unwrap_or_default();
        wire.end = 0;
        wire.letters.clear();
        wire.kept = 0;
        wire.push_raw_word(0);
        wire.push_raw_word(0);
        wire.push_raw_word(0);
        wire
    }

    pub fn finish_place(mut self: Box<Self>) -> WirePlace {
        if let Some(first) = self.words.first_chunk_mut() {
            *first = [self.letters.as_ptr().addr(), self.letters.len(), self.kept].map(|number| number as u32);
        }
        let place = self.words.as_ptr();
        LAST.set(Some(self));
        place
    }

    /// The host keeps what was written so far longer than what follows, which would stay with it in one text.
    pub fn end_kept_letters(&mut self) {
        if self.kept == 0 {
            self.kept = self.letters.len();
        }
    }

    pub fn add_value<T: Serialize + ?Sized>(&mut self, value: &T) {
        let Ok(()) = value.serialize(self);
    }

    pub fn add_entry<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) {
        self.add_value(key);
        self.add_value(value);
    }

    #[inline(always)]
    pub fn push_tag(&mut self, tag: Tag) {
        self.push_word(tag, 0);
    }

    #[inline(never)]
    fn push_word(&mut self, tag: Tag, beside: usize) {
        self.put_word(tag, beside);
    }

    #[inline(always)]
    fn put_word(&mut self, tag: Tag, beside: usize) {
        self.push_raw_word(tag as u32 | (beside as u32) << 4);
    }

    #[inline(always)]
    fn push_raw_word(&mut self, word: u32) {
        match self.words.get_mut(self.end) {
            Some(place) => {
                *place = word;
                self.end += 1;
            }
            None => self.grow_by_word(word),
        }
    }

    #[inline(never)]
    fn grow_by_word(&mut self, word: u32) {
        self.words.push(word);
        self.end += 1;
    }

    #[inline(never)]
    fn begin_record(&mut self, name: &str) {
        self.push_constant(Tag::Struct, name);
        let record = Record { place: self.end, bits: 0, bit: 1 };
        self.outer.push(mem::replace(&mut self.record, record));
        self.push_raw_word(0);
    }

    #[inline(never)]
    fn end_record(&mut self) {
        if let Some(bits) = self.words.get_mut(self.record.place) {
            *bits = self.record.bits;
        }
        self.record = self.outer.pop().unwrap_or_default();
    }

    /// Goes on to the next field of the innermost record, and notes that this one is there.
    #[inline(never)]
    fn note_field(&mut self) {
        self.record.bits |= self.record.bit;
        self.record.bit <<= 1;
    }

    #[inline(never)]
    fn pass_field(&mut self) {
        self.record.bit <<= 1;
    }

    #[inline(never)]
    fn push_number(&mut self, number: f64) {
        const MOST: u32 = (1 << 28) - 1;
        let (bits, whole) = (number.to_bits(), number as u32);
        if f64::from(whole).to_bits() == bits && whole < MOST {
            return self.put_word(Tag::Number, whole as usize + 1);
        }
        self.push_tag(Tag::Number);
        self.push_raw_word(bits as u32);
        self.push_raw_word((bits >> 32) as u32);
    }

    #[inline(never)]
    fn push_constant(&mut self, tag: Tag, text: &str) {
        self.put_word(tag, text.len());
        self.push_raw_word(text.as_ptr().addr() as u32);
    }

    #[inline(never)]
    fn push_text(&mut self, text: &str) {
        // Constant data lies before mutable data.
        if text.as_ptr().addr() < ptr::from_ref(&POOL).addr() {
            return self.push_constant(Tag::Constant, text);
        }
        self.push_tag(Tag::Text);
        self.push_raw_word(self.letters.len() as u32);
        self.push_raw_word(text.len() as u32);
        append_text(&mut self.letters, text);
    }
}

type Outcome = Result<(), Never>;
type Aborts = Result<Impossible<(), Never>, Never>;

/// No error is possible: our types hold nothing that cannot be written.
#[derive(Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        process::abort()
    }
}

macro_rules! numbers {
    ($($name:ident: $kind:ty),*) => {$(
        fn $name(self, number: $kind) -> Outcome {
            self.push_number(number as f64);
            Ok(())
        }
    )*};
}

impl Serializer for &mut Wire {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Impossible<(), Never>;
    type SerializeTupleVariant = Impossible<(), Never>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<(), Never>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, flag: bool) -> Outcome {
        self.push_tag(if flag { Tag::True } else { Tag::False });
        Ok(())
    }

    /// Its letters would be on the stack, which lies before all data: the host would keep them as a text of our source.
    fn serialize_char(self, _: char) -> Outcome {
        process::abort()
    }

    fn serialize_str(self, text: &str) -> Outcome {
        self.push_text(text);
        Ok(())
    }

    /// The place of a text that the host has: three numbers of four bytes.
    fn serialize_bytes(self, host_text_place: &[u8]) -> Outcome {
        if let [number, from, units] = host_text_place.as_chunks().0 {
            self.push_word(Tag::Host, u32::from_le_bytes(*number) as usize);
            self.push_raw_word(u32::from_le_bytes(*from));
            self.push_raw_word(u32::from_le_bytes(*units));
        }
        Ok(())
    }

    fn serialize_none(self) -> Outcome {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Outcome {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Outcome {
        self.push_tag(Tag::Null);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Outcome {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Outcome {
        self.serialize_str(word)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Outcome {
        match name {
            ROPE => self.push_tag(Tag::Rope),
            JSON => self.push_tag(Tag::Json),
            PART => self.push_tag(Tag::Part),
            _ => {}
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, _: &T) -> Outcome {
        process::abort()
    }

    /// Our lists know how long they are.
    fn serialize_seq(self, count: Option<usize>) -> Result<Self, Never> {
        self.push_word(Tag::List, count.unwrap_or_else(|| process::abort()));
        Ok(self)
    }

    fn serialize_tuple(self, count: usize) -> Result<Self, Never> {
        self.serialize_seq(Some(count))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Aborts {
        process::abort()
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Aborts {
        process::abort()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.push_tag(Tag::Map);
        Ok(self)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self, Never> {
        self.begin_record(name);
        Ok(self)
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Aborts {
        process::abort()
    }
}

/// What holds values: they follow each other.
macro_rules! holders {
    ($($kind:ident { $(fn $add:ident)* $(end $end:ident)? })*) => {$(
        impl ser::$kind for &mut Wire {
            type Ok = ();
            type Error = Never;

            $(fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome {
                value.serialize(&mut **self)
            })*

            fn end(self) -> Outcome {
                $(self.push_tag(Tag::$end);)?
                Ok(())
            }
        }
    )*};
}

holders! {
    SerializeSeq { fn serialize_element }
    SerializeTuple { fn serialize_element }
    SerializeMap { fn serialize_key fn serialize_value end End }
}

impl ser::SerializeStruct for &mut Wire {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Outcome {
        self.note_field();
        value.serialize(&mut **self)
    }

    fn skip_field(&mut self, _: &'static str) -> Outcome {
        self.pass_field();
        Ok(())
    }

    fn end(self) -> Outcome {
        self.end_record();
        Ok(())
    }
}

/// A text that the host's encoder wrote.
pub fn read_host_text(bytes: &[u8]) -> &str {
    // SAFETY: it writes UTF-8 alone; wasm-bindgen takes texts of the host likewise.
    unsafe { str::from_utf8_unchecked(bytes) }
}

/// What the host wrote, who also says how deep values nest.
pub fn read(numbers: &[f64], letters: &[u8]) -> InputValue {
    let letters = read_host_text(letters);
    Reader { numbers: numbers.iter(), letters, is_ascii: letters.is_ascii() }.next_value_until_end().unwrap_or(InputValue::Null)
}

/// The text at this place, where there is one, taken out: the host has it under this number.
pub fn take_host_text(place: Option<&mut InputValue>, text_number: u32) -> Option<SharedText> {
    let place = place.filter(|place| matches!(place, InputValue::Text(_)))?;
    let InputValue::Text(text) = mem::take(place) else { return None };
    let length = utf16_length(&text);
    Some(SharedText::from_host(text, text_number, length))
}

struct Reader<'w> {
    numbers: slice::Iter<'w, f64>,
    /// Those of the texts that were not read yet.
    letters: &'w str,
    is_ascii: bool,
}

impl Reader<'_> {
    /// The next value; `None` at the end of what holds values.
    fn next_value_until_end(&mut self) -> Option<InputValue> {
        const TAGS: [Tag; 9] =
            [Tag::Null, Tag::False, Tag::True, Tag::Number, Tag::Text, Tag::List, Tag::Map, Tag::Other, Tag::End];
        Some(match TAGS.get(self.next_number() as usize)? {
            Tag::False => InputValue::Bool(false),
            Tag::True => InputValue::Bool(true),
            Tag::Number => InputValue::Number(self.next_number()),
            Tag::Text => InputValue::Text(self.next_text()),
            Tag::List => InputValue::List(iter::from_fn(|| self.next_value_until_end()).gather()),
            Tag::Map => InputValue::Map(iter::from_fn(|| self.next_entry_until_end()).gather()),
            Tag::Other => InputValue::Other(self.next_text()),
            Tag::End => return None,
            _ => InputValue::Null,
        })
    }

    fn next_entry_until_end(&mut self) -> Option<(String, InputValue)> {
        match self.next_value_until_end()? {
            InputValue::Text(key) => Some((key, self.next_value_until_end()?)),
            _ => None,
        }
    }

    /// Without a number left, the end.
    fn next_number(&mut self) -> f64 {
        self.numbers.next().copied().unwrap_or(f64::from(Tag::End as u32))
    }

    fn next_text(&mut self) -> String {
        let units = self.next_number() as usize;
        let bytes = if self.is_ascii { units } else { self.utf8_length(units) };
        let (text, rest) = self.letters.split_at_checked(bytes).unwrap_or_default();
        self.letters = rest;
        text.to_owned()
    }

    /// How many bytes so many UTF-16 units take.
    fn utf8_length(&self, mut utf16_units: usize) -> usize {
        let mut at = 0;
        while utf16_units > 0 && at < self.letters.len() {
            // A unit takes a byte at least.
            let end = self.letters.ceil_char_boundary(at + utf16_units);
            utf16_units = utf16_units.saturating_sub(utf16_length(self.letters.get(at..end).unwrap_or_default()));
            at = end;
        }
        at
    }
}
