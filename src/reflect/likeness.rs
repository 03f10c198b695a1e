//! Whether two drafts say the same: normalised text, and the sets of their words.
//!
//! One pass over a text, and a gist of at most 8 KB, however long the text is.

use crate::message::lower;

/// Different words of a text that are compared: all, or those with the smallest hashes (a bottom-k sketch; Broder 1997).
const SKETCH: usize = 1_024;
/// Share of words in common (Jaccard) above which two texts are nearly the same.
const NEARLY: f64 = 0.9;
/// Signs that say something. Other punctuation, and markup, does not count.
const OPERATORS: &str = "+<=>/%&|^~$€£";

/// What of a text is compared.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gist {
    /// Of all words, in their order.
    whole: u64,
    /// Of numbers and operators, in their order: where one of them changed, the text did.
    exact: u64,
    /// Hashes of different words, the smallest first.
    words: Vec<u64>,
}

impl Gist {
    pub fn of(text: &str) -> Self {
        let mut gist = Self { whole: SEED, exact: SEED, words: Vec::new() };
        let mut word: Option<Word> = None;
        let mut letters = text.chars().peekable();
        let mut before = ' ';
        while let Some(letter) = letters.next() {
            let digit_next = letters.peek().is_some_and(char::is_ascii_digit);
            if letter.is_alphanumeric() {
                word.get_or_insert_default().add(letter);
            } else if matches!(letter, '.' | ',') && digit_next && before.is_ascii_digit() {
                // 3.14 is not 314.
                word.get_or_insert_default().add(letter);
            } else if !matches!(letter, '\'' | '’') {
                gist.note(word.take());
                if OPERATORS.contains(letter) || (letter == '-' && digit_next && !before.is_alphanumeric()) {
                    gist.exactly(hashed(SEED, u64::from(letter)));
                }
            }
            before = letter;
        }
        gist.note(word);
        if gist.whole == SEED {
            // Nothing but signs: they are all that there is.
            gist.whole = text.trim().chars().fold(SEED, |hash, letter| hashed(hash, u64::from(letter)));
        }
        gist
    }

    /// The same, or nearly the same.
    pub fn is_like(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.words.len() as f64, other.words.len() as f64);
        // A set has no more in common with a larger one than its own size.
        let may = self.exact == other.exact && ours.min(theirs) > NEARLY * ours.max(theirs);
        self.whole == other.whole || (may && self.in_common(other) > NEARLY)
    }

    fn note(&mut self, word: Option<Word>) {
        let Some(Word { hash, number }) = word else { return };
        if number {
            self.exactly(hash);
        } else {
            self.whole = hashed(self.whole, hash);
        }
        let spread = hash ^ (hash >> 32);
        if let Err(at) = self.words.binary_search(&spread)
            && at < SKETCH
        {
            self.words.insert(at, spread);
            self.words.truncate(SKETCH);
        }
    }

    fn exactly(&mut self, hash: u64) {
        self.whole = hashed(self.whole, hash);
        self.exact = hashed(self.exact, hash);
    }

    /// Share of words in common, from the smallest hashes of both together.
    fn in_common(&self, other: &Self) -> f64 {
        let (mut ours, mut theirs) = (self.words.iter().peekable(), other.words.iter().peekable());
        let (mut all, mut both) = (0_u32, 0_u32);
        while (all as usize) < SKETCH {
            let (our, their) = (ours.peek().copied(), theirs.peek().copied());
            let next = match (our, their) {
                (None, None) => break,
                (Some(one), None) | (None, Some(one)) => one,
                (Some(our), Some(their)) => our.min(their),
            };
            all += 1;
            both += u32::from(our == their);
            if our == Some(next) {
                ours.next();
            }
            if their == Some(next) {
                theirs.next();
            }
        }
        if all == 0 { 0.0 } else { f64::from(both) / f64::from(all) }
    }
}

/// A word that is being read.
struct Word {
    hash: u64,
    /// Digits only.
    number: bool,
}

impl Default for Word {
    fn default() -> Self {
        Self { hash: SEED, number: true }
    }
}

impl Word {
    fn add(&mut self, letter: char) {
        self.number &= letter.is_ascii_digit() || matches!(letter, '.' | ',');
        self.hash = hashed(self.hash, u64::from(lower(letter)));
    }
}

const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// One step of a hash: multiply and fold (the finaliser of SplitMix64).
fn hashed(hash: u64, next: u64) -> u64 {
    let z = (hash ^ next).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(a: &str, b: &str) -> bool {
        let (a, b) = (Gist::of(a), Gist::of(b));
        assert_eq!(a.is_like(&b), b.is_like(&a));
        a.is_like(&b)
    }

    fn words(from: usize, to: usize) -> String {
        (from..to).map(|n| format!("word{n} ")).collect()
    }

    #[test]
    fn case_white_space_and_punctuation_do_not_count() {
        for (a, b) in [
            ("Hello, world!", "hello world"),
            ("**Paris**", "  paris. "),
            ("It's  so", "It’s\nso"),
            ("Élan ΔΥΟ Ёж ПЯТЬ", "élan δυο ёж пять"),
            ("", " \n"),
            ("- a\n- b", "a; b"),
            ("straße 3.14", "Straße, 3.14."),
        ] {
            assert!(alike(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn what_says_something_else_is_not_the_same() {
        for (a, b) in [
            ("The answer is 41.", "The answer is 42."),
            ("3.14", "314"),
            ("x is -5", "x is 5"),
            ("if a < b", "if a > b"),
            ("a == b", "a = b"),
            ("!!!", "???"),
            ("", "a"),
            ("12", "1 2"),
        ] {
            assert!(!alike(a, b), "{a} / {b}");
        }
        let long = words(0, 500);
        assert!(!alike(&format!("{long} costs 10 dollars"), &format!("{long} costs 12 dollars")), "one number changed");
    }

    #[test]
    fn texts_with_nine_tenths_of_their_words_in_common_are_nearly_the_same() {
        // 95 of 105 words are shared: 0.905; 94 of 106: 0.887.
        assert!(alike(&words(0, 100), &words(5, 105)));
        assert!(!alike(&words(0, 100), &words(6, 106)));
        assert!(alike("the answer is Paris of course", "Paris of course is the answer"));
        // Beyond the sketch it is an estimate, with a spread of about 0.01.
        assert!(alike(&words(0, 50_000), &words(1_000, 51_000)));
        assert!(!alike(&words(0, 50_000), &words(5_000, 55_000)));
    }

    #[test]
    fn a_gist_is_small_however_long_the_text_is() {
        let gist = Gist::of(&words(0, 400_000));
        assert_eq!(gist.words.len(), SKETCH);
        assert!(gist.words.is_sorted());
        assert_eq!(Gist::of(&"a ".repeat(1_000_000)).words.len(), 1);
    }
}
