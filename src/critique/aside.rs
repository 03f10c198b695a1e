//! Hears what an accepting object, or the lines of labels, say beside the verdict: in a critique's text, a rationale, a note. The same
//! words behind the object would take the verdict back, and so they do inside it.

use super::admits::{admits, admits_unmet};
use super::fields::Fields;
use super::negation::{is_in, words};
use super::rating::rates_below;
use super::refusal::any_refuses;
use super::sentence::{Heard, sentences};
use super::unmet::says_unmet;
use super::{Form, ReadOptions};

/// Whether the texts beside a verdict that accepts refuse.
pub(super) fn refuses(form: Form, fields: &Fields, options: &ReadOptions) -> bool {
    // Under the status form the critique is the verdict in words; elsewhere it may hold what could be better.
    let weight = if form == Form::Status { Heard::Requests } else { Heard::Refusals };
    let critique = fields.critique.iter().flatten().map(|text| (weight, text.as_str()));
    let reasoning = fields.reasoning.iter().map(|text| (Heard::Refusals, text.as_str()));
    let remarks = fields.remarks.iter().map(|(heard, text)| (*heard, text.as_str()));
    critique.chain(reasoning).chain(remarks).any(|(heard, text)| {
        any_refuses(parts(text).iter().copied(), heard)
            || admits(text)
            || rates_below(text, options.acceptance_threshold)
            || (form == Form::Criteria && (admits_unmet(text) || says_unmet(text, options.confidence_threshold)))
    }) || fields.issues.iter().flatten().any(|issue| rejects_the_whole(issue))
}

/// A text without the parts of its sentences that tell of what was, or of what wrong input gets: a critique that accepts says much of
/// both.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = sentences(text);
    let all = parts.len();
    parts.retain(|part| !is_past(part));
    // Whole, a question is heard with its answer.
    if parts.len() == all { vec![text] } else { parts }
}

/// "The wrong date is fixed", "the previous draft was wrong", "the error for wrong input is clear".
fn is_past(part: &str) -> bool {
    const MOST: usize = 24;
    const MENDED: &str = "fixed corrected resolved gone mended addressed repaired";
    const WRONG: &str = "wrong incorrect invalid";
    let lower = part.to_ascii_lowercase();
    let mut words = words(&lower);
    let (mut before, mut refusals, mut told) = ("", 0_u8, 0_u8);
    let (mut earlier, mut past, mut mended) = (false, false, false);
    for (at, word) in words.by_ref().take(MOST).enumerate() {
        earlier |= at <= 1 && is_in("previous earlier old first last", word);
        past |= is_in("was were had", word);
        mended |= is_in(MENDED, word) && is_in("is are was were been now", before);
        // Whatever else is said of it is heard.
        if is_in("not t still never must should needs need no cannot reject rejected fails fail", word) {
            return false;
        }
        let refuses = is_in(WRONG, word);
        refusals += u8::from(refuses);
        told += u8::from(refuses && is_in("for on against to", before));
        before = word;
    }
    words.next().is_none() && ((earlier && past) || mended || (refusals > 0 && refusals == told))
}

/// Whether a fault is that the whole is wrong: an acceptance bears small ones, and not this.
fn rejects_the_whole(issue: &str) -> bool {
    const WHOLE: &str = "answer draft response reply output text code submission solution work whole it this that";
    const SUBJECTS: usize = 3;
    let lower = issue.to_ascii_lowercase();
    let mut words = words(&lower).take(SUBJECTS + 1);
    let subject = words.find(|word| !is_in("the this your entire whole", word)).filter(|word| is_in(WHOLE, word));
    let verb = words.next();
    subject.is_some()
        && verb.is_some_and(|verb| is_in("is was must should needs has cannot", verb))
        && any_refuses(std::iter::once(issue), Heard::Refusals)
}

#[cfg(test)]
mod tests {
    use super::super::traps::under;
    use super::super::{Verdict, read};
    use super::*;

    #[test]
    fn a_text_beside_the_verdict_is_heard_as_if_it_stood_behind_it() {
        let status =
            |text: &str| read(&format!(r#"{{"status":"accepted","critique":"{text}","issues":[]}}"#), &under(Form::Status));
        for text in [
            "I cannot accept this.",
            "Not acceptable.",
            "Do not accept: crashes on negative input.",
            "Needs revision: no doc comment.",
            "The code is wrong: it fails for 0 and must be fixed.",
            "The function does not compile.",
            "The previous bug was fixed, but it is still wrong.",
            "3/10",
        ] {
            assert_eq!(status(text).reason.as_deref(), Some("conflict"), "{text}");
        }
        for text in [
            "No bug found.",
            "The error for wrong input is clear.",
            "The previous draft was wrong; this one is right.",
            "The wrong date of the first draft is fixed.",
            "Solid work, nothing to change.",
        ] {
            assert_eq!(status(text).status, Verdict::Accepted, "{text}");
        }
        for (key, text, accepted) in [
            ("reasoning", "The answer is wrong and must be rewritten.", false),
            ("note", "I would still reject this.", false),
            ("conclusion", "Needs more work.", false),
            ("reasoning", "It could be shorter.", true),
            ("comment", "It shows why the old way fails.", true),
        ] {
            let text = format!(r#"{{"score": 9, "{key}": "{text}", "needs_revision": false}}"#);
            assert_eq!(read(&text, &under(Form::Score)).status == Verdict::Accepted, accepted, "{text}");
        }
    }

    #[test]
    fn a_fault_of_the_whole_is_no_small_one() {
        let labels =
            |issue: &str| read(&format!("Score: 9/10\nNeeds revision: No\n\nIssues:\n- {issue}"), &under(Form::Score)).status;
        assert_ne!(labels("The answer is wrong"), Verdict::Accepted);
        assert_eq!(labels("the wrong comma"), Verdict::Accepted);
    }
}
