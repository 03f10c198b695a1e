//! One clause of what is said around a verdict, by its words: whom it points at, and what it denies.

use std::cell::Cell;

use super::negation::is_in;

/// What a critic gives.
pub(super) const VERDICTS: &str = "verdict critique evaluation review score scores rating ratings assessment judgement judgment grade \
    json output result results approval acceptance response reply";
/// What is judged.
pub(super) const ANSWERS: &str = "answer draft submission response solution essay text code content document material";
/// With these a verdict is pointed at.
const POINTS: &str = "this that these those above";
const POINTED: &str = "the my it all both of and own whole object everything preceding given value values number numbers figure figures data field \
    fields i we wrote gave said output returned numeric";
/// Behind these a clause may begin that points.
const LEADS: &str = "that and but so because since as note say mention stress warn know aware mind though while however please actually also \
    remember sorry";
const NOT: &str = "not t no never nor neither nothing none without hardly cannot dont";
/// Words that a clause is read for; what is longer names no verdict.
const MOST: usize = 40;

pub(super) struct Said<'t> {
    pub words: Vec<&'t str>,
    /// Of each word the kinds that were asked about, and above them those that it is of: many phrases ask for the same.
    kinds: Vec<Cell<u64>>,
}

impl<'t> Said<'t> {
    pub fn of(clause: &'t str) -> Self {
        let words = clause.split(|c: char| !c.is_alphanumeric() && c != '%').filter(|word| !word.is_empty());
        let words: Vec<&str> = words.take(MOST).collect();
        let kinds = vec![Cell::default(); words.len()];
        Self { words, kinds }
    }

    /// Whether the word at `i` is in the list, which is known by its number, `0..32`.
    #[inline(never)]
    pub fn is_of(&self, i: usize, number: u32, list: &str) -> bool {
        let Some((kinds, word)) = self.kinds.get(i).zip(self.words.get(i)) else { return false };
        let (asked, is) = (1_u64 << number, 1_u64 << (number + 32));
        if kinds.get() & asked == 0 {
            let found = if is_in(list, word) { is } else { 0 };
            kinds.set(kinds.get() | asked | found);
        }
        kinds.get() & is != 0
    }

    #[inline(never)]
    pub fn at(&self, i: usize) -> &'t str {
        self.words.get(i).copied().unwrap_or_default()
    }

    #[inline(never)]
    pub fn back(&self, i: usize, n: usize) -> &'t str {
        i.checked_sub(n).map_or("", |i| self.at(i))
    }

    #[inline(never)]
    pub fn has(&self, list: &str) -> bool {
        self.words.iter().any(|word| is_in(list, word))
    }

    /// Whether one of the first `end` words is in the list.
    #[inline(never)]
    pub fn before(&self, end: usize, list: &str) -> bool {
        self.words.iter().take(end).any(|word| is_in(list, word))
    }

    /// Whether one of the words from `from` on is in the list.
    #[inline(never)]
    pub fn behind(&self, from: usize, list: &str) -> bool {
        self.words.iter().skip(from).any(|word| is_in(list, word))
    }

    /// The first place from `i` on that holds no word of the list.
    #[inline(never)]
    pub fn past(&self, mut i: usize, list: &str) -> usize {
        while is_in(list, self.at(i)) {
            i += 1;
        }
        i
    }

    /// Whether the word at `i` is in the list, or the clause ends there.
    pub fn ends_or(&self, i: usize, list: &str) -> bool {
        i >= self.words.len() || is_in(list, self.at(i))
    }

    pub fn denied(&self, end: usize) -> bool {
        self.before(end, NOT)
    }

    /// The places of words of the list.
    pub fn places<'s>(&'s self, list: &'s str) -> impl Iterator<Item = usize> + 's {
        (0..self.words.len()).filter(move |i| is_in(list, self.at(*i)))
    }

    /// Whether the words right before `verb` point at the verdict: "this", "the JSON above", "my score".
    #[inline(never)]
    pub fn points(&self, verb: usize) -> bool {
        let known = |word: &str| is_in(POINTS, word) || is_in(POINTED, word) || is_in(VERDICTS, word);
        let mut from = verb;
        while from > 0 && known(self.back(from, 1)) {
            from -= 1;
        }
        let subject = self.words.get(from..verb).unwrap_or_default();
        let mine = subject.contains(&"my") || from == 0;
        (from == 0 || is_in(LEADS, self.back(from, 1)) || is_in(LEADS, self.at(from)))
            && subject.iter().any(|word| is_in(POINTS, word) || (mine && is_in(VERDICTS, word)))
    }
}
