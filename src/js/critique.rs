//! The exported reader of critiques.

use wasm_bindgen::prelude::*;

use super::wire::{Place, read, write};
use crate::critique::{self, ReadOptions, strip_thinking};
use crate::error::{ErrorCode, ReflectError, unknown};
use crate::settings::{Fields, Form, OnContradiction, Raw};

/// The draft in a model's reply: what it wrote without its thinking.
#[wasm_bindgen(js_name = stripThinking)]
pub fn draft_text(text: &str) -> String {
    strip_thinking(text).into_owned()
}

/// Reads one reply of a critic; applies no policy. Gives a `Reading`.
#[wasm_bindgen(js_name = readReply)]
pub fn read_reply(text: &str, options: &[f64], letters: &[u8]) -> Result<Place, ReflectError> {
    Ok(write(&critique::read(text, &read_options(&read(options, letters))?)))
}

fn read_options(options: &Raw) -> Result<ReadOptions, ReflectError> {
    const KEYS: [&str; 10] = [
        "critiqueFormat",
        "acceptanceThreshold",
        "confidenceThreshold",
        "criteriaCount",
        "maxSuggestions",
        "onContradiction",
        "finishReason",
        "answer",
        "prompt",
        "sentinels",
    ];
    let default = ReadOptions::default();
    Fields::open(options, "", "the options of readCritique", |f| {
        if let Some(key) = f.keys().find(|key| !KEYS.contains(key)) {
            return Err(ReflectError::new(ErrorCode::InvalidSettings, unknown("option", key, &KEYS)));
        }
        let string = |key: &str| match f.get(key)? {
            Raw::Text(text) => Some(text.clone()),
            other => f.none(key, "a string", other),
        };
        Ok(ReadOptions {
            form: f.word("critiqueFormat", Form::WORDS),
            acceptance_threshold: f.points("acceptanceThreshold").unwrap_or(default.acceptance_threshold),
            confidence_threshold: f.number("confidenceThreshold", 0.0, 1.0).unwrap_or(default.confidence_threshold),
            criteria_count: f.int("criteriaCount", 0, 1_000),
            max_suggestions: f.int("maxSuggestions", 0, 100).unwrap_or(default.max_suggestions),
            on_contradiction: f.word("onContradiction", OnContradiction::WORDS),
            finish_reason: string("finishReason"),
            answer: string("answer"),
            prompt: string("prompt"),
            sentinels: f.texts("sentinels").unwrap_or_default(),
        })
    })
}
