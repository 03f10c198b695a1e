//! Reads a joint critique: one object or list with a form for each draft. A form is known by its number, in it or as its
//! key, or by its place where none has one. Where one of them accepts, nothing may be beside the object.

use super::extra_text::is_harmless_extra_text;
use super::find::{self, SeenTexts};
use super::form::FormContext;
use super::json::{Doc, Ending, Kind, Node};
use super::reply::ParsedReply;
use super::{Reading, Verdict, is_cut_or_blocked};

/// A verdict for each draft, in the order of their numbers; `None` when one of them has none, or two.
pub(super) fn read_joint_if_all_decided(
    draft_count: usize,
    context: FormContext<'_>,
    input: &SeenTexts<'_>,
    finish_reason: Option<&str>,
) -> Option<Vec<Reading>> {
    let reply = ParsedReply::parse_after_thinking(context.raw);
    let [tree] = reply.objects.as_slice() else { return None };
    let whole = tree.ending == Ending::Closed && tree.comments.is_empty();
    let alone = reply.prose.iter().all(|prose| is_harmless_extra_text(prose.span.slice_text(context.raw), prose.lead));
    if !whole || reply.too_large || is_cut_or_blocked(finish_reason) {
        return None;
    }
    let doc = tree.as_doc();
    let named = find_unique_member(doc, 0, "drafts").filter(|_| doc.child_nodes(0).count() == 1);
    let list = named.map_or(0, |(list, _)| list);
    let mut entries: Vec<(usize, StatedNumber)> = Vec::new();
    for (at, node) in doc.child_nodes(list) {
        entries.push((at, read_draft_number(doc, at, node)?));
    }
    let in_order = doc.get_node(list)?.kind == Kind::Array && entries.iter().all(|(_, number)| number.is_none());
    if entries.len() != draft_count {
        return None;
    }
    let mut read = Vec::new();
    for (place, draft) in (1..=draft_count).enumerate() {
        let is_it = |(_, number): &&(usize, StatedNumber)| *number == Some(draft);
        let (at, _) = if in_order { entries.get(place)? } else { entries.iter().find(is_it)? };
        let found = find::read_candidate(doc, *at, FormContext { answer: place, ..context }, input)?;
        if found.undecided || found.blocked_by.is_some() || !found.reading.status.is_decided() {
            return None;
        }
        read.push(found.reading);
    }
    (alone || read.iter().all(|reading| reading.status == Verdict::NeedsRevision)).then_some(read)
}

/// The one member of an object with this key.
fn find_unique_member<'a>(doc: Doc<'a>, object_index: usize, folded_key: &str) -> Option<(usize, &'a Node)> {
    let mut found =
        doc.child_nodes(object_index).filter(|(_, node)| doc.node_key(node).is_some_and(|name| name.as_str() == folded_key));
    found.next().filter(|_| found.next().is_none())
}

/// The number that an entry states; none where it states none.
type StatedNumber = Option<usize>;

/// The number of an entry, in it or as its key, or that it has none; `None` where that cannot be said for certain.
fn read_draft_number(doc: Doc<'_>, at: usize, node: &Node) -> Option<StatedNumber> {
    let is_draft = |node: &Node| doc.node_key(node).is_some_and(|key| key.as_str() == "draft");
    let inside = match find_unique_member(doc, at, "draft") {
        Some((_, node)) => Some(parse_nonzero_digit(&doc.node_text(node))?),
        None if doc.child_nodes(at).any(|(_, node)| is_draft(node)) => return None,
        None => None,
    };
    match (doc.node_key(node), inside) {
        (None, inside) => Some(inside),
        (Some(key), inside) => {
            let number = parse_nonzero_digit(key.as_str().trim_start_matches("draft"))?;
            inside.is_none_or(|inside| inside == number).then_some(Some(number))
        }
    }
}

fn parse_nonzero_digit(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CriticReply, CritiqueReader, Form, ReadOptions, Verdict};

    const YES: &str = r#""score": 9, "issues": [], "suggestion": "", "needs_revision": false"#;
    const NO: &str = r#""score": 4, "issues": ["x"], "suggestion": "y", "needs_revision": true"#;

    fn read_joint(text: &str, form: Form, finish_reason: Option<&str>) -> Vec<(Verdict, Option<f64>)> {
        let reader = CritiqueReader::new(ReadOptions { form: Some(form), criteria_count: Some(2), ..ReadOptions::default() });
        let reply = CriticReply {
            text: &text.into(),
            answer: "one\n{\"draft\": 2, \"score\": 9}",
            earlier: "",
            finish_reason,
            second: false,
            sources: None,
        };
        reader.read_joint_reply(reply, 2).into_iter().map(|reading| (reading.status, reading.score)).collect()
    }

    #[test]
    fn each_number_has_its_verdict_in_whatever_order() {
        let scored = |score, status| (status, Some(score));
        let (yes, no) = (scored(9.0, Verdict::Accepted), scored(4.0, Verdict::NeedsRevision));
        for (text, expected) in [
            (format!(r#"{{"drafts": [{{"draft": 1, {YES}}}, {{"draft": 2, {NO}}}]}}"#), [yes, no]),
            (format!(r#"{{"drafts": [{{"draft": 2, {YES}}}, {{{NO}, "draft": "1"}}]}}"#), [no, yes]),
            (format!(r#"{{"drafts": [{{"draft": 1, {NO}}}, {{"draft": 2, {NO}}}]}} Both are bad."#), [no, no]),
            (format!(r#"[{{"draft": 2, {YES}}}, {{{NO}, "draft": "1"}}]"#), [no, yes]),
            (format!("```json\n[{{{YES}}}, {{{NO}}}]\n```"), [yes, no]),
            (format!(r#"{{"1": {{{YES}}}, "2": {{{NO}}}}}"#), [yes, no]),
            (format!(r#"{{"drafts": {{"draft_2": {{{YES}}}, "draft 1": {{"draft": 1, {NO}}}}}}}"#), [no, yes]),
            (
                format!(
                    "<think>hm</think>Here is the JSON:\n```json\n{{drafts: [{{draft: 1, {YES}}}, {{draft: 2, {YES}}},]}}\n```"
                ),
                [yes, yes],
            ),
        ] {
            assert_eq!(read_joint(&text, Form::Score, None), expected, "{text}");
        }
        let criteria = r#"{"drafts": [{"draft": 2, "criteria_met": [true, true], "confidence": 1}, {"draft": 1, "criteria_met": [true], "confidence": 1}]}"#;
        let met = read_joint(criteria, Form::Criteria, None);
        assert_eq!(met, [(Verdict::NeedsRevision, None), (Verdict::Accepted, None)]);
        let status = r#"{"drafts": [{"draft": 1, "status": "accepted", "issues": []}, {"draft": 2, "status": "needs_revision", "critique": "x"}]}"#;
        assert_eq!(read_joint(status, Form::Status, None), [(Verdict::Accepted, None), (Verdict::NeedsRevision, None)]);
    }

    #[test]
    fn anything_else_is_no_verdict_on_any_draft() {
        let both = format!(r#"{{"drafts": [{{"draft": 1, {YES}}}, {{"draft": 2, {NO}}}]}}"#);
        let without = |from: &str, to: &str| both.replacen(from, to, 1);
        for text in [
            without(r#""draft": 2"#, r#""draft": 1"#),
            without(r#""draft": 2"#, r#""draft": 3"#),
            without(r#""draft": 2"#, r#""draft": 0"#),
            without(r#""draft": 2"#, r#""draft": 1.5"#),
            without(r#""draft": 2, "#, ""),
            without(r#""draft": 2"#, r#""draft": 2, "draft": 2"#),
            without(r#", {"draft": 2"#, r#", {"draft": 1, "score": 3}, {"draft": 2"#),
            without(r#""score": 4"#, r#""score": "high""#).replace("true", "null"),
            without(r#""score": 9"#, r#""score": 9, "verdict": "no""#),
            without(r#""score": 9"#, r#""score": 9, "score": 8"#),
            without("false", "true"),
            without("]}", ""),
            without(r#"{"drafts""#, r#"{"best": 1, "drafts""#),
            without("drafts", "answers"),
            format!(r#"[{{{YES}}}, {{{NO}}}, {{{NO}}}]"#),
            format!(r#"[{{{YES}}}, {{"draft": 2, {NO}}}]"#),
            format!(r#"[{{"draft": null, {YES}}}, {{"draft": 2, {NO}}}]"#),
            format!(r#"{{"1": {{{YES}}}, "3": {{{NO}}}}}"#),
            format!(r#"{{"1": {{"draft": 2, {YES}}}, "2": {{"draft": 1, {NO}}}}}"#),
            format!(r#"{{"first": {{{YES}}}, "second": {{{NO}}}}}"#),
            format!(r#"[{{{YES}}}] [{{{NO}}}]"#),
            format!("{both} But the first is wrong."),
            format!("{both}{both}"),
            format!("[{YES}, {NO}]"),
            format!("{{{YES}}}"),
            r#"{"drafts": [{"draft": 1, "score": 7}, {"draft": 2, "score": 9}]}"#.to_owned(),
            r#"{"drafts": []}"#.to_owned(),
            String::new(),
        ] {
            assert_eq!(read_joint(&text, Form::Score, None), [(Verdict::Invalid, None); 2], "{text}");
        }
        assert_eq!(read_joint(&both, Form::Score, Some("length")), [(Verdict::Invalid, None); 2]);
    }
}
