//! The tools of one turn: who may run, what the model sees. Whatever goes wrong goes back to the model as an error result.

use super::Means;
use crate::error::{ErrorCode, ReflectError, unknown};
use crate::flow::{Call, EngineName, Reply, RunContext, Step, ToolCallStep, ToolResultStep};
use crate::message::{Carried, Gather, Message, Role, Text, ToolCall, ToolSchema, quote};
use crate::settings::Settings;

/// One tool call of the turn under way.
#[derive(Clone)]
pub(super) struct Asked {
    id: String,
    name: String,
    /// Why it was not run, where the engine itself refused it.
    pub refused: Option<String>,
}

/// The tools that the model sees.
pub(super) fn allowed(means: Means) -> Vec<ToolSchema> {
    means.tools.iter().filter(|tool| may_run(&tool.name, means.settings)).cloned().gather()
}

/// Refuses a name in `allowedTools` that no tool has. Without tools it may be there: an engine serves tasks of both kinds.
///
/// # Errors
/// `invalid_task`, with the nearest name.
pub fn check_allowed(settings: &Settings, tools: &[ToolSchema]) -> Result<(), ReflectError> {
    let known: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let other = settings.allowed_tools.iter().flatten().find(|name| !known.contains(&name.as_str()));
    let Some(name) = other.filter(|_| !known.is_empty()) else { return Ok(()) };
    Err(ReflectError::new(ErrorCode::InvalidTask, format!("`allowedTools`: {}", unknown("tool", name, &known))))
}

/// Shows the tool calls of a turn, and asks the host to run those that may.
pub(super) fn ask(calls: &[ToolCall], means: Means, ctx: &mut RunContext) -> Vec<Asked> {
    let mut asked = Vec::new();
    for call in calls {
        ctx.show(Step::ToolCall(ToolCallStep {
            tool_name: call.name.clone(),
            args: call.args.as_ref().unwrap_or(&call.arguments).clone(),
            call_id: call.id.clone(),
            engine: EngineName::Reflect,
            seq: 0,
            now_ms: 0.0,
        }));
        let args = refusal(&call.name, means).map_or_else(|| call.args.clone(), Err);
        match &args {
            Ok(args) => ctx.run_tool(&call.name, &call.id, args.clone()),
            Err(why) => ctx.note("tool_refused", why.clone(), None),
        }
        asked.push(Asked { id: call.id.clone(), name: call.name.clone(), refused: args.err() });
    }
    asked
}

/// Shows the results of a turn in call order, and gives the messages for the model.
pub(super) fn answered(asked: Vec<Asked>, replies: Vec<(Call, Reply)>, ctx: &mut RunContext) -> Vec<Message> {
    let mut messages = Vec::new();
    for Asked { id, name, refused } in asked {
        let reply = replies.iter().find(|(call, _)| matches!(call, Call::Tool(run) if run.tool_call_id == id));
        let outcome = match (refused, reply) {
            (Some(why), _) => Err(why),
            (None, Some((_, Reply::Tool(result)))) => Ok(result.clone()),
            (None, Some((call, Reply::Failed(error)))) => {
                ctx.note(&error.code, error.message.clone(), Some(call.id()));
                Err(error.message.clone())
            }
            (None, _) => Err("the tool gave no result".to_owned()),
        };
        let content = match &outcome {
            Ok(result) => result.text().clone(),
            Err(why) => error_json(why),
        };
        ctx.show(Step::ToolResult(ToolResultStep {
            tool_name: name,
            call_id: id.clone(),
            error: outcome.as_ref().err().cloned(),
            result: outcome.unwrap_or(Carried::constant("null")),
            engine: EngineName::Reflect,
            seq: 0,
            now_ms: 0.0,
        }));
        messages.push(Message { tool_call_id: Some(id), ..Message::text(Role::Tool, content) });
    }
    messages
}

fn may_run(name: &str, settings: &Settings) -> bool {
    settings.allowed_tools.as_ref().is_none_or(|allowed| allowed.iter().any(|a| a == name))
}

fn refusal(name: &str, means: Means) -> Option<String> {
    let mut known: Vec<&str> = means.tools.iter().map(|t| t.name.as_str()).collect();
    if !known.contains(&name) {
        // A model does not see tools that it may not call.
        known.retain(|name| may_run(name, means.settings));
        Some(unknown("tool", name, &known))
    } else if !may_run(name, means.settings) {
        Some(format!("tool `{name}` is not allowed by `allowedTools`"))
    } else {
        None
    }
}

fn error_json(why: &str) -> Text {
    let mut json = String::from("{\"error\":");
    quote(&mut json, why);
    json.push('}');
    json.into()
}
