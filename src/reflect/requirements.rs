//! Derives requirements from the question, where the setting asks for it (seed 002, "prepare_task").

use super::{Next, Phase, Reflect, think};
use crate::critique::read_requirements;
use crate::flow::{Call, ModelCall, Reply, RunContext};
use crate::judge::distinct;
use crate::message::{Gather, Message, Rope, Text};
use crate::prompt::{self, CritiqueAsk};

/// Requirements that are kept of those derived, and characters of each.
const MAX_REQUIREMENTS: usize = 20;
const REQUIREMENT_CHARS: usize = 300;
/// The code under which a run notes that it has none.
const NO_REQUIREMENTS: &str = "no_requirements";

impl Reflect {
    /// Asks the model for requirements, or the first critic behind a gate; not where a draft and its judgement could not be paid for then.
    pub(super) fn derive(&mut self, ctx: &mut RunContext) -> Next {
        let budget = &self.ready.settings.budget;
        let (left, needed) = (ctx.calls_left(budget), self.ready.panel.saturating_add(2));
        if left < needed {
            let message =
                format!("no requirements were derived: {left} model calls do not pay for it, a draft and its judgement");
            ctx.note(NO_REQUIREMENTS, message, None);
            return self.open(ctx);
        }
        let question = self.task.question()?;
        let seen = self.seen(&[]);
        let texts: Vec<&str> = question.texts().chain(seen.iter().map(|(_, text)| text.as_str())).collect();
        let fence = self.fence(&texts, ctx);
        let system = &prompt::requirements_system();
        let ask = ModelCall {
            purpose: "requirements",
            iteration: 1,
            attempt: 1,
            critic: self.task.gate.and(Some(0)),
            messages: prompt::critique(&CritiqueAsk { system, question, answers: &[], seen: &seen, earlier: None }, &fence),
            response_schema: Some(prompt::REQUIREMENTS_SCHEMA),
            ..ModelCall::default()
        };
        ctx.ask(ask, &self.ready.settings.budget)?;
        self.phase = Phase::Deriving;
        Ok(())
    }

    /// Takes what could be read, and shows it. A call that failed or could not be read is noted, and the run goes on without requirements.
    pub(super) fn take_requirements(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Next {
        match replies.into_iter().next() {
            Some((call, Reply::Model(response))) => {
                let list = read_requirements(&response.content.text(), response.finish_reason.as_deref());
                let list: Vec<Text> = list.into_iter().map(|text| prompt::shortened(text, REQUIREMENT_CHARS)).gather();
                let mut list = distinct(&list);
                list.truncate(MAX_REQUIREMENTS);
                if list.is_empty() {
                    ctx.note(NO_REQUIREMENTS, "no requirements were derived: the reply could not be read", Some(call.id()));
                } else {
                    let mut thought = Rope::constant("Requirements: ");
                    thought.list(&list, "; ");
                    think(ctx, thought, None);
                    self.requirements = Some(list);
                }
            }
            Some((call, Reply::Failed(error))) => {
                ctx.affords(&error, &self.ready.settings.budget)?;
                ctx.note(&error.code, error.message, Some(call.id()));
            }
            Some((_, Reply::Tool(_) | Reply::Verdict(_))) | None => {}
        }
        self.open(ctx)
    }

    /// Adds the derived requirements, if there are any, behind the question of a request to write.
    pub(super) fn require(&self, question: Option<&mut Message>, ctx: &mut RunContext) {
        if let (Some(question), Some(list)) = (question, &self.requirements) {
            let fence = self.fence(&[&prompt::listed(list)], ctx);
            prompt::require(question, list, &fence);
        }
    }
}
