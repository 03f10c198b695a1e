//! Deriving requirements from the task, where none are given (seed 002, "prepare_task").

use super::{Next, Phase, Reflect};
use crate::critique::read_list;
use crate::flow::{Call, ModelCall, Reply, RunContext};
use crate::judge::distinct;
use crate::message::Text;
use crate::prompt;

/// Requirements that are kept of those derived, and characters of one and of all.
const MAX_REQUIREMENTS: usize = 20;
const REQUIREMENT_CHARS: usize = 300;
const ALL_CHARS: usize = 2_000;

impl Reflect {
    /// Asks the model for the requirements.
    pub(super) fn derive(&mut self, ctx: &mut RunContext) -> Next {
        let question = self.task.question()?;
        let fence = self.fence(&question.texts().collect::<Vec<_>>(), ctx);
        let ask = ModelCall {
            purpose: "requirements",
            iteration: 1,
            attempt: 1,
            messages: prompt::requirements(&question, &fence),
            response_schema: Some(prompt::requirements_schema()),
            ..ModelCall::default()
        };
        ctx.ask(ask, &self.ready.settings.budget)?;
        self.phase = Phase::Deriving;
        Ok(())
    }

    /// Takes what could be read. A failed or unreadable reply is noted, and the run goes on without requirements.
    pub(super) fn derived(&mut self, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Next {
        match replies.into_iter().next() {
            Some((call, Reply::Model(response))) => {
                self.derived = kept(&read_list(&response.content.text()));
                if self.derived.is_empty() {
                    ctx.note("unreadable_requirements", "no requirements could be read", Some(call.id()));
                }
            }
            Some((call, Reply::Failed(error))) => ctx.note(&error.code, error.message, Some(call.id())),
            Some((_, Reply::Tool(_) | Reply::Verdict(_))) | None => {}
        }
        self.open(ctx)
    }
}

fn kept(requirements: &[String]) -> Vec<String> {
    let mut left = ALL_CHARS;
    let mut kept = Vec::new();
    let requirements: Vec<Text> = requirements.iter().map(Text::from).collect();
    for requirement in distinct(&requirements).iter().take(MAX_REQUIREMENTS) {
        let text: String = requirement.chars().map(|c| if c.is_control() { ' ' } else { c }).take(REQUIREMENT_CHARS).collect();
        let Some(rest) = left.checked_sub(text.chars().count()) else { break };
        left = rest;
        kept.push(text);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_requirements_have_limits() {
        let many: Vec<String> = (0..1_000).map(|n| format!("{n}\n{}", "x".repeat(1_000))).collect();
        let kept = kept(&many);
        assert_eq!((kept.len(), kept[0].len()), (ALL_CHARS / REQUIREMENT_CHARS, REQUIREMENT_CHARS));
        assert!(kept.iter().all(|r| !r.contains('\n')));
        let short: Vec<String> = (0..1_000).map(|n| (n / 2).to_string()).collect();
        assert_eq!(super::kept(&short).len(), MAX_REQUIREMENTS);
    }
}
