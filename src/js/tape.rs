//! Values on their way to JavaScript: a list of numbers and one text, from which `tape.ts` builds them.
//!
//! Made property by property over the boundary, an object costs more than the rest of a call. A tape crosses once, its text is
//! decoded once, and a long text that occurs several times is in it once.

use std::fmt::Error;

use js_sys::{Array, Float64Array};
use serde::Serialize;
use serde::ser::{Impossible, SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use wasm_bindgen::JsValue;

use super::known::Known;
use crate::message::{same, units};

/// What a value begins with. The same list stands in `tape.ts`.
mod mark {
    pub const NULL: f64 = 0.0;
    pub const FALSE: f64 = 1.0;
    pub const TRUE: f64 = 2.0;
    /// Then the number.
    pub const NUMBER: f64 = 3.0;
    /// Then its length: the next that many UTF-16 units of the text.
    pub const TEXT: f64 = 4.0;
    /// Then where in the text it stands, and its length.
    pub const AGAIN: f64 = 5.0;
    /// Then how many items, and the items.
    pub const LIST: f64 = 6.0;
    /// Then how many entries, and for each a key and a value. A key is the number of one that the run's tapes told before, from 0;
    /// or the first number that is free, then the length of a new key; or `-1 - length` of a key that is told this once.
    pub const OBJECT: f64 = 7.0;
    /// Then the number of a content that the host handed in apart, from 0, where in it the text stands, and its length.
    pub const KNOWN: f64 = 8.0;
}

/// Bytes from which a text is looked for among those that the tape has.
const LONG: usize = 256;
/// Bytes from which it is looked for among what the host has.
const VERY_LONG: usize = 4_096;
/// Names of fields that are found at once, by their address.
const SLOTS: usize = 128;

/// The names of fields that the reader of a run's tapes was told.
pub struct Keys {
    told: Vec<&'static str>,
    slots: [u8; SLOTS],
}

impl Default for Keys {
    fn default() -> Self {
        Self { told: Vec::new(), slots: [0; SLOTS] }
    }
}

impl Keys {
    /// The number of a key, and whether it is a new one.
    fn number(&mut self, key: &'static str) -> (usize, bool) {
        // The same field is the same constant, at the same address.
        let same = |other: &&'static str| std::ptr::eq(other.as_ptr(), key.as_ptr()) && other.len() == key.len();
        let address = key.as_ptr().addr();
        let Some(slot) = self.slots.get_mut((address ^ (address >> 7)) % SLOTS) else { return (self.told.len(), true) };
        if self.told.get(usize::from(*slot)).is_some_and(same) {
            return (usize::from(*slot), false);
        }
        let found = self.told.iter().position(same);
        let number = found.unwrap_or(self.told.len());
        if found.is_none() {
            self.told.push(key);
        }
        *slot = u8::try_from(number).unwrap_or(*slot);
        (number, found.is_none())
    }
}

/// One tape.
pub struct Tape<'k> {
    keys: &'k mut Keys,
    known: &'k [Known],
    numbers: Vec<f64>,
    text: String,
    /// Of `text`, in UTF-16.
    units: usize,
    long: Vec<Long>,
    in_key: bool,
}

/// A long text that the tape has.
struct Long {
    byte: usize,
    bytes: usize,
    unit: usize,
    units: usize,
}

impl<'k> Tape<'k> {
    pub fn new(keys: &'k mut Keys, known: &'k [Known]) -> Self {
        Self { keys, known, numbers: Vec::new(), text: String::new(), units: 0, long: Vec::new(), in_key: false }
    }

    /// Adds a value.
    ///
    /// # Errors
    /// For values that JSON cannot hold, which ours are not.
    pub fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsValue> {
        value.serialize(self).map_err(|_| JsValue::from_str("a value has no JSON form"))
    }

    /// What `tape.ts` reads.
    pub fn finish(self) -> Array {
        Array::of2(&Float64Array::from(self.numbers.as_slice()).into(), &JsValue::from_str(&self.text))
    }

    fn push(&mut self, numbers: &[f64]) -> Result<(), Error> {
        self.numbers.extend_from_slice(numbers);
        Ok(())
    }

    /// Appends to the text; gives its length in UTF-16.
    fn append(&mut self, text: &str) -> usize {
        let units = units(text);
        self.text.push_str(text);
        self.units += units;
        units
    }

    /// Where the host has a very long text: a draft is an answer without the blanks around it.
    fn place(&self, text: &str) -> Option<[f64; 4]> {
        if text.len() < VERY_LONG {
            return None;
        }
        self.known.iter().enumerate().find_map(|(number, known)| {
            let (start, units) = known.place(text)?;
            Some([mark::KNOWN, number as f64, start as f64, units as f64])
        })
    }

    fn key(&mut self, key: &'static str) {
        let (number, new) = self.keys.number(key);
        self.numbers.push(number as f64);
        if new {
            let units = self.append(key);
            self.numbers.push(units as f64);
        }
    }

    fn entries(&mut self, mark: f64) -> Entries<'_, 'k> {
        self.numbers.extend_from_slice(&[mark, 0.0]);
        Entries { at: self.numbers.len() - 1, count: 0.0, tape: self }
    }
}

type Written = Result<(), Error>;
/// None of our types has such a form.
type Never = Impossible<(), Error>;

impl<'a, 'k> Serializer for &'a mut Tape<'k> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Entries<'a, 'k>;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Entries<'a, 'k>;
    type SerializeStruct = Entries<'a, 'k>;
    type SerializeStructVariant = Never;

    fn serialize_str(self, text: &str) -> Written {
        if text.len() < LONG || self.in_key {
            let units = self.append(text);
            return self.push(&[mark::TEXT, units as f64]);
        }
        if let Some(place) = self.place(text) {
            return self.push(&place);
        }
        let (byte, unit) = (self.text.len(), self.units);
        let known = self.long.iter().find(|l| self.text.get(l.byte..l.byte + l.bytes).is_some_and(|told| same(told, text)));
        if let Some(Long { unit, units, .. }) = known {
            let numbers = [mark::AGAIN, *unit as f64, *units as f64];
            return self.push(&numbers);
        }
        let units = self.append(text);
        self.long.push(Long { byte, bytes: text.len(), unit, units });
        self.push(&[mark::TEXT, units as f64])
    }

    fn serialize_f64(self, number: f64) -> Written {
        self.push(&[mark::NUMBER, number])
    }

    fn serialize_bool(self, flag: bool) -> Written {
        self.push(&[if flag { mark::TRUE } else { mark::FALSE }])
    }

    fn serialize_unit(self) -> Written {
        self.push(&[mark::NULL])
    }

    fn serialize_i8(self, number: i8) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_i16(self, number: i16) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_i32(self, number: i32) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_i64(self, number: i64) -> Written {
        self.serialize_f64(number as f64)
    }

    fn serialize_u8(self, number: u8) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_u16(self, number: u16) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_u32(self, number: u32) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_u64(self, number: u64) -> Written {
        self.serialize_f64(number as f64)
    }

    fn serialize_f32(self, number: f32) -> Written {
        self.serialize_f64(f64::from(number))
    }

    fn serialize_char(self, letter: char) -> Written {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(Error)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, _: &T) -> Written {
        Err(Error)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Entries<'a, 'k>, Error> {
        Ok(self.entries(mark::LIST))
    }

    fn serialize_tuple(self, _: usize) -> Result<Never, Error> {
        Err(Error)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Never, Error> {
        Err(Error)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Never, Error> {
        Err(Error)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a, 'k>, Error> {
        Ok(self.entries(mark::OBJECT))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries<'a, 'k>, Error> {
        Ok(self.entries(mark::OBJECT))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Never, Error> {
        Err(Error)
    }
}

/// A list or an object that is being written; how many entries it has is set at its end.
pub struct Entries<'a, 'k> {
    tape: &'a mut Tape<'k>,
    at: usize,
    count: f64,
}

impl Entries<'_, '_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.count += 1.0;
        value.serialize(&mut *self.tape)
    }

    fn close(self) -> Written {
        self.tape.numbers.get_mut(self.at).map(|count| *count = self.count).ok_or(Error)
    }
}

impl SerializeSeq for Entries<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    fn end(self) -> Written {
        self.close()
    }
}

impl SerializeMap for Entries<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        let from = self.tape.numbers.len();
        self.tape.in_key = true;
        key.serialize(&mut *self.tape)?;
        self.tape.in_key = false;
        match self.tape.numbers.get(from..) {
            Some([mark, units]) if *mark == mark::TEXT => {
                let key = -1.0 - units;
                self.tape.numbers.truncate(from);
                self.tape.push(&[key])
            }
            _ => Err(Error),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    fn end(self) -> Written {
        self.close()
    }
}

impl SerializeStruct for Entries<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.tape.key(key);
        self.item(value)
    }

    fn end(self) -> Written {
        self.close()
    }
}
