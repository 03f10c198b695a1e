//! The smoke script in every runtime that is not a browser, from the packed tarball.

use std::process::Command;

use anyhow::Result;

use super::Session;
use crate::command::{Finished, program, watch};
use crate::setup;

/// The runtimes, each with its program in an npm package of tests/package.json.
const RUNTIMES: [(&str, &str); 6] = [
    ("Node 20", "node-20/bin/node"),
    ("Node 22", "node-22/bin/node"),
    ("Node 24", "node-24/bin/node"),
    ("Node 26", "node-26/bin/node"),
    ("Bun", "@oven/bun-linux-x64/bin/bun"),
    ("Deno", "@deno/linux-x64-glibc/deno"),
];

/// What Deno is told before the name of a script.
const DENO: [&str; 5] = ["run", "--no-remote", "--no-prompt", "--node-modules-dir=manual", "--allow-read=."];

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    for (runtime, binary) in RUNTIMES {
        let binary = session.workspace.at("tests/node_modules").join(binary);
        for (what, script) in [("ESM", "esm.mjs"), ("CJS", "cjs.cjs"), ("server", "server.mjs")] {
            let name = format!("{runtime}, {what}");
            if !binary.exists() {
                session.tally.skip_runtime(&name, "its npm package has no build for this platform");
                continue;
            }
            let mut command = program(&binary, if runtime == "Deno" { &DENO } else { &[] });
            if name == "Deno, server" {
                command.arg("--allow-net=127.0.0.1");
            }
            row(session, &name, command.arg(script).current_dir(&consumer))?;
        }
    }
    for (name, script) in [("ESM and CJS in one process", "both.mjs"), ("reflect-engine/slim", "slim.mjs")] {
        row(session, name, program("node", &[script]).current_dir(&consumer))?;
    }
    let packaging = session.workspace.at("tests/packaging");
    row(session, "bare node:vm context", program("node", &[]).arg(packaging.join("bare-vm.mjs")).arg(&consumer))?;
    row(session, "edge-runtime", program("node", &[]).arg(packaging.join("edge-runtime.mjs")).arg(&consumer))?;
    let node = session.workspace.tool_node();
    row(session, "workerd (miniflare)", program(node, &[]).arg(packaging.join("workerd.mjs")).arg(&consumer))
}

/// Runs what is a row of the table.
pub fn row(session: &mut Session, name: &str, command: &mut Command) -> Result<()> {
    println!("{name}");
    record(session, name, &watch(command)?);
    Ok(())
}

/// Counts a row. It has run only when its last line says `ok` and the version that it saw.
pub fn record(session: &mut Session, name: &str, done: &Finished) {
    let version = done.text.lines().last().and_then(|line| line.strip_prefix("ok ")).filter(|_| done.success);
    session.tally.runtime(name, version);
}
