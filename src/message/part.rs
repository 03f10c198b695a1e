//! A piece of a message as the provider gave it.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{OpaqueJson, SharedText, is_blank};

/// A piece of a message. Of a text part the text is read; all else is carried.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub(super) value: OpaqueJson,
    /// The text of a text part.
    pub(super) text: Option<SharedText>,
    /// The text goes in the place of the one in the value.
    pub(super) is_ours: bool,
}

impl Part {
    /// A text part of our own.
    pub fn from_text(text: SharedText) -> Self {
        Self { value: OpaqueJson::from_static(r#"{"type":"text"}"#), text: Some(text), is_ours: true }
    }

    /// The part as it came.
    pub fn original_value(&self) -> &OpaqueJson {
        &self.value
    }

    /// The text that is in it now, where it is not the one that came.
    pub fn replaced_text(&self) -> Option<&SharedText> {
        self.text.as_ref().filter(|_| self.is_ours)
    }

    pub(super) fn is_text(&self) -> bool {
        self.text.is_some()
    }

    pub(super) fn measure_part(&self, measure: fn(&str) -> usize) -> usize {
        measure(self.text.as_ref().unwrap_or(self.value.text_for_model()))
    }

    /// Strips the text; `None` where `strip` takes no more than white space.
    pub(super) fn strip_text_if_changed(&self, strip: fn(&str) -> Cow<'_, str>) -> Option<SharedText> {
        let text = self.text.as_ref()?;
        Some(text.strip_ends(strip)).filter(|kept| kept.trim().len() < text.trim().len())
    }

    /// Replaces the text; `None` where that is blank, since some providers refuse a part without text.
    pub(super) fn with_nonblank_text(self, text: SharedText) -> Option<Self> {
        (!is_blank(&text)).then_some(Self { text: Some(text), is_ours: true, ..self })
    }
}

/// The name of a part for a serializer that is not for people: it is given the part as it came, and the text that is in it now.
pub const PART: &str = "$part";

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if !to.is_human_readable() {
            return match self.replaced_text() {
                Some(text) => to.serialize_newtype_struct(PART, &(&self.value, text)),
                None => self.value.serialize(to),
            };
        }
        let mut value = self.value.to_value();
        if let (Value::Object(map), Some(text)) = (&mut value, self.replaced_text()) {
            map.insert("text".to_owned(), Value::from(text.as_str()));
        }
        value.serialize(to)
    }
}
