//! Values that are no containers: strings, and words without quotes.

use super::parse::{Parser, Want};
use super::quoted::{Role, quoted};
use super::{Ending, Kind, Span, ahead};
use crate::critique::reply;

impl Parser<'_> {
    pub(super) fn scalar(&mut self) -> Want {
        let role = if self.top() == Some(Kind::Array) { Role::Element } else { Role::Value };
        if let Some(string) = quoted(self.tree.text, self.i, role) {
            self.tree.guessed |= string.guessed;
            self.push(Kind::String, string.inner, string.closed);
            self.i = string.after;
            return Want::After;
        }
        let end = self.word_end();
        let word = Span::new(self.i, end).of(self.tree.text).trim_end();
        if word.is_empty() {
            return Want::End(Ending::Broken);
        }
        let span = Span::new(self.i, self.i + word.len());
        // A word that touches the end of the input may be the first half of a longer one; only a literal is surely over.
        let whole = end < self.bytes.len() || matches!(word, "true" | "false" | "null" | "True" | "False" | "None");
        self.push(Kind::Word, span, whole);
        self.i = end;
        Want::After
    }

    /// Where an unquoted value ends.
    pub(super) fn word_end(&self) -> usize {
        let mut i = self.i;
        while let Some(byte) = self.at(i) {
            let stop = match byte {
                b',' | b'}' | b']' | b'{' | b'[' | b'"' | b'\n' | b';' | b':' => true,
                b'/' => matches!(self.at(i + 1), Some(b'/' | b'*')),
                b'#' => i > self.i && self.at(i - 1) == Some(b' '),
                b'<' => i > self.i && reply::tag(self.tree.text, i).is_some(),
                0xef => ahead::comma(self.bytes, i).is_some(),
                _ => false,
            };
            if stop {
                break;
            }
            i += 1;
        }
        i
    }

    pub(super) fn ellipsis(&mut self) -> bool {
        let rest = self.tree.text.get(self.i..).unwrap_or_default();
        let len = if rest.starts_with("...") {
            rest.bytes().take_while(|b| *b == b'.').count()
        } else {
            rest.starts_with('…') as usize * 3
        };
        if len == 0 {
            return false;
        }
        self.push(Kind::Ellipsis, Span::new(self.i, self.i + len), true);
        self.i += len;
        true
    }
}
