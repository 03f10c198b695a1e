//! Recognises the blocks in which models think aloud, and the channels that some of them leak.

/// Names of tags around reasoning, in lower case.
const NAMES: [&str; 10] = [
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reflection",
    "analysis",
    "scratchpad",
    "monologue",
    "inner_monologue",
];
/// Longest tag that is looked at, attributes included.
const MAX_TAG: usize = 96;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Open,
    Close,
}

/// The end of a reasoning block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    /// Just after the closing tag.
    pub after: usize,
    /// Opening tags inside the block, whose own closing tags are still to come.
    pub open: usize,
}

/// The reasoning tag at `at` and the place just after it: `<think>`, `</Think>`, `<ns:thinking a="b">`, `[THINK]`, `◁think▷`,
/// `<|begin_of_thought|>`.
pub(super) fn tag(text: &str, at: usize) -> Option<(Tag, usize)> {
    let rest = text.get(at..)?;
    let (inside, closer) = match rest.chars().next()? {
        '<' => (rest.get(1..)?, '>'),
        '[' => (rest.get(1..)?, ']'),
        '◁' => (rest.get('◁'.len_utf8()..)?, '▷'),
        _ => return None,
    };
    // The first letter decides in almost every case, so that prose full of brackets stays cheap.
    let first = inside.as_bytes().iter().find(|b| !matches!(b, b'/' | b' ' | b'|'))?;
    if !first.is_ascii_alphabetic() {
        return None;
    }
    let end =
        inside.char_indices().take_while(|(n, c)| *n < MAX_TAG && !matches!(c, '<' | '\n' | '{')).find(|(_, c)| *c == closer)?.0;
    let whole = inside.get(..end)?.trim();
    if whole.ends_with('/') {
        return None;
    }
    let (kind, name) = match whole.strip_prefix('/') {
        Some(name) => (Tag::Close, name.trim_start()),
        None => (Tag::Open, whole),
    };
    let after = text.len() - inside.len() + end + closer.len_utf8();
    let name = name.split_whitespace().next()?;
    match name {
        "|begin_of_thought|" => return Some((Tag::Open, after)),
        "|end_of_thought|" => return Some((Tag::Close, after)),
        _ => {}
    }
    let name = name.rsplit(':').next()?;
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)).then_some((kind, after))
}

/// The end of the block whose opening tag ends at `from`; `None` when it is never closed.
pub(super) fn close(text: &str, from: usize) -> Option<Closed> {
    let mut open = 0;
    let mut at = from;
    loop {
        at += text.get(at..)?.find(['<', '[', '◁'])?;
        match tag(text, at) {
            Some((Tag::Close, after)) => return Some(Closed { after, open }),
            Some((Tag::Open, after)) => {
                open += 1;
                at = after;
            }
            None => at += text.get(at..)?.chars().next()?.len_utf8(),
        }
    }
}

/// The channel marker at `at`, as some open models leak it: whether it opens the final answer, and the place just after it.
pub(super) fn channel(text: &str, at: usize) -> Option<(bool, usize)> {
    let rest = text.get(at..)?.strip_prefix("<|channel|>")?;
    let start = text.len() - rest.len();
    let message = rest
        .char_indices()
        .take_while(|(n, _)| *n < MAX_TAG)
        .find(|(n, _)| rest.get(*n..).is_some_and(|r| r.starts_with("<|message|>")));
    match message {
        Some((n, _)) => Some((rest.get(..n)?.trim() == "final", start + n + "<|message|>".len())),
        None => Some((false, start)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_tags_are_told_from_other_tags() {
        let cases = [
            ("<think>", Some((Tag::Open, 7))),
            ("</think>x", Some((Tag::Close, 8))),
            ("<THINKING>", Some((Tag::Open, 10))),
            ("< think >", Some((Tag::Open, 9))),
            ("<reasoning lang=\"en\">", Some((Tag::Open, 21))),
            ("<ns:think>", Some((Tag::Open, 10))),
            ("[THINK]", Some((Tag::Open, 7))),
            ("[/THINK]", Some((Tag::Close, 8))),
            ("◁think▷", Some((Tag::Open, 11))),
            ("<|end_of_thought|>", Some((Tag::Close, 18))),
            ("<think", None),
            ("<think/>", None),
            ("<thinker>", None),
            ("<critique>", None),
            ("<0-10>", None),
            ("think>", None),
        ];
        for (text, found) in cases {
            assert_eq!(tag(text, 0), found, "{text}");
        }
    }

    #[test]
    fn a_block_ends_at_its_first_closing_tag_and_counts_what_opened_inside() {
        assert_eq!(close("a</think>b", 0), Some(Closed { after: 9, open: 0 }));
        assert_eq!(close("a<think>b</think>c", 0), Some(Closed { after: 17, open: 1 }));
        assert_eq!(close("never", 0), None);
    }

    #[test]
    fn only_the_final_channel_is_an_answer() {
        assert_eq!(channel("<|channel|>final<|message|>{", 0), Some((true, 27)));
        assert_eq!(channel("<|channel|>analysis<|message|>", 0), Some((false, 30)));
        assert_eq!(channel("<|channel|>", 0), Some((false, 11)));
        assert_eq!(channel("<|start|>", 0), None);
    }
}
