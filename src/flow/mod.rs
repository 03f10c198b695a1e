//! The one bounded machine that every loop runs in.
//!
//! A [`Loop`] knows what happens next; [`Machine`] owns what all loops share: calls and their names, replies in any order, the
//! budget, abort, steps. It does no IO and has no clock, so that a host restores a run by handing the same inputs to a new one:
//!
//! 1. the host polls and gets steps to show and calls to make, until the machine waits or is done;
//! 2. the host makes the calls, and hands in each reply or failure with the time;
//! 3. back to 1.
//!
//! **Invariant** *drain before input*: poll until [`Output::Wait`] or [`Output::Done`], then hand in replies. Misuse is an error
//! value, never a panic.

mod budget;
mod call;
pub(crate) mod errors;
mod machine;
mod outcome;
mod run_context;
mod step;

pub use budget::{PurposeUsage, UsageReport};
pub use call::{BAD_RESPONSE, Call, CallError, ModelCall, Reply, ToolRun, VerifyRun, read_reply, split_first_replies};
pub use machine::{IsLoggedInput, Machine};
pub use outcome::{AcceptedBy, Failure, ReviewReason, RunStatus, Stop, StopReason};
pub use run_context::{ANSWER, RunContext, USABLE};
pub(crate) use run_context::{hash_text, unused_nonce};
pub use step::{
    ActionStep, AnswerStep, ConflictStep, CriteriaSatisfiedStep, CriticStep, CritiqueStatus, DecisionStep, DoneStep, EngineName,
    EvaluationStep, GapStep, IterationStep, Judge, Juror, ReflectionStep, ResearchStep, ResponseStep, RunError, Step,
    ThoughtStep, ToolCallStep, ToolResultStep, Why, WhyAction,
};

use serde::Serialize;

use crate::error::ReflectError;
use crate::settings::{Budget, InputValue};

/// What the host gets from a poll. `C` and `S` are references where calls and steps are only looked at ([`Machine::poll_borrowed`]).
#[allow(clippy::large_enum_variant, reason = "one is alive at a time, and only until it is matched")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Output<R, C = Call, S = Step> {
    /// Something happened that a person may want to see. It is the host's from here on.
    Step { step: S },
    /// Make this call; others may come before the machine waits.
    Call { call: C },
    /// Nothing to do until one of these calls is answered.
    #[serde(rename_all = "camelCase")]
    Wait { call_ids: Vec<String> },
    /// The run is over. Polling again gives the same. The steps of its result are the host's to add, who was given them.
    Done { result: R },
}

/// A loop: given what is known and the replies to its last calls, it says the next calls or the end.
pub trait Loop: Sized {
    /// What a finished run hands out.
    type Outcome: Serialize;

    /// Goes on with the replies to all calls asked for last time, in call order; none at the start. Asks for calls through the
    /// context, or says why the run ends.
    fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop>;

    /// The run is cut off while calls are out: what those gave that were answered, in call order. No call may be asked for here.
    fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext);

    /// The run ends: say what is to be shown.
    fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext);

    /// Builds the result of a finished run.
    fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> Self::Outcome;

    /// A person looked at a finished run: its end if they accept, `None` if it goes on.
    /// Errors: `misuse` when there is nothing to review.
    fn handle_human_review(
        &mut self,
        accepted: bool,
        feedback: Option<String>,
        ctx: &mut RunContext,
    ) -> Result<Option<Stop>, ReflectError>;

    /// Limits that the machine keeps.
    fn budget(&self) -> &Budget;

    /// A digest of what this loop was made of.
    fn hash_inputs(&self) -> u64;

    /// Lays new settings over, when a run is restored; they are checked first.
    /// Errors: `invalid_settings`.
    fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError>;
}
