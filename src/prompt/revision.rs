//! The revision request, and what the producer is told of requirements and criteria.

use super::fence::EVIDENCE_CHARS;
use super::{Fence, Question, asking, bullets, capped, derived};
use crate::message::{Message, Role, Rope, Text, decimal};
use crate::settings::Settings;

/// What a revision is to mend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// Points, `0..=10`.
    pub score: Option<f64>,
    pub issues: Vec<Text>,
    pub suggestion: Option<Text>,
    /// What a person said.
    pub review: Option<Text>,
    /// What the verifiers found, as [`super::evidence`] writes it.
    pub evidence: Option<Text>,
    /// Those of the issues that an earlier critique had named.
    pub repeated: Option<Text>,
    /// Faults of earlier critiques that are not among the issues.
    pub earlier: Option<Text>,
}

/// What goes into one revision request.
pub struct RevisionAsk<'a> {
    pub question: Question<'a>,
    /// The answer to revise, as the assistant's own message.
    pub answer: Message,
    pub feedback: &'a Feedback,
    /// Requirements that a model derived from the question.
    pub derived: &'a [String],
}

/// The messages of a revision request (seed 004, "Phase 3").
#[must_use]
pub fn revision(ask: RevisionAsk, settings: &Settings, fence: &Fence) -> Vec<Message> {
    let system =
        Rope::constant(include_str!("revision.md")).with(told(settings)).with(derived(ask.derived, fence)).with(fence.notice());
    let question = asking(Rope::constant("Original question:\n").with(&ask.question.text), &ask.question.parts, Rope::default());
    let review = feedback_text("Critique of your answer:", ask.feedback, fence)
        .lit("\n\nPlease revise your answer to address these issues.");
    vec![Message::text(Role::System, system), question, ask.answer, Message::text(Role::User, review)]
}

/// What follows the first request and its answer where the requests are our own: the review, and to give the answer alone.
#[must_use]
pub fn improvement(feedback: &Feedback, fence: &Fence) -> Message {
    let review = feedback_text("Review of your answer:", feedback, fence).lit("\n\n").lit(include_str!("improve.md"));
    Message::text(Role::User, review.with(fence.notice()))
}

/// The producer's system prompt for the first answer: the user's own, then requirements (given or derived) and criteria; `None` when
/// all are absent. An empty one is none (agentlib).
#[must_use]
pub fn answer_system(own: Option<&Text>, settings: &Settings, requirements: &[String], fence: &Fence) -> Option<Rope> {
    let mut told = Rope::from(told(settings));
    if !requirements.is_empty() {
        told = told.with(derived(requirements, fence)).with(fence.notice());
    }
    match own.filter(|own| !own.is_empty()) {
        Some(own) => Some(Rope::from(own).with(told)),
        None => Some(told.text().trim_start()).filter(|t| !t.is_empty()).map(Rope::from),
    }
}

fn told(settings: &Settings) -> String {
    let mut text = String::new();
    if !settings.requirements.is_empty() {
        text.push_str(&bullets("Requirements", &settings.requirements));
    }
    if !settings.criteria.is_empty() {
        text.push_str(&bullets("Success criteria", &settings.criteria));
    }
    text
}

fn feedback_text(title: &'static str, feedback: &Feedback, fence: &Fence) -> Rope {
    let mut text = Rope::constant(title);
    if let Some(score) = feedback.score {
        text = text.lit("\n- Score: ").with(decimal(score)).lit("/10");
    }
    let mut lines = Rope::default();
    let mut line = |begin: &'static str, rest: Rope| {
        let lines_so_far = std::mem::take(&mut lines);
        let before = if lines_so_far.is_empty() { lines_so_far } else { lines_so_far.lit("\n") };
        lines = before.lit(begin).with(rest);
    };
    if feedback.score.is_some() || !feedback.issues.is_empty() {
        line("- Issues: ", joined(&feedback.issues));
    }
    if let Some(repeated) = &feedback.repeated {
        line("- Named before and still not mended: ", capped(repeated).into());
    }
    if let Some(suggestion) = &feedback.suggestion {
        line("- Suggestion: ", capped(suggestion).into());
    }
    if let Some(review) = &feedback.review {
        line("- Review: ", capped(review).into());
    }
    if let Some(evidence) = &feedback.evidence {
        line("- Checks that were run on it:\n", evidence.into());
    }
    if let Some(earlier) = &feedback.earlier {
        line("- Named in earlier reviews, must not come back: ", capped(earlier).into());
    }
    if lines.is_empty() {
        return text.lit("\n- It could not be read. Look for what is wrong or missing yourself.");
    }
    text.lit("\n").with(fence.around(lines))
}

/// The issues on one line; of many or long ones the head and the tail.
fn joined(issues: &[Text]) -> Rope {
    let mut line = Rope::default();
    for (at, issue) in issues.iter().enumerate() {
        line = if at == 0 { line } else { line.lit(", ") }.with(issue);
    }
    if line.len() > EVIDENCE_CHARS { capped(line.text()).into() } else { line }
}
