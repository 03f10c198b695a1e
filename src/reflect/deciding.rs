//! Lets the strategy say what happens next, and does it; says how a run ends.

use super::draft::revision_target;
use super::strategy::{self, Action, Choice, Situation};
use super::{OkOrStop, Reflect, Settled, errors};
use crate::critique::explain_unreadable;
use crate::error::ErrorCode;
use crate::flow::{AcceptedBy, RunContext, Stop, StopReason, Why, WhyAction};
use crate::judge::Decision;
use crate::message::SharedText;
use crate::settings::Form;

impl Reflect {
    /// Lets the strategy say what happens next, and does it.
    pub(super) fn take_next_step(&mut self, ctx: &mut RunContext) -> OkOrStop {
        let checks = !self.task.verifiers.is_empty();
        let (tools, gate) = (!self.task.tools.is_empty(), self.task.gate == Some(true));
        let settings = &self.ready.settings;
        let uncounted = self.drafts.produced.saturating_sub(self.revisions);
        let situation = Situation {
            drafts: &self.drafts.kept,
            critics: self.ready.panel,
            revisions: self.revisions,
            free: if checks && settings.strategy.begins_with_several() {
                settings.drafts.saturating_sub(uncounted)
            } else {
                self.missing
            },
            failures: self.critique_failures,
            unread_joint: self.unread_joint,
            calls_left: ctx.calls_left(&settings.budget),
            checks,
            agree: self.task.required_agreement(settings),
            tools: tools || gate,
            luck: ctx.mix_seed(settings.calibration.tasks as u64),
            may_share: !tools && ctx.may_batch(),
            settings,
        };
        let Choice { action, why } = strategy::choose_next_action(&situation);
        let (left, free) = (situation.counted_writes_left() as usize, situation.free as usize);
        let has_batches = situation.may_share && checks && settings.strategy.begins_with_several();
        self.why = why;
        match action {
            Action::Judge { groups } => self.start_critiques(groups, ctx),
            Action::Write { mut parents, by_one_call } => {
                // Behind a gate there is one draft, which is always revised.
                if gate {
                    parents = vec![revision_target(&self.drafts.kept).map(|record| record.draft.index)];
                }
                let free = match () {
                    () if self.drafts.kept.is_empty() => parents.len(),
                    () if parents.iter().all(Option::is_none) => free,
                    () => 0,
                };
                let most = free.saturating_add(left);
                if most == 0 {
                    return self.stop_without_acceptance(StopReason::MaxReflections, ctx);
                }
                // Drafts of one call count as one.
                let is_shared = has_batches && by_one_call && parents.iter().all(Option::is_none);
                if !is_shared {
                    parents.truncate(most);
                }
                let counted = parents.len().saturating_sub(free);
                self.revisions = self.revisions.saturating_add(if is_shared { counted.min(1) } else { counted } as u32);
                self.missing = 0;
                self.start_drafts(&parents, by_one_call, None, ctx)
            }
            Action::Accept { draft } => self.accept_or_stall(draft),
            Action::Stop(reason) => self.stop_without_acceptance(reason, ctx),
        }
    }

    /// Ends the run with this draft accepted, if critics and verifiers do accept it.
    pub(super) fn accept_or_stall(&mut self, draft_index: u32) -> OkOrStop {
        let critics = self.task.critics;
        if self.drafts.find_record(draft_index).is_none_or(|record| record.decision(critics) != Decision::Accept) {
            return Err(Stop::with_reason(StopReason::Stalled));
        }
        self.accepted = Some((draft_index, if critics > 0 { AcceptedBy::Critic } else { AcceptedBy::Verifier }));
        Err(Stop::with_reason(StopReason::Accepted))
    }

    /// Scores the text that the run ends with; where there is a guarantee, that score alone accepts. A run that failed, or that a person sent
    /// back, is not one of those whose labels promise something.
    pub(super) fn settle_final_draft(&mut self, stop: Stop, ctx: &mut RunContext) -> Stop {
        let (settings, critics) = (&self.ready.settings, self.task.critics);
        let Some(record) = self.returned_draft() else { return stop };
        let is_whole = stop.failure.is_none() && !self.drafts.kept.iter().any(|record| record.refused);
        let score = if is_whole { record.score_for_guarantee(critics, self.ready.panel, settings) } else { None };
        let index = record.draft.index;
        let mut changed = None;
        let holds = settings.guarantee.as_ref().map(|guarantee| {
            let is_enough = score.is_some_and(|score| score >= guarantee.threshold);
            changed =
                if score.is_some() { guarantee.check_critic_models(&record.list_latest_judge_models()).err() } else { None };
            is_enough && changed.is_none()
        });
        self.settled = Some(Settled { draft: index, score, judge_changed: changed.is_some() });
        let Some(holds) = holds else { return stop };
        if let Some(error) = changed {
            ctx.record_error(error.code.as_str(), error.message, None);
        }
        let (action, reason) = if holds {
            self.accepted = Some((index, if critics > 0 { AcceptedBy::Critic } else { AcceptedBy::Verifier }));
            (WhyAction::Accept, "labels promise that it is right")
        } else {
            self.accepted = None;
            (WhyAction::Stop, "labels do not promise that it is right")
        };
        self.why = self.why.take().map(|_| Why { action, draft_index: Some(index), reason: SharedText::from_static(reason) });
        match stop.reason {
            _ if holds => Stop::with_reason(StopReason::Accepted),
            StopReason::Accepted => Stop::with_reason(StopReason::NotGuaranteed),
            _ => stop,
        }
    }

    /// Ends the run without an acceptance.
    fn stop_without_acceptance(&self, reason: StopReason, ctx: &mut RunContext) -> OkOrStop {
        match reason {
            StopReason::UnreadableCritique => {
                let mut last = self.drafts.kept.iter().rev().filter_map(|record| record.critiques.last());
                let unread = last.find(|critique| !critique.has_verdict());
                if unread.is_some_and(|critique| critique.unavailable) {
                    return Err(Stop::with_reason(StopReason::CriticUnavailable));
                }
                let message =
                    unread.map(|critique| explain_unreadable(&critique.reading, critique.raw.as_deref())).unwrap_or_default();
                Err(Stop::with_failure(reason, ErrorCode::UnreadableCritique, message))
            }
            // The budget's own message.
            StopReason::MaxCalls => ctx.check_budget(u32::MAX, &self.ready.settings.budget),
            // A strategy accepts by another action.
            StopReason::Accepted => Err(Stop::with_reason(StopReason::Stalled)),
            reason => {
                if reason == StopReason::MaxReflections && self.ready.settings.form == Form::Status {
                    // Seed 002's own words.
                    ctx.record_error("max_reflections", errors::spent_iterations(), None);
                }
                Err(Stop::with_reason(reason))
            }
        }
    }
}
