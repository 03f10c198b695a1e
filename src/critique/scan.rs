//! Takes a reply apart: objects here, prose there, and away with what was only thought, commented out or said in another channel.

use super::fence::Fence;
use super::json::{self, Ending, Span, Tree};
use super::reasoning::{self, Tag};
use super::standing::{Place, Standing};

/// Objects that are looked at; more are no verdict.
const MAX_OBJECTS: usize = 64;
/// Braces that are looked into; a reply with more of them is no critique.
const MAX_BRACES: usize = 10_000;
/// Stretches of prose that are kept.
const MAX_STRETCHES: usize = 10_000;

/// A stretch of the reply that holds no object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prose {
    pub span: Span,
    /// Inside a code fence.
    pub fenced: bool,
    /// Inside a fence of a programming language.
    pub code: bool,
}

#[derive(Debug)]
pub(super) struct Reply<'t> {
    pub text: &'t str,
    pub objects: Vec<(Tree<'t>, Standing)>,
    pub prose: Vec<Prose>,
    /// An object was there, even an empty one.
    pub braces: bool,
    /// The reply ended inside an object, a comment or a reasoning block.
    pub cut: bool,
    /// A comment was left out.
    pub comment: bool,
    /// Too deep, too large, too many, or the end of the reasoning could not be told: nothing is accepted.
    pub doubtful: Option<&'static str>,
    /// It is doubtful, if at all, only for objects that repeat one before them to the letter.
    pub repeats: bool,
    /// How many do.
    pub repeated: usize,
}

/// Takes `text` apart in one pass.
pub(super) fn scan(text: &str) -> Reply<'_> {
    let mut scanner = Scanner {
        text,
        reply: Reply {
            text,
            objects: Vec::new(),
            prose: Vec::new(),
            braces: false,
            cut: false,
            comment: false,
            doubtful: None,
            repeats: false,
            repeated: 0,
        },
        i: 0,
        prose_from: 0,
        line: 0,
        heading: Span::default(),
        fence: None,
        open_tags: 0,
        heard_until: 0,
        braces: 0,
        spare: None,
    };
    scanner.run();
    scanner.reply
}

struct Scanner<'t> {
    text: &'t str,
    reply: Reply<'t>,
    i: usize,
    prose_from: usize,
    /// Start of the line.
    line: usize,
    /// The last line that was neither blank nor a fence.
    heading: Span,
    fence: Option<Fence>,
    /// Reasoning tags opened inside a block that has been closed once.
    open_tags: usize,
    /// End of a block behind a verdict that may hold the reasons of it.
    heard_until: usize,
    /// Braces looked into.
    braces: usize,
    /// Memory for the next object.
    spare: Option<Tree<'t>>,
}

impl<'t> Scanner<'t> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        self.fence_line();
        while let Some(&byte) = bytes.get(self.i) {
            match byte {
                b'\n' => self.newline(),
                // A brace before another bracket can hold no key.
                b'{' if matches!(bytes.get(self.i + 1), Some(b'a'..=b'z' | b'A'..=b'Z' | b'/')) => self.mark(byte),
                b'{' if !matches!(bytes.get(self.i + 1), Some(b'{' | b'[')) => self.object(),
                b'[' | b'<' | 0xe2 => self.mark(byte),
                _ => self.i += 1,
            }
        }
        self.i = self.text.len();
        self.end_prose();
        if self.open_tags > 0 {
            self.doubt("unclear_reasoning");
        }
    }

    fn doubt(&mut self, reason: &'static str) {
        self.reply.doubtful = Some(reason);
        self.reply.repeats = false;
    }

    fn newline(&mut self) {
        let line = Span::new(self.line, self.i).of(self.text).trim_end();
        if !line.is_empty() {
            self.heading = Span::new(self.line, self.line + line.len());
        }
        self.i += 1;
        self.line = self.i;
        self.fence_line();
    }

    /// Opens or closes a code fence if this line is one.
    fn fence_line(&mut self) {
        if let Some(after) = reasoning::done(self.text, self.i) {
            return self.restart(after);
        }
        let Some(fence) = Fence::at(self.text, self.i) else { return };
        match self.fence {
            Some(open) if fence.closes(&open, self.text) => {
                self.skip_to(fence.info.start);
                self.fence = None;
            }
            Some(_) => {}
            None if fence.thought => {
                let end = fence.end(self.text);
                self.skip_to(end.unwrap_or(self.text.len()));
                self.reply.cut |= end.is_none();
            }
            None => {
                self.skip_to(fence.inside);
                self.fence = Some(fence);
            }
        }
    }

    fn end_prose(&mut self) {
        let fenced = self.fence;
        if self.prose_from < self.i {
            if self.reply.prose.len() >= MAX_STRETCHES {
                if !Span::new(self.prose_from, self.i).of(self.text).trim().is_empty() {
                    self.doubt("too_large");
                }
                return;
            }
            self.reply.prose.push(Prose {
                span: Span::new(self.prose_from, self.i),
                fenced: fenced.is_some(),
                code: fenced.is_some_and(|f| f.code),
            });
        }
    }

    /// Leaves out what stands between here and `end`.
    fn skip_to(&mut self, end: usize) {
        self.end_prose();
        (self.i, self.prose_from, self.line) = (end, end, end);
    }

    /// Forgets everything before `after`: it was thought, not said.
    fn restart(&mut self, after: usize) {
        self.reply.objects.clear();
        self.reply.prose.clear();
        (self.reply.braces, self.reply.cut, self.reply.comment) = (false, false, false);
        (self.reply.doubtful, self.fence, self.open_tags) = (None, None, 0);
        (self.reply.repeats, self.reply.repeated) = (false, 0);
        self.heading = Span::default();
        (self.i, self.prose_from, self.line) = (after, after, after);
        self.fence_line();
    }

    /// A reasoning tag, a channel, a comment or a list.
    fn mark(&mut self, byte: u8) {
        let (text, at) = (self.text, self.i);
        let quoted = at > 0 && text.as_bytes().get(at - 1) == Some(&b'`');
        let heard = at < self.heard_until;
        if !quoted
            && !heard
            && let Some((tag, after)) = reasoning::tag(text, at)
        {
            if tag == Tag::Close {
                return self.restart(after);
            }
            let closed = reasoning::close(text, after);
            return self.thought(Span::new(at, after), closed.map(|c| c.after), closed.map_or(0, |c| c.open));
        }
        match byte {
            b'<' => {
                if let Some(end) = reasoning::block(text, at).filter(|_| !quoted && !heard) {
                    self.thought(Span::new(at, at + 1 + "details".len()), end, 0);
                } else if let Some((last, after)) = reasoning::channel(text, at) {
                    if last {
                        self.restart(after);
                    } else {
                        let rest = text.get(after..).unwrap_or_default();
                        self.skip_to(after + rest.find("<|channel|>").unwrap_or(rest.len()));
                    }
                } else if text.get(at..).is_some_and(|r| r.starts_with("<!--")) {
                    let end = json::skip_comment(text, at).unwrap_or(at + 1);
                    self.reply.comment = true;
                    self.reply.cut |= text.get(at + 4..end).is_none_or(|inside| !inside.ends_with("-->"));
                    self.skip_to(end);
                } else {
                    self.i += 1;
                }
            }
            b'[' => {
                let rest = text.get(at + 1..).unwrap_or_default().trim_start();
                if rest.starts_with('{') { self.object() } else { self.i += 1 }
            }
            b'{' => self.object(),
            _ => self.i += 1,
        }
    }

    /// Leaves out a block of reasoning that `tag` opens. Behind a verdict its reasons are heard.
    fn thought(&mut self, tag: Span, end: Option<usize>, open: usize) {
        if let Some(end) = end
            && !self.reply.objects.is_empty()
            && reasoning::gives_reasons(tag.of(self.text))
        {
            (self.heard_until, self.i) = (end, tag.end);
            return;
        }
        self.skip_to(end.unwrap_or(self.text.len()));
        self.open_tags += open;
        self.reply.cut |= end.is_none();
    }

    fn object(&mut self) {
        if self.repeated() {
            return;
        }
        if self.braces >= MAX_BRACES {
            self.doubt("too_large");
            self.i += 1;
            return;
        }
        self.braces += 1;
        let start = self.i;
        let spare = self.spare.take().unwrap_or_else(|| Tree::new(self.text, start));
        let tree = json::parse_in(spare.again(start), false);
        let line = self.line;
        let end = tree.end.max(start + 1);
        if tree.ending == Ending::Broken {
            // It may have swallowed anything, so its text stays in view.
            self.i = end;
        } else {
            self.skip_to(end);
        }
        match tree.ending {
            Ending::Closed => self.reply.braces = true,
            Ending::Cut => self.reply.cut = true,
            Ending::TooBig => self.doubt("too_large"),
            Ending::Broken => {}
        }
        // `{}` and `{word` hold nothing that could be read.
        if tree.nodes.len() <= 1 {
            self.spare = Some(tree);
        } else if self.reply.objects.len() >= MAX_OBJECTS {
            self.doubt("too_large");
            self.spare = Some(tree);
        } else {
            let standing = self.standing(line, start, end);
            self.reply.objects.push((tree, standing));
        }
    }

    /// Passes over an object that repeats the last one to the letter, and stands as that one does: it is the same verdict.
    fn repeated(&mut self) -> bool {
        let Some((tree, standing)) = self.reply.objects.last() else { return false };
        let source = Span::new(tree.nodes.first().map_or(tree.end, |root| root.span.start), tree.end).of(self.text);
        let whole = tree.ending == Ending::Closed && !source.is_empty();
        let end = self.i + source.len();
        if !whole || !self.text.get(self.i..).is_some_and(|rest| rest.starts_with(source)) {
            return false;
        }
        if self.standing(self.line, self.i, end) != *standing {
            return false;
        }
        self.reply.repeated += 1;
        if self.reply.objects.len() + self.reply.repeated > MAX_OBJECTS && self.reply.doubtful.is_none() {
            (self.reply.doubtful, self.reply.repeats) = (Some("too_large"), true);
        }
        self.skip_to(end);
        true
    }

    fn standing(&self, line: usize, start: usize, end: usize) -> Standing {
        let place = Place {
            before: Span::new(line, start).of(self.text),
            heading: self.heading.of(self.text),
            after: self.text.get(end..).unwrap_or_default(),
            fence: self.fence.map(|f| f.around(self.text, start)),
        };
        place.standing()
    }
}

impl Reply<'_> {
    /// What was said, without what was only thought.
    pub(super) fn visible(&self) -> String {
        let objects = self.objects.iter().filter_map(|(tree, _)| tree.nodes.first()).map(|root| root.span);
        let mut spans: Vec<Span> = self.prose.iter().map(|p| p.span).chain(objects).collect();
        spans.sort_by_key(|span| span.start);
        spans.into_iter().map(|span| span.of(self.text)).collect()
    }

    /// Whether words stand outside the objects.
    pub(super) fn has_words(&self) -> bool {
        self.prose.iter().any(|p| p.span.of(self.text).contains(char::is_alphanumeric))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sources of the objects that were found, and what is left of the prose.
    fn parts(text: &str) -> (Vec<&str>, String) {
        let reply = scan(text);
        let objects = reply.objects.iter().map(|(tree, _)| tree.nodes[0].span.of(text)).collect();
        let prose = reply.prose.iter().map(|p| p.span.of(text)).collect::<Vec<_>>().join("|");
        (objects, prose)
    }

    #[test]
    fn objects_and_prose_are_told_apart() {
        let cases: [(&str, &[&str], &str); 6] = [
            ("a {\"b\": 1} c", &["{\"b\": 1}"], "a | c"),
            ("```json\n{\"b\": 1}\n```", &["{\"b\": 1}"], "\n|\n"),
            ("[{\"b\": 1}] [c](d)", &["[{\"b\": 1}]"], " [c](d)"),
            ("see {issue list} above", &[], "see {issue list} above"),
            ("<!-- {\"b\": 1} --> c", &[], " c"),
            ("{} {\"b\": 1}", &["{\"b\": 1}"], " "),
        ];
        for (text, objects, prose) in cases {
            assert_eq!(parts(text), (objects.to_vec(), prose.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_was_only_thought_is_gone() {
        let cases = [
            ("<think>{\"b\": 1}</think>c", "c"),
            ("a {\"b\": 1} </think>c", "c"),
            ("<think>a<think>b</think>{\"b\": 1}</think>c", "c"),
            ("a<think>{\"b\": 1}", "a"),
            ("<|channel|>analysis<|message|>a{\"b\": 1}<|end|><|start|>assistant<|channel|>final<|message|>c", "c"),
            ("the `</think>` tag", "the `</think>` tag"),
        ];
        for (text, prose) in cases {
            assert_eq!(parts(text), (Vec::new(), prose.to_owned()), "{text}");
        }
        assert!(scan("<think>a").cut);
        assert_eq!(scan("<think>a<think>b</think>c").doubtful, Some("unclear_reasoning"));
    }

    #[test]
    fn a_tag_inside_a_string_is_text() {
        let text = r#"{"issues": ["It printed </think> and <think>"], "score": 4}"#;
        assert_eq!(parts(text).0, [text]);
    }

    #[test]
    fn a_reply_that_ends_inside_an_object_is_cut() {
        assert!(scan("{\"a\": 1").cut);
        assert!(!scan("{\"a\": 1} {b").objects.is_empty());
        assert!(!scan("{\"a\": 1}").cut);
    }

    #[test]
    fn too_many_objects_or_braces_are_doubtful() {
        assert_eq!(scan(&"{a ".repeat(MAX_BRACES)).doubtful, None);
        assert_eq!(scan(&"{a ".repeat(MAX_BRACES + 1)).doubtful, Some("too_large"));
        assert_eq!(scan(&"{\"a\":1}".repeat(MAX_OBJECTS)).doubtful, None);
        assert_eq!(scan(&"{\"a\":1}".repeat(MAX_OBJECTS + 1)).doubtful, Some("too_large"));
    }
}
