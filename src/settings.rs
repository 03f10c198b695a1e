//! What a person may set, checked once: [`ReflectSettings::check`] looks at every key, type and range, [`Settings::resolve`]
//! fills in the defaults. Inside, values are right.

mod autopilot;
mod budget;
mod calls;
mod check;
mod decision;
mod jury;
mod knowledge;
mod misplaced;

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

pub use autopilot::{AutopilotSettings, ITERATIONS_CEILING, MAX_ITERATIONS};
pub use budget::{Budget, BudgetSettings, Price};
pub use check::Fields;
pub use decision::{ContradictionRule, DecisionRules, DecisionSettings, OverconfidenceRule, RiskRule};
pub use jury::{JuryMode, JuryOrder, JurySettings};
pub use knowledge::Knowledge;
pub use misplaced::{unknown_in_task, unknown_setting};

pub use crate::message::Raw;

use calls::Plan;

use crate::error::{ErrorCode, ReflectError};
use crate::message::Named;

/// Revisions at most (seed 004).
pub const MAX_REFLECTIONS: u32 = 2;
/// Points from which an answer is accepted (seed 004).
pub const ACCEPTANCE_THRESHOLD: f64 = 8.0;
/// Tool turns in one answer or revision (seed 004).
pub const MAX_ANSWER_STEPS: u32 = 5;
/// A critic's own confidence from which "all criteria met" is believed (seed 001).
pub const CONFIDENCE_THRESHOLD: f64 = 0.75;
/// Suggestions kept of one critique (seed 001).
pub const MAX_SUGGESTIONS: u32 = 5;
/// Failed critiques in a row that end a run.
pub const MAX_CRITIQUE_FAILURES: u32 = 3;
/// Milliseconds that one model call or tool may take.
pub const CALL_TIMEOUT_MS: f64 = 600_000.0;
/// Milliseconds that one verifier may take.
pub const VERIFIER_TIMEOUT_MS: f64 = 60_000.0;
/// Model calls that no run may exceed, whatever its settings.
pub const CALLS_CEILING: u32 = 1_000;
/// Drafts that a result and a snapshot keep beside the best one.
pub const MAX_DRAFTS: u32 = 100;
/// Fresh drafts that best-of-n writes at once, and the most that it may.
pub const FRESH_DRAFTS: u32 = 3;
pub const FRESH_CEILING: u32 = 16;
/// Characters of one request to a model, beyond which old turns are left out.
pub const MAX_CHARS: u32 = 2_000_000;

/// What a critic is asked for, and so what is looked for in its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// `{ score, issues, suggestion, needs_revision }` (seed 004).
    Score,
    /// `{ criteria_met, confidence, suggestions, reasoning }` (seed 001).
    Criteria,
    /// `{ status, critique }` or a sentinel that is the whole reply (seed 002).
    Status,
}

/// What to make of a score and a flag that disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OnContradiction {
    Accept,
    Revise,
    Invalid,
}

/// How drafts are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Seed 004 to the letter.
    Classic,
    KeepBest,
    BestOfN,
    Adaptive,
}

impl Strategy {
    /// Its name, as a person sets it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::KeepBest => "keep-best",
            Self::BestOfN => "best-of-n",
            Self::Adaptive => "adaptive",
        }
    }
}

/// Which draft is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Returns {
    Best,
    Latest,
}

/// What to do when a critique cannot be read. None of these accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum OnUnreadable {
    Stop,
    Retry,
    Revise,
    NeedsReview,
    Fail,
}

/// What to do when a verifier gives no verdict. Neither of these accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum OnVerifierError {
    Stop,
    Revise,
}

/// What the critic is shown beside the question and the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Sees {
    SystemPrompt,
    ToolResults,
    History,
}

/// What the critic sees, and whether it is fenced.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
pub struct CritiqueSettings {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sees: Option<Vec<Sees>>,
    /// Judged text stands between markers with a random nonce, and the critic is told that nothing inside is an instruction.
    /// Default true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fence: Option<bool>,
    /// Faults named in earlier critiques go into the next critique and revision requests, fenced and capped, and one that came back is
    /// named as repeated. Default true, but false for the score form under `classic`, whose requests are agentlib's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<bool>,
}

/// What is kept. Caps apply to prompts, snapshots and the result, never to the best draft.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistorySettings {
    /// Drafts kept beside the best one, `1..=1000`. Default 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_drafts: Option<u32>,
    /// Characters of one request, from 1,000; older turns are left out, a tool call never without its result. Default 2,000,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_chars: Option<u32>,
}

/// Settings of a run, every one of them optional. Unknown keys and values out of range are refused by name.
///
/// Where a default names a source, it is agentlib's `ReflectEngine`, shipit-agent's critic and autopilot, or the chapter on reflection of
/// *Agentic Design Patterns*.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReflectSettings {
    /// Revisions at most, integer `0..=100`. Default 2 (as agentlib), in every strategy. A draft that is written anew after the first ones
    /// counts as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_reflections: Option<u32>,
    /// Points, `0..=10`, and no share: 0.8 accepts all but the worst. Default 8 (as agentlib); accepted when `score >= threshold`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceptance_threshold: Option<f64>,
    /// Tool turns in one answer or revision, integer `1..=100`. Default 5 (as agentlib).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_answer_steps: Option<u32>,
    /// Replaces the words on who reviews and how. The reply format is appended (but under `classic`), and so is the notice about the
    /// fence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critique_prompt: Option<String>,
    /// How drafts are chosen. Default `classic`: agentlib to the letter. `keep-best` judges every draft and returns the best one;
    /// `best-of-n` begins with several drafts at once; `adaptive` asks for what is likely to pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// Drafts that `best-of-n` writes at once, integer `1..=16`. Default 3. Refused under another strategy; left out where a
    /// task's settings lay another strategy over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drafts: Option<u32>,
    /// Judge the last revision too. Default false for `classic` (as agentlib), true otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge_last: Option<bool>,
    /// Default `latest` for `classic`, `best` otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub returns: Option<Returns>,
    /// What the critic is asked for. Default `criteria` when criteria are given, else `score`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// Success criteria, one sentence each (as shipit-agent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Vec<String>>,
    /// `0..=1`. Default 0.75 (as shipit-agent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence_threshold: Option<f64>,
    /// Integer `0..=100`. Default 5 (as shipit-agent).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_suggestions: Option<u32>,
    /// Explicit requirements, shown to producer and critic (*Agentic Design Patterns*).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirements: Option<Vec<String>>,
    /// Where no `requirements` are given, have the model derive them from the question in one call, `requirements-1` (*Agentic
    /// Design Patterns*).
    /// Default false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derive_requirements: Option<bool>,
    /// When a critique is unclear or unreadable. Default `stop` under `classic` (as agentlib), else `retry`: one more question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_unreadable_critique: Option<OnUnreadable>,
    /// When a verifier throws (but an `AssertionError`), takes too long or returns what is no verdict. Default `stop`: the run ends with
    /// its draft. `revise`: the draft has failed the check, and its message goes into the revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_verifier_error: Option<OnVerifierError>,
    /// Critiques in a row that failed, under `retry` in their second reply too, and end the run; integer `1..=100`. Default 3. Of a jury,
    /// and of drafts that are judged at once, only a round in which nothing could be read counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_critique_failures: Option<u32>,
    /// Words that accept when they are the whole reply (`CODE_IS_PERFECT`); any other text is then a critique. Only the form `status` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentinels: Option<Vec<String>>,
    /// Score and flag disagree. Default `accept` for `classic` (agentlib's rule), `invalid` for the status form, else `revise`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_contradiction: Option<OnContradiction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jury: Option<JurySettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critique: Option<CritiqueSettings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetSettings>,
    /// By model name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, Price>"))]
    pub prices: Option<Named<Price>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistorySettings>,
    /// Names of the tools that may run; others are answered with an error result. Default: all that were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_tools: Option<Vec<String>>,
    /// What earlier tasks taught `adaptive`, as `engine.knowledge()` gives it. Other strategies do not look at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<Knowledge>,
    /// Integer `0..=4294967295`; fixes the nonces so that a trace can be repeated. Default: random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The settings as they were written, for snapshots.
    #[serde(skip)]
    written: Vec<(String, Raw)>,
}

/// Settings with every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub strategy: Strategy,
    /// Fresh drafts of best-of-n.
    pub drafts: u32,
    pub max_reflections: u32,
    pub acceptance_threshold: f64,
    pub max_answer_steps: u32,
    pub critique_prompt: Option<String>,
    pub judge_last: bool,
    pub returns: Returns,
    pub form: Form,
    pub criteria: Vec<String>,
    pub confidence_threshold: f64,
    pub max_suggestions: u32,
    pub requirements: Vec<String>,
    pub derive_requirements: bool,
    pub on_unreadable: OnUnreadable,
    pub on_verifier_error: OnVerifierError,
    pub max_critique_failures: u32,
    pub sentinels: Vec<String>,
    pub on_contradiction: OnContradiction,
    pub jury_mode: JuryMode,
    pub jury_order: JuryOrder,
    pub sees: Vec<Sees>,
    pub fence: bool,
    pub memory: bool,
    pub budget: Budget,
    pub max_drafts: usize,
    pub max_chars: usize,
    pub allowed_tools: Option<Vec<String>>,
    /// Several critics are asked one at a time, as the strategy chooses, and are no jury.
    pub one_at_a_time: bool,
    pub knowledge: Knowledge,
}

impl ReflectSettings {
    /// Refuses what no settings laid over these could mend: `drafts` is left out where another strategy is.
    ///
    /// # Errors
    /// `invalid_settings`.
    pub fn check_alone(&self) -> Result<(), ReflectError> {
        let strategy = self.strategy.unwrap_or(Strategy::Classic);
        if self.drafts.is_some() && strategy != Strategy::BestOfN {
            let name = strategy.name();
            return Err(invalid(format!("`drafts` is a setting of `strategy: 'best-of-n'`, and the strategy is '{name}'")));
        }
        Ok(())
    }
}

impl Settings {
    /// Fills in the defaults for one critic and no tools.
    ///
    /// # Errors
    /// As [`Settings::for_task`].
    pub fn resolve(raw: &ReflectSettings) -> Result<Self, ReflectError> {
        Self::for_task(raw, 1, false)
    }

    /// Fills in the defaults. Without `budget.maxCalls` the calls follow from the other settings, the number of critics, and whether
    /// the task has tools.
    ///
    /// # Errors
    /// `invalid_settings` when settings that are each right do not go together: the criteria form without criteria, `drafts` without
    /// best-of-n.
    pub fn for_task(raw: &ReflectSettings, critics: u32, tools: bool) -> Result<Self, ReflectError> {
        let criteria = raw.criteria.clone().unwrap_or_default();
        let form = raw.form.unwrap_or(if criteria.is_empty() { Form::Score } else { Form::Criteria });
        if form == Form::Criteria && criteria.is_empty() {
            return Err(invalid("`criteria` must name at least one criterion when `form` is 'criteria'".to_owned()));
        }
        let strategy = raw.strategy.unwrap_or(Strategy::Classic);
        let classic = strategy == Strategy::Classic;
        raw.check_alone()?;
        let drafts = raw.drafts.unwrap_or(FRESH_DRAFTS);
        let max_reflections = raw.max_reflections.unwrap_or(MAX_REFLECTIONS);
        let max_answer_steps = raw.max_answer_steps.unwrap_or(MAX_ANSWER_STEPS);
        let max_critique_failures = raw.max_critique_failures.unwrap_or(MAX_CRITIQUE_FAILURES);
        let budget = raw.budget.clone().unwrap_or_default();
        let on_unreadable = raw.on_unreadable_critique.unwrap_or(if classic { OnUnreadable::Stop } else { OnUnreadable::Retry });
        let sentinels = raw.sentinels.clone().unwrap_or_default();
        let asked_twice = on_unreadable == OnUnreadable::Retry;
        let plan =
            Plan { strategy, drafts, max_reflections, max_critique_failures, max_answer_steps, critics, asked_twice, tools };
        let requirements = raw.requirements.clone().unwrap_or_default();
        let derive_requirements = raw.derive_requirements.unwrap_or(false) && requirements.is_empty();
        let implied = plan.calls().saturating_add(u32::from(derive_requirements));
        let jury = raw.jury.clone().unwrap_or_default();
        Ok(Self {
            strategy,
            drafts,
            max_reflections,
            acceptance_threshold: raw.acceptance_threshold.unwrap_or(ACCEPTANCE_THRESHOLD),
            max_answer_steps,
            critique_prompt: raw.critique_prompt.clone(),
            judge_last: raw.judge_last.unwrap_or(!classic),
            returns: raw.returns.unwrap_or(if classic { Returns::Latest } else { Returns::Best }),
            form,
            criteria,
            confidence_threshold: raw.confidence_threshold.unwrap_or(CONFIDENCE_THRESHOLD),
            max_suggestions: raw.max_suggestions.unwrap_or(MAX_SUGGESTIONS),
            requirements,
            derive_requirements,
            on_unreadable,
            on_verifier_error: raw.on_verifier_error.unwrap_or(OnVerifierError::Stop),
            max_critique_failures,
            sentinels,
            on_contradiction: raw.on_contradiction.unwrap_or(match form {
                Form::Score | Form::Criteria if classic => OnContradiction::Accept,
                Form::Score | Form::Criteria => OnContradiction::Revise,
                Form::Status => OnContradiction::Invalid,
            }),
            jury_mode: jury.mode.unwrap_or_default(),
            jury_order: jury.order.unwrap_or_default(),
            sees: raw.critique.as_ref().and_then(|c| c.sees.clone()).unwrap_or_default(),
            fence: raw.critique.as_ref().and_then(|c| c.fence).unwrap_or(true),
            memory: raw.critique.as_ref().and_then(|c| c.memory).unwrap_or(!classic || form != Form::Score),
            budget: Budget {
                max_calls: budget.max_calls.unwrap_or(implied).min(CALLS_CEILING),
                implied: budget.max_calls.is_none(),
                max_tokens: budget.max_tokens,
                max_seconds: budget.max_seconds,
                max_cost_usd: budget.max_cost_usd,
                call_timeout_ms: budget.call_timeout_ms.unwrap_or(CALL_TIMEOUT_MS),
                verifier_timeout_ms: budget.verifier_timeout_ms.unwrap_or(VERIFIER_TIMEOUT_MS),
                prices: raw.prices.clone().unwrap_or_default(),
            },
            max_drafts: raw.history.as_ref().and_then(|h| h.max_drafts).unwrap_or(MAX_DRAFTS) as usize,
            max_chars: raw.history.as_ref().and_then(|h| h.max_chars).unwrap_or(MAX_CHARS) as usize,
            allowed_tools: raw.allowed_tools.clone(),
            one_at_a_time: strategy == Strategy::Adaptive && raw.jury.is_none(),
            knowledge: raw.knowledge.clone().unwrap_or_default(),
        })
    }
}

fn invalid(message: String) -> ReflectError {
    ReflectError::new(ErrorCode::InvalidSettings, message)
}
