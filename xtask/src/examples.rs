//! The commands that run a script against the packed package: the demo, the benchmarks, the run on a real model.

use std::ffi::OsString;
use std::process::Stdio;

use anyhow::Result;

use crate::command::{program, read, run};
use crate::consumer::unpack;
use crate::package::Build;
use crate::setup;
use crate::workspace::Workspace;

/// `examples-js/code-review.mjs` with the given arguments.
pub fn demo(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    prepare(workspace, &["examples-js"], &["examples-js"])?;
    node(workspace, "examples-js", "code-review.mjs", arguments)
}

/// `tests/bench/run.mjs` with the given arguments.
pub fn bench(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    prepare(workspace, &["tests", "tests/bench"], &["tests"])?;
    node(workspace, "tests/bench", "run.mjs", arguments)
}

/// A harness of `tests/bench` that needs no package.
pub fn native(workspace: &Workspace, name: &str) -> Result<()> {
    let cargo = ["bench", "--quiet", "--package", "reflect-engine", "--bench", name];
    run(program("cargo", &cargo).current_dir(&workspace.root))
}

/// A script of `tests/bench` that asks a local model; it needs none of what the other figures are measured against.
pub fn local_bench(workspace: &Workspace, script: &str, arguments: &[OsString]) -> Result<()> {
    prepare(workspace, &[], &["tests"])?;
    node(workspace, "tests/bench", script, arguments)
}

/// `tests/bench/evals.mjs` with the given arguments, against a PostgreSQL that it starts.
pub fn evals(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    setup::postgres()?;
    prepare(workspace, &["tests"], &["tests"])?;
    node(workspace, "tests/bench", "evals.mjs", arguments)
}

/// `tests/trust/table.mjs`, with the rates of the JSON suites, which only the core's own tests can tell.
pub fn trust(workspace: &Workspace) -> Result<()> {
    prepare(workspace, &["tests", "tests/trust"], &["tests"])?;
    let mut suites = program("cargo", &["test", "--quiet", "--lib", "critique::json::suites", "--", "--nocapture"]);
    let told = read(suites.current_dir(&workspace.root))?;
    println!("running tests/trust/table.mjs");
    let mut node = program("node", &["table.mjs"]);
    for (name, rate) in rates(&told) {
        node.env(format!("OURS_{name}"), rate);
    }
    run(node.current_dir(workspace.at("tests/trust")))
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

/// `tests/real-model/run.mjs` with the given arguments; it also runs the example.
pub fn real_model(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    prepare(workspace, &["examples-js"], &["examples-js", "tests"])?;
    node(workspace, "tests/real-model", "run.mjs", arguments)
}

/// Builds, installs what the lock files of `locked` name, and the package into `users`.
fn prepare(workspace: &Workspace, locked: &[&str], users: &[&str]) -> Result<()> {
    let tarball = Build::default().run(workspace)?.tarball;
    for folder in locked {
        setup::npm_packages(workspace, folder)?;
    }
    for folder in users {
        unpack(&tarball, &workspace.at(folder).join("node_modules/reflect-engine"))?;
    }
    Ok(())
}

fn node(workspace: &Workspace, folder: &str, script: &str, arguments: &[OsString]) -> Result<()> {
    println!("running {folder}/{script}\n");
    let mut node = program("node", &[script]);
    run(node.args(arguments).current_dir(workspace.at(folder)).stdin(Stdio::inherit()))
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
