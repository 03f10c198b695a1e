//! The stages that need only cargo.

use anyhow::Result;

use super::Session;
use super::tally::Counts;
use crate::command::{program, watch};
use crate::setup;

pub fn format(session: &mut Session) -> Result<()> {
    cargo(session, "cargo fmt --check", &["fmt", "--all", "--check"])
}

/// The bindings exist only in the wasm build, the tests only in the native one.
pub fn clippy(session: &mut Session) -> Result<()> {
    setup::wasm_toolchain()?;
    cargo(session, "clippy", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    let wasm = ["clippy", "--package", "reflect-engine", "--lib", "--target", "wasm32-unknown-unknown", "--", "-D", "warnings"];
    cargo(session, "clippy for wasm", &wasm)
}

pub fn test(session: &mut Session) -> Result<()> {
    let done = watch(program("cargo", &["test", "--workspace"]).current_dir(&session.workspace.root))?;
    session.tally.runner("cargo test", done.success, Counts::of(&done.text));
    Ok(())
}

fn cargo(session: &mut Session, name: &str, arguments: &[&str]) -> Result<()> {
    let mut command = program("cargo", arguments);
    command.current_dir(&session.workspace.root);
    session.passes(name, &mut command)
}
