//! Keeps a request within its cap by leaving out old turns.
//!
//! **Invariant:** a tool call is never separated from its result, and what the request is about is never left out.

use std::ops::Range;

use super::{Message, Role, length};

/// The messages that fit into `max` characters, the oldest turns left out first. System messages, those in `pinned` and the
/// last turn always stay, even over the cap. A turn is one message, or an assistant's tool calls with all their results.
#[must_use]
pub fn within(messages: &[Message], pinned: &Range<usize>, max: usize) -> Vec<Message> {
    let whole = |measure: fn(&str) -> usize| messages.iter().map(|m| m.weight(measure)).sum::<usize>();
    // No text has more characters than bytes, which are known without a look at it.
    let fits = whole(str::len) <= max;
    let mut size = if fits { 0 } else { whole(length) };
    if size <= max {
        return messages.to_vec();
    }
    let turns = turns(messages);
    let mut gone = vec![false; messages.len()];
    for turn in turns.iter().take(turns.len().saturating_sub(1)) {
        if size <= max {
            break;
        }
        let part = messages.get(turn.clone()).unwrap_or_default();
        let stays = turn.clone().any(|i| pinned.contains(&i)) || part.iter().any(|m| m.role == Role::System);
        if !stays {
            size -= part.iter().map(|m| m.weight(length)).sum::<usize>();
            gone.iter_mut().take(turn.end).skip(turn.start).for_each(|g| *g = true);
        }
    }
    messages.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(m, _)| m.clone()).collect()
}

impl Message {
    fn weight(&self, measure: fn(&str) -> usize) -> usize {
        let calls = self.tool_calls.iter().flatten().map(|c| measure(&c.name) + measure(&c.arguments.to_string())).sum::<usize>();
        self.content.measured(measure) + calls
    }
}

fn turns(messages: &[Message]) -> Vec<Range<usize>> {
    let mut turns: Vec<Range<usize>> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        match turns.last_mut() {
            Some(turn) if message.role == Role::Tool => turn.end = index + 1,
            _ => turns.push(index..index + 1),
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ToolCall;

    fn tool_turn(id: &str) -> [Message; 2] {
        let call = ToolCall { id: id.to_owned(), name: "t".to_owned(), arguments: serde_json::json!({}), metadata: None };
        [
            Message { tool_calls: Some(vec![call]), ..Message::text(Role::Assistant, "") },
            Message { tool_call_id: Some(id.to_owned()), ..Message::text(Role::Tool, "x".repeat(100)) },
        ]
    }

    #[test]
    fn old_turns_go_first_and_calls_keep_their_results() {
        let mut messages = vec![Message::text(Role::System, "s"), Message::text(Role::User, "old question")];
        messages.extend(tool_turn("a"));
        messages.push(Message::text(Role::User, "question"));
        messages.extend(tool_turn("b"));
        messages.extend(tool_turn("c"));
        for max in 0..400 {
            let kept = within(&messages, &(4..5), max);
            let ids = |f: fn(&Message) -> Option<&str>| kept.iter().filter_map(f).collect::<Vec<_>>();
            let calls = ids(|m| m.tool_calls.as_ref().map(|c| c[0].id.as_str()));
            assert_eq!(calls, ids(|m| m.tool_call_id.as_deref()), "max {max}");
            assert!(calls.ends_with(&["c"]), "the last turn stays, max {max}");
            assert!(kept.contains(&messages[0]) && kept.contains(&messages[4]), "system and question stay, max {max}");
        }
        assert_eq!(within(&messages, &(4..5), 400).len(), messages.len());
        assert_eq!(within(&messages, &(4..5), 0).len(), 4);
    }
}
