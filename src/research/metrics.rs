//! An evaluator's settings and what its metrics came to, as a host gives them.

use crate::error::ReflectError;
use crate::evaluator::{Measured, MeasuredScore, Rubric, THRESHOLD};
use crate::settings::{Fields, Raw};

/// Reads `{ metrics: string[], weights?, threshold? }`.
///
/// # Errors
/// `invalid_settings`, naming the field, what is allowed and what came.
pub fn rubric(settings: &Raw) -> Result<Rubric, ReflectError> {
    let f = Fields::of(settings, "", &["metrics", "weights", "threshold"])?;
    let metrics = f.texts("metrics")?.unwrap_or_default();
    let mut weights = Vec::new();
    if let Some(given) = f.part("weights")? {
        for name in given.keys() {
            weights.push((name.to_owned(), given.number(name, 0.0, 1e6)?.ok_or_else(|| given.missing(name))?));
        }
    }
    let threshold = f.number("threshold", 0.0, 1.0)?.unwrap_or(THRESHOLD);
    Rubric::new(metrics, &weights, threshold)
}

/// What a metric came to: `{ value }` with a number or `{ score, explanation?, paths? }` in it, or `{ failed }` with the reason.
#[must_use]
pub fn measured(outcome: &Raw) -> Measured {
    let read = || {
        let f = Fields::open(outcome, "", "an outcome")?;
        if let Some(reason) = f.text("failed")? {
            return Ok(Measured::Failed(reason));
        }
        let came = |raw: Option<&Raw>| raw.map_or_else(|| "nothing".to_owned(), Raw::describe);
        let given = match f.get("value") {
            Some(Raw::Number(score)) => {
                return Ok(Measured::Score(MeasuredScore { score: *score, explanation: None, paths: Vec::new() }));
            }
            Some(given @ Raw::Map(_)) => Fields::open(given, "", "a metric's result")?,
            other => {
                let allowed = "a number from 0 to 1, or { score, explanation }";
                return Ok(Measured::Failed(format!("it must give {allowed}, got {}", came(other))));
            }
        };
        let score = match given.get("score") {
            Some(Raw::Number(score)) => *score,
            other => return Ok(Measured::Failed(format!("its `score` must be a number from 0 to 1, got {}", came(other)))),
        };
        let explanation = match given.get("explanation") {
            Some(Raw::Text(text)) => Some(text.clone()),
            None => None,
            Some(other) => return Err(given.wrong("explanation", "a string", other)),
        };
        Ok(Measured::Score(MeasuredScore { score, explanation, paths: given.texts("paths")?.unwrap_or_default() }))
    };
    read().unwrap_or_else(|error: ReflectError| Measured::Failed(error.message))
}
