//! The loop of `ResearchLoop`: search, reflect, and search again until the model is full and agrees with itself; then compose, evaluate,
//! and repair what the evaluator names (seed 000).
//!
//! **Invariant:** what is searched for follows from the reflector, which cannot see a score. The evaluator is asked only about a model that
//! is complete or stalled, and a rejection leads to searches for what it names and nothing else.
//!
//! **Invariant:** only the evaluator accepts, and not while something that must be there is missing, thin or in conflict.

mod adjudicate;
mod answer;
mod errors;
mod facts;
mod relevance;
mod repair;
mod repetition;
mod result;
mod settings;

pub use answer::read_metric_result;
pub use relevance::make_relevance_check;
pub use result::ResearchResult;
pub use settings::{ResearchSettings, read_rubric};

use std::collections::VecDeque;

use serde_json::Value;

use crate::error::{ErrorCode, ReflectError};
use crate::evaluator::Evaluation;
use crate::flow::{
    self, AnswerStep, Call, ConflictStep, GapStep, Loop, Machine, ModelCall, Reply, ResearchStep, RunContext, Step, Stop,
    StopReason, hash_text,
};
use crate::message::{Gather, Message, Role, is_blank, json_object};
use crate::reflector::{FactConflict, FactSearch, Reflection, ReflectionState, Reflector, ReflectorSettings, SearchKind, Settle};
use crate::settings::{Budget, InputValue};
use answer::Answer;
use facts::Facts;
use repetition::Repetition;

/// Refused facts of one search that are named in `errors`.
const REFUSALS_NAMED: usize = 20;

pub type ResearchRun = Machine<Research>;

pub struct Research {
    settings: ResearchSettings,
    /// What the user asked.
    query: String,
    reflector: Reflector,
    facts: Facts,
    phase: Phase,
    /// Searches that a rejection asks for.
    next_actions: VecDeque<PlannedSearch>,
    repetition: Repetition,
    /// The composed answer that is not judged yet.
    draft: Option<Answer>,
    /// The best judged answer.
    best: Option<Answer>,
    /// Conflicts that the adjudicator was asked about, each in its state then.
    adjudicated: Vec<String>,
    evaluations: Vec<Evaluation>,
    /// Searches that ended.
    iterations: u32,
    repairs: u32,
    accepted: bool,
    /// The host did not say which of the latest facts contradict others.
    unchecked: bool,
}

enum Phase {
    Start,
    Searching(PlannedSearch),
    /// The host says which of the facts contradict each other, before the search that gave some of them ends.
    Contradicting(PlannedSearch, BatchCounts),
    Adjudicating(FactConflict),
    /// With the reason for which the run ends afterwards, if it does.
    Composing(Option<StopReason>),
    Evaluating,
    Over,
}

/// Facts of one search.
#[derive(Clone, Copy, Default)]
struct BatchCounts {
    taken: u32,
    refused: u32,
}

/// What a search came to.
struct SearchOutcome {
    batch: BatchCounts,
    /// The host is to be asked which of the facts contradict each other.
    asks_contradictions: bool,
}

struct PlannedSearch {
    kind: &'static str,
    /// Empty on a repair of the whole answer.
    path: String,
    topic: String,
    query: String,
    reason: &'static str,
    /// The evaluator's feedback, for a repair.
    feedback: String,
}

/// `Err` ends the run.
type OkOrStop = Result<(), Stop>;

impl Loop for Research {
    type Outcome = ResearchResult;

    fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
        let next = match (std::mem::replace(&mut self.phase, Phase::Over), replies.into_iter().next()) {
            (Phase::Start, _) => self.take_next_step(ctx),
            (Phase::Searching(planned), Some((call, reply))) => {
                let SearchOutcome { batch, asks_contradictions } = self.apply_search_reply(&call, reply, ctx);
                if asks_contradictions {
                    ctx.request_callback("contradictions", Value::Null);
                    self.phase = Phase::Contradicting(planned, batch);
                    return None;
                }
                self.record_search_end(&planned, batch, ctx);
                self.take_next_step(ctx)
            }
            (Phase::Contradicting(planned, batch), Some((call, reply))) => {
                self.add_contradictions(&call, reply, ctx);
                self.record_search_end(&planned, batch, ctx);
                self.take_next_step(ctx)
            }
            (Phase::Adjudicating(conflict), Some((call, reply))) => self.apply_adjudication(&conflict, &call, reply, ctx),
            (Phase::Composing(end), Some((call, reply))) => self.handle_answer(end, &call, reply, ctx),
            (Phase::Evaluating, Some((call, reply))) => self.handle_metric_results(&call, reply, ctx),
            (
                Phase::Searching(_)
                | Phase::Contradicting(..)
                | Phase::Adjudicating(_)
                | Phase::Composing(_)
                | Phase::Evaluating
                | Phase::Over,
                _,
            ) => Err(Stop::with_reason(StopReason::Stalled)),
        };
        next.err()
    }

    fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        // Replies that came in time are kept.
        match (std::mem::replace(&mut self.phase, Phase::Over), replies.into_iter().next()) {
            (Phase::Searching(planned), Some((call, reply))) => {
                let batch = self.apply_search_reply(&call, reply, ctx).batch;
                self.record_search_end(&planned, batch, ctx);
            }
            (Phase::Contradicting(planned, batch), reply) => {
                if let Some((call, reply)) = reply {
                    self.add_contradictions(&call, reply, ctx);
                }
                self.record_search_end(&planned, batch, ctx);
            }
            (Phase::Composing(_), Some((_, Reply::Model(response)))) => {
                self.draft = Answer::from_response(&response).or(self.draft.take())
            }
            _ => {}
        }
    }

    fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext) {
        self.phase = Phase::Over;
        let Some(answer) = self.best_available_answer().filter(|_| stop.reason != StopReason::Aborted) else { return };
        let complete = self.reflector.reflect().state == ReflectionState::Complete;
        ctx.show_step(Step::Answer(AnswerStep {
            content: answer.output,
            complete,
            accepted: self.accepted,
            seq: 0,
            now_ms: 0.0,
        }));
    }

    fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> ResearchResult {
        ResearchResult::from_run(self, stop, ctx)
    }

    fn handle_human_review(&mut self, _: bool, _: Option<String>, _: &mut RunContext) -> Result<Option<Stop>, ReflectError> {
        Err(flow::errors::unwanted_review("a research run"))
    }

    fn budget(&self) -> &Budget {
        &self.settings.budget
    }

    fn hash_inputs(&self) -> u64 {
        hash_text(hash_text(0, &self.settings.raw.to_json()), &self.query)
    }

    /// Limits and the evaluator may change when a run is taken up again; what it searches for may not.
    fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
        let (mut new, old) = (ResearchSettings::check_settings(settings)?, &self.settings);
        new.model.topic = new.model.topic.or_else(|| Some(self.query.trim().to_owned()));
        let same = new.model == old.model && new.reflector == old.reflector;
        if !same || (new.window, new.limit) != (old.window, old.limit) {
            return Err(errors::other_model());
        }
        self.settings = new;
        Ok(())
    }
}

impl ResearchRun {
    /// A run that has not begun. A `seed` in the settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` names the field; `invalid_task` when the query is blank; `misuse` when the time is not a number.
    pub fn create_run(settings: &InputValue, query: &str, default_seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let inner_loop = Research::new(ResearchSettings::check_settings(settings)?, query)?;
        let seed = inner_loop.settings.seed.unwrap_or(default_seed);
        Machine::new(inner_loop, seed, now_ms)
    }
}

impl Research {
    /// The loop of a run that has not begun, for a machine; `invalid_task` when the query is blank.
    pub fn new(mut settings: ResearchSettings, query: &str) -> Result<Self, ReflectError> {
        if is_blank(query) {
            return Err(errors::blank_query());
        }
        // Without a topic the model is about the question, so that each search knows it.
        settings.model.topic.get_or_insert_with(|| query.trim().to_owned());
        let by_default = if settings.adjudicate { Settle::Adjudicator } else { Settle::Plurality };
        let settle = Some(settings.reflector.settle.unwrap_or(by_default));
        Ok(Self {
            query: query.to_owned(),
            reflector: Reflector::new(settings.model.clone(), ReflectorSettings { settle, ..settings.reflector.clone() }),
            repetition: Repetition::new(settings.window, settings.limit),
            settings,
            facts: Facts::default(),
            phase: Phase::Start,
            next_actions: VecDeque::new(),
            draft: None,
            best: None,
            adjudicated: Vec::new(),
            evaluations: Vec::new(),
            iterations: 0,
            repairs: 0,
            accepted: false,
            unchecked: false,
        })
    }

    /// The next search: one that a rejection asks for, else what the reflector wants; where it wants nothing more the answer is composed.
    fn take_next_step(&mut self, ctx: &mut RunContext) -> OkOrStop {
        let spent = self.iterations >= self.settings.max_iterations;
        while let Some(planned) = self.next_actions.pop_front().filter(|_| !spent) {
            if self.admit_search(&planned, &planned.feedback, ctx) {
                return self.request_search(planned, ctx);
            }
        }
        self.next_actions.clear();
        loop {
            let reflection = self.reflector.reflect();
            // It costs no search, so it may also be asked when none is left.
            if self.request_adjudication(&reflection, ctx) {
                return Ok(());
            }
            let Some(search) = &reflection.next else { return self.compose_or_end(None, ctx) };
            if spent {
                return self.compose_or_end(Some(StopReason::MaxIterations), ctx);
            }
            // New facts or sources make another situation; another voice in a conflict does not.
            let thin = reflection.thin.iter().find(|thin| thin.path == search.path && search.kind == SearchKind::Find);
            let there = thin.map_or_else(String::new, |thin| format!("{} {}", thin.count, thin.sources));
            let FactSearch { kind, path, topic, query, .. } = search.clone();
            let (kind, reason) = (kind.as_str(), reflection.reason.as_str());
            let planned = PlannedSearch { kind, path, topic, query, reason, feedback: String::new() };
            if self.admit_search(&planned, &there, ctx) {
                show_search(search, &reflection, ctx);
                return self.request_search(planned, ctx);
            }
            // Given up: what is left makes the model stalled, never complete.
            for _ in 0..self.settings.reflector.max_fruitless {
                drop(self.reflector.record_search(SearchKind::Find, &search.path, Some(true)));
            }
        }
    }

    /// Whether this search may be made in this situation; one made too often is noted.
    fn admit_search(&mut self, planned: &PlannedSearch, situation: &str, ctx: &mut RunContext) -> bool {
        let allowed = self.repetition.admit_action(&[planned.kind, &planned.path, &planned.query, situation]);
        if !allowed {
            ctx.record_error("repetition", errors::repeated_search(&planned.query), None);
        }
        allowed
    }

    fn request_search(&mut self, planned: PlannedSearch, ctx: &mut RunContext) -> OkOrStop {
        let request = json_object([
            ("kind", planned.kind.into()),
            ("path", planned.path.as_str().into()),
            ("topic", planned.topic.as_str().into()),
            ("reason", planned.reason.into()),
        ]);
        let feedback = Some(planned.feedback.as_str()).filter(|feedback| !feedback.is_empty());
        self.ask_host(
            "research",
            self.iterations.saturating_add(1),
            &planned.query,
            add_optional_text(request, "feedback", feedback),
            ctx,
        )?;
        self.phase = Phase::Searching(planned);
        Ok(())
    }

    /// Asks the host for facts or for an answer; `metadata` is what it needs to know beside the text.
    fn ask_host(&self, purpose: &'static str, iteration: u32, text: &str, metadata: Value, ctx: &mut RunContext) -> OkOrStop {
        let message = Message { metadata: Some(metadata.into()), ..Message::from_text(Role::User, text.to_owned()) };
        let (messages, draft_index) = (vec![message], self.repairs);
        let call = ModelCall { purpose, iteration, attempt: 1, draft_index, messages, ..ModelCall::default() };
        ctx.ask_model(call, &self.settings.budget)
    }

    /// What a search gave: facts, nothing, or an error, which all count as one search.
    fn apply_search_reply(&mut self, call: &Call, reply: Reply, ctx: &mut RunContext) -> SearchOutcome {
        self.iterations = self.iterations.saturating_add(1);
        let mut batch = BatchCounts::default();
        match reply {
            Reply::Model(response) => {
                let mut beside = response.metadata.map(|metadata| metadata.to_value()).unwrap_or_default();
                let facts = beside.get_mut("facts").map(Value::take).unwrap_or_default();
                match self.reflector.add_valid_facts(&InputValue::from(&facts)) {
                    Ok(added) => {
                        batch = BatchCounts { taken: added.taken, refused: added.refused.len() as u32 };
                        for one in added.refused.iter().take(REFUSALS_NAMED) {
                            let path = one.path.as_deref().unwrap_or("(no path)");
                            ctx.record_error("refused_fact", errors::refused_fact(path, &one.why), Some(call.call_id()));
                        }
                        if let Value::Array(facts) = facts {
                            self.facts.keep_taken_facts(facts, &added.refused);
                        }
                    }
                    Err(error) => ctx.record_error("bad_response", error.message, Some(call.call_id())),
                }
            }
            Reply::Failed(error) => {
                ctx.record_error(replace_generic_code(&error.code, "research_error"), error.message, Some(call.call_id()))
            }
            Reply::Tool(_) | Reply::Verdict(_) => {}
        }
        let asks_contradictions = self.settings.contradictions && batch.taken + batch.refused > 0;
        self.unchecked |= asks_contradictions;
        SearchOutcome { batch, asks_contradictions }
    }

    /// The numbers of pairs among all facts so far, one after the other. Facts stay where nobody can say.
    fn add_contradictions(&mut self, call: &Call, reply: Reply, ctx: &mut RunContext) {
        match reply {
            Reply::Tool(pairs) => {
                let pairs = pairs.to_value();
                self.reflector
                    .add_contradictions(&pairs.as_array().into_iter().flatten().filter_map(Value::as_f64).collect::<Vec<_>>());
                self.unchecked = false;
            }
            Reply::Failed(error) => {
                ctx.record_error(replace_generic_code(&error.code, "contradictions_error"), error.message, Some(call.call_id()))
            }
            Reply::Model(_) | Reply::Verdict(_) => {}
        }
    }

    /// Ends a search.
    fn record_search_end(&mut self, planned: &PlannedSearch, BatchCounts { taken, refused }: BatchCounts, ctx: &mut RunContext) {
        let kind = if planned.kind == SearchKind::Verify.as_str() { SearchKind::Verify } else { SearchKind::Find };
        let fruitless = self.reflector.record_search(kind, &planned.path, None).unwrap_or(taken == 0);
        let iteration = self.iterations;
        let (kind, query, path) = (planned.kind, planned.query.clone(), planned.path.clone());
        ctx.show_step(Step::Research(ResearchStep {
            kind,
            query,
            path,
            iteration,
            taken,
            refused,
            fruitless,
            seq: 0,
            now_ms: 0.0,
        }));
    }

    /// The last reflection, with facts numbered as in the result.
    fn reflect_renumbered(&self) -> Reflection {
        self.facts.renumber_facts(self.reflector.reflect())
    }
}

/// Why this is searched for.
fn show_search(search: &FactSearch, reflection: &Reflection, ctx: &mut RunContext) {
    let (path, query) = (search.path.clone(), search.query.clone());
    ctx.show_step(match search.kind {
        SearchKind::Find => {
            let missing = reflection.missing.len() as u32;
            Step::Gap(GapStep { path, query, reason: reflection.reason.as_str(), missing, seq: 0, now_ms: 0.0 })
        }
        SearchKind::Verify => {
            let open = reflection.conflicts.iter().filter(|conflict| conflict.path == path && conflict.settled_by.is_none());
            let values = open.flat_map(|conflict| &conflict.sides).map(|side| side.value.clone()).gather();
            Step::Conflict(ConflictStep { path, query, values, settled: None, seq: 0, now_ms: 0.0 })
        }
    });
}

/// Adds a text to the object, if there is one.
fn add_optional_text(mut object: Value, key: &str, text: Option<&str>) -> Value {
    if let (Value::Object(map), Some(text)) = (&mut object, text) {
        map.insert(key.to_owned(), text.into());
    }
    object
}

/// The code of a callback that threw names what it was for.
fn replace_generic_code<'a>(code: &'a str, callback_code: &'a str) -> &'a str {
    if [ErrorCode::ModelError, ErrorCode::ToolError].iter().any(|thrown| thrown.as_str() == code) { callback_code } else { code }
}
