//! `cargo xtask fmt`, and the linter of JavaScript and TypeScript that it shares with `cargo xtask test`.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::command::{program, show};
use crate::setup;
use crate::workspace::Workspace;

/// Formats everything and applies the safe fixes.
pub fn all(workspace: &Workspace) -> Result<()> {
    show(program("cargo", &["fmt", "--all"]).current_dir(&workspace.root))?;
    setup::npm_packages(workspace, "")?;
    let biome =
        biome(workspace).context("package.json has no biome for this platform: install it and run `biome check --write`")?;
    show(program(biome, &["check", "--write"]).current_dir(&workspace.root))
}

/// The program that package.json installs: only for Linux.
pub fn biome(workspace: &Workspace) -> Option<PathBuf> {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let program = workspace.at(&format!("node_modules/@biomejs/cli-linux-{architecture}/biome"));
    program.exists().then_some(program)
}
