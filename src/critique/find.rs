//! Finds the forms in a parsed object, also in an envelope, and knows those that only repeat what the critic was shown.

use std::borrow::Cow;

use super::extra_text::is_wrapper_key;
use super::form::{self, FormContext, FormReading, is_reply_metadata};
use super::json::{Doc, Ending, Kind, Span, Tree};
use super::{Reading, Verdict};
use crate::message::{SharedText, find_letter, is_white_space, lowercase_letter, take_letter};

/// One form of the reply.
pub(super) struct Candidate {
    pub reading: Reading,
    /// True if the form gives no verdict: an unfilled template, an echo of the prompt, or a form without a value.
    pub undecided: bool,
    /// Why it must not accept.
    pub blocked_by: Option<(Verdict, &'static str)>,
    /// Its object.
    pub span: Span,
    /// Members of its object that the form does not have.
    pub outside: Vec<Span>,
    /// More than an envelope is around it.
    pub wrapped: bool,
}

/// The texts that the critic saw.
pub(super) struct SeenTexts<'a> {
    pub texts: [&'a str; 3],
    /// The letters of each text from its first brace on, in which forms are looked for.
    letters: [Cow<'a, str>; 3],
}

impl<'a> SeenTexts<'a> {
    /// The letters of the prompt may be known.
    pub(super) fn new([prompt, answer, earlier]: [&'a str; 3], prompt_letters: Option<&'a str>) -> Self {
        let letters = |text| Cow::Owned(fold_letters_from_first_brace(text));
        let known = prompt_letters.map_or_else(|| letters(prompt), Cow::Borrowed);
        Self { texts: [prompt, answer, earlier], letters: [known, letters(answer), letters(earlier)] }
    }

    /// Whether no form can be found in what was judged.
    pub(super) fn has_braceless_answers(&self) -> bool {
        let [_, answer, earlier] = &self.letters;
        answer.is_empty() && earlier.is_empty()
    }

    /// Whether an object is in one of the texts, in whatever letter case, white space and quotes.
    pub(super) fn is_echo(&self, object: &str) -> bool {
        if self.letters.iter().all(|letters| letters.is_empty()) {
            return false;
        }
        let object = compact_lower_case(object);
        self.letters.iter().any(|text| text.contains(object.as_str()))
    }
}

/// The letters of a text from its first brace on; none without a brace.
pub(super) fn fold_letters_from_first_brace(text: &str) -> String {
    find_letter(text, b'{').and_then(|from| text.get(from..)).map(compact_lower_case).unwrap_or_default()
}

/// A text in lower case without white space and quotes.
fn compact_lower_case(text: &str) -> String {
    let (mut letters, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(letter) = take_letter(text, &mut at) {
        if !is_white_space(letter) && !matches!(letter, '"' | '\'' | '\\') {
            letters.push(lowercase_letter(letter));
        }
    }
    letters
}

/// Whether an object has a field that decides a form.
pub(super) fn is_form(doc: Doc<'_>, index: usize, form: super::Form) -> bool {
    doc.get_node(index).is_some_and(|node| node.kind == Kind::Object)
        && doc
            .child_nodes(index)
            .any(|(_, child)| doc.node_key(child).is_some_and(|key| form::is_deciding_key(form, key.as_str())))
}

/// The form at `root`.
pub(super) fn read_candidate(doc: Doc<'_>, root: usize, context: FormContext<'_>, input: &SeenTexts<'_>) -> Option<Candidate> {
    let FormReading { mut reading, mut undecided, outside } = form::read_object_as_form(doc, root, context)?;
    let span = doc.get_node(root)?.span;
    if !undecided && input.is_echo(span.slice_text(doc.text)) {
        reading = Reading::invalid_reading("echo");
        undecided = true;
    }
    let blocked_by = (!outside.is_empty()).then_some((Verdict::Unclear, "fields"));
    Some(Candidate { reading, undecided, blocked_by, span, outside, wrapped: false })
}

/// Adds a line, unless it is blank.
pub(super) fn add_nonblank_line(text: &mut String, line: &str) {
    let line = line.trim();
    if !line.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
}

/// The forms of one object of the reply, in their order, `max_count` at most.
pub(super) fn find_candidates(
    tree: &Tree<'_>,
    context: FormContext<'_>,
    input: &SeenTexts<'_>,
    max_count: usize,
) -> Vec<Candidate> {
    let doc = tree.as_doc();
    let mut found = Vec::new();
    // The containers around a node, and whether they are envelopes and nothing else.
    let mut around: Vec<(usize, bool)> = Vec::new();
    let mut at = 0;
    while let Some(node) = doc.get_node(at).filter(|_| found.len() < max_count) {
        while around.last().is_some_and(|(parent, _)| doc.get_node(*parent).is_none_or(|parent| parent.next <= at)) {
            around.pop();
        }
        let enveloped = doc.node_key(node).is_none_or(|key| is_wrapper_key(key.as_str()));
        let clean = around.last().is_none_or(|(_, clean)| *clean && enveloped);
        if !is_form(doc, at, context.form) {
            around.push((at, clean && is_envelope(doc, at, context.form)));
            at += 1;
            continue;
        }
        let Some(mut candidate) = read_candidate(doc, at, context, input) else { break };
        at = node.next;
        if !clean {
            candidate.blocked_by = Some((Verdict::Unclear, "wrapped"));
            candidate.wrapped = true;
        }
        candidate.blocked_by = match tree.ending {
            Ending::Cut => Some((Verdict::Invalid, "truncated")),
            Ending::Damaged => Some((Verdict::Unclear, "damaged")),
            Ending::Closed | Ending::TooBig if tree.comments.is_empty() => candidate.blocked_by,
            Ending::Closed | Ending::TooBig => candidate.blocked_by.or(Some((Verdict::Unclear, "beside"))),
        };
        // A deciding field may be missing because the reply ended early.
        let is_explained = matches!(candidate.reading.reason.as_deref(), Some("conflict" | "echo" | "placeholder"));
        if tree.ending == Ending::Cut && candidate.reading.status == Verdict::Invalid && !is_explained {
            candidate.reading.reason = Some(SharedText::from_static("truncated"));
        }
        found.push(candidate);
    }
    found
}

/// Whether a container holds one value and what a program says of it, or a list of forms, which must agree.
fn is_envelope(doc: Doc<'_>, index: usize, form: super::Form) -> bool {
    let mut inside = doc.child_nodes(index);
    if doc.get_node(index).is_some_and(|node| node.kind == Kind::Array) {
        return doc.child_nodes(index).count() == 1 || inside.all(|(child, _)| is_form(doc, child, form));
    }
    inside.filter(|(child, _)| !is_reply_metadata(doc, *child, true)).count() < 2
}
