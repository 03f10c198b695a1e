//! Where fuzzing begins: the verdict list, and runs that have such replies in them.

use serde_json::Value;

/// Between the parts of an input.
pub const SEPARATOR: char = '\u{1e}';

const VERDICTS: &str = include_str!("../../fixtures/verdicts.jsonl");

fn verdicts() -> impl Iterator<Item = Value> {
    VERDICTS.lines().filter_map(|line| serde_json::from_str(line).ok())
}

fn form(case: &Value) -> char {
    match case["schema"].as_str() {
        Some("score") => '1',
        Some("criteria") => '2',
        _ => '3',
    }
}

/// Inputs of the reader.
#[must_use]
pub fn reader() -> Vec<Vec<u8>> {
    let seed = |case: Value| {
        let count = case["config"]["n_criteria"].as_u64().map_or('0', |n| if n == 2 { '1' } else { '3' });
        let reply = case["input"].as_str().unwrap_or_default();
        let context = case["context"]["answer"].as_str().map(|answer| format!("{SEPARATOR}{answer}")).unwrap_or_default();
        format!("{}000{count}0100\n{reply}{context}", form(&case)).into_bytes()
    };
    verdicts().map(seed).collect()
}

/// Inputs of a run: three drafts, and each critique in turn between replies of other kinds.
#[must_use]
pub fn run() -> Vec<Vec<u8>> {
    let kinds = ["tDraft.", "cq", "lCut off", "p<think>a</think>Part.", "fboom", "j{\"content\": 4}"];
    let seed = |(index, case): (usize, Value)| {
        let form = match form(&case) {
            '1' => '0',
            '2' => '2',
            _ => '1',
        };
        let digit = |place: u32| char::from(b'0' + u8::try_from(index / 3_usize.pow(place) % 3).unwrap_or_default());
        let strategy = char::from(b'0' + u8::try_from(index % 4).unwrap_or_default());
        let head = (0..22).map(|place| if place == 6 { form } else { digit(place % 5) });
        let head: String = head.chain([strategy]).collect();
        let reply = case["input"].as_str().unwrap_or_default();
        let (first, second) = (kinds[index % kinds.len()], kinds[(index / 6) % kinds.len()]);
        let script = ["tFirst draft.", first, &format!("t{reply}"), "tSecond draft.", second, &format!("t{reply}")];
        let script: String = script.iter().map(|line| format!("{SEPARATOR}{line}")).collect();
        format!("{head}\n{script}").into_bytes()
    };
    verdicts().enumerate().map(seed).collect()
}
