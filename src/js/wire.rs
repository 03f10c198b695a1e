//! How values come in: as a list of numbers and one text, which `wire.ts` of the package writes. Neither side asks the other for each field.
//!
//! A value is the number of its [`Tag`] and what that says. Its texts stand one after another in the one text.

use std::slice;

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

/// What the host wrote, who also says how deep values nest.
pub fn read(numbers: &[f64], text: &str) -> Raw {
    Reader { numbers: numbers.iter(), text }.value()
}

struct Reader<'w> {
    numbers: slice::Iter<'w, f64>,
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
