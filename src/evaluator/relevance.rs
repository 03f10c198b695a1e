//! Whether a text speaks of what was asked, by its words alone.

use super::words::{asked, counted};
use super::{Measured, MeasuredScore};

/// BM25's usual parameters (Robertson and Zaragoza 2009).
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// Words that an explanation names at most.
const NAMED: usize = 10;

/// How much of what was asked a text speaks of, `0..=1`: the share of the question's words, each by its weight, that occur in it.
///
/// As in BM25 a word weighs more the fewer of the `background` texts have it, and one occurrence counts less in a text that is longer than
/// they are; unlike it, a word counts fully from one occurrence in a text of average length, so that the whole is a share. Without at
/// least two background texts a word weighs the square of its letters, since the words that say least are short in every language (Zipf
/// 1935; the square is a choice of ours), and the length does not count. It knows no meaning: a text that repeats the question is as
/// relevant as can be.
#[must_use]
pub fn lexical_relevance(question: &str, text: &str, background: &[String]) -> Measured {
    let asked = asked(question);
    if asked.is_empty() {
        return Measured::Failed("the question has no words".to_owned());
    }
    let (counts, all) = counted(text, &asked);
    // Of the background texts: how many there are, how many words they have, how many of them have each word.
    let (mut n, mut length, mut having) = (0.0, 0.0, vec![0.0; asked.len()]);
    for (counts, all) in background.iter().map(|text| counted(text, &asked)).filter(|(_, all)| *all > 0.0) {
        n += 1.0;
        length += all;
        for (having, count) in having.iter_mut().zip(counts) {
            *having += f64::from(u8::from(count > 0.0));
        }
    }
    let known = n >= 2.0;
    let (mut found, mut whole) = (0.0, 0.0);
    let mut missing = Vec::new();
    for ((word, times), having) in asked.iter().zip(counts).zip(having) {
        let weight =
            if known { libm::log(1.0 + (n - having + 0.5) / (having + 0.5)) } else { (word.chars().count() as f64).powi(2) };
        let length = if known { 1.0 - B + B * all / (length / n) } else { 1.0 };
        whole += weight;
        if times > 0.0 {
            found += weight * (times * (K1 + 1.0) / (times + K1 * length)).min(1.0);
        } else {
            missing.push(word.as_str());
        }
    }
    let explanation = if missing.is_empty() {
        "every word of the question occurs".to_owned()
    } else {
        let more = if missing.len() > NAMED { " …" } else { "" };
        let named: Vec<&str> = missing.into_iter().take(NAMED).collect();
        format!("it says nothing of: {}{more}", named.join(", "))
    };
    MeasuredScore::of((found / whole).min(1.0), explanation)
}
