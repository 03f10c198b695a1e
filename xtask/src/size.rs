//! The size of the wasm: printed at each build and held against committed figures.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::command::{program, read};
use crate::wasm::HALVES;
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

/// The sizes of both halves, by name.
type Sizes = BTreeMap<String, Size>;

/// Prints the sizes of the halves in `generated` and compares them with the record. Returns a complaint when one grew by more than 5 %.
pub fn check(workspace: &Workspace, generated: &Path) -> Result<Option<String>> {
    let sizes = measure(workspace, generated)?;
    let recorded = fs::read_to_string(workspace.at(RECORD)).with_context(|| format!("{RECORD} is missing"))?;
    let recorded: Sizes = serde_json::from_str(&recorded).with_context(|| format!("{RECORD} cannot be read"))?;
    let mut complaints = Vec::new();
    for (name, size) in sizes {
        println!("{name}: {} bytes raw, {} gzip, {} brotli", size.raw, size.gzip, size.brotli);
        let known = recorded.get(&name).with_context(|| format!("{RECORD} does not name {name}"))?;
        let growth = growth(*known, size);
        if growth > MOST_GROWTH {
            complaints.push(format!(
                "{name} grew by {:.1} % over the recorded {} bytes brotli; if it must: cargo xtask build --record-size",
                growth * 100.0,
                known.brotli
            ));
        }
    }
    Ok((!complaints.is_empty()).then(|| complaints.join("\n")))
}

/// Makes the sizes of the halves in `generated` the committed figures.
pub fn record(workspace: &Workspace, generated: &Path) -> Result<()> {
    let sizes = serde_json::to_string_pretty(&measure(workspace, generated)?)?;
    fs::write(workspace.at(RECORD), format!("{sizes}\n"))?;
    println!("recorded in {RECORD}");
    Ok(())
}

fn measure(workspace: &Workspace, generated: &Path) -> Result<Sizes> {
    let mut sizes = Sizes::new();
    for (_, name) in HALVES {
        let wasm = generated.join(format!("{name}_bg.wasm"));
        let text = read(program("node", &[]).arg(workspace.at("xtask/js/size.mjs")).arg(wasm))?;
        sizes.insert(name.to_owned(), serde_json::from_str(&text)?);
    }
    Ok(sizes)
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
