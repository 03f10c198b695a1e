//! The size of the wasm: printed at each build and held against a committed figure.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::command::{program, read};
use crate::workspace::Workspace;

/// The committed figure.
const RECORD: &str = "xtask/wasm-size.json";

/// Growth over the record that fails in CI (DESIGN §7).
const MOST_GROWTH: f64 = 0.05;

/// Sizes in bytes.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Size {
    pub raw: u64,
    pub gzip: u64,
    pub brotli: u64,
}

/// Prints the size of `wasm` and compares it with the record. Returns a complaint when it grew by more than 5 %.
pub fn check(workspace: &Workspace, wasm: &Path) -> Result<Option<String>> {
    let size = measure(workspace, wasm)?;
    println!("wasm: {} bytes raw, {} gzip, {} brotli", size.raw, size.gzip, size.brotli);
    let recorded = fs::read_to_string(workspace.at(RECORD)).with_context(|| format!("{RECORD} is missing"))?;
    let recorded: Size = serde_json::from_str(&recorded).with_context(|| format!("{RECORD} cannot be read"))?;
    let growth = growth(recorded, size);
    Ok((growth > MOST_GROWTH).then(|| {
        format!(
            "the wasm grew by {:.1} % over the recorded {} bytes brotli; if it must: cargo xtask build --record-size",
            growth * 100.0,
            recorded.brotli
        )
    }))
}

/// Makes the size of `wasm` the committed figure.
pub fn record(workspace: &Workspace, wasm: &Path) -> Result<()> {
    let size = serde_json::to_string_pretty(&measure(workspace, wasm)?)?;
    fs::write(workspace.at(RECORD), format!("{size}\n"))?;
    println!("recorded in {RECORD}");
    Ok(())
}

fn measure(workspace: &Workspace, wasm: &Path) -> Result<Size> {
    let text = read(program("node", &[]).arg(workspace.at("xtask/js/size.mjs")).arg(wasm))?;
    Ok(serde_json::from_str(&text)?)
}

fn growth(recorded: Size, size: Size) -> f64 {
    size.brotli as f64 / recorded.brotli as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_counted_on_the_brotli_size() {
        let recorded = Size { raw: 900, gzip: 300, brotli: 200 };
        assert!(growth(recorded, Size { raw: 9_000, gzip: 900, brotli: 209 }) <= MOST_GROWTH);
        assert!(growth(recorded, Size { raw: 900, gzip: 300, brotli: 211 }) > MOST_GROWTH);
    }
}
