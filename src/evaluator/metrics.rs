//! The metrics that need no model: whether the words of the question occur, many sources speak, and those who disagree are heard.

use core::f64::consts::LN_2;

use super::words::{find_words, list_distinct_lowercase_words};
use super::{MeasuredScore, MetricResult, errors};
use crate::message::{Gather, join_texts, lowercase_letter};

/// Words that an explanation names at most.
const NAMED: usize = 10;

/// How much of what was asked a text speaks of, `0..=1`: the share of the question's words, each by its weight, that occur in it.
///
/// A word weighs the square of its letters, since the words that say least are short in every language (Zipf 1935; the square is a choice
/// of ours). It knows no meaning: a text that repeats the question is as relevant as can be.
pub fn lexical_relevance(question: &str, text: &str) -> MetricResult {
    let terms = list_distinct_lowercase_words(question);
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

/// How evenly sources are spread over domains, `0..=1`: the entropy of the domains, divided by what it would be if no two sources shared one.
/// 0 for a single source, or a single domain; 1 only when each source has a domain of its own.
///
/// The domain of a URL is its host without `www.`; a source that is no URL, or one without a host (`file:///…`), is a domain of its own.
pub fn source_diversity(sources: &[String]) -> MetricResult {
    let n = sources.len();
    if n < 2 {
        return MeasuredScore::make_result(0.0, if n == 0 { "it has no sources" } else { "it has a single source" });
    }
    let names: Vec<String> = sources.iter().map(|source| source_domain(source)).collect();
    let mut domains: Vec<&str> = names.iter().map(String::as_str).collect();
    domains.sort_unstable();
    let (mut entropy, mut different, mut most) = (0.0, 0, (0, ""));
    for same in domains.chunk_by(|a, b| a == b) {
        let share = same.len() as f64 / n as f64;
        entropy -= share * libm::log(share);
        different += 1;
        most = most.max((same.len(), same.first().copied().unwrap_or_default()));
    }
    let explanation = format!("{n} sources from {different} domains, {} of them from {}", most.0, most.1);
    MeasuredScore::make_result((entropy / libm::log(n as f64)).clamp(0.0, 1.0), explanation)
}

/// The host of a URL; anything else is its own.
fn source_domain(source: &str) -> String {
    let source: String = source.trim().chars().map(lowercase_letter).collect();
    let Some((_, rest)) = source.split_once("://") else { return source };
    match rest.split(['/', '?', '#']).next() {
        None | Some("") => source,
        Some(host) => host.strip_prefix("www.").unwrap_or(host).to_owned(),
    }
}

/// How evenly the two sides are heard, `0..=1`: the share of contrarian fields that hold a fact, times the entropy in bits of the split
/// between the different sources of those fields and the different sources of all others. 1 when every contrarian field is filled and
/// both sides have as many sources; 0 when one side has none.
///
/// A fact is its path and its source; it belongs to a contrarian field when its path is the field's, or below it.
pub fn perspective_balance(contrarian_field_paths: &[String], fact_paths_and_sources: &[(String, String)]) -> MetricResult {
    if contrarian_field_paths.is_empty() {
        return MetricResult::Failed(errors::missing_contrarian());
    }
    let fields = sort_distinct(contrarian_field_paths.iter().map(String::as_str).collect());
    let mut filled = vec![false; fields.len()];
    let (mut against, mut others) = (Vec::new(), Vec::new());
    for (path, source) in fact_paths_and_sources {
        let mut is_contrarian = false;
        for (_, filled) in fields.iter().zip(&mut filled).filter(|(field, _)| is_within_field(path, field)) {
            *filled = true;
            is_contrarian = true;
        }
        let side = if is_contrarian { &mut against } else { &mut others };
        side.push(source.as_str());
    }
    let (n, m) = (sort_distinct(against).len() as f64, sort_distinct(others).len() as f64);
    let bits = |part: f64| if part > 0.0 { -part * libm::log(part) / LN_2 } else { 0.0 };
    let balance = if n + m > 0.0 { bits(n / (n + m)) + bits(m / (n + m)) } else { 0.0 };
    let empty: Vec<&str> = fields.iter().zip(&filled).filter(|(_, filled)| !**filled).map(|(field, _)| *field).gather();
    let share = 1.0 - empty.len() as f64 / fields.len() as f64;
    let explanation = format!(
        "{} sources in contrarian fields and {} in others; {} contrarian fields are empty",
        n as u32,
        m as u32,
        empty.len()
    );
    // If nothing is missing, the weak part is to be strengthened.
    let weak = if empty.is_empty() && n < m { fields } else { empty };
    MeasuredScore::make_result_with_paths(share * balance, explanation, weak.into_iter().map(str::to_owned).collect())
}

/// Whether a path is a field's, or below it.
pub(crate) fn is_within_field(path: &str, field_path: &str) -> bool {
    path.strip_prefix(field_path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Each once, in order.
fn sort_distinct(mut texts: Vec<&str>) -> Vec<&str> {
    texts.sort_unstable();
    texts.dedup();
    texts
}
