//! What a person may set, checked once: [`ReflectSettings::check_settings`] looks at every key, type and range, [`Settings::fill_defaults`]
//! fills in the defaults. Inside, values are right.

#[macro_use]
mod check;
mod autopilot;
mod budget;
mod calibration;
mod decision;
mod errors;
mod guarantee;
mod place;

use std::sync::Arc;

use serde::Serialize;
use tsify::Tsify;

pub use autopilot::{AutopilotSettings, ITERATIONS_CEILING, MAX_ITERATIONS};
pub use budget::{Budget, BudgetSettings, Price};
pub use calibration::Calibration;
pub use check::FieldChecker;
use check::SettingsGroup;
pub use decision::{ContradictionRule, DecisionRules, DecisionSettings, OverconfidenceRule, RiskRule};
pub use guarantee::{Guarantee, GuaranteedJudge};
pub use place::{describe_unknown_or_misplaced_task_key, describe_unknown_setting};

pub use crate::message::InputValue;

use crate::error::ReflectError;
use crate::message::SmallMap;

/// Revisions at most (seed 004).
pub const MAX_REFLECTIONS: u32 = 2;
/// The same where verifiers decide alone: a look of theirs costs no call, so that a run takes one call if its first draft passes, and six at
/// most.
pub const MAX_CHECKED_REFLECTIONS: u32 = 5;
/// Points from which an answer is accepted (seed 004).
pub const ACCEPTANCE_THRESHOLD: f64 = 8.0;
/// Tool turns in one answer or revision (seed 004).
pub const MAX_ANSWER_STEPS: u32 = 5;
/// A critic's own confidence from which "all criteria met" is believed (seed 001).
pub const CONFIDENCE_THRESHOLD: f64 = 0.75;
/// Suggestions kept of one critique (seed 001).
pub const MAX_SUGGESTIONS: u32 = 5;
/// Failed critiques in a row that end a run which goes on without a critic's word; one that asked twice ends at the first.
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
/// Characters that a critic is shown beside question and answer.
pub const SEEN_CHARS: u32 = 50_000;

words! {
    /// The form that a critic is asked for, and that is looked for in its reply.
    Form {
        /// `{ score, issues, suggestion, needs_revision }` (seed 004).
        Score = "score",
        /// `{ criteria_met, confidence, suggestions, reasoning }` (seed 001).
        Criteria = "criteria",
        /// `{ status, critique }` or a sentinel that is the whole reply (seed 002).
        Status = "status",
    }
}
words! {
    /// What to make of a score and a flag that disagree.
    OnContradiction { Accept = "accept", Revise = "revise", Invalid = "invalid" }
}
words! {
    /// How drafts are chosen; `classic` is agentlib to the letter.
    Strategy { Classic = "classic", KeepBest = "keep-best", BestOfN = "best-of-n" }
}
impl Strategy {
    /// Whether it begins with several drafts, as many as `drafts` says. All that other rooms ask of a strategy follows from this.
    pub const fn begins_with_several(self) -> bool {
        match self {
            Self::Classic | Self::KeepBest => false,
            Self::BestOfN => true,
        }
    }
}
words! {
    /// Which draft is returned.
    Select { Best = "best", Latest = "latest" }
}
words! {
    /// What to do when a critique cannot be read. None of these accepts.
    OnUnreadable { Stop = "stop", Retry = "retry", Revise = "revise", NeedsReview = "needs-review", Fail = "fail" }
}
words! {
    /// What to do when a verifier gives no verdict. Neither of these accepts.
    OnVerifierError { Stop = "stop", Revise = "revise" }
}
words! {
    /// What must support a critique.
    EvidenceKind {
        /// Words that stand where the critic says.
        Quotes = "quotes",
    }
}
words! {
    /// What the critic is shown beside the question and the answer.
    Sees { SystemPrompt = "systemPrompt", ToolResults = "toolResults", History = "history" }
}
words! {
    /// Which verdict counts. None of these accepts a draft that no critic accepted.
    JuryMode {
        /// Accepted when every critic that could be read accepts.
        Veto = "veto",
        /// Accepted when more than half of those that could be read accept.
        Majority = "majority",
        /// Accepted when the middle score reaches `acceptanceThreshold`; without scores as by majority.
        Median = "median",
    }
}
words! {
    /// Who is asked when.
    JuryOrder {
        /// All at once.
        Parallel = "parallel",
        /// One after another, until the rest could not change the verdict.
        Sequential = "sequential",
    }
}

settings! {
    /// How several critics are combined; of no effect with one.
    JurySettings {
        /// Default `veto`: accepted only when every critic that could be read accepts. `majority`: more than half of them. `median`: the
        /// middle score reaches `acceptanceThreshold` (without scores, as `majority`). The same rule holds for each criterion of the
        /// criteria form. A critic that cannot be read is left out; with none left the critique is unreadable.
        mode: JuryMode = "mode" word(JuryMode::WORDS);
        /// Default `parallel`: all at once. `sequential`: one after another, until the rest could not change the verdict.
        order: JuryOrder = "order" word(JuryOrder::WORDS);
    }
}

settings! {
    /// What the critic sees, and whether it is fenced.
    CritiqueSettings {
        /// Shown beside question and answer, in this order: the system prompt, the conversation before the question, what tools gave. Default
        /// all three; none under `classic`. Together at most 50,000 characters, or `history.maxChars`: the oldest are left out.
        #[tsify(type = "readonly Sees[] | undefined")]
        sees: Vec<Sees> = "sees" read_words(Sees::WORDS);
        /// Judged text is between markers with a random nonce, and the critic is told that nothing inside is an instruction.
        /// Default true.
        fence: bool = "fence" flag();
        /// Faults named in earlier critiques go into the next critique and revision requests, capped, and one that came back is named as
        /// repeated. Default true, but false for the score form under `classic`, whose requests are agentlib's.
        memory: bool = "memory" flag();
    }
}

settings! {
    /// How much is kept. The caps apply to requests and to the result, never to the best draft.
    HistorySettings {
        /// Drafts kept beside the best one, `1..=1000`. Default 100.
        max_drafts: u32 = "maxDrafts" int(1, 1_000);
        /// Characters of one request, from 1,000; older turns are left out, a tool call always together with its result. Default 2,000,000.
        max_chars: u32 = "maxChars" int(1_000, u32::MAX);
    }
}

settings! {
    /// Settings that are rarely needed.
    AdvancedSettings {
        /// What the critic is asked for. Default `criteria` when criteria are given, else `score`.
        critique_format: Form = "critiqueFormat" word(Form::WORDS);
        /// Suggestions kept from one critique of the criteria form, integer `0..=100`. Default 5 (as shipit-agent).
        max_suggestions: u32 = "maxSuggestions" int(0, 100);
        /// Number of failed critiques in a row that ends the run, integer `1..=100`. Default 1 under `retry`, where a critique has failed
        /// when its second reply has, too; else 3. With a jury, or drafts judged at once, only a round in which nothing could be read
        /// counts.
        max_critique_failures: u32 = "maxCritiqueFailures" int(1, 100);
        /// Whether critics also judge drafts that failed a verifier. Default false; under `classic` they judge every draft.
        critique_failed: bool = "critiqueFailed" flag();
        /// What to do when score and flag disagree. Default `accept` for `classic` (agentlib's rule), `invalid` for the status form, else
        /// `revise`.
        on_contradiction: OnContradiction = "onContradiction" word(OnContradiction::WORDS);
        /// Under `classic`, judge the last revision too. Default false (as agentlib); other strategies judge every draft.
        judge_last: bool = "judgeLast" flag();
        /// Which draft is returned. Default `latest` for `classic`, `best` otherwise.
        select: Select = "select" word(Select::WORDS);
        jury: JurySettings = "jury" nested_group();
        critique: CritiqueSettings = "critique" nested_group();
        /// `quotes`: critics must quote. Quotes must stand in the answer, the task or a tool's result, apart from letter case and white
        /// space; otherwise an acceptance is unclear, and the critic is asked again. A critic may say that a task is impossible. Default:
        /// no quotes. Not under `classic`.
        evidence: EvidenceKind = "evidence" word(EvidenceKind::WORDS);
        /// By model name. Needed for `budget.maxCostUsd`; `{}` where every reply reports its `usage.costUsd`.
        #[tsify(type = "Record<string, Price> | undefined")]
        prices: SmallMap<Price> = "prices" read_prices();
        history: HistorySettings = "history" nested_group();
        /// Names of the tools that may run; a call of another tool gets an error result. Default: all tools of the task.
        #[tsify(type = "readonly string[] | undefined")]
        allowed_tools: Vec<String> = "allowedTools" texts();
        /// Integer `0..=4294967295`; fixes the nonces so that a trace can be repeated. Default: random.
        seed: u32 = "seed" int(0, u32::MAX);
        /// Words that accept when they are the whole reply (`CODE_IS_PERFECT`); a list of faults, without an object, is then a critique.
        /// Only the format `status` has them.
        #[tsify(type = "readonly string[] | undefined")]
        sentinels: Vec<String> = "sentinels" texts();
        /// What was learned from earlier tasks, as `engine.calibration()` returns it: whether to revise or to write anew. `{ key }`: what
        /// this engine learned from tasks with this key, of a tenant or a kind.
        #[tsify(type = "Calibration | { key: string } | undefined")]
        calibration: Arc<Calibration> = "calibration" read_calibration();
    }
}

settings! {
    /// Settings of a run, every one of them optional. Unknown keys and values out of range are refused by name.
    ///
    /// Where a default names a source, it is agentlib's `ReflectEngine`, shipit-agent's critic and autopilot, or the chapter on
    /// reflection of *Agentic Design Patterns*.
    ReflectSettings {
        /// Revisions at most, integer `0..=100`. Default 2 (as agentlib), and 5 with `critic: false` but under `classic`: one call if the
        /// first draft passes its verifiers, at most six. A draft that is written anew after the first ones counts as one, and so do all that
        /// `best-of-n` has again from one call.
        max_reflections: u32 = "maxReflections" int(0, 100);
        /// Points, `0..=10`, not a share: above 0 and up to 1 is refused. Default 8 (as agentlib); accepted when `score >= threshold`.
        acceptance_threshold: f64 = "acceptanceThreshold" read_points_of_ten();
        /// Looks of one critic at a draft, integer `1..=5`, each a call. Default 1. The mean of their points counts, which is finer than one
        /// look; it takes the form `score`, and is refused under `classic`. A look at several drafts is one.
        looks: u32 = "looks" int(1, 5);
        /// What `guarantee(labels, …)` of `reflect-engine/measure` returned. The run goes as without it; its text is accepted where
        /// `trace.acceptanceScore` is high enough to promise it, and else ends as `not_guaranteed`. Refused (`judge_changed`) for another judge,
        /// or other settings, than those of its labels.
        #[tsify(type = "Guarantee | undefined")]
        guarantee: Arc<Guarantee> = "guarantee" read_guarantee();
        /// Tool turns in one answer or revision, integer `1..=100`. Default 5 (as agentlib).
        max_answer_steps: u32 = "maxAnswerSteps" int(1, 100);
        /// Replaces the text on who reviews and how. The notice about the fence is appended, and so is the reply format (except under
        /// `classic`).
        critique_prompt: String = "critiquePrompt" text();
        /// How drafts are chosen. Default `keep-best`: every draft is judged and the best one returned. `best-of-n` begins with several
        /// drafts at once; `classic` is agentlib to the letter (`presets.agentlib`).
        strategy: Strategy = "strategy" word(Strategy::WORDS);
        /// Drafts that `best-of-n` writes at once, integer `1..=16`. Default 3. Refused under another strategy; ignored when a task's
        /// settings choose another one.
        drafts: u32 = "drafts" int(1, FRESH_CEILING);
        /// How many independent drafts must have the same `answer` before one of them may be accepted, integer `1..=20`. Default: 2 when a
        /// task has an `answer` and no verifier, else 1. Refused under `classic`, and for a task without an `answer`.
        agree: u32 = "agree" int(1, 20);
        /// Success criteria, one sentence each (as shipit-agent).
        #[tsify(type = "readonly string[] | undefined")]
        criteria: Vec<String> = "criteria" texts();
        /// `0..=1`. Default 0.75 (as shipit-agent).
        confidence_threshold: f64 = "confidenceThreshold" number(0.0, 1.0);
        /// Explicit requirements, shown to producer and critic (*Agentic Design Patterns*).
        /// `'derive'`: the model derives them from the question, in one call before the first draft, `requirements-1`; behind a gate the first
        /// critic does.
        #[tsify(type = "readonly string[] | 'derive' | undefined")]
        requirements: Requirements = "requirements" read_requirements();
        /// Limits of calls, tokens, seconds and cost, checked before each call. A run that hits one ends with its best draft.
        budget: BudgetSettings = "budget" nested_group();
        /// What to do when a critique is unclear or unreadable. Default `retry`: one more question; `stop` under `classic` (as agentlib).
        on_unreadable_critique: OnUnreadable = "onUnreadableCritique" word(OnUnreadable::WORDS);
        /// What to do when a verifier throws (except an `AssertionError`), takes too long or returns no verdict. Default `stop`: the run
        /// ends with its draft. `revise`: the draft has failed the check, and its message goes into the revision.
        on_verifier_error: OnVerifierError = "onVerifierError" word(OnVerifierError::WORDS);
        advanced: AdvancedSettings = "advanced" nested_group();
    } with {
        /// The settings as they were written, for snapshots.
        pub raw: InputValue
    }
}

/// Explicit requirements, or the word by which they are derived.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Requirements {
    Given(Vec<String>),
    Derived(&'static str),
}

/// Settings with every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub strategy: Strategy,
    /// Drafts that the strategy begins with.
    pub drafts: u32,
    pub agree: Option<u32>,
    pub max_reflections: u32,
    pub acceptance_threshold: f64,
    /// Looks of a critic at a draft alone.
    pub looks: u32,
    pub guarantee: Option<Arc<Guarantee>>,
    pub max_answer_steps: u32,
    pub critique_prompt: Option<String>,
    pub judge_last: bool,
    pub select: Select,
    pub form: Form,
    pub criteria: Vec<String>,
    pub confidence_threshold: f64,
    pub max_suggestions: u32,
    pub requirements: Vec<String>,
    /// Requirements are derived from the question.
    pub derive: bool,
    pub on_unreadable: OnUnreadable,
    pub on_verifier_error: OnVerifierError,
    pub max_critique_failures: u32,
    pub critique_failed: bool,
    pub sentinels: Vec<String>,
    pub on_contradiction: OnContradiction,
    pub jury_mode: JuryMode,
    pub jury_order: JuryOrder,
    pub sees: Vec<Sees>,
    /// Characters of what it sees beside question and answer.
    pub seen_chars: usize,
    pub fence: bool,
    pub memory: bool,
    /// Critics must quote.
    pub quotes: bool,
    pub budget: Budget,
    pub max_drafts: usize,
    pub max_chars: usize,
    pub allowed_tools: Option<Vec<String>>,
    pub calibration: Arc<Calibration>,
}

impl ReflectSettings {
    /// Checks every key, type and range.
    /// Errors: `invalid_settings`, naming the field, what is allowed and what came.
    pub fn check_settings(raw: &InputValue) -> Result<Self, ReflectError> {
        FieldChecker::read_object(raw, "", Self::KEYS, |f| {
            let mut settings = Self::read_group(f);
            settings.raw = raw.clone();
            Ok(settings)
        })
    }

    /// `advanced.seed`.
    pub fn seed(&self) -> Option<u32> {
        self.advanced.as_ref().and_then(|advanced| advanced.seed)
    }

    /// These settings with another's laid over them, key by key, also in what holds settings itself: a `callTimeoutMs` leaves the
    /// `maxCostUsd` beside it. `drafts` goes where another strategy is laid over, and what was learned where another key is.
    /// Errors: `invalid_settings`; never when both were checked.
    pub fn merge_settings(&self, over: &Self) -> Result<Self, ReflectError> {
        let mut merged = self.raw.clone();
        if over.strategy.is_some_and(|strategy| strategy != Strategy::BestOfN) {
            merged.remove_key("drafts");
        }
        let key = |settings: &Self| Some(settings.advanced.as_ref()?.calibration.as_ref()?.key.clone());
        if let Some(advanced) = merged.field_mut("advanced").filter(|_| key(over).is_some() && key(over) != key(self)) {
            advanced.remove_key("calibration");
        }
        merged.merge_value(&over.raw);
        Self::check_settings(&merged)
    }

    /// Refuses settings that are each right and do not go together: `drafts` without best-of-n, a limit of costs without prices, no
    /// criterion in a list of them, `agree` under classic; a guarantee of other settings.
    /// Errors: `invalid_settings`, `judge_changed`.
    pub fn check_combinations(&self) -> Result<(), ReflectError> {
        let strategy = self.strategy.unwrap_or(Strategy::KeepBest);
        if self.drafts.is_some() && strategy != Strategy::BestOfN {
            return Err(errors::unused_drafts(strategy.as_str()));
        }
        let quotes = self.advanced.as_ref().and_then(|advanced| advanced.evidence).is_some();
        let own = [(quotes, "advanced.evidence"), (self.agree.is_some(), "agree"), (self.looks.is_some(), "looks")];
        if strategy == Strategy::Classic
            && let Some((_, name)) = own.into_iter().find(|(is_set, _)| *is_set)
        {
            return Err(errors::not_classic(name));
        }
        if let Some(guarantee) = &self.guarantee {
            guarantee.check_judge_settings(&self.raw)?;
        }
        if self.criteria.as_ref().is_some_and(Vec::is_empty) {
            return Err(errors::empty_criteria());
        }
        let has_prices = self.advanced.as_ref().is_some_and(|advanced| advanced.prices.is_some());
        self.budget.as_ref().map_or(Ok(()), |budget| budget.check_prices(has_prices, "advanced.prices"))
    }
}

impl Settings {
    /// Fills in the defaults for one critic and no tools.
    /// Errors: as [`Settings::resolve_for_task`].
    pub fn fill_defaults(chosen: &ReflectSettings) -> Result<Self, ReflectError> {
        Self::resolve_for_task(chosen, 1, [false; 2])
    }

    /// Fills in the defaults. Without `budget.maxCalls` the calls follow from the other settings, the number of critics, and whether
    /// the task has tools, and its critics.
    /// Errors: `invalid_settings` when settings that are each right do not go together: the criteria format without criteria, `drafts` without
    /// best-of-n, a limit of costs without prices.
    pub fn resolve_for_task(
        chosen: &ReflectSettings,
        critic_count: u32,
        [producer_has_tools, critics_have_tools]: [bool; 2],
    ) -> Result<Self, ReflectError> {
        chosen.check_combinations()?;
        let (no_limits, nothing_more) = (BudgetSettings::default(), AdvancedSettings::default());
        let advanced = chosen.advanced.as_ref().unwrap_or(&nothing_more);
        let criteria = chosen.criteria.clone().unwrap_or_default();
        let form = advanced.critique_format.unwrap_or(if criteria.is_empty() { Form::Score } else { Form::Criteria });
        // A task may bring them to the settings of its engine, so these are not refused alone.
        if form == Form::Criteria && criteria.is_empty() {
            return Err(errors::missing_criteria());
        }
        if form != Form::Score && chosen.looks.is_some_and(|looks| looks > 1) {
            return Err(errors::pointless_looks(form.as_str()));
        }
        let strategy = chosen.strategy.unwrap_or(Strategy::KeepBest);
        let classic = strategy == Strategy::Classic;
        let on_unreadable =
            chosen.on_unreadable_critique.unwrap_or(if classic { OnUnreadable::Stop } else { OnUnreadable::Retry });
        let failures = if on_unreadable == OnUnreadable::Retry { 1 } else { MAX_CRITIQUE_FAILURES };
        let (no_critique, no_history, no_jury) =
            (CritiqueSettings::default(), HistorySettings::default(), JurySettings::default());
        let critique = advanced.critique.as_ref().unwrap_or(&no_critique);
        let history = advanced.history.as_ref().unwrap_or(&no_history);
        let jury = advanced.jury.as_ref().unwrap_or(&no_jury);
        let limits = chosen.budget.as_ref().unwrap_or(&no_limits);
        let reflections = if critic_count == 0 && !classic { MAX_CHECKED_REFLECTIONS } else { MAX_REFLECTIONS };
        let (requirements, derive) = match &chosen.requirements {
            Some(Requirements::Given(list)) => (list.clone(), false),
            Some(Requirements::Derived(_)) => (Vec::new(), true),
            None => (Vec::new(), false),
        };
        let mut settings = Self {
            strategy,
            drafts: match strategy {
                Strategy::Classic | Strategy::KeepBest => 1,
                Strategy::BestOfN => chosen.drafts.unwrap_or(FRESH_DRAFTS),
            },
            agree: chosen.agree,
            max_reflections: chosen.max_reflections.unwrap_or(reflections),
            acceptance_threshold: chosen.acceptance_threshold.unwrap_or(ACCEPTANCE_THRESHOLD),
            looks: chosen.looks.unwrap_or(1),
            guarantee: chosen.guarantee.clone(),
            max_answer_steps: chosen.max_answer_steps.unwrap_or(MAX_ANSWER_STEPS),
            critique_prompt: chosen.critique_prompt.clone(),
            judge_last: advanced.judge_last.unwrap_or(!classic),
            select: advanced.select.unwrap_or(if classic { Select::Latest } else { Select::Best }),
            form,
            criteria,
            confidence_threshold: chosen.confidence_threshold.unwrap_or(CONFIDENCE_THRESHOLD),
            max_suggestions: advanced.max_suggestions.unwrap_or(MAX_SUGGESTIONS),
            requirements,
            derive,
            on_unreadable,
            on_verifier_error: chosen.on_verifier_error.unwrap_or(OnVerifierError::Stop),
            max_critique_failures: advanced.max_critique_failures.unwrap_or(failures),
            critique_failed: classic || advanced.critique_failed.unwrap_or(false),
            sentinels: advanced.sentinels.clone().unwrap_or_default(),
            on_contradiction: advanced.on_contradiction.unwrap_or(match form {
                Form::Score | Form::Criteria if classic => OnContradiction::Accept,
                Form::Score | Form::Criteria => OnContradiction::Revise,
                Form::Status => OnContradiction::Invalid,
            }),
            jury_mode: jury.mode.unwrap_or(JuryMode::Veto),
            jury_order: jury.order.unwrap_or(JuryOrder::Parallel),
            sees: critique.sees.clone().unwrap_or_else(|| if classic { Vec::new() } else { Sees::WORDS.values.to_vec() }),
            seen_chars: history.max_chars.unwrap_or(SEEN_CHARS) as usize,
            fence: critique.fence.unwrap_or(true),
            memory: critique.memory.unwrap_or(!classic || form != Form::Score),
            quotes: advanced.evidence.is_some(),
            budget: Budget::from_settings(limits, advanced.prices.clone(), "advanced.prices")?,
            max_drafts: history.max_drafts.unwrap_or(MAX_DRAFTS) as usize,
            max_chars: history.max_chars.unwrap_or(MAX_CHARS) as usize,
            allowed_tools: advanced.allowed_tools.clone(),
            calibration: advanced.calibration.clone().unwrap_or_default(),
        };
        settings.budget.set_implied_max_calls(
            settings.max_implied_calls(critic_count, [producer_has_tools, critics_have_tools]).saturating_add(u32::from(derive)),
        );
        Ok(settings)
    }

    /// Model calls at most, where nobody says how many.
    ///
    /// `classic` and `keep-best` may do all that their settings allow. `best-of-n` buys `drafts + 1` rounds, each of a draft and the word of
    /// every critic on it, so that with one critic it has 2·drafts + 2 calls. Where a task has tools, each draft of these rounds may take its
    /// `maxAnswerSteps`, and so may each look where critics have some, so that one tool loop does not eat what the strategy needs.
    fn max_implied_calls(&self, critic_count: u32, [producer_has_tools, critics_have_tools]: [bool; 2]) -> u32 {
        let [steps, turns] = [producer_has_tools, critics_have_tools].map(|tools| if tools { self.max_answer_steps } else { 1 });
        let critics = critic_count.max(1).saturating_mul(turns).saturating_mul(self.looks);
        match self.strategy {
            Strategy::Classic | Strategy::KeepBest => {
                let drafts = self.max_reflections.saturating_add(1);
                // Twice for every draft, since an empty one is asked for once more.
                let writing = self.max_answer_steps.saturating_mul(2);
                let critiques = self.max_critique_failures.saturating_mul(critics);
                let critiques = critiques.saturating_mul(if self.on_unreadable == OnUnreadable::Retry { 2 } else { 1 });
                drafts.saturating_mul(writing.saturating_add(critiques))
            }
            Strategy::BestOfN => self.drafts.saturating_add(1).saturating_mul(steps.saturating_add(critics)),
        }
    }
}
