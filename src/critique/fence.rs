//! The lines that open and close code fences.

use super::json::Span;
use super::reasoning;
use super::standing::InFence;

/// A line that opens a fence, or closes one.
#[derive(Clone, Copy)]
pub(super) struct Fence {
    mark: u8,
    len: usize,
    /// Code in another language, of which the text is not prose.
    pub code: bool,
    /// It is named for what is thought, not said.
    pub thought: bool,
    /// The rest of the line.
    pub info: Span,
    /// Just after the mark and the language.
    pub inside: usize,
}

impl Fence {
    /// The fence that the line at `at` opens or closes.
    pub(super) fn at(text: &str, at: usize) -> Option<Self> {
        let line = text.get(at..)?.trim_start_matches([' ', '\t', '>', '\u{feff}']);
        let mark = line.bytes().next().filter(|b| matches!(b, b'`' | b'~'))?;
        let len = line.bytes().take_while(|b| *b == mark).count();
        if len < 3 {
            return None;
        }
        let info = line.get(len..)?;
        let info = info.get(..info.find('\n').unwrap_or(info.len()))?;
        let start = text.len() - line.len() + len;
        // Only the language is skipped: an object may follow on the same line, or what is left of one.
        let word = info.trim_start().split(|c: char| c.is_whitespace() || matches!(c, '{' | '[' | '`' | '"' | '\'')).next()?;
        let is = |known: &[&str]| known.iter().any(|k| k.eq_ignore_ascii_case(word));
        let json = is(&["", "json", "json5", "jsonc", "jsonl"]);
        Some(Self {
            mark,
            len,
            code: !json && !is(&["yaml", "yml", "text", "txt", "plaintext", "markdown", "md"]),
            thought: reasoning::is_name(word),
            info: Span::new(start, start + info.len()),
            inside: start + (info.len() - info.trim_start().len()) + word.len(),
        })
    }

    /// Whether this line closes the fence that another opened.
    pub(super) fn closes(&self, open: &Self, text: &str) -> bool {
        open.mark == self.mark && self.len >= open.len && self.info.of(text).trim().is_empty()
    }

    /// What is known of this fence where something inside it starts.
    pub(super) fn around<'t>(&self, text: &'t str, start: usize) -> InFence<'t> {
        InFence {
            info: Span::new(self.info.start, self.info.end.min(start)).of(text),
            code: self.code,
            first: Span::new(self.inside.min(start), start).of(text).trim().is_empty(),
        }
    }

    /// Just after the line that closes this fence.
    pub(super) fn end(&self, text: &str) -> Option<usize> {
        let mut at = self.info.end;
        loop {
            at += text.get(at..)?.find('\n')? + 1;
            if let Some(line) = Self::at(text, at).filter(|line| line.closes(self, text)) {
                return Some(line.info.end);
            }
        }
    }
}
