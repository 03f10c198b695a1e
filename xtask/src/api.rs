//! The public declarations of the package as one text, and its committed copy.

use std::fs;

use anyhow::Result;

use crate::command::{program, read};
use crate::workspace::Workspace;

/// The committed copy.
pub const GOLDEN: &str = "tests/api.d.ts";

/// The declarations of the package in `pkg/`, file by file.
pub fn of_package(workspace: &Workspace) -> Result<String> {
    read(program("node", &[]).arg(workspace.at("xtask/js/api.mjs")).arg(workspace.at("pkg")))
}

/// Makes the declarations of `pkg/` the committed copy.
pub fn record(workspace: &Workspace) -> Result<()> {
    fs::write(workspace.at(GOLDEN), of_package(workspace)?)?;
    println!("recorded in {GOLDEN}");
    Ok(())
}
