//! `cargo xtask bench worlds`: the strategies in seeded worlds, and the plot that the README shows.

use std::ffi::OsString;
use std::fs;

use anyhow::{Context, Result};

use crate::command::{program, run};
use crate::workspace::Workspace;

/// The plot in the checkout.
const SHOWN: &str = "tests/bench/worlds/strategies.svg";

/// `tests/bench/worlds` with the given arguments; the plot goes to target/, and with `record` into the checkout too.
pub fn bench(workspace: &Workspace, record: bool, arguments: &[OsString]) -> Result<()> {
    let svg = workspace.target.join("strategies.svg");
    let cargo = ["bench", "--quiet", "--package", "reflect-engine", "--bench", "worlds", "--", "--svg"];
    run(program("cargo", &cargo).arg(&svg).args(arguments).current_dir(&workspace.root))?;
    if record {
        fs::copy(&svg, workspace.at(SHOWN)).with_context(|| format!("cannot record {}", svg.display()))?;
        println!("recorded as {SHOWN}");
    }
    Ok(())
}
