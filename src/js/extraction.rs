//! Facts out of documents, through JSON texts.

use wasm_bindgen::prelude::*;

use super::convert::thrown;
use super::reflector::value;
use super::run::json;
use crate::error::ReflectError;
use crate::extraction::{ask, read};
use crate::reflector::CanonicalModel;

type Thrown<T> = Result<T, JsValue>;

/// What a model is asked about one piece of a document: an `ExtractionRequest`. `unreadable` says why its last reply could not be read.
#[wasm_bindgen(js_name = extractionRequest)]
pub fn extraction_request(model: &str, piece: &str, query: Option<String>, unreadable: Option<String>) -> Thrown<String> {
    let asked = checked(model).map(|model| ask(&model, json(piece), query.as_deref(), unreadable.as_deref()));
    asked.map(|asked| asked.json().to_string()).map_err(|e| thrown(&e))
}

/// What of a model's response is believed: an `Extracted`.
#[wasm_bindgen(js_name = readExtraction)]
pub fn read_extraction(model: &str, source_id: &str, piece: &str, response: &str) -> Thrown<String> {
    let read = checked(model).and_then(|model| Ok(read(&model, source_id, json(piece), value(response)?)));
    read.map(|read| read.json().to_string()).map_err(|e| thrown(&e))
}

fn checked(model: &str) -> Result<CanonicalModel, ReflectError> {
    CanonicalModel::check(&value(model)?)
}
