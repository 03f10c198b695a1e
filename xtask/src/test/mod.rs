//! `cargo xtask test`: every stage, or those that are named.

mod browsers;
mod bundlers;
mod checks;
mod runtimes;
mod rust;
mod scripts;
mod tally;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, anyhow, bail};

use crate::command::{clock, watch};
use crate::consumer::Consumer;
use crate::package::{Build, Built};
use crate::workspace::Workspace;
use tally::Tally;

/// One part of the test run.
struct Stage {
    name: &'static str,
    /// What it shows, in a few words.
    title: &'static str,
    run: fn(&mut Session) -> Result<()>,
}

/// In the order they run: what is quick and close to the code first.
const STAGES: [Stage; 15] = [
    Stage { name: "fmt", title: "Rust is formatted", run: rust::format },
    Stage { name: "clippy", title: "clippy, natively and for wasm", run: rust::clippy },
    Stage { name: "rust", title: "tests of the core and of xtask", run: rust::test },
    Stage { name: "build", title: "the package and its tarball", run: build },
    Stage { name: "types", title: "TypeScript, ours and a user's", run: checks::types },
    Stage { name: "biome", title: "JavaScript and TypeScript are formatted and linted", run: checks::biome },
    Stage { name: "publint", title: "the package's manifest", run: checks::publint },
    Stage { name: "attw", title: "the package's types in every module mode", run: checks::attw },
    Stage { name: "api", title: "the public API against tests/api.sha256", run: checks::api },
    Stage { name: "js", title: "tests of the packed package", run: scripts::run },
    Stage { name: "durable", title: "kill -9 under Restate, DBOS and LangGraph", run: scripts::durable },
    Stage { name: "replays", title: "other people's logs, played to the packed package", run: scripts::replays },
    Stage { name: "runtimes", title: "Node, Bun, Deno, workerd, a bare context", run: runtimes::run },
    Stage { name: "browsers", title: "Chromium and Firefox", run: browsers::run },
    Stage { name: "bundlers", title: "bundles of Vite, webpack and esbuild in Chromium", run: bundlers::run },
];

/// What the stages share: the package is built and installed once, when the first of them needs it.
struct Session {
    workspace: Workspace,
    tally: Tally,
    /// The build, or why there is none: it is tried once.
    built: Option<Result<Built, String>>,
    consumer: Option<Consumer>,
}

impl Session {
    /// The package, built when it is not yet.
    fn built(&mut self) -> Result<Built> {
        let workspace = &self.workspace;
        let built = self.built.get_or_insert_with(|| Build::default().run(workspace).map_err(|error| format!("{error:#}")));
        built.clone().map_err(|error| anyhow!("the package was not built: {error}"))
    }

    /// The tarball of the package.
    fn tarball(&mut self) -> Result<PathBuf> {
        Ok(self.built()?.tarball)
    }

    /// A folder outside of the checkout where the tarball is installed.
    fn consumer(&mut self) -> Result<PathBuf> {
        if let Some(consumer) = &self.consumer {
            return Ok(consumer.folder.clone());
        }
        let tarball = self.tarball()?;
        let consumer = Consumer::install(&self.workspace, &tarball)?;
        let folder = consumer.folder.clone();
        self.consumer = Some(consumer);
        Ok(folder)
    }

    /// Counts a program, which passes when it succeeds.
    fn passes(&mut self, name: &str, command: &mut Command) -> Result<()> {
        let done = watch(command)?;
        self.tally.check(name, done.success);
        Ok(())
    }
}

/// Runs the named stages, or all; an error when anything failed.
pub fn run(workspace: Workspace, names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !STAGES.iter().any(|stage| stage.name == name.as_str())) {
        let known: Vec<_> = STAGES.iter().map(|stage| stage.name).collect();
        bail!("unknown stage `{unknown}`; there are: {}", known.join(", "));
    }
    let mut session = Session { workspace, tally: Tally::default(), built: None, consumer: None };
    for stage in STAGES.iter().filter(|stage| names.is_empty() || names.iter().any(|name| name == stage.name)) {
        println!("\n=== {}: {}", stage.name, stage.title);
        let started = clock();
        let (passed, failed) = (session.tally.passed, session.tally.failed);
        if let Err(error) = (stage.run)(&mut session) {
            println!("error: {error:#}");
            session.tally.check(stage.name, false);
        }
        let (passed, failed) = (session.tally.passed - passed, session.tally.failed - failed);
        println!("--- {}: {passed} passed, {failed} failed in {:.1} s", stage.name, started.elapsed().as_secs_f64());
    }
    conclude(&session.tally)
}

fn conclude(tally: &Tally) -> Result<()> {
    let table = tally.table();
    if !table.is_empty() {
        println!("\n{table}");
    }
    for name in &tally.failures {
        println!("failed: {name}");
    }
    println!("\n{}", tally.closing());
    if tally.failed > 0 {
        bail!("{} failed", tally.failed);
    }
    Ok(())
}

/// The sizes count here, so that a package that grew is still tested.
fn build(session: &mut Session) -> Result<()> {
    let above = session.built()?.above;
    session.tally.check("build", true);
    for above in &above {
        println!("too large: {above}");
    }
    session.tally.check("sizes", above.is_empty());
    Ok(())
}
