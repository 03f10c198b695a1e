//! The stages that run no test of the package: cargo's own, the types, the linters, the public declarations. And `cargo xtask fmt`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::Session;
use super::tally::Counts;
use crate::command::{collect, program, run, show, watch};
use crate::workspace::Workspace;
use crate::{setup, wasm};

/// Formats everything and applies the safe fixes.
pub fn format_all(workspace: &Workspace) -> Result<()> {
    show(program("cargo", &["fmt", "--all"]).current_dir(&workspace.root))?;
    setup::npm_packages(workspace, "")?;
    let biome = biome_program(workspace)
        .context("package.json has no biome for this platform: install it and run `biome check --write`")?;
    show(program(biome, &["check", "--write"]).current_dir(&workspace.root))
}

/// The program that package.json installs: only for Linux.
fn biome_program(workspace: &Workspace) -> Option<PathBuf> {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let program = workspace.at(&format!("node_modules/@biomejs/cli-linux-{architecture}/biome"));
    program.exists().then_some(program)
}

pub fn format(session: &mut Session) -> Result<()> {
    session.at_root("cargo fmt --check", "cargo", ["fmt", "--all", "--check"])
}

/// Compiles all that `cargo test` runs, and lints it on the way: clippy's own command would check each crate, and all that it needs, a second time.
/// The bindings exist only in the wasm build, the tests only in the native one.
pub fn clippy(session: &mut Session) -> Result<()> {
    setup::wasm_toolchain(session.workspace)?;
    let done = watch(&mut linted(session, &["build", "--workspace", "--all-targets"]))?;
    session.tally.check("clippy", done.success);
    // The page in Rust turns the feature `run` on.
    let packages = ["clippy", "--package", "reflect-engine", "--package", "rust-page", "--lib"];
    let wasm = packages.into_iter().chain(["--target", "wasm32-unknown-unknown", "--", "-D", "warnings"]);
    session.at_root("clippy for wasm", "cargo", wasm)
}

pub fn cargo_test(session: &mut Session) -> Result<()> {
    let done = watch(&mut linted(session, &["test", "--workspace"]))?;
    session.tally.runner("cargo test", done.success, Counts::of(&done.text));
    Ok(())
}

/// Cargo whose compiler, for our crates, is clippy's: what it warns of is an error.
fn linted(session: &Session, arguments: &[&str]) -> Command {
    let mut cargo = program("cargo", arguments);
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    // As `cargo clippy -- -D warnings` gives them.
    cargo.env("CLIPPY_ARGS", ["-D", "warnings", ""].join("__CLIPPY_HACKERY__")).current_dir(&session.workspace.root);
    cargo
}

/// What a model call costs the core, and the whole of one in Node, by valgrind.
pub fn instructions(session: &mut Session) -> Result<()> {
    if let Err(reason) = setup::valgrind() {
        session.tally.skip("instructions", &format!("{reason:#}"));
        return Ok(());
    }
    let done = watch(&mut linted(session, &["test", "--workspace", "--bench", "call"]))?;
    session.tally.check("instructions", done.success);
    session.install("tests")?;
    session.at_root("instructions of a whole call", "node", ["tests/bench/whole-call.mjs", "--quick"])
}

/// Our sources, a user's code against the packed declarations and each major of each peer, a library's that emits its own, and the blocks
/// of the README and of docs/.
pub fn types(session: &mut Session) -> Result<()> {
    session.install("tests")?;
    session.install("examples-js")?;
    setup::link_peers(session.workspace)?;
    for written in ["pages", "declared", "peers"] {
        run(program("node", &[]).arg(session.workspace.at("tests/types").join(written).join("write.mjs")))?;
    }
    // One checker: each more reads the types of all SDKs once more, and other stages have the other cores.
    let tsc = ["node_modules/typescript/bin/tsc", "--noEmit", "--checkers", "1", "--project"];
    for project in ["pkg-template", "tests/types", "tests/types/declared", "tests/types/pages", "tests/types/peers"] {
        session.at_root(&format!("tsc on {project}"), "node", tsc.into_iter().chain([project]))?;
    }
    // The adapters' declarations beside older SDKs.
    let mut strict = program("node", &tsc);
    let older = ["tests/types/peers/older.json", "--skipLibCheck", "false"];
    let done = collect(strict.args(older).current_dir(&session.workspace.root))?;
    let ours: Vec<_> = done.text.lines().filter(|line| !is_of_sdk(line)).collect();
    ours.iter().for_each(|line| println!("{line}"));
    session.tally.check("tsc on tests/types/peers/older.json", ours.is_empty());
    Ok(())
}

/// Whether an error, or what explains it, is in the declarations of somebody else, which are not ours to mend: ours must compile unskipped.
fn is_of_sdk(line: &str) -> bool {
    let Some(file) = line.strip_prefix("tests/node_modules/") else { return line.starts_with(' ') };
    !file.starts_with("reflect-engine/")
}

pub fn biome(session: &mut Session) -> Result<()> {
    setup::npm_packages(session.workspace, "")?;
    let Some(biome) = biome_program(session.workspace) else {
        session.tally.skip("biome", "no program for this platform in package.json; install it and run `biome ci`");
        return Ok(());
    };
    session.at_root("biome", biome, ["ci", "--colors=off"])
}

/// npm takes the range of an optional peer as binding, also where its adapter is not used.
pub fn peers(session: &mut Session) -> Result<()> {
    let arguments = [session.workspace.at("tests/packaging/peers.mjs"), session.tarball()?];
    session.at_root("peers", "node", arguments)
}

pub fn publint(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    let publint = ["node_modules/publint/src/cli.js", "run", "--strict"].map(OsString::from);
    session.at_root("publint", "node", publint.into_iter().chain([tarball.into()]))
}

/// The wasm files and the page are left out: they are not modules that TypeScript resolves.
pub fn attw(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    let attw = ["node_modules/@arethetypeswrong/cli/dist/index.js", "--no-emoji", "--exclude-entrypoints"].map(OsString::from);
    let wasm = wasm::PARTS.map(|(_, name)| format!("{name}_bg.wasm").into());
    let rest = ["view.html".into(), "--".into(), tarball.into()];
    session.at_root("attw", "node", attw.into_iter().chain(wasm).chain(rest))
}

/// A change of the public declarations must be wanted: then their report is recorded anew.
pub fn api(session: &mut Session) -> Result<()> {
    session.tarball()?;
    session.at_root("api", "node", ["xtask/js/api.mjs", "pkg"])
}

/// Makes the report of the declarations of `pkg/` the committed one.
pub fn record_api(workspace: &Workspace) -> Result<()> {
    show(program("node", &["xtask/js/api.mjs", "pkg", "--record"]).current_dir(&workspace.root))
}
