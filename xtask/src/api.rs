//! The public declarations of the package, by a digest of each subpath's.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};

use crate::command::{program, read};
use crate::workspace::Workspace;

/// The committed digests: a line for each subpath.
const GOLDEN: &str = "tests/api.sha256";

/// The subpaths of the package in `pkg/` whose declarations are not the committed ones; also such that are gone.
pub fn changed(workspace: &Workspace) -> Result<BTreeSet<String>> {
    let recorded = fs::read_to_string(workspace.at(GOLDEN)).with_context(|| format!("{GOLDEN} is missing"))?;
    Ok(differing(&recorded, &digests(workspace)?))
}

/// Makes the digests of `pkg/` the committed ones.
pub fn record(workspace: &Workspace) -> Result<()> {
    fs::write(workspace.at(GOLDEN), digests(workspace)?)?;
    println!("recorded in {GOLDEN}");
    Ok(())
}

fn digests(workspace: &Workspace) -> Result<String> {
    read(program("node", &[]).arg(workspace.at("xtask/js/api.mjs")).arg(workspace.at("pkg")))
}

/// The subpaths of lines that are in one text alone.
fn differing(recorded: &str, now: &str) -> BTreeSet<String> {
    let [recorded, now] = [recorded, now].map(|text| text.lines().collect::<BTreeSet<_>>());
    recorded.symmetric_difference(&now).filter_map(|line| Some(line.split_once(' ')?.1.to_owned())).collect()
}
