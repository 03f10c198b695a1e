//! Whether many speak, or one many times.

use super::{Measured, MeasuredScore};
use crate::message::lower;

/// How evenly sources are spread over domains, `0..=1`: the entropy of the domains, divided by what it would be if no two sources shared one.
/// 0 for a single source, or a single domain; 1 only when each source has a domain of its own.
///
/// A source is a URL, or whatever else tells it apart. Of a host its last two labels are the domain (three under suffixes like `co.uk`),
/// so that mirrors and languages of a site are one, and so are all blogs of one provider.
#[must_use]
pub fn source_diversity(sources: &[String]) -> Measured {
    let n = sources.len();
    if n < 2 {
        return MeasuredScore::of(0.0, if n == 0 { "it has no sources" } else { "it has a single source" });
    }
    let names: Vec<String> = sources.iter().map(|source| domain(source)).collect();
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
    MeasuredScore::of((entropy / libm::log(n as f64)).clamp(0.0, 1.0), explanation)
}

/// The domain of a URL; anything else is its own.
fn domain(source: &str) -> String {
    let source: String = source.trim().chars().map(lower).collect();
    let (scheme, rest) = source.split_once("://").map_or((None, source.as_str()), |(scheme, rest)| (Some(scheme), rest));
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    // A port; an address of version 6 has colons of its own, in brackets.
    let end = host.find(']').map_or_else(|| host.find(':').unwrap_or(host.len()), |bracket| bracket + 1);
    let host = host.get(..end).unwrap_or_default();
    let host = host.trim_end_matches('.');
    let labels: Vec<&str> = host.split('.').collect();
    let is_name = labels.len() > 1 && labels.iter().all(|label| !label.is_empty() && !label.contains(char::is_whitespace));
    let is_address = labels.last().is_some_and(|last| last.chars().all(|c| c.is_ascii_digit()));
    if host.is_empty() || (scheme.is_none() && !is_name) {
        return source;
    }
    if is_address || !is_name {
        return host.to_owned();
    }
    // A country's suffix of two parts, `co.uk`: short, before two letters.
    let country = labels.last().is_some_and(|last| last.len() == 2);
    let second = labels.len().checked_sub(2).and_then(|at| labels.get(at)).is_some_and(|label| label.len() <= 3);
    let kept = if country && second && labels.len() > 2 { 3 } else { 2 };
    labels.get(labels.len().saturating_sub(kept)..).unwrap_or_default().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_what_somebody_registered() {
        let cases = [
            ("https://en.wikipedia.org/wiki/CAP", "wikipedia.org"),
            ("http://WWW.Example.COM:8080/a?b#c", "example.com"),
            ("https://user:word@news.bbc.co.uk/", "bbc.co.uk"),
            ("https://t.co/x", "t.co"),
            ("docs.rs/serde", "docs.rs"),
            ("ftp://192.168.0.1/file", "192.168.0.1"),
            ("http://[::1]:80/", "[::1]"),
            ("http://localhost:3000", "localhost"),
            ("source-7", "source-7"),
            ("Smith et al. 2019", "smith et al. 2019"),
        ];
        for (source, expected) in cases {
            assert_eq!(domain(source), expected, "{source}");
        }
    }
}
