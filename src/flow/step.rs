//! Steps: what a run shows of itself while it goes on. Texts and order of those of the engine are those of seed 004; an autopilot's, a
//! decision's and a research loop's own follow.

use std::sync::Arc;

use serde::Serialize;
use tsify::Tsify;

use super::{RunStatus, StopReason};
use crate::critique::CritiqueEvidence;
use crate::message::{OpaqueJson, Rope, SharedText};

/// The engine that took a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum EngineName {
    Reflect,
}

/// Declares the step types: their `type` tag, their fields, and the common `seq` and `nowMs`.
macro_rules! steps {
    ($($(#$about:tt)* $name:ident = $word:literal: $step:ident { $($field:tt)* })*) => {
        records! {$(
            $(#$about)*
            pub struct $step {
                $($field)*
                /// Number of the step in its run, from 0.
                pub seq: u32,
                /// Time in milliseconds, as the host gave it.
                pub now_ms: f64,
            }
        )*}

        /// One step of a run.
        #[allow(clippy::large_enum_variant, reason = "each is kept behind a pointer; no lint on 32 bits")]
        #[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
        // A reflecting run has none of an autopilot's steps, and its `Step` does not know them.
        #[tsify(
            type = "({ type: 'thought' } & ThoughtStep) | ({ type: 'reflection' } & ReflectionStep) | ({ type: 'tool_call' } & ToolCallStep) | ({ type: 'tool_result' } & ToolResultStep) | ({ type: 'action' } & ActionStep) | ({ type: 'response' } & ResponseStep)"
        )]
        #[serde(tag = "type")]
        pub enum Step {
            $(#[serde(rename = $word)] $name($step),)*
        }

        impl Step {
            pub(super) fn stamp(&mut self, seq: u32, now_ms: f64) {
                match self {
                    $(Self::$name(step) => (step.seq, step.now_ms) = (seq, now_ms),)*
                }
            }
        }
    };
}

steps! {
    /// After requirements were derived, after the first answer, and before each revision or fresh draft.
    Thought = "thought": ThoughtStep {
        pub content: Rope,
        pub engine: EngineName,
        /// Why the next draft is written. Absent under `classic`, and when the step says that the first drafts are there.
        pub why: Option<Why>,
    }

    /// After each critique.
    Reflection = "reflection": ReflectionStep {
        /// `Score: 7/10. Issues: a; b. Suggestion.`
        pub assessment: Rope,
        /// True when the critic asked for a revision (by its flag, or by its score when it gave no flag), or a verifier failed.
        pub needs_revision: bool,
        pub engine: EngineName,
        /// Absent without a critic.
        pub critique_status: Option<CritiqueStatus>,
        pub score: Option<f64>,
        pub issues: Option<Vec<SharedText>>,
        pub suggestion: Option<SharedText>,
        pub criteria_met: Option<Vec<bool>>,
        pub confidence: Option<f64>,
        /// That the draft is right, where critics answer with a probability; of several the mean of their log odds.
        pub probability: Option<f64>,
        /// Why a critique is unclear, unreadable or contradictory.
        pub reason: Option<SharedText>,
        /// What each of several critics said; the fields above combine it.
        pub jurors: Option<Arc<Vec<Juror>>>,
        /// True when the critics that could be read voted differently. Only with several critics.
        pub disagreement: Option<bool>,
        /// Who judged: when it was one critic, and it has a name or its reply names its model.
        pub judge: Option<Arc<Judge>>,
        /// What a single critic quotes, when the setting `evidence` asks for quotes.
        pub evidence: Option<Arc<CritiqueEvidence>>,
        pub draft_index: u32,
        /// The call of the critique, when that judged several drafts at once: `critique-2.drafts-1-2-3`.
        pub call_id: Option<String>,
        /// Why this draft was judged. Absent under `classic`.
        pub why: Option<Why>,
    }

    /// A tool that the model asked for.
    ToolCall = "tool_call": ToolCallStep {
        pub tool_name: String,
        pub args: OpaqueJson,
        pub call_id: String,
        /// `critique` where a critic asked for it; absent for the model that writes.
        #[tsify(type = "'critique'")]
        pub purpose: Option<&'static str>,
        pub engine: EngineName,
    }

    /// The result of a tool call.
    ToolResult = "tool_result": ToolResultStep {
        pub tool_name: String,
        pub call_id: String,
        /// `critique` where a critic asked for it; absent for the model that writes.
        #[tsify(type = "'critique'")]
        pub purpose: Option<&'static str>,
        /// `null` when there is an error.
        pub result: OpaqueJson,
        pub engine: EngineName,
        pub error: Option<String>,
    }

    /// The agent behind a gate is about to do something: the gate's rules, and its critic, let it or not.
    Action = "action": ActionStep {
        pub tool_name: String,
        pub args: OpaqueJson,
        pub allowed: bool,
        /// What the agent is told when it may not.
        pub feedback: Option<SharedText>,
        pub engine: EngineName,
    }

    /// The text that the run returns.
    Response = "response": ResponseStep {
        pub content: SharedText,
        pub engine: EngineName,
        /// Why the run ends here. Absent under `classic`, and when a limit or a failed call ended it.
        pub why: Option<Why>,
    }

    /// After each iteration: the inner agent has given an output.
    Iteration = "iteration": IterationStep {
        /// The first is 1.
        pub iteration: u32,
        pub output: SharedText,
        /// The agent's own claim that it is done; it accepts nothing.
        pub done: Option<bool>,
        /// The agent's own claim, criterion by criterion; it accepts nothing.
        pub criteria_met: Option<Vec<bool>>,
    }

    /// After each review.
    Critic = "critic": CriticStep {
        pub iteration: u32,
        /// One flag for each criterion, in their order.
        pub criteria_met: Vec<bool>,
        /// `0..=1`; 0 when the critic gave none that can be used.
        pub confidence: f64,
        pub suggestions: Vec<SharedText>,
        pub reasoning: SharedText,
        /// Why the confidence is 0 when the critic did not say so.
        pub reason: Option<SharedText>,
    }

    /// Every criterion is said to be met, so the run ends.
    CriteriaSatisfied = "criteria_satisfied": CriteriaSatisfiedStep {
        pub iteration: u32,
        /// True when the critic ended the run. False when the agent's own claim ended it, which accepts nothing.
        pub by_critic: bool,
    }

    /// The run is over.
    Done = "done": DoneStep {
        pub status: RunStatus,
        pub accepted: bool,
        pub stop_reason: StopReason,
        pub iterations: u32,
        pub output: SharedText,
    }

    /// A decision was reflected on: a trace span of type `reflection` (the *Reflection Agent* design).
    Decision = "reflection": DecisionStep {
        /// The step type of a chain of thought.
        #[tsify(type = "'REFLECTION'")]
        pub kind: &'static str,
        pub should_revise: bool,
        pub revised_action: Option<String>,
        pub revised_confidence: Option<f64>,
        pub concerns: Vec<String>,
        pub contra_argument: String,
        pub reflection_confidence: f64,
        /// True when a model answered, false when the rules did.
        pub llm_enhanced: bool,
        /// Milliseconds that the reflection took: the span began this long before `nowMs`.
        pub duration_ms: f64,
    }

    /// Something is missing or thin, and is searched for next. The choice depends only on what was found.
    Gap = "gap": GapStep {
        /// The path of the field.
        pub path: String,
        /// What is searched for.
        pub query: String,
        /// `incomplete_model`: no fact is there. `thin_evidence`: too few facts or sources are.
        #[tsify(type = "'incomplete_model' | 'thin_evidence'")]
        pub reason: &'static str,
        /// Fields without a fact, including this one.
        pub missing: u32,
    }

    /// Facts contradict each other, and the next search is to settle it; or an adjudicator has settled it.
    Conflict = "conflict": ConflictStep {
        pub path: String,
        /// The query of that search; empty when the conflict is settled.
        pub query: String,
        /// The contradicting values, the one with most sources first.
        pub values: Vec<String>,
        /// The value that the adjudicator chose.
        pub settled: Option<String>,
    }

    /// A search has ended.
    Research = "research": ResearchStep {
        #[tsify(type = "SearchKind | 'repair'")]
        pub kind: &'static str,
        pub query: String,
        /// The field's path; empty when the whole answer is repaired.
        pub path: String,
        /// The first is 1.
        pub iteration: u32,
        /// Facts that were taken.
        pub taken: u32,
        /// Facts that were refused; `errors` says why.
        pub refused: u32,
        /// True when the search brought nothing new about the field.
        pub fruitless: bool,
    }

    /// The answer was judged.
    Evaluation = "evaluation": EvaluationStep {
        pub passed: bool,
        /// `0..=1`.
        pub score: f64,
        pub feedback: String,
        /// Metrics that fell short, the most costly first.
        pub repair_targets: Vec<String>,
        /// Repair rounds before it.
        pub repairs: u32,
    }

    /// The answer that the run returns.
    Answer = "response": AnswerStep {
        pub content: String,
        /// True when everything that is wanted is there and nothing is in conflict.
        pub complete: bool,
        /// The evaluator, or a person, accepted it.
        pub accepted: bool,
    }
}

words! {
    /// How a critique was understood.
    CritiqueStatus {
        Read = "read",
        /// Its fields contradict each other; `onContradiction` decided.
        Contradictory = "contradictory",
        /// A verdict may be there, but something is beside it that only the critic can explain.
        Unclear = "unclear",
        Unreadable = "unreadable",
    }
}

records! {
    /// What one critic of several said.
    pub struct Juror {
        /// Its place in the list of critics; the first is 0.
        pub critic: u32,
        /// When it has a name, or its reply names its model.
        pub judge: Option<Arc<Judge>>,
        pub status: CritiqueStatus,
        /// Its vote; absent when it is left out, because its reply could not be read or its call failed.
        pub accepted: Option<bool>,
        pub score: Option<f64>,
        /// The flag as it wrote it.
        pub needs_revision: Option<bool>,
        pub criteria_met: Option<Vec<bool>>,
        pub confidence: Option<f64>,
        pub probability: Option<f64>,
        pub issues: Vec<SharedText>,
        /// What it quotes, when the setting `evidence` asks for quotes.
        pub evidence: Option<Arc<CritiqueEvidence>>,
        /// Why it is left out, or `contradictory` / `low_confidence` beside a vote.
        pub reason: Option<SharedText>,
        /// Its reply, when it was not read cleanly; only in `revisionHistory`.
        pub raw: Option<SharedText>,
    }

    /// Who judged.
    #[derive(Default)]
    pub struct Judge {
        /// As the task names it.
        pub name: Option<SharedText>,
        /// The model, as its reply names it.
        pub model: Option<SharedText>,
    }
}

words! {
    /// What a strategy can do.
    WhyAction {
        /// Have a draft judged, or judged again.
        Judge = "judge",
        /// Revise a draft.
        Revise = "revise",
        /// Write a draft anew, from the question.
        Fresh = "fresh",
        /// End the run with an accepted draft.
        Accept = "accept",
        /// End the run without.
        Stop = "stop",
    }
}

records! {
    /// Why a strategy did what the step shows. Absent under `classic`, and on steps of tools.
    pub struct Why {
        pub action: WhyAction,
        /// The draft that is judged, revised or accepted.
        pub draft_index: Option<u32>,
        /// In plain words.
        pub reason: SharedText,
    }

    /// Something that went wrong and did not lose the draft.
    pub struct RunError {
        /// A call that failed has the code of its kind, `model_error`, `tool_error` or `verifier_error`, or `timeout`, `bad_response` (a
        /// reply of the wrong shape; a verifier's is a `verifier_error`), `unknown_tool`, `invalid_arguments`, `not_made` (a budget left no
        /// time), or the code that a host that drives the run gave to `fail`.
        ///
        /// What the engine notes itself: `fewer_critics` (the budget has too few calls for all of them), `no_requirements` (none could be
        /// derived: the reply could not be read, or the budget has too few calls), `tool_refused` (a model asked for a tool that may not
        /// run), `empty_draft` and `unusable_draft` (the model is asked once more), `unreadable_critique`, `max_reflections` (spent before
        /// acceptance), `critic_never_rejects` (in all of an engine's first 20 runs), `no_response_schema` (a draft failed an
        /// `outputSchema` that has no JSON Schema to give to a model, or a server refused a schema and is asked without one), and
        /// `callback_error` (an observer failed). The end of a failed or limited run is noted under its `ReflectErrorCode`.
        #[tsify(type = "RunErrorCode")]
        pub code: String,
        pub message: String,
        pub call_id: Option<String>,
        /// Steps that had been taken when it happened.
        pub seq: u32,
    }
}
