//! The smoke script in every runtime that is not a browser, from the packed tarball.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::Session;
use crate::command::{Finished, program, watch};
use crate::setup;

/// The versions of Node in tests/package.json.
const NODES: [&str; 4] = ["20", "22", "24", "26"];

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    let binaries = session.workspace.at("tests/node_modules");

    for version in NODES {
        let node = binaries.join(format!("node-{version}/bin/node"));
        let runtime = format!("Node {version}");
        inside(session, &runtime, "ESM", &node, &["esm.mjs"], &consumer)?;
        inside(session, &runtime, "CJS", &node, &["cjs.cjs"], &consumer)?;
        inside(session, &format!("{runtime}, server"), "ESM", &node, &["server.mjs"], &consumer)?;
    }
    let node = Path::new("node");
    inside(session, "ESM and CJS in one process", "ESM", node, &["both.mjs"], &consumer)?;
    inside(session, "reflect-engine/slim", "ESM", node, &["slim.mjs"], &consumer)?;
    let mut bare = program(node, &[]);
    bare.arg(session.workspace.at("tests/packaging/bare-vm.mjs")).arg(&consumer);
    cell(session, "bare node:vm context", "ESM", &mut bare)?;

    let bun = binaries.join("@oven/bun-linux-x64/bin/bun");
    inside(session, "Bun", "ESM", &bun, &["esm.mjs"], &consumer)?;
    inside(session, "Bun", "CJS", &bun, &["cjs.cjs"], &consumer)?;
    inside(session, "Bun, server", "ESM", &bun, &["server.mjs"], &consumer)?;
    let deno = binaries.join("@deno/linux-x64-glibc/deno");
    let flags = ["run", "--no-remote", "--no-prompt", "--node-modules-dir=manual", "--allow-read=."];
    inside(session, "Deno", "ESM", &deno, &[flags.as_slice(), &["esm.mjs"]].concat(), &consumer)?;
    inside(session, "Deno", "CJS", &deno, &[flags.as_slice(), &["cjs.cjs"]].concat(), &consumer)?;
    let net = ["--allow-net=127.0.0.1", "server.mjs"];
    inside(session, "Deno, server", "ESM", &deno, &[flags.as_slice(), &net].concat(), &consumer)?;

    let mut workerd = program(session.workspace.tool_node(), &[]);
    workerd.arg(session.workspace.at("tests/packaging/workerd.mjs")).arg(&consumer);
    cell(session, "workerd (miniflare)", "ESM", &mut workerd)
}

/// Runs one cell of the table.
pub fn cell(session: &mut Session, runtime: &str, format: &'static str, command: &mut Command) -> Result<()> {
    println!("{runtime}, {format}");
    record(session, runtime, format, &watch(command)?);
    Ok(())
}

/// Counts a cell. It has run only when its last line says `ok` and the version that it saw.
pub fn record(session: &mut Session, runtime: &str, format: &'static str, done: &Finished) {
    let version = done.text.lines().last().and_then(|line| line.strip_prefix("ok ")).filter(|_| done.success);
    session.tally.cell(runtime, format, version);
}

fn inside(
    session: &mut Session,
    runtime: &str,
    format: &'static str,
    binary: &Path,
    arguments: &[&str],
    consumer: &Path,
) -> Result<()> {
    if binary.is_absolute() && !binary.exists() {
        session.tally.skip_cell(runtime, format, "its npm package has no build for this platform");
        return Ok(());
    }
    cell(session, runtime, format, program(binary, arguments).current_dir(consumer))
}
