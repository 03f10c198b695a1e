//! `tests/js` and `tests/replays`, run by node's own test runner against the packed package.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Session;
use super::runtimes::tool_node;
use super::tally::Counts;
use crate::command::{program, watch};
use crate::consumer::unpack;
use crate::package::Build;
use crate::setup;

/// The tests find the package as `reflect-engine` and the build with the panic switch as `reflect-engine-panic`.
pub fn run(session: &mut Session) -> Result<()> {
    let tarball = install(session)?;
    let panicking = Build { panic_switch: true }.run(&session.workspace)?.tarball;
    setup::npm_packages(&session.workspace, "examples-js")?;
    unpack(&tarball, &session.workspace.at("examples-js/node_modules/reflect-engine"))?;
    unpack(&panicking, &session.workspace.at("tests/node_modules/reflect-engine-panic"))?;
    if let Err(reason) = setup::postgres() {
        session.tally.skip("the Postgres store", &format!("{reason:#}"));
    }
    under_node(session, "js")
}

/// The tables are printed.
pub fn replays(session: &mut Session) -> Result<()> {
    install(session)?;
    under_node(session, "replays")
}

/// The package as a test imports it.
fn install(session: &mut Session) -> Result<PathBuf> {
    let tarball = session.tarball()?;
    setup::npm_packages(&session.workspace, "tests")?;
    unpack(&tarball, &session.workspace.at("tests/node_modules/reflect-engine"))?;
    Ok(tarball)
}

/// Every test file of a folder of `tests`, by which they are counted. Those of the adapters need a newer Node: the SDKs do.
fn under_node(session: &mut Session, folder: &str) -> Result<()> {
    let tests = session.workspace.at("tests");
    let newer = tool_node(session);
    let (adapters, others) =
        test_files(tests.join(folder))?.into_iter().partition(|file| file.starts_with(tests.join("js/adapters")));
    let runs: [(&str, &Path, Vec<PathBuf>); 2] = [(folder, Path::new("node"), others), ("adapters", &newer, adapters)];
    for (name, node, files) in runs.into_iter().filter(|(_, _, files)| !files.is_empty()) {
        let mut node = program(node, &["--test", "--test-reporter=spec", "--test-timeout=600000"]);
        let done = watch(node.args(files).current_dir(&tests))?;
        session.tally.runner(name, done.success, Counts::of(&done.text));
    }
    Ok(())
}

fn test_files(folder: PathBuf) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".test.mjs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
