//! Finds the facts in what a model wrote: a JSON object with a list, a list, or one object after the other, also with words around them.

use serde_json::Value;

/// Places at which a value may begin that turn out to hold none.
const MISSES: usize = 200;
/// Those among them that were read to the end of the reply.
const ENDLESS: usize = 16;

/// What was found.
#[derive(Debug, Default, PartialEq)]
pub struct Found {
    /// As they were written; `None` when there is nothing that could hold facts.
    pub facts: Option<Vec<Value>>,
    /// They stand in something that is no JSON, such as a list without an end.
    pub broken: bool,
}

pub fn facts(text: &str) -> Found {
    let mut found = Found::default();
    let (mut misses, mut endless) = (0, 0);
    let mut rest = text;
    while let Some(from) = rest.find(['{', '[']).and_then(|at| rest.get(at..)) {
        let end = end(from);
        let value = end.and_then(|end| from.get(..end)).and_then(|whole| serde_json::from_str(whole).ok());
        match (value, end) {
            (Some(value), Some(end)) => {
                let alone = is_fact(&value);
                if let Some(listed) = listed(value) {
                    // A fact by itself, after something that did not end, is what is left of a list.
                    found.broken |= alone && misses > 0;
                    found.facts.get_or_insert_default().extend(listed);
                }
                rest = from.get(end..).unwrap_or_default();
            }
            (_, end) => {
                misses += 1;
                endless += usize::from(end.is_none());
                rest = from.get(1..).unwrap_or_default();
            }
        }
        if misses > MISSES || endless > ENDLESS {
            break;
        }
    }
    found
}

/// Where the value ends that a text begins with: at the bracket that closes its first one.
fn end(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The facts that a value holds, if it is one that can hold any.
fn listed(value: Value) -> Option<Vec<Value>> {
    if is_fact(&value) {
        return Some(vec![value]);
    }
    match value {
        Value::Array(list) if list.iter().all(Value::is_object) => Some(list),
        Value::Object(mut map) => match map.remove("facts") {
            Some(Value::Array(list)) => Some(list),
            Some(_) => None,
            // Under another name.
            None => map.into_iter().find_map(|(_, held)| match held {
                Value::Array(list) if list.first().is_some_and(is_fact) => Some(list),
                _ => None,
            }),
        },
        _ => None,
    }
}

fn is_fact(value: &Value) -> bool {
    value.get("path").is_some() && (value.get("value").is_some() || value.get("quote").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_found_however_they_are_wrapped() {
        const ONE: &str = r#"{"path":"a","value":1,"quote":"[1]"}"#;
        let whole = |count: usize| (Some(count), false);
        let cases: [(String, (Option<usize>, bool)); 16] = [
            (format!(r#"{{"facts":[{ONE},{ONE}]}}"#), whole(2)),
            (format!("Here they are:\n```json\n[{ONE}]\n```\nThat is all [1]."), whole(1)),
            (format!("{ONE}\n{ONE}"), whole(2)),
            (format!(r#"{{"note":[],"results":[{ONE}]}}"#), whole(1)),
            (format!(r#"The object {{facts}}: {{"facts":[{ONE}]}}"#), whole(1)),
            (r#"{"facts":[]}"#.to_owned(), whole(0)),
            ("[]".to_owned(), whole(0)),
            (format!(r#"{{"facts":[{ONE},{ONE},{{"path":"a","val"#), (Some(2), true)),
            (format!(r#"{{"facts":[{ONE},]}}"#), (Some(1), true)),
            (String::new(), (None, false)),
            ("The document says nothing.".to_owned(), (None, false)),
            (r#"{"facts":null}"#.to_owned(), (None, false)),
            (r#"{"facts":"none"}"#.to_owned(), (None, false)),
            (r#"{"answer":42}"#.to_owned(), (None, false)),
            ("see [1], [2]".to_owned(), (None, false)),
            (r#"{"facts":[{"path":"a","value""#.to_owned(), (None, false)),
        ];
        for (text, expected) in cases {
            let found = facts(&text);
            assert_eq!((found.facts.map(|facts| facts.len()), found.broken), expected, "{text}");
        }
    }

    #[test]
    fn hostile_text_is_read_to_its_end() {
        for part in ["[", "{\"a\":", "{\"a\":\"", "[1,", "]", "{\"path\":1,\"quote\":2}", "{\"a\":[[[[", "\"{"] {
            let _ = facts(&part.repeat(200_000));
        }
    }
}
