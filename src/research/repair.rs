//! Repairs after a rejection: searches for what the evaluator names, and for nothing else.

use super::{OkOrStop, PlannedSearch, Research};
use crate::evaluator::{Evaluation, is_within_field};
use crate::flow::{RunContext, Stop, StopReason};
use crate::reflector::{CanonicalField, field_subject};

impl Research {
    pub(super) fn start_repairs(&mut self, evaluation: &Evaluation, ctx: &mut RunContext) -> OkOrStop {
        // Metrics that could not be measured name nothing that a search could fix.
        if self.repairs >= self.settings.max_repairs || evaluation.repair_targets.is_empty() {
            return Err(Stop::with_reason(StopReason::Rejected));
        }
        if self.iterations >= self.settings.max_iterations {
            return Err(Stop::with_reason(StopReason::MaxIterations));
        }
        self.repairs = self.repairs.saturating_add(1);
        for target in &evaluation.repair_targets {
            let feedback = match &target.explanation {
                Some(why) => format!("{}: {why}", target.metric),
                None => format!("{} fell short", target.metric),
            };
            // A metric names a field, a part of one, or a group of fields.
            let is_named = |field: &&CanonicalField| {
                target.paths.iter().any(|path| is_within_field(path, &field.path) || is_within_field(&field.path, path))
            };
            let fields = self.settings.model.fields.iter().filter(is_named);
            let mut repairs: Vec<PlannedSearch> = fields.map(|field| self.plan_repair_search(Some(field), &feedback)).collect();
            if repairs.is_empty() {
                repairs.push(self.plan_repair_search(None, &feedback));
            }
            for planned in repairs {
                match self.next_actions.iter_mut().find(|other| other.path == planned.path) {
                    Some(same) => same.feedback = format!("{}\n{feedback}", same.feedback),
                    None => self.next_actions.push_back(planned),
                }
            }
        }
        self.take_next_step(ctx)
    }

    /// A search for one field, or for the whole answer where no part of it was named.
    fn plan_repair_search(&self, field: Option<&CanonicalField>, feedback: &str) -> PlannedSearch {
        let model = &self.settings.model;
        let (path, topic, query) = match field {
            Some(field) => (field.path.clone(), field_subject(model, field), self.reflector.next_find_query(field)),
            None => (String::new(), model.topic.clone().unwrap_or_default(), self.query.clone()),
        };
        PlannedSearch { kind: "repair", path, topic, query, reason: "rejected", feedback: feedback.to_owned() }
    }
}
