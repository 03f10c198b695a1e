//! Finds deciding keys in a text that no object could be read from.

use super::fields::{Field, field};
use super::json::{Key, Tree};

/// Whether keys may hide in strings of which the end was guessed: then each deciding key must stand in the source of the whole tree
/// as often as it was read from this object.
pub(super) fn hides_keys(tree: &Tree<'_>, index: usize) -> bool {
    if !tree.repairs.iter().any(|r| r.blurs()) {
        return false;
    }
    let Some(root) = tree.node(0) else { return true };
    let read = tree.children(index).filter(|(_, n)| tree.key(n).is_some_and(deciding)).count();
    let source = root.span.of(tree.text);
    keyed(source).count() > read || opened(source) > read
}

/// How many quotes begin with a deciding key, whatever follows it: `"needs_revision: true`, `"needs_revision" "yes"`.
fn opened(text: &str) -> usize {
    let begins = |after: &str| {
        let letters = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-' | ' ');
        let run = after.get(..after.find(|c| !letters(c)).unwrap_or(after.len()).min(LONGEST)).unwrap_or_default();
        let ends = run.match_indices([' ', '-']).map(|(at, _)| at).chain([run.len()]);
        ends.filter_map(|end| run.get(..end)).any(|word| deciding(Key::new(word)))
    };
    text.match_indices(['"', '\'', '“', '”', '‘', '’'])
        .filter(|(at, quote)| text.get(at + quote.len()..).is_some_and(begins))
        .count()
}

fn deciding(key: Key) -> bool {
    matches!(
        field(key),
        Some(Field::Score | Field::NeedsRevision | Field::CriteriaMet | Field::Confidence | Field::Status | Field::Approval)
    )
}

/// Longest key that is looked for.
const LONGEST: usize = 40;

/// Every quoted deciding key with a colon in a text, and what stands after the colon.
pub(super) fn keyed(text: &str) -> impl Iterator<Item = (Field, &str)> {
    text.match_indices([':', '：']).filter_map(move |(at, colon)| {
        let before = text.get(..at)?.trim_end();
        let quote = before.len().checked_sub(1)?;
        Some((quoted_before(before, quote)?, text.get(at + colon.len()..)?))
    })
}

/// Every quoted deciding key in a text, and what stands right after it, without a colon.
pub(super) fn uncoloned(text: &str) -> impl Iterator<Item = (Field, &str)> {
    text.match_indices(['"', '\'']).filter_map(move |(at, quote)| {
        // The last of many quotes stands for them all.
        let after = text.get(at + quote.len()..).filter(|after| !after.starts_with(['"', '\'', '\\']))?;
        Some((quoted_before(text.get(..=at)?, at)?, after))
    })
}

/// The deciding key that ends a text with the quote at `quote`.
fn quoted_before(before: &str, quote: usize) -> Option<Field> {
    let bytes = before.as_bytes();
    if !matches!(bytes.get(quote), Some(b'"' | b'\'')) {
        return None;
    }
    let end = quote.min(before.trim_end_matches(['"', '\'', '\\']).len());
    let from = (end.saturating_sub(LONGEST)..end).rev().find(|i| matches!(bytes.get(*i), Some(b'"' | b'\'')))?;
    let key = Key::new(before.get(from + 1..end)?);
    field(key).filter(|_| deciding(key))
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    #[test]
    fn keys_that_hide_in_a_mended_string_are_noticed() {
        let hides = |text: &str| hides_keys(&json::parse(text, 0, false), 0);
        assert!(hides(r#"{"score": 9, "issues": ["says "a" and "needs_revision": true x"], "needs_revision": false}"#));
        assert!(hides(r#"{"score": 9, "issues": ["a"], "suggestion": "x", "needs_revision: true"}"#));
        assert!(hides(r#"{"score": 9, "suggestion": "x", "needs_revision" "only minor"}"#));
        assert!(!hides(r#"{"score": 9, "issues": ["the "a" b"], "needs_revision": false}"#));
        assert!(!hides(r#"{"score": 9, "issues": ["\"score\": 3"], "needs_revision": false}"#));
    }
}
