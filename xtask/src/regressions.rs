//! `cargo xtask bench regressions`: how often the rules for regressions cry wolf, and how late they find a drop.

use std::ffi::OsString;

use anyhow::Result;

use crate::command::{program, run};
use crate::workspace::Workspace;

/// `tests/bench/regressions` with the given arguments.
pub fn bench(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    let cargo = ["bench", "--quiet", "--package", "reflect-engine", "--bench", "regressions", "--"];
    run(program("cargo", &cargo).args(arguments).current_dir(&workspace.root))
}
