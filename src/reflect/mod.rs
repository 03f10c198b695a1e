//! The loop of `ReflectEngine`: write, verify, critique, revise, until the draft is accepted or the budget is spent (seed 004).
//!
//! What happens next is a strategy's word ([`strategy`]); this room carries it out. No draft is ever lost, and nothing is accepted
//! that no critic, verifier or person accepted.

mod create;
mod draft;
mod result;
mod strategy;
mod task;

pub use crate::flow::{AcceptedBy, RunStatus};
pub use draft::{Draft, Revision};
pub use result::{Metadata, ReflectResult, ReviewReason};
pub use task::{MAX_INPUT_BYTES, RunTask, TaskInput};

use std::sync::Arc;

use serde_json::Value;

use crate::critique::{Reader, Reading, Verdict};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{
    Ask, Call, CallError, CritiqueStatus, Desk, EngineName, Loop, Machine, Reply, ResponseStep, Step, Stop, StopReason,
    ThoughtStep,
};
use crate::judge;
use crate::producer::{Means, Writing, Wrote};
use crate::prompt::{self, CritiqueAsk, Feedback, Fence, RevisionAsk};
use crate::settings::{Budget, OnUnreadable, Raw, ReflectSettings, Returns, Sees, Settings};

use draft::{Drafts, Held, Look};
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
}

enum Phase {
    Start,
    Writing { writing: Writing },
    Verifying,
    Critiquing,
    Over,
}

impl Loop for Reflect {
    type Outcome = ReflectResult;

    fn advance(&mut self, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Option<Stop> {
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        let next = match phase {
            Phase::Start => self.begin(desk),
            Phase::Writing { writing } => self.written(writing, replies, desk),
            Phase::Verifying => self.verified(replies, desk),
            Phase::Critiquing => self.critiqued(replies, desk),
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
        let (messages, question) = self.task.opening(&self.settings);
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
            Wrote::Text(written) => {
                self.drafts.add(Held::new(written), self.settings.max_drafts);
                if self.drafts.produced() == 1 {
                    think(desk, "Initial answer generated.".to_owned());
                }
                self.verify(desk)
            }
        }
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
                let feedback = latest.feedback(&self.settings);
                self.revise(feedback, desk)
            }
            Action::Stop(StopReason::Accepted) => {
                self.accepted_by = Some(if known.has_critic { AcceptedBy::Critic } else { AcceptedBy::Verifier });
                Err(Stop::plain(StopReason::Accepted))
            }
            Action::Stop(StopReason::UnreadableCritique) => {
                let reason = latest.reading.as_ref().and_then(|r| r.reason.clone()).unwrap_or_else(|| "no reply".to_owned());
                let message = format!("the critique could not be read: {reason}");
                Err(Stop::failed(StopReason::UnreadableCritique, ErrorCode::UnreadableCritique, message))
            }
            Action::Stop(reason) => Err(Stop::plain(reason)),
        }
    }

    fn critique(&mut self, attempt: u32, desk: &mut Desk) -> Next {
        let Some(latest) = self.drafts.latest() else { return Err(Stop::plain(StopReason::Stalled)) };
        let question = self.task.question()?;
        let evidence = prompt::evidence(&latest.draft.verifiers);
        let seen = self.seen();
        let mut texts = vec![question.text.as_ref(), latest.draft.text.as_str(), evidence.as_deref().unwrap_or_default()];
        texts.extend(seen.iter().map(|(_, text)| text.as_str()));
        let fence = self.fence(&texts, desk);
        let ask = CritiqueAsk { question, answer: &latest.draft.text, evidence: evidence.as_deref(), seen: &seen };
        let ask = Ask {
            purpose: "critique",
            iteration: latest.draft.index.saturating_add(1),
            attempt,
            draft_index: latest.draft.index,
            critic: Some(0),
            messages: prompt::critique(&ask, &self.settings, &fence),
            tools: None,
            response_schema: Some(Arc::clone(&self.critique_schema)),
            critic_feedback: None,
        };
        desk.ask(ask, &self.settings.budget)?;
        self.phase = Phase::Critiquing;
        Ok(())
    }

    fn critiqued(&mut self, replies: Vec<(Call, Reply)>, desk: &mut Desk) -> Next {
        let Some((call, reply)) = replies.into_iter().next() else { return Err(Stop::plain(StopReason::Stalled)) };
        let Some(held) = self.drafts.latest_mut() else { return Err(Stop::plain(StopReason::Stalled)) };
        let (reading, raw) = match reply {
            Reply::Model(response) => {
                let raw = response.content.text();
                (self.reader.read(&raw, &held.draft.text, response.finish_reason.as_deref()), Some(raw))
            }
            Reply::Failed(error) => {
                desk.note(&error.code, error.message.clone(), Some(call.id()));
                match self.settings.on_unreadable {
                    // Seed 001: a critic that raises never kills the run.
                    OnUnreadable::Revise | OnUnreadable::Retry => (Reading::invalid(&error.code), None),
                    OnUnreadable::Stop | OnUnreadable::NeedsReview | OnUnreadable::Fail => {
                        return Err(Stop::failed(StopReason::ModelError, ErrorCode::ModelError, error.message));
                    }
                }
            }
            Reply::Tool(_) | Reply::Verdict(_) => return Err(Stop::plain(StopReason::Stalled)),
        };
        let status = draft::status_of(&reading);
        let unreadable = reading.status == Verdict::Invalid;
        held.look = if unreadable { Look::Unreadable } else { Look::Read };
        if unreadable {
            self.critique_failures = self.critique_failures.saturating_add(1);
        } else {
            self.critique_failures = 0;
            self.reflections = self.reflections.saturating_add(1);
            held.draft.judged = true;
            held.draft.score = reading.score;
        }
        let revises_anyway = unreadable && self.settings.on_unreadable == OnUnreadable::Revise;
        held.reading = Some(reading.clone());
        held.status = Some(status);
        let step = held.critique_step(&reading, status, self.settings.form, revises_anyway);
        let kept_raw = raw.filter(|_| status != CritiqueStatus::Read);
        self.drafts.remember(Some(reading), status, kept_raw);
        desk.show(Step::Reflection(step));
        self.decide(desk)
    }

    fn revise(&mut self, feedback: Feedback, desk: &mut Desk) -> Next {
        let Some(latest) = self.drafts.latest() else { return Err(Stop::plain(StopReason::Stalled)) };
        let question = self.task.question()?;
        let suggestion = feedback.suggestion.as_deref().unwrap_or_default();
        let issues = feedback.issues.join("\n");
        let evidence = feedback.evidence.as_deref().unwrap_or_default();
        let review = feedback.review.as_deref().unwrap_or_default();
        let fence = self.fence(&[&latest.draft.text, suggestion, &issues, evidence, review], desk);
        let ask = RevisionAsk { question, answer: latest.message(), feedback: &feedback };
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

    /// What `critique.sees` adds to a critique request.
    fn seen(&self) -> Vec<(String, String)> {
        let tool_results = || self.drafts.latest().map(|held| held.tool_results.join("\n")).unwrap_or_default();
        let shown = |sees: &Sees| match sees {
            Sees::SystemPrompt => ("System prompt of the answer", self.task.system_prompt.clone().unwrap_or_default()),
            Sees::ToolResults => ("Tool results behind the answer", tool_results()),
            Sees::History => ("Conversation before the question", self.task.history()),
        };
        self.settings.sees.iter().map(shown).map(|(t, s)| (t.to_owned(), s)).filter(|(_, text)| !text.is_empty()).collect()
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
