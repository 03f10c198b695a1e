//! The loop of `ReflectEngine`: write, verify, critique, revise, until the draft is accepted or the budget is spent (seed 004).
//!
//! Each phase has a file: `deriving`, `writing`, `verifying`, `critiquing`. It begins with the calls that it waits for, then takes their
//! replies (`handle_…`, or `salvage_…` where the run was cut off), and hands over to the next one. Between them `deciding` asks the
//! strategy ([`strategy`]). No draft is ever lost, and nothing is accepted that no critic, verifier or person accepted.

mod create;
mod critiquing;
mod deciding;
mod deriving;
mod draft;
mod errors;
mod learning;
mod marks;
mod memory;
mod record;
mod result;
#[cfg(test)]
mod scripted;
mod strategy;
mod task;
mod verifying;
mod writing;

pub use crate::flow::{AcceptedBy, ReviewReason, RunStatus};
pub use create::Engine;
pub use draft::{Draft, Revision};
pub use learning::update_calibration;
pub use result::{ErrorPromise, Metadata, ReflectResult};
pub use task::{MAX_CRITICS, MAX_INPUT_BYTES, RunTask, TaskInput, TaskJudge};

use std::sync::Arc;

use crate::error::ReflectError;
use crate::flow::{
    Call, EngineName, Loop, Machine, Reply, ResponseStep, RunContext, Step, Stop, StopReason, ThoughtStep, Why, WhyAction,
};
use crate::message::{Content, Rope, SharedText};
use crate::producer::{ModelContext, NewDraft};
use crate::prompt::{Feedback, Fence};
use crate::settings::{Budget, InputValue, ReflectSettings, Select};

use create::RunSetup;
use critiquing::CritiqueRound;
use draft::Drafts;
use memory::Memory;
use record::DraftRecord;
use writing::Batch;

pub type ReflectRun = Machine<Reflect>;

pub struct Reflect {
    ready: Arc<RunSetup>,
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
            Phase::Deriving => self.handle_requirements(replies, ctx),
            Phase::Writing { batch } => self.handle_drafts(batch, replies, ctx),
            Phase::Verifying => self.handle_verifier_verdicts(replies, ctx),
            Phase::Critiquing { rounds } => self.handle_critiques(rounds, replies, ctx),
            Phase::Over => Err(Stop::with_reason(StopReason::Stalled)),
        };
        next.err().map(|stop| self.settle_final_draft(stop, ctx))
    }

    fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Writing { batch } => self.salvage_drafts(batch, replies, ctx),
            Phase::Verifying => self.salvage_verifier_verdicts(replies, ctx),
            Phase::Critiquing { rounds } => self.salvage_critiques(rounds, replies, ctx),
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

    fn handle_human_review(
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
        self.drafts.refuse_same_text_drafts(index, feedback.review.is_some(), ctx);
        // Unreadable critiques of earlier drafts do not count against the next ones.
        self.critique_failures = 0;
        ctx.count_reopening();
        Ok(self.start_drafts(&[Some(index)], false, Some(&feedback), ctx).err())
    }

    fn budget(&self) -> &Budget {
        &self.ready.settings.budget
    }

    fn hash_inputs(&self) -> u64 {
        self.task.hash_task(self.ready.digest)
    }

    fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
        let chosen = self.ready.chosen.merge_settings(&ReflectSettings::check_settings(settings)?)?;
        self.ready =
            Arc::new(RunSetup::from_settings(Arc::new(chosen), self.task.critics, self.task.task_and_critics_have_tools())?);
        Ok(())
    }
}

/// `Err` ends the run.
type OkOrStop = Result<(), Stop>;

impl Reflect {
    fn begin_run(&mut self, ctx: &mut RunContext) -> OkOrStop {
        self.task.read_question()?;
        if self.task.partial == Some(true) {
            ctx.refuse_batching();
        }
        ctx.reserve_tool_call_ids(self.task.tool_call_ids());
        let (panel, all) = (self.ready.panel, self.task.critics);
        if panel < all {
            let calls = self.ready.settings.budget.max_calls;
            ctx.record_error("fewer_critics", errors::fewer_critics(calls, all, panel), None);
        }
        if self.ready.settings.derive { self.request_requirements(ctx) } else { self.use_given_draft_or_continue(ctx) }
    }

    fn use_given_draft_or_continue(&mut self, ctx: &mut RunContext) -> OkOrStop {
        // A task may bring its own first draft.
        let Some(text) = self.task.draft.clone() else { return self.take_next_step(ctx) };
        let index = self.drafts.next;
        let draft = NewDraft::from_content("draft".to_owned(), Content::Text(text.into()), None, |text| text.into());
        self.keep_draft(draft, index, 1, false, ctx);
        self.verify_drafts(index, ctx)
    }

    /// Keeps a draft, one of `batch_size` written at once; `informed`: fresh ones heard of the faults of earlier drafts.
    fn keep_draft(&mut self, draft: NewDraft, index: u32, batch_size: usize, informed: bool, ctx: &RunContext) {
        let mut record = DraftRecord::new(draft, index, self.task.verifiers.len());
        record.agree = self.task.required_agreement(&self.ready.settings);
        record.draft.saw_failures = (informed && record.draft.parent.is_none()).then_some(true);
        self.drafts.add_draft(record, ctx);
        self.trim_drafts(self.ready.settings.max_drafts.max(batch_size), ctx);
    }

    /// Drops the oldest drafts beyond this many beside the best one; never the accepted one.
    fn trim_drafts(&mut self, max_beside_best: usize, ctx: &RunContext) {
        if self.drafts.kept.len() <= max_beside_best.saturating_add(1) {
            return;
        }
        let best = draft::best_draft(&self.drafts.kept).map(|record| record.draft.index);
        let stays = [best, self.accepted.map(|(draft, _)| draft), self.settled.as_ref().map(|settled| settled.draft)];
        while self.drafts.kept.len() > max_beside_best.saturating_add(1) {
            let is_old = |record: &DraftRecord| !stays.contains(&Some(record.draft.index));
            let Some(oldest) = self.drafts.kept.iter().position(is_old) else { break };
            let gone = self.drafts.kept.remove(oldest);
            self.drafts.dropped.push((ctx.draft_key(&gone.draft.text), gone.refused));
            self.drafts.revisions.retain(|revision| revision.draft_index != gone.draft.index);
        }
    }

    fn producer_model_context(&self) -> ModelContext<'_> {
        ModelContext {
            critic: None,
            tools: &self.task.tools,
            schema: self.task.answer_schema.as_ref(),
            settings: &self.ready.settings,
        }
    }

    /// A fence for these texts: none where there is nothing in them, but another nonce in any case.
    fn draw_fence(&self, texts: &[&str], ctx: &mut RunContext) -> Fence {
        if !self.ready.settings.fence {
            return Fence::new(None);
        }
        if texts.iter().all(|text| text.is_empty()) {
            ctx.skip_nonce();
            return Fence::new(None);
        }
        Fence::new(Some(ctx.draw_nonce(texts)))
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
