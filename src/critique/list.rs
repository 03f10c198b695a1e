//! Reads a list that a model wrote.

use super::json::{self, Ending, Kind};
use super::strip_thinking;

/// The entries of a list: a JSON list of strings, alone or in an object, else the lines that begin with a bullet or a number. Empty
/// when there is neither.
#[must_use]
pub fn read_list(text: &str) -> Vec<String> {
    let text = strip_thinking(text);
    let of_json = as_json(&text);
    if !of_json.is_empty() {
        return of_json;
    }
    text.lines().filter_map(entry).map(str::to_owned).collect()
}

fn as_json(text: &str) -> Vec<String> {
    let Some(start) = text.find(['[', '{']) else { return Vec::new() };
    let tree = json::parse(text, start);
    // What was cut or had to be guessed is not a list.
    let whole = tree.ending == Ending::Closed && text.rfind([']', '}']).is_some_and(|end| end + 1 == tree.end);
    let doc = tree.doc();
    let list = doc.node(0).filter(|_| whole).and_then(|root| match root.kind {
        Kind::Array => Some(0),
        _ => doc.children(0).find(|(_, node)| node.kind == Kind::Array).map(|(at, _)| at),
    });
    let Some(list) = list else { return Vec::new() };
    let texts = doc.children(list).filter(|(_, node)| node.kind == Kind::String).map(|(_, node)| doc.string(node));
    texts.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

/// What is behind a bullet or a number.
pub(super) fn entry(line: &str) -> Option<&str> {
    let line = line.trim();
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marks: &[char] = if unnumbered.len() < line.len() { &['.', ')'] } else { &['-', '*', '•', '–'] };
    let rest = unnumbered.strip_prefix(marks)?;
    Some(rest.trim()).filter(|rest| rest.len() < unnumbered.len() - 1 && !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_from_json_or_from_lines() {
        let cases: [(&str, &[&str]); 11] = [
            (r#"{"requirements": ["a", " b "]}"#, &["a", "b"]),
            ("Here:\n```json\n[\"a\", \"\", 3]\n```", &["a"]),
            ("<think>- no</think>- a\n * b\n• c\n\n2. d\n10) e", &["a", "b", "c", "d", "e"]),
            ("- a\nplain words\n-not a bullet\n2024 was a year", &["a"]),
            ("plain words", &[]),
            ("", &[]),
            ("-\n*\n1.", &[]),
            (r#"{"requirements": "a"}"#, &[]),
            (r#"{"requirements": ["a", "b"#, &[]),
            ("- a [see 1]\n- b", &["a [see 1]", "b"]),
            ("**Must**\n- a", &["a"]),
        ];
        for (text, entries) in cases {
            assert_eq!(read_list(text), entries, "{text}");
        }
    }

    #[test]
    fn hostile_text_is_read_to_its_end() {
        for part in ["[", "{\"a\":", "- ", "1", "]", "<think>", "\n- x"] {
            let _ = read_list(&part.repeat(200_000));
        }
    }
}
