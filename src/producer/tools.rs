//! A request to a producer or critic that may call tools. Whatever goes wrong goes back to the model as an error result.

use super::{ModelContext, errors};
use crate::error::{ReflectError, describe_unknown};
use crate::flow::{Call, CallError, EngineName, ModelCall, Reply, RunContext, Step, Stop, ToolCallStep, ToolResultStep};
use crate::message::{Gather, Message, ModelResponse, OpaqueJson, Role, Rope, SharedText, ToolSchema, append_json_string};
use crate::prompt::{Fence, MAX_OUTPUT_CHARS, shorten_text};
use crate::settings::Settings;

/// Whether a tool that a reply asks for may run, and the host is asked to.
pub type AnyToolStarted = bool;

/// A request, and the turns of tools so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Conversation {
    pub messages: Vec<Message>,
    /// Turns taken.
    pub turns: u32,
    /// Tool calls of the turn that is under way.
    pub pending: Vec<PendingCall>,
}

impl Conversation {
    /// Begins a turn: asks the host to run the tools that a reply asks for. False when none of them may run.
    pub fn begin_turn(&mut self, mut response: ModelResponse, model: ModelContext, ctx: &mut RunContext) -> AnyToolStarted {
        self.pending.clear();
        for call in &mut response.tool_calls {
            call.id = ctx.claim_tool_call_id(&call.id);
            ctx.show_step(Step::ToolCall(ToolCallStep {
                tool_name: call.name.clone(),
                args: call.args.as_ref().unwrap_or(&call.arguments).clone(),
                call_id: call.id.clone(),
                purpose: model.critic.map(|_| "critique"),
                engine: EngineName::Reflect,
                seq: 0,
                now_ms: 0.0,
            }));
            let args = refusal_reason(&call.name, model).map_or_else(|| call.args.clone(), Err);
            match &args {
                Ok(args) => ctx.request_tool_run(&call.name, &call.id, args.clone(), model.critic),
                Err(why) => ctx.record_error("tool_refused", why.clone(), None),
            }
            self.pending.push(PendingCall { id: call.id.clone(), name: call.name.clone(), refused: args.err() });
        }
        let ModelResponse { content, tool_calls, metadata, .. } = response;
        let message =
            Message { content, tool_calls: Some(tool_calls), metadata, ..Message::from_text(Role::Assistant, Rope::default()) };
        self.messages.push(message);
        self.pending.iter().any(|call| call.refused.is_none())
    }

    /// Ends the turn: adds what its tools gave to the results, with the id of each call. An error where there may be no further turn.
    pub fn end_turn(
        &mut self,
        replies: &[(Call, Reply)],
        results: &mut Vec<(String, SharedText)>,
        model: ModelContext,
        ctx: &mut RunContext,
    ) -> Result<(), Stop> {
        for call in std::mem::take(&mut self.pending) {
            let (id, result) = show_tool_result(call, replies, model, ctx);
            let content = if model.critic.is_some() { result_for_critic(&id, &result, model, ctx) } else { Rope::from(&result) };
            self.messages.push(Message { tool_call_id: Some(id.clone()), ..Message::from_text(Role::Tool, content) });
            results.push((id, result));
        }
        self.turns = self.turns.saturating_add(1);
        let most = model.settings.max_answer_steps;
        if self.turns >= most {
            return Err(errors::spent_answer_steps(most));
        }
        Ok(())
    }
}

/// The error of a critic that asked for tools in each of its steps, and gave no verdict.
pub type MissingVerdict = CallError;

/// A critic's use of tools: its first request, and the results so far.
#[derive(Debug)]
pub struct Lookup {
    pub first: ModelCall,
    conversation: Conversation,
    /// What the tools gave, each with the id of its call.
    pub results: Vec<(String, SharedText)>,
}

impl Lookup {
    pub fn new(first: ModelCall) -> Self {
        Self { first, conversation: Conversation::default(), results: Vec::new() }
    }

    /// This text and the tool results.
    #[inline(never)]
    pub fn append_results(&self, text_before: &str) -> SharedText {
        let mut text = text_before.to_owned();
        for (_, result) in &self.results {
            text.push('\n');
            text.push_str(result);
        }
        text.into()
    }

    /// Whether this is a tool call that is out.
    pub fn is_in_flight(&self, call: &Call) -> bool {
        matches!(call, Call::Tool(run) if self.conversation.pending.iter().any(|call| call.id == run.tool_call_id))
    }

    /// Runs the tools that the reply asks for. False when none of them may run.
    pub fn start_allowed_tools(
        &mut self,
        call: ModelCall,
        response: ModelResponse,
        model: ModelContext,
        ctx: &mut RunContext,
    ) -> AnyToolStarted {
        if call.attempt != self.first.attempt {
            // A retry starts over.
            *self = Self { results: std::mem::take(&mut self.results), ..Self::new(call.clone()) };
        }
        self.conversation.messages = call.messages;
        self.conversation.begin_turn(response, model, ctx)
    }

    /// Asks the critic again with the results. A critic that used all its steps for tools has no verdict.
    pub fn ask_with_results(
        &mut self,
        replies: &[(Call, Reply)],
        model: ModelContext,
        ctx: &mut RunContext,
    ) -> Result<Option<MissingVerdict>, Stop> {
        let Self { first, conversation, results } = self;
        if let Err(stop) = conversation.end_turn(replies, results, model, ctx) {
            return Ok(Some(errors::missing_verdict(stop.reason)));
        }
        let call_id = format!("{}.turn-{}", first.call_id, conversation.turns);
        let ask = ModelCall { call_id, messages: conversation.messages.clone(), ..first.clone() };
        ctx.ask_model(ask, &model.settings.budget)?;
        Ok(None)
    }
}

/// A tool result for a critic: under the id that it is quoted by, in a fence of its own.
fn result_for_critic(id: &str, result: &SharedText, model: ModelContext, ctx: &mut RunContext) -> Rope {
    let fence = Fence::new(model.settings.fence.then(|| ctx.draw_nonce(&[result])));
    let mut text = Rope::from_static("Tool result ");
    text.add_text(&id.into()).add_static(":\n").add_fenced(&fence, &shorten_text(result.clone(), MAX_OUTPUT_CHARS));
    fence.add_notice(&mut text);
    text
}

/// One tool call of the turn under way.
#[derive(Clone, Debug)]
pub(super) struct PendingCall {
    id: String,
    name: String,
    /// Why the engine refused to run it.
    refused: Option<String>,
}

/// The tools that the model sees, if there are any.
pub fn allowed_tools(model: ModelContext) -> Option<Vec<ToolSchema>> {
    let tools: Vec<ToolSchema> = model.tools.iter().filter(|tool| may_run_tool(&tool.name, model.settings)).cloned().gather();
    Some(tools).filter(|tools| !tools.is_empty())
}

/// Refuses a name in `allowedTools` that no tool has, with the nearest name. Without tools it may be there: an engine serves tasks of both kinds.
pub fn refuse_unknown_allowed_tools(settings: &Settings, tool_names: &[&str]) -> Result<(), ReflectError> {
    let other = settings.allowed_tools.iter().flatten().find(|name| !tool_names.contains(&name.as_str()));
    let Some(name) = other.filter(|_| !tool_names.is_empty()) else { return Ok(()) };
    Err(errors::unknown_allowed_tool(name, tool_names))
}

/// Shows what a tool gave, and gives its id and what the model reads.
fn show_tool_result(
    call: PendingCall,
    replies: &[(Call, Reply)],
    model: ModelContext,
    ctx: &mut RunContext,
) -> (String, SharedText) {
    let PendingCall { id, name, refused } = call;
    let reply = replies.iter().find(|(call, _)| matches!(call, Call::Tool(run) if run.tool_call_id == id));
    let outcome = match (refused, reply) {
        (Some(why), _) => Err(why),
        (None, Some((_, Reply::Tool(result)))) => Ok(result.clone()),
        (None, Some((call, Reply::Failed(error)))) => {
            ctx.record_error(&error.code, error.message.clone(), Some(call.call_id()));
            Err(error.message.clone())
        }
        (None, _) => Err(errors::missing_result()),
    };
    let content = match &outcome {
        Ok(result) => result.text_for_model().clone(),
        Err(why) => {
            let mut json = String::from("{\"error\":");
            append_json_string(&mut json, why);
            json.push('}');
            json.into()
        }
    };
    ctx.show_step(Step::ToolResult(ToolResultStep {
        tool_name: name,
        call_id: id.clone(),
        purpose: model.critic.map(|_| "critique"),
        error: outcome.as_ref().err().cloned(),
        result: outcome.unwrap_or(OpaqueJson::from_static("null")),
        engine: EngineName::Reflect,
        seq: 0,
        now_ms: 0.0,
    }));
    (id, content)
}

fn may_run_tool(tool_name: &str, settings: &Settings) -> bool {
    settings.allowed_tools.as_ref().is_none_or(|allowed| allowed.iter().any(|a| a == tool_name))
}

fn refusal_reason(tool_name: &str, model: ModelContext) -> Option<String> {
    let mut names: Vec<&str> = model.tools.iter().map(|t| t.name.as_str()).collect();
    if !names.contains(&tool_name) {
        // A model does not see tools that it may not call.
        names.retain(|tool_name| may_run_tool(tool_name, model.settings));
        Some(describe_unknown("tool", tool_name, &names))
    } else if !may_run_tool(tool_name, model.settings) {
        Some(errors::disallowed_tool(tool_name))
    } else {
        None
    }
}
