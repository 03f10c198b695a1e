//! What is to be done: the input, the tools, who judges.

use serde::Serialize;
use serde_json::Value;
use tsify::Tsify;

use super::errors;
use crate::error::ReflectError;
use crate::flow::{ANSWER, Stop, USABLE, hash_text};
use crate::message::{
    Gather, InputValue, Message, OpaqueJson, Role, SharedText, ToolSchema, check_object, describe_field_mismatch, describe_kind,
    format_js_number, is_blank, join_texts, push_item, read_flag, read_list, read_text, read_texts, read_tools,
};
use crate::prompt::{self, Question};
use crate::settings::{Settings, Strategy};

/// Bytes of UTF-8 that the question of a run may have.
pub const MAX_INPUT_BYTES: usize = 10_000_000;
/// Critics that a task may have.
pub const MAX_CRITICS: u32 = 32;

/// A question, or a conversation whose last user message is the question.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(untagged)]
pub enum TaskInput {
    Text(#[tsify(type = "string")] SharedText),
    Messages(Vec<Message>),
}

impl TaskInput {
    fn read_input(value: Option<&InputValue>) -> Result<Self, String> {
        match value {
            Some(InputValue::Text(text)) => Ok(Self::Text(text.into())),
            Some(InputValue::List(list)) => {
                let read = list.iter().enumerate().map(|(at, message)| Message::from_json(message, &format!("input[{at}]")));
                read.gather_all().map(Self::Messages)
            }
            _ => Err(describe_field_mismatch("input", "a string or a list of messages", describe_kind(value))),
        }
    }
}

/// What the core must know of one critic.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Tsify)]
pub struct TaskJudge {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "string")]
    pub name: Option<SharedText>,
    /// Its own tools.
    pub tools: Vec<ToolSchema>,
    /// It answers with a probability, and is asked for no form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "boolean")]
    pub probability: Option<bool>,
}

impl TaskJudge {
    fn from_json(value: &InputValue) -> Result<Self, String> {
        let name = read_text(value, "name")?.map(SharedText::from);
        Ok(Self { name, tools: read_tools(value, "tools")?, probability: read_flag(value, "probability")? })
    }
}

/// The messages of the first request, and where the question is in them.
pub(super) struct OpeningMessages {
    pub messages: Vec<Message>,
    pub question_index: usize,
}

records! {
    /// A task without its callbacks: what the core must know of it.
    pub struct RunTask {
        pub input: TaskInput,
        pub system_prompt: Option<SharedText>,
        pub tools: Vec<ToolSchema>,
        /// How many critics there are, `0..=32`: 0 for `critic: false`.
        pub critics: u32,
        /// Names and kinds of the critics, in their order; absent when all are plain models.
        pub judges: Option<Vec<TaskJudge>>,
        /// Names of the verifiers, in the order in which they run.
        pub verifiers: Vec<String>,
        /// For each draft, a call `usable-1` asks whether it can be used at all.
        pub usable: Option<bool>,
        /// For each draft, a call `verify-1.answer` asks for its answer: a text, or null.
        pub answer: Option<bool>,
        /// A verifier may stop a draft while it is written: each is written by a call of its own.
        pub partial: Option<bool>,
        /// The host writes the drafts in a loop of its own: one at a time, each a revision.
        pub gate: Option<bool>,
        /// A draft made elsewhere, which is judged first.
        pub draft: Option<SharedText>,
        /// JSON Schema of the answer, for models that can constrain decoding.
        #[tsify(type = "Record<string, unknown>")]
        pub answer_schema: Option<OpaqueJson>,
    }
}

impl RunTask {
    /// Reads a task. Only `input` must be there; without `critics` there is one. `invalid_task` names the field and what came.
    pub fn from_json(value: Value) -> Result<Self, ReflectError> {
        Self::read_task(&InputValue::from(&value), None)
    }

    /// The same; a text as its `input` may come apart from it.
    pub fn read_task(value: &InputValue, input: Option<SharedText>) -> Result<Self, ReflectError> {
        Self::read_task_fields(value, input).map_err(ReflectError::invalid_task)
    }

    fn read_task_fields(value: &InputValue, input: Option<SharedText>) -> Result<Self, String> {
        check_object(value, "a task")?;
        let critics = value.field("critics").map_or(Some(1), |critics| critics.as_count());
        Ok(Self {
            usable: read_flag(value, USABLE)?,
            answer: read_flag(value, ANSWER)?,
            input: input.map_or_else(|| TaskInput::read_input(value.field("input")), |text| Ok(TaskInput::Text(text)))?,
            system_prompt: read_text(value, "systemPrompt")?.map(SharedText::from),
            tools: read_tools(value, "tools")?,
            critics: critics.ok_or_else(errors::wrong_critic_count)?,
            judges: read_list(value, "judges", TaskJudge::from_json)?,
            verifiers: read_texts(value, "verifiers")?.unwrap_or_default(),
            partial: read_flag(value, "partial")?,
            gate: read_flag(value, "gate")?,
            draft: read_text(value, "draft")?.map(SharedText::from),
            answer_schema: value.present_field("answerSchema").map(InputValue::to_opaque_json),
        })
    }

    /// A digest of what is to be done and who judges, which goes on from another one.
    pub(super) fn hash_task(&self, previous_hash: u64) -> u64 {
        let mut digest = hash_text(previous_hash, self.system_prompt.as_deref().unwrap_or_default());
        digest = hash_text(digest, self.draft.as_deref().unwrap_or_default());
        match &self.input {
            TaskInput::Text(text) => digest = hash_text(digest, text),
            TaskInput::Messages(messages) => {
                for message in messages {
                    digest = hash_text(
                        hash_text(digest, message.tool_call_id.as_deref().unwrap_or_default()),
                        &message.content.text(),
                    );
                }
            }
        }
        for tool in &self.tools {
            digest = hash_text(digest, &tool.name);
        }
        for name in &self.verifiers {
            digest = hash_text(digest, name);
        }
        for judge in self.judges.iter().flatten() {
            let kind = judge.tools.len() as u32 + if judge.probability == Some(true) { 32 } else { 0 };
            digest = hash_text(digest, judge.name.as_deref().unwrap_or_default()).rotate_left(kind);
        }
        hash_text(digest, &format_js_number(f64::from(self.critics)))
    }

    /// Whether it has tools, and its critics.
    pub(super) fn task_and_critics_have_tools(&self) -> [bool; 2] {
        let own = |judge: &TaskJudge| !judge.tools.is_empty();
        [!self.tools.is_empty(), self.judges.as_ref().is_some_and(|judges| judges.iter().any(own))]
    }

    /// Name and model of a critic, as far as they are known.
    pub(super) fn find_judge(&self, critic: u32) -> Option<&TaskJudge> {
        self.judges.as_ref()?.get(critic as usize)
    }

    /// The tools of a critic.
    pub(super) fn critic_tools(&self, critic: u32) -> &[ToolSchema] {
        self.find_judge(critic).map_or(&[], |judge| &judge.tools)
    }

    /// Whether a critic answers with a probability.
    pub(super) fn answers_with_probability(&self, critic: u32) -> bool {
        self.find_judge(critic).is_some_and(|judge| judge.probability == Some(true))
    }

    /// Names of all tools, its own and those of critics.
    pub(super) fn list_all_tool_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_str()).collect();
        for judge in self.judges.iter().flatten() {
            names.extend(judge.tools.iter().map(|tool| tool.name.as_str()));
        }
        names
    }

    /// Checks what can be checked before the first call: nameless or repeated tools and verifiers, nobody who could accept, too many critics.
    pub(super) fn check_names_and_judges(&self) -> Result<(), ReflectError> {
        let tools = self.tools.iter().map(|t| ("tools", t.name.as_str()));
        let verifiers = self.verifiers.iter().map(|v| ("verifiers", v.as_str()));
        let mut seen = Vec::new();
        for (kind, name) in tools.chain(verifiers) {
            if name.trim().is_empty() {
                return Err(errors::blank_name(kind));
            }
            if seen.contains(&(kind, name)) {
                return Err(errors::repeated_name(kind, name));
            }
            seen.push((kind, name));
        }
        let is_taken = |name: &&str| (*name == ANSWER || self.usable == Some(true)) && seen.contains(&("verifiers", *name));
        if let Some(name) = [ANSWER, USABLE].into_iter().find(is_taken) {
            return Err(errors::taken_name(name));
        }
        if self.draft.as_deref().is_some_and(is_blank) {
            return Err(errors::blank_draft());
        }
        if self.critics == 0 && self.verifiers.is_empty() {
            return Err(errors::missing_judge());
        }
        if self.critics > MAX_CRITICS {
            return Err(errors::too_many_critics(MAX_CRITICS, self.critics));
        }
        Ok(())
    }

    /// Independent drafts with one answer, of which one may be accepted; 0 where drafts have no answers, and under `classic`.
    pub(super) fn required_agreement(&self, settings: &Settings) -> u32 {
        let own = if self.verifiers.is_empty() { 2 } else { 1 };
        let compares = self.answer == Some(true) && settings.strategy != Strategy::Classic;
        if compares { settings.agree.unwrap_or(own) } else { 0 }
    }

    /// The question: the last user message.
    pub(super) fn read_question(&self) -> Result<Question<'_>, Stop> {
        let question = match &self.input {
            TaskInput::Text(text) => Question { text: text.clone(), parts: Vec::new() },
            TaskInput::Messages(messages) => {
                let Some(message) = messages.iter().rfind(|m| m.role == Role::User) else {
                    return Err(errors::missing_question());
                };
                Question { text: message.content.text(), parts: message.content.non_text_parts() }
            }
        };
        if is_blank(&question.text) && question.parts.is_empty() {
            return Err(errors::blank_input());
        }
        if question.text.len() > MAX_INPUT_BYTES {
            return Err(errors::long_input(question.text.len(), MAX_INPUT_BYTES));
        }
        Ok(question)
    }

    /// Ids of the tool calls in the conversation.
    pub(super) fn tool_call_ids(&self) -> impl Iterator<Item = &str> {
        let (before, after) = self.split_at_question();
        before.iter().chain(after).flat_map(|message| message.tool_calls.iter().flatten()).map(|call| call.id.as_str())
    }

    /// The conversation before the question, and what is behind it.
    fn split_at_question(&self) -> (&[Message], &[Message]) {
        let TaskInput::Messages(messages) = &self.input else { return (&[], &[]) };
        messages.split_at(messages.iter().rposition(|m| m.role == Role::User).unwrap_or(0))
    }

    /// The results of tools for the question, from before the run began.
    pub(super) fn question_tool_results(&self) -> impl Iterator<Item = SharedText> {
        let (_, after) = self.split_at_question();
        after.iter().filter(|m| m.role == Role::Tool).map(|m| m.content.text())
    }

    /// The conversation before the question, an entry a message.
    pub(super) fn list_history(&self) -> Vec<SharedText> {
        let (before, _) = self.split_at_question();
        let said = before.iter().filter(|m| m.role != Role::System).map(|m| (m.role.title(), m.content.text()));
        // A message that only calls tools has no text.
        said.filter(|(_, text)| !text.is_empty()).map(|(role, text)| join_texts(&[role, &*text], ": ").into()).gather()
    }

    /// The system prompt, and system messages of the conversation.
    pub(super) fn join_instructions(&self) -> SharedText {
        let messages = if let TaskInput::Messages(messages) = &self.input { messages.as_slice() } else { &[] };
        let said = messages.iter().filter(|m| m.role == Role::System).map(|m| m.content.text());
        let mut all: Vec<SharedText> = self.system_prompt.iter().cloned().chain(said).gather();
        if all.len() > 1 { join_texts(&all, "\n\n").into() } else { all.pop().unwrap_or_default() }
    }

    /// The messages of the first request.
    pub(super) fn opening_messages(&self, settings: &Settings) -> OpeningMessages {
        let mut messages = Vec::new();
        if let Some(system) = prompt::answer_system_prompt(self.system_prompt.as_ref(), settings) {
            push_item(&mut messages, Message::from_text(Role::System, system));
        }
        match &self.input {
            TaskInput::Text(text) => push_item(&mut messages, Message::from_text(Role::User, text.clone())),
            TaskInput::Messages(conversation) => messages.extend(conversation.iter().cloned()),
        }
        let question = messages.iter().rposition(|m| m.role == Role::User).unwrap_or(0);
        OpeningMessages { messages, question_index: question }
    }
}
