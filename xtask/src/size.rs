//! What is shipped, against its caps.

use std::path::Path;

use anyhow::{Result, bail};
use serde::Deserialize;

use crate::command::{program, read};
use crate::wasm::PARTS;
use crate::workspace::Workspace;

/// Bytes of the wasm of the engine, as brotli. The design wants 100,000, which is not reached yet.
const ENGINE: u64 = 130_300;
/// Bytes of the wasm of research, as brotli. The design wants 110,000, which is not reached yet.
const RESEARCH: u64 = 122_700;
/// Bytes of the wasm of decisions, as brotli.
const DECISION: u64 = 86_500;
/// Bytes of the wasm of monitors and trackers, as brotli. The design wants 30,000, which is not reached yet.
const STATISTICS: u64 = 38_000;
/// Bytes of the package, unpacked. The design has no figure for it; the code is in it twice, as ES modules and as CommonJS.
const PACKAGE: u64 = 2_911_000;
/// Bytes of the script of a page with `ReflectEngine` alone that Vite built, with its wasm, as gzip: the design's cap. Its goal is 150,000.
pub const PAGE: u64 = 175_000;
/// Bytes of `view.html`, as gzip.
const VIEW: u64 = 60_000;

/// Sizes of a file in bytes.
#[derive(Deserialize)]
struct Size {
    name: String,
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Prints the sizes of the files in a package folder that are code; whether all are within their caps.
pub fn check(workspace: &Workspace, package: &Path, unpacked: u64) -> Result<bool> {
    let sizes = read(program("node", &[]).arg(workspace.at("xtask/js/size.mjs")).arg(package))?;
    let sizes: Vec<Size> = serde_json::from_str(&sizes)?;
    for Size { name, raw, gzip, brotli } in &sizes {
        println!("{raw:>9} {gzip:>9} {brotli:>9}  {name}");
    }
    println!("bytes raw, gzip, brotli; the package is {unpacked} unpacked");
    let mut fit = fits("the package, unpacked", unpacked, PACKAGE);
    for Size { name, gzip, brotli, .. } in &sizes {
        let part = PARTS.iter().find(|(_, part)| *name == format!("{part}_bg.wasm"));
        fit &= match part.map(|(feature, _)| *feature) {
            Some("engine") => fits(name, *brotli, ENGINE),
            Some("research") => fits(name, *brotli, RESEARCH),
            Some("decision") => fits(name, *brotli, DECISION),
            Some("statistics") => fits(name, *brotli, STATISTICS),
            Some(part) => bail!("{part} has no cap in xtask/src/size.rs"),
            None => name != "view.html" || fits(name, *gzip, VIEW),
        };
    }
    Ok(fit)
}

/// Whether a size is within its cap; says so where it is not.
pub fn fits(what: &str, size: u64, cap: u64) -> bool {
    if size > cap {
        println!("too large: {what}: {size} bytes, and at most {cap} are allowed (xtask/src/size.rs)");
    }
    size <= cap
}
