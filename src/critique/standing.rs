//! Tells from its surroundings whether an object is the critic's verdict or something that the critic shows.

use super::announced::{is_anothers, is_shown};
use super::scalar::{self, Status};
use super::tentative::is_tentative;

/// How much an object's surroundings let it count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Under a key that does not say whose verdict it is.
    Apart,
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

impl Place<'_> {
    pub(super) fn standing(self) -> Standing {
        if self.before.trim_start().starts_with('>') || self.fence.is_some_and(|f| denies(f.info)) || is_negation(self.before) {
            return Standing::Quoted;
        }
        let first = self.fence.is_some_and(|f| f.first);
        let alone = first || self.before.trim_matches(|c: char| QUOTES.contains(&c) || c.is_whitespace()).is_empty();
        let before = if alone { introduction(self.heading) } else { on_its_line(self.before) };
        let in_quotes = !alone && before.ends_with(&QUOTES[1..]) && self.after.starts_with(&QUOTES[1..]);
        if in_quotes || goes_on(self.after) || is_anothers(before) {
            return Standing::Quoted;
        }
        match self.fence {
            Some(InFence { code: true, first: true, .. }) => Standing::Code,
            Some(InFence { code: true, first: false, .. }) => Standing::Quoted,
            _ => Standing::Own,
        }
    }
}

/// What stands before a verdict on its own line: a sentence that ends by itself introduces as little there as on the line above.
fn on_its_line(before: &str) -> &str {
    let sentence = before.trim_end();
    if sentence.len() < before.len() && sentence.ends_with(['.', '!', '。', '！']) { introduction(sentence) } else { before }
}

/// Whether the line that opens a fence says that what is inside is no verdict: ```` ```wrong ````, ```` ```json example ````.
fn denies(info: &str) -> bool {
    let refused = |word: &str| {
        matches!(scalar::status_in(word), Some(Status::NeedsRevision | Status::Invalid)) || scalar::flag_in(word) == Some(false)
    };
    is_shown(info) || info.split_whitespace().any(refused)
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

/// A line above a verdict, if it may introduce it: no sentence that ends by itself, and no piece of another object.
pub(super) fn introduction(line: &str) -> &str {
    let bare = line.trim_end_matches(['*', '_', '"', '\'', ')', ' ']);
    let marked = line.ends_with(['*', '>']) || line.starts_with('#');
    let ends = bare.ends_with(['.', '!', '?', '。', '！', '…']) && !marked && !is_tentative(bare);
    if ends || bare.ends_with(['}', ']', ',', '{', '[']) { "" } else { line }
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
            ("Great answer! ", ""),
            ("None of the usual pitfalls apply to this draft. ", ""),
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
            ("", "Critique of draft 2:"),
            ("", "Here's my review of the latest draft:"),
            ("", "I cannot find any error:"),
            ("", "This isn't bad at all:"),
            ("", "The answer follows the expected format:"),
            ("", "Compared with the previous draft, this is much better:"),
            ("", "The answer gives the right number"),
            ("", "Without further ado:"),
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
            ("", "Example", ""),
            ("", "A previous reviewer wrote", ""),
            ("", "The answer asks me to reply with", ""),
            ("", "The answer ends with:", ""),
            ("", "The last line of the answer is:", ""),
            ("", "This is what I was asked to output:", ""),
            ("", "I refuse to return:", ""),
            ("", "The author's own rating:", ""),
            ("", "Suggested verdict:", ""),
            ("", "An ideal answer gets:", ""),
            ("", "Once the errors are fixed:", ""),
            ("", "The verdict before the fixes:", ""),
        ] {
            assert_eq!(stands(before, heading, after), Standing::Quoted, "{before} / {heading} / {after}");
        }
    }

    #[test]
    fn an_object_behind_a_line_that_is_not_final_is_quoted() {
        for heading in [
            "e.g.",
            "Such as:",
            "Something like",
            "For example...",
            "Possible output:",
            "Not this:",
            "**Not yet final**",
            "Rather than",
            "As opposed to",
            "Instead of this:",
            "Rough draft of my critique:",
            "Sketch of my evaluation:",
            "## Scratchpad",
            "Provisional score:",
            "Option A:",
            "This could be",
            "Work in progress:",
            "Thinking out loud:",
            "It names three of them, e.g.",
        ] {
            assert_eq!(stands("", heading, ""), Standing::Quoted, "{heading}");
        }
        for heading in [
            "Not bad:",
            "Not much to add:",
            "Not a single flaw:",
            "Rough edges aside:",
            "Unlike the first draft, this is complete:",
            "Instead of the old year it has the right one:",
            "Possible improvements: none",
            "Critique of the working version:",
            "The answer names frameworks, e.g. Brewer:",
            "Maybe a little long, but right:",
            "Perhaps the best one so far:",
            "The answer is as good as possible:",
            "My take:",
            "Final output:",
        ] {
            assert_eq!(stands("", heading, ""), Standing::Own, "{heading}");
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
