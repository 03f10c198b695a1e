//! What to say of a word that is none of the known ones: in every build, since each checks what a person wrote.

use wasm_bindgen::prelude::*;

use crate::error::unknown;
use crate::settings::unknown_setting;

/// Names the nearest of the known ones.
#[wasm_bindgen(js_name = unknownWord)]
pub fn unknown_word(kind: &str, word: &str, known: Vec<String>) -> String {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    if kind == "setting" { unknown_setting(word, &known) } else { unknown(kind, word, &known) }
}
