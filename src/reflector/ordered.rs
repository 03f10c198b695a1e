//! The containers that everything here is kept in: one kind of map, one kind of set, one way to keep a short list in order.
//!
//! Few kinds on purpose. Each further kind of map is 3 KB of wasm, and each type that is sorted 7 KB.

use std::collections::{BTreeMap, BTreeSet};

/// Numbers by name.
pub type Ids = BTreeMap<String, u32>;

/// Lists of numbers by name.
#[derive(Default)]
pub struct Lists {
    slots: Ids,
    lists: Vec<Vec<u32>>,
}

impl Lists {
    pub fn get(&self, name: &str) -> &[u32] {
        self.slots.get(name).and_then(|slot| self.lists.get(*slot as usize)).map_or(&[], Vec::as_slice)
    }

    pub fn push(&mut self, name: &str, number: u32) {
        match self.slots.get(name).and_then(|slot| self.lists.get_mut(*slot as usize)) {
            Some(list) => list.push(number),
            None => {
                self.slots.insert(name.to_owned(), self.lists.len() as u32);
                self.lists.push(vec![number]);
            }
        }
    }
}

/// Pairs of numbers in order; a set of numbers is one of pairs with 0.
#[derive(Clone, Default)]
pub struct Pairs(BTreeSet<(u32, u32)>);

impl Pairs {
    /// False when it was there.
    pub fn add(&mut self, first: u32, second: u32) -> bool {
        self.0.insert((first, second))
    }

    pub fn remove(&mut self, first: u32, second: u32) {
        self.0.remove(&(first, second));
    }

    pub fn has(&self, first: u32, second: u32) -> bool {
        self.0.contains(&(first, second))
    }

    /// What stands with a number, in order.
    pub fn of(&self, first: u32) -> impl Iterator<Item = u32> {
        self.0.range((first, 0)..=(first, u32::MAX)).map(|(_, second)| *second)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, u32)> {
        self.0.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// Words in order, with those that come again.
pub fn sorted(words: Vec<String>) -> Vec<String> {
    let mut counts = Ids::new();
    for word in words {
        *counts.entry(word).or_insert(0) += 1;
    }
    let mut sorted = Vec::new();
    for (word, count) in counts {
        for _ in 1..count {
            sorted.push(word.clone());
        }
        sorted.push(word);
    }
    sorted
}

/// Words in order, each once.
pub fn distinct(words: Vec<String>) -> Vec<String> {
    // One by one: to collect a map is to sort, 7 KB more.
    let mut seen = Ids::new();
    for word in words {
        seen.insert(word, 0);
    }
    seen.into_keys().collect()
}

/// Puts an item into a short list after all that do not come after it.
pub fn place<T>(list: &mut Vec<T>, item: T, after: impl Fn(&T, &T) -> bool) {
    let at = list.iter().position(|known| after(known, &item)).unwrap_or(list.len());
    list.insert(at, item);
}
