//! Evaluations over time, through JSON: rows and windows come from stores as text, and go back as text.

use js_sys::{Array, Function, JSON, Promise};
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::error::{ErrorCode, ReflectError};
use crate::tracker::{Detector, Stats, Window, fold, read_windows, regressions, trends};

/// Characters of windows that are read or written between two turns of the host: some 10 ms.
const SLICE: usize = 200_000;

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

/// The figures of all agents together, and after them those of each. The rows are windows as stores keep them, those of an agent in order of
/// their hours; one that cannot be read is what it rejects with.
///
/// After each slice it waits for the promise that `turn` gives, so that what else the host has to do is done. It calls nothing of a user's.
#[wasm_bindgen(js_name = evalStats)]
pub async fn eval_stats(
    #[wasm_bindgen(unchecked_param_type = "readonly string[]")] rows: Array,
    now_ms: f64,
    #[wasm_bindgen(unchecked_param_type = "() => Promise<void>")] turn: Function,
) -> Result<Array, JsValue> {
    let mut slice = Slice { turn, left: SLICE };
    let mut stats = Stats::default();
    for row in rows.iter() {
        let text = row.as_string().unwrap_or_default();
        slice.spend(text.len()).await?;
        let read: Option<Value> = serde_json::from_str(&text).ok();
        stats.add(&read.as_ref().and_then(Window::from_json).ok_or(row)?, now_ms);
    }
    let figures = Array::of1(&JSON::parse(&stats.whole().to_string())?);
    for agent in stats.agents() {
        let text = agent.to_string();
        slice.spend(text.len()).await?;
        figures.push(&JSON::parse(&text)?);
    }
    Ok(figures)
}

/// What may be done before the host gets its turn.
struct Slice {
    turn: Function,
    left: usize,
}

impl Slice {
    async fn spend(&mut self, characters: usize) -> Result<(), JsValue> {
        if let Some(left) = self.left.checked_sub(characters) {
            self.left = left;
            return Ok(());
        }
        self.left = SLICE;
        JsFuture::from(Promise::resolve(&self.turn.call0(&JsValue::UNDEFINED)?)).await.map(drop)
    }
}

/// The alarms of all closed hours from `since_ms` on.
#[wasm_bindgen(js_name = evalRegressions)]
pub fn eval_regressions(stored: &str, detector: &str, since_ms: f64, now_ms: f64) -> Checked<String> {
    let detector = Detector::from_json(&parsed(detector)?);
    let alarms = regressions(&windows(stored)?, &detector, since_ms, now_ms);
    Ok(alarms.iter().map(|alarm| alarm.to_json()).collect::<Value>().to_string())
}

fn windows(stored: &str) -> Checked<Vec<Window>> {
    read_windows(&parsed(stored)?).map_err(bad)
}

fn parsed(text: &str) -> Checked<Value> {
    serde_json::from_str(text).map_err(|e| bad(e.to_string()))
}

fn bad(message: String) -> ReflectError {
    ReflectError::new(ErrorCode::StoreError, message)
}
