//! The machine itself: poll, answer, abort.

use super::call::CANCELLED;
use super::run_context::{Pending, RunContext, make_key_prefix};
use super::{ActionStep, Call, CallError, Loop, Output, PurposeUsage, Reply, Step, Stop, StopReason, errors};
use crate::error::ReflectError;
use crate::message::{Gather, push_item};
use crate::settings::InputValue;

/// One run of a loop. A time that is not a number is `misuse`, wherever one is given.
pub struct Machine<L: Loop> {
    inner_loop: L,
    ctx: RunContext,
    stop: Option<Stop>,
    /// Pending calls that the host received since the last restore.
    issued: usize,
    /// Calls that the host received since the run began: the number of the next one.
    next_number: u32,
    /// The loop advanced since this was last read.
    advanced: bool,
}

/// Whether a resumption is an input of its own, which the host logs.
pub type IsLoggedInput = bool;

/// A call that waits to be handed to the host.
struct UnissuedCall {
    index: usize,
    is_affordable: bool,
}

/// The end of a run whose seconds ran out.
struct DeadlineStop {
    stop: Stop,
    /// Id and message of each call that timed out.
    timeouts: Vec<(String, String)>,
}

/// The purpose of the calls that judge an action.
const ACTION: &str = "action";
/// Errors of calls that timed out.
const TIMEOUT: &str = "timeout";
/// Suffix of the call's name when a failed call for several is repeated for one.
const ALONE: &str = ".alone";
/// Milliseconds that a timer may be early.
const EARLY_MS: f64 = 1.0;

impl<L: Loop> Machine<L> {
    /// A run that has not begun. `seed` fixes its nonces and keys; `now_ms` is the time, in milliseconds from any origin.
    pub fn new(inner_loop: L, seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        check_finite(now_ms)?;
        let key = make_key_prefix(inner_loop.hash_inputs(), seed);
        let ctx = RunContext { now_ms, started_ms: now_ms, seed, key, ..RunContext::default() };
        Ok(Self { inner_loop, ctx, stop: None, issued: 0, next_number: 0, advanced: false })
    }

    /// The prefix of all idempotency keys of the run: another for another task, other settings or another seed.
    pub fn key_prefix(&self) -> &str {
        &self.ctx.key
    }

    /// The seed of nonces and keys.
    pub fn seed(&self) -> u32 {
        self.ctx.seed
    }

    /// Sets the prefix of all later idempotency keys. A restored run keeps the key of the original task, even if a hook has since changed
    /// the task.
    pub fn set_key_prefix(&mut self, prefix: String) {
        self.ctx.key = prefix;
    }

    /// Takes the time of the last automatic advance, if there was one since the last call. The host logs it, because no host input produced
    /// it.
    pub fn take_loop_advanced_at(&mut self) -> Option<f64> {
        std::mem::take(&mut self.advanced).then_some(self.ctx.now_ms)
    }

    /// The loop that runs in it.
    pub fn inner_loop(&self) -> &L {
        &self.inner_loop
    }

    /// The next thing for the host to do.
    pub fn poll(&mut self, now_ms: f64) -> Result<Output<L::Outcome>, ReflectError> {
        Ok(match self.poll_borrowed(now_ms, true)? {
            Output::Step { step } => Output::Step { step: step.clone() },
            Output::Call { call } => Output::Call { call: call.clone() },
            Output::Wait { call_ids } => Output::Wait { call_ids },
            Output::Done { result: () } => Output::Done { result: self.build_outcome()? },
        })
    }

    /// Polls without a copy of a step or a call, and without the result: see [`Machine::poll`]. Without `lists_calls`, those that are waited
    /// for are not listed.
    pub fn poll_borrowed(&mut self, now_ms: f64, lists_calls: bool) -> Result<Output<(), &Call, &Step>, ReflectError> {
        self.advance_clock(now_ms)?;
        while !self.ctx.has_step_to_give() && self.stop.is_none() {
            if let Some(at) = self.issue_next_call() {
                let call = self.ctx.pending.get(at).map(|pending| &pending.call);
                return call.map(|call| Output::Call { call }).ok_or_else(errors::unknown_call);
            }
            if self.calls_in_flight().next().is_some() {
                let listed = self.calls_in_flight().filter(|_| lists_calls);
                return Ok(Output::Wait { call_ids: listed.map(|call| call.call_id().to_owned()).gather() });
            }
            self.advance_loop();
        }
        Ok(self.ctx.give_step().map_or(Output::Done { result: () }, |step| Output::Step { step }))
    }

    /// The result of a run that is over.
    /// Errors: `misuse` when it is not.
    pub fn build_outcome(&self) -> Result<L::Outcome, ReflectError> {
        let stop = self.stop.as_ref().ok_or_else(errors::empty_run)?;
        Ok(self.inner_loop.build_outcome(stop, &self.ctx))
    }

    /// Hands in what the call of this number came to: the first that the host was given is 0. A call with `n` takes up to `n` replies, one
    /// after the other; of the further ones `usage` is none where the first reported none, and else nothing of theirs is counted.
    /// Errors: `misuse` when the call is not out, or output is still to be polled.
    pub fn answer_call(&mut self, number: u32, reply: Reply, now_ms: f64) -> Result<(), ReflectError> {
        self.advance_clock(now_ms)?;
        let at = self.in_flight_index(number)?;
        let budget = self.inner_loop.budget();
        let is_affordable = self.ctx.check_budget(1, budget).is_ok();
        let Some(pending) = self.ctx.pending.get_mut(at) else { return Ok(()) };
        if !pending.is_batched || matches!(&reply, Reply::Model(reply) if reply.usage.is_none()) {
            self.ctx.ledger.book_outcome(&pending.call, &reply, budget);
        }
        if let (Call::Model(call), Reply::Failed(error)) = (&mut pending.call, &reply)
            && is_affordable
            && call.n.take().is_some()
        {
            // A model that refuses `n` may still give one.
            let failed = call.call_id.clone();
            call.call_id.push_str(ALONE);
            call.idempotency_key.push_str(ALONE);
            self.ctx.ledger.count_call(call.purpose);
            (self.issued, self.ctx.batching_refused) = (at, true);
            self.ctx.record_error(&error.code, error.message.clone(), Some(&failed));
            return Ok(());
        }
        pending.reply = Some(reply);
        Ok(())
    }

    /// The number of a call that is out.
    pub fn find_pending_number(&self, call_id: &str) -> Option<u32> {
        self.ctx.pending.iter().find(|pending| pending.call.call_id() == call_id).map(|pending| pending.number)
    }

    /// The call of this number, while it is out.
    /// Errors: `misuse` when it is not.
    pub fn call_in_flight(&mut self, number: u32) -> Result<&Call, ReflectError> {
        let at = self.in_flight_index(number)?;
        self.ctx.pending.get(at).map(|pending| &pending.call).ok_or_else(errors::unknown_call)
    }

    /// Ends the run. The draft so far is kept; replies that come later are refused. Aborting a finished run does nothing. `unmade_calls` are calls
    /// that the host was given and has not made: they cost nothing, and do not count.
    pub fn abort_run(&mut self, reason: &str, unmade_calls: &[u32], now_ms: f64) -> Result<(), ReflectError> {
        self.advance_clock(now_ms)?;
        if self.stop.is_some() {
            return Ok(());
        }
        self.uncount_unmade_calls(unmade_calls);
        let replies = self.drain_replies();
        self.inner_loop.salvage_replies(replies, &mut self.ctx);
        self.ctx.pending.clear();
        self.issued = 0;
        self.end_run(errors::aborted_run(reason));
        Ok(())
    }

    /// A person's word on a finished run: accepted, or what to change.
    /// Errors: `misuse` when the run is not finished or has no draft.
    pub fn review_result(&mut self, accepted: bool, feedback: Option<String>, now_ms: f64) -> Result<(), ReflectError> {
        self.advance_clock(now_ms)?;
        if self.stop.is_none() {
            return Err(errors::unfinished_review());
        }
        let next = self.inner_loop.handle_human_review(accepted, feedback, &mut self.ctx)?;
        self.stop = None;
        if let Some(stop) = next {
            self.end_run(stop);
        }
        Ok(())
    }

    /// What the budget has left for calls that the host makes beside the loop's own: calls, tokens, seconds, US dollars; infinite without a
    /// limit.
    pub fn remaining_budget_for_host_calls(&mut self, now_ms: f64) -> Result<[f64; 4], ReflectError> {
        self.advance_clock(now_ms)?;
        Ok(self.ctx.ledger.remaining_budget_for_host_calls(self.inner_loop.budget(), self.ctx.elapsed_ms()))
    }

    /// Shows an action of whoever writes, and books what it cost to judge it.
    /// Errors: `misuse` when the run is over, or output is still to be polled.
    pub fn record_action(&mut self, action: ActionStep, judging_cost: &PurposeUsage, now_ms: f64) -> Result<(), ReflectError> {
        self.advance_clock(now_ms)?;
        if self.stop.is_some() || !self.has_nothing_to_poll() {
            return Err(errors::untimely_action());
        }
        self.ctx.ledger.book_host_calls(ACTION, judging_cost);
        self.ctx.show_step(Step::Action(action));
        Ok(())
    }

    /// Goes on with a run whose inputs were replayed: so many of its steps were shown to people, the others are the host's to show, and calls
    /// that are out are issued again. Says whether that is an input of its own, [`Machine::replay_resume`]: one that changes nothing leaves no
    /// trace, so that a run restored at once is the same run.
    /// Errors: `misuse` when fewer steps were taken, `invalid_settings` for those that are laid over.
    pub fn resume_run(
        &mut self,
        steps_shown: f64,
        settings: Option<InputValue>,
        now_ms: f64,
    ) -> Result<IsLoggedInput, ReflectError> {
        if steps_shown > f64::from(self.ctx.taken) {
            return Err(errors::unknown_steps());
        }
        self.issued = 0;
        self.advanced = false;
        let changes = settings.is_some() || now_ms != self.ctx.now_ms;
        if changes {
            self.replay_resume(settings.as_ref(), now_ms)?;
        }
        Ok(changes)
    }

    /// The run was restored at this time, with settings laid over. Another machine's clock may have another origin: time spent so far
    /// counts, time between save and restore does not.
    /// Errors: `invalid_settings`.
    pub fn replay_resume(&mut self, settings: Option<&InputValue>, resumed_ms: f64) -> Result<(), ReflectError> {
        check_finite(resumed_ms)?;
        self.ctx.started_ms = resumed_ms - self.ctx.elapsed_ms();
        if let Some(settings) = settings {
            self.inner_loop.update_settings(settings)?;
        }
        self.ctx.now_ms = resumed_ms;
        Ok(())
    }

    fn advance_clock(&mut self, now_ms: f64) -> Result<(), ReflectError> {
        check_finite(now_ms)?;
        // A clock that was set back must not lengthen the budget.
        self.ctx.now_ms = self.ctx.now_ms.max(now_ms);
        Ok(())
    }

    /// Calls that the host received and has not answered.
    fn calls_in_flight(&self) -> impl Iterator<Item = &Call> {
        unanswered_calls(self.ctx.pending.get(..self.issued).unwrap_or_default())
    }

    /// True when the host has received every step and every call that may start now. Calls held back by a limit do not count until an
    /// answer arrives.
    fn has_nothing_to_poll(&self) -> bool {
        !self.ctx.has_step_to_give() && (self.has_answered_call() || self.next_due_call().is_none())
    }

    fn has_answered_call(&self) -> bool {
        self.ctx.pending.iter().any(|pending| pending.reply.is_some())
    }

    /// The next call to issue. Near a limit, calls of one batch go out one at a time, because
    /// their cost is known only when they finish.
    fn next_due_call(&self) -> Option<UnissuedCall> {
        let mut rest = self.ctx.pending.iter().enumerate().skip(self.issued);
        let (index, Pending { call, .. }) = rest.find(|(_, pending)| pending.reply.is_none() && !pending.is_batched)?;
        let budget = self.inner_loop.budget();
        let is_limited = budget.max_tokens.is_some() || budget.max_cost_usd.is_some();
        if !is_limited || !matches!(call, Call::Model(_)) {
            return Some(UnissuedCall { index, is_affordable: true });
        }
        let in_flight = self.calls_in_flight().count();
        if in_flight > 0 {
            return (!self.ctx.ledger.must_hold_next_call(in_flight, budget))
                .then_some(UnissuedCall { index, is_affordable: true });
        }
        let is_affordable =
            !self.has_answered_call() || self.ctx.ledger.find_exceeded_limit(0, budget, self.ctx.elapsed_ms()).is_none();
        Some(UnissuedCall { index, is_affordable })
    }

    /// The place of the next call to be made. Calls that the budget no longer pays for are answered here.
    fn issue_next_call(&mut self) -> Option<usize> {
        while let Some(UnissuedCall { index, is_affordable }) = self.next_due_call() {
            self.issued = index + 1;
            let (budget, elapsed_ms) = (self.inner_loop.budget(), self.ctx.elapsed_ms());
            let pending = self.ctx.pending.get_mut(index)?;
            if !is_affordable {
                let reply = Reply::Failed(CallError::new(CANCELLED, String::new()));
                self.ctx.ledger.book_outcome(&pending.call, &reply, budget);
                pending.reply = Some(reply);
                continue;
            }
            pending.call.set_timeout(budget, elapsed_ms);
            pending.number = self.next_number;
            for pending in self.ctx.pending.iter_mut().filter(|pending| pending.is_batched) {
                pending.number = self.next_number;
            }
            self.next_number = self.next_number.saturating_add(1);
            return Some(index);
        }
        None
    }

    /// The place of the call of this number, while it is out.
    fn in_flight_index(&self, number: u32) -> Result<usize, ReflectError> {
        if self.stop.is_some() {
            return Err(errors::answer_after_end(number));
        }
        if !self.has_nothing_to_poll() {
            return Err(errors::unpolled_output());
        }
        let is_it = |(at, pending): (usize, &Pending)| {
            (at < self.issued || pending.is_batched) && pending.reply.is_none() && pending.number == number
        };
        self.ctx.pending.iter().enumerate().position(is_it).ok_or_else(|| errors::unexpected_answer(number))
    }

    fn advance_loop(&mut self) {
        self.issued = 0;
        self.advanced = true;
        let replies = self.drain_replies();
        let stop = match self.find_deadline_timeouts(&replies) {
            Some(DeadlineStop { stop, timeouts }) => {
                self.inner_loop.salvage_replies(replies, &mut self.ctx);
                for (call_id, message) in timeouts {
                    // The loop may have noted it already.
                    if self.ctx.errors.iter().all(|error| error.call_id.as_ref() != Some(&call_id)) {
                        self.ctx.record_error(TIMEOUT, message, Some(&call_id));
                    }
                }
                Some(stop)
            }
            None => self.inner_loop.handle_replies(replies, &mut self.ctx),
        };
        if let Some(stop) = stop {
            // Requested, but never handed to the host.
            self.uncount_unmade_calls(&[]);
            self.ctx.pending.clear();
            self.end_run(stop);
        } else if self.ctx.pending.is_empty() {
            // A loop that requests nothing and does not end would poll for ever.
            self.end_run(Stop::with_reason(StopReason::Stalled));
        }
    }

    /// The calls that were answered, in call order.
    fn drain_replies(&mut self) -> Vec<(Call, Reply)> {
        self.ctx.batching_refused |= self.ctx.pending.iter().any(|pending| pending.is_batched && pending.reply.is_none());
        let mut replies = Vec::new();
        for Pending { call, reply, .. } in self.ctx.pending.drain(..) {
            if let Some(reply) = reply {
                push_item(&mut replies, (call, reply));
            }
        }
        replies
    }

    /// The stop if calls timed out because `maxSeconds` ran out: such a timeout is not the callee's fault.
    fn find_deadline_timeouts(&self, replies: &[(Call, Reply)]) -> Option<DeadlineStop> {
        let (mut timeouts, mut is_late) = (Vec::new(), false);
        for (call, reply) in replies {
            if let Reply::Failed(CallError { code, message }) = reply {
                is_late |= code == TIMEOUT || code == CANCELLED;
                if code == TIMEOUT {
                    timeouts.push((call.call_id().to_owned(), message.clone()));
                }
            }
        }
        if !is_late {
            return None;
        }
        let stop = self.ctx.ledger.find_exceeded_limit(0, self.inner_loop.budget(), self.ctx.elapsed_ms() + EARLY_MS)?;
        (stop.reason == StopReason::MaxSeconds).then_some(DeadlineStop { stop, timeouts })
    }

    /// Removes calls that never started from the usage ledger: calls the host never received, and those in `cancelled`.
    fn uncount_unmade_calls(&mut self, issued_but_unmade: &[u32]) {
        for (at, pending) in self.ctx.pending.iter().enumerate().filter(|(_, pending)| pending.reply.is_none()) {
            if let Call::Model(model) = &pending.call
                && !pending.is_batched
                && (at >= self.issued || issued_but_unmade.contains(&pending.number))
            {
                self.ctx.ledger.uncount_call(model.purpose);
            }
        }
    }

    fn end_run(&mut self, stop: Stop) {
        if let Some(failure) = &stop.failure {
            let code = failure.code.as_str();
            let message = failure.message.clone();
            // A failed call is noted where it failed, with its name; the end of the run does not report it again.
            if self.ctx.errors.last().is_none_or(|last| last.message != message) {
                self.ctx.record_error(code, message, None);
            }
        }
        self.inner_loop.finish_run(&stop, &mut self.ctx);
        self.stop = Some(stop);
    }
}

fn check_finite(ms: f64) -> Result<(), ReflectError> {
    if ms.is_finite() {
        return Ok(());
    }
    Err(errors::invalid_time(ms))
}

fn unanswered_calls(pending: &[Pending]) -> impl Iterator<Item = &Call> {
    pending.iter().filter(|p| p.reply.is_none()).map(|p| &p.call)
}
