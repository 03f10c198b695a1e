//! Lists whose order means nothing: authors, features, countries.

use super::names::{Name, words};
use super::ordered::{Ids, sorted};
use super::relation::FactRelation;

/// A list as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Items {
    pub key: String,
    pub items: Vec<Name>,
    /// The words of all items, in order: what is left when it is not clear where an item ends.
    bag: Vec<String>,
    /// A comma may stand between two items or inside one: "Knuth, Donald".
    unclear: bool,
    /// The items if every second comma stands inside one.
    paired: Vec<Name>,
    /// It says itself that there are more: "and others".
    open: bool,
}

const MORE: [&str; 5] = ["et al", "and others", "and more", "etc", "u a"];

impl Items {
    /// Reads a text with `;`, `|`, a line break, or else commas and "and" between the items.
    pub fn read(text: &str) -> Self {
        let slash = if text.contains(',') { '\n' } else { '/' };
        match [';', '|', '\n', slash].into_iter().find(|separator| text.contains(*separator)) {
            Some(separator) => Self::of(text.split(separator), false),
            None => {
                let (text, more) = whole(text);
                let text = text.replace(" & ", ",").replace(" and ", ",").replace(" und ", ",");
                let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
                let mut list = Self::of(parts.iter().copied().chain(more), parts.len() > 1);
                if parts.len().is_multiple_of(2) && !list.open {
                    let pairs = parts.chunks(2).map(|pair| pair.join(", "));
                    let paired: Vec<Name> = pairs.map(|pair| Name::read(&pair)).collect();
                    list.paired = in_order(&paired);
                }
                list
            }
        }
    }

    /// Takes items that are apart already.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>, unclear: bool) -> Self {
        let mut open = false;
        let mut items: Vec<Name> = Vec::new();
        for text in texts {
            let spoken = words(text).join(" ");
            match MORE.iter().find_map(|more| spoken.strip_suffix(more)) {
                Some("") => open = true,
                Some(before) if before.ends_with(' ') => {
                    open = true;
                    items.push(Name::read(before));
                }
                _ if spoken.is_empty() => {}
                _ => items.push(Name::read(text)),
            }
        }
        let items = in_order(&items);
        let bag = sorted(items.iter().flat_map(|item| item.key.split(' ').map(str::to_owned)).collect());
        let mut key = if unclear { format!("~{}", bag.join(" ")) } else { keys(&items).join("; ") };
        if open {
            key.push_str("; …");
        }
        Self { key, items, bag, unclear, paired: Vec::new(), open }
    }

    pub fn relate(&self, other: &Self) -> FactRelation {
        let same_words = (self.unclear || other.unclear) && self.bag == other.bag;
        if (self.key == other.key || same_words) && self.open == other.open {
            return FactRelation::Equivalent;
        }
        match (same_words || self.lies_in(other), same_words || other.lies_in(self)) {
            (true, true) if self.open == other.open => FactRelation::Equivalent,
            (true, _) | (_, true) => FactRelation::Contained,
            (false, false) if self.open && other.open => FactRelation::Incomparable,
            (false, false) => FactRelation::Conflict,
        }
    }

    /// Whether it says another less precisely (`true`), more precisely (`false`) or neither.
    pub fn says_of(&self, other: &Self) -> Option<bool> {
        match self.relate(other) {
            FactRelation::Equivalent => Some(self.unclear),
            FactRelation::Contained => Some(self.open || (!other.open && self.lies_in(other))),
            FactRelation::Duplicate | FactRelation::Incomparable | FactRelation::Conflict => None,
        }
    }

    /// The words by which lists with the same items are found.
    pub fn words(&self) -> &[String] {
        &self.bag
    }

    /// Every item is one of the other's, or says it less precisely, in one way to read both.
    fn lies_in(&self, other: &Self) -> bool {
        let ways = |list: &Self| if list.paired.is_empty() { 1 } else { 2 };
        (0..ways(self)).any(|own| (0..ways(other)).any(|way| all_in(self.way(own), other.way(way))))
    }

    fn way(&self, at: usize) -> &[Name] {
        if at == 0 { &self.items } else { &self.paired }
    }
}

/// A text without the words at its end that say that there are more, and these: "and" stands before them, and between no items.
fn whole(text: &str) -> (&str, Option<&'static str>) {
    let said = text.trim_end().trim_end_matches(['.', '…']);
    let cut = |end: &str| {
        let (before, last) = said.split_at_checked(said.len().checked_sub(end.len())?)?;
        let apart = before.ends_with([' ', ',']) && !before.trim().is_empty();
        if last.eq_ignore_ascii_case(end) && apart { Some(before) } else { None }
    };
    let ends =
        ["and many others", "and many more", "and others", "and more", "& others", "& more", "et al", "et al.", "und andere"];
    ends.iter().find_map(|end| cut(end)).map_or((text, None), |before| (before, Some("etc")))
}

/// Every item is one of the others, or says it less precisely; each of the others is taken once.
fn all_in(items: &[Name], others: &[Name]) -> bool {
    if items.len() > others.len() {
        return false;
    }
    let mut free: Vec<&Name> = others.iter().collect();
    // What is there word for word goes first, so that a shorter form does not take its place.
    free.retain(|own| !has(items, &own.key));
    items.iter().filter(|item| !has(others, &item.key)).all(|item| match free.iter().position(|own| says_less(item, own)) {
        Some(at) => {
            free.swap_remove(at);
            true
        }
        None => false,
    })
}

/// Names by key, each once.
fn in_order(names: &[Name]) -> Vec<Name> {
    let mut places = Ids::new();
    for (name, at) in names.iter().zip(0..) {
        places.insert(name.key.clone(), at);
    }
    places.values().filter_map(|at| names.get(*at as usize)).cloned().collect()
}

fn has(names: &[Name], key: &str) -> bool {
    names.binary_search_by(|name| name.key.as_str().cmp(key)).is_ok()
}

/// Whether a name is a shorter form of another, or some of its words: "Knuth" of "Donald Knuth".
fn says_less(short: &Name, long: &Name) -> bool {
    let words: Vec<&str> = long.key.split(' ').collect();
    long.general.contains(&short.key) || short.key.split(' ').all(|word| words.contains(&word))
}

fn keys(items: &[Name]) -> Vec<&str> {
    items.iter().map(|item| item.key.as_str()).collect()
}
