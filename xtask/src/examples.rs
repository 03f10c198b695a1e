//! The commands that run a script against the packed package: the demo, the figures, the table of trust, the run on a real model.

use std::ffi::OsString;
use std::process::Stdio;

use anyhow::{Result, bail};

use crate::command::{program, progress, show};
use crate::consumer::unpack;
use crate::package;
use crate::setup;
use crate::workspace::Workspace;

/// The package's own demo; with options, which name a model, `examples-js/code-review.mjs`.
pub fn demo(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    progress("building the package from source", &mut program(std::env::current_exe()?, &["build"]))?;
    setup::npm_packages(workspace, "examples-js")?;
    unpack(&package::tarball(workspace)?, &workspace.at("examples-js/node_modules/reflect-engine"))?;
    if options.is_empty() {
        println!("running npx reflect-engine demo\n");
        let cli = workspace.at("examples-js/node_modules/reflect-engine/dist/cli/index.js");
        return show(program("node", &[]).arg(cli).arg("demo").stdin(Stdio::inherit()));
    }
    node(workspace, "examples-js/code-review.mjs", options)
}

/// The site, with the playground in it, until somebody stops it.
pub fn playground(workspace: &Workspace) -> Result<()> {
    progress("building the package from source", &mut program(std::env::current_exe()?, &["site"]))?;
    node(workspace, "site/serve.mjs", &[])
}

/// `tests/trust/table.mjs`.
pub fn trust(workspace: &Workspace) -> Result<()> {
    prepare(workspace, &["tests", "tests/trust"], &["tests"])?;
    node(workspace, "tests/trust/table.mjs", &[])
}

/// `tests/fuzz/packed.mjs` for so many minutes.
pub fn fuzz(workspace: &Workspace, target: &str, minutes: u32) -> Result<()> {
    prepare(workspace, &["tests"], &["tests"])?;
    node(workspace, "tests/fuzz/packed.mjs", &["--target", target, "--minutes", &minutes.to_string()].map(OsString::from))
}

/// `tests/real-model/run.mjs` with the given options.
pub fn real_model(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    prepare(workspace, &["examples-js"], &["examples-js", "tests"])?;
    node(workspace, "tests/real-model/run.mjs", options)
}

/// The part that the first option names, with the rest of the options; without one the rows of DESIGN §7.
pub fn bench(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    let part = options.first().and_then(|first| first.to_str()).filter(|first| !first.starts_with('-'));
    let options = if part.is_some() { options.get(1..).unwrap_or_default() } else { options };
    match part {
        None => {
            prepare(workspace, &["tests"], &["tests"])?;
            node(workspace, "tests/bench/run.mjs", options)
        }
        // Harnesses of the core, which need no package.
        Some(part @ ("monitor" | "regressions")) => core_bench(workspace, part, options),
        // The core alone, then a whole call in Node.
        Some("call") => {
            setup::valgrind()?;
            core_bench(workspace, "call", options)?;
            prepare(workspace, &["tests"], &["tests"])?;
            node(workspace, "tests/bench/whole-call.mjs", options)
        }
        // The sandbox and the client are those of the examples.
        Some("code") => {
            prepare(workspace, &["examples-js"], &["examples-js", "tests"])?;
            node(workspace, "tests/bench/code.mjs", options)
        }
        // Need none of what the other figures are measured against.
        Some(part @ ("guarantee" | "hostile" | "items" | "second-question")) => {
            prepare(workspace, &[], &["tests"])?;
            node(workspace, &format!("tests/bench/{part}.mjs"), options)
        }
        // Reads logs alone.
        Some("judges") => node(workspace, "tests/bench/judges.mjs", options),
        // Libraries of others, which nothing else needs.
        Some("peers") => {
            prepare(workspace, &["tests/bench/peers"], &["tests/bench/peers"])?;
            show(program(workspace.tool_node(), &[]).arg(workspace.at("tests/bench/peers.mjs")).args(options))
        }
        Some("evals") => {
            setup::postgres()?;
            prepare(workspace, &["tests"], &["tests"])?;
            // SQLite is in newer ones alone.
            show(program(workspace.tool_node(), &[]).arg(workspace.at("tests/bench/evals.mjs")).args(options))
        }
        Some(unknown) => bail!("nothing to measure is called `{unknown}`: `cargo xtask bench --help` names what there is"),
    }
}

fn core_bench(workspace: &Workspace, part: &str, options: &[OsString]) -> Result<()> {
    let cargo = ["bench", "--quiet", "--package", "reflect-bench", "--bench", part, "--"];
    show(program("cargo", &cargo).args(options).current_dir(&workspace.root))
}

/// Builds, installs what the lock files of `locked` name, and the package into `users`.
fn prepare(workspace: &Workspace, locked: &[&str], users: &[&str]) -> Result<()> {
    let tarball = package::build(workspace)?.tarball;
    for folder in locked {
        setup::npm_packages(workspace, folder)?;
    }
    for folder in users {
        unpack(&tarball, &workspace.at(folder).join("node_modules/reflect-engine"))?;
    }
    Ok(())
}

/// Runs a script in the folder where the command was given, so that paths among its options are found.
fn node(workspace: &Workspace, script: &str, options: &[OsString]) -> Result<()> {
    println!("running {script}\n");
    show(program("node", &[]).arg(workspace.at(script)).args(options).stdin(Stdio::inherit()))
}
