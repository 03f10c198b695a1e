//! Whether each fact has a source.

use super::{Measured, MeasuredScore, distinct};

/// The share of facts that name a source, `0..=1`. A fact is its path and its source, blank for none. With `sources` only those count.
#[must_use]
pub fn citation_coverage(facts: &[(String, String)], sources: Option<&[String]>) -> Measured {
    if facts.is_empty() {
        return MeasuredScore::of(0.0, "it has no facts");
    }
    let named = sources.map(|sources| distinct(sources.iter().map(String::as_str).collect()));
    let cited =
        |source: &str| !source.trim().is_empty() && named.as_ref().is_none_or(|named| named.binary_search(&source).is_ok());
    let bare: Vec<&str> = facts.iter().filter(|(_, source)| !cited(source)).map(|(path, _)| path.as_str()).collect();
    let explanation = format!("{} of {} facts name a source that is there", facts.len() - bare.len(), facts.len());
    let score = 1.0 - bare.len() as f64 / facts.len() as f64;
    MeasuredScore::at(score, explanation, distinct(bare).into_iter().map(str::to_owned).collect())
}
