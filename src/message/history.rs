//! Keeps a request within its cap by leaving out old turns.
//!
//! **Invariant:** a tool call is never separated from its result, and what the request is about is never left out.

use std::mem;
use std::ops::Range;

use super::{Gather, Message, OpaqueJson, Role, count_chars};

/// The messages that fit into `max` characters, the oldest turns left out first. System messages, those in `pinned` and the
/// last turn always stay, even over the cap. A turn is one message, or an assistant's tool calls with all their results and what is
/// between. With a user's message goes what was answered to it: no conversation begins with an answer. Where all fit, they are taken.
pub fn drop_oldest_messages(messages: &mut Vec<Message>, pinned: &Range<usize>, max_chars: usize) -> Vec<Message> {
    let whole = |measure: fn(&str) -> usize| messages.iter().map(|m| m.measure_message(measure)).sum::<usize>();
    // A text never has more characters than bytes, whose number is known.
    let fits = whole(str::len) <= max_chars;
    let mut size = if fits { 0 } else { whole(count_chars) };
    if size <= max_chars {
        return mem::take(messages);
    }
    let turns = group_calls_with_results(messages);
    let mut gone = vec![false; messages.len()];
    let mut unanswered = false;
    for turn in turns.iter().take(turns.len().saturating_sub(1)) {
        let part = messages.get(turn.clone()).unwrap_or_default();
        let asks = part.iter().any(|m| m.role == Role::User);
        if size <= max_chars && (asks || !unanswered) {
            break;
        }
        let stays = turn.clone().any(|i| pinned.contains(&i)) || part.iter().any(|m| m.role == Role::System);
        if asks {
            unanswered = !stays;
        }
        if !stays {
            size -= part.iter().map(|m| m.measure_message(count_chars)).sum::<usize>();
            gone.iter_mut().take(turn.end).skip(turn.start).for_each(|g| *g = true);
        }
    }
    messages.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(m, _)| m.clone()).gather()
}

impl Message {
    fn measure_message(&self, measure: fn(&str) -> usize) -> usize {
        let json = |value: &OpaqueJson| measure(value.text_for_model());
        let chars = |metadata: &Option<OpaqueJson>| metadata.as_ref().map_or(0, json);
        let calls = self.tool_calls.iter().flatten();
        let called = calls.map(|c| measure(&c.name) + json(&c.arguments) + chars(&c.metadata)).sum::<usize>();
        self.content.measure_content(measure) + called + chars(&self.metadata)
    }

    fn has_call(&self, id: &str) -> bool {
        self.tool_calls.iter().flatten().any(|call| call.id == id)
    }
}

fn group_calls_with_results(messages: &[Message]) -> Vec<Range<usize>> {
    let mut turns: Vec<Range<usize>> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        if message.role != Role::Tool {
            turns.push(index..index + 1);
            continue;
        }
        // The turn that made the call, or else the one before.
        let id = message.tool_call_id.as_deref().unwrap_or_default();
        let made = |turn: &Range<usize>| messages.get(turn.clone()).unwrap_or_default().iter().any(|m| m.has_call(id));
        let first = turns.iter().rposition(made).unwrap_or_else(|| turns.len().saturating_sub(1));
        let start = turns.get(first).map_or(index, |turn| turn.start);
        turns.truncate(first);
        turns.push(start..index + 1);
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ToolCall;

    fn keep_newest(messages: &[Message], pinned: &Range<usize>, max_chars: usize) -> Vec<Message> {
        drop_oldest_messages(&mut messages.to_vec(), pinned, max_chars)
    }

    fn tool_turn(id: &str) -> [Message; 2] {
        let arguments = OpaqueJson::from_static("{}");
        let call = ToolCall { id: id.to_owned(), name: "t".to_owned(), args: Ok(arguments.clone()), arguments, metadata: None };
        [
            Message { tool_calls: Some(vec![call]), ..Message::from_text(Role::Assistant, "") },
            Message { tool_call_id: Some(id.to_owned()), ..Message::from_text(Role::Tool, "x".repeat(100)) },
        ]
    }

    #[test]
    fn old_turns_go_first_and_calls_keep_their_results() {
        let mut messages = vec![Message::from_text(Role::System, "s"), Message::from_text(Role::User, "old question")];
        messages.extend(tool_turn("a"));
        messages.push(Message::from_text(Role::User, "question"));
        messages.extend(tool_turn("b"));
        messages.extend(tool_turn("c"));
        for max in 0..400 {
            let kept = keep_newest(&messages, &(4..5), max);
            let (calls, results) = call_and_result_ids(&kept);
            assert_eq!(calls, results, "max {max}");
            assert!(calls.ends_with(&["c"]), "the last turn stays, max {max}");
            assert!(kept.contains(&messages[0]) && kept.contains(&messages[4]), "system and question stay, max {max}");
        }
        assert_eq!(keep_newest(&messages, &(4..5), 400).len(), messages.len());
        assert_eq!(keep_newest(&messages, &(4..5), 0).len(), 4);
    }

    fn call_and_result_ids(messages: &[Message]) -> (Vec<&str>, Vec<&str>) {
        let calls = messages.iter().flat_map(|m| m.tool_calls.iter().flatten()).map(|c| c.id.as_str()).collect();
        (calls, messages.iter().filter_map(|m| m.tool_call_id.as_deref()).gather())
    }

    #[test]
    fn calls_keep_results_that_do_not_stand_right_behind_them() {
        let [call_a, result_a] = tool_turn("a");
        let [call_b, result_b] = tool_turn("b");
        let question = Message::from_text(Role::User, "question");
        let between = Message::from_text(Role::Assistant, "wait");
        let note = Message::from_text(Role::System, "note");
        for turn in [
            vec![call_a.clone(), call_b.clone(), result_a.clone(), result_b.clone()],
            vec![call_a.clone(), call_b, result_b, result_a.clone()],
            vec![call_a.clone(), between, result_a.clone()],
            vec![call_a, note, result_a],
        ] {
            let messages: Vec<Message> = turn.into_iter().chain([question.clone()]).collect();
            let pinned = messages.len() - 1..messages.len();
            for max in 0..300 {
                let kept = keep_newest(&messages, &pinned, max);
                let (calls, mut results) = call_and_result_ids(&kept);
                results.sort_unstable();
                assert_eq!(calls, results, "max {max}");
            }
        }
    }

    #[test]
    fn no_conversation_begins_with_an_answer() {
        let mut messages = vec![Message::from_text(Role::System, "s")];
        for at in 0..4 {
            messages.push(Message::from_text(Role::User, format!("question {at}")));
            messages.extend(tool_turn(&at.to_string()));
            messages.push(Message::from_text(Role::Assistant, "answer"));
        }
        messages.push(Message::from_text(Role::User, "question"));
        let last = messages.len() - 1;
        let mut lengths = std::collections::BTreeSet::new();
        for max in 0..600 {
            let kept = keep_newest(&messages, &(last..last + 1), max);
            assert_eq!(kept.get(1).map(|m| m.role), Some(Role::User), "max {max}");
            lengths.insert(kept.len());
        }
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [2, 6, 10, 14, 18]);
    }

    #[test]
    fn what_a_provider_keeps_in_a_message_counts() {
        let signed = |text: &str| Message {
            metadata: Some(OpaqueJson::Text("x".repeat(500).into())),
            ..Message::from_text(Role::User, text)
        };
        let messages = [signed("a"), signed("b"), Message::from_text(Role::User, "question")];
        assert_eq!(keep_newest(&messages, &(2..3), 600).len(), 2);
        let [mut call, result] = tool_turn("a");
        call.tool_calls.iter_mut().flatten().for_each(|c| c.metadata = Some(OpaqueJson::Text("x".repeat(500).into())));
        let messages = [call, result, Message::from_text(Role::User, "question")];
        assert_eq!((keep_newest(&messages, &(2..3), 400).len(), keep_newest(&messages, &(2..3), 700).len()), (1, 3));
    }
}
