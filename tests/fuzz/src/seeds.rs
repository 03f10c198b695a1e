//! Where fuzzing begins: the verdict list.

use serde_json::Value;

/// Between the parts of an input.
pub const SEPARATOR: char = '\u{1e}';

const VERDICTS: &str = include_str!("../../fixtures/verdicts.jsonl");

/// Inputs of the reader.
#[must_use]
pub fn reader() -> Vec<Vec<u8>> {
    let seed = |case: Value| {
        let form = match case["schema"].as_str() {
            Some("score") => '1',
            Some("criteria") => '2',
            _ => '3',
        };
        let count = case["config"]["n_criteria"].as_u64().map_or('0', |n| if n == 2 { '1' } else { '3' });
        let reply = case["input"].as_str().unwrap_or_default();
        let context = case["context"]["answer"].as_str().map(|answer| format!("{SEPARATOR}{answer}")).unwrap_or_default();
        format!("{form}000{count}0100\n{reply}{context}").into_bytes()
    };
    VERDICTS.lines().filter_map(|line| serde_json::from_str(line).ok()).map(seed).collect()
}
