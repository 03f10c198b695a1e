//! The request for another draft from scratch, when there are drafts already.

use super::{Fence, capped};
use crate::message::{Content, Message, object};

/// Makes of the first request one for an answer of another kind: behind the question stands what to avoid, fenced and capped.
pub fn anew(question: &mut Message, faults: Option<&str>, fence: &Fence) {
    let mut text =
        String::from("\n\nAnswer anew, from the beginning, and go about it in another way than the first that comes to mind.");
    if let Some(faults) = faults {
        text.push_str(" A review of earlier answers named these faults; avoid them:\n");
        text.push_str(&fence.around(&capped(faults)));
    }
    text.push_str("\n\nGive only the answer, with no word about earlier ones.");
    if faults.is_some() {
        text.push_str(&fence.notice());
    }
    match &mut question.content {
        Content::Text(question) => *question = format!("{question}{text}").into(),
        Content::Parts(parts) => parts.push(object([("type", "text".into()), ("text", text.into())])),
    }
}
