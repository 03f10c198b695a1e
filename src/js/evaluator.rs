//! The exported evaluator and its built-in metrics.

use wasm_bindgen::prelude::*;

use super::wire::{Place, read, write};
use crate::error::{ErrorCode, ReflectError};
use crate::evaluator::{Measured, lexical_relevance, perspective_balance, source_diversity};
use crate::message::texts;
use crate::research::{measured, rubric};
use crate::settings::Raw;

/// Checks metrics' names, weights and threshold.
#[wasm_bindgen(js_name = checkEvaluator)]
pub fn check_evaluator(settings: &[f64], letters: &[u8]) -> Result<(), ReflectError> {
    rubric(&read(settings, letters)).map(drop)
}

/// Weighs by `settings` what metrics came to: their `names`, and as many `outcomes`.
#[wasm_bindgen(js_name = evaluate)]
pub fn evaluate(parts: &[f64], letters: &[u8]) -> Result<Place, ReflectError> {
    let parts = read(parts, letters);
    let rubric = rubric(parts.field("settings").unwrap_or(&Raw::Null))?;
    let outcomes = parts.field("outcomes").and_then(Raw::as_list).unwrap_or_default().iter().map(measured);
    let measured_metrics: Vec<(String, Measured)> = named(&parts, "names").into_iter().zip(outcomes).collect();
    Ok(write(&rubric.evaluate(&measured_metrics)))
}

/// See [`lexical_relevance`].
#[wasm_bindgen(js_name = lexicalRelevance)]
pub fn measure_relevance(question: &str, text: &str) -> Result<Place, ReflectError> {
    score(lexical_relevance(question, text))
}

/// See [`source_diversity`].
#[wasm_bindgen(js_name = sourceDiversity)]
pub fn measure_diversity(parts: &[f64], letters: &[u8]) -> Result<Place, ReflectError> {
    score(source_diversity(&named(&read(parts, letters), "sources")))
}

/// See [`perspective_balance`]. `paths` and `sources` of the facts are in the same order.
#[wasm_bindgen(js_name = perspectiveBalance)]
pub fn measure_perspective(parts: &[f64], letters: &[u8]) -> Result<Place, ReflectError> {
    let parts = read(parts, letters);
    let facts: Vec<(String, String)> = named(&parts, "paths").into_iter().zip(named(&parts, "sources")).collect();
    score(perspective_balance(&named(&parts, "contrarian"), &facts))
}

/// The texts under a key.
fn named(parts: &Raw, key: &str) -> Vec<String> {
    texts(parts, key).ok().flatten().unwrap_or_default()
}

fn score(measured: Measured) -> Result<Place, ReflectError> {
    match measured {
        Measured::Score(score) => Ok(write(&score)),
        Measured::Failed(reason) => Err(ReflectError::new(ErrorCode::InvalidTask, reason)),
    }
}
