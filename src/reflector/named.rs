//! Names that contain others, and how many sources stand behind each, counted as they come.

use super::ordered::{Ids, Lists, Pairs};

/// Values by key, each with what says it more precisely.
#[derive(Default)]
pub struct Named {
    ids: Ids,
    nodes: Vec<Node>,
    /// Values that a key says less precisely, whether or not the key itself is there.
    waiting: Lists,
    /// A value and one that says it more precisely.
    below: Pairs,
    /// A value and a source of it.
    own: Pairs,
    /// A value and a source of it or of what says it less precisely: none of these speaks against it.
    behind: Pairs,
    /// The number of sources behind a value, and the value, for those that nothing says more precisely.
    ends: Pairs,
    /// Links followed, for the test of growth.
    pub work: u64,
}

#[derive(Default)]
struct Node {
    /// Something says it more precisely.
    inner: bool,
    /// Sources behind it.
    sources: u32,
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
        self.ends.add(0, id);
        for name in general {
            if let Some(above) = self.ids.get(name).copied() {
                self.link(above, id);
            }
            self.waiting.push(name, id);
        }
        for below in self.waiting.get(key).to_vec() {
            self.link(id, below);
        }
    }

    /// `above` says `below` less precisely.
    pub fn link(&mut self, above: u32, below: u32) {
        self.work += 1;
        if above == below || !self.below.add(above, below) {
            return;
        }
        if let Some(node) = self.nodes.get_mut(above as usize).filter(|node| !node.inner) {
            node.inner = true;
            self.ends.remove(node.sources, above);
        }
        let sources: Vec<u32> = self.own.of(above).collect();
        for source in sources {
            self.stands_behind(below, source);
        }
    }

    /// A source says the value.
    pub fn voice(&mut self, id: u32, source: u32) {
        if !self.own.add(id, source) {
            return;
        }
        let below: Vec<u32> = self.below.of(id).collect();
        self.stands_behind(id, source);
        for id in below {
            self.stands_behind(id, source);
        }
    }

    fn stands_behind(&mut self, id: u32, source: u32) {
        self.work += 1;
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        if self.behind.add(id, source) {
            node.sources += 1;
            if !node.inner {
                self.ends.remove(node.sources - 1, id);
                self.ends.add(node.sources, id);
            }
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
        Some(Most { id, sources, alone })
    }
}
