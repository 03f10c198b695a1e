//! Whether a text speaks of what was asked, by its words alone.

use super::words::{Words, asked};
use super::{Measured, Score};

/// BM25's usual parameters (Robertson and Zaragoza 2009).
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// Words that an explanation names at most.
const NAMED: usize = 10;

/// How much of what was asked a text speaks of, `0..=1`: the share of the question's words, each by its weight, that occur in it.
///
/// As in BM25 a word weighs more the fewer of the `background` texts have it, and one occurrence counts less in a text that is longer than
/// they are; unlike it, a word counts fully from one occurrence in a text of average length, so that the whole is a share. Without at
/// least two background texts every word weighs the same, and the length does not count. It knows no meaning: a text that repeats the
/// question is as relevant as can be.
#[must_use]
pub fn lexical_relevance(question: &str, text: &str, background: &[String]) -> Measured {
    let asked = asked(question);
    if asked.is_empty() {
        return Measured::Failed("the question has no words".to_owned());
    }
    let words = Words::of(text);
    let others: Vec<Words> = background.iter().map(|text| Words::of(text)).filter(|words| words.all > 0.0).collect();
    let n = others.len() as f64;
    let known = others.len() >= 2;
    let average = others.iter().map(|words| words.all).sum::<f64>() / n;
    let (mut found, mut whole) = (0.0, 0.0);
    let mut missing = Vec::new();
    for word in &asked {
        let having = others.iter().filter(|other| other.counts.contains_key(word)).count() as f64;
        let weight = if known { libm::log(1.0 + (n - having + 0.5) / (having + 0.5)) } else { 1.0 };
        let times = words.counts.get(word).copied().unwrap_or(0.0);
        let length = if known { 1.0 - B + B * words.all / average } else { 1.0 };
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
    Score::of((found / whole).min(1.0), explanation)
}
