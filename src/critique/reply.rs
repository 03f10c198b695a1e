//! Takes a reply apart: thinking goes, objects are parsed, and what is beside them is kept.

use std::mem;

use super::json::{self, Ending, Span, Tree};
use super::thinking::skip_tag;
use crate::message::find_either;

/// Objects of one reply that are read; a reply with more of them never accepts.
const MAX_OBJECTS: usize = 64;
/// What models end their thinking with. Nothing inside a JSON string is looked at: a critic may quote such a mark.
const THOUGHT: [&str; 6] = ["</think>", "</thinking>", "</thought>", "[/THINK]", "◁/think▷", "<|channel|>final<|message|>"];

/// A reply, taken apart.
#[derive(Debug)]
pub(super) struct ParsedReply<'t> {
    pub text: &'t str,
    pub objects: Vec<Tree<'t>>,
    pub prose: Vec<Prose>,
    /// Too deep, or too many objects.
    pub too_large: bool,
}

/// A piece of text outside all objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prose {
    pub span: Span,
    /// Whether no object is before it.
    pub lead: bool,
}

impl<'t> ParsedReply<'t> {
    pub(super) fn parse_after_thinking(text: &'t str) -> Self {
        let mut reply = Self { text, objects: Vec::new(), prose: Vec::new(), too_large: false };
        // Where the current piece of prose begins, and where the next object is looked for.
        let (mut from, mut at) = (0, 0);
        let mut tree = Tree::empty(text);
        while let Some(found) = text.get(at..).and_then(|rest| find_either(rest, *b"[{")) {
            let start = at + found;
            at = start + 1;
            if !is_object_or_list_start(text, start) {
                continue;
            }
            tree.clear_and_read_container(start);
            reply.too_large |= tree.ending == Ending::TooBig;
            at = tree.end.max(at);
            if tree.nodes.iter().any(|node| node.key.is_some()) {
                reply.drop_thinking_and_add_prose(from, start);
                reply.objects.push(mem::replace(&mut tree, Tree::empty(text)));
                from = at;
            }
            if reply.objects.len() >= MAX_OBJECTS {
                reply.too_large = true;
                break;
            }
        }
        reply.drop_thinking_and_add_prose(from, text.len());
        reply
    }

    fn drop_thinking_and_add_prose(&mut self, mut start: usize, end: usize) {
        if let Some(thought) = find_last_thinking_end(Span::new(start, end).slice_text(self.text)) {
            // Its opening tag may be in the prompt: all before it was thought.
            start += thought;
            self.objects.clear();
            self.prose.clear();
        }
        if start < end {
            self.prose.push(Prose { span: Span::new(start, end), lead: self.objects.is_empty() });
        }
    }
}

/// Whether an object with something in it may begin here, or a list of them.
fn is_object_or_list_start(text: &str, start: usize) -> bool {
    let mut next = text.as_bytes().get(start + 1);
    // It nearly always follows at once, and nothing is decoded.
    if next.is_some_and(|byte| !byte.is_ascii_graphic()) {
        next = text.get(start + 1..).and_then(|rest| rest.trim_start_matches(json::is_blank_or_invisible).as_bytes().first());
    }
    match (text.as_bytes().get(start), next) {
        (_, None) => false,
        (Some(b'{'), Some(next)) => !matches!(next, b'{' | b'[' | b'}' | b']'),
        (_, Some(next)) => *next == b'{',
    }
}

/// The place behind the last end of thinking.
fn find_last_thinking_end(text: &str) -> Option<usize> {
    let (mut last, mut from) = (None, 0);
    // All of them have one of these letters behind the first.
    while let Some(at) = text.get(from..).and_then(|rest| find_either(rest, *b"/|")).map(|at| from + at) {
        from = at + 1;
        let before = text.get(..at).unwrap_or_default();
        let Some(open) = ["<", "[", "◁"].into_iter().find(|open| before.ends_with(open)) else { continue };
        let rest = text.get(at - open.len()..).unwrap_or_default();
        if let Some(after) = THOUGHT.iter().find_map(|mark| skip_tag(rest, mark)) {
            from = text.len() - after.len();
            last = Some(from);
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows a parsed reply: objects as `{}`, prose as it is.
    fn describe_rest(text: &str) -> String {
        let reply = ParsedReply::parse_after_thinking(text);
        let mut parts: Vec<(usize, &str)> = reply.prose.iter().map(|p| (p.span.start, p.span.slice_text(text).trim())).collect();
        parts.extend(reply.objects.iter().map(|tree| (tree.nodes[0].span.start, "{}")));
        parts.sort_unstable();
        parts.into_iter().map(|(_, part)| part).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn thinking_goes_and_the_rest_is_taken_apart() {
        let cases = [
            (r#"{"a": 1}"#, "{}"),
            (r#"Well: {"a": 1} and {issue list} [{"b": 2}]!"#, "Well:|{}|and {issue list}|{}|!"),
            (r#"<think>{"a": 1}</think>{"b": 1}"#, "{}"),
            (r#"{"a": "</think>"} x </b>"#, "{}|x </b>"),
            (r#"{"a": 1}</think>{"b": 1}"#, "{}"),
            (r#"<think>a<think>b</think>{"a": 1}</think>{"b": 1}"#, "{}"),
            (r#"<think>a<think>b</think>{"a": 1}"#, "{}"),
            (r#"{"a": 1}<think>but no</think>"#, ""),
            (r#"<think>{"a": 1}"#, "<think>|{}"),
            (r#"<|channel|>analysis<|message|>{"a": 1}<|end|><|channel|>final<|message|>{"b": 1}"#, "{}"),
            ("{ {{ [[ <", "{ {{ [[ <"),
        ];
        for (text, expected) in cases {
            assert_eq!(describe_rest(text), expected, "{text}");
        }
    }

    #[test]
    fn hostile_replies_are_read_to_their_end() {
        for part in ["{", "[{", "{\"a\":", "<think>", "</think>", "<|channel|>", "[{},", "{x {", "{\"a\":1}", "◁", "/*"] {
            let _ = ParsedReply::parse_after_thinking(&part.repeat(200_000));
        }
    }
}
