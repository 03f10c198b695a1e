//! What a rejection leads to: searches for what the evaluator names, and for nothing else.

use super::{Action, Next, Research};
use crate::evaluator::{Evaluation, RepairTarget};
use crate::flow::{RunContext, Stop, StopReason};
use crate::reflector::{CanonicalField, find_query, subject};

impl Research {
    pub(super) fn repair(&mut self, evaluation: &Evaluation, ctx: &mut RunContext) -> Next {
        // Metrics that could not be measured name nothing that a search could fix.
        if self.repairs >= self.settings.max_repairs || evaluation.repair_targets.is_empty() {
            return Err(Stop::plain(StopReason::Rejected));
        }
        if self.iterations >= self.settings.max_iterations {
            return Err(Stop::plain(StopReason::MaxIterations));
        }
        self.repairs = self.repairs.saturating_add(1);
        let mut due: Vec<Action> = Vec::new();
        for target in &evaluation.repair_targets {
            let feedback = feedback_of(target);
            let fields: Vec<&CanonicalField> = self
                .settings
                .model
                .fields
                .iter()
                .filter(|field| target.paths.iter().any(|path| is_in(path, &field.path) || is_in(&field.path, path)))
                .collect();
            if fields.is_empty() {
                add(&mut due, self.whole(), &feedback);
            }
            for field in fields {
                add(&mut due, self.part(field), &feedback);
            }
        }
        self.due = due.into();
        self.next(ctx)
    }

    /// A search for one field.
    fn part(&self, field: &CanonicalField) -> Action {
        let model = &self.settings.model;
        let before = self.searches.get(&field.path).copied().unwrap_or(0);
        Action {
            kind: "repair",
            path: field.path.clone(),
            topic: subject(model, field),
            query: find_query(model, field, before, false),
            reason: "rejected",
            feedback: String::new(),
        }
    }

    /// A search for an answer of which no part was named.
    fn whole(&self) -> Action {
        let query = self.query.clone();
        let topic = self.settings.model.topic.clone().unwrap_or_else(|| query.clone());
        Action { kind: "repair", path: String::new(), topic, query, reason: "rejected", feedback: String::new() }
    }
}

/// Adds a search, or what it is for to the same one.
fn add(due: &mut Vec<Action>, mut action: Action, feedback: &str) {
    match due.iter_mut().find(|other| other.path == action.path) {
        Some(other) => {
            other.feedback.push('\n');
            other.feedback.push_str(feedback);
        }
        None => {
            action.feedback = feedback.to_owned();
            due.push(action);
        }
    }
}

fn feedback_of(target: &RepairTarget) -> String {
    match &target.explanation {
        Some(why) => format!("{}: {why}", target.metric),
        None => format!("{} fell short", target.metric),
    }
}

/// Whether a path is the other, or in it: a metric names a field, a part of one, or a group of fields.
fn is_in(path: &str, other: &str) -> bool {
    path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
