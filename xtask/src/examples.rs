//! The commands that run a script against the packed package: the demo, the benchmarks, the run on a real model.

use std::ffi::OsString;
use std::process::Stdio;

use anyhow::Result;

use crate::command::{program, run};
use crate::consumer::unpack;
use crate::workspace::Workspace;
use crate::{package, setup};

/// `examples-js/code-review.mjs` with the given arguments.
pub fn demo(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    script(workspace, "examples-js", "code-review.mjs", arguments)
}

/// `tests/bench/run.mjs`.
pub fn bench(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    script(workspace, "tests", "bench/run.mjs", arguments)
}

/// `tests/real-model/run.mjs` with the given arguments.
pub fn real_model(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    script(workspace, "tests", "real-model/run.mjs", arguments)
}

/// Builds, installs the package into `folder` beside what its lock file names, and runs the script there.
fn script(workspace: &Workspace, folder: &str, script: &str, arguments: &[OsString]) -> Result<()> {
    let tarball = package::build(workspace)?;
    setup::npm_packages(workspace, folder)?;
    unpack(&tarball, &workspace.at(folder).join("node_modules/reflect-engine"))?;
    println!("running {folder}/{script}\n");
    let mut node = program("node", &["--expose-gc"]);
    run(node.arg(script).args(arguments).current_dir(workspace.at(folder)).stdin(Stdio::inherit()))
}
