//! Reads replies in plain words under form `status`: a sentinel that is the whole reply accepts, any other text is a critique.

use super::scalar::{self, Status};
use super::{OnContradiction, ReadOptions, Reading, Verdict};

/// Shortest beginning of a sentinel that is taken for one that was cut.
const SHORTEST: usize = 3;

/// Whether a sentinel is the whole of a text, but for white space, quotes, emphasis and a full stop.
pub(super) fn is_sentinel(text: &str, options: &ReadOptions) -> bool {
    options.sentinels.iter().any(|sentinel| !sentinel.is_empty() && core(text) == core(sentinel))
}

/// Whether the line that opens a fence says more than a language, or one behind the sentinel says anything: words that are no part of
/// what is seen, and yet make the sentinel not the whole reply.
pub(super) fn goes_on(text: &str, options: &ReadOptions) -> bool {
    options.sentinels.iter().any(|sentinel| {
        let Some((before, after)) = text.rsplit_once(core(sentinel)).filter(|_| !core(sentinel).is_empty()) else { return false };
        let own = before.rsplit('\n').next().and_then(info);
        own.is_some_and(|info| !info.is_empty())
            || before.lines().filter_map(info).any(|info| info.contains(char::is_whitespace))
            || after.lines().filter_map(info).any(|info| !info.is_empty())
    })
}

/// Names of languages that a fence around a sentinel may have. Any other word there may deny it.
const LANGUAGES: &str = "json jsonc json5 jsonl yaml yml xml html text txt plain plaintext none markdown md output log console bash sh shell \
    javascript js jsx typescript ts tsx python py java kotlin c cpp csharp cs go rust rs ruby rb php swift sql r scala";

/// Whether a fence before the sentinel is of no known language: ```` ```wrong ````.
pub(super) fn strange_fence(text: &str, options: &ReadOptions) -> bool {
    let strange = |line: &str| {
        let info = info(line);
        info.is_some_and(|info| !info.is_empty() && !LANGUAGES.split_whitespace().any(|known| known.eq_ignore_ascii_case(info)))
    };
    let before = |sentinel: &String| text.rsplit_once(core(sentinel)).map_or("", |(before, _)| before);
    options.sentinels.iter().any(|sentinel| before(sentinel).lines().any(strange))
}

/// What a line that opens a fence says.
fn info(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches([' ', '\t', '>', '\u{feff}']);
    let fence = line.starts_with("```") || line.starts_with("~~~");
    fence.then(|| line.trim_start_matches(['`', '~']).trim())
}

/// A text without its dress. A mark before it, such as `!` or `~`, may deny it and stays.
fn core(text: &str) -> &str {
    let dress = |c: char| {
        super::json::is_blank(c) || matches!(c, '`' | '*' | '_' | '"' | '\'' | '.' | '“' | '”' | '„' | '«' | '»' | '‘' | '’')
    };
    text.trim_start_matches(dress).trim_end_matches(|c| c == '!' || dress(c))
}

/// What a text without any object says.
pub(super) fn plain(text: &str, options: &ReadOptions) -> Reading {
    let words = core(text);
    if is_sentinel(text, options) {
        return Reading { status: Verdict::Accepted, reason: None, ..Reading::invalid("") };
    }
    // Its letters in another dress are no critique: `code is perfect`, `> CODE_IS_PERFECT`, `(CODE_IS_PERFECT)`.
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let bare = letters(text);
    if options.sentinels.iter().map(|s| letters(s)).any(|s| !s.is_empty() && (bare == s || bare == s.repeat(2))) {
        return Reading::invalid("status");
    }
    if words.len() >= SHORTEST && options.sentinels.iter().any(|s| s.starts_with(words)) {
        return Reading::invalid("truncated");
    }
    let revise = |reason: Option<&str>| Reading {
        status: Verdict::NeedsRevision,
        issues: faults(text),
        reason: reason.map(str::to_owned),
        ..Reading::invalid("")
    };
    if scalar::status_in(words) == Some(Status::NeedsRevision) {
        return Reading { issues: Vec::new(), ..revise(None) };
    }
    // One word is no critique, and a word that approves is no sentinel.
    if !words.contains(char::is_whitespace) || scalar::status_in(words).is_some() {
        return Reading::invalid("status");
    }
    if claims(text, options) {
        return match options.on_contradiction {
            OnContradiction::Invalid => Reading { status: Verdict::Invalid, ..revise(Some("contradictory")) },
            OnContradiction::Accept | OnContradiction::Revise => revise(Some("contradictory")),
        };
    }
    revise(None)
}

/// Whether a text gives the sentinel and goes on: it begins with it as a word, or has it on a line of its own.
fn claims(text: &str, options: &ReadOptions) -> bool {
    let begins = |sentinel: &String| {
        let rest = text.trim_start_matches(|c: char| !c.is_alphanumeric()).strip_prefix(sentinel.as_str());
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    options.sentinels.iter().any(begins) || text.lines().any(|line| is_sentinel(line, options))
}

/// The faults that a critique in words names: its bullets, else the whole of it.
fn faults(text: &str) -> Vec<String> {
    let bullet = |line: &str| {
        let line = line.trim();
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = rest.strip_prefix(['-', '*', '•', '.', ')'])?;
        rest.starts_with(' ').then(|| rest.trim().to_owned()).filter(|rest| !rest.is_empty())
    };
    let bullets: Vec<String> = text.lines().filter_map(bullet).collect();
    if bullets.is_empty() { vec![text.trim().to_owned()] } else { bullets }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentinel_accepts_only_as_the_whole_reply() {
        let options = ReadOptions::default();
        let cases = [
            ("CODE_IS_PERFECT", Verdict::Accepted, None),
            ("\n**`CODE_IS_PERFECT`**.\n", Verdict::Accepted, None),
            ("\"CODE_IS_PERFECT\"", Verdict::Accepted, None),
            ("code_is_perfect", Verdict::Invalid, Some("status")),
            ("CODE IS PERFECT", Verdict::Invalid, Some("status")),
            ("> CODE_IS_PERFECT", Verdict::Invalid, Some("status")),
            ("CODE_IS_PERFECT?", Verdict::Invalid, Some("status")),
            ("CODE_IS_PERF", Verdict::Invalid, Some("truncated")),
            ("CODE_IS_PERFECTLY_FINE? No: n=0 fails.", Verdict::NeedsRevision, None),
            ("CODE_IS_PERFECT\n\nHowever, add a docstring.", Verdict::NeedsRevision, Some("contradictory")),
            ("CODE_IS_PERFECT, but add a docstring.", Verdict::NeedsRevision, Some("contradictory")),
            ("I cannot say CODE_IS_PERFECT yet.", Verdict::NeedsRevision, None),
            ("LGTM", Verdict::Invalid, Some("status")),
            ("accepted", Verdict::Invalid, Some("status")),
            ("needs_revision", Verdict::NeedsRevision, None),
        ];
        for (text, status, reason) in cases {
            let reading = plain(text, &options);
            assert_eq!((reading.status, reading.reason.as_deref()), (status, reason), "{text}");
        }
        assert!(!is_sentinel("", &ReadOptions { sentinels: vec![String::new()], ..options }));
    }

    #[test]
    fn bullets_are_faults_and_a_text_without_any_is_one_fault() {
        let options = ReadOptions::default();
        assert_eq!(plain("Some faults:\n- one\n2. two", &options).issues, ["one", "two"]);
        assert_eq!(plain(" n = 0 fails. ", &options).issues, ["n = 0 fails."]);
    }
}
