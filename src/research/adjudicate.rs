//! The adjudicator's word on a conflict. It is asked once about each state of a conflict, after a search for it, and its answer
//! counts only where it names a value that one of the facts holds.

use serde_json::Value;

use super::{OkOrStop, Phase, Research, add_optional_text, errors, replace_generic_code};
use crate::flow::{Call, ConflictStep, Reply, RunContext, Step};
use crate::message::{InputValue, json_object};
use crate::reflector::{ConflictSide, Fact, FactConflict, Reflection};

/// Whether a conflict was asked about.
type IsRequested = bool;

impl Research {
    /// Asks about one conflict. False if there is nobody to ask, or no conflict with a search and without a question.
    pub(super) fn request_adjudication(&mut self, reflection: &Reflection, ctx: &mut RunContext) -> IsRequested {
        let is_unsettled = |conflict: &&FactConflict| {
            conflict.settled_by.is_none() && conflict.verified > 0 && !self.adjudicated.contains(&conflict_fingerprint(conflict))
        };
        let conflict = reflection.conflicts.iter().filter(|_| self.settings.adjudicate).find(is_unsettled);
        let Some(conflict) = conflict.cloned() else { return false };
        self.adjudicated.push(conflict_fingerprint(&conflict));
        let side = |side: &ConflictSide| {
            let facts = side.facts.iter().filter_map(|fact| self.facts.find_fact(*fact).cloned()).collect();
            json_object([("value", side.value.as_str().into()), ("sources", side.sources.into()), ("facts", facts)])
        };
        let request = json_object([
            ("question", self.query.as_str().into()),
            ("path", conflict.path.as_str().into()),
            ("topic", conflict.topic.as_str().into()),
            ("sides", conflict.sides.iter().map(side).collect()),
        ]);
        ctx.request_callback("adjudicate", add_optional_text(request, "asOf", conflict.as_of.as_deref()));
        self.phase = Phase::Adjudicating(conflict);
        true
    }

    /// `{ held }`: the value that is right, an object with it, or nothing where the adjudicator cannot say.
    pub(super) fn apply_adjudication(
        &mut self,
        conflict: &FactConflict,
        call: &Call,
        reply: Reply,
        ctx: &mut RunContext,
    ) -> OkOrStop {
        let ruling = match reply {
            Reply::Tool(word) => word.to_value().get("held").cloned().unwrap_or_default(),
            Reply::Failed(error) => {
                ctx.record_error(replace_generic_code(&error.code, "adjudicate_error"), error.message, Some(call.call_id()));
                Value::Null
            }
            Reply::Model(_) | Reply::Verdict(_) => Value::Null,
        };
        match self.find_ruled_fact(conflict, &ruling) {
            Ok(Some(fact)) if self.reflector.settle_for_fact(fact).is_ok() => {
                let settled = self.facts.find_fact(fact).map(fact_value_text);
                let (path, query, values) = (conflict.path.clone(), String::new(), conflict_values(conflict));
                ctx.show_step(Step::Conflict(ConflictStep { path, query, values, settled, seq: 0, now_ms: 0.0 }));
            }
            Ok(_) => {}
            Err(why) => ctx.record_error("bad_response", why, Some(call.call_id())),
        }
        self.take_next_step(ctx)
    }

    /// The fact that an adjudicator means, by the reflector's number.
    fn find_ruled_fact(&self, conflict: &FactConflict, ruling: &Value) -> Result<Option<u32>, String> {
        if ruling.is_null() {
            return Ok(None);
        }
        let means = |fact: &u32| self.facts.find_fact(*fact).is_some_and(|fact| matches_ruling(fact, ruling));
        let mut matches = conflict.sides.iter().filter_map(|side| side.facts.iter().copied().find(means));
        match (matches.next(), matches.next()) {
            (Some(first), other) if other.is_none_or(|other| other == first) => Ok(Some(first)),
            (Some(_), _) => Err(errors::ambiguous_ruling(&conflict.path, ruling)),
            (None, _) => Err(errors::unknown_ruling(&conflict.path, &conflict_values(conflict).join(", "), ruling)),
        }
    }
}

fn conflict_values(conflict: &FactConflict) -> Vec<String> {
    conflict.sides.iter().map(|side| side.value.clone()).collect()
}

/// A conflict as it is: the same until another value or source comes.
fn conflict_fingerprint(conflict: &FactConflict) -> String {
    let sources: Vec<String> = conflict.sides.iter().map(|side| side.sources.to_string()).collect();
    format!("{} {} {} {}", conflict.path, conflict.as_of.as_deref().unwrap_or_default(), conflict.values, sources.join(" "))
}

/// Whether a value, or an object with one and more of a fact's parts, is what this fact says.
fn matches_ruling(fact: &Value, ruling: &Value) -> bool {
    // A side says its value as a text.
    let is_value = |value: &Value| value.as_str().is_some_and(|value| value.trim() == fact_value_text(fact));
    let same = |key: &str, part: &Value| fact.get(key).is_some_and(|own| own == part || (key == "value" && is_value(part)));
    let part = |key: &str| ruling.get(key).filter(|part| !part.is_null());
    match ruling {
        Value::Object(parts) => {
            parts.contains_key("value")
                && ["value", "unit", "asOf", "sourceId"].iter().all(|key| part(key).is_none_or(|part| same(key, part)))
        }
        value => same("value", value),
    }
}

/// The value of a fact as a side shows it.
fn fact_value_text(fact: &Value) -> String {
    Fact::read_fact(&InputValue::from(fact)).map(|fact| fact.value.text()).unwrap_or_default()
}
