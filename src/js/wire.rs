//! How values cross: any value as a list of numbers and one text. `wire.ts` of the package is the other end of both ways.
//!
//! A value is the number of its [`Tag`] and what that says. Its texts stand one after another in the one text.

use std::fmt;

use js_sys::{Array, Float64Array};
use serde::ser::{self, Impossible, Serialize, Serializer};
use wasm_bindgen::prelude::*;

use crate::settings::Raw;

/// What a value is, and what follows it. `wire.ts` counts them in the same order.
#[derive(Clone, Copy)]
enum Tag {
    Null,
    False,
    True,
    /// The number.
    Number,
    /// How many UTF-16 units of the text it takes.
    Text,
    /// How many values, and these.
    List,
    /// How many entries, and these: a text and a value each.
    Map,
    /// As of a text. It says what was there that is no value.
    Other,
}

impl Tag {
    const ALL: [Self; 8] = [Self::Null, Self::False, Self::True, Self::Number, Self::Text, Self::List, Self::Map, Self::Other];
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A value on its way out of the core; `wire.ts` reads it. */
export type Wire<T> = readonly [numbers: Float64Array, text: string] & { readonly value?: T };
"#;

/// What the host wrote. It says how deep values nest.
pub fn from_host(numbers: &[f64], text: &str) -> Raw {
    Reader { numbers: numbers.iter(), text }.value()
}

struct Reader<'w> {
    numbers: std::slice::Iter<'w, f64>,
    text: &'w str,
}

impl Reader<'_> {
    fn value(&mut self) -> Raw {
        match Tag::ALL.get(self.count()) {
            None | Some(Tag::Null) => Raw::Null,
            Some(Tag::False) => Raw::Bool(false),
            Some(Tag::True) => Raw::Bool(true),
            Some(Tag::Number) => Raw::Number(self.number()),
            Some(Tag::Text) => Raw::Text(self.text()),
            Some(Tag::List) => Raw::List((0..self.count()).map(|_| self.value()).collect()),
            Some(Tag::Map) => Raw::Map((0..self.count()).map(|_| (self.text(), self.value())).collect()),
            Some(Tag::Other) => Raw::Other(self.text()),
        }
    }

    fn number(&mut self) -> f64 {
        self.numbers.next().copied().unwrap_or_default()
    }

    fn count(&mut self) -> usize {
        self.number() as usize
    }

    fn text(&mut self) -> String {
        let mut left = self.count();
        let behind = self.text.char_indices().find(|(_, letter)| {
            let is_behind = left == 0;
            left = left.saturating_sub(letter.len_utf16());
            is_behind
        });
        let end = behind.map_or(self.text.len(), |(at, _)| at);
        let (text, rest) = self.text.split_at_checked(end).unwrap_or_default();
        self.text = rest;
        text.to_owned()
    }
}

/// A value for the host.
pub fn to_host<T: Serialize>(value: &T) -> JsValue {
    let mut wire = Writer::default();
    match value.serialize(&mut wire) {
        Ok(()) => Array::of2(&Float64Array::from(wire.numbers.as_slice()), &wire.text.into()).into(),
        // It has a form that none of ours has.
        Err(fmt::Error) => JsValue::UNDEFINED,
    }
}

#[derive(Default)]
struct Writer {
    numbers: Vec<f64>,
    text: String,
}

impl Writer {
    fn tag(&mut self, tag: Tag) -> Written {
        self.numbers.push(f64::from(tag as u8));
        Ok(())
    }

    fn text(&mut self, text: &str) -> Written {
        self.numbers.push(text.encode_utf16().count() as f64);
        self.text.push_str(text);
        Ok(())
    }

    /// Begins what holds values; how many is filled in at its end.
    fn open(&mut self, tag: Tag) -> Result<Open<'_>, fmt::Error> {
        self.tag(tag)?;
        self.numbers.push(0.0);
        Ok(Open { place: self.numbers.len() - 1, count: 0.0, writer: self })
    }
}

/// What holds values, while they are written.
struct Open<'w> {
    writer: &'w mut Writer,
    place: usize,
    count: f64,
}

impl Open<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.count += 1.0;
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Written {
        self.writer.numbers.get_mut(self.place).map(|count| *count = self.count).ok_or(fmt::Error)
    }
}

type Written = Result<(), fmt::Error>;

macro_rules! numbers {
    ($($name:ident: $kind:ty),*) => {$(
        fn $name(self, number: $kind) -> Written {
            self.tag(Tag::Number)?;
            self.numbers.push(number as f64);
            Ok(())
        }
    )*};
}

impl<'w> Serializer for &'w mut Writer {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Open<'w>;
    type SerializeTuple = Open<'w>;
    type SerializeTupleStruct = Impossible<(), fmt::Error>;
    type SerializeTupleVariant = Impossible<(), fmt::Error>;
    type SerializeMap = Open<'w>;
    type SerializeStruct = Open<'w>;
    type SerializeStructVariant = Impossible<(), fmt::Error>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64
    }

    fn serialize_bool(self, flag: bool) -> Written {
        self.tag(if flag { Tag::True } else { Tag::False })
    }

    fn serialize_char(self, _: char) -> Written {
        Err(fmt::Error)
    }

    fn serialize_str(self, text: &str) -> Written {
        self.tag(Tag::Text)?;
        self.text(text)
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(fmt::Error)
    }

    fn serialize_none(self) -> Written {
        self.tag(Tag::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.tag(Tag::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.tag(Tag::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, word: &'static str) -> Written {
        self.serialize_str(word)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, _: &'static str, _: &T) -> Written {
        Err(fmt::Error)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'w>, fmt::Error> {
        self.open(Tag::List)
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'w>, fmt::Error> {
        self.open(Tag::List)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'w>, fmt::Error> {
        self.open(Tag::Map)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'w>, fmt::Error> {
        self.open(Tag::Map)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, fmt::Error> {
        Err(fmt::Error)
    }
}

macro_rules! lists {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Open<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                self.add(value)
            }

            fn end(self) -> Written {
                self.close()
            }
        }
    )*};
}

lists!(SerializeSeq, SerializeTuple);

impl ser::SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.writer.text(key)?;
        self.add(value)
    }

    fn end(self) -> Written {
        self.close()
    }
}

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        let place = self.writer.numbers.len();
        key.serialize(&mut *self.writer)?;
        // A key is a text without its tag.
        self.writer.numbers.remove(place);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.add(value)
    }

    fn end(self) -> Written {
        self.close()
    }
}
