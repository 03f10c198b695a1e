//! What lies in what: a city in a country, a product in a line.

use super::names::{Name, words};
use super::ordered::Ids;
use super::shape::{Shaped, wrong};

/// Steps from a thing up to what holds everything.
const MAX_DEPTH: usize = 64;

/// From each name to the one that holds it, as keys.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    /// Where in `names` the one stands that holds it.
    parents: Ids,
    names: Vec<String>,
}

impl Hierarchy {
    /// `place` says whose it is. A name lies in one other only, and in no circle.
    pub fn new(entries: &[&[(String, String)]], place: &str) -> Shaped<Self> {
        let mut hierarchy = Self::default();
        for (name, parent) in entries.iter().flat_map(|list| list.iter()) {
            hierarchy.parents.insert(Name::read(name).key, hierarchy.names.len() as u32);
            hierarchy.names.push(Name::read(parent).key);
        }
        match hierarchy.parents.keys().find(|name| hierarchy.above(name).len() > MAX_DEPTH) {
            Some(name) => Err(wrong(format!("`{place}.hierarchy`: \"{name}\" lies in a circle, or deeper than {MAX_DEPTH}"))),
            None => Ok(hierarchy),
        }
    }

    /// A name and all that it lies in. "Paris, France" is the Paris that lies in France.
    pub fn name(&self, text: &str) -> Name {
        let mut name = Name::read(text);
        if let Some((head, tail)) = text.split_once(',') {
            let (head, tail) = (words(head).join(" "), words(tail).join(" "));
            if self.above(&head).contains(&tail.as_str()) {
                name = Name { key: head, general: Vec::new() };
            }
        }
        let above: Vec<String> = self.above(&name.key).into_iter().map(str::to_owned).collect();
        name.general.extend(above);
        name
    }

    fn above(&self, key: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        let mut at = key;
        while let Some(parent) = self.parents.get(at).and_then(|at| self.names.get(*at as usize)) {
            found.push(parent);
            if found.len() > MAX_DEPTH {
                break;
            }
            at = parent;
        }
        found
    }
}
