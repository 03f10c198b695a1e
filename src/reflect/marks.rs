//! What can be seen of a draft without judging it: it repeats another one, it only grew, it talks about its critique.

use super::draft::Drafts;
use super::held::Held;
use super::likeness::Gist;
use crate::flow::Desk;

/// Times the length of its parent above which a revision has grown (judges prefer longer answers).
const GROWTH: f64 = 1.5;
/// Characters below which an answer may grow as it likes.
const SHORT: usize = 200;
/// Characters of head and tail in which a draft is looked at for words about its critique.
const EDGE: usize = 300;

/// Words about the critique, which an answer has no reason to hold.
const LEAKS: [&str; 10] = [
    "based on the feedback",
    "based on your feedback",
    "based on the critique",
    "for the feedback",
    "for your feedback",
    "i have addressed",
    "i've addressed",
    "addresses the issues",
    "the revised answer",
    "my previous answer",
];
/// In "here is the revised …" and "Improved answer:".
const REVISED: [&str; 4] = ["revised ", "improved ", "updated ", "corrected "];

/// Marks a draft by those kept before it. `question` may hold the words that else would tell a leak.
pub(super) fn mark(drafts: &mut Drafts, index: u32, question: &str, desk: &Desk) {
    let Some(at) = drafts.kept.iter().position(|held| held.draft.index == index) else { return };
    let (before, rest) = drafts.kept.split_at_mut(at);
    let Some(held) = rest.first_mut() else { return };
    let gist = Gist::of(&held.draft.text);
    let redacted = |other: &Held| desk.redacted(&other.draft.call_id);
    // What a redacted draft said is known by its digest alone.
    let digest = before.iter().any(|other| redacted(other).is_some()).then(|| desk.digest(&held.draft.call_id, &held.draft.text));
    let alike =
        |other: &&Held| other.gist.as_ref().is_some_and(|g| g.is_like(&gist)) || (digest.is_some() && redacted(other) == digest);
    // The first of several that are alike is the one that all repeat.
    let twin = before.iter().find(alike).map(|other| other.draft.index);
    held.gist = Some(gist);
    held.draft.duplicate_of = twin;
    let Some(parent) = before.iter().find(|other| Some(other.draft.index) == held.draft.parent) else { return };
    if twin.is_some_and(|twin| is_ancestor(before, parent, twin)) {
        held.draft.oscillation = Some(true);
    }
    held.draft.length_growth = growth(held, parent);
    if leak(&held.draft.text, &[&parent.draft.text, question]) {
        held.draft.leaks_critique = Some(true);
    }
}

/// Whether `twin` stands further up than the parent itself.
fn is_ancestor(before: &[Held], parent: &Held, twin: u32) -> bool {
    let mut up = parent.draft.parent;
    while let Some(index) = up {
        if index == twin {
            return true;
        }
        // A parent comes before its child, so that this ends.
        up = before.iter().find(|held| held.draft.index == index).and_then(|held| held.draft.parent.filter(|p| *p < index));
    }
    false
}

/// How many times longer than its parent a revision is, where it grew by more than half.
fn growth(held: &Held, parent: &Held) -> Option<f64> {
    let length = |held: &Held| held.draft.text.chars().count();
    let (now, then) = (length(held), length(parent));
    let ratio = now as f64 / then.max(1) as f64;
    (now >= SHORT && ratio > GROWTH).then(|| (ratio * 100.0).round() / 100.0)
}

/// A draft that now passes what its parent failed did not only grow.
pub(super) fn unmark_growth(drafts: &mut Drafts, index: u32) {
    let Some(held) = drafts.held(index) else { return };
    let parent = held.draft.parent.and_then(|parent| drafts.held(parent));
    let mended = parent.is_some_and(|parent| {
        let failed = parent.draft.verifiers.iter().filter(|(_, verdict)| !verdict.passed);
        failed.into_iter().any(|(name, _)| held.draft.verifiers.get(name).is_some_and(|verdict| verdict.passed))
    });
    if mended && let Some(held) = drafts.held_mut(index) {
        held.draft.length_growth = None;
    }
}

fn leak(text: &str, innocent: &[&str]) -> bool {
    let edges = edges(text).replace("here's", "here is");
    let named = LEAKS.into_iter().find(|phrase| edges.contains(phrase));
    let shown = || REVISED.into_iter().find(|word| edges.starts_with(word) || is_shown(&edges, word));
    let told = |phrase: &str| !innocent.iter().any(|other| plain(other.chars()).contains(phrase));
    named.or_else(shown).is_some_and(told)
}

/// `here is the revised `, with one word or none between.
fn is_shown(edges: &str, revised: &str) -> bool {
    edges.split("here is ").skip(1).any(|after| {
        let next = after.split_once(' ').map_or("", |(_, rest)| rest);
        after.starts_with(revised) || next.starts_with(revised)
    })
}

/// Head and tail, in plain letters.
fn edges(text: &str) -> String {
    let head = plain(text.chars().take(EDGE));
    let mut tail: Vec<char> = text.chars().rev().take(EDGE).collect();
    tail.reverse();
    head + "\n" + &plain(tail.into_iter())
}

fn plain(letters: impl Iterator<Item = char>) -> String {
    letters.map(|c| if c == '’' { '\'' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_about_the_critique_are_told_at_the_edges_only() {
        let long = "The tower is in Paris. ".repeat(100);
        for text in [
            "Here is the revised answer: Paris.".to_owned(),
            "Here’s an improved version.\n\nParis.".to_owned(),
            format!("{long}\n\nI have addressed the issues that you named."),
            "Based on the feedback, I now say Paris.".to_owned(),
            "Improved answer:\nParis.".to_owned(),
            "Sure! Here is my corrected reply.".to_owned(),
        ] {
            assert!(leak(&text, &["Paris?", "Where?"]), "{text}");
        }
        for text in [
            long.clone(),
            "Paris is the capital.".to_owned(),
            "Here is the answer: a revised law was passed.".to_owned(),
            format!("{long} The company acted based on the feedback of its customers. {long}"),
        ] {
            assert!(!leak(&text, &["Paris?", "Where?"]), "{text}");
        }
        let asked = "Write a mail that begins with: based on the feedback";
        assert!(!leak("Based on the feedback, we will move.", &["x", asked]), "the question asks for it");
        assert!(!leak("Here is the revised law.", &["Here is the revised law of 1901.", "q"]), "its parent says it too");
    }
}
