//! Finds the forms in a parsed object, also in an envelope, and knows those that only repeat what the critic was shown.

use super::beside::is_wrapper;
use super::form::{self, Asked, Read, is_meta};
use super::json::{self, Doc, Ending, Kind, Span, Tree};
use super::{Reading, Verdict};
use crate::message::{Text, lower, position, take};

/// One form of the reply.
pub(super) struct Candidate {
    pub reading: Reading,
    /// It decides nothing: a template, an echo, a form without a value.
    pub idle: bool,
    /// What forbids to accept on it.
    pub doubt: Option<(Verdict, &'static str)>,
    /// What its object says outside the form.
    pub rest: String,
}

/// What the critic had been shown.
pub(super) struct CriticInput<'a> {
    pub texts: [&'a str; 3],
}

impl CriticInput<'_> {
    /// Whether a text is all that was shown.
    pub(super) fn is(&self, text: &str) -> bool {
        let said = letters(text);
        self.texts.iter().any(|text| letters(text) == said)
    }

    /// Whether a form stands in what was shown, in whatever letter case, white space and dress.
    fn holds(&self, doc: Doc<'_>, root: usize) -> bool {
        let Some(node) = doc.node(root) else { return false };
        let form = node.span.of(doc.text);
        // A single field, such as `score: 9`, may well stand there in other marks and yet be meant.
        let marks = doc.children(root).count() < 2;
        let holds = |text: &str| !marks || unspaced(text).contains(&unspaced(form));
        self.texts.iter().any(|text| holds_letters(text, form) && holds(text))
    }
}

/// A text in lower case without its white space.
fn unspaced(text: &str) -> String {
    text.split_whitespace().flat_map(str::chars).map(lower).collect()
}

/// The letters and digits of a text in lower case.
pub(super) fn letters(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(letter) = next_letter(text, &mut at) {
        letters.push(letter);
    }
    letters
}

/// Takes the next letter or digit from this byte on.
#[inline(always)]
fn next_letter(text: &str, at: &mut usize) -> Option<char> {
    loop {
        let letter = take(text, at)?;
        if if letter.is_ascii() { letter.is_ascii_alphanumeric() } else { letter.is_alphanumeric() } {
            return Some(lower(letter));
        }
    }
}

/// Whether the letters of a form stand one after another in a text, whatever stands between them that is no letter.
fn holds_letters(text: &str, form: &str) -> bool {
    let mut behind = 0;
    let Some(first) = next_letter(form, &mut behind).and_then(|first| u8::try_from(first).ok()).filter(u8::is_ascii) else {
        return letters(text).contains(&letters(form));
    };
    let pair = [first, first.to_ascii_uppercase()];
    let mut further = behind;
    let second = next_letter(form, &mut further);
    // A text that begins like the form again and again would be looked at for ever.
    let mut patience = text.len().saturating_mul(4);
    let mut at = 0;
    while let Some(place) = text.get(at..).and_then(|rest| position(rest, pair)) {
        at += place + 1;
        let next = text.as_bytes().get(at).filter(|byte| byte.is_ascii_alphanumeric());
        if next.is_some_and(|next| Some(char::from(next.to_ascii_lowercase())) != second) {
            continue;
        }
        let (mut ahead, mut wanted) = (at, behind);
        loop {
            match next_letter(form, &mut wanted) {
                None => return true,
                letter if letter == next_letter(text, &mut ahead) => patience = patience.saturating_sub(1),
                Some(_) => break,
            }
        }
        if patience == 0 {
            return letters(text).contains(&letters(form));
        }
    }
    false
}

/// Whether an object has a field that decides a form.
pub(super) fn is_form(doc: Doc<'_>, index: usize, form: super::Form) -> bool {
    doc.node(index).is_some_and(|node| node.kind == Kind::Object)
        && doc.children(index).any(|(_, child)| doc.key(child).is_some_and(|key| form::decides(form, key.as_str())))
}

/// The form at `root`.
pub(super) fn candidate(doc: Doc<'_>, root: usize, asked: Asked<'_>, input: &CriticInput<'_>) -> Option<Candidate> {
    let Read { mut reading, mut idle, outside } = form::read(doc, root, asked)?;
    if !idle && input.holds(doc, root) {
        reading = Reading::invalid("echo");
        idle = true;
    }
    let doubt = (!outside.is_empty()).then_some((Verdict::Unclear, "fields"));
    let mut rest = String::new();
    outside.iter().for_each(|member| line(&mut rest, member.of(doc.text)));
    if reading.reason.as_deref() == Some("issues_missing") {
        reading.reasoning.iter().chain(&reading.suggestion).for_each(|said| line(&mut rest, said));
    }
    Some(Candidate { reading, idle, doubt, rest })
}

/// Adds a line, if it says anything.
pub(super) fn line(text: &mut String, line: &str) {
    let line = line.trim();
    if !line.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
}

/// The forms of one object of the reply, in their order.
pub(super) fn find(tree: &Tree<'_>, asked: Asked<'_>, input: &CriticInput<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    collect(tree, asked, input, true, &mut found);
    for candidate in &mut found {
        tree.comments.iter().for_each(|comment| line(&mut candidate.rest, comment.of(tree.text)));
        if !tree.comments.is_empty() {
            candidate.doubt = candidate.doubt.or(Some((Verdict::Unclear, "beside")));
        }
        if tree.ending == Ending::Broken || tree.guessed {
            candidate.doubt = Some((Verdict::Unclear, "damaged"));
        }
        if tree.ending == Ending::Cut {
            candidate.doubt = Some((Verdict::Invalid, "truncated"));
        }
        // A deciding field may be missing because the reply ended early.
        let is_explained = matches!(candidate.reading.reason.as_deref(), Some("conflict" | "echo" | "placeholder"));
        if tree.ending == Ending::Cut && candidate.reading.status == Verdict::Invalid && !is_explained {
            candidate.reading.reason = Some(Text::constant("truncated"));
        }
    }
    found
}

/// `first`: a JSON string in an envelope is read, once.
fn collect(tree: &Tree<'_>, asked: Asked<'_>, input: &CriticInput<'_>, first: bool, found: &mut Vec<Candidate>) {
    let doc = tree.doc();
    // The containers around a node, and whether they are envelopes and nothing else.
    let mut around: Vec<(usize, bool)> = Vec::new();
    let mut at = 0;
    while let Some(node) = doc.node(at) {
        while around.last().is_some_and(|(parent, _)| doc.node(*parent).is_none_or(|parent| parent.next <= at)) {
            around.pop();
        }
        let enveloped = doc.key(node).is_some_and(|key| is_wrapper(key.as_str()));
        let clean = around.last().is_none_or(|(_, clean)| *clean && (enveloped || node.key.is_none()));
        let before = found.len();
        if is_form(doc, at, asked.form) {
            found.extend(candidate(doc, at, asked, input));
        } else if first && node.kind == Kind::String && node.whole && !around.is_empty() {
            let text = doc.string(node);
            if enveloped && text.trim_start().starts_with('{') {
                let inner = json::parse(text.trim(), 0);
                collect(&inner, asked, input, false, found);
                let whole = inner.ending == Ending::Closed && inner.end == text.trim().len() && inner.comments.is_empty();
                if !whole || inner.guessed {
                    found.iter_mut().skip(before).for_each(|candidate| candidate.doubt = Some((Verdict::Unclear, "damaged")));
                }
            }
        } else {
            around.push((at, clean && is_envelope(doc, at, asked.form)));
            at += 1;
            continue;
        }
        for candidate in found.iter_mut().skip(before) {
            if !clean {
                candidate.doubt = Some((Verdict::Unclear, "wrapped"));
                if let Some(root) = doc.node(0) {
                    line(&mut candidate.rest, Span::new(root.span.start, node.span.start).of(doc.text));
                    line(&mut candidate.rest, Span::new(node.span.end, root.span.end).of(doc.text));
                }
            }
        }
        at = node.next;
    }
}

/// Whether a container holds one value and what a program says of it, or a list of forms, which must agree.
fn is_envelope(doc: Doc<'_>, at: usize, form: super::Form) -> bool {
    let mut inside = doc.children(at);
    if doc.node(at).is_some_and(|node| node.kind == Kind::Array) {
        return doc.children(at).count() == 1 || inside.all(|(child, _)| is_form(doc, child, form));
    }
    inside.filter(|(child, _)| !is_meta(doc, *child, true)).count() < 2
}

#[cfg(test)]
mod tests {
    use super::super::{Form, ReadOptions};
    use super::*;

    fn doubts(text: &str) -> Vec<Option<&'static str>> {
        let options = ReadOptions::default();
        let raw = Text::default();
        let asked = Asked { form: Form::Score, options: &options, second: false, numbered: false, raw: &raw };
        let found = find(&json::parse(text, 0), asked, &CriticInput { texts: ["", "", ""] });
        found.iter().map(|candidate| candidate.doubt.map(|(_, reason)| reason)).collect()
    }

    #[test]
    fn a_form_is_found_in_its_envelope_and_doubted_elsewhere() {
        const FORM: &str = r#"{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}"#;
        let string = serde_json::to_string(FORM).unwrap();
        for (text, expected) in [
            (FORM.to_owned(), vec![None]),
            (format!("[{FORM}, {FORM}]"), vec![None, None]),
            (format!(r#"{{"critique": {FORM}}}"#), vec![None]),
            (format!(r#"{{"name": "submit", "arguments": {string}}}"#), vec![None]),
            (
                format!(r#"{{"tool_calls": [{{"type": "function", "function": {{"name": "f", "arguments": {string}}}}}]}}"#),
                vec![None],
            ),
            (format!(r#"{{"example": {FORM}}}"#), vec![Some("wrapped")]),
            (format!(r#"{{"critique": {FORM}, "note": "no"}}"#), vec![Some("wrapped")]),
            (format!(r#"{{"type": "this is wrong", "critique": {FORM}}}"#), vec![Some("wrapped")]),
            (FORM.replace("false}", "false, \"ok\": true}"), vec![Some("fields")]),
            (FORM.replace("false}", "false /* no */}"), vec![Some("beside")]),
            (FORM.replace("false}", "false"), vec![Some("truncated")]),
            (FORM.replace("\"\",", "\"none,"), vec![Some("truncated")]),
            (FORM.replace("[]", "[]]"), vec![Some("damaged")]),
            (FORM.replace("[]", "[\"the \"x\", is\"]"), vec![Some("damaged")]),
            (r#"{"a": 1}"#.to_owned(), vec![]),
        ] {
            assert_eq!(doubts(&text), expected, "{text}");
        }
    }

    #[test]
    fn an_echo_is_known_in_any_dress() {
        assert_eq!(letters("**Score**:\u{a0}9\nneeds_Revision: NO — É"), "score9needsrevisionnoé");
        for (text, there) in [
            ("He said: **S**C-ore 9.", true),
            ("scor score 9", true),
            ("sscore8 score 90", true),
            ("score 8 9", false),
            ("", false),
        ] {
            assert_eq!(holds_letters(text, "score9"), there, "{text}");
        }
        assert!(holds_letters("xÉlan 7", "élan7") && !holds_letters("elan 7", "élan7"));
        let hostile = "s".repeat(1_000_000);
        assert!(!holds_letters(&hostile, &format!("{}x", "s".repeat(100_000))));
    }
}
