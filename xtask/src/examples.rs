//! The commands that run a script against the packed package: the demo, the table of trust, the run on a real model.

use std::ffi::OsString;
use std::process::Stdio;

use anyhow::Result;

use crate::command::{program, progress, read, show};
use crate::consumer::unpack;
use crate::package::{self, Build};
use crate::setup;
use crate::workspace::Workspace;

/// `examples-js/code-review.mjs` with the given options.
pub fn demo(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    let build = std::env::current_exe()?;
    progress("building the package from source", program(build, &["build"]).current_dir(&workspace.root))?;
    setup::npm_packages(workspace, "examples-js")?;
    unpack(&package::tarball(workspace)?, &workspace.at("examples-js/node_modules/reflect-engine"))?;
    node(workspace, "examples-js/code-review.mjs", options)
}

/// `tests/trust/table.mjs`, with the rates of the JSON suites, which only the core's own tests can tell.
pub fn trust(workspace: &Workspace) -> Result<()> {
    prepare(workspace, &["tests", "tests/trust"], &["tests"])?;
    let mut suites = program("cargo", &["test", "--quiet", "--lib", "critique::json::suites", "--", "--nocapture"]);
    let told = read(suites.current_dir(&workspace.root))?;
    println!("running tests/trust/table.mjs");
    let mut node = program("node", &[]);
    node.arg(workspace.at("tests/trust/table.mjs"));
    for (name, rate) in rates(&told) {
        node.env(format!("OURS_{name}"), rate);
    }
    show(&mut node)
}

/// The suites that a test printed, and how many cases of each are read: `best_effort: 12 of 31 …`. The dots of `--quiet` may stand on
/// the same line before it.
fn rates(told: &str) -> impl Iterator<Item = (&str, &str)> {
    told.lines().filter_map(|line| {
        let (name, rest) = line.split_once(": ")?;
        let (rate, _) = rest.split_once(" of ")?;
        Some((name.trim_start_matches('.'), rate))
    })
}

/// `tests/real-model/run.mjs` with the given options; it also runs the example.
pub fn real_model(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    prepare(workspace, &["examples-js"], &["examples-js", "tests"])?;
    node(workspace, "tests/real-model/run.mjs", options)
}

/// Builds, installs what the lock files of `locked` name, and the package into `users`.
pub fn prepare(workspace: &Workspace, locked: &[&str], users: &[&str]) -> Result<()> {
    let tarball = Build::default().run(workspace)?.tarball;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_found_behind_the_dots_of_the_harness() {
        let told = "running 2 tests\nnst: 95 of 95 valid texts\n..best_effort: 12 of 31 as its authors expect\ntest result: ok. 2 passed\n";
        assert_eq!(rates(told).collect::<Vec<_>>(), [("nst", "95"), ("best_effort", "12")]);
    }
}
