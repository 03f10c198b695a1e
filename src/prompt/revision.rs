//! The revision request, and what the producer is told of requirements and criteria.

use super::{Fence, Question, asking, bullets, capped, derived};
use crate::message::{Message, Role, decimal};
use crate::settings::Settings;

/// What a revision is to mend.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feedback {
    /// Points, `0..=10`.
    pub score: Option<f64>,
    pub issues: Vec<String>,
    pub suggestion: Option<String>,
    /// What a person said.
    pub review: Option<String>,
    /// What the verifiers found, as [`super::evidence`] writes it.
    pub evidence: Option<String>,
    /// Those of the issues that an earlier critique had named.
    pub repeated: Option<String>,
    /// Faults of earlier critiques that are not among the issues.
    pub earlier: Option<String>,
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
    let system = include_str!("revision.md").to_owned() + &told(settings) + &derived(ask.derived, fence) + &fence.notice();
    let question = asking(format!("Original question:\n{}", ask.question.text), &ask.question.parts, String::new());
    let review =
        feedback_text("Critique of your answer:", ask.feedback, fence) + "\n\nPlease revise your answer to address these issues.";
    vec![Message::text(Role::System, system), question, ask.answer, Message::text(Role::User, review)]
}

/// What follows the first request and its answer where the requests are our own: the review, and to give the answer alone.
#[must_use]
pub fn improvement(feedback: &Feedback, fence: &Fence) -> Message {
    let review = feedback_text("Review of your answer:", feedback, fence) + "\n\n" + include_str!("improve.md");
    Message::text(Role::User, review + &fence.notice())
}

/// The producer's system prompt for the first answer: the user's own, then requirements (given or derived) and criteria; `None` when
/// all are absent. An empty one is none (agentlib).
#[must_use]
pub fn answer_system(own: Option<&str>, settings: &Settings, requirements: &[String], fence: &Fence) -> Option<String> {
    let mut told = told(settings);
    if !requirements.is_empty() {
        told.push_str(&derived(requirements, fence));
        told.push_str(&fence.notice());
    }
    match own.filter(|own| !own.is_empty()) {
        Some(own) => Some(own.to_owned() + &told),
        None => Some(told.trim_start().to_owned()).filter(|t| !t.is_empty()),
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

fn feedback_text(title: &str, feedback: &Feedback, fence: &Fence) -> String {
    let mut text = title.to_owned();
    if let Some(score) = feedback.score {
        text.push_str(&format!("\n- Score: {}/10", decimal(score)));
    }
    let mut lines = Vec::new();
    if feedback.score.is_some() || !feedback.issues.is_empty() {
        lines.push(format!("- Issues: {}", capped(&feedback.issues.join(", "))));
    }
    if let Some(repeated) = &feedback.repeated {
        lines.push(format!("- Named before and still not mended: {}", capped(repeated)));
    }
    if let Some(suggestion) = &feedback.suggestion {
        lines.push(format!("- Suggestion: {}", capped(suggestion)));
    }
    if let Some(review) = &feedback.review {
        lines.push(format!("- Review: {}", capped(review)));
    }
    if let Some(evidence) = &feedback.evidence {
        lines.push(format!("- Checks that were run on it:\n{evidence}"));
    }
    if let Some(earlier) = &feedback.earlier {
        lines.push(format!("- Named in earlier reviews, must not come back: {}", capped(earlier)));
    }
    if lines.is_empty() {
        text.push_str("\n- It could not be read. Look for what is wrong or missing yourself.");
    } else {
        text.push('\n');
        text.push_str(&fence.around(&lines.join("\n")));
    }
    text
}
