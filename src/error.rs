//! Errors with a stable code. A model's bad reply is data and never comes through here.

mod unknown;

use serde::Serialize;

pub use unknown::{describe_unknown, describe_unknown_at, find_nearest, resolve_alias, suggest_word};

/// The sentences of a room, each a named function of what it says, and what is made of it.
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident($($part:ident: $type:ty),*) -> $made:ident::$make:ident = $sentence:literal;)*) => {$(
        $(#[$doc])*
        #[allow(clippy::useless_format, reason = "some name nothing")]
        pub(crate) fn $name($($part: $type),*) -> $made {
            $made::$make(format!($sentence))
        }
    )*};
}

/// Words, and what each means, in the same order.
#[derive(Clone, Copy)]
pub struct Words<T: 'static> {
    pub words: &'static [&'static str],
    pub values: &'static [T],
}

impl<T: Copy> Words<T> {
    /// The value of a word.
    pub fn find_value(&self, word: &str) -> Option<T> {
        self.words.iter().position(|other| *other == word).and_then(|at| self.values.get(at)).copied()
    }
}

/// A closed set of words that people and programs write.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::tsify::Tsify)]
        $(#[$about])*
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them, and what each means.
            pub const WORDS: $crate::error::Words<Self> =
                $crate::error::Words { words: &[$($word),*], values: &[$(Self::$variant),*] };

            /// The word as it is written.
            #[inline(never)]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }
    };
}

words! {
    /// What went wrong, in a word that programs may compare. The union is closed.
    ///
    /// Before a run: `invalid_settings` (unknown key, wrong type, out of range), `invalid_task` (a task of the wrong shape),
    /// `invalid_snapshot` (damaged, too large, of another version),
    /// `judge_changed` (a `guarantee` of another judge, or of other settings), `unknown_engine` (a name that `resolveEngine` does not know),
    /// `no_randomness` (no `seed`, and no `crypto` on this host), `no_wasm` (this host has no WebAssembly or forbids compiling it, or
    /// `reflect-engine/slim` was given none; the message says what to do), `misuse` (called out of turn, or after `free`).
    ///
    /// A run without a usable draft, with `result`: `invalid_input` (blank, or without a user message), `model_error` (a call threw, timed
    /// out, or gave a wrong shape; what it threw is the `cause`), `tool_error`, `empty_draft` (an empty reply, twice), `max_answer_steps`
    /// (only tool calls), `unreadable_critique` (and `onUnreadableCritique` is `fail`), `max_calls`, `max_tokens`, `max_seconds`,
    /// `max_cost` (the budget was spent), `unknown_price` (a cost limit, and no price for the model), `misuse` (`usable` gave neither
    /// `true` nor `false`).
    ///
    /// An `EvalTracker`: `store_error` (a store could not be read or written; the message names it, the `cause` is what it threw).
    ///
    /// Always: `aborted` (by the signal or `abort()`; `result` holds what there is), `engine_trap` (a fault of the engine itself: it ends
    /// this run alone, with `result` when there was a draft).
    #[serde(rename = "ReflectErrorCode")]
    #[non_exhaustive]
    ErrorCode {
        InvalidSettings = "invalid_settings",
        InvalidInput = "invalid_input",
        InvalidTask = "invalid_task",
        InvalidSnapshot = "invalid_snapshot",
        JudgeChanged = "judge_changed",
        UnknownPrice = "unknown_price",
        UnknownEngine = "unknown_engine",
        NoRandomness = "no_randomness",
        NoWasm = "no_wasm",
        Misuse = "misuse",
        EngineTrap = "engine_trap",
        ModelError = "model_error",
        ToolError = "tool_error",
        MaxAnswerSteps = "max_answer_steps",
        EmptyDraft = "empty_draft",
        UnreadableCritique = "unreadable_critique",
        MaxCalls = "max_calls",
        MaxTokens = "max_tokens",
        MaxSeconds = "max_seconds",
        MaxCost = "max_cost",
        StoreError = "store_error",
        Aborted = "aborted",
    }
}

/// An error of the engine: a stable code, and a sentence that says what was expected and what came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct ReflectError {
    pub code: ErrorCode,
    pub message: String,
}

impl ReflectError {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The run was used out of turn.
    pub fn misuse(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Misuse, message)
    }

    pub fn invalid_settings(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidSettings, message)
    }

    pub fn invalid_task(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidTask, message)
    }

    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidInput, message)
    }

    pub fn invalid_snapshot(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidSnapshot, message)
    }
}
