//! Whether a text is about the question, by its words alone.
use crate::message::join_texts;

use super::words::{distinct_question_words, find_words};
use super::{MeasuredScore, MetricResult, errors};

/// Words that an explanation names at most.
const NAMED: usize = 10;

/// How much of what was asked a text speaks of, `0..=1`: the share of the question's words, each by its weight, that occur in it.
///
/// A word weighs the square of its letters, since the words that say least are short in every language (Zipf 1935; the square is a choice
/// of ours). It knows no meaning: a text that repeats the question is as relevant as can be.
pub fn lexical_relevance(question: &str, text: &str) -> MetricResult {
    let terms = distinct_question_words(question);
    if terms.is_empty() {
        return MetricResult::Failed(errors::wordless_question());
    }
    let (mut occurring, mut whole, mut missing) = (0.0, 0.0, Vec::new());
    for (word, occurs) in terms.iter().zip(find_words(text, &terms)) {
        let weight = (word.chars().count() as f64).powi(2);
        whole += weight;
        if occurs {
            occurring += weight;
        } else {
            missing.push(word.as_str());
        }
    }
    let explanation = if missing.is_empty() {
        "every word of the question occurs".to_owned()
    } else {
        let more = if missing.len() > NAMED { " …" } else { "" };
        let named: Vec<&str> = missing.into_iter().take(NAMED).collect();
        format!("it says nothing of: {}{more}", join_texts(&named, ", "))
    };
    MeasuredScore::make_result(occurring / whole, explanation)
}
