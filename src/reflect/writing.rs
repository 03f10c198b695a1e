//! Has drafts written, several at once. A failed one is left out while another lives.

use super::draft::best_draft;
use super::record::DraftRecord;
use super::strategy::revise_or_fresh;
use super::task::OpeningMessages;
use super::verifying::verifier_error_code;
use super::{OkOrStop, Phase, Reflect, memory, show_thought};
use crate::error::ErrorCode;
use crate::flow::{self, BAD_RESPONSE, Call, Reply, RunContext, Stop, StopReason};
use crate::message::{Rope, SharedText, join_texts, push_item};
use crate::producer::{DraftRequest, NewDraft, WriteOutcome};
use crate::prompt::{self, Feedback};
use crate::settings::{FRESH_CEILING, Strategy};

/// Drafts that are written at once.
pub(super) struct Batch {
    /// Writers that are not done, in the order of their indices.
    writers: Vec<Writer>,
    of: usize,
    /// Index of the first.
    first: u32,
    /// Whether requests for fresh drafts name the faults of earlier ones.
    informed: bool,
    /// Why the last one that failed did.
    failed: Option<Stop>,
}

struct Writer {
    /// Of the draft.
    index: u32,
    /// Calls that it waits for.
    calls: usize,
    writing: DraftRequest,
    /// The draft, while `usable` is asked about it.
    draft: Option<NewDraft>,
}

impl Reflect {
    /// Asks for a revision of each draft that is named, and one anew for each that is not, those `may_share_call` where a model can give
    /// several. `review` is what a person said.
    pub(super) fn start_drafts(
        &mut self,
        parents: &[Option<u32>],
        may_share_call: bool,
        review: Option<&Feedback>,
        ctx: &mut RunContext,
    ) -> OkOrStop {
        let parents = parents.get(..FRESH_CEILING as usize).unwrap_or(parents);
        let (settings, drafts) = (&self.ready.settings, &self.drafts.kept);
        // Drafts that must agree independently hear nothing of each other.
        let luck = || ctx.mix_seed(settings.calibration.tasks as u64);
        let informed = !drafts.is_empty()
            && parents.contains(&None)
            && self.task.required_agreement(settings) <= 1
            && revise_or_fresh::should_inform_fresh(drafts, &settings.calibration, luck());
        let mut batch = Batch { writers: Vec::new(), of: parents.len(), first: self.drafts.next, informed, failed: None };
        let same = parents.iter().all(Option::is_none) && parents.len() > 1;
        if same {
            show_thought(ctx, format!("Writing {} drafts...", parents.len()), self.why.take());
            // Tools are a conversation of each draft's own.
            if may_share_call && self.task.tools.is_empty() {
                ctx.ask_next_calls_as_one(parents.len() as u32);
            }
        }
        let mut index = batch.first;
        // Equal ones share one request.
        for alike in parents.chunk_by(|one, other| one == other) {
            // All of them are counted already.
            let others = (parents.len() as u32).saturating_sub(index.saturating_sub(batch.first).saturating_add(1));
            let attempt = self.revisions.saturating_sub(others);
            let writing = match alike {
                [Some(draft), ..] => self.prepare_revision(*draft, attempt, review, ctx)?,
                [None, ..] | [] => self.prepare_fresh_draft(informed, (!same).then_some(attempt), ctx),
            };
            for writing in std::iter::repeat_n(writing, alike.len()) {
                self.ask_writer(&mut batch, index, writing, ctx);
                index = index.saturating_add(1);
            }
        }
        self.wait_or_verify_drafts(batch, ctx)
    }

    /// The request for a draft from scratch: the first, or another one, which may be told what was wrong with those before.
    fn prepare_fresh_draft(&mut self, informed: bool, shown_attempt: Option<u32>, ctx: &mut RunContext) -> DraftRequest {
        let OpeningMessages { mut messages, question_index: question } = self.task.opening_messages(&self.ready.settings);
        self.append_derived_requirements(messages.get_mut(question), ctx);
        if informed {
            let failures = memory::describe_revised_and_newest_failures(&self.drafts.kept, None);
            let fence = self.draw_fence(&[failures.as_deref().unwrap_or_default()], ctx);
            if let Some(question) = messages.get_mut(question) {
                prompt::append_fresh_request(question, self.faults_to_avoid().as_ref(), failures.as_ref(), &fence);
            }
        }
        if let Some(attempt) = shown_attempt.filter(|_| !self.drafts.kept.is_empty()) {
            show_thought(ctx, self.describe_attempt("Answering anew", attempt), self.why.take());
        }
        DraftRequest::new(messages, question..question.saturating_add(1), None)
    }

    /// Faults that another draft must not have again: what is remembered of earlier critiques, else what is named of the best draft.
    fn faults_to_avoid(&self) -> Option<SharedText> {
        self.memory.list.clone().or_else(|| {
            let faults = best_draft(&self.drafts.kept)?.faults_newest_first(&self.ready.settings);
            (!faults.is_empty()).then(|| join_texts(&faults, "\n").into())
        })
    }

    /// The request for a revision of this draft.
    fn prepare_revision(
        &mut self,
        index: u32,
        attempt: u32,
        review: Option<&Feedback>,
        ctx: &mut RunContext,
    ) -> Result<DraftRequest, Stop> {
        let Some(record) = self.drafts.find_record(index) else { return Err(Stop::with_reason(StopReason::Stalled)) };
        let settings = &self.ready.settings;
        let classic = settings.strategy == Strategy::Classic;
        let feedback = review.cloned().unwrap_or_else(|| {
            let mut feedback = record.revision_feedback(settings);
            self.memory.add_reminders(&mut feedback, classic);
            if !classic {
                feedback.keep = self.list_met_or_lost_criteria(record);
            }
            if !classic && record.draft.fails_verifiers() {
                feedback.failures = memory::describe_revised_and_newest_failures(&self.drafts.kept, Some(record));
            }
            feedback
        });
        let texts = [&feedback.evidence, &feedback.failures].map(|text| text.as_deref().unwrap_or_default());
        let fence = self.draw_fence(&texts, ctx);
        let question = self.task.read_question()?;
        let (messages, from) = if classic {
            let mut messages = prompt::revision_messages(&question, record.assistant_message(), &feedback, settings, &fence);
            self.append_derived_requirements(messages.get_mut(1), ctx);
            (messages, 0)
        } else {
            let OpeningMessages { mut messages, question_index: question } = self.task.opening_messages(settings);
            self.append_derived_requirements(messages.get_mut(question), ctx);
            let improvement = prompt::improvement_message(&feedback, &fence, self.task.gate == Some(true));
            messages.extend([record.assistant_message(), improvement]);
            (messages, question)
        };
        let thought = match feedback.review {
            Some(_) => Rope::from_static("Revising answer after review..."),
            None => self.describe_attempt("Revising answer", attempt),
        };
        show_thought(ctx, thought, self.why.take());
        let pinned = from..messages.len();
        Ok(DraftRequest::new(messages, pinned, Some(index)))
    }

    /// The criteria that a draft meets, and those that it or a revision of it lost, a line each.
    fn list_met_or_lost_criteria(&self, record: &DraftRecord) -> Option<SharedText> {
        let index = record.draft.index;
        let is_of = |other: &&DraftRecord| other.draft.index == index || other.draft.parent == Some(index);
        let mut lines = String::new();
        for (at, criterion) in self.ready.settings.criteria.iter().enumerate() {
            let lost = self.drafts.kept.iter().filter(is_of).any(|other| other.lost_criteria.contains(&at));
            if lost || record.criteria_met_in_latest_critique().get(at) == Some(&true) {
                lines.push_str(if lines.is_empty() { "- " } else { "\n- " });
                lines.push_str(criterion);
                lines.push_str(if lost { " (a revision lost it)" } else { "" });
            }
        }
        (!lines.is_empty()).then(|| lines.into())
    }

    fn describe_attempt(&self, what: &'static str, attempt: u32) -> Rope {
        let number = |n: u32| SharedText::from_number(f64::from(n));
        let most = number(self.ready.settings.max_reflections);
        let mut thought = Rope::from_static(what);
        thought.add_static(" (attempt ").add_text(&number(attempt)).add_static("/").add_text(&most).add_static(")...");
        thought
    }

    fn ask_writer(&self, batch: &mut Batch, index: u32, mut writing: DraftRequest, ctx: &mut RunContext) {
        let before = ctx.pending_count();
        match writing.ask_producer(self.producer_model_context(), index, ctx) {
            Ok(()) => batch.add_waiting_writer(index, writing, None, before, ctx),
            Err(stop) => batch.record_draft_failure(stop, ctx),
        }
    }

    /// Gives each writer the replies to its calls.
    pub(super) fn handle_drafts(&mut self, mut batch: Batch, mut replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> OkOrStop {
        for Writer { index, calls, writing, draft } in std::mem::take(&mut batch.writers) {
            let own = flow::split_first_replies(&mut replies, calls);
            if own.is_empty() {
                self.missing += 1;
                continue;
            }
            let before = ctx.pending_count();
            let asks = self.task.usable == Some(true) && draft.is_none();
            let progress = match draft {
                None => writing.handle_replies(own, self.producer_model_context(), ctx),
                Some(draft) => match read_usability_reply(own, ctx) {
                    Ok(true) => Ok(WriteOutcome::Draft(writing, draft)),
                    Ok(false) => writing.reject_unusable_draft(draft, ctx).map(WriteOutcome::Retry),
                    Err(stop) => Err(stop),
                },
            };
            match progress {
                Ok(WriteOutcome::Retry(writing)) => self.ask_writer(&mut batch, index, writing, ctx),
                Ok(WriteOutcome::RunTools(writing)) => batch.add_waiting_writer(index, writing, None, before, ctx),
                Ok(WriteOutcome::Draft(writing, draft)) if asks && draft.stopped.is_none() => {
                    ctx.request_usability_check(&draft.text, index);
                    batch.add_waiting_writer(index, writing, Some(draft), before, ctx);
                }
                Ok(WriteOutcome::Draft(_, draft)) => self.keep_draft(draft, index, batch.of, batch.informed, ctx),
                Err(stop) => batch.record_draft_failure(stop, ctx),
            }
        }
        self.wait_or_verify_drafts(batch, ctx)
    }

    /// Waits, or goes on with the drafts that there are.
    fn wait_or_verify_drafts(&mut self, batch: Batch, ctx: &mut RunContext) -> OkOrStop {
        if !batch.writers.is_empty() {
            self.phase = Phase::Writing { batch };
            return Ok(());
        }
        let Batch { of, first, failed, .. } = batch;
        let drafted = self.drafts.kept.len().saturating_sub(self.drafts.first_position_from(first));
        if drafted == 0 {
            return Err(failed.unwrap_or(Stop::with_reason(StopReason::Stalled)));
        }
        if of > 1 {
            show_thought(ctx, format!("{drafted} of {of} drafts generated."), None);
        } else if self.drafts.produced == 1 {
            show_thought(ctx, Rope::from_static("Initial answer generated."), None);
        }
        self.verify_drafts(first, ctx)
    }

    /// Keeps the texts of a run that was cut off, except those found not usable.
    pub(super) fn salvage_drafts(&mut self, batch: Batch, mut replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        for Writer { index, writing, draft, .. } in batch.writers {
            let own = replies.extract_if(.., |(call, _)| call.draft_index() == Some(index)).next();
            let draft = match (draft, own) {
                (Some(draft), None) => Some(draft),
                (Some(draft), Some((_, Reply::Verdict(verdict)))) if verdict.passed => Some(draft),
                (Some(draft), Some((_, Reply::Failed(error)))) if error.code == "timeout" => Some(draft),
                (None, Some((call, Reply::Model(response)))) if response.tool_calls.is_empty() => {
                    match writing.handle_replies(vec![(call, Reply::Model(response))], self.producer_model_context(), ctx) {
                        Ok(WriteOutcome::Draft(_, draft)) => Some(draft),
                        Ok(WriteOutcome::Retry(_) | WriteOutcome::RunTools(_)) | Err(_) => None,
                    }
                }
                (Some(_) | None, _) => None,
            };
            if let Some(draft) = draft {
                self.keep_draft(draft, index, batch.of, batch.informed, ctx);
            }
        }
    }
}

/// Whether a draft can be used, by the reply to `usable`. A failed call means no; a reply that is no yes or no ends the run.
fn read_usability_reply(usability_replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Result<bool, Stop> {
    match usability_replies.into_iter().next() {
        Some((_, Reply::Verdict(verdict))) => return Ok(verdict.passed),
        // The function is at fault, not the draft: another draft would cost a call and hide that.
        Some((call, Reply::Failed(error))) if error.code == BAD_RESPONSE => {
            ctx.record_error(ErrorCode::Misuse.as_str(), error.message.clone(), Some(call.call_id()));
            return Err(Stop::with_failure(StopReason::EmptyDraft, ErrorCode::Misuse, error.message)
                .with_failure_call_id(Some(call.call_id())));
        }
        Some((call, Reply::Failed(error))) => ctx.record_error(verifier_error_code(&error), error.message, Some(call.call_id())),
        Some((_, Reply::Model(_) | Reply::Tool(_))) | None => {}
    }
    Ok(false)
}

impl Batch {
    fn add_waiting_writer(
        &mut self,
        index: u32,
        writing: DraftRequest,
        unchecked_draft: Option<NewDraft>,
        pending_before: usize,
        ctx: &RunContext,
    ) {
        let calls = ctx.pending_count().saturating_sub(pending_before);
        push_item(&mut self.writers, Writer { index, calls, writing, draft: unchecked_draft });
    }

    /// A draft failed. If it is the only one, the run ends and reports it.
    fn record_draft_failure(&mut self, stop: Stop, ctx: &mut RunContext) {
        if let Some(failure) = stop.failure.as_ref().filter(|_| self.of > 1)
            && ctx.errors().last().is_none_or(|last| last.message != failure.message)
        {
            ctx.record_error(failure.code.as_str(), failure.message.clone(), None);
        }
        self.failed = Some(stop);
    }
}
