//! What the producer is asked for after its first draft, and what it is shown of requirements and criteria.

use super::fence::EVIDENCE_CHARS;
use super::{Fence, Question, append_content, bullet_list, cut_middle, question_message};
use crate::message::{Message, Role, Rope, SharedText};
use crate::settings::Settings;

/// What a revision is to fix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// Points, `0..=10`.
    pub score: Option<f64>,
    pub issues: Vec<SharedText>,
    pub suggestion: Option<SharedText>,
    /// What a person said.
    pub review: Option<SharedText>,
    /// What the verifiers found, as [`super::describe_all_verdicts`] writes it.
    pub evidence: Option<SharedText>,
    /// What they found wrong with it and with others; not under `classic`.
    pub failures: Option<SharedText>,
    /// Those of the issues that an earlier critique had named.
    pub repeated: Option<SharedText>,
    /// Faults of earlier critiques that are not among the issues.
    pub earlier: Option<SharedText>,
    /// Criteria that it meets, and those that it or a revision of it lost, a line each; not under `classic`.
    pub keep: Option<SharedText>,
}

/// The messages of a revision request (seed 004, "Phase 3"): the answer to revise is the assistant's own message.
pub fn revision_messages(
    question: &Question,
    answer: Message,
    feedback: &Feedback,
    settings: &Settings,
    fence: &Fence,
) -> Vec<Message> {
    let Feedback { score, issues, suggestion, review, repeated, earlier, evidence, .. } = feedback;
    let mut system = Rope::from_static(include_str!("revision.md"));
    system.add_text(&list_conditions(settings).into());
    if evidence.is_some() {
        fence.add_notice(&mut system);
    }
    let mut original = Rope::from_static("Original question:\n");
    original.add_text(&question.text);
    let mut text = Rope::from_static("Critique of your answer:");
    add_score(&mut text, *score);
    if score.is_some() || !issues.is_empty() {
        add_capped_list(text.add_static("\n- Issues: "), issues, "", ", ");
    }
    add_titled_parts(
        &mut text,
        [
            ("\n- Named before and still not fixed: ", repeated),
            ("\n- Suggestion: ", suggestion),
            ("\n- Review: ", review),
            ("\n- Named in earlier reviews, must not come back: ", earlier),
        ],
    );
    add_evidence(&mut text, feedback, fence);
    text.add_static("\n\nPlease revise your answer to address these issues.");
    vec![
        Message::from_text(Role::System, system),
        question_message(original, &question.parts, |_| {}),
        answer,
        Message::from_text(Role::User, text),
    ]
}

/// What follows the first request and its answer where the requests are our own: the review, and to give the answer alone. Behind a gate is an
/// agent, which may have to change files: the host says how to answer. The critic is ours, and so are its words: only what the checks found
/// is in the fence. What they found is not to be ignored: no notice says so.
pub fn improvement_message(feedback: &Feedback, fence: &Fence, writer_is_agent: bool) -> Message {
    let parts = [
        ("\n- Named before and still not fixed: ", &feedback.repeated),
        ("\n- ", &feedback.suggestion),
        ("\n- A person who reviewed it says: ", &feedback.review),
        ("\n- Named in earlier reviews, must not come back: ", &feedback.earlier),
    ];
    let mut text = Rope::from_static("Review of your answer:");
    add_score(&mut text, feedback.score);
    if !feedback.issues.is_empty() || parts.iter().any(|(_, part)| part.is_some()) {
        text.add_static("\n\nAddress each of these:");
    }
    if !feedback.issues.is_empty() {
        add_capped_list(text.add_static("\n"), &feedback.issues, "- ", "\n- ");
    }
    add_titled_parts(&mut text, parts);
    if let Some(keep) = &feedback.keep {
        text.add_static("\n\nKeep what was met:\n").add_text(&cut_middle(keep));
    }
    match &feedback.failures {
        Some(failures) => drop(text.add_static("\n\n").add_static(FAILS).add_fenced(fence, failures)),
        None => add_evidence(&mut text, feedback, fence),
    }
    text.add_static("\n\n").add_static(include_str!("improve.md"));
    if !writer_is_agent {
        text.add_static(ANSWER_ALONE);
    }
    Message::from_text(Role::User, text)
}

const ANSWER_ALONE: &str =
    " Give only the improved answer, complete and ready to use: no introduction, no list of changes, no word about the review.";

/// What stands before what checks found wrong.
const FAILS: &str = "These checks of the user fail on it. They are right, so mend this:\n";

/// Makes of the first request one for an answer of another kind: behind the question is what to avoid, capped.
pub fn append_fresh_request(question: &mut Message, faults: Option<&SharedText>, failures: Option<&SharedText>, fence: &Fence) {
    let mut text = Rope::from_static(
        "\n\nAnswer anew, from the beginning, and go about it in another way than the first that comes to mind.",
    );
    if let Some(faults) = faults {
        text.add_static(" A review of earlier answers named these faults; avoid them:\n").add_text(&cut_middle(faults));
    }
    if let Some(failures) = failures {
        text.add_static(" These checks of the user failed on an earlier answer, and must pass:\n").add_fenced(fence, failures);
    }
    text.add_static("\n\nGive only the answer, with no word about earlier ones.");
    append_content(question, &text);
}

/// Adds what there is of these, capped, each behind its title.
fn add_titled_parts(text: &mut Rope, parts: [(&'static str, &Option<SharedText>); 4]) {
    for (title, part) in parts {
        if let Some(part) = part {
            text.add_static(title).add_text(&cut_middle(part));
        }
    }
}

fn add_score(text: &mut Rope, score: Option<f64>) {
    if let Some(score) = score {
        text.add_static("\n- Score: ").add_text(&SharedText::from_number(score)).add_static("/10");
    }
}

/// Adds what the checks found, or that nobody could say what is wrong.
fn add_evidence(text: &mut Rope, feedback: &Feedback, fence: &Fence) {
    if let Some(evidence) = &feedback.evidence {
        text.add_static("\n- Checks that were run on it:\n").add_fenced(fence, evidence);
    } else if *feedback == Feedback::default() {
        text.add_static("\n- It could not be read. Look for what is wrong or missing yourself.");
    }
}

/// The producer's system prompt: the user's own, where it is not empty (agentlib), then requirements and criteria.
pub fn answer_system_prompt(own_prompt: Option<&SharedText>, settings: &Settings) -> Option<Rope> {
    let conditions = list_conditions(settings);
    let Some(own_prompt) = own_prompt.filter(|own_prompt| !own_prompt.is_empty()) else {
        return Some(conditions.trim_start()).filter(|t| !t.is_empty()).map(Rope::from);
    };
    let mut system = Rope::from(own_prompt);
    system.add_text(&conditions.into());
    Some(system)
}

fn list_conditions(settings: &Settings) -> String {
    bullet_list("Requirements", &settings.requirements) + &bullet_list("Success criteria", &settings.criteria)
}

/// Adds the issues, with something before them and between; of many or long ones the head and the tail.
fn add_capped_list(text: &mut Rope, issues: &[SharedText], before: &'static str, between: &'static str) {
    let bytes: usize = issues.iter().map(|issue| issue.len() + between.len()).sum();
    if bytes > EVIDENCE_CHARS {
        text.add_text(&cut_middle(Rope::from_static(before).add_list(issues, between).text()));
    } else {
        text.add_static(before).add_list(issues, between);
    }
}
