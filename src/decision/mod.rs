//! One step before a decision ships: a model argues against it, and rules decide where no model can be heard (seed 003).
//!
//! **Invariant:** never a guess. Without a model, or with one that throws, takes too long or cannot be read, the rules speak, and
//! the result says why. Only an abort leaves no reflection.
//!
//! **Invariant:** the host's own rules always run: a model's "no" does not hide what they find.

mod errors;
mod result;
mod rules;
mod situation;

pub use result::{DecisionReflection, ReflectionFallback};
pub use situation::Situation;

use crate::critique::{Proposal, ReflectionReply, read_reflection};
use crate::error::ReflectError;
use crate::flow::{self, Call, DecisionStep, Loop, Machine, ModelCall, Reply, RunContext, Step, Stop, StopReason, hash_text};
use crate::prompt::{self, DecisionAsk, Fence};
use crate::settings::{Budget, DecisionSettings, InputValue, OnUnreadable};
use rules::Finding;
use situation::Evidence;

/// How sure the rules are of what they say (seed 003).
pub const RULES_CONFIDENCE: f64 = 0.7;

/// One reflection on a decision.
pub type DecisionRun = Machine<Decision>;

/// The state of one reflection.
pub struct Decision {
    settings: DecisionSettings,
    situation: Situation,
    /// Digest of the settings and the situation as they came in.
    digest: u64,
    phase: Phase,
    /// The whole request to the model.
    prompt: String,
    /// Why the rules speak.
    fallback: Option<ReflectionFallback>,
    /// What the rules found. Beside a model's reflection only the host's own rules speak.
    findings: Vec<Finding>,
    /// What the model said.
    argued: Option<ReflectionReply>,
    reflected: Option<ReflectionReply>,
}

enum Phase {
    Start,
    /// The model argues; `is_retry`: it was asked once more.
    Arguing {
        is_retry: bool,
    },
    /// The host's own rules are asked.
    Ruling,
    Over,
}

impl Loop for Decision {
    type Outcome = DecisionReflection;

    fn handle_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Option<Stop> {
        match std::mem::replace(&mut self.phase, Phase::Over) {
            Phase::Start if self.settings.model => self.ask_model_or_apply_rules(ctx),
            Phase::Start => self.apply_rules(ReflectionFallback::NoModel, ctx),
            Phase::Arguing { is_retry } => self.handle_contra_argument(replies, is_retry, ctx),
            Phase::Ruling => {
                self.add_findings(replies, ctx);
                Some(self.combine_model_and_rules())
            }
            Phase::Over => Some(Stop::with_reason(StopReason::Stalled)),
        }
    }

    fn salvage_replies(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        if matches!(self.phase, Phase::Ruling) {
            self.add_findings(replies, ctx);
        }
    }

    fn finish_run(&mut self, stop: &Stop, ctx: &mut RunContext) {
        if stop.reason == StopReason::Aborted {
            self.reflected = None;
            return;
        }
        if self.reflected.is_none() {
            // The time ran out during the model's call or the host's own rules.
            if self.fallback.is_none() && self.argued.is_none() {
                self.fallback = Some(ReflectionFallback::Timeout);
                self.findings = rules::find_concerns(&self.situation, &self.settings);
            }
            self.combine_model_and_rules();
        }
        let Some(reflected) = self.reflected.clone() else { return };
        ctx.show_step(Step::Decision(DecisionStep {
            kind: "REFLECTION",
            should_revise: reflected.should_revise,
            revised_action: reflected.revised_action,
            revised_confidence: reflected.revised_confidence,
            concerns: reflected.concerns,
            contra_argument: reflected.contra_argument,
            reflection_confidence: reflected.reflection_confidence,
            llm_enhanced: self.fallback.is_none(),
            duration_ms: ctx.elapsed_ms(),
            seq: 0,
            now_ms: 0.0,
        }));
    }

    fn build_outcome(&self, stop: &Stop, ctx: &RunContext) -> DecisionReflection {
        DecisionReflection::from_run(self, stop, ctx)
    }

    fn handle_human_review(&mut self, _: bool, _: Option<String>, _: &mut RunContext) -> Result<Option<Stop>, ReflectError> {
        Err(flow::errors::unwanted_review("a reflection on a decision"))
    }

    fn budget(&self) -> &Budget {
        &self.settings.budget
    }

    fn hash_inputs(&self) -> u64 {
        self.digest
    }

    /// Only the limits may change when a reflection is taken up again: what was concerned about one decision holds for it alone.
    fn update_settings(&mut self, settings: &InputValue) -> Result<(), ReflectError> {
        self.settings.budget = DecisionSettings::check_settings(settings)?.budget;
        Ok(())
    }
}

impl DecisionRun {
    /// A run that has not begun. A `seed` in the settings goes before the one given.
    ///
    /// # Errors
    /// `invalid_settings` and `invalid_task` name the field; `misuse` when the time is not a number.
    pub fn create_run(
        settings: &InputValue,
        situation: &InputValue,
        default_seed: u32,
        now_ms: f64,
    ) -> Result<Self, ReflectError> {
        let inner_loop = Decision::new(DecisionSettings::check_settings(settings)?, situation)?;
        let seed = inner_loop.settings.seed.unwrap_or(default_seed);
        Machine::new(inner_loop, seed, now_ms)
    }
}

impl Decision {
    /// The loop of a run that has not begun, for a machine.
    ///
    /// # Errors
    /// `invalid_task`, naming the field of the situation.
    pub fn new(settings: DecisionSettings, situation: &InputValue) -> Result<Self, ReflectError> {
        let digest = hash_text(hash_text(0, &settings.raw.to_json()), &situation.to_json());
        Ok(Self {
            situation: Situation::read_situation(situation, &settings).map_err(ReflectError::invalid_task)?,
            settings,
            digest,
            phase: Phase::Start,
            prompt: String::new(),
            fallback: None,
            findings: Vec::new(),
            argued: None,
            reflected: None,
        })
    }

    /// Has the model argue against the decision.
    fn ask_model_or_apply_rules(&mut self, ctx: &mut RunContext) -> Option<Stop> {
        let Situation { agent_name, domain, input, action, confidence, risk_score, chain, .. } = &self.situation;
        let line = |evidence: &Evidence| format!("{}: {}", evidence.tool, evidence.text);
        let evidence: Vec<String> = self.situation.evidence.iter().map(line).collect();
        let mut hostile: Vec<&str> = evidence.iter().map(String::as_str).collect();
        hostile.extend([input.as_str(), chain.as_str()]);
        hostile.extend([agent_name, domain].into_iter().flatten().map(String::as_str));
        let ask = DecisionAsk {
            system_prompt: self.settings.system_prompt.as_deref(),
            agent_name: agent_name.as_deref(),
            domain: domain.as_deref(),
            input,
            evidence: &evidence,
            action,
            confidence: *confidence,
            risk_score: *risk_score,
            chain,
            actions: &self.settings.actions,
        };
        let messages = prompt::decision_review_messages(&ask, &Fence::new(Some(ctx.draw_nonce(&hostile))));
        self.prompt = messages.iter().map(|message| message.content.text()).collect::<Vec<_>>().join("\n");
        let ask = ModelCall {
            purpose: "reflection",
            iteration: 1,
            attempt: 1,
            draft_index: 0,
            messages,
            response_schema: Some(prompt::REFLECTION_SCHEMA),
            ..ModelCall::default()
        };
        match ctx.ask_model(ask, &self.settings.budget) {
            Ok(()) => {
                self.phase = Phase::Arguing { is_retry: false };
                None
            }
            Err(stop) => {
                if let Some(failure) = stop.failure {
                    ctx.record_error(failure.code.as_str(), failure.message, None);
                }
                self.apply_rules(ReflectionFallback::Budget, ctx)
            }
        }
    }

    fn handle_contra_argument(&mut self, replies: Vec<(Call, Reply)>, is_retry: bool, ctx: &mut RunContext) -> Option<Stop> {
        let Some((Call::Model(call), reply)) = replies.into_iter().next() else {
            return Some(Stop::with_reason(StopReason::Stalled));
        };
        let response = match reply {
            Reply::Model(response) => response,
            Reply::Failed(error) => {
                ctx.record_error(&error.code, error.message, Some(&call.call_id));
                let late = error.code == "timeout";
                return self.apply_rules(if late { ReflectionFallback::Timeout } else { ReflectionFallback::ModelError }, ctx);
            }
            Reply::Tool(_) | Reply::Verdict(_) => return Some(Stop::with_reason(StopReason::Stalled)),
        };
        let text = response.content.text();
        let proposal = Proposal { actions: &self.settings.actions, action: &self.situation.action, prompt: &self.prompt };
        let unread = match read_reflection(&text, &proposal, response.finish_reason.as_deref()) {
            Ok(reflected) => {
                self.argued = Some(reflected);
                return self.request_host_rules(ctx);
            }
            Err(unread) => unread,
        };
        let message = errors::unreadable_reflection(unread.reason, &text);
        ctx.record_error("unreadable_reflection", message, Some(&call.call_id));
        if !is_retry && self.settings.on_unreadable == OnUnreadable::Retry {
            let messages = prompt::request_json_again(&call.messages, unread.beside.as_deref(), prompt::REFLECTION_KEYS);
            if ctx.ask_model(call.make_next_attempt(messages), &self.settings.budget).is_ok() {
                self.phase = Phase::Arguing { is_retry: true };
                return None;
            }
        }
        self.apply_rules(ReflectionFallback::Unreadable, ctx)
    }

    /// Applies the four rules.
    fn apply_rules(&mut self, fallback: ReflectionFallback, ctx: &mut RunContext) -> Option<Stop> {
        self.fallback = Some(fallback);
        self.findings = rules::find_concerns(&self.situation, &self.settings);
        self.request_host_rules(ctx)
    }

    /// Asks the host's own rules, as calls.
    fn request_host_rules(&mut self, ctx: &mut RunContext) -> Option<Stop> {
        if self.settings.own_rules.is_empty() {
            return Some(self.combine_model_and_rules());
        }
        ctx.request_verification(&self.settings.own_rules, false, &self.situation.action.as_str().into(), 0);
        self.phase = Phase::Ruling;
        None
    }

    /// Takes the findings of the host's own rules. A failed rule is noted and finds nothing.
    fn add_findings(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) {
        for (call, reply) in replies {
            match (call, reply) {
                (Call::Verify(run), Reply::Verdict(verdict)) => {
                    let issues = verdict.issues.unwrap_or_default();
                    self.findings.extend(issues.into_iter().map(|concern| Finding { rule: run.verifier.clone(), concern }));
                }
                (Call::Verify(run), Reply::Failed(error)) => {
                    let message = errors::failed_rule(&run.verifier, &error.message);
                    ctx.record_error(&error.code, message, Some(&run.call_id));
                }
                _ => {}
            }
        }
    }

    /// The model's reflection and the concerns of the rules as one. Enough concerns of the rules revise a decision that the model leaves
    /// alone, or would revise to an action that approves.
    fn combine_model_and_rules(&mut self) -> Stop {
        let settings = &self.settings;
        let enough = self.findings.len() >= usize::try_from(settings.min_concerns).unwrap_or(usize::MAX);
        let found = self.findings.iter().map(|finding| finding.concern.clone());
        let by_rules = ReflectionReply {
            should_revise: enough,
            revised_action: enough.then(|| settings.escalate_to.clone()),
            revised_confidence: None,
            concerns: Vec::new(),
            contra_argument: String::new(),
            reflection_confidence: RULES_CONFIDENCE,
        };
        let mut reflected = match self.argued.take() {
            None => by_rules,
            Some(argued) => {
                let objects = argued.revised_action.as_ref().is_some_and(|action| !settings.approve.contains(action));
                if enough && !(argued.should_revise && objects) {
                    ReflectionReply { concerns: argued.concerns, contra_argument: argued.contra_argument, ..by_rules }
                } else {
                    argued
                }
            }
        };
        reflected.concerns.extend(found);
        self.reflected = Some(reflected);
        Stop::with_reason(StopReason::Reflected)
    }
}
