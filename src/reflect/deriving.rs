//! Derives requirements from the question, where the setting asks for it (seed 002, "prepare_task").

use super::{OkOrStop, Phase, Reflect, errors, show_thought};
use crate::critique::read_requirements;
use crate::flow::{Call, ModelCall, Reply, RunContext};
use crate::judge::first_distinct_faults;
use crate::message::{Gather, Message, Rope, SharedText};
use crate::prompt::{self, CritiqueAsk};

/// Requirements that are kept of those derived, and characters of each.
const MAX_REQUIREMENTS: usize = 20;
const REQUIREMENT_CHARS: usize = 300;
/// The code under which a run notes that it has none.
const NO_REQUIREMENTS: &str = "no_requirements";

impl Reflect {
    /// Asks the model for requirements, or the first critic behind a gate; not where a draft and its judgement could not be paid for then.
    pub(super) fn request_requirements(&mut self, ctx: &mut RunContext) -> OkOrStop {
        let budget = &self.ready.settings.budget;
        let (left, needed) = (ctx.calls_left(budget), self.ready.panel.saturating_add(2));
        if left < needed {
            ctx.record_error(NO_REQUIREMENTS, errors::unpaid_requirements(left), None);
            return self.use_given_draft_or_continue(ctx);
        }
        let question = self.task.read_question()?;
        let seen = self.list_critic_context(&[]);
        let texts: Vec<&str> = question.question_texts().chain(seen.iter().map(|(_, text)| text.as_str())).collect();
        let fence = self.draw_fence(&texts, ctx);
        let system = &prompt::requirements_system_prompt();
        let ask = ModelCall {
            purpose: "requirements",
            iteration: 1,
            attempt: 1,
            critic: self.task.gate.and(Some(0)),
            messages: prompt::critique_messages(
                &CritiqueAsk { system, question, answers: &[], seen: &seen, earlier: None },
                &fence,
            ),
            response_schema: Some(prompt::REQUIREMENTS_SCHEMA),
            ..ModelCall::default()
        };
        ctx.ask_model(ask, &self.ready.settings.budget)?;
        self.phase = Phase::Deriving;
        Ok(())
    }

    /// Takes what could be read, and shows it. A call that failed or could not be read is noted, and the run goes on without requirements.
    pub(super) fn handle_requirements(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> OkOrStop {
        match replies.into_iter().next() {
            Some((call, Reply::Model(response))) => {
                let list = read_requirements(&response.content.text(), response.finish_reason.as_deref());
                let list: Vec<SharedText> = list.into_iter().map(|text| prompt::shorten_text(text, REQUIREMENT_CHARS)).gather();
                let mut list = first_distinct_faults(&list);
                list.truncate(MAX_REQUIREMENTS);
                if list.is_empty() {
                    ctx.record_error(NO_REQUIREMENTS, errors::unreadable_requirements(), Some(call.call_id()));
                } else {
                    let mut thought = Rope::from_static("Requirements: ");
                    thought.add_list(&list, "; ");
                    show_thought(ctx, thought, None);
                    self.requirements = Some(list);
                }
            }
            Some((call, Reply::Failed(error))) => {
                ctx.check_budget_if_never_made(&error, &self.ready.settings.budget)?;
                ctx.record_error(&error.code, error.message, Some(call.call_id()));
            }
            Some((_, Reply::Tool(_) | Reply::Verdict(_))) | None => {}
        }
        self.use_given_draft_or_continue(ctx)
    }

    /// Adds the derived requirements, if there are any, behind the question of a request to write.
    pub(super) fn append_derived_requirements(&self, question: Option<&mut Message>, ctx: &mut RunContext) {
        if let (Some(question), Some(list)) = (question, &self.requirements) {
            let fence = self.draw_fence(&[&prompt::list_requirements(list)], ctx);
            prompt::append_requirements(question, list, &fence);
        }
    }
}
