//! The public declarations of the package, by a digest of each subpath's.

use std::fs;

use anyhow::{Context, Result};

use crate::command::{program, read};
use crate::workspace::Workspace;

/// The committed digests: a line for each subpath.
const GOLDEN: &str = "tests/api.sha256";

/// The subpaths of the package in `pkg/` whose declarations are not the committed ones; also such that are gone.
pub fn changed(workspace: &Workspace) -> Result<Vec<String>> {
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

/// The subpaths of lines that stand in one text alone.
fn differing(recorded: &str, now: &str) -> Vec<String> {
    let alone = |a: &str, b: &str| -> Vec<String> {
        a.lines()
            .filter(|line| !b.lines().any(|other| other == *line))
            .filter_map(|line| Some(line.split_once(' ')?.1.to_owned()))
            .collect()
    };
    let mut subpaths = [alone(recorded, now), alone(now, recorded)].concat();
    subpaths.sort();
    subpaths.dedup();
    subpaths
}

#[cfg(test)]
mod tests {
    use super::differing;

    #[test]
    fn a_subpath_that_changed_came_or_went_is_named_once() {
        assert!(differing("1 .\n2 ./evals\n", "1 .\n2 ./evals\n").is_empty());
        assert_eq!(differing("1 .\n2 ./evals\n", "1 .\n3 ./evals\n"), ["./evals"]);
        assert_eq!(differing("1 .\n2 ./evals\n", "1 .\n2 ./monitor\n"), ["./evals", "./monitor"]);
    }
}
