//! The loop of `ReflectEngine`: write, verify, critique, revise, until the draft is accepted or the budget is spent (seed 004).
//!
//! What happens next is a strategy's word ([`strategy`]); this room carries it out. No draft is ever lost, and nothing is accepted
//! that no critic, verifier or person accepted.

mod create;
mod critiquing;
mod draft;
mod memory;
mod requirements;
mod result;
mod strategy;
mod task;

pub use crate::flow::{AcceptedBy, RunStatus};
pub use draft::{Draft, Revision};
pub use result::{Metadata, ReflectResult, ReviewReason};
pub use task::{MAX_CRITICS, MAX_INPUT_BYTES, RunTask, TaskInput};

use std::sync::Arc;

use serde_json::Value;

use crate::critique::Reader;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{
    Call, CallError, CritiqueStatus, Desk, EngineName, Loop, Machine, Reply, ResponseStep, Step, Stop, StopReason, ThoughtStep,
};
use crate::judge;
use crate::producer::{Means, Writing, Written, Wrote};
use crate::prompt::{self, Feedback, Fence, RevisionAsk};
use crate::settings::{Budget, Form, Raw, ReflectSettings, Returns, Settings};

use critiquing::{Round, Said};
use draft::{Drafts, Held};
use memory::Memory;
use strategy::{Action, Known};

/// One run of the engine.
pub type ReflectRun = Machine<Reflect>;

/// The state of one run.
pub struct Reflect {
    chosen: ReflectSettings,
    settings: Settings,
    /// JSON Schema of a critique.
    critique_schema: Arc<Value>,
    reader: Reader,
    task: RunTask,
    phase: Phase,
    drafts: Drafts,
    /// Critiques read.
    reflections: u32,
    /// Revisions begun; never more than `maxReflections`, but for those a person asked for.
    revisions: u32,
    /// Failed critiques in a row.
    critique_failures: u32,
    accepted_by: Option<AcceptedBy>,
    /// What the critics said in the last round, when none of them could be read.
    unread: Vec<Said>,
    /// Faults that earlier critiques named; empty where `critique.memory` is off.
    memory: Memory,
    /// Requirements that the model derived from the question.
    derived: Vec<String>,
}

enum Phase {
    Start,
    Deriving,
    Writing {
        writing: Writing,
    },
    /// Whether this draft can be used is asked.
    Checking {
        writing: Writing,
        written: Box<Written>,
    },
    Verifying,
    Critiquing {
        round: Round,
    },
    Over,
}

impl Loop for Reflect {
    type Outcome = ReflectResult;

    fn advance(&mut self, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Option<Stop> {
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        let next = match phase {
            Phase::Start => self.begin(desk),
            Phase::Deriving => self.derived(replies, desk),
            Phase::Checking { writing, written } => self.checked(writing, *written, replies, desk),
            Phase::Writing { writing } => self.written(writing, replies, desk),
            Phase::Verifying => self.verified(replies, desk),
            Phase::Critiquing { round } => self.critiqued(round, replies, desk),
            Phase::Over => Err(Stop::plain(StopReason::Stalled)),
        };
        next.err()
    }

    fn ended(&mut self, stop: &Stop, desk: &mut Desk) {
        self.phase = Phase::Over;
        if stop.reason == StopReason::Aborted {
            return;
        }
        if let Some(draft) = self.returned() {
            let content = draft.draft.text.clone();
            desk.show(Step::Response(ResponseStep { content, engine: EngineName::Reflect, seq: 0, now_ms: 0.0 }));
        }
    }

    fn outcome(&self, stop: &Stop, desk: &Desk, snapshot: String) -> ReflectResult {
        result::outcome(self, stop, desk, snapshot)
    }

    fn reviewed(&mut self, accepted: bool, feedback: Option<String>, desk: &mut Desk) -> Result<Option<Stop>, ReflectError> {
        let Some(index) = self.returned().map(|held| held.draft.index) else {
            return Err(ReflectError::misuse("a review needs a draft, and this run has none"));
        };
        self.drafts.choose(index);
        if accepted {
            self.accepted_by = Some(AcceptedBy::Human);
            return Ok(Some(Stop::plain(StopReason::Accepted)));
        }
        self.accepted_by = None;
        let feedback = Feedback { review: feedback.filter(|f| !f.trim().is_empty()), ..Feedback::default() };
        Ok(self.revise(feedback, desk).err())
    }

    fn budget(&self) -> &Budget {
        &self.settings.budget
    }

    fn origin(&self) -> String {
        create::origin(self)
    }

    fn from_origin(origin: Value) -> Result<Self, ReflectError> {
        create::from_origin(origin)
    }

    fn overlay(&mut self, settings: &Raw) -> Result<(), ReflectError> {
        create::overlay(self, settings)
    }
}

/// `Err` ends the run.
type Next = Result<(), Stop>;

impl Reflect {
    fn begin(&mut self, desk: &mut Desk) -> Next {
        self.task.question()?;
        if self.settings.derive_requirements { self.derive(desk) } else { self.answer(desk) }
    }

    /// Asks for the first draft.
    fn answer(&mut self, desk: &mut Desk) -> Next {
        let texts: Vec<&str> = self.derived.iter().map(String::as_str).collect();
        let fence = if texts.is_empty() { Fence::off() } else { self.fence(&texts, desk) };
        let (messages, question) = self.task.opening(&self.settings, &self.derived, &fence);
        self.write(Writing::answer(messages, question), desk)
    }

    /// Asks the producer, within the history cap.
    fn write(&mut self, writing: Writing, desk: &mut Desk) -> Next {
        let result = writing.ask(self.means(), self.drafts.produced(), desk);
        self.phase = Phase::Writing { writing };
        result
    }

    fn written(&mut self, writing: Writing, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Next {
        match writing.wrote(replies, self.means(), desk)? {
            Wrote::Again(writing) => self.write(writing, desk),
            Wrote::ToolsAsked(writing) => {
                self.phase = Phase::Writing { writing };
                Ok(())
            }
            Wrote::Text(writing, written) if self.task.usable == Some(true) => {
                desk.check_usable(&written.text, self.drafts.produced());
                self.phase = Phase::Checking { writing, written: Box::new(written) };
                Ok(())
            }
            Wrote::Text(_, written) => self.drafted(written, desk),
        }
    }

    /// Goes on with whether a draft can be used. One that could not be asked about is not.
    fn checked(&mut self, writing: Writing, written: Written, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Next {
        match replies.into_iter().next() {
            Some((_, Reply::Verdict(verdict))) if verdict.passed => return self.drafted(written, desk),
            Some((call, Reply::Failed(error))) => desk.note(verifier_code(&error), error.message.clone(), Some(call.id())),
            Some((_, Reply::Verdict(_) | Reply::Model(_) | Reply::Tool(_))) | None => {}
        }
        let writing = writing.unusable(written, desk)?;
        self.write(writing, desk)
    }

    fn drafted(&mut self, written: Written, desk: &mut Desk) -> Next {
        self.drafts.add(Held::new(written), self.settings.max_drafts);
        if self.drafts.produced() == 1 {
            think(desk, "Initial answer generated.".to_owned());
        }
        self.verify(desk)
    }

    fn verify(&mut self, desk: &mut Desk) -> Next {
        let Some(latest) = self.drafts.latest().filter(|_| !self.task.verifiers.is_empty()) else { return self.decide(desk) };
        desk.verify(&self.task.verifiers, &latest.draft.text, latest.draft.index);
        self.phase = Phase::Verifying;
        Ok(())
    }

    fn verified(&mut self, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Next {
        let verdicts = draft::verdicts(replies.iter().filter_map(|(call, reply)| match (call, reply) {
            (Call::Verify(run), Reply::Verdict(verdict)) => Some((run.verifier.clone(), Ok(verdict.clone()))),
            (Call::Verify(run), Reply::Failed(error)) => {
                desk.note(verifier_code(error), error.message.clone(), Some(&run.call_id));
                Some((run.verifier.clone(), Err(error.message.clone())))
            }
            _ => None,
        }));
        if let Some(held) = self.drafts.latest_mut() {
            held.draft.verifiers = verdicts;
            held.draft.judged = true;
            if self.task.critics == 0 {
                let step = held.verifier_step();
                self.drafts.remember(None, CritiqueStatus::Read, None);
                desk.show(Step::Reflection(step));
            }
        }
        self.decide(desk)
    }

    /// Lets the strategy say what happens next, and does it.
    fn decide(&mut self, desk: &mut Desk) -> Next {
        let Some(latest) = self.drafts.latest() else { return Err(Stop::plain(StopReason::Stalled)) };
        let known = Known {
            decision: judge::decide(&latest.evidence()),
            look: latest.look,
            has_critic: self.task.critics > 0,
            revisions: self.revisions,
            critique_failures: self.critique_failures,
            settings: &self.settings,
        };
        match strategy::classic(&known) {
            Action::Critique => self.critique(1, desk),
            Action::CritiqueAgain => self.critique(self.critique_failures.saturating_add(1), desk),
            Action::Revise => {
                self.revisions = self.revisions.saturating_add(1);
                let mut feedback = latest.feedback(&self.settings);
                self.memory.remind(&latest.faults(&self.settings), &mut feedback);
                self.revise(feedback, desk)
            }
            Action::Stop(StopReason::Accepted) => {
                self.accepted_by = Some(if known.has_critic { AcceptedBy::Critic } else { AcceptedBy::Verifier });
                Err(Stop::plain(StopReason::Accepted))
            }
            Action::Stop(StopReason::UnreadableCritique) => {
                let message = latest.reading.as_ref().map(critiquing::unreadable).unwrap_or_default();
                Err(Stop::failed(StopReason::UnreadableCritique, ErrorCode::UnreadableCritique, message))
            }
            Action::Stop(reason) => {
                if reason == StopReason::MaxReflections && self.settings.form == Form::Status {
                    // Seed 002's own words.
                    desk.note("max_reflections", "max_iterations reached before acceptance", None);
                }
                Err(Stop::plain(reason))
            }
        }
    }

    fn revise(&mut self, feedback: Feedback, desk: &mut Desk) -> Next {
        let Some(latest) = self.drafts.latest() else { return Err(Stop::plain(StopReason::Stalled)) };
        let question = self.task.question()?;
        let suggestion = feedback.suggestion.as_deref().unwrap_or_default();
        let issues = feedback.issues.join("\n");
        let evidence = feedback.evidence.as_deref().unwrap_or_default();
        let review = feedback.review.as_deref().unwrap_or_default();
        let mut texts = vec![latest.draft.text.as_str(), suggestion, &issues, evidence, review];
        texts.extend(feedback.repeated.as_deref().into_iter().chain(feedback.earlier.as_deref()));
        texts.extend(self.derived.iter().map(String::as_str));
        let fence = self.fence(&texts, desk);
        let ask = RevisionAsk { question, answer: latest.message(), feedback: &feedback, derived: &self.derived };
        let messages = prompt::revision(ask, &self.settings, &fence);
        let (parent, attempt, of) = (latest.draft.index, self.revisions, self.settings.max_reflections);
        think(
            desk,
            match feedback.review {
                Some(_) => "Revising answer after review...".to_owned(),
                None => format!("Revising answer (attempt {attempt}/{of})..."),
            },
        );
        self.write(Writing::revision(messages, parent), desk)
    }

    fn means(&self) -> Means<'_> {
        Means { tools: &self.task.tools, schema: self.task.answer_schema.as_ref(), settings: &self.settings }
    }

    fn fence(&self, texts: &[&str], desk: &mut Desk) -> Fence {
        if self.settings.fence { Fence::with(desk.nonce(texts)) } else { Fence::off() }
    }

    /// Requirements of the run, given or derived.
    fn requirements(&self) -> &[String] {
        if self.settings.requirements.is_empty() { &self.derived } else { &self.settings.requirements }
    }

    /// The draft that a run ending now returns.
    fn returned(&self) -> Option<&Held> {
        match self.settings.returns {
            _ if self.accepted_by.is_some() => self.drafts.latest(),
            Returns::Latest => self.drafts.latest(),
            Returns::Best => self.drafts.best(),
        }
    }
}

fn think(desk: &mut Desk, content: String) {
    desk.show(Step::Thought(ThoughtStep { content, engine: EngineName::Reflect, seq: 0, now_ms: 0.0 }));
}

fn verifier_code(error: &CallError) -> &str {
    if error.code == "timeout" { "timeout" } else { "verifier_error" }
}
