//! What is said of a word that is none of the known ones: which of them was probably meant.

/// What other libraries call a thing, and what it is called here, the likelier first.
const USUAL: [(&str, &str); 19] = [
    ("maxIterations", "maxReflections"),
    ("maxRevisions", "maxReflections"),
    ("maxRetries", "maxReflections"),
    ("threshold", "acceptanceThreshold"),
    ("threshold", "confidenceThreshold"),
    ("minScore", "acceptanceThreshold"),
    ("maxSteps", "maxAnswerSteps"),
    ("criteria", "successCriteria"),
    ("prompt", "input"),
    ("question", "input"),
    ("messages", "input"),
    ("schema", "outputSchema"),
    ("output", "outputSchema"),
    ("onToken", "onDraft"),
    ("onDelta", "onDraft"),
    ("system", "systemPrompt"),
    ("instructions", "systemPrompt"),
    ("abortSignal", "signal"),
    ("critics", "critic"),
];

/// The known word for what is usually called by this one. Not by its spelling: see [`nearest`].
#[must_use]
pub fn usual<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let ours = |(_, here): &(&str, &str)| known.iter().copied().find(|k| k == here);
    USUAL.iter().filter(|(there, _)| *there == word).find_map(ours)
}

/// The known word that is nearest to a mistyped one, if any is near (three edits at most, and fewer than half its letters).
#[must_use]
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = word.to_ascii_lowercase();
    known
        .iter()
        .map(|k| (strsim::osa_distance(&lower, &k.to_ascii_lowercase()), *k))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, k)| *distance <= 3 && *distance * 2 < k.len().max(2))
        .map(|(_, k)| k)
}

/// ``unknown setting `maxReflection`, did you mean `maxReflections`?``
#[must_use]
pub fn unknown(kind: &str, word: &str, known: &[&str]) -> String {
    unknown_in(kind, "", word, known)
}

/// ``unknown setting `budget.maxCall`, did you mean `budget.maxCalls`?``: the word stands inside something, whose `path` ends with a dot.
#[must_use]
pub fn unknown_in(kind: &str, path: &str, word: &str, known: &[&str]) -> String {
    let word: String = word.chars().take(80).collect();
    // Other kinds of words are a user's own, or a model's.
    let meant = if matches!(kind, "setting" | "task key") { usual(&word, known) } else { None };
    match meant.or_else(|| nearest(&word, known)) {
        Some(near) => format!("unknown {kind} `{path}{word}`, did you mean `{path}{near}`?"),
        None if known.is_empty() => format!("unknown {kind} `{path}{word}`; there are none"),
        None => format!("unknown {kind} `{path}{word}`; known are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_word_is_known_none_is_listed() {
        assert_eq!(unknown("tool", "add", &[]), "unknown tool `add`; there are none");
        assert_eq!(unknown("tool", "add", &["search"]), "unknown tool `add`; known are search");
    }

    #[test]
    fn a_mistyped_word_is_answered_with_the_nearest_known_one() {
        let known = ["maxReflections", "acceptanceThreshold", "seed"];
        let cases = [
            ("maxReflection", Some("maxReflections")),
            ("MAXREFLECTIONS", Some("maxReflections")),
            ("sead", Some("seed")),
            ("x", None),
            ("temperature", None),
        ];
        for (word, near) in cases {
            assert_eq!(nearest(word, &known), near, "{word}");
        }
    }

    #[test]
    fn a_key_of_another_library_is_answered_with_ours() {
        let known = ["maxReflections", "input", "inputs"];
        assert_eq!(
            unknown("setting", "maxIterations", &known),
            "unknown setting `maxIterations`, did you mean `maxReflections`?"
        );
        assert_eq!(unknown("task key", "prompt", &known), "unknown task key `prompt`, did you mean `input`?");
        // What is not known here is no answer, and a word of the user's own is no key.
        assert_eq!(usual("threshold", &known), None);
        assert_eq!(usual("threshold", &["confidenceThreshold"]), Some("confidenceThreshold"));
        assert_eq!(unknown("path", "prompt", &["input"]), "unknown path `prompt`; known are input");
    }
}
