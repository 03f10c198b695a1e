//! Whether those who disagree are heard.

use std::collections::BTreeSet;

use super::{Measured, Score};

/// How evenly the two sides are heard, `0..=1`: the share of `contrarian` fields that hold a fact, times the entropy in bits of the split
/// between the different sources of those fields and the different sources of all others. 1 when every contrarian field is filled and
/// both sides have as many sources; 0 when one side has none.
///
/// A fact is its path and its source; it belongs to a contrarian field when its path is the field's, or below it.
#[must_use]
pub fn perspective_balance(contrarian: &[String], facts: &[(String, String)]) -> Measured {
    if contrarian.is_empty() {
        return Measured::Failed("no contrarian field is named".to_owned());
    }
    let mut empty: BTreeSet<&str> = contrarian.iter().map(String::as_str).collect();
    let fields = empty.len() as f64;
    let (mut against, mut others) = (BTreeSet::new(), BTreeSet::new());
    for (path, source) in facts {
        let mut is_contrarian = false;
        for field in contrarian.iter().filter(|field| is_in(path, field)) {
            empty.remove(field.as_str());
            is_contrarian = true;
        }
        if is_contrarian { against.insert(source) } else { others.insert(source) };
    }
    let (n, m) = (against.len() as f64, others.len() as f64);
    let bits = |part: f64| if part > 0.0 { -part * libm::log2(part) } else { 0.0 };
    let balance = if n + m > 0.0 { bits(n / (n + m)) + bits(m / (n + m)) } else { 0.0 };
    let filled = (fields - empty.len() as f64) / fields;
    let explanation = format!("{n} sources in contrarian fields and {m} in others; {} contrarian fields are empty", empty.len());
    let mut paths: Vec<String> = empty.into_iter().map(str::to_owned).collect();
    if paths.is_empty() && n < m {
        paths = contrarian.to_vec();
    }
    Score::at(filled * balance, explanation, paths)
}

fn is_in(path: &str, field: &str) -> bool {
    path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
