//! `tests/js`, `tests/replays` and `tests/durable`, run by node's own test runner against the packed package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Result, bail};

use super::Session;
use super::tally::Counts;
use crate::command::{collect, program, watch};
use crate::consumer::unpack;
use crate::workspace::Workspace;
use crate::{package, setup};

/// The tests find the package as `reflect-engine` and the build with the panic switch as `reflect-engine-panic`.
pub fn run(session: &mut Session) -> Result<()> {
    session.install("tests")?;
    session.install("examples-js")?;
    let panicking = package::build(session.workspace, true)?.tarball;
    unpack(&panicking, &session.workspace.at("tests/node_modules/reflect-engine-panic"))?;
    if let Err(reason) = setup::postgres() {
        session.tally.skip("the Postgres store", &format!("{reason:#}"));
    }
    let (newer, folder) = (session.workspace.tool_node(), session.workspace.at("tests/js"));
    let mut files = test_files(&folder)?;
    if let Some(stranger) = session.files.iter().find(|file| !files.contains(file)) {
        bail!("{} is no test of {}", stranger.display(), folder.display());
    }
    if !session.files.is_empty() {
        files = session.files.to_vec();
    }
    // The SDKs need a newer Node.
    let (adapters, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.starts_with(folder.join("adapters")));
    for (name, node, files) in [("js", Path::new("node"), others), ("js/adapters", &newer, adapters)] {
        if !files.is_empty() {
            under_node(session, name, node, files)?;
        }
    }
    Ok(())
}

/// The tables are printed.
pub fn replays(session: &mut Session) -> Result<()> {
    session.install("tests")?;
    let files = test_files(&session.workspace.at("tests/replays"))?;
    under_node(session, "replays", Path::new("node"), files)
}

/// Real hosts, and PostgreSQL for two of them. The figures are printed.
pub fn durable(session: &mut Session) -> Result<()> {
    session.install("tests")?;
    if let Err(reason) = setup::postgres() {
        session.tally.skip("durable", &format!("{reason:#}"));
        return Ok(());
    }
    if let Err(reason) = setup::temporal(session.workspace) {
        session.tally.skip("Temporal", &format!("{reason:#}"));
    }
    let files = test_files(&session.workspace.at("tests/durable"))?;
    let done = collect(&mut node_tests(session.workspace, &session.workspace.tool_node(), files)?)?;
    print!("{}", done.text);
    session.tally.runner("durable", done.success, Counts::of(&done.text));
    Ok(())
}

fn under_node(session: &mut Session, name: &str, node: &Path, files: Vec<PathBuf>) -> Result<()> {
    let done = watch(&mut node_tests(session.workspace, node, files)?)?;
    session.tally.runner(name, done.success, Counts::of(&done.text));
    Ok(())
}

/// By these files the tests are counted.
fn node_tests(workspace: &Workspace, node: &Path, files: Vec<PathBuf>) -> Result<Command> {
    // Many files wait more than they compute.
    let at_once = format!("--test-concurrency={}", thread::available_parallelism()?.get() + 1);
    let mut node = program(node, &["--test", "--test-reporter=spec", "--test-timeout=600000", &at_once]);
    node.args(files).current_dir(workspace.at("tests"));
    Ok(node)
}

/// The test files of a folder, and of those in it.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(test_files(&path)?);
        } else if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
