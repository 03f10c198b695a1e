//! Where a draft is born, be it written by a model or brought by a task.

use std::borrow::Cow;

use crate::message::{Content, Message, OpaqueJson, Role, Rope, SharedText, VerifierStop};

/// A text that the producer wrote, or that a task brings.
pub struct NewDraft {
    /// The call that gave it; `draft` where it was written elsewhere.
    pub call_id: String,
    /// The text, without the model's thinking.
    pub text: SharedText,
    /// What the model wrote, where it differs from `text`.
    pub raw: Option<SharedText>,
    /// The draft that this one revises.
    pub parent: Option<u32>,
    /// It ended at a length limit or a content filter, or a verifier stopped it.
    pub cut: bool,
    /// The message as the provider gave it, when it held more than text.
    pub carried: Option<Message>,
    /// What tools gave while it was written.
    pub tool_results: Vec<SharedText>,
    /// A verifier stopped it.
    pub stopped: Option<VerifierStop>,
    /// Nobody else can make one.
    _born: Born,
}

struct Born;

impl NewDraft {
    /// Every draft begins here, before anybody sees it: what holds of all (a cap, say) is for this function, and for `text`, `raw` and
    /// `carried` alike. `strip` takes away what is no part of the answer.
    pub fn from_content(
        call_id: String,
        content: Content,
        metadata: Option<OpaqueJson>,
        strip: fn(&str) -> Cow<'_, str>,
    ) -> Self {
        let raw = content.text();
        let text = raw.strip_ends(strip);
        let carried = match content {
            Content::Parts(parts) => Some(Content::strip_parts(parts, &text, strip)),
            Content::Text(_) if metadata.is_some() => Some(Content::Text(text.clone().into())),
            Content::Text(_) => None,
        };
        let message = |content| Message { content, metadata, ..Message::from_text(Role::Assistant, Rope::default()) };
        Self {
            call_id,
            raw: Some(raw).filter(|raw| *raw != text),
            text,
            parent: None,
            cut: false,
            carried: carried.map(message),
            tool_results: Vec::new(),
            stopped: None,
            _born: Born,
        }
    }
}
