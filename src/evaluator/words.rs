//! The words of a text, as far as two texts are compared by them.

use std::collections::BTreeMap;

/// Words that say nothing of what a question is about.
const EMPTY: [&str; 60] = [
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do", "does", "for", "from",
    "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of", "on", "or", "our", "should",
    "so", "than", "that", "the", "their", "there", "these", "they", "this", "to", "was", "we", "were", "what", "when", "where", "which",
    "who", "why", "will", "with",
];

/// How often each word occurs, and how many there are.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub counts: BTreeMap<String, f64>,
    pub all: f64,
}

impl Words {
    pub fn of(text: &str) -> Self {
        let mut words = Self::default();
        for word in split(text) {
            words.all += 1.0;
            *words.counts.entry(word).or_default() += 1.0;
        }
        words
    }
}

/// The different words that a question is about, in its order; all of them where each is an empty one.
pub(super) fn asked(question: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in split(question) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    let telling: Vec<String> = all.iter().filter(|word| !EMPTY.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { all } else { telling }
}

/// Letters and digits, in lower case, an English plural as its singular. Of scripts without spaces each sign is a word.
fn split(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).flat_map(|run| {
        let mut words = vec![String::new()];
        for sign in run.chars() {
            if is_a_word(sign) {
                words.push(sign.to_string());
                words.push(String::new());
            } else if let Some(last) = words.last_mut() {
                last.extend(sign.to_lowercase());
            }
        }
        words.into_iter().filter(|word| !word.is_empty()).map(singular)
    })
}

/// Chinese characters and Japanese kana.
fn is_a_word(sign: char) -> bool {
    matches!(sign, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Harman's S stemmer (1991).
fn singular(word: String) -> String {
    if word.len() < 4 {
        return word;
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| !stem.ends_with(['a', 'e'])) {
        return format!("{stem}y");
    }
    match word.strip_suffix('s') {
        Some(stem) if stem.ends_with(['u', 's']) => word,
        Some(stem) if ["ae", "ee", "oe"].iter().any(|end| stem.ends_with(end)) => word,
        Some(stem) => stem.to_owned(),
        None => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_so_that_two_forms_of_one_meet() {
        let folded = |text: &str| split(text).collect::<Vec<_>>();
        assert_eq!(folded("Risks, costs & the city's studies"), ["risk", "cost", "the", "city", "s", "study"]);
        assert_eq!(folded("bus class shoes gas"), ["bus", "class", "shoes", "gas"]);
        assert_eq!(folded("Größe 3,5"), ["größe", "3", "5"]);
        assert_eq!(folded("量子GPU計算"), ["量", "子", "gpu", "計", "算"]);
        assert_eq!(asked("What are the risks of the risk?"), ["risk"]);
        assert_eq!(asked("What is it?"), ["what", "is", "it"], "of nothing else there is something to ask");
        assert!(EMPTY.is_sorted());
    }
}
