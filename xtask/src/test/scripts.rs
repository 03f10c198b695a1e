//! `tests/js`, run by node's own test runner against the packed package.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::Session;
use super::tally::Counts;
use crate::command::{program, watch};
use crate::consumer::unpack;
use crate::package::Build;
use crate::setup;

/// The tests find the package as `reflect-engine` and the build with the panic switch as `reflect-engine-panic`.
pub fn run(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    setup::npm_packages(&session.workspace, "tests")?;
    let panicking = Build { panic_switch: true, ..Build::default() }.run(&session.workspace)?.tarball;
    setup::npm_packages(&session.workspace, "examples-js")?;
    unpack(&tarball, &session.workspace.at("examples-js/node_modules/reflect-engine"))?;
    let installed = session.workspace.at("tests/node_modules");
    unpack(&tarball, &installed.join("reflect-engine"))?;
    unpack(&panicking, &installed.join("reflect-engine-panic"))?;

    let mut node = program("node", &["--test", "--test-reporter=spec", "--test-timeout=600000"]);
    node.args(test_files(session)?).current_dir(session.workspace.at("tests"));
    let done = watch(&mut node)?;
    session.tally.runner("js", done.success, Counts::of_node(&done.text));
    Ok(())
}

fn test_files(session: &Session) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![session.workspace.at("tests/js")];
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
