//! Reads a list that a model wrote.

use serde_json::Value;

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
    let span = text.find(['[', '{']).zip(text.rfind([']', '}']));
    let found = span.and_then(|(start, end)| text.get(start..=end)).and_then(|json| serde_json::from_str(json).ok());
    let list = match found {
        Some(Value::Array(list)) => list,
        Some(Value::Object(map)) => match map.into_iter().find(|(_, value)| value.is_array()) {
            Some((_, Value::Array(list))) => list,
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    list.iter().filter_map(Value::as_str).map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned).collect()
}

/// What stands behind a bullet or a number.
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
