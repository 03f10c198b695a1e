//! Whether many sources speak, or one many times.

use super::{MeasuredScore, MetricResult};
use crate::message::lower_common_letter;

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
    let source: String = source.trim().chars().map(lower_common_letter).collect();
    let Some((_, rest)) = source.split_once("://") else { return source };
    match rest.split(['/', '?', '#']).next() {
        None | Some("") => source,
        Some(host) => host.strip_prefix("www.").unwrap_or(host).to_owned(),
    }
}
