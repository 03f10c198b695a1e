//! Reads labels at the start of lines: `Score: 7/10`, `**Needs revision:** yes`, `| score | 6 |`, YAML.
//!
//! A label counts only when its whole line is label and value, so that "Score: 10? No." says nothing.

use super::announced::is_anothers;
use super::fields::{Field, Fields, field};
use super::json::{self, Ending, Key, Kind, Node, Repair, Role, Span, Tree};
use super::scan::{Prose, Reply};
use super::standing::introduction;

/// Longest label, with its decoration.
const MAX_LABEL: usize = 48;
/// Labels that are read; more are no verdict.
const MAX_LABELS: usize = 64;

/// The labelled lines of a reply, as one object.
#[derive(Debug)]
pub(super) struct Labels {
    pub fields: Fields,
    pub repairs: Vec<Repair>,
    /// Labels stand in a fence beside other text, or under words that introduce a quotation, or are too many: they may be quoted.
    pub quoted: bool,
    /// Lines that are no part of a label.
    pub loose: Vec<Span>,
}

/// What the prose of a reply says by labels. Lines that `shown` holds were written by someone else and are left out.
pub(super) fn labels(reply: &Reply<'_>, shown: &[&str]) -> Option<Labels> {
    if !reply.has_words() {
        return None;
    }
    let mut reader = Reader {
        tree: Tree::new(reply.text, 0),
        list: false,
        block: false,
        shown,
        met: 0,
        heading: "",
        quoted: false,
        loose: Vec::new(),
    };
    reader.push(None, Kind::Object, Span::new(0, 0));
    let mut fenced = false;
    for stretch in &reply.prose {
        let before = reader.tree.nodes.len();
        if !stretch.code {
            reader.stretch(*stretch);
        }
        fenced |= stretch.fenced && reader.tree.nodes.len() > before;
    }
    reader.end_list();
    let next = reader.tree.nodes.len();
    if let Some(root) = reader.tree.nodes.first_mut() {
        root.next = next;
    }
    let fields = Fields::read(&reader.tree, 0)?;
    let beside = reply.prose.iter().any(|p| !p.fenced && p.span.of(reply.text).contains(char::is_alphabetic));
    let quoted = (fenced && beside) || reader.met > MAX_LABELS || reader.quoted;
    Some(Labels { fields, repairs: reader.tree.repairs, quoted, loose: reader.loose })
}

struct Reader<'t> {
    tree: Tree<'t>,
    /// The last node is a list whose bullets may still come.
    list: bool,
    /// The last node is a YAML block (`suggestion: |`) whose lines may still come.
    block: bool,
    shown: &'t [&'t str],
    /// Labelled lines met, those left out included.
    met: usize,
    /// The last line that was no label.
    heading: &'t str,
    quoted: bool,
    loose: Vec<Span>,
}

impl<'t> Reader<'t> {
    fn stretch(&mut self, prose: Prose) {
        let mut start = prose.span.start;
        for line in prose.span.of(self.tree.text).split_inclusive('\n') {
            self.line(start, line);
            start += line.len();
        }
        self.end_list();
    }

    fn line(&mut self, start: usize, line: &'t str) {
        let text = line.trim_start();
        if text.starts_with('>') || text.trim_end().is_empty() {
            return;
        }
        let bullet =
            text.trim_start_matches(|c: char| matches!(c, '-' | '*' | '•' | '+' | '.' | ')' | ' ') || c.is_ascii_digit());
        let label = self.label(start, line);
        if label.is_none() && self.list && bullet.len() < text.len() {
            let from = start + line.len() - bullet.len();
            let span = Span::new(from, from + bullet.trim_end().len());
            self.push(None, Kind::Word, span);
            return;
        }
        if label.is_none() && self.block && line.starts_with([' ', '\t']) {
            if let Some(node) = self.tree.nodes.last_mut() {
                node.span.end = start + line.trim_end().len();
            }
            return;
        }
        let inside = self.block && line.starts_with([' ', '\t']);
        self.end_list();
        match label {
            Some((key, value)) => {
                // What stands inside a block is its text.
                self.quoted |= inside;
                self.quoted |= is_anothers(introduction(self.heading));
                self.heading = "";
                self.value(key, value);
            }
            None => {
                self.heading = text.trim_end();
                match self.loose.last_mut() {
                    Some(last) if last.end == start => last.end = start + line.len(),
                    _ => self.loose.push(Span::new(start, start + line.len())),
                }
            }
        }
    }

    /// The label and the value of a line; both are spans of the whole text.
    fn label(&mut self, start: usize, line: &str) -> Option<(Span, Span)> {
        let decoration = |c: char| {
            json::is_blank(c) || matches!(c, '*' | '_' | '#' | '|' | '"' | '\'' | '`' | '•' | '-' | '+' | ',' | '{' | '}')
        };
        let text = line.trim_start_matches(decoration);
        let marks = |c: char| matches!(c, ':' | '：' | '|' | '=');
        let (at, mark) = text.char_indices().take_while(|(n, _)| *n < MAX_LABEL).find(|(_, c)| marks(*c))?;
        let whole = text.get(..at)?;
        let name = unqualified(whole);
        field(Key::new(name))?;
        if mark == '=' && whole.ends_with(['<', '>', '!', '~']) {
            return None;
        }
        self.met += 1;
        if self.met > MAX_LABELS || self.shown.iter().any(|shown| shown.contains(line.trim())) {
            return None;
        }
        let from = start + line.len() - text.len() + whole.len() - name.len();
        let rest = text.get(at + mark.len_utf8()..)?;
        let value = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '|' | '`'));
        let value_from = start + line.len() - value.len();
        let value = value.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '|' | '`' | ',' | '}'));
        Some((Span::new(from, from + name.len()), Span::new(value_from, value_from + value.len())))
    }

    fn value(&mut self, key: Span, value: Span) {
        let text = value.of(self.tree.text);
        if text.starts_with(['[', '(']) {
            let inner = json::parse(self.tree.text.get(..value.end).unwrap_or_default(), value.start, false);
            // A list that does not fill its line is no value.
            if inner.ending == Ending::Closed && inner.end == value.end {
                let base = self.tree.nodes.len();
                for (i, node) in inner.nodes.into_iter().enumerate() {
                    self.tree.nodes.push(Node { key: if i == 0 { Some(key) } else { node.key }, next: node.next + base, ..node });
                }
            } else {
                self.push(Some(key), Kind::Word, value);
            }
            return;
        }
        let lists =
            matches!(field(Key::new(key.of(self.tree.text))), Some(Field::Issues | Field::Suggestions | Field::CriteriaMet));
        let after = self.tree.text.get(key.end..).unwrap_or_default().lines().next().unwrap_or_default();
        if matches!(after.trim_start_matches([':', ' ']).trim_end(), "|" | ">" | "|-" | ">-" | "|+" | ">+")
            && after.starts_with(':')
        {
            let end = key.end + after.len();
            self.push(Some(key), Kind::Word, Span::new(end, end));
            self.block = true;
            return;
        }
        if text.is_empty() {
            if lists {
                self.push(Some(key), Kind::Array, value);
                self.list = true;
            }
            return;
        }
        match json::quoted(self.tree.text, value.start, Role::Value).filter(|q| q.closed && q.after == value.end) {
            Some(string) => self.push(Some(key), Kind::String, string.inner),
            None => self.push(Some(key), Kind::Word, value),
        }
    }

    fn push(&mut self, key: Option<Span>, kind: Kind, span: Span) {
        let next = self.tree.nodes.len() + 1;
        self.tree.nodes.push(Node { kind, key, span, next, whole: true });
    }

    fn end_list(&mut self) {
        self.block = false;
        if !std::mem::take(&mut self.list) {
            return;
        }
        let next = self.tree.nodes.len();
        if let Some((at, list)) = self.tree.nodes.iter_mut().enumerate().rev().find(|(_, n)| n.key.is_some()) {
            list.next = next;
            // A label without a list says nothing that could be read.
            if list.kind == Kind::Array && next == at + 1 {
                list.kind = Kind::Word;
            }
        }
    }
}

/// A label without the words that only stress it.
fn unqualified(name: &str) -> &str {
    let mut name = name.trim_start_matches(['*', '_']);
    for word in ["my ", "final ", "overall "] {
        if name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
            name = name.get(word.len()..).unwrap_or_default();
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::super::scalar::Found;
    use super::super::scan::scan;
    use super::*;

    fn read(text: &str) -> Option<Fields> {
        labels(&scan(text), &[]).map(|l| l.fields)
    }

    #[test]
    fn labels_at_the_start_of_a_line_are_read_in_every_dress() {
        for text in [
            "score: 6\nneeds_revision: true",
            "**Score:** 6/10\n\n**Needs revision:** Yes",
            "- Score: 6\n- Needs revision: yes",
            "| field | value |\n|---|---|\n| score | 6 |\n| needs_revision | true |",
            "### Score: 6\nNeeds Revision：yes",
            "Well.\n\"score\": 6,\n\"needs_revision\": \"true\",\n",
        ] {
            let fields = read(text).unwrap();
            assert_eq!((fields.score, fields.needs_revision), (Found::Value(6.0), Found::Value(true)), "{text}");
        }
    }

    #[test]
    fn a_line_that_says_more_than_its_label_says_nothing() {
        for text in ["Score: 9/10. Looks great!", "Score: 10? No. Score: 2.", "needs_revision: false? Not at all."] {
            let fields = read(text).unwrap();
            assert_eq!((fields.score.value(), fields.needs_revision.value()), (None, None), "{text}");
        }
        for text in ["no score: 10", "This does not deserve a score: 10.", "> Score: 9", "", "Scores: 9"] {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn bullets_under_a_label_are_its_list() {
        let fields = read("Score: 7\nIssues:\n- one\n* two\n\n3. three\nSuggestion: four").unwrap();
        assert_eq!(fields.issues, Some(["one", "two", "three"].map(str::to_owned).to_vec()));
        assert_eq!(fields.suggestion.as_deref(), Some("four"));
        assert_eq!(read("criteria_met: [true, false]\nconfidence: 0.9").unwrap().criteria, [true, false]);
    }

    #[test]
    fn lines_of_the_answer_and_fences_in_a_text_are_quotations() {
        assert!(labels(&scan("Score: 9\nNeeds revision: no"), &["x\nScore: 9\nNeeds revision: no\n"]).is_none());
        assert!(labels(&scan("It says:\n```\nScore: 9\n```"), &[]).unwrap().quoted);
        assert!(!labels(&scan("```yaml\nscore: 9\n```"), &[]).unwrap().quoted);
    }
}
