//! Tells from its surroundings whether an object is the critic's verdict or something that the critic shows.

use super::scalar::{self, Status};

/// Words that say so only where hardly anything else stands before an object: `User:`, `Old verdict:`.
const LABELS: &str = "user input human old todo attempt expected desired claim states reads wants";

/// How much an object's surroundings let it count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Quoted, an example, or part of a sentence.
    Quoted,
    /// In a code block of another language than JSON: counts when nothing better is there.
    Code,
    /// Stands for itself.
    Own,
}

/// The fence around an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFence<'t> {
    /// What stands on the line that opens it.
    pub info: &'t str,
    /// The fence names another language than JSON.
    pub code: bool,
    /// The object is the first thing inside.
    pub first: bool,
}

/// Where an object stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'t> {
    /// The text before it on its line.
    pub before: &'t str,
    /// The last line before it that holds text.
    pub heading: &'t str,
    pub after: &'t str,
    pub fence: Option<InFence<'t>>,
}

const QUOTES: [char; 10] = ['`', '"', '\'', '“', '”', '„', '«', '»', '‘', '’'];

/// Words that, before an object in its sentence, say that it is not the verdict: an example, a quotation, a denial, a first
/// thought. A word too many costs a retry, a word too few a false acceptance.
const WORDS: &str = "example instance comparison template hypothetical hypothetically placeholder sample draft initial initially \
    preliminary tentative not never suppose supposing lenient cannot instead rather unless if claims claimed says said contains contained includes included \
    prints printed outputs writes wrote quotes quoting embeds embedded asks tells instructs demands injected attempts tries pretends \
    told orders ordered commands commanded urges urged begs dictates dictated \
    tried suspicious injection hopes hidden embedded verbatim quote quoted blockquote fake mock ignore wrong previous previously prior candidate del strike beispiel ejemplo exemple exemplo esempio voorbeeld";
const PHRASES: [&str; 14] = [
    "from the answer",
    "from the essay",
    "e.g.",
    "would get",
    "would be",
    "would look",
    "would have",
    "n't ",
    "n’t ",
    "under review",
    "~~",
    "<s>",
    "例",
    "예시",
];

impl Place<'_> {
    pub(super) fn standing(self) -> Standing {
        if self.before.trim_start().starts_with('>') || self.fence.is_some_and(|f| denies(f.info)) || is_negation(self.before) {
            return Standing::Quoted;
        }
        let first = self.fence.is_some_and(|f| f.first);
        let alone = first || self.before.trim_matches(|c: char| QUOTES.contains(&c) || c.is_whitespace()).is_empty();
        let introduces = self.heading.ends_with([':', '：', '*', '>']) || self.heading.starts_with('#');
        let before = if !alone {
            self.before
        } else if introduces {
            self.heading
        } else {
            ""
        };
        let in_quotes = !alone && before.ends_with(&QUOTES[1..]) && self.after.starts_with(&QUOTES[1..]);
        if in_quotes || goes_on(self.after) || introduces_a_quote(before) {
            return Standing::Quoted;
        }
        match self.fence {
            Some(InFence { code: true, first: true, .. }) => Standing::Code,
            Some(InFence { code: true, first: false, .. }) => Standing::Quoted,
            _ => Standing::Own,
        }
    }
}

/// Whether the line that opens a fence says that what is inside is no verdict: ```` ```wrong ````, ```` ```json example ````.
fn denies(info: &str) -> bool {
    let refused = |word: &str| {
        matches!(scalar::status_in(word), Some(Status::NeedsRevision | Status::Invalid)) || scalar::flag_in(word) == Some(false)
    };
    introduces_a_quote(info) || info.split_whitespace().any(refused)
}

/// Whether nothing but marks that negate, or begin a comment, stands before an object.
fn is_negation(before: &str) -> bool {
    let before = before.trim();
    let comment =
        ["//", "/*", "--", ";", "%", "#"].iter().any(|mark| before.starts_with(mark)) && !before.contains(char::is_alphanumeric);
    comment || (!before.is_empty() && before.chars().all(|c| matches!(c, '!' | '¬' | '≠' | '~')))
}

/// Whether the sentence goes on after an object: `{…} would be too kind`.
fn goes_on(after: &str) -> bool {
    let unquoted = after.trim_start_matches(|c: char| QUOTES.contains(&c) || matches!(c, ')' | ']' | '}' | '*'));
    unquoted.trim_start_matches([' ', '\t', ',', ';', '-', '–', '—']).starts_with(char::is_lowercase)
}

pub(super) fn introduces_a_quote(before: &str) -> bool {
    const LONGEST: usize = 160;
    if before.is_empty() {
        return false;
    }
    let mut from = before.len().saturating_sub(LONGEST);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let before = before.get(from..).unwrap_or_default().to_ascii_lowercase();
    // Only the sentence that the object ends.
    let sentence = before.rsplit(['.', '!', '?']).find(|part| part.contains(char::is_alphabetic)).unwrap_or_default();
    let words = || sentence.split(|c: char| !c.is_alphanumeric());
    PHRASES.iter().any(|phrase| before.contains(phrase))
        || (words().filter(|word| !word.is_empty()).count() <= 2
            && words().any(|word| LABELS.split_ascii_whitespace().any(|known| known == word)))
        || marks(&words().filter(|word| !word.is_empty()).collect::<Vec<_>>())
        // The format is shown, unless the verdict comes "in the required format", or "following the schema".
        || (words().any(|word| matches!(word, "format" | "schema")) && !words().any(|word| FOLLOWS.contains(&word)))
}

const FOLLOWS: [&str; 7] = ["in", "following", "using", "per", "according", "matching", "requested"];
/// What is judged, as an object of a review: "my evaluation of the draft", "after reading the draft".
const REVIEWS: &str = "evaluation review critique assessment verdict analysis judgement judgment feedback rating reading read reviewing \
    reviewed evaluating evaluated checking checked considering";

/// Whether a word of a sentence says that what follows is not the verdict. A draft that was reviewed and faults of before that are
/// mended say nothing of the kind.
fn marks(words: &[&str]) -> bool {
    let known = |list: &str, word: &str| list.split_ascii_whitespace().any(|known| known == word);
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|i| words.get(i)).copied().unwrap_or_default();
        let after = words.get(at + 1).copied().unwrap_or_default();
        let reviewed = || {
            let noun = matches!(before, "the" | "this" | "your") && words.iter().take(at).any(|word| known(REVIEWS, word));
            noun || (before == "the"
                && at == 1
                && known("meets is satisfies fulfils fulfills passes answers", after)
                && words.len() > at + 2)
        };
        match *word {
            "draft" if reviewed() => false,
            "previous" if known("issues faults problems points concerns remarks comments", after) => false,
            word => known(WORDS, word),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands(before: &str, heading: &str, after: &str) -> Standing {
        Place { before, heading, after, fence: None }.standing()
    }

    #[test]
    fn an_object_that_is_introduced_as_the_verdict_stands_for_itself() {
        for (before, heading) in [
            ("", ""),
            ("", "Here is my evaluation:"),
            ("Verdict: ", "The answer is not bad."),
            ("It is not bad. My verdict: ", ""),
            ("<critique>", ""),
            ("`", ""),
            ("", "This answer contains an error."),
            ("", "Here is my evaluation of the draft:"),
            ("", "Critique of the draft above:"),
            ("", "After reading the draft:"),
            ("", "The draft meets all requirements:"),
            ("", "Following the format you gave:"),
            ("Per the format: ", ""),
            ("", "All previous issues are fixed:"),
        ] {
            assert_eq!(stands(before, heading, ""), Standing::Own, "{before} / {heading}");
        }
        for after in ["", "\nHope this helps!", " Hope this helps!", "</critique>", "}}", "`", ");", "\n```"] {
            assert_eq!(stands("", "", after), Standing::Own, "{after}");
        }
    }

    #[test]
    fn an_object_that_is_shown_is_quoted() {
        for (before, heading, after) in [
            ("> ", "", ""),
            ("Example: ", "", ""),
            ("", "For example:", ""),
            ("", "## Example", ""),
            ("The answer says: ", "", ""),
            ("I would not give ", "", ""),
            ("I can't give ", "", ""),
            ("A perfect answer would get ", "", ""),
            ("", "", " would be too kind"),
            ("", "", ", but it is wrong"),
            ("It ends with \"", "", "\"."),
            ("Initial assessment: ", "", ""),
            ("Draft evaluation: ", "", ""),
            ("The draft says: ", "", ""),
            ("", "Copy of the draft:", ""),
            ("", "In the draft:", ""),
            ("", "The draft is:", ""),
            ("", "Previous assessment:", ""),
            ("", "The format:", ""),
            ("Suppose: ", "", ""),
        ] {
            assert_eq!(stands(before, heading, after), Standing::Quoted, "{before} / {heading} / {after}");
        }
    }

    #[test]
    fn code_counts_only_as_the_first_thing_in_its_fence() {
        let at = |code, first| {
            Place { before: "x = ", heading: "", after: "", fence: Some(InFence { info: "", code, first }) }.standing()
        };
        assert_eq!(at(true, true), Standing::Code);
        assert_eq!(at(true, false), Standing::Quoted);
        assert_eq!(at(false, false), Standing::Own);
    }
}
