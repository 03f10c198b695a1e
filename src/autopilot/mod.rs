//! The loop of `Autopilot`: an inner agent works towards a goal, iteration by iteration, and a critic reviews each output until
//! every criterion is met or the budget is spent (seed 001).
//!
//! **Invariant:** only the critic accepts. What the agent says of itself is a claim: with a critic it changes nothing, without one it
//! ends the run unaccepted.

mod create;
mod result;

pub use result::AutopilotResult;

use crate::critique::{self, Reader, is_cut};
use crate::error::{ErrorCode, ReflectError};
use crate::flow::{
    Call, CriteriaSatisfiedStep, CriticStep, DoneStep, IterationStep, Loop, Machine, ModelCall, Reply, RunContext, Step, Stop,
    StopReason,
};
use crate::judge::CriticVerdict;
use crate::message::{Carried, Message, ModelResponse, Role, Text, ToolSchema, is_blank};
use crate::producer::{Means, Writing, Wrote};
use crate::prompt::{self, Fence, IterationAsk};
use crate::settings::{AutopilotSettings, Budget, OnUnreadable, Raw};

/// Feedback to the next iteration on an output that ended at a length limit.
const CUT: &str = "The output was cut off before its end.";

/// One run of an autopilot.
pub type AutopilotRun = Machine<Autopilot>;

/// The state of one run.
pub struct Autopilot {
    settings: AutopilotSettings,
    tools: Vec<ToolSchema>,
    /// JSON Schema of a review.
    schema: Carried,
    reader: Reader,
    /// The critic's system prompt, without the notice about the fence.
    system_prompt: Text,
    phase: Phase,
    /// Iterations that ended.
    iterations: u32,
    output: Option<Text>,
    /// The output ended at a length limit or a content filter.
    cut: bool,
    /// Of this very output.
    verdict: Option<CriticVerdict>,
    /// The verdict was read, and not made up for a critic without a reply.
    judged: bool,
    /// Suggestions of the last verdict.
    feedback: Vec<Text>,
    accepted: bool,
    /// It ended because there were no more iterations.
    spent: bool,
}

enum Phase {
    Start,
    /// The model writes.
    Writing(Writing),
    /// The host's agent works.
    Working,
    Reviewing {
        /// The critic was asked once more.
        again: bool,
    },
    Over,
}

/// What an agent says of its own output.
#[derive(Default)]
struct Claim {
    done: Option<bool>,
    criteria_met: Option<Vec<bool>>,
    /// Its model stopped at a limit, or to call tools that were not run any more.
    cut: bool,
}

/// `Err` ends the run.
type Next = Result<(), Stop>;

impl Loop for Autopilot {
    type Outcome = AutopilotResult;

    fn advance(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
        let phase = std::mem::replace(&mut self.phase, Phase::Over);
        let next = match phase {
            Phase::Start => self.iterate(ctx),
            Phase::Writing(writing) => self.written(writing, replies, ctx),
            Phase::Working => self.worked(replies, ctx),
            Phase::Reviewing { again } => self.reviewed_by_critic(replies, again, ctx),
            Phase::Over => Err(Stop::plain(StopReason::Stalled)),
        };
        next.err()
    }

    fn interrupted(&mut self, _: Vec<(Call, Reply)>, _: &mut RunContext) {}

    fn ended(&mut self, stop: &Stop, ctx: &mut RunContext) {
        self.phase = Phase::Over;
        self.spent = stop.reason == StopReason::MaxIterations;
        if stop.reason == StopReason::Aborted {
            return;
        }
        ctx.show(Step::Done(DoneStep {
            status: self.status(),
            accepted: self.accepted,
            stop_reason: stop.reason,
            iterations: self.iterations,
            output: self.output.clone().unwrap_or_default(),
            seq: 0,
            now_ms: 0.0,
        }));
    }

    fn outcome(&self, stop: &Stop, ctx: &RunContext) -> AutopilotResult {
        result::outcome(self, stop, ctx)
    }

    /// A person judges no autopilot. One that ran out of iterations, and has more since it was restored, is sent on by a review that does
    /// not accept.
    fn reviewed(&mut self, accepted: bool, feedback: Option<String>, _: &mut RunContext) -> Result<Option<Stop>, ReflectError> {
        if accepted || feedback.is_some() || !self.spent || self.iterations >= self.settings.max_iterations {
            return Err(ReflectError::misuse("an autopilot takes no review by a person"));
        }
        self.spent = false;
        self.phase = Phase::Start;
        Ok(None)
    }

    fn budget(&self) -> &Budget {
        &self.settings.inner.budget
    }

    fn digest(&self) -> u64 {
        create::digest(self)
    }

    fn overlay(&mut self, settings: &Raw) -> Result<(), ReflectError> {
        create::overlay(self, settings)
    }
}

impl Autopilot {
    fn iterate(&mut self, ctx: &mut RunContext) -> Next {
        let AutopilotSettings { objective, inner, agent, .. } = &self.settings;
        let fence = Fence::with(ctx.nonce(&[self.output.as_deref().unwrap_or_default()]));
        let ask = IterationAsk { objective, criteria: &inner.criteria, prior: self.output.as_ref(), feedback: &self.feedback };
        let messages = vec![Message::text(Role::User, prompt::iteration(&ask, &fence))];
        if !agent {
            return self.write(Writing::answer(messages, 0), ctx);
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
        ctx.ask(ask, &inner.budget)?;
        self.phase = Phase::Working;
        Ok(())
    }

    fn write(&mut self, writing: Writing, ctx: &mut RunContext) -> Next {
        writing.ask(self.means(), self.iterations, ctx)?;
        self.phase = Phase::Writing(writing);
        Ok(())
    }

    fn written(&mut self, writing: Writing, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Next {
        match writing.wrote(replies, self.means(), ctx)? {
            Wrote::Again(writing) => self.write(writing, ctx),
            Wrote::ToolsAsked(writing) => {
                self.phase = Phase::Writing(writing);
                Ok(())
            }
            Wrote::Text(_, written) => {
                self.cut = written.cut;
                self.given(written.text, Claim::default(), ctx)
            }
        }
    }

    fn worked(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Next {
        match replies.into_iter().next() {
            Some((_, Reply::Model(response))) => {
                let claim = Claim::of(&response);
                self.cut = claim.cut;
                self.given(response.content.text(), claim, ctx)
            }
            Some((call, Reply::Failed(error))) => {
                ctx.note(&error.code, error.message.clone(), Some(call.id()));
                Err(Stop::failed(StopReason::ModelError, ErrorCode::ModelError, error.message))
            }
            Some((_, Reply::Tool(_) | Reply::Verdict(_))) | None => Err(Stop::plain(StopReason::Stalled)),
        }
    }

    /// An output came. A blank one is noted, and the one before stays.
    fn given(&mut self, output: Text, claim: Claim, ctx: &mut RunContext) -> Next {
        self.iterations = self.iterations.saturating_add(1);
        let blank = is_blank(&output);
        let (all_met, ends) = (claim.all_met(), claim.ends());
        ctx.show(Step::Iteration(IterationStep {
            iteration: self.iterations,
            output: output.clone(),
            done: claim.done,
            criteria_met: claim.criteria_met,
            seq: 0,
            now_ms: 0.0,
        }));
        if blank {
            ctx.note("empty_draft", format!("iteration {} gave no output", self.iterations), None);
        } else {
            self.output = Some(output);
            self.verdict = None;
            self.judged = false;
            if self.settings.critic {
                return self.review(ctx);
            }
        }
        if !ends || self.settings.critic {
            return self.next(ctx);
        }
        if all_met {
            self.satisfied(false, ctx);
        }
        Err(self.over(StopReason::AgentDone))
    }

    fn review(&mut self, ctx: &mut RunContext) -> Next {
        let AutopilotSettings { objective, inner, .. } = &self.settings;
        let output = self.output.clone().unwrap_or_default();
        let fence = Fence::with(ctx.nonce(&[&output]));
        let ask = ModelCall {
            purpose: "critique",
            iteration: self.iterations,
            attempt: 1,
            draft_index: self.iterations.saturating_sub(1),
            critic: Some(0),
            messages: prompt::review(&self.system_prompt, objective, &output, &fence),
            response_schema: Some(self.schema.clone()),
            ..ModelCall::default()
        };
        ctx.ask(ask, &inner.budget)?;
        self.phase = Phase::Reviewing { again: false };
        Ok(())
    }

    /// Asks the critic once more, for the form alone.
    fn review_again(&mut self, asked: &ModelCall, beside: Option<&str>, ctx: &mut RunContext) -> Next {
        let messages = prompt::again(&asked.messages, beside, prompt::critique_keys(&self.settings.inner));
        ctx.ask(asked.again(messages), &self.settings.inner.budget)?;
        self.phase = Phase::Reviewing { again: true };
        Ok(())
    }

    fn reviewed_by_critic(&mut self, replies: Vec<(Call, Reply)>, again: bool, ctx: &mut RunContext) -> Next {
        let inner = &self.settings.inner;
        let criteria = inner.criteria.len();
        let twice = !again && inner.on_unreadable == OnUnreadable::Retry && ctx.afford(1, &inner.budget).is_ok();
        let verdict = match replies.into_iter().next() {
            Some((Call::Model(asked), Reply::Model(response))) => {
                let reading = self.reader.read(critique::Reply {
                    text: &response.content.text(),
                    answer: self.output.as_deref().unwrap_or_default(),
                    earlier: "",
                    finish_reason: response.finish_reason.as_deref(),
                    second: again,
                });
                self.judged = reading.status.is_decided();
                if !self.judged {
                    let message = critique::unreadable(&reading, Some(&response.content.text()));
                    ctx.note(ErrorCode::UnreadableCritique.as_str(), message, Some(&asked.call_id));
                    if twice {
                        return self.review_again(&asked, reading.beside.as_deref(), ctx);
                    }
                }
                CriticVerdict::of(reading, criteria)
            }
            Some((Call::Model(asked), Reply::Failed(error))) if twice => {
                ctx.note(&error.code, error.message, Some(&asked.call_id));
                return self.review_again(&asked, None, ctx);
            }
            Some((call, Reply::Failed(error))) => {
                ctx.note(&error.code, error.message, Some(call.id()));
                CriticVerdict::skipped(criteria, format!("critic failed ({}); skipped.", error.code), Some(&error.code))
            }
            Some((_, Reply::Model(_) | Reply::Tool(_) | Reply::Verdict(_))) | None => {
                return Err(Stop::plain(StopReason::Stalled));
            }
        };
        ctx.show(Step::Critic(CriticStep {
            iteration: self.iterations,
            criteria_met: verdict.criteria_met.clone(),
            confidence: verdict.confidence,
            suggestions: verdict.suggestions.clone(),
            reasoning: verdict.reasoning.clone(),
            reason: verdict.reason.clone(),
            seq: 0,
            now_ms: 0.0,
        }));
        let met = verdict.terminates(inner.confidence_threshold);
        self.feedback = verdict.suggestions.clone();
        self.verdict = Some(verdict);
        if self.cut {
            self.feedback.push(Text::constant(CUT));
        } else if met {
            self.accepted = true;
            self.satisfied(true, ctx);
            return Err(Stop::plain(StopReason::Accepted));
        }
        self.next(ctx)
    }

    fn next(&mut self, ctx: &mut RunContext) -> Next {
        if self.iterations < self.settings.max_iterations {
            return self.iterate(ctx);
        }
        Err(self.over(StopReason::MaxIterations))
    }

    /// Without any output there is nothing to hand out, whatever the reason.
    fn over(&self, reason: StopReason) -> Stop {
        match self.output {
            Some(_) => Stop::plain(reason),
            None => Stop::failed(StopReason::EmptyDraft, ErrorCode::EmptyDraft, "no iteration gave an output"),
        }
    }

    fn satisfied(&self, by_critic: bool, ctx: &mut RunContext) {
        let iteration = self.iterations;
        ctx.show(Step::CriteriaSatisfied(CriteriaSatisfiedStep { iteration, by_critic, seq: 0, now_ms: 0.0 }));
    }

    fn means(&self) -> Means<'_> {
        Means { tools: &self.tools, schema: None, settings: &self.settings.inner }
    }
}

impl Claim {
    /// An agent's reply gives it as `metadata: { done?, criteriaMet?, finishReason? }`.
    fn of(response: &ModelResponse) -> Self {
        let claim = &response.claim;
        let finish = claim.finish_reason.as_deref().unwrap_or_default();
        let calls = || matches!(finish, "tool-calls" | "tool_calls" | "tool_use");
        Self { cut: is_cut(Some(finish)) || calls(), done: claim.done, criteria_met: claim.criteria_met.clone() }
    }

    /// Whether the agent says of every criterion that it is met.
    fn all_met(&self) -> bool {
        self.criteria_met.as_ref().is_some_and(|met| !met.is_empty() && !met.contains(&false))
    }

    /// Whether the agent wants to end: it says so, or says that all is met and nothing else.
    fn ends(&self) -> bool {
        self.done.unwrap_or_else(|| self.all_met())
    }
}
