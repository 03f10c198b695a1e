//! Reads requirements that a model derived from a question.

use super::is_cut_or_blocked;
use super::json::{Ending, Kind};
use super::reply::ParsedReply;
use crate::message::SharedText;

/// The entries of the last whole object with a list of `requirements`; none when there is no such object, or the reply was cut.
#[must_use]
pub fn read_requirements(text: &str, finish_reason: Option<&str>) -> Vec<SharedText> {
    let reply = ParsedReply::parse_after_thinking(text);
    let mut read = Vec::new();
    for tree in reply.objects.iter().filter(|tree| tree.ending == Ending::Closed && !is_cut_or_blocked(finish_reason)) {
        let doc = tree.as_doc();
        let is_list = |key: &str, kind| key == "requirements" && kind == Kind::Array;
        let list = doc.child_nodes(0).find(|(_, node)| doc.node_key(node).is_some_and(|key| is_list(key.as_str(), node.kind)));
        let Some((list, _)) = list else { continue };
        let entries = doc.child_nodes(list).filter(|(_, node)| node.kind == Kind::String);
        read = entries.map(|(_, node)| doc.node_text(node).trim().into()).filter(|text: &SharedText| !text.is_empty()).collect();
    }
    read
}

#[cfg(test)]
mod tests {
    use super::read_requirements;

    #[test]
    fn a_list_is_read_from_a_whole_object_alone() {
        let cases: [(&str, &[&str]); 8] = [
            (r#"{"requirements": ["a", " b ", "", 3]}"#, &["a", "b"]),
            ("<think>{\"requirements\": [\"no\"]}</think>Here:\n```json\n{\"Requirements\": [\"a\"]}\n```", &["a"]),
            (r#"{"requirements": ["a"]} {"requirements": ["b"]}"#, &["b"]),
            (r#"{"requirements": "a"}"#, &[]),
            (r#"{"requirements": ["a", "b"#, &[]),
            (r#"{"list": ["a"]}"#, &[]),
            ("- a\n- b", &[]),
            ("", &[]),
        ];
        for (text, entries) in cases {
            assert_eq!(read_requirements(text, None), entries, "{text}");
        }
        assert!(read_requirements(cases[0].0, Some("length")).is_empty());
        for part in ["[", "{\"requirements\":", "- ", "]", "{\"requirements\":[\"a\"]}"] {
            let _ = read_requirements(&part.repeat(100_000), None);
        }
    }
}
