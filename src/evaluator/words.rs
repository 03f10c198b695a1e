//! The words of a text, as far as two texts are compared by them.

use crate::message::lowercase_letter;

/// Different words of a question that are looked for.
const MAX_TERMS: usize = 200;

/// The different words of a question, the first 200, in its order.
pub(super) fn list_distinct_lowercase_words(question: &str) -> Vec<String> {
    let mut terms = Vec::new();
    for_each_lowercase_word(question, |word| {
        if terms.len() < MAX_TERMS && !terms.iter().any(|other| other == word) {
            terms.push(word.to_owned());
        }
    });
    terms
}

/// For each of these words whether the text has it.
pub(super) fn find_words(text: &str, distinct_lowercase_words: &[String]) -> Vec<bool> {
    let mut found = vec![false; distinct_lowercase_words.len()];
    for_each_lowercase_word(text, |word| {
        if let Some((found, _)) = found.iter_mut().zip(distinct_lowercase_words).find(|(_, other)| *other == word) {
            *found = true;
        }
    });
    found
}

/// Letters and digits, in lower case. Of scripts without spaces each sign is a word.
fn for_each_lowercase_word(text: &str, mut see: impl FnMut(&str)) {
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            see(word);
            word.clear();
        }
    };
    for sign in text.chars() {
        let alone = is_one_char_word(sign);
        if alone || !sign.is_alphanumeric() {
            end(&mut word);
        }
        if sign.is_alphanumeric() {
            word.push(lowercase_letter(sign));
        }
        if alone {
            end(&mut word);
        }
    }
    end(&mut word);
}

/// Chinese characters and Japanese kana.
fn is_one_char_word(sign: char) -> bool {
    matches!(sign, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_so_that_two_forms_of_one_meet() {
        let folded = |text: &str| {
            let mut words = Vec::new();
            for_each_lowercase_word(text, |word| words.push(word.to_owned()));
            words
        };
        assert_eq!(folded("Risks, costs & the city's"), ["risks", "costs", "the", "city", "s"]);
        assert_eq!(folded("GRÖSSE 3,5 Вода"), ["grösse", "3", "5", "вода"]);
        assert_eq!(folded("量子GPU計算"), ["量", "子", "gpu", "計", "算"]);
        assert_eq!(list_distinct_lowercase_words("Is it a risk? It is."), ["is", "it", "a", "risk"]);
    }

    #[test]
    fn a_question_without_end_is_read_in_one_pass() {
        let long: String = (0..300_000).map(|n| format!("word{n} ")).collect();
        assert_eq!(list_distinct_lowercase_words(&long).len(), MAX_TERMS);
    }
}
