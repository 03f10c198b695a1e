//! Evaluations over time, through JSON: rows and windows come from stores as text, and go back as text.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::convert::thrown;
use crate::error::{ErrorCode, ReflectError};
use crate::tracker::{Detector, Window, fold, history, read_parts, read_windows, regressions, stats};

type Text = Result<String, JsValue>;

/// The windows of new scores, gathered by hour and evaluator, added to the stored ones: a list of windows.
#[wasm_bindgen(js_name = foldEvaluations)]
pub fn fold_evaluations(parts: &str, scores: &[f64], stored: &str) -> Text {
    let mut all = windows(stored)?;
    all.extend(read_parts(&parsed(parts)?, scores).map_err(bad)?);
    Ok(fold(all, &[]).iter().map(Window::to_json).collect::<Value>().to_string())
}

/// The history entries of one agent's windows.
#[wasm_bindgen(js_name = evalHistory)]
pub fn eval_history(stored: &str, now_ms: f64) -> Text {
    Ok(history(&windows(stored)?, now_ms).to_string())
}

/// The figures of any windows together.
#[wasm_bindgen(js_name = evalStats)]
pub fn eval_stats(stored: &str, now_ms: f64) -> Text {
    Ok(stats(&windows(stored)?, now_ms).to_string())
}

/// The alarms of all closed hours from `since_ms` on.
#[wasm_bindgen(js_name = evalRegressions)]
pub fn eval_regressions(stored: &str, detector: &str, since_ms: f64, now_ms: f64) -> Text {
    let detector = Detector::from_json(&parsed(detector)?).map_err(bad)?;
    let alarms = regressions(&windows(stored)?, &detector, since_ms, now_ms);
    Ok(alarms.iter().map(|alarm| alarm.to_json()).collect::<Value>().to_string())
}

fn windows(stored: &str) -> Result<Vec<Window>, JsValue> {
    read_windows(&parsed(stored)?).map_err(bad)
}

fn parsed(text: &str) -> Result<Value, JsValue> {
    serde_json::from_str(text).map_err(|e| bad(e.to_string()))
}

fn bad(message: String) -> JsValue {
    thrown(&ReflectError::new(ErrorCode::StoreError, message))
}
