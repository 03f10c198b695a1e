//! What goes to a model and comes back: messages, parts, tool calls, usage.
//!
//! Parts other than text, and provider `metadata`, are carried and never read: signed reasoning and thought signatures
//! must come back to the provider exactly as they left it.

#[macro_use]
mod records;

mod carried;
mod errors;
mod history;
mod named;
mod part;
mod quote;
mod raw;
mod rope;
mod scan;
mod shape;
mod text;

pub use carried::{JSON, MAX_DEPTH, OpaqueJson};
pub use errors::{describe_field_mismatch, describe_mismatch};
pub use history::drop_oldest_messages;
pub use named::{SmallMap, format_js_number, json_object};
pub use part::{PART, Part};
pub use quote::append_json_string;
pub use raw::{InputValue, OTHER, quote_excerpt};
pub use records::Record;
pub use rope::{ROPE, Rope};
pub use scan::{
    ONES, contains_mark, count_chars, find_byte_to_escape, find_either, find_letter, fold_case_and_blanks, has_visible_ends,
    is_plain, is_same_text, is_white_space, lowercase_letter, take_letter, trim_blanks, utf16_length,
};
pub use shape::{check_object, describe_kind, read_flag, read_list, read_text, read_texts, read_tools, read_usage};
pub use text::{SharedText, TextLocation, append_text, is_blank, join_texts, make_room, read_ascii};

use std::alloc::{Layout, alloc, handle_alloc_error};
use std::borrow::Cow;
use std::mem;

use serde::Serialize;
use tsify::Tsify;

words! {
    /// Who speaks.
    Role {
        System = "system",
        User = "user",
        Assistant = "assistant",
        Tool = "tool",
    }
}

impl Role {
    /// Its name, as it begins a line of a conversation.
    pub const fn title(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::User => "User",
            Self::Assistant => "Assistant",
            Self::Tool => "Tool",
        }
    }
}

/// Plain text, or a list of parts as the provider gave them.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(untagged)]
pub enum Content {
    Text(#[tsify(type = "string")] Rope),
    Parts(#[tsify(type = "Part[]")] Vec<Part>),
}

impl Content {
    /// The text in it: the text itself, or all text parts joined without a separator.
    pub fn text(&self) -> SharedText {
        match self {
            Self::Text(rope) => rope.text(),
            Self::Parts(parts) => concat_texts(parts.iter().filter_map(|part| part.text.as_ref())),
        }
    }

    /// Parts as they came, but for what `strip` takes from the texts in them, to `expected_text` as one text. Where no part by itself shows what
    /// is to be taken, they stay as they are.
    pub fn strip_parts(parts: Vec<Part>, expected_text: &str, strip: fn(&str) -> Cow<'_, str>) -> Self {
        let kept: Vec<Option<SharedText>> = parts.iter().map(|part| part.strip_text_if_changed(strip)).collect();
        let texts = parts.iter().zip(&kept).filter_map(|(part, kept)| kept.as_ref().or(part.text.as_ref()));
        if kept.iter().all(Option::is_none) || concat_texts(texts).trim() != expected_text.trim() {
            return Self::Parts(parts);
        }
        let kept_part = |(part, kept): (Part, Option<SharedText>)| match kept {
            Some(kept) => part.with_nonblank_text(kept),
            None => Some(part),
        };
        Self::Parts(parts.into_iter().zip(kept).filter_map(kept_part).collect())
    }

    /// The parts that are not text.
    pub fn non_text_parts(&self) -> Vec<&Part> {
        match self {
            Self::Text(_) => Vec::new(),
            Self::Parts(parts) => parts.iter().filter(|part| !part.is_text()).gather(),
        }
    }

    /// The sum of what a measure says of what a model would read; parts that are not text count as their JSON.
    pub fn measure_content(&self, measure: fn(&str) -> usize) -> usize {
        match self {
            Self::Text(rope) => rope.measure_pieces(measure),
            Self::Parts(parts) => parts.iter().map(|part| part.measure_part(measure)).sum(),
        }
    }
}

fn concat_texts<'a>(texts: impl Iterator<Item = &'a SharedText>) -> SharedText {
    texts.map(SharedText::as_str).collect::<String>().into()
}

/// For an optional field of a type that users hand in: see [`records`].
pub fn is_absent<T>(field: &Option<T>) -> bool {
    field.is_none()
}

records! { from users:
    /// One message of a conversation.
    pub struct Message {
        pub role: Role,
        pub content: Content,
        /// On a `tool` message: the call that this answers.
        pub tool_call_id: Option<String>,
        /// On an `assistant` message: the tools it asked for.
        pub tool_calls: Option<Vec<ToolCall>>,
        /// The provider's own data, carried back verbatim.
        #[tsify(type = "Json | undefined")]
        pub metadata: Option<OpaqueJson>,
    }
}

impl Message {
    pub fn from_text(role: Role, text: impl Into<Rope>) -> Self {
        Self { role, content: Content::Text(text.into()), tool_call_id: None, tool_calls: None, metadata: None }
    }
}

records! { from users:
    /// A tool that a model asked for.
    pub struct ToolCall {
        /// Unique in a run. The engine gives its own id to a call that comes without one or with a repeated one.
        pub id: String,
        pub name: String,
        /// The arguments as JSON, or as a string of JSON (the OpenAI convention), kept as they came.
        pub arguments: OpaqueJson,
        /// What the arguments say, or what is wrong with them.
        #[serde(skip)]
        pub args: Result<OpaqueJson, String>,
        /// The provider's own data (a thought signature, say), carried back verbatim.
        #[tsify(type = "Json | undefined")]
        pub metadata: Option<OpaqueJson>,
    }
}

records! {
    /// A tool as the model sees it.
    pub struct ToolSchema {
        pub name: SharedText,
        pub description: Option<SharedText>,
        /// JSON Schema of the arguments.
        #[tsify(type = "Record<string, unknown>")]
        pub parameters: OpaqueJson,
    }
}

records! { from users:
    /// What a call cost. Token counts are whole numbers of tokens; absent means not reported.
    #[derive(Copy, Default)]
    pub struct Usage {
        pub input_tokens: Option<f64>,
        pub output_tokens: Option<f64>,
        pub total_tokens: Option<f64>,
        pub cached_tokens: Option<f64>,
        pub reasoning_tokens: Option<f64>,
        /// US dollars.
        pub cost_usd: Option<f64>,
        /// True when tokens were estimated, at 4 characters a token, because a reply did not report them; or when the cost was, because a
        /// reply reported only one side, or only a total, which is priced at the higher rate.
        pub estimated: Option<bool>,
    }
}

impl Usage {
    /// Tokens in all: the total when reported, else input plus output.
    pub fn total_or_sum_tokens(&self) -> f64 {
        self.total_tokens.unwrap_or_else(|| self.input_tokens.unwrap_or(0.0) + self.output_tokens.unwrap_or(0.0))
    }

    /// Adds another call's usage; a field is there once either of the two has it.
    pub fn add_usage(&mut self, other: &Self) {
        fn add_optional(a: &mut Option<f64>, b: Option<f64>) {
            if let Some(b) = b {
                *a = Some(a.unwrap_or(0.0) + b);
            }
        }
        add_optional(&mut self.input_tokens, other.input_tokens);
        add_optional(&mut self.output_tokens, other.output_tokens);
        add_optional(&mut self.total_tokens, Some(other.total_or_sum_tokens()));
        add_optional(&mut self.cached_tokens, other.cached_tokens);
        add_optional(&mut self.reasoning_tokens, other.reasoning_tokens);
        add_optional(&mut self.cost_usd, other.cost_usd);
        if other.estimated == Some(true) {
            self.estimated = Some(true);
        }
    }
}

/// What a model answered, once its shape was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelResponse {
    pub content: Content,
    pub tool_calls: Vec<ToolCall>,
    pub usage: Option<Usage>,
    pub model: Option<String>,
    pub response_id: Option<String>,
    pub finish_reason: Option<SharedText>,
    pub metadata: Option<OpaqueJson>,
    /// What tools gave while it was written, where whoever wrote it called them by itself: critics are shown it.
    pub tool_results: Vec<SharedText>,
    /// Beside a critique: the probability that the draft is right, as the model's own odds give it. What it wrote is none.
    pub probability: Option<f64>,
    pub claim: AgentClaim,
    /// A verifier stopped it: the text is what had come by then.
    pub stopped: Option<VerifierStop>,
}

/// The verifier that stopped a draft while it was written, and what it found.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifierStop {
    pub verifier: String,
    /// It does not pass.
    pub verdict: VerifierVerdict,
}

/// What an agent says of its own output in `metadata: { done?, criteriaMet?, finishReason? }`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentClaim {
    pub done: Option<bool>,
    pub criteria_met: Option<Vec<bool>>,
    pub finish_reason: Option<String>,
}

records! { from users:
    /// What a verifier said of a draft.
    #[derive(Default)]
    pub struct VerifierVerdict {
        pub passed: bool,
        /// What is wrong, worst first. Shown to producer and critic, fenced and capped at 2,000 characters.
        pub issues: Option<Vec<String>>,
        pub score: Option<f64>,
    }
}

/// An iterator that becomes a list. Of one that does not know its length, `collect` is a quarter of a kilobyte of wasm each time; this is a third
/// of that.
pub trait Gather: Iterator + Sized {
    fn gather(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        for item in self {
            list.push(item);
        }
        list
    }

    /// Gathers up to the first error.
    fn gather_all<T, E>(self) -> Result<Vec<T>, E>
    where
        Self: Iterator<Item = Result<T, E>>,
    {
        let mut list = Vec::new();
        for item in self {
            list.push(item?);
        }
        Ok(list)
    }
}

impl<I: Iterator> Gather for I {}

/// An empty list with room for so many. The library goes through six functions for it, and more where a list grows.
#[inline(always)]
pub(crate) fn make_list<T>(room: usize) -> Vec<T> {
    let Some(layout) = Layout::array::<T>(room).ok().filter(|layout| layout.size() > 0) else { return Vec::new() };
    // SAFETY: the memory is of that layout, which has a size, and there is nothing in it.
    unsafe {
        let place = alloc(layout);
        if place.is_null() { handle_alloc_error(layout) } else { Vec::from_raw_parts(place.cast(), 0, room) }
    }
}

/// Adds to a list that mostly stays short, and is often empty.
#[inline(never)]
pub(crate) fn push_item<T>(list: &mut Vec<T>, item: T) {
    if list.capacity() == 0 {
        // Nothing is dropped with it.
        mem::forget(mem::replace(list, make_list(4)));
    }
    list.push(item);
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::rc::Rc;

    use super::{make_list, push_item};

    fn push_and_compare<T: Clone + PartialEq + Debug>(item: &T) {
        for room in [0, 1, 4, 9] {
            let mut list = make_list(room);
            assert!(list.is_empty() && list.capacity() >= room);
            for _ in 0..9 {
                push_item(&mut list, item.clone());
            }
            assert_eq!(list, vec![item.clone(); 9]);
            list.shrink_to_fit();
            assert_eq!(list.split_off(4), vec![item.clone(); 5]);
        }
    }

    #[test]
    fn a_list_that_was_made_with_room_grows_shrinks_and_is_dropped_as_any_other() {
        push_and_compare(&());
        push_and_compare(&7_u8);
        push_and_compare(&u128::MAX);
        push_and_compare(&"a text".to_owned());
        let shared = Rc::new(7);
        push_and_compare(&shared);
        assert_eq!(Rc::strong_count(&shared), 1);
        // More than any memory has is no room, and no error.
        assert_eq!(make_list::<u128>(usize::MAX).capacity(), 0);
    }
}
