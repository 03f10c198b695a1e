//! The tolerant parser: one pass, an explicit stack, no recursion.

use super::ahead::{self, Next};
use super::quoted::{Role, quoted};
use super::{Ending, Kind, MAX_DEPTH, MAX_NODES, Node, Span, Tree};

/// Reads the object or array at `start`, which must hold `{` or `[`.
pub(in crate::critique) fn parse(text: &str, start: usize) -> Tree<'_> {
    let tree = Tree::new(text, start);
    let mut parser = Parser { bytes: text.as_bytes(), i: start, tree, key: None, previous: None };
    parser.tree.ending = parser.run();
    parser.finish()
}

pub(super) struct Parser<'t> {
    pub(super) bytes: &'t [u8],
    pub(super) tree: Tree<'t>,
    pub(super) i: usize,
    /// The key whose value comes next.
    key: Option<Span>,
    /// The last value read in the innermost container.
    previous: Option<usize>,
}

/// What is expected next.
pub(super) enum Want {
    /// A key, an element, or the end of the container.
    Item,
    Value,
    /// A comma or the end of the container.
    After,
    End(Ending),
}

impl<'t> Parser<'t> {
    pub(super) fn at(&self, i: usize) -> Option<u8> {
        self.bytes.get(i).copied()
    }

    pub(super) fn char(&self) -> Option<char> {
        self.tree.text.get(self.i..)?.chars().next()
    }

    fn run(&mut self) -> Ending {
        let mut want = self.value(self.at(self.i).unwrap_or_default());
        loop {
            if let Want::End(ending) = want {
                return ending;
            }
            let Some(byte) = self.skip_blank() else { return Ending::Cut };
            want = match want {
                Want::Item => self.item(byte),
                Want::Value => self.value(byte),
                Want::After => self.after(byte),
                Want::End(ending) => return ending,
            };
        }
    }

    fn finish(mut self) -> Tree<'t> {
        let next = self.tree.nodes.len();
        for index in &self.tree.stack {
            if let Some(node) = self.tree.nodes.get_mut(*index) {
                node.next = next;
                node.span.end = self.i;
                node.whole = false;
            }
        }
        // What cannot be read may have been meant to go on with the value before it.
        let doubtful = self.previous.filter(|_| self.tree.ending == Ending::Broken);
        if let Some(node) = doubtful.and_then(|index| self.tree.nodes.get_mut(index)) {
            node.whole = false;
        }
        self.tree.end = self.i;
        self.tree
    }

    pub(super) fn top(&self) -> Option<Kind> {
        self.tree.stack.last().and_then(|i| self.tree.nodes.get(*i)).map(|n| n.kind)
    }

    pub(super) fn push(&mut self, kind: Kind, span: Span, whole: bool) {
        let next = self.tree.nodes.len() + 1;
        self.previous = Some(next - 1);
        self.tree.nodes.push(Node { kind, key: self.key.take(), span, next, whole });
    }

    /// Opens a container of which the inside starts at `inside`.
    pub(super) fn open(&mut self, kind: Kind, inside: usize) -> Want {
        if self.tree.stack.len() >= MAX_DEPTH || self.tree.nodes.len() >= MAX_NODES {
            return Want::End(Ending::TooBig);
        }
        self.tree.stack.push(self.tree.nodes.len());
        self.push(kind, Span::new(self.i, self.i), true);
        self.previous = None;
        self.i = inside;
        Want::Item
    }

    /// Closes the innermost container before `end`.
    pub(super) fn close(&mut self, end: usize) -> Want {
        let next = self.tree.nodes.len();
        self.previous = self.tree.stack.pop();
        if let Some(node) = self.previous.and_then(|i| self.tree.nodes.get_mut(i)) {
            node.next = next;
            node.span.end = end;
        }
        if self.tree.stack.is_empty() { Want::End(Ending::Closed) } else { Want::After }
    }

    fn closing(&mut self, byte: u8) -> Want {
        let own = if byte == b'}' { Kind::Object } else { Kind::Array };
        if self.top() != Some(own) {
            return Want::End(Ending::Broken);
        }
        self.i += 1;
        self.close(self.i)
    }

    fn item(&mut self, byte: u8) -> Want {
        match byte {
            b'}' | b']' => self.closing(byte),
            b',' | b';' => {
                self.i += 1;
                Want::Item
            }
            _ if self.ellipsis() => Want::After,
            _ if self.top() == Some(Kind::Object) => self.member(),
            _ => self.value(byte),
        }
    }

    /// A key and its colon.
    fn member(&mut self) -> Want {
        if let Some(key) = quoted(self.tree.text, self.i, Role::Key) {
            self.key = Some(key.inner);
            self.i = key.after;
            if !key.closed {
                return Want::End(if self.i < self.bytes.len() { Ending::Broken } else { Ending::Cut });
            }
        } else if let Some(end) = ahead::word(self.tree.text, self.i) {
            self.key = Some(Span::new(self.i, end));
            self.i = end;
        } else {
            return Want::End(Ending::Broken);
        }
        if self.skip_blank().is_none() {
            return Want::End(Ending::Cut);
        }
        let Some(len) = ahead::colon(self.bytes, self.i) else { return Want::End(Ending::Broken) };
        self.i += len;
        Want::Value
    }

    fn value(&mut self, byte: u8) -> Want {
        if self.tree.nodes.len() >= MAX_NODES {
            return Want::End(Ending::TooBig);
        }
        match byte {
            b'{' => self.open(Kind::Object, self.i + 1),
            b'[' => self.open(Kind::Array, self.i + 1),
            b',' | b'}' | b']' | b';' => {
                self.push(Kind::Missing, Span::new(self.i, self.i), true);
                Want::After
            }
            _ if self.ellipsis() => Want::After,
            _ => self.scalar(),
        }
    }

    fn after(&mut self, byte: u8) -> Want {
        if let Some(len) = ahead::comma(self.bytes, self.i) {
            self.i += len;
            return Want::Item;
        }
        match byte {
            b'}' | b']' => self.closing(byte),
            // A comma is missing.
            _ => match (self.top(), ahead::next(self.tree.text, self.i)) {
                (Some(Kind::Object), Next::Key) | (Some(Kind::Array), Next::Key | Next::Value) => Want::Item,
                _ => Want::End(Ending::Broken),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree as JSON-like text, for comparison; `?` marks what is not whole, `~` what was never closed.
    fn show(tree: &Tree<'_>) -> String {
        let mut out = String::new();
        let mut open: Vec<(usize, char)> = Vec::new();
        for (i, node) in tree.nodes.iter().enumerate() {
            while open.last().is_some_and(|(next, _)| *next <= i) {
                out.push(open.pop().unwrap().1);
            }
            if !out.is_empty() && !out.ends_with(['{', '[']) {
                out.push(' ');
            }
            if let Some(key) = node.key {
                out += &format!("{}:", super::super::unescape(key.of(tree.text)));
            }
            match node.kind {
                Kind::Object => {
                    out.push('{');
                    open.push((node.next, if node.whole { '}' } else { '~' }));
                }
                Kind::Array => {
                    out.push('[');
                    open.push((node.next, if node.whole { ']' } else { '~' }));
                }
                Kind::String => out += &format!("'{}'", tree.doc().string(node)),
                Kind::Word => out += &tree.doc().string(node),
                Kind::Missing => out.push('_'),
                Kind::Ellipsis => out.push('…'),
            }
            if !node.whole && !matches!(node.kind, Kind::Object | Kind::Array) {
                out.push('?');
            }
        }
        while let Some((_, c)) = open.pop() {
            out.push(c);
        }
        out
    }

    fn check(cases: &[(&str, &str, Ending)]) {
        for (text, shown, ending) in cases {
            let tree = parse(text, 0);
            assert_eq!((show(&tree).as_str(), tree.ending), (*shown, *ending), "{text}");
        }
    }

    #[test]
    fn well_formed_json_is_read_exactly() {
        let cases = [
            ("{}", "{}"),
            (r#"{"a": [1, -2.5e+3, true, null, "x"], "b": {"c": ""}}"#, "{a:[1 -2.5e+3 true null 'x'] b:{c:''}}"),
            (r#"{"a,b}":"c: d, \"e\": {", "f":"]"}"#, r#"{a,b}:'c: d, "e": {' f:']'}"#),
            (r#"["a", "b: c", "d, e", "} ]"]"#, "['a' 'b: c' 'd, e' '} ]']"),
            (r#"{"a": "// no", "b": "/* no */ # no"}"#, "{a:'// no' b:'/* no */ # no'}"),
        ];
        for (text, shown) in cases {
            let tree = parse(text, 0);
            assert_eq!((show(&tree).as_str(), tree.ending), (shown, Ending::Closed), "{text}");
        }
    }

    #[test]
    fn common_damage_is_mended() {
        check(&[
            (r#"{"a": 1,}"#, "{a:1}", Ending::Closed),
            (r#"{"a": 1 "b": 2}"#, "{a:1 b:2}", Ending::Closed),
            ("{\"a\": 1\n\"b\": 2}", "{a:1 b:2}", Ending::Closed),
            ("{a: 1, b: x y}", "{a:1 b:x y}", Ending::Closed),
            ("{'a': True, 'b': None}", "{a:True b:None}", Ending::Closed),
            ("{“a”：1，“b”：“”}", "{a:1 b:''}", Ending::Closed),
            (r#"{"a": 1 // x"#, "{a:1~", Ending::Cut),
            ("{\"a\": 1, // x\n \"b\": 2 /* , \"c\": 3 */}", "{a:1 b:2}", Ending::Closed),
            (r#"{"a": [1, 2, ...], "b": ...}"#, "{a:[1 2 …] b:…}", Ending::Closed),
            (r#"{"a": , "b": 1}"#, "{a:_ b:1}", Ending::Closed),
            (r#"{"a": <think>{"a": 2}</think> 1}"#, "{a:1}", Ending::Closed),
        ]);
    }

    #[test]
    fn what_cannot_be_mended_is_given_up_and_the_value_before_it_counts_for_nothing() {
        check(&[
            (r#"{"a": "b"], "c": 1}"#, "{a:'b'?~", Ending::Broken),
            (r#"{"a": ["b", "c": 1}"#, "{a:['b' 'c\": 1}'?~~", Ending::Cut),
            (r#"{"a": ["b"}"#, "{a:['b'?~~", Ending::Broken),
            (r#"[{"a": 1]"#, "[{a:1?~~", Ending::Broken),
            (r#"{"a": 8,5, "b": 1}"#, "{a:8?~", Ending::Broken),
        ]);
    }

    #[test]
    fn what_was_cut_is_marked() {
        check(&[
            ("{", "{~", Ending::Cut),
            (r#"{"a"#, "{~", Ending::Cut),
            (r#"{"a": 1"#, "{a:1?~", Ending::Cut),
            (r#"{"a": 1,"#, "{a:1~", Ending::Cut),
            (r#"{"a": tru"#, "{a:tru?~", Ending::Cut),
            (r#"{"a": true"#, "{a:true~", Ending::Cut),
            (r#"{"a": ["b", "c"#, "{a:['b' 'c'?~~", Ending::Cut),
            (r#"{"a": {"b": 1}"#, "{a:{b:1}~", Ending::Cut),
        ]);
    }

    #[test]
    fn prose_in_braces_is_given_up_where_it_stops_making_sense() {
        for (text, end) in [("{issue list} above", 7), ("{a, b}", 2), ("{{\"a\": 1}}", 1), ("{x {\"a\": 1}", 3)] {
            let tree = parse(text, 0);
            assert_eq!((tree.ending, tree.end), (Ending::Broken, end), "{text}");
        }
    }

    #[test]
    fn depth_and_size_are_bounded() {
        assert_eq!(parse(&"[".repeat(1000), 0).ending, Ending::TooBig);
        assert_eq!(parse(&format!("[{}]", "0,".repeat(MAX_NODES)), 0).ending, Ending::TooBig);
        let deep = "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH);
        assert_eq!(parse(&deep, 0).ending, Ending::Closed);
    }
}
