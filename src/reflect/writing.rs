//! Has drafts written, several at once. A failed one is left out while another lives.

use super::draft::best;
use super::record::DraftRecord;
use super::strategy::ways;
use super::{Next, Phase, Reflect, memory, think, verifier_code};
use crate::error::ErrorCode;
use crate::flow::{self, BAD_RESPONSE, Call, Reply, RunContext, Stop, StopReason};
use crate::message::{Rope, Text, joined};
use crate::producer::{NewDraft, Progress, Writing};
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
    told: bool,
    /// Why the last one that failed did.
    failed: Option<Stop>,
}

struct Writer {
    /// Of the draft.
    index: u32,
    /// Calls that it waits for.
    out: usize,
    writing: Writing,
    /// The draft, while `usable` is asked about it.
    draft: Option<NewDraft>,
}

impl Reflect {
    /// Asks for a revision of each draft that is named, and one anew for each that is not. `review` is what a person said.
    pub(super) fn write(&mut self, parents: &[Option<u32>], review: Option<&Feedback>, ctx: &mut RunContext) -> Next {
        let parents = parents.get(..FRESH_CEILING as usize).unwrap_or(parents);
        let (settings, drafts) = (&self.ready.settings, &self.drafts.kept);
        // Drafts that must agree independently hear nothing of each other.
        let luck = ctx.luck(settings.calibration.tasks as u64);
        let told = !drafts.is_empty() && self.task.agree(settings) <= 1 && ways::tells(drafts, &settings.calibration, luck);
        let mut batch = Batch { writers: Vec::new(), of: parents.len(), first: self.drafts.next, told, failed: None };
        let same = parents.iter().all(Option::is_none) && parents.len() > 1;
        if same {
            think(ctx, format!("Writing {} drafts...", parents.len()), self.why.take());
            // Tools are a conversation of each draft's own.
            if self.task.tools.is_empty() {
                ctx.share(parents.len() as u32);
            }
        }
        let mut index = batch.first;
        // Equal ones share one request.
        for alike in parents.chunk_by(|one, other| one == other) {
            // All of them are counted already.
            let others = (parents.len() as u32).saturating_sub(index.saturating_sub(batch.first).saturating_add(1));
            let attempt = self.revisions.saturating_sub(others);
            let writing = match alike {
                [Some(draft), ..] => self.revision(*draft, attempt, review, ctx)?,
                [None, ..] | [] => self.anew(told, (!same).then_some(attempt), ctx),
            };
            for writing in std::iter::repeat_n(writing, alike.len()) {
                self.ask(&mut batch, index, writing, ctx);
                index = index.saturating_add(1);
            }
        }
        self.go_on(batch, ctx)
    }

    /// The request for a draft from scratch: the first, or another one, which may be told what was wrong with those before.
    fn anew(&mut self, told: bool, attempt: Option<u32>, ctx: &mut RunContext) -> Writing {
        let (mut messages, question) = self.task.opening(&self.ready.settings);
        self.require(messages.get_mut(question), ctx);
        if told {
            let failures = memory::failures(&self.drafts.kept, None);
            let fence = self.fence(&[failures.as_deref().unwrap_or_default()], ctx);
            if let Some(question) = messages.get_mut(question) {
                prompt::anew(question, self.known_faults().as_ref(), failures.as_ref(), &fence);
            }
        }
        if let Some(attempt) = attempt.filter(|_| !self.drafts.kept.is_empty()) {
            think(ctx, self.attempted("Answering anew", attempt), self.why.take());
        }
        Writing::new(messages, question..question.saturating_add(1), None)
    }

    /// Faults that another draft must not have again: what is remembered of earlier critiques, else what is named of the best draft.
    fn known_faults(&self) -> Option<Text> {
        self.memory.list.clone().or_else(|| {
            let faults = best(&self.drafts.kept)?.faults(&self.ready.settings);
            (!faults.is_empty()).then(|| joined(&faults, "\n").into())
        })
    }

    /// The request for a revision of this draft.
    fn revision(&mut self, index: u32, attempt: u32, review: Option<&Feedback>, ctx: &mut RunContext) -> Result<Writing, Stop> {
        let Some(record) = self.drafts.record(index) else { return Err(Stop::plain(StopReason::Stalled)) };
        let settings = &self.ready.settings;
        let classic = settings.strategy == Strategy::Classic;
        let feedback = review.cloned().unwrap_or_else(|| {
            let mut feedback = record.feedback(settings);
            self.memory.remind(&mut feedback, classic);
            if !classic {
                feedback.keep = self.kept(record);
            }
            feedback.failures = memory::failures(&self.drafts.kept, Some(record)).filter(|_| !classic && record.draft.failed());
            feedback
        });
        let texts = [&feedback.evidence, &feedback.failures].map(|text| text.as_deref().unwrap_or_default());
        let fence = self.fence(&texts, ctx);
        let question = self.task.question()?;
        let (messages, from) = if classic {
            let mut messages = prompt::revision(&question, record.message(), &feedback, settings, &fence);
            self.require(messages.get_mut(1), ctx);
            (messages, 0)
        } else {
            let (mut messages, question) = self.task.opening(settings);
            self.require(messages.get_mut(question), ctx);
            messages.extend([record.message(), prompt::improvement(&feedback, &fence)]);
            (messages, question)
        };
        let thought = match feedback.review {
            Some(_) => Rope::constant("Revising answer after review..."),
            None => self.attempted("Revising answer", attempt),
        };
        think(ctx, thought, self.why.take());
        let pinned = from..messages.len();
        Ok(Writing::new(messages, pinned, Some(index)))
    }

    /// The criteria that a draft meets, and those that it or a revision of it lost, a line each.
    fn kept(&self, record: &DraftRecord) -> Option<Text> {
        let index = record.draft.index;
        let is_of = |other: &&DraftRecord| other.draft.index == index || other.draft.parent == Some(index);
        let mut lines = String::new();
        for (at, criterion) in self.ready.settings.criteria.iter().enumerate() {
            let lost = self.drafts.kept.iter().filter(is_of).any(|other| other.lost.contains(&at));
            if lost || record.met().get(at) == Some(&true) {
                lines.push_str(if lines.is_empty() { "- " } else { "\n- " });
                lines.push_str(criterion);
                lines.push_str(if lost { " (a revision lost it)" } else { "" });
            }
        }
        (!lines.is_empty()).then(|| lines.into())
    }

    fn attempted(&self, what: &'static str, attempt: u32) -> Rope {
        let number = |n: u32| Text::decimal(f64::from(n));
        let most = number(self.ready.settings.max_reflections);
        let mut thought = Rope::constant(what);
        thought.lit(" (attempt ").with(number(attempt)).lit("/").with(most).lit(")...");
        thought
    }

    fn ask(&self, batch: &mut Batch, index: u32, writing: Writing, ctx: &mut RunContext) {
        let before = ctx.out();
        match writing.ask(self.means(), index, ctx) {
            Ok(()) => batch.wait(index, writing, None, before, ctx),
            Err(stop) => batch.fail(stop, ctx),
        }
    }

    /// Gives each writer the replies to its calls.
    pub(super) fn read_drafts(&mut self, mut batch: Batch, mut replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Next {
        for Writer { index, out, writing, draft } in std::mem::take(&mut batch.writers) {
            let own = flow::take(&mut replies, out);
            if own.is_empty() {
                self.missing += 1;
                continue;
            }
            let before = ctx.out();
            let asks = self.task.usable == Some(true) && draft.is_none();
            let progress = match draft {
                None => writing.advance(own, self.means(), ctx),
                Some(draft) => match is_usable(own, ctx) {
                    Ok(true) => Ok(Progress::Text(writing, draft)),
                    Ok(false) => writing.unusable(draft, ctx).map(Progress::Again),
                    Err(stop) => Err(stop),
                },
            };
            match progress {
                Ok(Progress::Again(writing)) => self.ask(&mut batch, index, writing, ctx),
                Ok(Progress::ToolCalls(writing)) => batch.wait(index, writing, None, before, ctx),
                Ok(Progress::Text(writing, draft)) if asks && draft.stopped.is_none() => {
                    ctx.check_usable(&draft.text, index);
                    batch.wait(index, writing, Some(draft), before, ctx);
                }
                Ok(Progress::Text(_, draft)) => self.keep(draft, index, batch.of, batch.told, ctx),
                Err(stop) => batch.fail(stop, ctx),
            }
        }
        self.go_on(batch, ctx)
    }

    /// Waits, or goes on with the drafts that there are.
    fn go_on(&mut self, batch: Batch, ctx: &mut RunContext) -> Next {
        if !batch.writers.is_empty() {
            self.phase = Phase::Writing { batch };
            return Ok(());
        }
        let Batch { of, first, failed, .. } = batch;
        let drafted = self.drafts.kept.len().saturating_sub(self.drafts.place(first));
        if drafted == 0 {
            return Err(failed.unwrap_or(Stop::plain(StopReason::Stalled)));
        }
        if of > 1 {
            think(ctx, format!("{drafted} of {of} drafts generated."), None);
        } else if self.drafts.produced == 1 {
            think(ctx, Rope::constant("Initial answer generated."), None);
        }
        self.check(first, ctx)
    }

    /// Keeps the texts of a run that was cut off, except those found not usable.
    pub(super) fn rescue(&mut self, batch: Batch, mut replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        for Writer { index, writing, draft, .. } in batch.writers {
            let own = replies.extract_if(.., |(call, _)| call.draft() == Some(index)).next();
            let draft = match (draft, own) {
                (Some(draft), None) => Some(draft),
                (Some(draft), Some((_, Reply::Verdict(verdict)))) if verdict.passed => Some(draft),
                (Some(draft), Some((_, Reply::Failed(error)))) if error.code == "timeout" => Some(draft),
                (None, Some((call, Reply::Model(response)))) if response.tool_calls.is_empty() => {
                    match writing.advance(vec![(call, Reply::Model(response))], self.means(), ctx) {
                        Ok(Progress::Text(_, draft)) => Some(draft),
                        Ok(Progress::Again(_) | Progress::ToolCalls(_)) | Err(_) => None,
                    }
                }
                (Some(_) | None, _) => None,
            };
            if let Some(draft) = draft {
                self.keep(draft, index, batch.of, batch.told, ctx);
            }
        }
    }
}

/// Whether a draft can be used, by the reply to `usable`. A failed call means no; a reply that is no yes or no ends the run.
fn is_usable(replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Result<bool, Stop> {
    match replies.into_iter().next() {
        Some((_, Reply::Verdict(verdict))) => return Ok(verdict.passed),
        // The function is at fault, not the draft: another draft would cost a call and hide that.
        Some((call, Reply::Failed(error))) if error.code == BAD_RESPONSE => {
            ctx.note(ErrorCode::Misuse.as_str(), error.message.clone(), Some(call.id()));
            return Err(Stop::failed(StopReason::EmptyDraft, ErrorCode::Misuse, error.message).for_call(Some(call.id())));
        }
        Some((call, Reply::Failed(error))) => ctx.note(verifier_code(&error), error.message, Some(call.id())),
        Some((_, Reply::Model(_) | Reply::Tool(_))) | None => {}
    }
    Ok(false)
}

impl Batch {
    fn wait(&mut self, index: u32, writing: Writing, draft: Option<NewDraft>, before: usize, ctx: &RunContext) {
        self.writers.push(Writer { index, out: ctx.out().saturating_sub(before), writing, draft });
    }

    /// A draft failed. If it is the only one, the run ends and reports it.
    fn fail(&mut self, stop: Stop, ctx: &mut RunContext) {
        if let Some(failure) = stop.failure.as_ref().filter(|_| self.of > 1)
            && ctx.errors().last().is_none_or(|last| last.message != failure.message)
        {
            ctx.note(failure.code.as_str(), failure.message.clone(), None);
        }
        self.failed = Some(stop);
    }
}
