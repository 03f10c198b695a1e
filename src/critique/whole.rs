//! Replies that are one object in disguise: escaped as a whole, or without the brace that they were prefilled with.

use super::json::{self, Ending, Kind, Repair, Tree};

/// The text of a reply that is escaped as a whole: a JSON string that holds JSON, or an object with `\"` for every quote.
pub(super) fn escaped(text: &str) -> Option<String> {
    let trimmed = text.trim();
    let whole = trimmed.starts_with(['"', '\'']).then(|| json::quoted(trimmed, 0, json::Role::Value)).flatten();
    if let Some(string) = whole.filter(|s| s.closed && s.after == trimmed.len()) {
        let inner = json::unescape(string.inner.of(trimmed));
        return inner.trim_start().starts_with(['{', '[', '`']).then(|| inner.into_owned());
    }
    let brace = trimmed.find('{')?;
    let first = trimmed.get(brace + 1..)?.trim_start_matches("\\n").trim_start();
    first.starts_with("\\\"").then(|| json::unescape(trimmed).into_owned())
}

/// The text of a reply whose quotes are HTML entities.
pub(super) fn entities(text: &str) -> Option<String> {
    let (_, inside) = text.split_once('{')?;
    let entity = ["&quot;", "&#34;", "&#x22;"].into_iter().find(|entity| inside.trim_start().starts_with(entity))?;
    Some(text.replace(entity, "\"").replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

/// The object of a reply that begins with its first key, as happens when the critic's reply was prefilled with `{`.
pub(super) fn braceless(text: &str) -> Option<Tree<'_>> {
    let start = text.find(|c: char| !json::is_blank(c))?;
    if !text.get(start..)?.starts_with('"') {
        return None;
    }
    let tree = json::parse(text, start, true);
    let closed = tree.ending == Ending::Closed && text.get(tree.end..)?.trim().is_empty();
    let keyed = tree.nodes.get(1).is_some_and(|n| n.key.is_some());
    (closed && keyed && tree.nodes.first()?.kind == Kind::Object)
        .then_some(tree)
        .filter(|t| !t.repairs.contains(&Repair::InnerQuote))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_that_is_escaped_as_a_whole_is_unescaped() {
        assert_eq!(escaped(r#" "{\"a\": 1}" "#).as_deref(), Some(r#"{"a": 1}"#));
        assert_eq!(escaped(r#"x {\n \"a\": 1}"#).as_deref(), Some("x {\n \"a\": 1}"));
        for text in [r#"{"a": 1}"#, "\"9\"", "", "\"{"] {
            assert_eq!(escaped(text), None, "{text}");
        }
    }

    #[test]
    fn quotes_that_are_entities_are_resolved() {
        assert_eq!(entities("{ &quot;a&quot;: &quot;&lt;b&gt;&quot;}").as_deref(), Some("{ \"a\": \"<b>\"}"));
        assert!(entities("{\"a\": \"&quot;\"}").is_none() && entities("&quot;").is_none());
    }

    #[test]
    fn an_object_may_lack_its_opening_brace_but_not_its_closing_one() {
        assert!(braceless("\n\"score\": 9, \"a\": []}").is_some());
        for text in ["\"score\": 9", "\"score\": 9} x", "\"score\"}", "\"9\"", "score: 9}", ""] {
            assert!(braceless(text).is_none(), "{text}");
        }
    }
}
