//! Reads form `status` without an object: a sentinel that is the whole reply accepts, a list is a critique, and prose is neither.

use super::{ReadOptions, Reading, Verdict};
use crate::message::{Gather, SharedText, lowercase_letter};

/// Reads a reply in words. Without sentinels it says nothing that can be read.
pub(super) fn read_sentinel_or_list(text: &str, options: &ReadOptions) -> Reading {
    let sentinels = || options.sentinels.iter().map(|sentinel| sentinel.trim()).filter(|sentinel| !sentinel.is_empty());
    let bare = trim_quotes_and_marks(text);
    if sentinels().next().is_none() {
        return Reading::with_status(Verdict::Unclear, "no_json");
    }
    if sentinels().any(|sentinel| sentinel == bare) {
        return Reading { status: Verdict::Accepted, reason: None, ..Reading::invalid_reading("") };
    }
    // With the sentinel in it, in any letter case, it may accept or refuse.
    let low = |text: &str| text.chars().map(lowercase_letter).collect::<String>();
    let whole = low(text);
    if sentinels().any(|sentinel| has_whole_word(&whole, &low(sentinel))) {
        return Reading::with_status(Verdict::Unclear, "beside");
    }
    let issues: Vec<SharedText> = text.lines().filter_map(strip_bullet).map(SharedText::from).gather();
    if issues.is_empty() {
        return Reading::with_status(Verdict::Unclear, "no_json");
    }
    Reading { status: Verdict::NeedsRevision, issues, reason: None, ..Reading::invalid_reading("") }
}

/// The text behind a bullet or a number; `None` when the line has neither.
fn strip_bullet(line: &str) -> Option<&str> {
    let line = line.trim();
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks: &[char] = if unnumbered.len() < line.len() { &['.', ')'] } else { &['-', '*', '•', '–'] };
    let rest = unnumbered.strip_prefix(marks)?;
    Some(rest.trim()).filter(|rest| rest.len() < unnumbered.len() - 1 && !rest.is_empty())
}

/// A text without the marks around it.
pub(super) fn trim_quotes_and_marks(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '`' | '*' | '"' | '\'' | '.'))
}

/// Whether a word is in a text by itself.
fn has_whole_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentinel_accepts_only_as_the_whole_reply() {
        let options = ReadOptions { sentinels: vec!["CODE_IS_PERFECT".to_owned(), String::new()], ..ReadOptions::default() };
        for (text, status) in [
            ("CODE_IS_PERFECT", Verdict::Accepted),
            ("\n**`CODE_IS_PERFECT`**.\n", Verdict::Accepted),
            ("code_is_perfect", Verdict::Unclear),
            ("> CODE_IS_PERFECT", Verdict::Unclear),
            ("CODE_IS_PERFECT!", Verdict::Unclear),
            ("CODE_IS_PERFECT, but add a docstring.", Verdict::Unclear),
            ("I cannot say CODE_IS_PERFECT yet.", Verdict::Unclear),
            ("CODE_IS_PERFECTLY_FINE? No: n=0 fails.", Verdict::Unclear),
            ("<html>502 Bad Gateway</html>", Verdict::Unclear),
            ("- n = 0 fails", Verdict::NeedsRevision),
        ] {
            assert_eq!(read_sentinel_or_list(text, &options).status, status, "{text}");
        }
        let silent = read_sentinel_or_list("asdf qwer", &ReadOptions::default());
        assert_eq!((silent.status, silent.reason.as_deref()), (Verdict::Unclear, Some("no_json")));
    }

    #[test]
    fn a_list_beside_no_sentinel_is_a_critique() {
        let options = ReadOptions { sentinels: vec!["CODE_IS_PERFECT".to_owned()], ..ReadOptions::default() };
        let reading = read_sentinel_or_list("Some faults:\n- one\n2. two", &options);
        assert_eq!((reading.status, reading.issues), (Verdict::NeedsRevision, vec!["one".into(), "two".into()]));
        let lines = "- a\n * b\n• c\n\n10) d\n-\n1.\nplain words\n-not a bullet\n2024 was a year";
        assert_eq!(read_sentinel_or_list(lines, &options).issues, ["a", "b", "c", "d"].map(SharedText::from));
    }
}
