//! Names that contain others, and how many sources stand behind each, counted as they come.

use std::collections::{BTreeMap, BTreeSet};

/// Values by key, each with what says it less precisely (`above`) and more precisely (`below`).
#[derive(Default)]
pub struct Named {
    ids: BTreeMap<String, u32>,
    nodes: Vec<Node>,
    /// Values that a key says less precisely, whether or not the key itself is there.
    below: BTreeMap<String, Vec<u32>>,
    /// Values that nothing says more precisely, with the number of sources behind them.
    ends: BTreeSet<(u32, u32)>,
    /// Links followed, for the test of growth.
    pub work: u64,
}

#[derive(Default)]
struct Node {
    below: Vec<u32>,
    own: BTreeSet<u32>,
    /// Sources of it and of all that say it less precisely: none of them speaks against it.
    behind: BTreeSet<u32>,
}

/// The value that most sources stand behind.
pub struct Most {
    pub id: u32,
    pub sources: u32,
    /// No other has as many.
    pub alone: bool,
}

impl Named {
    /// A new value; ids are given in turn from 0.
    pub fn insert(&mut self, key: &str, general: &[String]) {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        self.ids.insert(key.to_owned(), id);
        self.ends.insert((0, id));
        for name in general {
            if let Some(above) = self.ids.get(name).copied() {
                self.link(above, id);
            }
            self.below.entry(name.clone()).or_default().push(id);
        }
        for below in self.below.get(key).cloned().unwrap_or_default() {
            self.link(id, below);
        }
    }

    /// `above` says `below` less precisely.
    pub fn link(&mut self, above: u32, below: u32) {
        self.work += 1;
        if above == below {
            return;
        }
        let Some(node) = self.nodes.get_mut(above as usize) else { return };
        if node.below.contains(&below) {
            return;
        }
        if node.below.is_empty() {
            self.ends.remove(&(node.behind.len() as u32, above));
        }
        node.below.push(below);
        for source in node.own.clone() {
            self.behind(below, source);
        }
    }

    /// A source says the value.
    pub fn voice(&mut self, id: u32, source: u32) {
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        if !node.own.insert(source) {
            return;
        }
        let below = node.below.clone();
        self.behind(id, source);
        for id in below {
            self.behind(id, source);
        }
    }

    fn behind(&mut self, id: u32, source: u32) {
        self.work += 1;
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        if node.behind.insert(source) && node.below.is_empty() {
            let now = node.behind.len() as u32;
            self.ends.remove(&(now - 1, id));
            self.ends.insert((now, id));
        }
    }

    /// Values that nothing says more precisely: more than one contradict each other.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    pub fn most(&self) -> Option<Most> {
        let mut from_top = self.ends.iter().rev();
        let (sources, id) = from_top.next()?;
        let alone = from_top.next().is_none_or(|(next, _)| next < sources);
        Some(Most { id: *id, sources: *sources, alone })
    }
}
