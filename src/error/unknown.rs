//! What is said of a word that is none of the known ones: which of them was probably meant.

/// What a thing is called here, the likelier first, and what other libraries, or earlier versions, call it.
const USUAL: [(&[&str], &[&str]); 16] = [
    (
        &["maxReflections", "maxIterations"],
        &["maxIterations", "maxReflections", "maxRevisions", "maxRounds", "rounds", "maxAttempts", "attempts", "iterations"],
    ),
    (&["acceptanceThreshold", "confidenceThreshold"], &["threshold"]),
    (&["acceptanceThreshold"], &["minScore", "scoreThreshold", "passScore", "passThreshold"]),
    (&["critiquePrompt"], &["reflectionPrompt", "criticPrompt"]),
    (&["criteria", "successCriteria"], &["rubric", "criteria"]),
    (&["maxAnswerSteps"], &["maxSteps"]),
    (&["input"], &["prompt", "question", "messages"]),
    (&["outputSchema", "canonicalModel"], &["schema", "output"]),
    (&["model"], &["llm", "llmClient", "fallbackLlm", "fallbackModel", "client"]),
    (&["onDraft"], &["onToken", "onDelta"]),
    (&["systemPrompt"], &["system", "instructions"]),
    (&["signal"], &["abortSignal"]),
    (&["critic"], &["critics", "judge", "evaluator", "criticModel"]),
    (&["revision"], &["revised"]),
    (&["fresh"], &["anew"]),
    (&["informedFresh", "sawFailures"], &["told"]),
];

/// The known word for what is usually called by this one. Not by its spelling: see [`find_nearest`].
pub fn resolve_alias<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let word = split_name(word);
    let theirs = USUAL.iter().filter(|(_, theirs)| theirs.iter().any(|name| split_name(name) == word));
    theirs.flat_map(|(ours, _)| *ours).find_map(|ours| allowed.iter().copied().find(|name| name == ours))
}

/// Suggests a known word: a common alias, a near spelling, or one made of the same parts.
pub fn suggest_word<'a>(kind: &str, word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    // Other kinds of words are a user's own, or a model's.
    let usual = if matches!(kind, "setting" | "task key" | "option" | "key") { resolve_alias(word, allowed) } else { None };
    let own = matches!(kind, "tool" | "path" | "metric");
    usual.or_else(|| find_nearest(word, allowed)).or_else(|| if own { None } else { find_related(word, allowed) })
}

/// The known word that is nearest to a mistyped one, if any is near (fewer edits than a third of its letters). Case, `_` and
/// `-` are no difference.
pub fn find_nearest<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let word = fold_name(word);
    allowed
        .iter()
        .map(|k| (fold_name(k), *k))
        .map(|(letters, k)| (strsim::osa_distance(&word, &letters), letters.len(), k))
        .min_by_key(|(distance, ..)| *distance)
        .filter(|(distance, len, _)| *distance * 3 < *len)
        .map(|(.., k)| k)
}

/// The known word that is made of the same words, where one of the two has some more (`timeout` for `callTimeoutMs`, `onStepFinish` for
/// `onStep`) or they are of one stem (`accept_threshold` for `acceptanceThreshold`). Half of the longer must be the same.
fn find_related<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let word = split_name(word);
    let share = |k: &str| {
        let other = split_name(k);
        let letters = |words: &[String]| words.iter().map(String::len).sum::<usize>();
        let longer = letters(&word).max(letters(&other)).max(1);
        count_shared_letters_if_subsequence(&word, &other) * 1_000 / longer
    };
    // The first of several that are as near.
    allowed
        .iter()
        .rev()
        .map(|k| (share(k), *k))
        .max_by_key(|(share, _)| *share)
        .filter(|(share, _)| *share >= 500)
        .map(|(_, k)| k)
}

/// Letters that two lists of words share, where all words of the shorter are in the longer in their order; else none.
fn count_shared_letters_if_subsequence(a: &[String], b: &[String]) -> usize {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut rest = long.iter();
    short
        .iter()
        .try_fold(0, |sum, word| rest.find(|other| is_same_or_long_prefix(word, other)).map(|o| sum + word.len().min(o.len())))
        .unwrap_or(0)
}

/// Whether two words are the same, or one is the beginning of the other and more than half of it.
fn is_same_or_long_prefix(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short == long || (short.len() >= 4 && long.starts_with(short) && short.len() * 2 > long.len())
}

/// The letters of a name, in lower case.
fn fold_name(name: &str) -> String {
    let mut letters = String::new();
    for word in split_name(name) {
        letters.push_str(&word);
    }
    letters
}

/// The words of a name, in lower case: those of `callTimeoutMs` and `call_timeout_ms` are the same.
fn split_name(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for letter in name.chars() {
        if letter == '_' || letter == '-' || (letter.is_ascii_uppercase() && !before.is_ascii_uppercase()) {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| letter != '_' && letter != '-') {
            part.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// ``unknown setting `maxReflection`, did you mean `maxReflections`?``
pub fn describe_unknown(kind: &str, word: &str, allowed: &[&str]) -> String {
    describe_unknown_at(kind, "", word, allowed)
}

/// ``unknown setting `budget.maxCall`, did you mean `budget.maxCalls`?``: the word is inside something, whose `path_prefix` ends with a dot.
pub fn describe_unknown_at(kind: &str, path_prefix: &str, word: &str, allowed: &[&str]) -> String {
    let word: String = word.chars().take(80).collect();
    match suggest_word(kind, &word, allowed) {
        Some(near) => format!(
            "unknown {kind} `{path_prefix}{word}`, did you mean `{path_prefix}{near}`?{}",
            explain_count_difference(&word, near)
        ),
        None if allowed.is_empty() => format!("unknown {kind} `{path_prefix}{word}`; there are none"),
        None => format!("unknown {kind} `{path_prefix}{word}`; known are {}", allowed.join(", ")),
    }
}

/// Explains what our word counts, where others count something else by theirs.
fn explain_count_difference(word: &str, ours: &str) -> &'static str {
    let counts_drafts = ours == "maxReflections" && find_nearest(word, &[ours]).is_none();
    if counts_drafts { " It counts revisions: one fewer than iterations" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_word_is_known_none_is_listed() {
        assert_eq!(describe_unknown("tool", "add", &[]), "unknown tool `add`; there are none");
        assert_eq!(describe_unknown("tool", "add", &["search"]), "unknown tool `add`; known are search");
    }

    #[test]
    fn a_mistyped_word_is_answered_with_the_nearest_known_one() {
        let allowed = ["maxReflections", "acceptanceThreshold", "seed"];
        let cases = [
            ("maxReflection", Some("maxReflections")),
            ("MAXREFLECTIONS", Some("maxReflections")),
            ("sead", Some("seed")),
            ("max_reflections", Some("maxReflections")),
            ("x", None),
            ("temperature", None),
        ];
        for (word, near) in cases {
            assert_eq!(find_nearest(word, &allowed), near, "{word}");
        }
    }

    #[test]
    fn a_name_of_the_same_words_is_answered_with_the_known_one() {
        let allowed =
            ["maxReflections", "acceptanceThreshold", "onStep", "onDraft", "callTimeoutMs", "judgeLast", "maxCalls", "maxTokens"];
        let cases = [
            ("timeout", Some("callTimeoutMs")),
            ("request_timeout_ms", None),
            ("onStepFinish", Some("onStep")),
            ("onStepComplete", None),
            ("accept_threshold", Some("acceptanceThreshold")),
            ("ACCEPT_THRESHOLD", Some("acceptanceThreshold")),
            ("calls", Some("maxCalls")),
            ("judge", Some("judgeLast")),
            ("max", None),
            ("on", None),
            ("last", None),
            ("maxLength", None),
            ("onError", None),
            ("thresholds", None),
            ("", None),
            ("_", None),
        ];
        for (word, near) in cases {
            assert_eq!(suggest_word("option", word, &allowed), near, "{word}");
        }
        assert_eq!(suggest_word("tool", "timeout", &allowed), None, "a model's word");
    }

    #[test]
    fn a_key_of_another_library_is_answered_with_ours() {
        let allowed = ["maxReflections", "input", "inputs"];
        assert_eq!(
            describe_unknown("setting", "maxIterations", &allowed),
            "unknown setting `maxIterations`, did you mean `maxReflections`? It counts revisions: one fewer than iterations"
        );
        for (word, known, ours) in [
            ("max_iterations", "maxReflections", Some("maxReflections")),
            ("llm", "model", Some("model")),
            ("fallback_llm", "model", Some("model")),
            ("llm", "input", None),
        ] {
            assert_eq!(suggest_word("key", word, &[known]), ours, "{word}");
        }
        assert_eq!(describe_unknown("task key", "prompt", &allowed), "unknown task key `prompt`, did you mean `input`?");
        let option = describe_unknown("option", "threshold", &["acceptanceThreshold", "confidenceThreshold"]);
        assert_eq!(option, "unknown option `threshold`, did you mean `acceptanceThreshold`?");
        // What is not known here is not an answer, and a word of the user's own is not a key.
        assert_eq!(resolve_alias("threshold", &allowed), None);
        assert_eq!(resolve_alias("threshold", &["confidenceThreshold"]), Some("confidenceThreshold"));
        assert_eq!(describe_unknown("path", "prompt", &["input"]), "unknown path `prompt`; known are input");
    }
}
