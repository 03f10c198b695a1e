//! Reads what one object says: the fields of all three forms, whether it contradicts itself, and whether it was filled in at all.

use super::blanks;
use super::json::{Key, Kind, Node, Tree, unescape};
use super::others::{self, Near};
use super::scalar::{self, Found, Status};
use super::sentence::Heard;

/// What one object, or the labels of a prose reply, say.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fields {
    pub score: Found<f64>,
    pub needs_revision: Found<bool>,
    pub issues: Option<Vec<String>>,
    pub suggestion: Option<String>,
    /// An unreadable entry is a criterion that is not met.
    pub criteria_met: Found<()>,
    pub criteria: Vec<bool>,
    pub confidence: Found<f64>,
    pub suggestions: Option<Vec<String>>,
    pub reasoning: Option<String>,
    pub status: Found<Status>,
    pub critique: Option<Vec<String>>,
    /// One key twice, with two values.
    pub conflict: bool,
    /// A part of the template was left as it was.
    pub template: bool,
    /// It was a field that decides.
    pub blank: bool,
    /// Other texts were written.
    pub written: bool,
    /// Nothing but dots stands for a text.
    pub elided: bool,
    /// Words in passing: a comment, a note, a rationale.
    pub remarks: Vec<(Heard, String)>,
    /// Another field (`accepted: false`, a flag further in) asks for a revision.
    pub refused: bool,
    /// A key that may be the flag, misspelt or in other words, says something else than `false`.
    pub unsure: bool,
    /// Points of a score that goes before `score`, such as `final_score`.
    pub other_score: Option<f64>,
    /// The score is said to be of another scale than ten, or a key only looks like one of ours.
    pub doubtful: bool,
    /// Points that a score begins with which is otherwise unreadable. They never accept.
    pub low: Option<f64>,
    /// An unreadable flag begins with a yes.
    pub begins_yes: bool,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            score: Found::Absent,
            needs_revision: Found::Absent,
            issues: None,
            suggestion: None,
            criteria_met: Found::Absent,
            criteria: Vec::new(),
            confidence: Found::Absent,
            suggestions: None,
            reasoning: None,
            status: Found::Absent,
            critique: None,
            conflict: false,
            template: false,
            blank: false,
            elided: false,
            written: false,
            remarks: Vec::new(),
            refused: false,
            unsure: false,
            other_score: None,
            doubtful: false,
            low: None,
            begins_yes: false,
        }
    }
}

/// The fields that are known, whatever the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Score,
    NeedsRevision,
    Issues,
    Suggestion,
    CriteriaMet,
    Confidence,
    Suggestions,
    Reasoning,
    Status,
    Critique,
    /// `accepted: false` and the like: never accepts, but can refuse.
    Approval,
}

/// The field that a key names.
pub(super) fn field(key: Key) -> Option<Field> {
    Some(match key.as_str() {
        "score" => Field::Score,
        "needsrevision" => Field::NeedsRevision,
        "issues" => Field::Issues,
        "suggestion" => Field::Suggestion,
        "criteriamet" => Field::CriteriaMet,
        "confidence" => Field::Confidence,
        "suggestions" => Field::Suggestions,
        "reasoning" => Field::Reasoning,
        "status" | "critiquestatus" | "verdict" | "decision" => Field::Status,
        "critique" | "feedback" => Field::Critique,
        "accepted" | "approved" | "acceptable" | "passed" => Field::Approval,
        _ => return None,
    })
}

impl Fields {
    /// What the object at `root` says; `None` when it has no field of any form.
    pub(super) fn read(tree: &Tree<'_>, root: usize) -> Option<Self> {
        let (fields, known) = Self::all(tree, root);
        known.then_some(fields)
    }

    /// What the object at `root` says, and whether any field of a form says it.
    pub(super) fn all(tree: &Tree<'_>, root: usize) -> (Self, bool) {
        let mut fields = Self::default();
        let mut seen: Vec<(Field, Key, usize)> = Vec::new();
        let mut near = Near::default();
        for (index, node) in tree.children(root) {
            let Some(key) = tree.key(node) else { continue };
            let Some(name) = field(key) else {
                fields.other(tree, index, node, &mut near);
                continue;
            };
            let container = matches!(node.kind, Kind::Object | Kind::Array);
            let wraps = || tree.children(index).any(|(_, n)| matches!(n.kind, Kind::Object | Kind::Array));
            let listed = name == Field::Critique && node.kind == Kind::Array && !wraps();
            if container && !listed && matches!(name, Field::Status | Field::Critique | Field::Approval) {
                continue;
            }
            if let Some((_, _, first)) =
                seen.iter().find(|(known, spelt, _)| *known == name && (*spelt == key || name == Field::Status))
            {
                fields.conflict |= !same(tree, name, *first, index);
                continue;
            }
            fields.set(tree, name, index, node);
            seen.push((name, key, index));
        }
        let known = !seen.is_empty();
        near.stand_in(&mut fields, known);
        fields.refused |= known && others::refused_inside(tree, root);
        (fields, known)
    }

    fn set(&mut self, tree: &Tree<'_>, name: Field, index: usize, node: &Node) {
        match name {
            Field::Score => {
                self.score = scalar::points(tree, node);
                let unreadable = self.score == Found::Unreadable;
                self.low = unreadable.then(|| scalar::begins_with_points(tree, node)).flatten();
            }
            Field::NeedsRevision => {
                self.needs_revision = match scalar::flag(tree, node) {
                    // The key stands there, and what it says is missing.
                    Found::Absent if node.kind == Kind::Missing => Found::Unreadable,
                    flag => flag,
                };
                self.begins_yes = self.needs_revision == Found::Unreadable && scalar::begins_with_yes(tree, node);
            }
            Field::Issues => self.issues = self.texts(tree, index, node),
            Field::Suggestions => self.suggestions = self.texts(tree, index, node),
            Field::Suggestion => self.suggestion = self.text(tree, index, node),
            Field::Reasoning => self.reasoning = self.text(tree, index, node),
            Field::Critique => self.critique = self.critique.take().or_else(|| self.texts(tree, index, node)),
            Field::CriteriaMet => self.criteria(tree, index, node),
            Field::Confidence => self.confidence = scalar::share(tree, node),
            Field::Status => {
                self.status = scalar::status(tree, node);
                if self.status == Found::Unreadable {
                    let text = tree.string(node).into_owned();
                    self.doubtful |= text.to_ascii_lowercase().contains("partial");
                    self.remarks.push((Heard::Requests, text));
                }
            }
            Field::Approval => match scalar::flag(tree, node) {
                Found::Value(met) => self.refused |= !met,
                // `"accepted": "not yet"`
                Found::Unreadable => self.doubtful |= scalar::status(tree, node) != Found::Value(Status::Accepted),
                Found::Absent | Found::Placeholder => {}
            },
        }
        let unfilled = match name {
            Field::Score => self.score == Found::Placeholder,
            Field::NeedsRevision => self.needs_revision == Found::Placeholder,
            Field::CriteriaMet => self.criteria_met == Found::Placeholder,
            Field::Confidence => self.confidence == Found::Placeholder,
            Field::Status => self.status == Found::Placeholder,
            _ => false,
        };
        self.template |= unfilled;
        self.blank |= unfilled;
    }

    fn criteria(&mut self, tree: &Tree<'_>, index: usize, node: &Node) {
        if node.kind != Kind::Array {
            self.criteria_met = match scalar::flag(tree, node) {
                Found::Absent => Found::Absent,
                Found::Placeholder => Found::Placeholder,
                Found::Unreadable | Found::Value(_) => Found::Unreadable,
            };
            return;
        }
        self.criteria_met = if node.whole { Found::Value(()) } else { Found::Absent };
        let mut entries = tree.children(index).peekable();
        if entries.peek().is_some() && entries.all(|(_, entry)| scalar::flag(tree, entry) == Found::Unreadable) {
            // A list of anything else than criteria says nothing about them.
            self.criteria_met = Found::Unreadable;
            return;
        }
        for (_, entry) in tree.children(index) {
            match scalar::flag(tree, entry) {
                Found::Value(met) => self.criteria.push(met),
                Found::Placeholder => self.criteria_met = Found::Placeholder,
                Found::Unreadable => self.criteria.push(false),
                Found::Absent if entry.whole => self.criteria.push(false),
                Found::Absent => {}
            }
        }
    }

    /// A list of texts: an array, or one text.
    pub(super) fn texts(&mut self, tree: &Tree<'_>, index: usize, node: &Node) -> Option<Vec<String>> {
        if node.kind == Kind::Object && named(tree, index).is_none() {
            let entries = tree.children(index).filter_map(|(i, entry)| {
                let text = self.text(tree, i, entry).filter(|t| !t.trim().is_empty())?;
                Some(format!("{}: {text}", unescape(entry.key?.of(tree.text))))
            });
            return Some(entries.collect());
        }
        if node.kind != Kind::Array {
            return self.text(tree, index, node).map(|text| if text.trim().is_empty() { Vec::new() } else { vec![text] });
        }
        let texts = tree.children(index).filter_map(|(i, entry)| self.text(tree, i, entry)).filter(|t| !t.trim().is_empty());
        Some(texts.collect())
    }

    /// One text. An array is joined, an object gives its `text`, `issue`, `description` or `message`, else its source.
    pub(super) fn text(&mut self, tree: &Tree<'_>, index: usize, node: &Node) -> Option<String> {
        let text = match node.kind {
            Kind::String if node.whole => tree.string(node).into_owned(),
            Kind::Word if node.whole && !matches!(node.span.of(tree.text), "null" | "None" | "undefined") => {
                tree.string(node).into_owned()
            }
            Kind::String | Kind::Word | Kind::Missing | Kind::Ellipsis => return None,
            Kind::Array => {
                let parts: Vec<_> = tree
                    .children(index)
                    .filter(|(_, n)| n.whole && n.kind != Kind::Ellipsis)
                    .map(|(_, n)| tree.string(n))
                    .collect();
                parts.join("; ")
            }
            Kind::Object => tree.string(named(tree, index).unwrap_or(node)).into_owned(),
        };
        if blanks::is_unfilled_text(&text) {
            self.template = true;
            return None;
        }
        if blanks::is_elided(&text) {
            self.elided = true;
            return Some(text);
        }
        self.written |= !text.trim().is_empty();
        Some(text)
    }
}

/// The text of an object that stands for one.
fn named<'n>(tree: &'n Tree<'_>, index: usize) -> Option<&'n Node> {
    let says = |key: Option<Key>| matches!(key.as_ref().map(Key::as_str), Some("text" | "issue" | "description" | "message"));
    tree.children(index).map(|(_, n)| n).find(|n| n.kind == Kind::String && says(tree.key(n)))
}

/// Whether two values of one key mean the same.
fn same(tree: &Tree<'_>, name: Field, first: usize, second: usize) -> bool {
    let (Some(first), Some(second)) = (tree.node(first), tree.node(second)) else { return false };
    let meant = match name {
        Field::Score => agree(scalar::points(tree, first), scalar::points(tree, second)),
        Field::Confidence => agree(scalar::share(tree, first), scalar::share(tree, second)),
        Field::NeedsRevision | Field::Approval => agree(scalar::flag(tree, first), scalar::flag(tree, second)),
        Field::Status => agree(scalar::status(tree, first), scalar::status(tree, second)),
        _ => false,
    };
    let plain = |node: &Node| node.span.of(tree.text).chars().filter(|c| !c.is_whitespace());
    meant || (first.kind == second.kind && plain(first).eq(plain(second)))
}

fn agree<T: Copy + PartialEq>(first: Found<T>, second: Found<T>) -> bool {
    first.value().is_some() && first == second
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;

    fn read(text: &str) -> Fields {
        Fields::read(&json::parse(text, 0, false), 0).unwrap()
    }

    #[test]
    fn keys_are_known_in_every_spelling_and_strangers_are_not() {
        let fields = read(r#"{"Score": 9, "needsRevision": "no", "ISSUES": "a", "rating": 3}"#);
        assert_eq!((fields.score, fields.needs_revision), (Found::Value(9.0), Found::Value(false)));
        assert_eq!(fields.issues, Some(vec!["a".to_owned()]));
        assert!(Fields::read(&json::parse(r#"{"rating": 9}"#, 0, false), 0).is_none());
    }

    #[test]
    fn a_repeated_key_conflicts_unless_it_means_the_same() {
        for (text, conflict) in [
            (r#"{"score": 3, "score": 9}"#, true),
            (r#"{"score": 3, "\u0073core": 9}"#, true),
            (r#"{"score": 3, "Score": 9}"#, true),
            (r#"{"score": 9, "score": 9.0}"#, false),
            (r#"{"needs_revision": false, "needsRevision": "no"}"#, false),
            (r#"{"score": "x", "score": "y"}"#, true),
            (r#"{"issues": ["a"], "issues": ["b"]}"#, true),
            (r#"{"issues": ["a"], "issues": [ "a" ]}"#, false),
            (r#"{"status": "accepted", "verdict": "rejected"}"#, true),
            (r#"{"note": 1, "note": 2, "score": 1}"#, false),
        ] {
            assert_eq!(read(text).conflict, conflict, "{text}");
        }
    }

    #[test]
    fn lists_and_texts_are_read_from_whatever_was_written() {
        let fields = read(r#"{"issues": ["a", {"text": "b"}, 3, null, "", ...], "suggestion": ["x", "y"]}"#);
        assert_eq!(fields.issues, Some(["a", "b", "3"].map(str::to_owned).to_vec()));
        assert_eq!(fields.suggestion.as_deref(), Some("x; y"));
        assert_eq!(read(r#"{"score": 1, "suggestion": null}"#).suggestion, None);
    }

    #[test]
    fn an_unfilled_template_is_noticed_in_any_field() {
        for (text, template) in [
            (r#"{"score": <0-10>}"#, true),
            (r#"{"score": 9, "issues": ["<issue 1>"]}"#, true),
            (r#"{"score": 9, "suggestion": "<one sentence>"}"#, true),
            (r#"{"criteria_met": [true, ...]}"#, true),
            (r#"{"confidence": 0.0-1.0}"#, true),
            (r#"{"score": 9, "issues": ["x", ...]}"#, false),
            (r#"{"score": 9, "issues": ["the <b> tag"]}"#, false),
        ] {
            assert_eq!(read(text).template, template, "{text}");
        }
    }

    #[test]
    fn a_flag_further_in_refuses() {
        assert!(read(r#"{"score": 9, "final": {"needs_revision": true}}"#).refused);
        assert!(read(r#"{"score": 9, "accepted": false}"#).refused);
        for key in ["needs_revison", "revision_required", "Revise", "needs_revisi\u{43e}n"] {
            assert!(read(&format!("{{\"score\": 9, \"{key}\": true}}")).refused, "{key}");
        }
        assert!(!read(r#"{"score": 9, "revision": 2, "revised": false}"#).refused);
        assert!(!read(r#"{"score": 9, "parts": {"score": 3}}"#).refused);
    }
}
