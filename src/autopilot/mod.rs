//! The loop of `Autopilot`: an inner agent works towards a goal, iteration by iteration, and a critic reviews each output until
//! every criterion is met or the budget is spent (seed 001).
//!
//! **Invariant:** only the critic accepts. What the agent says of itself is a claim: with a critic it changes nothing, without one it
//! ends the run unaccepted.

mod errors;
mod result;

pub use result::AutopilotResult;

use crate::critique::{self, CritiqueReader, is_cut_or_blocked, strip_thinking};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{
    self, Call, CriteriaSatisfiedStep, CriticStep, DoneStep, IterationStep, Loop, Machine, ModelCall, Reply, RunContext,
    RunStatus, Step, Stop, StopReason, hash_text,
};
use crate::judge::{self, CriticVerdict};
use crate::message::{AgentClaim, Message, Role, SharedText, ToolSchema, is_blank, read_tools};
use crate::producer::{DraftRequest, Lookup, ModelContext, WriteOutcome, allowed_tools};
use crate::prompt::{self, Fence};
use crate::settings::{AutopilotSettings, Budget, InputValue, OnUnreadable};

/// One run of an autopilot.
pub type AutopilotRun = Machine<Autopilot>;

/// The state of one run.
pub struct Autopilot {
    settings: AutopilotSettings,
    tools: Vec<ToolSchema>,
    /// The critic's own.
    critic_tools: Vec<ToolSchema>,
    reader: CritiqueReader,
    /// The critic's system prompt, without the notice about the fence.
    system_prompt: SharedText,
    phase: Phase,
    /// Iterations that ended.
    iterations: u32,
    output: Option<SharedText>,
    /// The output ended at a length limit or a content filter.
    cut: bool,
    /// The verdict on this very output.
    verdict: Option<CriticVerdict>,
    /// The verdict was read, and not made up for a critic without a reply.
    judged: bool,
    /// Suggestions of the last verdict.
    feedback: Vec<SharedText>,
    accepted: bool,
}

#[allow(clippy::large_enum_variant, reason = "one is alive at a time; no lint on 32 bits")]
enum Phase {
    Start,
    /// The model writes.
    Writing(DraftRequest),
    /// The host's agent works.
    Working,
    Reviewing {
        /// The critic was asked once more.
        is_retry: bool,
        /// Its tool calls so far.
        lookup: Option<Lookup>,
    },
    Over,
}

/// The only critic.
const CRITIC: Option<u32> = Some(0);

/// `Err` ends the run.
type OkOrStop = Result<(), Stop>;

impl Loop for Autopilot {
    type Outcome = AutopilotResult;

    fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
        let next = match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Start => self.start_iteration(ctx),
            Phase::Writing(writing) => self.handle_writer_replies(writing, replies, ctx),
            Phase::Working => self.handle_agent_reply(replies, ctx),
            Phase::Reviewing { is_retry, lookup } => self.handle_review(replies, is_retry, lookup, ctx),
            Phase::Over => Err(Stop::with_reason(StopReason::Stalled)),
        };
        next.err()
    }

    fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, _: &mut RunContext) {
        // An output that came in time is kept.
        let Some((_, Reply::Model(response))) = replies.into_iter().next() else { return };
        let output = match self.phase {
            Phase::Working => response.content.text(),
            Phase::Writing(_) if response.tool_calls.is_empty() => response.content.text().strip_ends(strip_thinking),
            Phase::Writing(_) | Phase::Start | Phase::Reviewing { .. } | Phase::Over => return,
        };
        if !is_blank(&output) {
            self.iterations = self.iterations.saturating_add(1);
            self.replace_output(output);
        }
    }

    fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext) {
        // With more iterations it goes on from its start.
        self.phase = if stop.reason == StopReason::MaxIterations { Phase::Start } else { Phase::Over };
        if stop.reason == StopReason::Aborted {
            return;
        }
        ctx.show_step(Step::Done(DoneStep {
            status: self.run_status(),
            accepted: self.accepted,
            stop_reason: stop.reason,
            iterations: self.iterations,
            output: self.output.clone().unwrap_or_default(),
            seq: 0,
            now_ms: 0.0,
        }));
    }

    fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> AutopilotResult {
        AutopilotResult::from_run(self, stop, ctx)
    }

    /// A person judges no autopilot. One that ran out of iterations, and has more since it was restored, is sent on by a review that does
    /// not accept.
    fn handle_human_review(
        &mut self,
        accepted: bool,
        feedback: Option<String>,
        _: &mut RunContext,
    ) -> Result<Option<Stop>, ReflectError> {
        let goes_on = matches!(self.phase, Phase::Start) && self.iterations < self.settings.max_iterations;
        if accepted || feedback.is_some() || !goes_on {
            return Err(flow::errors::unwanted_review("an autopilot"));
        }
        Ok(None)
    }

    fn budget(&self) -> &Budget {
        &self.settings.inner.budget
    }

    fn hash_inputs(&self) -> u64 {
        self.tools
            .iter()
            .chain(&self.critic_tools)
            .fold(hash_text(0, &self.settings.raw.to_json()), |digest, tool| hash_text(digest, &tool.name))
    }

    /// Budget and critic may change when a run is taken up again; what it is about may not.
    fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
        let (new, old) = (AutopilotSettings::check_settings(settings)?, &self.settings);
        if new.objective != old.objective || new.inner.criteria != old.inner.criteria || new.agent != old.agent {
            return Err(errors::other_goal());
        }
        let system_prompt = prompt::review_system_prompt(&new.inner);
        self.system_prompt = system_prompt.as_str().into();
        self.reader = judge::critique_reader(&new.inner, system_prompt);
        self.settings = new;
        Ok(())
    }
}

impl AutopilotRun {
    /// A run that has not begun. `tools` is a list of tool schemas; an autopilot over the host's own agent has none. A `seed` in the
    /// settings goes before the one given.
    /// Errors: `invalid_settings` and `invalid_task` name the field; `misuse` when the time is not a number.
    pub fn create_run(settings: &InputValue, tools: InputValue, default_seed: u32, now_ms: f64) -> Result<Self, ReflectError> {
        let inner_loop =
            Autopilot::new(AutopilotSettings::check_settings(settings)?, &InputValue::Map(vec![("tools".to_owned(), tools)]))?;
        let seed = inner_loop.settings.seed.unwrap_or(default_seed);
        Machine::new(inner_loop, seed, now_ms)
    }
}

impl Autopilot {
    /// The loop of a run that has not begun, for a machine; `tool_lists` has lists of tool schemas as `tools` and `criticTools`.
    /// Errors: `invalid_task` when a tool is not of the right shape.
    pub fn new(settings: AutopilotSettings, tool_lists: &InputValue) -> Result<Self, ReflectError> {
        let read_schemas = |key: &str| read_tools(tool_lists, key).map_err(ReflectError::invalid_task);
        let (tools, critic_tools) = (read_schemas("tools")?, read_schemas("criticTools")?);
        let system_prompt = prompt::review_system_prompt(&settings.inner);
        Ok(Self {
            system_prompt: system_prompt.as_str().into(),
            reader: judge::critique_reader(&settings.inner, system_prompt),
            settings,
            tools,
            critic_tools,
            phase: Phase::Start,
            iterations: 0,
            output: None,
            cut: false,
            verdict: None,
            judged: false,
            feedback: Vec::new(),
            accepted: false,
        })
    }

    fn start_iteration(&mut self, ctx: &mut RunContext) -> OkOrStop {
        let AutopilotSettings { objective, inner, agent, .. } = &self.settings;
        let fence = Fence::new(Some(ctx.draw_nonce(&[self.output.as_deref().unwrap_or_default()])));
        let prompt = prompt::iteration_prompt(objective, &inner.criteria, self.output.as_ref(), &self.feedback, &fence);
        let messages = vec![Message::from_text(Role::User, prompt)];
        if !agent {
            return self.request_output(DraftRequest::new(messages, 0..1, None), ctx);
        }
        let ask = ModelCall {
            purpose: "agent",
            iteration: self.iterations.saturating_add(1),
            attempt: 1,
            draft_index: self.iterations,
            messages,
            critic_feedback: Some(self.feedback.clone()),
            ..ModelCall::default()
        };
        ctx.ask_model(ask, &inner.budget)?;
        self.phase = Phase::Working;
        Ok(())
    }

    fn request_output(&mut self, mut writing: DraftRequest, ctx: &mut RunContext) -> OkOrStop {
        writing.ask_producer(self.model_context(None), self.iterations, ctx)?;
        self.phase = Phase::Writing(writing);
        Ok(())
    }

    fn handle_writer_replies(&mut self, writing: DraftRequest, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> OkOrStop {
        match writing.handle_replies(replies, self.model_context(None), ctx)? {
            WriteOutcome::Retry(writing) => self.request_output(writing, ctx),
            WriteOutcome::RunTools(writing) => {
                self.phase = Phase::Writing(writing);
                Ok(())
            }
            WriteOutcome::Draft(_, draft) => {
                self.cut = draft.cut;
                self.take_output(draft.text, AgentClaim::default(), ctx)
            }
        }
    }

    fn handle_agent_reply(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> OkOrStop {
        match replies.into_iter().next() {
            Some((_, Reply::Model(response))) => {
                // Its model stopped at a limit, or to call tools that no longer ran.
                let finish = response.claim.finish_reason.as_deref();
                self.cut = is_cut_or_blocked(finish) || matches!(finish, Some("tool-calls" | "tool_calls" | "tool_use"));
                self.take_output(response.content.text(), response.claim, ctx)
            }
            Some((call, Reply::Failed(error))) => {
                ctx.record_error(&error.code, error.message.clone(), Some(call.call_id()));
                Err(Stop::with_model_failure(error, call.call_id()))
            }
            Some((_, Reply::Tool(_) | Reply::Verdict(_))) | None => Err(Stop::with_reason(StopReason::Stalled)),
        }
    }

    /// An output came, with what the agent says of it. A blank one is noted, and the one before stays.
    fn take_output(&mut self, output: SharedText, claim: AgentClaim, ctx: &mut RunContext) -> OkOrStop {
        self.iterations = self.iterations.saturating_add(1);
        let blank = is_blank(&output);
        let all_met = claim.criteria_met.as_ref().is_some_and(|met| !met.is_empty() && !met.contains(&false));
        // The agent ends the run if it says so, or says that all criteria are met and nothing else.
        let ends = claim.done.unwrap_or(all_met);
        ctx.show_step(Step::Iteration(IterationStep {
            iteration: self.iterations,
            output: output.clone(),
            done: claim.done,
            criteria_met: claim.criteria_met,
            seq: 0,
            now_ms: 0.0,
        }));
        if blank {
            ctx.record_error("empty_draft", errors::empty_iteration(self.iterations), None);
        } else {
            self.replace_output(output);
            if self.settings.critic {
                return self.request_review(ctx);
            }
        }
        if !ends || self.settings.critic {
            return self.start_iteration_or_stop(ctx);
        }
        if all_met {
            self.show_satisfaction(false, ctx);
        }
        Err(self.stop_or_empty_run(StopReason::AgentDone))
    }

    fn replace_output(&mut self, output: SharedText) {
        self.output = Some(output);
        self.verdict = None;
        self.judged = false;
    }

    fn request_review(&mut self, ctx: &mut RunContext) -> OkOrStop {
        let AutopilotSettings { objective, inner, .. } = &self.settings;
        let output = self.output.clone().unwrap_or_default();
        let fence = Fence::new(Some(ctx.draw_nonce(&[&output])));
        let [schema, _] = prompt::solo_and_joint_schemas(inner);
        let ask = ModelCall {
            purpose: "critique",
            iteration: self.iterations,
            attempt: 1,
            draft_index: self.iterations.saturating_sub(1),
            critic: CRITIC,
            messages: prompt::review_messages(&self.system_prompt, objective, &output, &fence),
            tools: allowed_tools(self.model_context(CRITIC)),
            response_schema: Some(schema),
            ..ModelCall::default()
        };
        ctx.ask_model(ask, &inner.budget)?;
        self.phase = Phase::Reviewing { is_retry: false, lookup: None };
        Ok(())
    }

    fn handle_review(
        &mut self,
        mut replies: Vec<(Call, Reply)>,
        is_retry: bool,
        mut lookup: Option<Lookup>,
        ctx: &mut RunContext,
    ) -> OkOrStop {
        let asks = |(_, reply): &mut (Call, Reply)| matches!(reply, Reply::Model(response) if !response.tool_calls.is_empty());
        if !self.critic_tools.is_empty()
            && let Some((Call::Model(call), Reply::Model(response))) = replies.pop_if(asks)
        {
            let begun = lookup.get_or_insert_with(|| Lookup::new(call.clone()));
            if begun.start_allowed_tools(call, response, self.model_context(CRITIC), ctx) {
                self.phase = Phase::Reviewing { is_retry, lookup };
                return Ok(());
            }
        }
        if let Some(begun) = lookup.as_mut().filter(|begun| replies.iter().all(|(call, _)| begun.is_in_flight(call))) {
            match begun.ask_with_results(&replies, self.model_context(CRITIC), ctx)? {
                Some(error) => replies = vec![(Call::Model(begun.first.clone()), Reply::Failed(error))],
                None => {
                    self.phase = Phase::Reviewing { is_retry, lookup };
                    return Ok(());
                }
            }
        }
        // A reply that only repeats a tool's result is no verdict.
        let earlier = lookup.map(|lookup| lookup.append_results("")).unwrap_or_default();
        let Some((Call::Model(call), reply)) = replies.into_iter().next() else {
            return Err(Stop::with_reason(StopReason::Stalled));
        };
        let inner = &self.settings.inner;
        let criteria = inner.criteria.len();
        let mut beside = None;
        let verdict = match reply {
            Reply::Model(response) => {
                let reading = self.reader.read_reply(critique::CriticReply {
                    text: &response.content.text(),
                    answer: self.output.as_deref().unwrap_or_default(),
                    earlier: &earlier,
                    finish_reason: response.finish_reason.as_deref(),
                    second: is_retry,
                    sources: None,
                });
                self.judged = reading.status.is_decided();
                if !self.judged {
                    let message = critique::explain_unreadable(&reading, Some(&response.content.text()));
                    ctx.record_error_once(ErrorCode::UnreadableCritique.as_str(), message, &call.call_id);
                }
                beside = reading.beside.clone();
                CriticVerdict::from_reading(reading, criteria)
            }
            Reply::Failed(error) => {
                ctx.record_error(&error.code, error.message, Some(&call.call_id));
                CriticVerdict::unusable_verdict(criteria, judge::failed_critic(&error.code), Some(&error.code))
            }
            Reply::Tool(_) | Reply::Verdict(_) => return Err(Stop::with_reason(StopReason::Stalled)),
        };
        if !self.judged && !is_retry && inner.on_unreadable == OnUnreadable::Retry {
            // Once more, for the form alone.
            let messages = prompt::request_json_again(&call.messages, beside.as_deref(), prompt::critique_retry_wording(inner));
            if ctx.ask_model(call.make_next_attempt(messages), &inner.budget).is_ok() {
                self.phase = Phase::Reviewing { is_retry: true, lookup: None };
                return Ok(());
            }
        }
        ctx.show_step(Step::Critic(CriticStep {
            iteration: self.iterations,
            criteria_met: verdict.criteria_met.clone(),
            confidence: verdict.confidence,
            suggestions: verdict.suggestions.clone(),
            reasoning: verdict.reasoning.clone(),
            reason: verdict.reason.clone(),
            seq: 0,
            now_ms: 0.0,
        }));
        let met = verdict.ends_run(inner.confidence_threshold);
        self.feedback = verdict.suggestions.clone();
        self.verdict = Some(verdict);
        if self.cut {
            self.feedback.push(SharedText::from_static("The output was cut off before its end."));
        } else if met {
            self.accepted = true;
            self.show_satisfaction(true, ctx);
            return Err(Stop::with_reason(StopReason::Accepted));
        }
        self.start_iteration_or_stop(ctx)
    }

    fn start_iteration_or_stop(&mut self, ctx: &mut RunContext) -> OkOrStop {
        if self.iterations < self.settings.max_iterations {
            return self.start_iteration(ctx);
        }
        Err(self.stop_or_empty_run(StopReason::MaxIterations))
    }

    /// Without any output there is nothing to hand out, whatever the reason.
    fn stop_or_empty_run(&self, reason: StopReason) -> Stop {
        match self.output {
            Some(_) => Stop::with_reason(reason),
            None => errors::empty_run(),
        }
    }

    fn show_satisfaction(&self, by_critic: bool, ctx: &mut RunContext) {
        let iteration = self.iterations;
        ctx.show_step(Step::CriteriaSatisfied(CriteriaSatisfiedStep { iteration, by_critic, seq: 0, now_ms: 0.0 }));
    }

    fn run_status(&self) -> RunStatus {
        match (self.accepted, &self.output) {
            (true, _) => RunStatus::Ok,
            (false, Some(_)) => RunStatus::NeedsReview,
            (false, None) => RunStatus::Failed,
        }
    }

    /// The tools of the critic, or of whoever writes.
    fn model_context(&self, critic: Option<u32>) -> ModelContext<'_> {
        let tools = if critic.is_some() { &self.critic_tools } else { &self.tools };
        ModelContext { critic, tools, schema: None, settings: &self.settings.inner }
    }
}
