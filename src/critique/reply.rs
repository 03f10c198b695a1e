//! Takes a reply apart: thinking goes, objects are parsed, and what stands beside them is kept.
//!
//! Nothing inside a JSON string is looked at here: a critic may quote a tag or a channel.

use super::json::{self, Ending, Span, Tree};

/// Objects of one reply that are read; a reply with more of them never accepts.
const MAX_OBJECTS: usize = 64;
/// Longest tag that is looked at, attributes included.
const MAX_TAG: usize = 96;
/// Names of tags in which models think, by their letters in lower case.
const THINKING: &str = "think thinking thought thoughts reasoning reason rationale reflection reflexion analysis scratchpad monologue \
    innermonologue innerthoughts chainofthought cot deliberation antthinking";
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";

/// A reply, taken apart.
#[derive(Debug, Default)]
pub(super) struct Reply<'t> {
    pub objects: Vec<Tree<'t>>,
    pub prose: Vec<Prose>,
    /// It ends inside a block of thinking, or before its final channel.
    pub cut: bool,
    /// Too deep, or too many objects.
    pub too_large: bool,
}

/// A piece of text outside all objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prose {
    pub span: Span,
    /// Whether no object stands before it.
    pub lead: bool,
}

impl<'t> Reply<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut reply = Self::default();
        reply.take_apart(text);
        reply
    }

    fn take_apart(&mut self, text: &'t str) {
        // Where the current piece of prose begins; tags that opened inside a block and were not closed there.
        let (mut from, mut at, mut pending) = (0, 0, 0_usize);
        while let Some(found) = text.get(at..).and_then(|rest| rest.find(['<', '[', '{', '◁'])) {
            let start = at + found;
            if let Some((is_final, inside)) = channel(text, start) {
                at = if is_final {
                    self.forget();
                    inside
                } else {
                    self.prose(from, start);
                    let next = text.get(inside..).and_then(|rest| rest.find(CHANNEL));
                    self.cut |= next.is_none();
                    next.map_or(text.len(), |next| inside + next)
                };
            } else if let Some((kind, after)) = tag(text, start) {
                at = match kind {
                    Tag::Close => {
                        // Its opening tag stood in the prompt: all before it was thought.
                        self.forget();
                        pending = pending.saturating_sub(1);
                        after
                    }
                    Tag::Open => {
                        self.prose(from, start);
                        let closed = block(text, after);
                        self.cut |= closed.is_none();
                        let (end, open) = closed.unwrap_or((text.len(), 0));
                        pending += open;
                        // Second thoughts about a verdict are said beside it.
                        if !self.objects.is_empty() {
                            self.prose(after, end);
                        }
                        end
                    }
                };
            } else if opens_object(text, start) {
                let tree = json::parse(text, start);
                self.too_large |= tree.ending == Ending::TooBig;
                at = tree.end.max(start + 1);
                if tree.nodes.iter().all(|node| node.key.is_none()) {
                    continue;
                }
                self.prose(from, start);
                self.objects.push(tree);
                if self.objects.len() >= MAX_OBJECTS {
                    self.too_large = true;
                    from = at;
                    break;
                }
            } else {
                at = start + text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
                continue;
            }
            from = at;
        }
        self.prose(from, text.len());
        self.cut |= pending > 0;
    }

    fn prose(&mut self, start: usize, end: usize) {
        if start < end {
            self.prose.push(Prose { span: Span::new(start, end), lead: self.objects.is_empty() });
        }
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

/// Whether an object with something in it may begin here, or a list of them.
fn opens_object(text: &str, start: usize) -> bool {
    let inside = |rest: &str| rest.trim_start_matches(json::is_blank).chars().next();
    let rest = text.get(start + 1..).unwrap_or_default();
    match text.as_bytes().get(start) {
        Some(b'{') => inside(rest).is_some_and(|next| !matches!(next, '{' | '[' | '}' | ']')),
        Some(b'[') => inside(rest) == Some('{'),
        _ => false,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Open,
    Close,
}

/// The thinking tag at `at` and the place just after it: `<think>`, `</Think>`, `<ns:thinking a="b">`, `[THINK]`, `◁think▷`,
/// `<|think|>`, `<|begin_of_thought|>`, `<|START_THINKING|>`.
pub(super) fn tag(text: &str, at: usize) -> Option<(Tag, usize)> {
    let rest = text.get(at..)?;
    let (opener, closer) = [('<', '>'), ('[', ']'), ('◁', '▷')].into_iter().find(|(opener, _)| rest.starts_with(*opener))?;
    let inside = rest.get(opener.len_utf8()..)?;
    // The first letter decides in almost every case, so that prose full of brackets stays cheap.
    if !inside.trim_start_matches(['/', ' ', '|']).starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut ahead = inside.char_indices().take_while(|(n, c)| *n < MAX_TAG && !matches!(c, '<' | '\n' | '{'));
    let end = ahead.find(|(_, c)| *c == closer)?.0;
    let whole = inside.get(..end)?.trim_matches(['|', ' ']);
    let (kind, name) = whole.strip_prefix('/').map_or((Tag::Open, whole), |name| (Tag::Close, name.trim_start()));
    let name = name.split_whitespace().next()?.rsplit(':').next()?;
    let letters: String = name.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect();
    let (edge, bare) = ["begin", "start", "end"]
        .into_iter()
        .find_map(|edge| Some((edge, letters.strip_prefix(edge)?)))
        .map_or(("", letters.as_str()), |(edge, name)| (edge, name.strip_prefix("of").unwrap_or(name)));
    // `[analysis]` may be a link or a note.
    let is_thinking = THINKING.split(' ').any(|name| name == bare) && (opener != '[' || bare.starts_with("think"));
    let kind = if edge == "end" { Tag::Close } else { kind };
    (is_thinking && !whole.ends_with('/')).then(|| (kind, at + opener.len_utf8() + end + closer.len_utf8()))
}

/// The place just after the block of thinking whose opening tag ends at `from`; `None` when it is never closed.
pub(super) fn close(text: &str, from: usize) -> Option<usize> {
    Some(block(text, from)?.0)
}

/// The same, and how many tags opened inside the block.
fn block(text: &str, from: usize) -> Option<(usize, usize)> {
    let (mut at, mut open) = (from, 0);
    loop {
        at += text.get(at..)?.find(['<', '[', '◁'])?;
        match tag(text, at) {
            Some((Tag::Close, after)) => return Some((after, open)),
            Some((Tag::Open, after)) => (at, open) = (after, open + 1),
            None => at += text.get(at..)?.chars().next()?.len_utf8(),
        }
    }
}

/// The channel marker at `at`, as open models write it: whether it opens the final answer, and the place just after it.
fn channel(text: &str, at: usize) -> Option<(bool, usize)> {
    let rest = text.get(at..)?.strip_prefix(CHANNEL)?;
    let start = text.len() - rest.len();
    let head = rest.get(..rest.floor_char_boundary(MAX_TAG)).unwrap_or_default();
    Some(match head.split_once(MESSAGE) {
        Some((name, _)) => (name.trim() == "final", start + name.len() + MESSAGE.len()),
        None => (false, start),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a reply: objects as `{}`, prose as it stands.
    fn left(text: &str) -> String {
        let reply = Reply::of(text);
        let mut parts: Vec<(usize, &str)> = reply.prose.iter().map(|p| (p.span.start, p.span.of(text).trim())).collect();
        parts.extend(reply.objects.iter().map(|tree| (tree.nodes[0].span.start, "{}")));
        parts.sort_unstable();
        let mut shown: Vec<&str> = parts.into_iter().map(|(_, part)| part).filter(|part| !part.is_empty()).collect();
        if reply.cut {
            shown.push("(cut)");
        }
        shown.join("|")
    }

    #[test]
    fn thinking_goes_and_the_rest_is_taken_apart() {
        let cases = [
            (r#"{"a": 1}"#, "{}"),
            (r#"Well: {"a": 1} and {issue list} [{"b": 2}]!"#, "Well:|{}|and {issue list}|{}|!"),
            (r#"<think>{"a": 1}</think>{"b": 1}"#, "{}"),
            (r#"{"a": "<think>"} x </b>"#, "{}|x </b>"),
            (r#"{"a": 1}</think>{"b": 1}"#, "{}"),
            (r#"<think>a<think>b</think>{"a": 1}</think>{"b": 1}"#, "{}"),
            (r#"<think>a<think>b</think>{"a": 1}"#, "{}|(cut)"),
            (r#"{"a": 1}<think>but no</think>"#, "{}|but no</think>"),
            ("<think>a", "(cut)"),
            (r#"<|channel|>analysis<|message|>{"a": 1}<|end|><|channel|>final<|message|>{"b": 1}"#, "{}"),
            (r#"{"a": "<|channel|>final<|message|>{\"b\": 1}"}"#, "{}"),
            (r#"<|channel|>analysis<|message|>{"a": 1}"#, "(cut)"),
            ("{ {{ [[ <", "{ {{ [[ <"),
        ];
        for (text, shown) in cases {
            assert_eq!(left(text), shown, "{text}");
        }
    }

    #[test]
    fn thinking_tags_are_told_from_other_tags() {
        use Tag::{Close, Open};
        for (text, kind) in [
            ("<think>", Open),
            ("</think>", Close),
            ("< THINKING >", Open),
            ("<reasoning lang=\"en\">", Open),
            ("<ns:think>", Open),
            ("[/THINK]", Close),
            ("◁think▷", Open),
            ("<|end_of_thought|>", Close),
            ("<|START_THINKING|>", Open),
            ("<|/think|>", Close),
            ("<chain_of_thought>", Open),
        ] {
            assert_eq!(tag(text, 0), Some((kind, text.len())), "{text}");
        }
        for text in
            ["[analysis]", "<|end_of_text|>", "<plan>", "<think", "<think/>", "<thinker>", "<critique>", "<0-10>", "think>"]
        {
            assert_eq!(tag(text, 0), None, "{text}");
        }
    }

    #[test]
    fn hostile_replies_are_read_to_their_end() {
        for part in ["{", "[{", "{\"a\":", "<think>", "</think>", "<|channel|>", "[{},", "{x {", "{\"a\":1}", "◁", "/*"] {
            let _ = Reply::of(&part.repeat(200_000));
        }
    }
}
