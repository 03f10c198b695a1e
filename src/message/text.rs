//! Texts that are shared: an answer may be a megabyte, and stands in the reply, the draft, requests, steps and the result.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::same;

/// A text, or a part of one, that is not copied with what holds it.
#[derive(Clone, Default)]
pub struct Text {
    whole: Arc<String>,
    from: usize,
    to: usize,
}

/// Whether a text shows nothing: white space, the byte order mark, zero-width characters.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'))
}

impl Text {
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.whole.get(self.from..self.to).unwrap_or_default()
    }

    /// The text without what `strip` takes from its ends, shared; or what it made of it.
    #[must_use]
    pub fn stripped(&self, strip: impl FnOnce(&str) -> Cow<'_, str>) -> Self {
        let kept = match strip(self) {
            Cow::Borrowed(kept) => kept,
            Cow::Owned(made) => return made.into(),
        };
        match self.place_of(kept) {
            Some(at) => Self { whole: Arc::clone(&self.whole), from: self.from + at, to: self.from + at + kept.len() },
            None => kept.into(),
        }
    }

    /// Where in this text another stands that is a part of the same, in bytes.
    #[must_use]
    pub fn place_of(&self, part: &str) -> Option<usize> {
        let at = part.as_ptr().addr().checked_sub(self.as_ptr().addr())?;
        (at + part.len() <= self.len()).then_some(at)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self { from: 0, to: text.len(), whole: Arc::new(text) }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        same(self, other)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        same(self, other)
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        same(self, other)
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), to)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn a_part_of_a_text_is_shared_and_found_in_it() {
        let whole = Text::from("\n  äh, so \n".to_owned());
        let part = whole.stripped(|text| text.trim().into());
        assert_eq!((part.as_str(), whole.place_of(&part)), ("äh, so", Some(3)));
        assert_eq!(part.stripped(|text| text.trim_end_matches("so").trim().into()), "äh,");
        assert_eq!((part.place_of(&whole), whole.place_of("äh, so")), (None, None));
        assert_eq!(whole.stripped(|text| text.replace("so", "no").into()), "\n  äh, no \n");
        assert_eq!(whole.stripped(|_| "".into()), "");
    }
}
