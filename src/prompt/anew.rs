//! The request for another draft from scratch, when there are drafts already.

use super::capped;
use crate::message::{Content, Message, Part, Rope, Text};

/// Makes of the first request one for an answer of another kind: behind the question is what to avoid, capped.
pub fn anew(question: &mut Message, faults: Option<&Text>) {
    let mut text =
        Rope::constant("\n\nAnswer anew, from the beginning, and go about it in another way than the first that comes to mind.");
    if let Some(faults) = faults {
        text = text.lit(" A review of earlier answers named these faults; avoid them:\n").with(capped(faults));
    }
    text = text.lit("\n\nGive only the answer, with no word about earlier ones.");
    match &mut question.content {
        Content::Text(question) => question.append(text),
        Content::Parts(parts) => parts.push(Part::text(text.text())),
    }
}
