//! `cargo xtask fuzz`: cargo-fuzz on the targets of `tests/fuzz`.
//!
//! The core has no `unsafe`, so no sanitizer is needed, and without one cargo-fuzz does with the pinned toolchain.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{program, run, watch};
use crate::workspace::Workspace;

/// The same seeds that `cargo test` plays.
#[path = "../../tests/fuzz/src/seeds.rs"]
mod seeds;

/// The version that the targets were written with.
const CARGO_FUZZ: &str = "0.13.2";

/// Seconds that one input may take, far above the slowest honest one.
const TIMEOUT: u32 = 10;

/// A target, the seeds to begin with, and the longest input that is tried.
struct Target {
    name: &'static str,
    seeds: fn() -> Vec<Vec<u8>>,
    max_len: u32,
}

const TARGETS: [Target; 2] =
    [Target { name: "reader", seeds: seeds::reader, max_len: 1_500 }, Target { name: "run", seeds: seeds::run, max_len: 3_000 }];

/// Fuzzes each target, or the one that is named, for so many minutes.
pub fn all(workspace: &Workspace, only: Option<&str>, minutes: u32) -> Result<()> {
    if let Some(unknown) = only.filter(|name| TARGETS.iter().all(|target| target.name != *name)) {
        let known: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        bail!("unknown target `{unknown}`; there are: {}", known.join(", "));
    }
    let tool = cargo_fuzz(workspace)?;
    let mut told = Vec::new();
    for target in TARGETS.iter().filter(|target| only.is_none_or(|name| name == target.name)) {
        told.push(target.fuzz(workspace, &tool, minutes)?);
    }
    println!("\n{}", told.join("\n"));
    Ok(())
}

impl Target {
    /// Runs libFuzzer and tells how many inputs it executed; an error when it found something.
    fn fuzz(&self, workspace: &Workspace, tool: &Path, minutes: u32) -> Result<String> {
        let found = workspace.target.join("fuzz-corpus").join(self.name);
        fs::create_dir_all(&found)?;
        for (index, seed) in (self.seeds)().iter().enumerate() {
            fs::write(found.join(format!("seed-{index:03}")), seed)?;
        }
        println!("fuzzing `{}` for {minutes} minutes", self.name);
        let mut fuzz = program(tool, &["fuzz", "run", "--fuzz-dir", "tests/fuzz", "--sanitizer", "none", "--target-dir"]);
        fuzz.arg(workspace.target.join("fuzz")).arg(self.name).arg(&found).arg(format!("tests/fuzz/corpus/{}", self.name));
        fuzz.args(["--", &format!("-max_total_time={}", minutes * 60), &format!("-timeout={TIMEOUT}")]);
        fuzz.args([&format!("-max_len={}", self.max_len), "-print_final_stats=1", "-dict=tests/fuzz/words.dict"]);
        let done = watch(fuzz.current_dir(&workspace.root))?;
        let executions = done.text.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        match executions {
            Some(count) if done.success => Ok(format!("{}: {} executions, nothing found", self.name, count.trim())),
            _ => bail!("`{}` found something; cargo-fuzz has printed how to play it again", self.name),
        }
    }
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
