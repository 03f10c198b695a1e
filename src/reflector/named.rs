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
    /// A source and a value of it.
    said: Pairs,
    /// A value and a source of it that says others too.
    several: Pairs,
    /// A value and a source of `several` that says it or something less precise: none of these speaks against it.
    behind: Pairs,
    /// Values with sources that are not counted yet.
    waits: Pairs,
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
    /// Sources that say this and nothing else, counted for what says it more precisely and not yet counted. Most say one value, and of these
    /// the number is enough, however many values lie below.
    alone: u32,
    waiting: u32,
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
        let alone = self.nodes.get(above as usize).map_or(0, |node| node.alone);
        self.count(below, alone);
        let sources: Vec<u32> = self.several.of(above).collect();
        for source in sources {
            self.stands_behind(below, source);
        }
    }

    /// A source says the value, which it did not say before.
    pub fn voice(&mut self, id: u32, source: u32) {
        let others: Vec<u32> = self.said.of(source).take(2).collect();
        self.said.add(source, id);
        match others.as_slice() {
            [] => {
                if let Some(node) = self.nodes.get_mut(id as usize) {
                    node.waiting += 1;
                    self.waits.add(0, id);
                }
            }
            // From now on it is told apart, so that it counts once for what lies below two of its values.
            [first] => {
                self.settle(*first);
                if let Some(node) = self.nodes.get_mut(*first as usize) {
                    node.alone = node.alone.saturating_sub(1);
                }
                self.several.add(*first, source);
                for under in self.under(*first) {
                    self.work += 1;
                    self.behind.add(under, source);
                }
                self.one_of_several(id, source);
            }
            _ => self.one_of_several(id, source),
        }
    }

    fn one_of_several(&mut self, id: u32, source: u32) {
        self.several.add(id, source);
        for under in self.under(id) {
            self.stands_behind(under, source);
        }
    }

    /// A value and those that say it more precisely.
    fn under(&self, id: u32) -> Vec<u32> {
        std::iter::once(id).chain(self.below.of(id)).collect()
    }

    /// Counts the sources of a value that wait.
    fn settle(&mut self, id: u32) {
        let Some(node) = self.nodes.get_mut(id as usize) else { return };
        let waiting = std::mem::take(&mut node.waiting);
        node.alone += waiting;
        self.waits.remove(0, id);
        if waiting > 0 {
            for under in self.under(id) {
                self.count(under, waiting);
            }
        }
    }

    fn stands_behind(&mut self, id: u32, source: u32) {
        self.work += 1;
        if self.behind.add(id, source) {
            self.count(id, 1);
        }
    }

    /// So many sources more stand behind a value.
    fn count(&mut self, id: u32, more: u32) {
        self.work += 1;
        let Some(node) = self.nodes.get_mut(id as usize).filter(|_| more > 0) else { return };
        let before = node.sources;
        node.sources += more;
        if !node.inner {
            self.ends.remove(before, id);
            self.ends.add(before + more, id);
        }
    }

    /// Values that nothing says more precisely: more than one contradict each other.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    pub fn most(&mut self) -> Option<Most> {
        let waits: Vec<u32> = self.waits.of(0).collect();
        for id in waits {
            self.settle(id);
        }
        let mut from_top = self.ends.iter().rev();
        let (sources, id) = from_top.next()?;
        let alone = from_top.next().is_none_or(|(next, _)| next < sources);
        Some(Most { id, sources, alone })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_sources_stand_behind_a_value_as_counting_finds() {
        let mut state = 7_u64;
        let mut next = move |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % below
        };
        for _ in 0..300 {
            let (mut named, mut links, mut voices) = (Named::default(), Pairs::default(), Pairs::default());
            (0..8).for_each(|id| named.insert(&id.to_string(), &[]));
            for _ in 0..40 {
                match next(8) {
                    0 | 1 => {
                        let (above, below) = (next(4), 4 + next(4));
                        links.add(above, below);
                        named.link(above, below);
                    }
                    2 => {
                        named.most();
                    }
                    _ => {
                        let (id, source) = (next(8), next(12));
                        if voices.add(id, source) {
                            named.voice(id, source);
                        }
                    }
                }
            }
            let most = named.most().unwrap();
            for end in (0..8).filter(|id| links.of(*id).next().is_none()) {
                let mut sources = Pairs::default();
                for id in (0..8).filter(|id| *id == end || links.has(*id, end)) {
                    for source in voices.of(id) {
                        sources.add(0, source);
                    }
                }
                assert_eq!(named.nodes[end as usize].sources as usize, sources.len());
                assert!(most.sources as usize >= sources.len());
            }
        }
    }
}
