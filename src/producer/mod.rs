//! The producer writes one text, in every loop: ask the model, run the tools it asks for, ask again, up to `maxAnswerSteps` turns.

mod errors;
mod new_draft;
mod tools;

pub use new_draft::NewDraft;
pub use tools::{Lookup, allowed_tools, refuse_unknown_allowed_tools};

use tools::Conversation;

use std::ops::Range;

use crate::critique::{is_cut_or_blocked, strip_thinking};
use crate::flow::{Call, ModelCall, Reply, RunContext, Stop, StopReason};
use crate::message::{Message, ModelResponse, OpaqueJson, SharedText, ToolSchema, drop_oldest_messages, is_blank};
use crate::settings::Settings;

/// What the producer may work with, or a critic.
#[derive(Clone, Copy)]
pub struct ModelContext<'a> {
    /// The critic that works with it; none is the producer.
    pub critic: Option<u32>,
    pub tools: &'a [ToolSchema],
    /// JSON Schema of the text, for models that can constrain decoding.
    pub schema: Option<&'a OpaqueJson>,
    pub settings: &'a Settings,
}

/// One text that is being written.
#[derive(Clone)]
pub struct DraftRequest {
    conversation: Conversation,
    /// Messages that no cap leaves out.
    pinned: Range<usize>,
    /// The draft that is revised; `None` for a first answer.
    parent: Option<u32>,
    /// 2 after an empty draft.
    attempt: u32,
    tool_results: Vec<SharedText>,
}

/// Where a text stands after a reply.
#[allow(clippy::large_enum_variant, reason = "one is alive at a time, and only until it is matched; no lint on 32 bits")]
pub enum WriteOutcome {
    /// Ask the producer again.
    Retry(DraftRequest),
    /// Tools were asked for; go on when they have answered.
    RunTools(DraftRequest),
    /// A text, and how to ask for it once more should it not be usable.
    Draft(DraftRequest, NewDraft),
}

impl DraftRequest {
    /// A first answer, or a revision of the draft `parent_draft`. Pinned are the question, and what is to be revised.
    pub fn new(messages: Vec<Message>, pinned_messages: Range<usize>, parent_draft: Option<u32>) -> Self {
        let conversation = Conversation { messages, ..Conversation::default() };
        Self { conversation, pinned: pinned_messages, parent: parent_draft, attempt: 1, tool_results: Vec::new() }
    }

    /// Asks the producer for this text. Messages that all fit go with the call, and come back with its reply.
    pub fn ask_producer(&mut self, model: ModelContext, draft_index: u32, ctx: &mut RunContext) -> Result<(), Stop> {
        let (messages, settings) = (&mut self.conversation.messages, model.settings);
        let messages =
            if ctx.shares_last_call() { Vec::new() } else { drop_oldest_messages(messages, &self.pinned, settings.max_chars) };
        let ask = ModelCall {
            purpose: if self.parent.is_some() { "revision" } else { "answer" },
            iteration: draft_index.saturating_add(1),
            attempt: self.attempt,
            draft_index,
            parent: self.parent,
            messages,
            tools: allowed_tools(model),
            response_schema: model.schema.cloned(),
            ..ModelCall::default()
        };
        ctx.ask_model(ask, &model.settings.budget)
    }

    /// Goes on with one model reply, or the results of a turn's tools. An error: the model failed, or gave nothing twice.
    pub fn handle_replies(
        mut self,
        replies: Vec<(Call, Reply)>,
        model: ModelContext,
        ctx: &mut RunContext,
    ) -> Result<WriteOutcome, Stop> {
        if !self.conversation.pending.is_empty() {
            return self.end_tool_turn(&replies, model, ctx).map(WriteOutcome::Retry);
        }
        match replies.into_iter().next() {
            Some((Call::Model(call), Reply::Model(response))) => {
                if self.conversation.messages.is_empty() {
                    self.conversation.messages = call.messages;
                }
                if response.tool_calls.is_empty() {
                    return self.read_draft(call.call_id, response, ctx);
                }
                if self.conversation.begin_turn(response, model, ctx) {
                    return Ok(WriteOutcome::RunTools(self));
                }
                self.end_tool_turn(&[], model, ctx).map(WriteOutcome::Retry)
            }
            Some((call, Reply::Failed(error))) => {
                ctx.check_budget_if_never_made(&error, &model.settings.budget)?;
                ctx.record_error(&error.code, error.message.clone(), Some(call.call_id()));
                Err(Stop::with_model_failure(error, call.call_id()))
            }
            Some((_, Reply::Model(_) | Reply::Tool(_) | Reply::Verdict(_))) | None => Err(Stop::with_reason(StopReason::Stalled)),
        }
    }

    fn end_tool_turn(mut self, replies: &[(Call, Reply)], model: ModelContext, ctx: &mut RunContext) -> Result<Self, Stop> {
        let mut results = Vec::new();
        self.conversation.end_turn(replies, &mut results, model, ctx)?;
        self.tool_results.extend(results.into_iter().map(|(_, result)| result));
        Ok(self)
    }

    fn read_draft(mut self, call_id: String, response: ModelResponse, ctx: &mut RunContext) -> Result<WriteOutcome, Stop> {
        self.tool_results.extend(response.tool_results);
        let finish = response.finish_reason.as_deref();
        let refused = finish.is_some_and(|reason| reason.eq_ignore_ascii_case("refusal"));
        let cut = is_cut_or_blocked(finish) || response.stopped.is_some();
        let mut draft = NewDraft::from_content(call_id, response.content, response.metadata, strip_thinking);
        if refused || is_blank(&draft.text) {
            let what = if refused { errors::REFUSED } else { errors::NO_ANSWER };
            return self.begin_second_attempt("empty_draft", what, &draft.call_id, ctx).map(WriteOutcome::Retry);
        }
        (draft.parent, draft.cut, draft.stopped) = (self.parent, cut, response.stopped);
        draft.tool_results = std::mem::take(&mut self.tool_results);
        Ok(WriteOutcome::Draft(self, draft))
    }

    /// An unusable text is treated as an empty one.
    pub fn reject_unusable_draft(mut self, draft: NewDraft, ctx: &mut RunContext) -> Result<Self, Stop> {
        self.tool_results = draft.tool_results;
        self.begin_second_attempt("unusable_draft", errors::UNUSABLE, &draft.call_id, ctx)
    }

    /// Errors: where this is the second attempt.
    fn begin_second_attempt(mut self, code: &str, fault: &str, call_id: &str, ctx: &mut RunContext) -> Result<Self, Stop> {
        if self.attempt > 1 {
            return Err(errors::empty_twice(fault));
        }
        ctx.record_error(code, errors::repeated_request(fault), Some(call_id));
        self.attempt = 2;
        Ok(self)
    }
}
