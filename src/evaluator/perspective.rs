//! Whether those who disagree are heard.

use core::f64::consts::LN_2;

use super::{MeasuredScore, MetricResult, errors, sort_distinct};
use crate::message::Gather;

/// How evenly the two sides are heard, `0..=1`: the share of contrarian fields that hold a fact, times the entropy in bits of the split
/// between the different sources of those fields and the different sources of all others. 1 when every contrarian field is filled and
/// both sides have as many sources; 0 when one side has none.
///
/// A fact is its path and its source; it belongs to a contrarian field when its path is the field's, or below it.
pub fn perspective_balance(contrarian_fields: &[String], fact_paths_and_sources: &[(String, String)]) -> MetricResult {
    if contrarian_fields.is_empty() {
        return MetricResult::Failed(errors::missing_contrarian());
    }
    let fields = sort_distinct(contrarian_fields.iter().map(String::as_str).collect());
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
