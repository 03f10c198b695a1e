//! The exported reader of critiques.

use wasm_bindgen::prelude::*;

use super::convert;
use super::ops::Ops;
use super::raw::raw;
use crate::critique::{ReadOptions, Reading, read, strip_thinking};
use crate::error::{ErrorCode, ReflectError, unknown};
use crate::settings::{Raw, ReflectSettings};

/// The draft in a model's reply: what it wrote without its thinking.
#[wasm_bindgen(js_name = stripThinking)]
pub fn draft_text(text: &str) -> String {
    strip_thinking(text).into_owned()
}

/// What one reply of a critic says, while the host reads it.
#[wasm_bindgen]
pub struct ReadReply {
    ops: Ops,
    _reading: Reading,
}

#[wasm_bindgen]
impl ReadReply {
    /// Reads one reply of a critic; applies no policy.
    #[wasm_bindgen(constructor)]
    pub fn new(
        text: &str,
        #[wasm_bindgen(unchecked_param_type = "ReadOptions | undefined")] options: JsValue,
    ) -> Result<ReadReply, JsValue> {
        let options = read_options(&options).map_err(|e| convert::thrown(&e))?;
        let (mut ops, reading) = (Ops::new(), read(text, &options));
        ops.reading(&reading);
        Ok(Self { ops, _reading: reading })
    }

    /// Where the reading stands.
    #[wasm_bindgen(js_name = opsAt)]
    #[must_use]
    pub fn ops_at(&self) -> *const f64 {
        self.ops.numbers().as_ptr()
    }
}

fn read_options(given: &JsValue) -> Result<ReadOptions, ReflectError> {
    const KEYS: [&str; 10] = [
        "form",
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
    let bad = |message: String| ReflectError::new(ErrorCode::InvalidSettings, message);
    let mut options = ReadOptions::default();
    let mut settings = Vec::new();
    let entries = match raw(given) {
        Raw::Map(entries) => entries,
        _ => return Err(bad("the options of readCritique must be an object".to_owned())),
    };
    for (key, value) in entries {
        match (key.as_str(), value) {
            (k, _) if !KEYS.contains(&k) => return Err(bad(unknown("option", k, &KEYS))),
            ("finishReason", Raw::Text(text)) => options.finish_reason = Some(text),
            ("answer", Raw::Text(text)) => options.answer = Some(text),
            ("prompt", Raw::Text(text)) => options.prompt = Some(text),
            ("criteriaCount", Raw::Number(n)) if n.fract() == 0.0 && (0.0..=1_000.0).contains(&n) => {
                options.criteria_count = Some(n as u32);
            }
            ("sentinels", Raw::List(words)) => {
                let texts: Option<Vec<String>> =
                    words.into_iter().map(|w| if let Raw::Text(text) = w { Some(text) } else { None }).collect();
                options.sentinels = texts.ok_or_else(|| bad("`sentinels` must be a list of strings".to_owned()))?;
            }
            ("finishReason" | "answer" | "prompt", _) => return Err(bad(format!("`{key}` must be a string"))),
            ("criteriaCount", _) => return Err(bad("`criteriaCount` must be an integer from 0 to 1000".to_owned())),
            ("sentinels", _) => return Err(bad("`sentinels` must be a list of strings".to_owned())),
            // The others are settings of the same name, type and range, and are checked as such.
            (_, value) => settings.push((key, value)),
        }
    }
    let checked = ReflectSettings::check(&Raw::Map(settings))?;
    options.form = checked.form;
    options.acceptance_threshold = checked.acceptance_threshold.unwrap_or(options.acceptance_threshold);
    options.confidence_threshold = checked.confidence_threshold.unwrap_or(options.confidence_threshold);
    options.max_suggestions = checked.max_suggestions.unwrap_or(options.max_suggestions);
    options.on_contradiction = checked.on_contradiction;
    Ok(options)
}
