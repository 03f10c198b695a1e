//! The commands that run a script against the packed package: the demo, the table of trust, the run on a real model.

use std::ffi::OsString;
use std::process::Stdio;

use anyhow::Result;

use crate::command::{program, progress, show};
use crate::consumer::unpack;
use crate::package;
use crate::setup;
use crate::workspace::Workspace;

/// `examples-js/code-review.mjs` with the given options.
pub fn demo(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    progress("building the package from source", &mut program(std::env::current_exe()?, &["build"]))?;
    setup::npm_packages(workspace, "examples-js")?;
    unpack(&package::tarball(workspace)?, &workspace.at("examples-js/node_modules/reflect-engine"))?;
    node(workspace, "examples-js/code-review.mjs", options)
}

/// `tests/trust/table.mjs`.
pub fn trust(workspace: &Workspace) -> Result<()> {
    prepare(workspace, &["tests", "tests/trust"], &["tests"])?;
    node(workspace, "tests/trust/table.mjs", &[])
}

/// `tests/real-model/run.mjs` with the given options.
pub fn real_model(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    prepare(workspace, &["examples-js"], &["examples-js", "tests"])?;
    node(workspace, "tests/real-model/run.mjs", options)
}

/// Builds, installs what the lock files of `locked` name, and the package into `users`.
pub fn prepare(workspace: &Workspace, locked: &[&str], users: &[&str]) -> Result<()> {
    let tarball = package::build(workspace, false)?.tarball;
    for folder in locked {
        setup::npm_packages(workspace, folder)?;
    }
    for folder in users {
        unpack(&tarball, &workspace.at(folder).join("node_modules/reflect-engine"))?;
    }
    Ok(())
}

/// Runs a script in the folder where the command was given, so that paths among its options are found.
pub fn node(workspace: &Workspace, script: &str, options: &[OsString]) -> Result<()> {
    println!("running {script}\n");
    show(program("node", &[]).arg(workspace.at(script)).args(options).stdin(Stdio::inherit()))
}
