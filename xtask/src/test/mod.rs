//! `cargo xtask test`: every stage, or those that are named.

mod browsers;
mod bundlers;
mod checks;
mod runtimes;
mod scripts;
mod tally;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow, bail};

use crate::command::{Finished, program, watch};
use crate::consumer::{Consumer, unpack};
use crate::package::{self, Built};
use crate::setup;
use crate::workspace::Workspace;
use browsers::{CHROMIUM, FIREFOX};
use tally::Tally;

pub use checks::{format_all, record_api};

/// One part of the test run.
struct Stage {
    name: &'static str,
    /// What it shows, in a few words.
    title: &'static str,
    run: fn(&mut Session) -> Result<()>,
}

/// In the order they run: what is quick and close to the code first.
const STAGES: [Stage; 17] = [
    Stage { name: "fmt", title: "Rust is formatted", run: checks::format },
    Stage { name: "clippy", title: "clippy, natively and for wasm", run: checks::clippy },
    Stage { name: "rust", title: "tests of the core and of xtask", run: checks::cargo_test },
    Stage { name: "instructions", title: "what a model call costs the core", run: checks::instructions },
    Stage { name: "build", title: "the package and its tarball", run: build },
    Stage { name: "types", title: "TypeScript, ours and a user's", run: checks::types },
    Stage { name: "biome", title: "JavaScript and TypeScript are formatted and linted", run: checks::biome },
    Stage { name: "publint", title: "the package's manifest", run: checks::publint },
    Stage { name: "attw", title: "the package's types in every module mode", run: checks::attw },
    Stage { name: "peers", title: "npm installs the package beside older peers", run: checks::peers },
    Stage { name: "api", title: "the public API against tests/api.sha256", run: checks::api },
    Stage { name: "js", title: "tests of the packed package", run: scripts::run },
    Stage { name: "replays", title: "other people's logs, played to the packed package", run: scripts::replays },
    Stage { name: "runtimes", title: "Node, Bun, Deno, workerd, a bare context", run: runtimes::run },
    Stage { name: "browsers", title: "Chromium and Firefox", run: browsers::run },
    Stage {
        name: "bundlers",
        title: "bundles of Vite, webpack, esbuild and Next, and the site, in Chromium",
        run: bundlers::run,
    },
    Stage { name: "durable", title: "kill -9 under Temporal, Restate, DBOS, LangGraph and Inngest", run: scripts::durable },
];

/// The folders whose packages the stages need, in the order they need them.
const LOCKED: [&str; 5] = ["", "tests", "examples-js", "examples-js/next-chat", "site"];

/// The stages, for the help of the command.
pub fn stages() -> String {
    let names = STAGES.iter().map(|stage| format!("{}: {}", stage.name, stage.title)).collect::<Vec<_>>();
    format!("{}; or a file: tests/js/….test.mjs", names.join("; "))
}

/// A stage by its name, or a file of `tests/js`.
pub fn stage_or_file(word: &str) -> Result<String, String> {
    if STAGES.iter().any(|stage| stage.name == word) || is_file(word) && Path::new(word).exists() {
        return Ok(word.to_owned());
    }
    let names = STAGES.map(|stage| stage.name).join(", ");
    Err(format!("want one of {names}, or a file such as tests/js/tools.test.mjs"))
}

fn is_file(word: &str) -> bool {
    word.ends_with(".test.mjs")
}

/// What the stages share: the package is built and installed once, when the first of them needs it.
struct Session {
    workspace: Workspace,
    tally: Tally,
    /// The build, or why there is none: it is tried once.
    built: Option<Result<Built, String>>,
    consumer: Option<Consumer>,
    /// All stages are run.
    is_whole: bool,
    /// Of the stage `js` only these.
    files: Vec<PathBuf>,
    /// The tests of `durable`, which run beside other stages.
    durable: Option<JoinHandle<Result<Finished>>>,
}

impl Session {
    /// The package, built when it is not yet.
    fn built(&mut self) -> Result<Built> {
        let workspace = &self.workspace;
        let built = self.built.get_or_insert_with(|| package::build(workspace, false).map_err(|error| format!("{error:#}")));
        built.clone().map_err(|error| anyhow!("the package was not built: {error}"))
    }

    /// The tarball of the package.
    fn tarball(&mut self) -> Result<PathBuf> {
        Ok(self.built()?.tarball)
    }

    /// A folder outside of the checkout where the tarball is installed.
    fn consumer(&mut self) -> Result<PathBuf> {
        let tarball = self.tarball()?;
        let consumer = self.consumer.take().map_or_else(|| Consumer::install(&self.workspace, &tarball), Ok)?;
        Ok(self.consumer.insert(consumer).folder.clone())
    }

    /// Installs what the lock file of a folder names, and the package, as its tests and examples import it.
    fn install(&mut self, folder: &str) -> Result<()> {
        let tarball = self.tarball()?;
        setup::npm_packages(&self.workspace, folder)?;
        unpack(&tarball, &self.workspace.at(folder).join("node_modules/reflect-engine"))
    }

    /// Counts a program that runs at the root, and passes when it succeeds.
    fn at_root<P: AsRef<OsStr>, A: AsRef<OsStr>>(
        &mut self,
        name: &str,
        tool: P,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<()> {
        let done = watch(program(tool, &[]).args(arguments).current_dir(&self.workspace.root))?;
        self.tally.check(name, done.success);
        Ok(())
    }
}

/// Says what the stages will install as root, before the first of them runs.
fn announce_packages(names: &[String]) -> Result<()> {
    let missing = [
        ("valgrind", !setup::has_valgrind(), &["instructions"] as &[_]),
        ("postgresql", !setup::has_postgres(), &["js", "durable"]),
        (CHROMIUM.debian_package, CHROMIUM.is_missing(), &["browsers", "bundlers"]),
        (FIREFOX.debian_package, FIREFOX.is_missing(), &["browsers"]),
    ];
    let is_needed = |stages: &[&str]| names.is_empty() || stages.iter().any(|stage| names.iter().any(|name| name == stage));
    let wanted = missing.into_iter().filter(|(_, missing, stages)| *missing && is_needed(stages)).map(|(package, ..)| package);
    let wanted = wanted.collect::<Vec<_>>().join(", ");
    if !wanted.is_empty() && setup::installs_debian_packages()? {
        println!("as root, this will install with apt-get: {wanted}");
    }
    Ok(())
}

/// Runs the named stages, or all; an error when anything failed. Files are those that the stage `js` runs.
pub fn run(workspace: Workspace, words: &[String]) -> Result<()> {
    let (files, mut names): (Vec<_>, Vec<_>) = words.iter().cloned().partition(|word| is_file(word));
    let files = files.into_iter().map(|file| Ok(fs::canonicalize(file)?)).collect::<Result<Vec<_>>>()?;
    if !files.is_empty() && !names.iter().any(|name| name == "js") {
        names.push("js".to_owned());
    }
    if names.is_empty() {
        // While cargo compiles for the first stages the network is idle, and a core now and then. What fails here is tried again by the stage
        // that needs it.
        let (one, other) = (workspace.clone(), workspace.clone());
        thread::spawn(move || LOCKED.map(|folder| setup::npm_packages(&one, folder)));
        thread::spawn(move || package::compile_parts(&other));
    }
    announce_packages(&names)?;
    let mut session = Session {
        workspace,
        tally: Tally::default(),
        built: None,
        consumer: None,
        is_whole: names.is_empty(),
        files,
        durable: None,
    };
    for stage in STAGES.iter().filter(|stage| names.is_empty() || names.iter().any(|name| name == stage.name)) {
        println!("\n=== {}: {}", stage.name, stage.title);
        #[expect(clippy::disallowed_types, reason = "the ban is for the core; a command tells how long it took")]
        let started = std::time::Instant::now();
        let before = session.tally.counts;
        if let Err(error) = (stage.run)(&mut session) {
            println!("error: {error:#}");
            session.tally.check(stage.name, false);
        }
        let now = session.tally.counts;
        let (passed, failed) = (now.passed - before.passed, now.failed - before.failed);
        println!("--- {}: {passed} passed, {failed} failed in {:.1} s", stage.name, started.elapsed().as_secs_f64());
    }
    let tally = &session.tally;
    print!("\n{}", tally.table());
    for name in &tally.failures {
        println!("failed: {name}");
    }
    println!("\n{}", tally.closing());
    if tally.counts.failed > 0 {
        bail!("{} failed", tally.counts.failed);
    }
    Ok(())
}

/// The sizes count here, so that a package that grew is still tested.
fn build(session: &mut Session) -> Result<()> {
    let fits = session.built()?.fits;
    session.tally.check("build", true);
    session.tally.check("sizes", fits);
    Ok(())
}
