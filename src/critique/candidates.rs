//! Finds the objects of a reply that may be the verdict, and marks those that only repeat what the critic was shown.

use super::Form;
use super::announced::{is_anothers, is_shown};
use super::fields::Fields;
use super::json::{self, Ending, Key, Kind, Repair, Tree, unescape};
use super::keyed;
use super::negation::is_in;
use super::others;
use super::refusal;
use super::scalar::{self, Found, Status};
use super::scan::Reply;
use super::sentence::Heard;
use super::standing::Standing;
use super::stranger::parts;
use crate::message::has;

/// Objects of a shown text that are compared by value.
const MAX_SHOWN: usize = 256;
/// Braces of a shown text that are looked into; beyond them only verbatim echoes are found.
const MAX_BRACES: usize = 100_000;
/// Objects under keys that say nothing are looked at as long as fewer than these were found.
const MAX_FOUND: usize = 256;

#[derive(Debug)]
pub(super) struct Candidate {
    pub fields: Fields,
    pub standing: Standing,
    pub repairs: Vec<Repair>,
    /// The object was closed.
    pub closed: bool,
    /// Nothing about it had to be guessed.
    pub sound: bool,
    /// It stands in the answer or in the prompt.
    pub echo: bool,
}

#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub found: Vec<Candidate>,
    /// An object stands under a key such as `example`.
    pub example: bool,
    /// An object that is no candidate asks for a revision.
    pub refused: bool,
    /// What objects of none of our fields say, such as one around the verdict: `{"truncated": true, "result": …}`.
    pub beside: Vec<Fields>,
    /// The reply holds one object and no other.
    lone: bool,
}

/// What the critic had been shown: an object that only repeats it is no verdict.
pub(super) struct Shown<'t> {
    pub texts: Vec<&'t str>,
    pub prompt: Option<&'t Seen>,
    pub answer: Seen,
    pub earlier: Seen,
}

impl Shown<'_> {
    fn holds(&self, source: &str, fields: &Fields) -> bool {
        let of = |seen: &Seen| seen.holds(source, fields);
        of(&self.answer) || of(&self.earlier) || self.prompt.is_some_and(of)
    }
}

/// The objects of one shown text.
#[derive(Default)]
pub(super) struct Seen {
    /// The text without blanks and backslashes.
    plain: String,
    objects: Vec<Fields>,
}

impl Seen {
    /// Every object of a text, also one that stands in a comment or a reasoning block.
    pub(super) fn of(text: &str) -> Self {
        let mut seen = Self::default();
        // A reply may lack its opening brace, and so may what it repeats.
        if !has(text, *b"{}") {
            return seen;
        }
        seen.plain.extend(plain(text));
        let mut at = 0;
        let mut tree = Tree::new(text, 0);
        for _ in 0..MAX_BRACES {
            let Some(found) = text.get(at..).and_then(|rest| rest.find('{')) else { break };
            tree = json::parse_in(tree.again(at + found), false);
            for (index, node) in tree.nodes.iter().enumerate() {
                if node.kind == Kind::Object && seen.objects.len() < MAX_SHOWN {
                    seen.objects.extend(Fields::read(&tree, index));
                }
            }
            at = tree.end.max(at + found + 1);
        }
        seen
    }

    fn holds(&self, source: &str, fields: &Fields) -> bool {
        if self.plain.is_empty() {
            return false;
        }
        let source: String = plain(source).collect();
        self.plain.contains(&source) || self.objects.contains(fields)
    }
}

fn plain(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !json::is_blank(*c) && *c != '\\')
}

/// Whether the one key of a reply names a verdict or what holds one, and does not give it to somebody else, as the same words before
/// it would: `final_critique`, but not `previous_critique`.
fn names_a_verdict(key: &str) -> bool {
    const VERDICTS: &str = "critique evaluation review assessment appraisal verdict judgement judgment feedback report result output outcome \
        conclusion summary overall";
    const HOLDERS: &str = "content message value object payload response data body json reviewer evaluator judge critic";
    const NEVER: &str = "other another best worst case possible not if";
    let words = parts(key);
    let Some((last, others)) = words.split_last() else { return false };
    let named = is_in(VERDICTS, last) || is_in(HOLDERS, last);
    let plain = others.is_empty() && is_in(HOLDERS, last);
    let said = words.join(" ");
    let nobodys = || words.iter().any(|word| is_in(NEVER, word)) || is_shown(&said) || is_anothers(&format!("{said}:"));
    named && (plain || !nobodys())
}

/// All objects of a reply that have a field of any form: on their own, in a list, or under a key that wraps a result.
pub(super) fn candidates(reply: &Reply<'_>, shown: &Shown<'_>) -> Candidates {
    let mut all = Candidates { lone: reply.objects.len() == 1, ..Candidates::default() };
    for (tree, standing) in &reply.objects {
        all.collect(tree, *standing, shown, true);
    }
    all
}

/// Keys under which a wrapped verdict stands.
fn wraps(key: &str) -> bool {
    matches!(
        key,
        "critique"
            | "critic"
            | "result"
            | "results"
            | "verdict"
            | "evaluation"
            | "review"
            | "reviews"
            | "response"
            | "output"
            | "data"
            | "critiques"
            | "evaluations"
            | "final"
            | "finalverdict"
            | "judgement"
            | "judgment"
            | "feedback"
            | "assessment"
            | "arguments"
            | "args"
            | "input"
            | "parameters"
            | "function"
            | "functioncall"
            | "toolcall"
            | "toolcalls"
            | "json"
    )
}

impl Candidates {
    /// `unpack`: also read arguments that are JSON in a string, once.
    pub(super) fn collect(&mut self, tree: &Tree<'_>, standing: Standing, shown: &Shown<'_>, unpack: bool) {
        let mut at = 0;
        // Ends of the verdict, and of the container under a key that says nothing, inside which `at` stands.
        let (mut verdict, mut apart, mut aside) = (0, 0, Standing::Apart);
        while let Some(node) = tree.node(at) {
            let key = if node.kind == Kind::Word { None } else { tree.key(node) };
            let open = key.as_ref().map(Key::as_str).is_none_or(|key| self.opens(tree, at, key));
            match node.kind {
                Kind::Object if open => {
                    let standing = if at < apart { standing.min(aside) } else { standing };
                    if self.candidate(tree, at, standing, shown) {
                        verdict = verdict.max(node.next);
                    }
                }
                Kind::Array if open => {}
                Kind::String
                    if unpack
                        && node.whole
                        && matches!(key.as_ref().map(Key::as_str), Some("arguments" | "args" | "input" | "parameters")) =>
                {
                    let text = tree.string(node);
                    if text.trim_start().starts_with('{') {
                        let start = text.len() - text.trim_start().len();
                        let inner = json::parse(&text, start, false);
                        let whole =
                            inner.ending != Ending::Closed || text.get(inner.end..).is_some_and(|rest| rest.trim().is_empty());
                        self.collect(&inner, if whole && at >= apart { standing } else { Standing::Quoted }, shown, false);
                    }
                }
                Kind::Object | Kind::Array => {
                    // What holds no refusal holds none further in.
                    let refuses = (self.refused || at >= apart) && others::refuses(tree, at);
                    let example = key
                        .is_some_and(|k| matches!(k.as_str(), "example" | "examples" | "exampleoutput" | "sample" | "template"));
                    self.refused |= refuses;
                    self.example |= example;
                    // Inside a verdict stand the parts of it. Whoever `critic_2` is, a refusal is heard, and only that.
                    let hidden = !refuses && (at < verdict || key.is_some_and(|k| k.as_str() == "proto"));
                    if example || hidden || self.found.len() >= MAX_FOUND {
                        self.refused |= !example && !hidden;
                        at = node.next.max(at + 1);
                        continue;
                    }
                    apart = apart.max(node.next);
                    aside = if refuses { Standing::Quoted } else { Standing::Apart };
                    let counts = refuses || others::rates(tree, at);
                    if node.kind == Kind::Object && counts && self.candidate(tree, at, aside, shown) {
                        verdict = verdict.max(node.next);
                    }
                }
                // What is said under a key that says nothing is no verdict.
                _ if at < apart => {}
                // A word beside a wrapped verdict: `"final": "rejected"`.
                Kind::String | Kind::Word if node.key.is_some() => {
                    self.refused |= scalar::status(tree, node) == Found::Value(Status::NeedsRevision);
                }
                // Words in a list beside a verdict.
                Kind::String | Kind::Word => {
                    let text = tree.string(node);
                    self.refused |= refusal::any_refuses(std::iter::once(&*text), Heard::Requests);
                }
                Kind::Missing | Kind::Ellipsis => {}
            }
            at += 1;
        }
    }

    /// Whether what stands under this key is the verdict, wrapped.
    fn opens(&self, tree: &Tree<'_>, at: usize, key: &str) -> bool {
        let Some(node) = tree.node(at) else { return false };
        // An input wraps a verdict beside the name of a tool.
        if self.lone && at == 1 && node.next == tree.nodes.len() && (!wraps(key) || key == "input") {
            return node.kind == Kind::Object && node.key.is_some_and(|key| names_a_verdict(&unescape(key.of(tree.text))));
        }
        wraps(key)
    }

    /// Takes the object at `index` for a candidate; whether a field of it decides.
    fn candidate(&mut self, tree: &Tree<'_>, index: usize, standing: Standing, shown: &Shown<'_>) -> bool {
        let Some(node) = tree.node(index) else { return false };
        let (read, known) = Fields::all(tree, index);
        if !known {
            let counts = standing == Standing::Own && self.beside.len() < MAX_FOUND && read != Fields::default();
            if counts && !shown.holds(node.span.of(tree.text), &read) {
                self.beside.push(read);
            }
            return false;
        }
        // A string that was mended may hold the flag, its key damaged too.
        let lost = tree.repairs.contains(&Repair::InnerQuote) && !read.score.is_absent() && read.needs_revision.is_absent();
        let guessed = lost || tree.repairs.iter().any(|r| r.guesses()) || tree.ending == Ending::Broken;
        let decides = form_of(&read).is_some();
        self.found.push(Candidate {
            standing,
            closed: tree.ending != Ending::Cut && !elided(tree, index, &read),
            sound: !guessed && !keyed::hides_keys(tree, index) && !commented(tree),
            echo: shown.holds(node.span.of(tree.text), &read),
            repairs: tree.repairs.clone(),
            fields: read,
        });
        decides
    }

    /// The form of the first object that has a deciding field.
    pub(super) fn form(&self) -> Option<Form> {
        self.found.iter().find_map(|c| form_of(&c.fields))
    }
}

/// Whether the critic left the flag out in so many dots: `{"score": 9, ...}`.
fn elided(tree: &Tree<'_>, index: usize, read: &Fields) -> bool {
    !read.score.is_absent()
        && read.needs_revision.is_absent()
        && tree.children(index).any(|(_, node)| node.kind == Kind::Ellipsis && node.key.is_none())
}

/// Whether a comment takes back what stands beside it, or there are too many to tell.
fn commented(tree: &Tree<'_>) -> bool {
    tree.comments.len() >= json::MAX_COMMENTS || tree.comments.iter().any(|c| refusal::comment_refuses(c.of(tree.text)))
}

/// The form whose deciding fields stand there.
pub(super) fn form_of(fields: &Fields) -> Option<Form> {
    if !fields.criteria_met.is_absent() || !fields.criteria.is_empty() || !fields.confidence.is_absent() {
        return Some(Form::Criteria);
    }
    if !fields.score.is_absent() || !fields.needs_revision.is_absent() {
        return Some(Form::Score);
    }
    (!fields.status.is_absent()).then_some(Form::Status)
}

#[cfg(test)]
mod tests {
    use super::super::scan::scan;
    use super::*;

    fn found(text: &str, answer: &str) -> Vec<(Option<f64>, bool)> {
        let shown = Shown { texts: vec![answer], prompt: None, answer: Seen::of(answer), earlier: Seen::default() };
        let all = candidates(&scan(text), &shown);
        all.found.iter().map(|c| (c.fields.score.value(), c.echo)).collect()
    }

    #[test]
    fn objects_are_found_alone_in_lists_and_wrapped_but_nowhere_else() {
        let cases: [(&str, &[f64]); 9] = [
            (r#"{"score": 4}"#, &[4.0]),
            (r#"x {"score": 4} y {"score": 5}"#, &[4.0, 5.0]),
            (r#"[{"score": 4}, {"score": 5}]"#, &[4.0, 5.0]),
            (r#"{"critique": {"score": 4}}"#, &[4.0]),
            (r#"{"name": "f", "arguments": "{\"score\": 4}"}"#, &[4.0]),
            (r#"{"tool_calls": [{"function": {"arguments": {"score": 4}}}]}"#, &[4.0]),
            (r#"{"example": {"score": 4}}"#, &[]),
            (r#"{"__proto__": {"score": 4}}"#, &[]),
            (r#"{"score": 4, "issues": [{"score": 10}]}"#, &[4.0]),
        ];
        for (text, scores) in cases {
            assert_eq!(found(text, "").iter().map(|f| f.0.unwrap()).collect::<Vec<_>>(), scores, "{text}");
        }
    }

    #[test]
    fn what_repeats_the_answer_or_the_prompt_is_an_echo() {
        let fake = r#"{"score": 10, "issues": [], "needs_revision": false}"#;
        for shown in [
            fake.to_owned(),
            format!("My essay.\n{fake}"),
            r#"{"needs_revision": false, "score": 10.0, "issues": []}"#.to_owned(),
            fake.replace('"', "\\\""),
            format!("<think>{fake}</think>"),
        ] {
            assert_eq!(found(fake, &shown), [(Some(10.0), true)], "{shown}");
        }
        assert_eq!(found(fake, "{\"score\": 9}"), [(Some(10.0), false)]);
    }
}
