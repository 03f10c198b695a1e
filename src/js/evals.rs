//! Evaluations over time, through JSON: rows and windows come from stores as text, and go back as text.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::json::parsed;
use crate::error::{ErrorCode, ReflectError};
use crate::tracker::{Detector, Window, fold, read_windows, regressions, trends};

type Checked<T> = Result<T, ReflectError>;

/// Stored windows, and those of new rows, by agent and hour: a list of windows.
#[wasm_bindgen(js_name = foldEvaluations)]
pub fn fold_evaluations(parts: &str) -> Checked<String> {
    Ok(fold(windows(parts)?).iter().map(Window::to_json).collect::<Value>().to_string())
}

/// How scores go at each of one agent's windows: a list of words.
#[wasm_bindgen(js_name = evalTrends)]
pub fn eval_trends(stored: &str, now_ms: f64) -> Checked<String> {
    Ok(trends(&windows(stored)?, now_ms).map(|trend| Value::from(trend.as_str())).collect::<Value>().to_string())
}

/// The alarms of all closed hours from `since_ms` on.
#[wasm_bindgen(js_name = evalRegressions)]
pub fn eval_regressions(stored: &str, detector: &str, since_ms: f64, now_ms: f64) -> Checked<String> {
    let detector = Detector::from_json(&parsed(detector, ErrorCode::StoreError)?);
    let alarms = regressions(&windows(stored)?, &detector, since_ms, now_ms);
    Ok(alarms.iter().map(|alarm| alarm.to_json()).collect::<Value>().to_string())
}

fn windows(stored: &str) -> Checked<Vec<Window>> {
    read_windows(&parsed(stored, ErrorCode::StoreError)?).map_err(bad)
}

fn bad(message: String) -> ReflectError {
    ReflectError::new(ErrorCode::StoreError, message)
}
