//! Has the verifiers look at drafts, all at once.

use super::record::DraftRecord;
use super::{OkOrStop, Phase, Reflect, errors, marks};
use crate::flow::{ANSWER, Call, CallError, Reply, RunContext, Step, Stop, StopReason};
use crate::message::{OpaqueJson, VerifierVerdict};
use crate::settings::{OnVerifierError, Strategy};

/// Whether a verifier gave no verdict.
type AnyVerdictMissing = bool;

impl Reflect {
    /// Marks the drafts from this index on, but under `classic`, and has the verifiers look at them, all at once.
    pub(super) fn verify_drafts(&mut self, first_index: u32, ctx: &mut RunContext) -> OkOrStop {
        let new = self.drafts.first_position_from(first_index)..self.drafts.kept.len();
        if self.ready.settings.strategy != Strategy::Classic {
            new.clone().for_each(|at| marks::mark_repeat_and_growth(&mut self.drafts.kept, at));
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
            self.show_verdicts_without_critic(index, ctx);
        }
        if ctx.pending_count() == 0 {
            return self.take_next_step(ctx);
        }
        self.phase = Phase::Verifying;
        Ok(())
    }

    /// Shows what the verifiers found of a draft that no critic looks at.
    fn show_verdicts_without_critic(&mut self, index: u32, ctx: &mut RunContext) {
        let alone = |record: &&DraftRecord| {
            self.task.critics == 0 || record.draft.fails_verifiers() && !self.ready.settings.critique_failed
        };
        if let Some(record) = self.drafts.find_record(index).filter(alone) {
            let step = record.verifier_step();
            self.drafts.add_revision_entry(index, None, None);
            ctx.show_step(Step::Reflection(step));
        }
    }

    pub(super) fn handle_verifier_verdicts(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> OkOrStop {
        let any_failed = self.record_verifier_verdicts(replies, ctx);
        match self.ready.settings.on_verifier_error {
            OnVerifierError::Stop if any_failed => Err(Stop::with_reason(StopReason::VerifierError)),
            OnVerifierError::Stop | OnVerifierError::Revise => self.take_next_step(ctx),
        }
    }

    /// Notes what the verifiers found; one that gave no verdict failed: it threw, took too long, or returned something else.
    fn record_verifier_verdicts(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> AnyVerdictMissing {
        let mut any_failed = false;
        let mut verified: Vec<u32> = Vec::new();
        for (call, reply) in replies {
            let Call::Verify(run) = &call else { continue };
            let Some(record) = self.drafts.record_mut(run.draft_index) else { continue };
            let verdict = match reply {
                Reply::Verdict(verdict) => verdict,
                Reply::Failed(error) => {
                    let message = errors::failed_verifier(&run.verifier, &error.message);
                    ctx.record_error(verifier_error_code(&error), message, Some(&run.call_id));
                    any_failed = true;
                    if run.verifier == ANSWER || self.ready.settings.on_verifier_error == OnVerifierError::Stop {
                        continue;
                    }
                    VerifierVerdict::from_issues(vec![format!("could not run: {}", error.message)])
                }
                Reply::Tool(OpaqueJson::Text(answer)) => {
                    record.draft.answer = Some(answer);
                    continue;
                }
                Reply::Tool(_) | Reply::Model(_) => continue,
            };
            record.draft.verifiers.update_or_insert_default(&run.verifier, |slot| *slot = verdict);
            record.draft.judged = true;
            if !verified.contains(&run.draft_index) {
                verified.push(run.draft_index);
            }
        }
        if self.task.answer == Some(true) {
            self.drafts.count_independent_agreement();
        }
        for index in verified {
            marks::clear_growth_if_mended(&mut self.drafts, index);
            self.show_verdicts_without_critic(index, ctx);
        }
        any_failed
    }

    /// Keeps the verdicts of a run that was cut off; a verifier that was stopped has none.
    pub(super) fn salvage_verifier_verdicts(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        let verdicts = replies.into_iter().filter(|(_, reply)| !matches!(reply, Reply::Failed(_))).collect();
        self.record_verifier_verdicts(verdicts, ctx);
    }
}

pub(super) fn verifier_error_code(error: &CallError) -> &'static str {
    if error.code == "timeout" { "timeout" } else { "verifier_error" }
}
