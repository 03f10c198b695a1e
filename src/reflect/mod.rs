//! The loop of `ReflectEngine`: write, verify, critique, revise, until the draft is accepted or the budget is spent (seed 004).
//!
//! What happens next is a strategy's word ([`strategy`]); this room carries it out. No draft is ever lost, and nothing is accepted
//! that no critic, verifier or person accepted.

mod create;
mod critiquing;
mod draft;
mod errors;
mod learning;
mod marks;
mod memory;
mod record;
mod requirements;
mod result;
#[cfg(test)]
mod scripted;
mod strategy;
mod task;
mod writing;

pub use crate::flow::{AcceptedBy, ReviewReason, RunStatus};
pub use create::Engine;
pub use draft::{Draft, Revision};
pub use learning::update_calibration;
pub use result::{ErrorPromise, Metadata, ReflectResult};
pub use task::{MAX_CRITICS, MAX_INPUT_BYTES, RunTask, TaskInput, TaskJudge};

use std::sync::Arc;

use crate::critique::explain_unreadable;
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{
    ANSWER, Call, CallError, EngineName, Loop, Machine, Reply, ResponseStep, RunContext, Step, Stop, StopReason, ThoughtStep,
    Why, WhyAction,
};
use crate::judge::Decision;
use crate::message::{OpaqueJson, Rope, SharedText, VerifierVerdict};
use crate::producer::{DraftContext, NewDraft};
use crate::prompt::{Feedback, Fence};
use crate::settings::{Budget, Form, InputValue, OnVerifierError, ReflectSettings, Select, Strategy};

use create::Ready;
use critiquing::CritiqueRound;
use draft::{Drafts, revision_target};
use memory::Memory;
use record::DraftRecord;
use strategy::{Action, Choice, Situation};
use writing::Batch;

pub type ReflectRun = Machine<Reflect>;

pub struct Reflect {
    ready: Arc<Ready>,
    task: RunTask,
    phase: Phase,
    drafts: Drafts,
    /// Critiques read.
    reflections: u32,
    /// Revisions and later fresh drafts begun; never more than `maxReflections`, but for those a person asked for.
    revisions: u32,
    /// Rounds of critiques in a row in which none could be read.
    critique_failures: u32,
    /// Looks at several drafts in a row that could not be read.
    unread_joint: u32,
    /// Drafts that a call for several did not give.
    missing: u32,
    /// The draft that was accepted, and by whom.
    accepted: Option<(u32, AcceptedBy)>,
    /// The draft that the run ended with.
    settled: Option<Settled>,
    /// Why the strategy took its last action.
    why: Option<Why>,
    /// Faults that earlier critiques named; empty where `critique.memory` is off.
    memory: Memory,
    /// Requirements that were derived from the question.
    requirements: Option<Vec<SharedText>>,
}

/// A draft that a run ended with.
struct Settled {
    draft: u32,
    /// What a guarantee goes by.
    score: Option<f64>,
    /// Others judged it than those whose acceptances the guarantee is about.
    judge_changed: bool,
}

enum Phase {
    Start,
    Deriving,
    Writing { batch: Batch },
    Verifying,
    Critiquing { rounds: Vec<CritiqueRound> },
    Over,
}

impl Loop for Reflect {
    type Outcome = ReflectResult;

    fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        let next = match phase {
            Phase::Start => self.begin_run(ctx),
            Phase::Deriving => self.take_requirements(replies, ctx),
            Phase::Writing { batch } => self.read_drafts(batch, replies, ctx),
            Phase::Verifying => self.handle_verdicts(replies, ctx),
            Phase::Critiquing { rounds } => self.handle_critiques(rounds, replies, ctx),
            Phase::Over => Err(Stop::with_reason(StopReason::Stalled)),
        };
        next.err().map(|stop| self.score_final_text(stop, ctx))
    }

    fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Writing { batch } => self.salvage_drafts(batch, replies, ctx),
            Phase::Verifying => {
                let verdicts = replies.into_iter().filter(|(_, reply)| !matches!(reply, Reply::Failed(_))).collect();
                self.take_verdicts(verdicts, ctx);
            }
            Phase::Critiquing { rounds } => self.keep_verdicts(rounds, replies, ctx),
            Phase::Start | Phase::Deriving | Phase::Over => {}
        }
    }

    fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext) {
        self.phase = Phase::Over;
        self.trim_drafts(self.ready.settings.max_drafts, ctx);
        if stop.reason == StopReason::Aborted {
            return;
        }
        if let Some(draft) = self.returned_draft() {
            let content = draft.draft.text.clone();
            let why = self.why.clone().filter(|why| matches!(why.action, WhyAction::Accept | WhyAction::Stop));
            ctx.show_step(Step::Response(ResponseStep { content, engine: EngineName::Reflect, why, seq: 0, now_ms: 0.0 }));
        }
    }

    fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> ReflectResult {
        result::build_result(self, stop, ctx)
    }

    fn apply_review(
        &mut self,
        accepted: bool,
        feedback: Option<String>,
        ctx: &mut RunContext,
    ) -> Result<Option<Stop>, ReflectError> {
        let Some(index) = self.returned_draft().map(|record| record.draft.index) else {
            return Err(errors::missing_draft());
        };
        self.why = None;
        self.settled = None;
        if accepted {
            self.accepted = Some((index, AcceptedBy::Human));
            if let Some(record) = self.drafts.record_mut(index) {
                record.draft.judged = true;
            }
            return Ok(Some(Stop::with_reason(StopReason::Accepted)));
        }
        self.accepted = None;
        let review = feedback.filter(|f| !f.trim().is_empty()).map(SharedText::from);
        let feedback = Feedback { review, ..Feedback::default() };
        self.drafts.refuse_draft(index, feedback.review.is_some(), ctx);
        // Unreadable critiques of earlier drafts do not count against the next ones.
        self.critique_failures = 0;
        ctx.reopen_for_review();
        Ok(self.start_drafts(&[Some(index)], Some(&feedback), ctx).err())
    }

    fn budget(&self) -> &Budget {
        &self.ready.settings.budget
    }

    fn hash_inputs(&self) -> u64 {
        self.task.hash_task(self.ready.digest)
    }

    fn merge_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
        let chosen = self.ready.chosen.merge_settings(&ReflectSettings::check_settings(settings)?)?;
        self.ready = Arc::new(Ready::from_settings(Arc::new(chosen), self.task.critics, self.task.has_tools())?);
        Ok(())
    }
}

/// `Err` ends the run.
type Next = Result<(), Stop>;

impl Reflect {
    fn begin_run(&mut self, ctx: &mut RunContext) -> Next {
        self.task.find_question()?;
        if self.task.partial == Some(true) {
            ctx.refuse_batching();
        }
        ctx.take_tool_ids(self.task.tool_ids());
        let (panel, all) = (self.ready.panel, self.task.critics);
        if panel < all {
            let calls = self.ready.settings.budget.max_calls;
            ctx.record_error("fewer_critics", errors::fewer_critics(calls, all, panel), None);
        }
        if self.ready.settings.derive { self.derive_requirements(ctx) } else { self.start_drafting(ctx) }
    }

    fn start_drafting(&mut self, ctx: &mut RunContext) -> Next {
        // A task may bring its own first draft.
        let Some(text) = self.task.draft.clone() else { return self.take_next_step(ctx) };
        let index = self.drafts.next;
        let draft = NewDraft { call_id: "draft".to_owned(), text, ..NewDraft::default() };
        self.keep_draft(draft, index, 1, false, ctx);
        self.verify_drafts(index, ctx)
    }

    /// Keeps a draft, one `of` so many written at once; `informed`: fresh ones heard of the faults of earlier drafts.
    fn keep_draft(&mut self, draft: NewDraft, index: u32, of: usize, informed: bool, ctx: &RunContext) {
        let mut record = DraftRecord::new(draft, index, self.task.verifiers.len());
        record.agree = self.task.required_agreement(&self.ready.settings);
        record.draft.saw_failures = (informed && record.draft.parent.is_none()).then_some(true);
        self.drafts.add_draft(record, ctx);
        self.trim_drafts(self.ready.settings.max_drafts.max(of), ctx);
    }

    /// Drops the oldest drafts beyond this many beside the best one; never the accepted one.
    fn trim_drafts(&mut self, max_kept: usize, ctx: &RunContext) {
        if self.drafts.kept.len() <= max_kept.saturating_add(1) {
            return;
        }
        let best = draft::best_draft(&self.drafts.kept).map(|record| record.draft.index);
        let stays = [best, self.accepted.map(|(draft, _)| draft), self.settled.as_ref().map(|settled| settled.draft)];
        while self.drafts.kept.len() > max_kept.saturating_add(1) {
            let is_old = |record: &DraftRecord| !stays.contains(&Some(record.draft.index));
            let Some(oldest) = self.drafts.kept.iter().position(is_old) else { break };
            let gone = self.drafts.kept.remove(oldest);
            self.drafts.dropped.push((ctx.draft_key(&gone.draft.text), gone.refused));
            self.drafts.revisions.retain(|revision| revision.draft_index != gone.draft.index);
        }
    }

    /// Marks the drafts from this index on, but under `classic`, and has the verifiers look at them, all at once.
    fn verify_drafts(&mut self, first: u32, ctx: &mut RunContext) -> Next {
        let new = self.drafts.find_position(first)..self.drafts.kept.len();
        if self.ready.settings.strategy != Strategy::Classic {
            new.clone().for_each(|at| marks::mark_draft(&mut self.drafts.kept, at));
        }
        let answer = self.task.answer == Some(true);
        if self.task.verifiers.is_empty() && !answer {
            return self.take_next_step(ctx);
        }
        let mut stopped = Vec::new();
        for record in self.drafts.kept.get(new).unwrap_or_default() {
            if record.draft.stopped_by.is_some() {
                stopped.push(record.draft.index);
            } else {
                ctx.request_verification(&self.task.verifiers, answer, &record.draft.text, record.draft.index);
            }
        }
        for index in stopped {
            self.show_verdicts(index, ctx);
        }
        if ctx.pending_count() == 0 {
            return self.take_next_step(ctx);
        }
        self.phase = Phase::Verifying;
        Ok(())
    }

    /// Shows what the verifiers found of a draft that no critic looks at.
    fn show_verdicts(&mut self, index: u32, ctx: &mut RunContext) {
        let alone = |record: &&DraftRecord| {
            self.task.critics == 0 || record.draft.fails_verifiers() && !self.ready.settings.critique_failed
        };
        if let Some(record) = self.drafts.find_record(index).filter(alone) {
            let step = record.verifier_step();
            self.drafts.record_revision(index, None, None);
            ctx.show_step(Step::Reflection(step));
        }
    }

    fn handle_verdicts(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Next {
        let broken = self.take_verdicts(replies, ctx);
        match self.ready.settings.on_verifier_error {
            OnVerifierError::Stop if broken => Err(Stop::with_reason(StopReason::VerifierError)),
            OnVerifierError::Stop | OnVerifierError::Revise => self.take_next_step(ctx),
        }
    }

    /// Notes what the verifiers found, and whether one gave no verdict: it threw, took too long, or returned something else.
    fn take_verdicts(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> bool {
        let mut broken = false;
        let mut verified: Vec<u32> = Vec::new();
        for (call, reply) in replies {
            let Call::Verify(run) = &call else { continue };
            let Some(record) = self.drafts.record_mut(run.draft_index) else { continue };
            let verdict = match reply {
                Reply::Verdict(verdict) => verdict,
                Reply::Failed(error) => {
                    let message = errors::failed_verifier(&run.verifier, &error.message);
                    ctx.record_error(verifier_code(&error), message, Some(&run.call_id));
                    broken = true;
                    if run.verifier == ANSWER || self.ready.settings.on_verifier_error == OnVerifierError::Stop {
                        continue;
                    }
                    VerifierVerdict::with_issues(vec![format!("could not run: {}", error.message)])
                }
                Reply::Tool(OpaqueJson::Text(answer)) => {
                    record.draft.answer = Some(answer);
                    continue;
                }
                Reply::Tool(_) | Reply::Model(_) => continue,
            };
            record.draft.verifiers.update_value(&run.verifier, |slot| *slot = verdict);
            record.draft.judged = true;
            if !verified.contains(&run.draft_index) {
                verified.push(run.draft_index);
            }
        }
        if self.task.answer == Some(true) {
            self.drafts.count_agreement();
        }
        for index in verified {
            marks::unmark_growth(&mut self.drafts, index);
            self.show_verdicts(index, ctx);
        }
        broken
    }

    /// Lets the strategy say what happens next, and does it.
    fn take_next_step(&mut self, ctx: &mut RunContext) -> Next {
        let checks = !self.task.verifiers.is_empty();
        let (tools, gate) = (!self.task.tools.is_empty(), self.task.gate == Some(true));
        let settings = &self.ready.settings;
        let uncounted = self.drafts.produced.saturating_sub(self.revisions);
        let situation = Situation {
            drafts: &self.drafts.kept,
            critics: self.ready.panel,
            revisions: self.revisions,
            free: if checks && settings.strategy == Strategy::BestOfN {
                settings.drafts.saturating_sub(uncounted)
            } else {
                self.missing
            },
            failures: self.critique_failures,
            unread_joint: self.unread_joint,
            calls_left: ctx.calls_left(&settings.budget),
            checks,
            agree: self.task.required_agreement(settings),
            tools: tools || gate,
            luck: ctx.seeded_number(settings.calibration.tasks as u64),
            may_share: !tools && ctx.may_batch(),
            settings,
        };
        let Choice { action, why } = strategy::next(&situation);
        let (left, free) = (situation.writes_left() as usize, situation.free as usize);
        let has_batches = situation.may_share && checks && settings.strategy == Strategy::BestOfN;
        self.why = why;
        match action {
            Action::Judge { groups } => self.start_critiques(groups, ctx),
            Action::Write { mut parents } => {
                // Behind a gate there is one draft, which is always revised.
                if gate {
                    parents = vec![revision_target(&self.drafts.kept).map(|record| record.draft.index)];
                }
                let free = match () {
                    () if self.drafts.kept.is_empty() => parents.len(),
                    () if parents.iter().all(Option::is_none) => free,
                    () => 0,
                };
                let most = free.saturating_add(left);
                if most == 0 {
                    return self.stop_run(StopReason::MaxReflections, ctx);
                }
                // Drafts of one call count as one.
                let is_shared = has_batches && parents.iter().all(Option::is_none);
                if !is_shared {
                    parents.truncate(most);
                }
                let counted = parents.len().saturating_sub(free);
                self.revisions = self.revisions.saturating_add(if is_shared { counted.min(1) } else { counted } as u32);
                self.missing = 0;
                self.start_drafts(&parents, None, ctx)
            }
            Action::Accept { draft } => self.accept_draft(draft),
            Action::Stop(reason) => self.stop_run(reason, ctx),
        }
    }

    /// Ends the run with this draft accepted, if critics and verifiers do accept it.
    fn accept_draft(&mut self, draft: u32) -> Next {
        let critics = self.task.critics;
        if self.drafts.find_record(draft).is_none_or(|record| record.decision(critics) != Decision::Accept) {
            return Err(Stop::with_reason(StopReason::Stalled));
        }
        self.accepted = Some((draft, if critics > 0 { AcceptedBy::Critic } else { AcceptedBy::Verifier }));
        Err(Stop::with_reason(StopReason::Accepted))
    }

    /// Scores the text that the run ends with; where there is a guarantee, that score alone accepts. A run that failed, or that a person sent
    /// back, is not one of those whose labels promise something.
    fn score_final_text(&mut self, stop: Stop, ctx: &mut RunContext) -> Stop {
        let (settings, critics) = (&self.ready.settings, self.task.critics);
        let Some(record) = self.returned_draft() else { return stop };
        let is_whole = stop.failure.is_none() && !self.drafts.kept.iter().any(|record| record.refused);
        let score = if is_whole { record.acceptance_score(critics, self.ready.panel, settings) } else { None };
        let index = record.draft.index;
        let mut changed = None;
        let holds = settings.guarantee.as_ref().map(|guarantee| {
            let is_enough = score.is_some_and(|score| score >= guarantee.threshold);
            changed = if score.is_some() { guarantee.check_critics(&record.last_judges()).err() } else { None };
            is_enough && changed.is_none()
        });
        self.settled = Some(Settled { draft: index, score, judge_changed: changed.is_some() });
        let Some(holds) = holds else { return stop };
        if let Some(error) = changed {
            ctx.record_error(error.code.as_str(), error.message, None);
        }
        let (action, reason) = if holds {
            self.accepted = Some((index, if critics > 0 { AcceptedBy::Critic } else { AcceptedBy::Verifier }));
            (WhyAction::Accept, "labels promise that it is right")
        } else {
            self.accepted = None;
            (WhyAction::Stop, "labels do not promise that it is right")
        };
        self.why = self.why.take().map(|_| Why { action, draft_index: Some(index), reason: SharedText::from_static(reason) });
        match stop.reason {
            _ if holds => Stop::with_reason(StopReason::Accepted),
            StopReason::Accepted => Stop::with_reason(StopReason::NotGuaranteed),
            _ => stop,
        }
    }

    /// Ends the run without an acceptance.
    fn stop_run(&self, reason: StopReason, ctx: &mut RunContext) -> Next {
        match reason {
            StopReason::UnreadableCritique => {
                let mut last = self.drafts.kept.iter().rev().filter_map(|record| record.critiques.last());
                let unread = last.find(|critique| !critique.has_verdict());
                if unread.is_some_and(|critique| critique.unavailable) {
                    return Err(Stop::with_reason(StopReason::CriticUnavailable));
                }
                let message =
                    unread.map(|critique| explain_unreadable(&critique.reading, critique.raw.as_deref())).unwrap_or_default();
                Err(Stop::with_failure(reason, ErrorCode::UnreadableCritique, message))
            }
            // The budget's own message.
            StopReason::MaxCalls => ctx.check_budget(u32::MAX, &self.ready.settings.budget),
            // A strategy accepts by another action.
            StopReason::Accepted => Err(Stop::with_reason(StopReason::Stalled)),
            reason => {
                if reason == StopReason::MaxReflections && self.ready.settings.form == Form::Status {
                    // Seed 002's own words.
                    ctx.record_error("max_reflections", errors::spent_iterations(), None);
                }
                Err(Stop::with_reason(reason))
            }
        }
    }

    fn draft_context(&self) -> DraftContext<'_> {
        DraftContext {
            critic: None,
            tools: &self.task.tools,
            schema: self.task.answer_schema.as_ref(),
            settings: &self.ready.settings,
        }
    }

    fn draw_fence(&self, texts: &[&str], ctx: &mut RunContext) -> Fence {
        Fence::new(self.ready.settings.fence.then(|| ctx.draw_nonce(texts)))
    }

    /// The draft to return if the run ends now: a refused one only if there is no other.
    fn returned_draft(&self) -> Option<&DraftRecord> {
        let unrefused = || self.drafts.kept.iter().rev().find(|record| !record.refused);
        let ended_with = self.accepted.map(|(draft, _)| draft).or(self.settled.as_ref().map(|settled| settled.draft));
        match (ended_with, self.ready.settings.select) {
            (Some(draft), _) => self.drafts.find_record(draft),
            (None, Select::Latest) => unrefused().or(self.drafts.kept.last()),
            (None, Select::Best) => draft::best_draft(&self.drafts.kept),
        }
    }
}

fn show_thought(ctx: &mut RunContext, content: impl Into<Rope>, why: Option<Why>) {
    ctx.show_step(Step::Thought(ThoughtStep { content: content.into(), engine: EngineName::Reflect, why, seq: 0, now_ms: 0.0 }));
}

fn verifier_code(error: &CallError) -> &'static str {
    if error.code == "timeout" { "timeout" } else { "verifier_error" }
}
