//! Recognises the blocks in which models think aloud, and the channels that some of them leak.

/// Names of blocks of reasoning: of tags, of fences and in `<|begin_of_thought|>`. By their letters, in lower case.
const NAMES: &str = "think thinking thought thoughts reasoning reason rationale reflection reflexion analysis scratchpad monologue \
    innermonologue innerthoughts innerthought chainofthought cot deliberation internal antthinking";
/// In these a critic may also give the reasons of a verdict, and behind one they are heard.
const REASONS: &str = "reasoning reason rationale reflection reflexion analysis deliberation details";
/// Longest tag that is looked at, attributes included.
const MAX_TAG: usize = 96;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Open,
    Close,
}

/// Whether a word names reasoning, whatever its case and marks: `chain_of_thought`.
pub(super) fn is_name(word: &str) -> bool {
    const LONGEST: usize = 24;
    let letters = word.bytes().filter(|b| !matches!(b, b'_' | b'-')).map(|b| b.to_ascii_lowercase());
    word.len() <= LONGEST && NAMES.split_ascii_whitespace().any(|known| letters.clone().eq(known.bytes()))
}

/// The end of a reasoning block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed {
    /// Just after the closing tag.
    pub after: usize,
    /// Opening tags inside the block, whose own closing tags are still to come.
    pub open: usize,
}

/// The reasoning tag at `at` and the place just after it: `<think>`, `</Think>`, `<ns:thinking a="b">`, `[THINK]`, `{think}`,
/// `◁think▷`, `<|think|>`, `<|begin_of_thought|>`, `<|START_THINKING|>`.
pub(super) fn tag(text: &str, at: usize) -> Option<(Tag, usize)> {
    let rest = text.get(at..)?;
    let (inside, closer) = match rest.chars().next()? {
        '<' => (rest.get(1..)?, '>'),
        '[' => (rest.get(1..)?, ']'),
        '{' => (rest.get(1..)?, '}'),
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
    let after = text.len() - inside.len() + end + closer.len_utf8();
    let barred = whole.strip_prefix('|').and_then(|whole| whole.strip_suffix('|'));
    let bare = barred.unwrap_or(whole).trim_start();
    let (kind, name) = match bare.strip_prefix('/') {
        Some(name) => (Tag::Close, name.trim_start()),
        None => (Tag::Open, bare),
    };
    if barred.is_some()
        && let Some((edge, name)) = name.split_once('_')
    {
        let name = name.strip_prefix("of_").unwrap_or(name);
        let kind = match edge {
            _ if !is_name(name) => return is_name(bare).then_some((kind, after)),
            "begin" | "BEGIN" | "start" | "START" => Tag::Open,
            "end" | "END" => Tag::Close,
            _ => return None,
        };
        return Some((kind, after));
    }
    let name = name.split_whitespace().next()?.rsplit(':').next()?;
    // `{reason}` is a blank of a template, and `[analysis](url)` a link.
    let other = match closer {
        '}' => !matches!(name, "think" | "thinking"),
        ']' => text.get(after..).is_some_and(|rest| rest.starts_with('(')),
        _ => false,
    };
    (!other && is_name(name)).then_some((kind, after))
}

/// Whether the block that the tag before `from` opens may hold the reasons of a verdict.
pub(super) fn gives_reasons(tag: &str) -> bool {
    let letters = tag.trim_matches(|c: char| !c.is_ascii_alphabetic());
    let name = letters.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    REASONS.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(name))
}

/// The place after the block at `at` that is not named by its tag alone: `<details type="reasoning">`, `<|im_start|>think`.
/// `Some(None)`: it is never closed.
pub(super) fn block(text: &str, at: usize) -> Option<Option<usize>> {
    let rest = text.get(at..)?;
    let head = rest.get(..rest.floor_char_boundary(MAX_TAG)).unwrap_or_default();
    let words = |text: &str| text.split(|c: char| !c.is_ascii_alphabetic()).any(is_name);
    let (thought, closer) = match head.strip_prefix("<|im_start|>") {
        Some(role) => (is_name(role.split_whitespace().next()?), "<|im_end|>"),
        None => {
            let (tag, inside) = head.split_once('>')?;
            let tag = tag.split_at_checked("<details".len()).filter(|(tag, _)| tag.eq_ignore_ascii_case("<details"))?.1;
            let summary = inside.split_once("<summary>").filter(|(before, _)| before.trim().is_empty());
            (words(tag) || summary.is_some_and(|(_, said)| words(said.split('<').next().unwrap_or_default())), "</details>")
        }
    };
    let closed = |part: &[u8]| part.eq_ignore_ascii_case(closer.as_bytes());
    thought.then(|| rest.as_bytes().windows(closer.len()).position(closed).map(|n| at + n + closer.len()))
}

/// The place after the line at `at` if it ends the thinking before it, as ollama writes it.
pub(super) fn done(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?.trim_start_matches([' ', '\t']).strip_prefix("...done thinking")?;
    let line = rest.split('\n').next()?;
    matches!(line.trim(), "" | ".").then(|| text.len() - rest.len() + line.len())
}

/// The end of the block whose opening tag ends at `from`; `None` when it is never closed.
pub(super) fn close(text: &str, from: usize) -> Option<Closed> {
    let mut open = 0;
    let mut at = from;
    loop {
        at += text.get(at..)?.find(['<', '[', '{', '◁'])?;
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
            ("<|START_THINKING|>", Some((Tag::Open, 18))),
            ("<|END_THINKING|>", Some((Tag::Close, 16))),
            ("<|/think|>", Some((Tag::Close, 10))),
            ("<chain_of_thought>", Some((Tag::Open, 18))),
            ("<Scratch-Pad>", Some((Tag::Open, 13))),
            ("{think}", Some((Tag::Open, 7))),
            ("{reason}", None),
            ("[analysis](x)", None),
            ("<|end_of_text|>", None),
            ("<plan>", None),
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
