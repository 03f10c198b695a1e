//! The exported evaluator and its built-in metrics, through values.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use super::raw::raw;
use crate::error::{ErrorCode, ReflectError};
use crate::evaluator::{Measured, lexical_relevance, perspective_balance, source_diversity};
use crate::research::{measured, rubric};
use crate::settings::Raw;

/// Checks metrics' names, weights and threshold.
#[wasm_bindgen(js_name = checkEvaluator)]
pub fn check_evaluator(#[wasm_bindgen(unchecked_param_type = "EvaluatorWire")] settings: JsValue) -> Result<(), ReflectError> {
    rubric(&raw(&settings)).map(drop)
}

/// Weighs what the metrics came to, in the order of their names.
#[wasm_bindgen(js_name = evaluate, unchecked_return_type = "Evaluation")]
pub fn evaluate(
    #[wasm_bindgen(unchecked_param_type = "EvaluatorWire")] settings: JsValue,
    names: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "MetricOutcome[]")] outcomes: JsValue,
) -> Result<JsValue, JsValue> {
    let rubric = rubric(&raw(&settings))?;
    let Raw::List(outcomes) = raw(&outcomes) else {
        return Err(ReflectError::misuse("the outcomes of metrics must be a list").into());
    };
    let measured_metrics: Vec<(String, Measured)> = names.into_iter().zip(outcomes.iter().map(measured)).collect();
    to_js(&rubric.evaluate(&measured_metrics))
}

/// See [`lexical_relevance`].
#[wasm_bindgen(js_name = lexicalRelevance, unchecked_return_type = "MeasuredScore")]
pub fn measure_relevance(question: &str, text: &str) -> Result<JsValue, JsValue> {
    score(lexical_relevance(question, text))
}

/// See [`source_diversity`].
#[wasm_bindgen(js_name = sourceDiversity, unchecked_return_type = "MeasuredScore")]
pub fn measure_diversity(sources: Vec<String>) -> Result<JsValue, JsValue> {
    score(source_diversity(&sources))
}

/// See [`perspective_balance`]. Paths and sources of the facts are in the same order.
#[wasm_bindgen(js_name = perspectiveBalance, unchecked_return_type = "MeasuredScore")]
pub fn measure_perspective(contrarian: Vec<String>, paths: Vec<String>, sources: Vec<String>) -> Result<JsValue, JsValue> {
    let facts: Vec<(String, String)> = paths.into_iter().zip(sources).collect();
    score(perspective_balance(&contrarian, &facts))
}

fn score(measured: Measured) -> Result<JsValue, JsValue> {
    match measured {
        Measured::Score(score) => to_js(&score),
        Measured::Failed(reason) => Err(ReflectError::new(ErrorCode::InvalidTask, reason).into()),
    }
}
