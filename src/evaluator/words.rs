//! The words of a text, as far as two texts are compared by them.

use crate::message::lower;

/// Different words of a question that are looked for.
const MOST_ASKED: usize = 200;
/// Words that say nothing of what a question is about.
const EMPTY: [&str; 60] = [
    "a", "about", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do", "does", "for",
    "from", "had", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of", "on", "or",
    "our", "should", "so", "than", "that", "the", "their", "there", "these", "they", "this", "to", "was", "we", "were", "what",
    "when", "where", "which", "who", "why", "will", "with",
];

/// The different words that a question is about, the first 200, in its order; the empty ones where there are no others.
pub(super) fn asked(question: &str) -> Vec<String> {
    let (mut telling, mut empty) = (Vec::new(), Vec::new());
    each(question, |word| {
        let list = if EMPTY.contains(&word) { &mut empty } else { &mut telling };
        if list.len() < MOST_ASKED && !list.iter().any(|other| other == word) {
            list.push(word.to_owned());
        }
    });
    if telling.is_empty() { empty } else { telling }
}

/// How often a text has each of these words, and how many words it has.
pub(super) fn counted(text: &str, asked: &[String]) -> (Vec<f64>, f64) {
    let (mut counts, mut all) = (vec![0.0; asked.len()], 0.0);
    each(text, |word| {
        all += 1.0;
        if let Some((count, _)) = counts.iter_mut().zip(asked).find(|(_, other)| *other == word) {
            *count += 1.0;
        }
    });
    (counts, all)
}

/// Letters and digits, in lower case, an English plural as its singular. Of scripts without spaces each sign is a word.
fn each(text: &str, mut see: impl FnMut(&str)) {
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            singular(word);
            see(word);
            word.clear();
        }
    };
    for sign in text.chars() {
        let alone = is_a_word(sign);
        if alone || !sign.is_alphanumeric() {
            end(&mut word);
        }
        if sign.is_alphanumeric() {
            word.push(lower(sign));
        }
        if alone {
            end(&mut word);
        }
    }
    end(&mut word);
}

/// Chinese characters and Japanese kana.
fn is_a_word(sign: char) -> bool {
    matches!(sign, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Harman's S stemmer (1991).
fn singular(word: &mut String) {
    let ends = |end: &str| word.ends_with(end);
    if word.len() < 4 || !ends("s") || ends("us") || ends("ss") {
        return;
    }
    if ends("ies") && !ends("eies") && !ends("aies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if !ends("aes") && !ends("ees") && !ends("oes") {
        word.truncate(word.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_so_that_two_forms_of_one_meet() {
        let folded = |text: &str| {
            let mut words = Vec::new();
            each(text, |word| words.push(word.to_owned()));
            words
        };
        assert_eq!(folded("Risks, costs & the city's studies"), ["risk", "cost", "the", "city", "s", "study"]);
        assert_eq!(folded("bus class shoes gas"), ["bus", "class", "shoes", "gas"]);
        assert_eq!(folded("GRÖSSE 3,5 Вода"), ["grösse", "3", "5", "вода"]);
        assert_eq!(folded("量子GPU計算"), ["量", "子", "gpu", "計", "算"]);
        assert_eq!(asked("What are the risks of the risk?"), ["risk"]);
        assert_eq!(asked("What is it?"), ["what", "is", "it"], "of nothing else there is something to ask");
        assert!(EMPTY.is_sorted());
    }

    #[test]
    fn a_question_without_end_is_read_in_one_pass() {
        let long: String = (0..300_000).map(|n| format!("word{n} ")).collect();
        assert_eq!(asked(&long).len(), MOST_ASKED);
    }
}
