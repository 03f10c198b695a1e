//! `cargo xtask fuzz`: cargo-fuzz on the critique reader, or edited snapshots and odd values on the packed package.
//!
//! The core has no `unsafe`, so no sanitizer is needed, and without one cargo-fuzz does with the pinned toolchain.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::command::{program, run, watch};
use crate::examples;
use crate::workspace::Workspace;

/// The same seeds that `cargo test` plays.
#[path = "../../tests/fuzz/src/seeds.rs"]
mod seeds;

/// The version that the target was written with.
const CARGO_FUZZ: &str = "0.13.2";

/// What is fuzzed.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Target {
    /// Critiques, natively, guided by coverage.
    Reader,
    /// Edited snapshots, which are resumed.
    Restore,
    /// Replies, tasks and settings of any shape.
    Wire,
}

/// Runs for so many minutes and prints how many inputs were played; an error when something was found.
pub fn fuzz(workspace: &Workspace, target: Target, minutes: u32) -> Result<()> {
    match target {
        Target::Reader => reader(workspace, minutes),
        Target::Restore => examples::fuzz(workspace, "restore", minutes),
        Target::Wire => examples::fuzz(workspace, "wire", minutes),
    }
}

fn reader(workspace: &Workspace, minutes: u32) -> Result<()> {
    let tool = cargo_fuzz(workspace)?;
    let found = workspace.target.join("fuzz-corpus/reader");
    fs::create_dir_all(&found)?;
    for (index, seed) in seeds::reader().iter().enumerate() {
        fs::write(found.join(format!("seed-{index:03}")), seed)?;
    }
    println!("fuzzing the reader for {minutes} minutes");
    let mut fuzz = program(tool, &["fuzz", "run", "--fuzz-dir", "tests/fuzz", "--sanitizer", "none", "--target-dir"]);
    fuzz.arg(workspace.target.join("fuzz")).arg("reader").arg(&found).arg("tests/fuzz/corpus/reader");
    // The slowest honest input is far from 10 seconds.
    fuzz.args(["--", &format!("-max_total_time={}", minutes * 60), "-timeout=10", "-max_len=1500"]);
    fuzz.args(["-print_final_stats=1", "-dict=tests/fuzz/words.dict"]);
    let done = watch(fuzz.current_dir(&workspace.root))?;
    let executions = done.text.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    match executions {
        Some(count) if done.success => println!("\n{} executions, nothing found", count.trim()),
        _ => bail!("the fuzzer found something; cargo-fuzz has printed how to play it again"),
    }
    Ok(())
}

/// cargo-fuzz of the wanted version in target/tools, installed when it is not there yet.
fn cargo_fuzz(workspace: &Workspace) -> Result<PathBuf> {
    let place = workspace.target.join("tools");
    let tool = place.join("bin/cargo-fuzz");
    if !tool.exists() {
        println!("installing cargo-fuzz {CARGO_FUZZ}");
        let mut cargo = program("cargo", &["install", "cargo-fuzz", "--locked", "--version", CARGO_FUZZ, "--root"]);
        run(cargo.arg(&place).current_dir(&workspace.root)).context("cargo-fuzz and a C++ compiler are needed to fuzz")?;
    }
    Ok(tool)
}
