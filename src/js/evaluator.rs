//! The exported evaluator and its built-in metrics, through values.

use wasm_bindgen::prelude::*;

use super::convert::{raw, thrown, to_js};
use crate::error::{ErrorCode, ReflectError};
use crate::evaluator::{
    Measured, Rubric, Score, THRESHOLD, citation_coverage, lexical_relevance, perspective_balance, source_diversity,
};
use crate::settings::{Fields, Raw};

type Thrown<T> = Result<T, JsValue>;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What a metric came to: what its callback returned, or why it gave nothing. */
export type MetricOutcome = { value: unknown } | { failed: string };

/** What the core must know of an evaluator: everything but its callbacks. */
export interface EvaluatorWire { metrics: string[]; weights?: unknown; threshold?: unknown }
"#;

/// Checks metrics' names, weights and threshold.
#[wasm_bindgen(js_name = checkEvaluator)]
pub fn check_evaluator(#[wasm_bindgen(unchecked_param_type = "EvaluatorWire")] settings: JsValue) -> Thrown<()> {
    rubric(&raw(&settings)).map(drop).map_err(|e| thrown(&e))
}

/// Weighs what the metrics came to, in the order of their names.
#[wasm_bindgen(js_name = evaluate, unchecked_return_type = "Evaluation")]
pub fn evaluate(
    #[wasm_bindgen(unchecked_param_type = "EvaluatorWire")] settings: JsValue,
    names: Vec<String>,
    #[wasm_bindgen(unchecked_param_type = "MetricOutcome[]")] outcomes: JsValue,
) -> Thrown<JsValue> {
    let rubric = rubric(&raw(&settings)).map_err(|e| thrown(&e))?;
    let Raw::List(outcomes) = raw(&outcomes) else {
        return Err(thrown(&ReflectError::misuse("the outcomes of metrics must be a list")));
    };
    let told: Vec<(String, Measured)> = names.into_iter().zip(outcomes.iter().map(measured)).collect();
    to_js(&rubric.evaluate(&told))
}

/// See [`lexical_relevance`].
#[wasm_bindgen(js_name = lexicalRelevance, unchecked_return_type = "Score")]
pub fn measure_relevance(question: &str, text: &str, background: Vec<String>) -> Thrown<JsValue> {
    score(lexical_relevance(question, text, &background))
}

/// See [`source_diversity`].
#[wasm_bindgen(js_name = sourceDiversity, unchecked_return_type = "Score")]
pub fn measure_diversity(sources: Vec<String>) -> Thrown<JsValue> {
    score(source_diversity(&sources))
}

/// See [`perspective_balance`]. Paths and sources of the facts are in the same order.
#[wasm_bindgen(js_name = perspectiveBalance, unchecked_return_type = "Score")]
pub fn measure_perspective(contrarian: Vec<String>, paths: Vec<String>, sources: Vec<String>) -> Thrown<JsValue> {
    score(perspective_balance(&contrarian, &facts(paths, sources)))
}

/// See [`citation_coverage`]. Paths and sources of the facts are in the same order.
#[wasm_bindgen(js_name = citationCoverage, unchecked_return_type = "Score")]
pub fn measure_citations(paths: Vec<String>, sources: Vec<String>, known: Option<Vec<String>>) -> Thrown<JsValue> {
    score(citation_coverage(&facts(paths, sources), known.as_deref()))
}

fn facts(paths: Vec<String>, sources: Vec<String>) -> Vec<(String, String)> {
    paths.into_iter().zip(sources).collect()
}

fn score(measured: Measured) -> Thrown<JsValue> {
    match measured {
        Measured::Score(score) => to_js(&score),
        Measured::Failed(reason) => Err(thrown(&ReflectError::new(ErrorCode::InvalidTask, reason))),
    }
}

fn rubric(settings: &Raw) -> Result<Rubric, ReflectError> {
    let f = Fields::of(settings, "", &["metrics", "weights", "threshold"])?;
    let mut weights = Vec::new();
    if let Some(given) = f.part("weights")? {
        for name in given.keys() {
            weights.push((name.to_owned(), given.number(name, 0.0, 1e6)?.ok_or_else(|| given.missing(name))?));
        }
    }
    let threshold = f.number("threshold", 0.0, 1.0)?.unwrap_or(THRESHOLD);
    Rubric::new(f.texts("metrics")?.unwrap_or_default(), &weights, threshold)
}

/// What a callback returned: a number, or `{ score, explanation?, paths? }`.
fn measured(outcome: &Raw) -> Measured {
    let read = || {
        let f = Fields::open(outcome, "", "an outcome")?;
        if let Some(reason) = f.text("failed")? {
            return Ok(Measured::Failed(reason));
        }
        let given = match f.get("value") {
            Some(Raw::Number(number)) => return Ok(plain(*number)),
            Some(given @ Raw::Map(_)) => Fields::open(given, "", "a metric's result")?,
            other => {
                let came = other.map_or_else(|| "nothing".to_owned(), Raw::told);
                return Ok(Measured::Failed(format!(
                    "it must give a number from 0 to 1, or {{ score, explanation }}, got {came}"
                )));
            }
        };
        let score = match given.get("score") {
            Some(Raw::Number(score)) => *score,
            other => {
                let came = other.map_or_else(|| "nothing".to_owned(), Raw::told);
                return Ok(Measured::Failed(format!("its `score` must be a number from 0 to 1, got {came}")));
            }
        };
        let explanation = match given.get("explanation") {
            Some(Raw::Text(text)) => Some(text.clone()),
            None => None,
            Some(other) => return Err(given.wrong("explanation", "a string", other)),
        };
        Ok(Measured::Score(Score { score, explanation, paths: given.texts("paths")?.unwrap_or_default() }))
    };
    read().unwrap_or_else(|error: ReflectError| Measured::Failed(error.message))
}

fn plain(score: f64) -> Measured {
    Measured::Score(Score { score, explanation: None, paths: Vec::new() })
}
