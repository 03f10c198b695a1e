//! `tests/js`, `tests/replays` and `tests/durable`, run by node's own test runner against the packed package.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Result, bail};

use super::Session;
use super::tally::Counts;
use crate::command::{Finished, collect, program};
use crate::setup;

pub fn run(session: &mut Session) -> Result<()> {
    session.install("tests")?;
    session.install("examples-js")?;
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
    let mut take = |inner: &str| files.extract_if(.., |file| file.starts_with(folder.join(inner))).collect();
    // The SDKs need a newer Node. What judges a workspace takes longest, and would be alone in the end.
    let adapters = Suite { name: "js/adapters", node: &newer, files: take("adapters"), at_once: 1 };
    let workspace = Suite { name: "js/workspace", node: Path::new("node"), files: take("workspace"), at_once: 2 };
    let others = Suite { name: "js", node: Path::new("node"), files, at_once: thread::available_parallelism()?.get() };
    run_suites(session, vec![others, adapters, workspace])
}

/// The tables are printed.
pub fn replays(session: &mut Session) -> Result<()> {
    session.install("tests")?;
    let files = test_files(&session.workspace.at("tests/replays"))?;
    run_suites(session, vec![Suite { name: "replays", node: Path::new("node"), files, at_once: 2 }])
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
    let node = session.workspace.tool_node();
    // They wait more than they compute.
    let at_once = thread::available_parallelism()?.get() + 1;
    run_suites(session, vec![Suite { name: "durable", node: &node, files, at_once }])
}

/// Test files for one run of a Node, so many at once.
struct Suite<'a> {
    name: &'static str,
    node: &'a Path,
    files: Vec<PathBuf>,
    at_once: usize,
}

/// Runs suites beside each other, and prints what each said when it has ended. By their files the tests are counted.
fn run_suites(session: &mut Session, suites: Vec<Suite>) -> Result<()> {
    let tests = session.workspace.at("tests");
    // Node 22 and newer keep there what they compiled of the SDKs.
    let cache = session.workspace.target.join("node-compile-cache");
    let run = |suite: &Suite| -> Result<Finished> {
        let at_once = format!("--test-concurrency={}", suite.at_once);
        let mut node = program(suite.node, &["--test", "--test-reporter=spec", "--test-timeout=600000", &at_once]);
        let done = collect(node.args(&suite.files).current_dir(&tests).env("NODE_COMPILE_CACHE", &cache))?;
        print!("{}", done.text);
        Ok(done)
    };
    let suites = suites.into_iter().filter(|suite| !suite.files.is_empty()).collect::<Vec<_>>();
    let done: Vec<Result<Finished>> = thread::scope(|scope| {
        let running = suites.iter().map(|suite| scope.spawn(move || run(suite))).collect::<Vec<_>>();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread died"))).collect()
    });
    for (suite, done) in suites.iter().zip(done) {
        let Finished { success, text } = done?;
        session.tally.runner(suite.name, success, Counts::of(&text));
    }
    Ok(())
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
