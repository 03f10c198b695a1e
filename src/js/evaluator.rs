//! The exported evaluator and its built-in metrics; what they give is JSON.

use wasm_bindgen::prelude::*;

use super::json::to_json;
use super::raw::raw;
use crate::error::{ErrorCode, ReflectError};
use crate::evaluator::{Measured, lexical_relevance, perspective_balance, source_diversity};
use crate::research::{measured, rubric};
use crate::settings::Raw;

/// Checks metrics' names, weights and threshold.
#[wasm_bindgen(js_name = checkEvaluator)]
pub fn check_evaluator(#[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue) -> Result<(), ReflectError> {
    rubric(&raw(&settings)).map(drop)
}

/// Weighs what the metrics came to, in the order of their names.
#[wasm_bindgen(js_name = evaluate)]
pub fn evaluate(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
    names: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "MetricOutcome[]")] outcomes: JsValue,
) -> Result<String, ReflectError> {
    let rubric = rubric(&raw(&settings))?;
    let Raw::List(outcomes) = raw(&outcomes) else {
        return Err(ReflectError::misuse("the outcomes of metrics must be a list"));
    };
    let measured_metrics: Vec<(String, Measured)> = names.into_iter().zip(outcomes.iter().map(measured)).collect();
    to_json(&rubric.evaluate(&measured_metrics))
}

/// See [`lexical_relevance`].
#[wasm_bindgen(js_name = lexicalRelevance)]
pub fn measure_relevance(question: &str, text: &str) -> Result<String, ReflectError> {
    score(lexical_relevance(question, text))
}

/// See [`source_diversity`].
#[wasm_bindgen(js_name = sourceDiversity)]
pub fn measure_diversity(sources: Vec<String>) -> Result<String, ReflectError> {
    score(source_diversity(&sources))
}

/// See [`perspective_balance`]. Paths and sources of the facts are in the same order.
#[wasm_bindgen(js_name = perspectiveBalance)]
pub fn measure_perspective(contrarian: Vec<String>, paths: Vec<String>, sources: Vec<String>) -> Result<String, ReflectError> {
    let facts: Vec<(String, String)> = paths.into_iter().zip(sources).collect();
    score(perspective_balance(&contrarian, &facts))
}

fn score(measured: Measured) -> Result<String, ReflectError> {
    match measured {
        Measured::Score(score) => to_json(&score),
        Measured::Failed(reason) => Err(ReflectError::new(ErrorCode::InvalidTask, reason)),
    }
}
