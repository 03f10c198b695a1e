//! Reads one object as the form that was asked for: which keys it has, what they hold, and what that decides.
//!
//! The typed fields decide. Free text in the form is data, and is never interpreted.

use std::sync::Arc;

use super::json::{Doc, FoldedKey, Kind, Node, Span};
use super::quotes::{self, CritiqueEvidence, QuoteSources, TASK};
use super::scalar::{
    Found, is_null_word, is_placeholder, is_unfilled_text, read_acceptance_word, read_fraction_or_percent,
    read_hopeless_code_or_empty, read_met_or_unmet, read_points, read_scalar, read_yes_or_no,
};
use super::{Form, OnContradiction, ReadOptions, Reading, Verdict};
use crate::message::{Gather, SharedText, join_texts};

/// What a known key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Score,
    NeedsRevision,
    CriteriaMet,
    Confidence,
    Status,
    Critique,
    Issues,
    Suggestion,
    Suggestions,
    Reasoning,
    Verdict,
    Evidence,
}

const FIELDS: usize = 12;

fn find_field(folded_key: &str) -> Option<Field> {
    Some(match folded_key {
        "score" => Field::Score,
        "needsrevision" => Field::NeedsRevision,
        "criteriamet" => Field::CriteriaMet,
        "confidence" => Field::Confidence,
        "status" => Field::Status,
        "critique" => Field::Critique,
        "issues" => Field::Issues,
        "suggestion" => Field::Suggestion,
        "suggestions" => Field::Suggestions,
        "reasoning" => Field::Reasoning,
        "verdict" => Field::Verdict,
        "evidence" => Field::Evidence,
        _ => return None,
    })
}

/// Keys under which a critic thinks or sums up: text beside the fields that decide.
fn is_remark_key(folded_key: &str) -> bool {
    matches!(folded_key, "explanation" | "rationale" | "analysis" | "thoughts" | "summary" | "strengths")
}

/// What a program adds to a reply, among the fields of a form or around it.
const META: &str = "model id version timestamp created tokens usage meta metadata index";
/// What it adds around a form only.
const META_AROUND: &str = "name type role object";

/// Whether a member is about the reply, and not about the answer: a number, a name of one word, an object of numbers.
pub(super) fn is_reply_metadata(doc: Doc<'_>, index: usize, is_around_form: bool) -> bool {
    let Some(node) = doc.get_node(index) else { return false };
    let is_one = |list: &str| doc.node_key(node).is_some_and(|key| list.split(' ').any(|name| name == key.as_str()));
    if !(is_one(META) || (is_around_form && is_one(META_AROUND))) {
        return false;
    }
    let number = |value: &Node| value.kind == Kind::Word && doc.node_text(value).starts_with(|c: char| c.is_ascii_digit());
    let inside = doc.nodes.get(index + 1..node.next).unwrap_or_default();
    match node.kind {
        Kind::Object | Kind::Array => {
            inside.iter().all(|value| matches!(value.kind, Kind::Object | Kind::Array) || number(value))
        }
        _ => number(node) || (node.kind == Kind::String && !doc.node_text(node).contains(char::is_whitespace)),
    }
}

/// Whether the form needs this key to decide.
pub(super) fn is_deciding_key(form: Form, folded_key: &str) -> bool {
    match form {
        Form::Score => matches!(folded_key, "score" | "needsrevision"),
        Form::Criteria => matches!(folded_key, "criteriamet" | "confidence"),
        Form::Status => folded_key == "status",
    }
}

fn is_prose_field(field: Field) -> bool {
    matches!(field, Field::Reasoning | Field::Critique | Field::Suggestion)
}

fn is_form_field(context: FormContext<'_>, field: Field) -> bool {
    let form = context.form;
    match field {
        Field::Verdict | Field::Evidence => context.sources.is_some(),
        Field::Score | Field::NeedsRevision => form == Form::Score,
        Field::CriteriaMet => form == Form::Criteria,
        Field::Confidence => form != Form::Status,
        Field::Status | Field::Critique => form == Form::Status,
        Field::Issues => form != Form::Criteria,
        Field::Suggestion | Field::Suggestions | Field::Reasoning => true,
    }
}

/// One object, read as a form.
pub(super) struct FormReading {
    pub reading: Reading,
    /// It decides nothing, or is a template that was never filled in.
    pub undecided: bool,
    /// Members that the form does not have.
    pub outside: Vec<Span>,
}

/// How one form is read.
#[derive(Clone, Copy)]
pub(super) struct FormContext<'a> {
    pub form: Form,
    pub options: &'a ReadOptions,
    /// This is the second request, which says that each fault belongs in the list of faults.
    pub second: bool,
    /// The form has the number of a draft, `draft`.
    pub numbered: bool,
    /// The whole reply, of which the texts of a form are parts.
    pub raw: &'a SharedText,
    /// What may be quoted, where the form asks for quotes, and the place of the answer that is judged.
    pub sources: Option<&'a QuoteSources>,
    pub answer: usize,
}

type Decision = (Verdict, Option<&'static str>);

const REVISE: Decision = (Verdict::NeedsRevision, None);
const ACCEPT: Decision = (Verdict::Accepted, None);

fn invalid_decision(reason: &'static str) -> Decision {
    (Verdict::Invalid, Some(reason))
}

/// The members of one object by their field.
struct Object<'a> {
    doc: Doc<'a>,
    root: &'a Node,
    members: [Option<usize>; FIELDS],
    raw: &'a SharedText,
}

impl<'a> Object<'a> {
    fn get(&self, field: Field) -> Option<&'a Node> {
        self.doc.get_node(self.member_node_index(field)?)
    }

    fn member_node_index(&self, field: Field) -> Option<usize> {
        self.members.get(field as usize).copied().flatten()
    }

    /// Whether a value is under a field: a list of nothing is one, `null` is none.
    fn has_nonnull_value(&self, field: Field) -> bool {
        self.get(field).is_some_and(|node| !is_null_word(node, &self.doc.node_text(node)))
    }

    /// All texts that are under a field, however deep.
    fn collect_texts(&self, field: Field) -> Vec<SharedText> {
        let Some((at, node)) = self.member_node_index(field).and_then(|at| Some((at, self.doc.get_node(at)?))) else {
            return Vec::new();
        };
        let mut texts = Vec::new();
        for node in self.doc.nodes.get(at..node.next).unwrap_or_default() {
            if matches!(node.kind, Kind::String | Kind::Word) {
                let string = self.doc.node_text(node);
                let text = string.trim();
                if !text.is_empty() && !is_null_word(node, text) {
                    texts.push(self.raw.share_or_copy_part(text));
                }
            }
        }
        texts
    }

    /// The quotes, looked up, and which issues they show. What is no quote is outside of the form.
    #[inline(never)]
    fn read_evidence(&self, sources: (&QuoteSources, usize), issues: &[SharedText], outside: &mut Vec<Span>) -> CritiqueEvidence {
        let mut evidence = match self.member_node_index(Field::Evidence) {
            Some(list) => quotes::read_quotes(self.doc, list, sources, self.raw, outside),
            None => CritiqueEvidence::default(),
        };
        evidence.record_misquoted_issues(issues);
        evidence
    }

    fn join_field(&self, field: Field) -> Option<SharedText> {
        let mut texts = self.collect_texts(field);
        if texts.len() > 1 { Some(join_texts(&texts, "; ").into()) } else { texts.pop() }
    }
}

/// Reads the object at `root`.
pub(super) fn read_object_as_form<'a>(doc: Doc<'a>, root: usize, context: FormContext<'a>) -> Option<FormReading> {
    let FormContext { form, options, raw, .. } = context;
    let mut object = Object { doc, root: doc.get_node(root)?, members: [None; FIELDS], raw };
    let mut outside = Vec::new();
    for (at, node) in doc.child_nodes(root) {
        let key = doc.node_key(node).unwrap_or(FoldedKey::new(""));
        let field = find_field(key.as_str());
        let nested = || doc.nodes.get(at..node.next).unwrap_or_default().iter().any(|inside| inside.kind == Kind::Object);
        match field.filter(|field| is_form_field(context, *field) && !(is_prose_field(*field) && nested())) {
            Some(field) => {
                let place = object.members.get_mut(field as usize)?;
                if place.and_then(|first| doc.get_node(first)).is_some_and(|first| !is_same_without_white_space(doc, first, node))
                {
                    return Some(FormReading { reading: Reading::invalid_reading("conflict"), undecided: false, outside });
                }
                *place = Some(at);
            }
            // A text, and no object that may hold a verdict of its own.
            None if context.numbered && key.as_str() == "draft" => {}
            None if is_reply_metadata(doc, at, false) || (is_remark_key(key.as_str()) && !nested()) => {}
            None => outside.push(doc.member_span(node)),
        }
    }
    let (score, flag) = (
        read_scalar(doc, object.get(Field::Score), read_points),
        read_scalar(doc, object.get(Field::NeedsRevision), read_yes_or_no),
    );
    let mut reading = Reading {
        score: score.found_value(),
        needs_revision: flag.found_value(),
        issues: object.collect_texts(Field::Issues),
        suggestion: object
            .join_field(Field::Suggestion)
            .or_else(|| object.join_field(Field::Suggestions).filter(|_| form != Form::Criteria)),
        confidence: read_scalar(doc, object.get(Field::Confidence), read_fraction_or_percent).found_value(),
        reasoning: object.join_field(Field::Reasoning),
        ..Reading::invalid_reading("")
    };
    let evidence = context.sources.map(|sources| object.read_evidence((sources, context.answer), &reading.issues, &mut outside));
    // Those that could turn an acceptance.
    let has_faults = reading.issues.len() > evidence.as_ref().map_or(0, |evidence| evidence.unsupported.len());
    let decided = match form {
        Form::Score => decide_by_score_and_flag(score, flag, options),
        Form::Criteria => decide_by_criteria(&object, options, &mut reading),
        Form::Status => decide_by_status(&object, options, has_faults, &mut reading),
    };
    let (mut undecided, mut decided) = match decided {
        Some(decided) => (false, decided),
        None => (true, invalid_decision(main_deciding_field_name(form))),
    };
    let (mut filled, mut placeholders, mut unfilled) = (0, 0, false);
    for text in reading.issues.iter().chain(&reading.suggestion).chain(reading.suggestions.iter().flatten()) {
        if is_placeholder(text) {
            placeholders += 1;
            unfilled |= is_unfilled_text(text);
        } else {
            filled += 1;
        }
    }
    let template = unfilled || (placeholders > 0 && filled == 0);
    if placeholders > 0 {
        reading.issues.retain(|text| !is_placeholder(text));
    }
    if decided.1 == Some("placeholder") || (template && decided.0 == Verdict::Accepted) {
        (undecided, decided) = (true, invalid_decision("placeholder"));
    }
    let named = has_faults && !reading.issues.is_empty()
        || (form == Form::Criteria && reading.suggestions.as_ref().is_some_and(|all| !all.is_empty()));
    if context.second && named && matches!(decided.0, Verdict::Accepted | Verdict::Unclear | Verdict::Contradictory) {
        decided = (Verdict::NeedsRevision, Some("issues"));
    }
    if let Some(evidence) = evidence {
        decided =
            decide_by_evidence(&evidence, read_scalar(doc, object.get(Field::Verdict), read_hopeless_code_or_empty), decided);
        reading.evidence = Some(Arc::new(evidence));
    }
    Some(FormReading {
        reading: Reading { status: decided.0, reason: decided.1.map(SharedText::from_static), ..reading },
        undecided,
        outside,
    })
}

/// The decision, where quotes must support it. "Impossible" needs a quote of the task, and
/// goes before all else.
#[inline(never)]
fn decide_by_evidence(evidence: &CritiqueEvidence, hopeless_word: Found<&'static str>, decided: Decision) -> Decision {
    match hopeless_word {
        Found::Value("") | Found::Absent => {}
        Found::Value(word) if evidence.has_evidence_from(TASK) => return (Verdict::NeedsRevision, Some(word)),
        Found::Value(_) if decided.0 != Verdict::NeedsRevision => return (Verdict::Unclear, Some("quote_missing")),
        Found::Unreadable | Found::Placeholder if decided.0 == Verdict::Accepted => return invalid_decision("verdict"),
        Found::Value(_) | Found::Unreadable | Found::Placeholder => {}
    }
    match evidence.unsupported_acceptance_code().filter(|_| decided.0 == Verdict::Accepted) {
        Some(reason) => (Verdict::Unclear, Some(reason)),
        None => decided,
    }
}

fn main_deciding_field_name(form: Form) -> &'static str {
    match form {
        Form::Score => "score",
        Form::Criteria => "criteria_met",
        Form::Status => "status",
    }
}

/// Whether two values of one key are the same text, white space aside.
fn is_same_without_white_space(doc: Doc<'_>, first: &Node, second: &Node) -> bool {
    let letters = |node: &Node| node.span.slice_text(doc.text).chars().filter(|c| !c.is_whitespace()).collect::<String>();
    first.kind == second.kind && letters(first) == letters(second)
}

fn decide_contradiction(options: &ReadOptions) -> Decision {
    let verdict = match options.on_contradiction {
        None => Verdict::Contradictory,
        Some(OnContradiction::Accept) => Verdict::Accepted,
        Some(OnContradiction::Revise) => Verdict::NeedsRevision,
        Some(OnContradiction::Invalid) => Verdict::Invalid,
    };
    (verdict, Some("contradictory"))
}

/// Seed 004. A missing flag leaves it to the score; a missing score leaves nothing that could accept. `None`: it decides nothing.
fn decide_by_score_and_flag(score: Found<f64>, flag: Found<bool>, options: &ReadOptions) -> Option<Decision> {
    Some(match (score, flag) {
        (Found::Placeholder, _) | (_, Found::Placeholder) => invalid_decision("placeholder"),
        (Found::Value(score), flag) => match (score >= options.acceptance_threshold, flag) {
            (high, Found::Value(flag)) if flag == high => decide_contradiction(options),
            (true, Found::Unreadable) => invalid_decision("needs_revision"),
            (true, _) => ACCEPT,
            (false, _) => REVISE,
        },
        (_, Found::Value(true)) => REVISE,
        (Found::Absent, Found::Absent) => return None,
        _ => invalid_decision("score"),
    })
}

/// Seed 001: padded with false, trimmed, accepted when every criterion is met and the confidence reaches its threshold.
fn decide_by_criteria(object: &Object<'_>, options: &ReadOptions, reading: &mut Reading) -> Option<Decision> {
    let most = usize::try_from(options.max_suggestions).unwrap_or(usize::MAX);
    reading.suggestions =
        object.get(Field::Suggestions).map(|_| object.collect_texts(Field::Suggestions).into_iter().take(most).collect());
    let doc = object.doc;
    let count = options.criteria_count.and_then(|count| usize::try_from(count).ok());
    let list = object.member_node_index(Field::CriteriaMet).and_then(|at| Some((at, doc.get_node(at)?)));
    let cut = if object.root.whole { None } else { Some(invalid_decision("truncated")) };
    let (entries, whole): (Vec<Found<bool>>, bool) = match list {
        None if cut.is_some() => return cut,
        None => (Vec::new(), true),
        Some((at, node)) if node.kind == Kind::Array => {
            // A cut entry says nothing.
            let entries = doc.child_nodes(at).filter(|(_, entry)| entry.whole);
            (entries.map(|(_, entry)| read_scalar(doc, Some(entry), read_met_or_unmet)).gather(), node.whole)
        }
        Some(_) => return Some(invalid_decision("criteria_met")),
    };
    if entries.contains(&Found::Placeholder) {
        return Some(invalid_decision("placeholder"));
    }
    let unreadable = !entries.is_empty() && entries.iter().all(|entry| *entry == Found::Unreadable);
    if unreadable || (list.is_none() && count.is_none()) {
        return Some(invalid_decision("criteria_met"));
    }
    let mut met: Vec<bool> = entries.into_iter().map(|entry| entry == Found::Value(true)).collect();
    if let Some(count) = count {
        // The caller sets the number of criteria, not the critic.
        met.resize(if whole { count } else { met.len().min(count) }, false);
    }
    // Without criteria there is nothing to meet.
    if met.is_empty() && whole {
        return Some(invalid_decision("criteria_met"));
    }
    let refused = met.contains(&false);
    reading.criteria_met = Some(met);
    if refused {
        return Some(REVISE);
    }
    if !whole {
        return Some(invalid_decision("truncated"));
    }
    Some(match read_scalar(doc, object.get(Field::Confidence), read_fraction_or_percent) {
        Found::Value(confidence) if confidence >= options.confidence_threshold => ACCEPT,
        Found::Value(_) => (Verdict::NeedsRevision, Some("low_confidence")),
        Found::Absent if object.get(Field::Confidence).is_none() && cut.is_none() => {
            reading.confidence = Some(0.0);
            (Verdict::NeedsRevision, Some("low_confidence"))
        }
        Found::Placeholder => invalid_decision("placeholder"),
        Found::Absent | Found::Unreadable => cut.unwrap_or(invalid_decision("confidence")),
    })
}

/// Seed 002. The text of the critique is the fault when no list of faults is given, and else how to fix them.
fn decide_by_status(object: &Object<'_>, options: &ReadOptions, has_faults: bool, reading: &mut Reading) -> Option<Decision> {
    let critique = object.join_field(Field::Critique);
    reading.reasoning = match (reading.reasoning.take(), &critique) {
        (Some(reasoning), Some(critique)) => Some(format!("{reasoning}\n{critique}").into()),
        (reasoning, critique) => reasoning.or_else(|| critique.clone()),
    };
    let status = read_scalar(object.doc, object.get(Field::Status), read_acceptance_word);
    if status == Found::Value(false) {
        match critique {
            Some(critique) if reading.issues.is_empty() => reading.issues.push(critique),
            Some(critique) if reading.issues.as_slice() != [critique.clone()] => {
                reading.suggestion = reading.suggestion.take().or(Some(critique))
            }
            Some(_) | None => {}
        }
        return Some(REVISE);
    }
    Some(match status {
        Found::Absent => return None,
        Found::Placeholder => invalid_decision("placeholder"),
        Found::Unreadable => invalid_decision("status"),
        Found::Value(_) if has_faults => decide_contradiction(options),
        Found::Value(_) if !object.has_nonnull_value(Field::Issues) && (critique.is_some() || reading.suggestion.is_some()) => {
            (Verdict::Unclear, Some("issues_missing"))
        }
        Found::Value(_) => ACCEPT,
    })
}

#[cfg(test)]
mod tests {
    use super::super::read_critique;
    use super::Verdict::{Accepted, Invalid, NeedsRevision};
    use super::*;

    #[test]
    fn criteria_are_padded_trimmed_and_never_met_by_nothing() {
        let cases = [
            ("[true, true]", 2, Accepted),
            ("[true]", 2, NeedsRevision),
            ("[true, true, false]", 2, Accepted),
            ("[]", 2, NeedsRevision),
            ("[]", 0, Invalid),
            ("[true]", 0, Invalid),
            ("[\"met\", \"not met\"]", 2, NeedsRevision),
            ("[\"Met\", \"yes\"]", 2, Accepted),
            ("[true, \"mostly\"]", 2, NeedsRevision),
            ("\"true\"", 1, Invalid),
        ];
        for (list, count, status) in cases {
            let text = format!("{{\"criteria_met\": {list}, \"confidence\": 0.9}}");
            let options = ReadOptions { form: Some(Form::Criteria), criteria_count: Some(count), ..ReadOptions::default() };
            assert_eq!(read_critique(&text, &options).status, status, "{text}");
        }
    }
}
