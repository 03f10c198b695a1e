//! Finds the forms in a parsed object, also in an envelope, and knows those that only repeat what the critic was shown.

use super::beside::is_wrapper;
use super::form::{self, Asked, Read, is_meta};
use super::json::{Doc, Ending, Kind, Span, Tree};
use super::{Reading, Verdict};
use crate::message::{Text, lower};

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

/// Whether an object is in a text, in whatever letter case, white space and quotes.
pub(super) fn is_echo(object: &str, text: &str) -> bool {
    // Few texts hold an object that begins like this one.
    const BEGINNING: usize = 12;
    let begins = |at| letters(text.get(at..).unwrap_or_default()).zip(letters(object)).take(BEGINNING).all(|(a, b)| a == b);
    let all = |text| letters(text).collect::<String>();
    text.match_indices('{').any(|(at, _)| begins(at)) && all(text).contains(&all(object))
}

/// A text in lower case without white space and quotes.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '\\')).map(lower)
}

/// Whether an object has a field that decides a form.
pub(super) fn is_form(doc: Doc<'_>, index: usize, form: super::Form) -> bool {
    doc.node(index).is_some_and(|node| node.kind == Kind::Object)
        && doc.children(index).any(|(_, child)| doc.key(child).is_some_and(|key| form::decides(form, key.as_str())))
}

/// The form at `root`.
pub(super) fn candidate(doc: Doc<'_>, root: usize, asked: Asked<'_>, input: &CriticInput<'_>) -> Option<Candidate> {
    let Read { mut reading, mut idle, outside } = form::read(doc, root, asked)?;
    let object = doc.node(root)?.span.of(doc.text);
    if !idle && input.texts.iter().any(|text| is_echo(object, text)) {
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
    let doc = tree.doc();
    let mut found = Vec::new();
    // The containers around a node, and whether they are envelopes and nothing else.
    let mut around: Vec<(usize, bool)> = Vec::new();
    let mut at = 0;
    while let Some(node) = doc.node(at) {
        while around.last().is_some_and(|(parent, _)| doc.node(*parent).is_none_or(|parent| parent.next <= at)) {
            around.pop();
        }
        let enveloped = doc.key(node).is_none_or(|key| is_wrapper(key.as_str()));
        let clean = around.last().is_none_or(|(_, clean)| *clean && enveloped);
        if !is_form(doc, at, asked.form) {
            around.push((at, clean && is_envelope(doc, at, asked.form)));
            at += 1;
            continue;
        }
        let Some(mut candidate) = candidate(doc, at, asked, input) else { break };
        at = node.next;
        if !clean {
            candidate.doubt = Some((Verdict::Unclear, "wrapped"));
            if let Some(root) = doc.node(0) {
                line(&mut candidate.rest, Span::new(root.span.start, node.span.start).of(doc.text));
                line(&mut candidate.rest, Span::new(node.span.end, root.span.end).of(doc.text));
            }
        }
        tree.comments.iter().for_each(|comment| line(&mut candidate.rest, comment.of(tree.text)));
        candidate.doubt = match tree.ending {
            Ending::Cut => Some((Verdict::Invalid, "truncated")),
            Ending::Damaged => Some((Verdict::Unclear, "damaged")),
            Ending::Closed | Ending::TooBig if tree.comments.is_empty() => candidate.doubt,
            Ending::Closed | Ending::TooBig => candidate.doubt.or(Some((Verdict::Unclear, "beside"))),
        };
        // A deciding field may be missing because the reply ended early.
        let is_explained = matches!(candidate.reading.reason.as_deref(), Some("conflict" | "echo" | "placeholder"));
        if tree.ending == Ending::Cut && candidate.reading.status == Verdict::Invalid && !is_explained {
            candidate.reading.reason = Some(Text::constant("truncated"));
        }
        found.push(candidate);
    }
    found
}

/// Whether a container holds one value and what a program says of it, or a list of forms, which must agree.
fn is_envelope(doc: Doc<'_>, at: usize, form: super::Form) -> bool {
    let mut inside = doc.children(at);
    if doc.node(at).is_some_and(|node| node.kind == Kind::Array) {
        return doc.children(at).count() == 1 || inside.all(|(child, _)| is_form(doc, child, form));
    }
    inside.filter(|(child, _)| !is_meta(doc, *child, true)).count() < 2
}
