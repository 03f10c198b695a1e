//! `cargo xtask test`: every stage, or those that are named.

mod browsers;
mod bundlers;
mod checks;
mod runtimes;
mod scripts;
mod tally;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use anyhow::{Result, anyhow, bail};

use crate::command::{program, watch};
use crate::consumer::{Consumer, unpack};
use crate::package::{self, Built};
use crate::workspace::Workspace;
use crate::{setup, wasm};
use browsers::{CHROMIUM, FIREFOX};
use tally::{Counts, Tally};

pub use checks::{format_all, record_api};

/// One part of the test run: its name, and what it shows in a few words.
struct Stage(&'static str, &'static str, fn(&mut Session) -> Result<()>);

impl Stage {
    /// Runs it, and says what it counted and how long it took.
    fn count(&self, mut session: Session) -> Tally {
        let Self(name, title, run) = self;
        println!("\n=== {name}: {title}");
        #[expect(clippy::disallowed_types, reason = "the ban is for the core; a command tells how long it took")]
        let started = std::time::Instant::now();
        if let Err(error) = run(&mut session) {
            println!("error: {error:#}");
            session.tally.check(name, false);
        }
        let Counts { passed, failed, .. } = session.tally.counts;
        println!("--- {name}: {passed} passed, {failed} failed in {:.1} s", started.elapsed().as_secs_f64());
        session.tally
    }
}

/// In the order they run: what is quick and close to the code first. The last ones wait for browsers, which are too slow beside others of them.
const COMPUTING: [Stage; 13] = [
    Stage("fmt", "Rust is formatted", checks::format),
    Stage("clippy", "clippy, natively and for wasm", checks::clippy),
    Stage("rust", "tests of the core and of xtask", checks::cargo_test),
    Stage("build", "the package and its tarball", build),
    Stage("types", "TypeScript, ours and a user's", checks::types),
    Stage("biome", "JavaScript and TypeScript are formatted and linted", checks::biome),
    Stage("publint", "the package's manifest", checks::publint),
    Stage("attw", "the package's types in every module mode", checks::attw),
    Stage("api", "the public API against etc/reflect-engine.api.md", checks::api),
    Stage("js", "tests of the packed package", scripts::run),
    Stage("replays", "other people's logs, played to the packed package", scripts::replays),
    Stage("runtimes", "Node, Bun, Deno, workerd, a bare context", runtimes::run),
    Stage("bundlers", "bundles of Vite, webpack, esbuild and Next, and the site, in Chromium", bundlers::run),
];

/// They wait, or keep one core busy at most: they run beside the others.
const WAITING: [Stage; 4] = [
    Stage("instructions", "what a model call costs the core", checks::instructions),
    Stage("durable", "kill -9 under Temporal, Restate, DBOS, LangGraph and Inngest", scripts::durable),
    Stage("browsers", "Chromium and Firefox", browsers::run),
    Stage("peers", "npm installs the package beside older peers", checks::peers),
];

/// The folders whose packages the stages need, in the order they need them.
const LOCKED: [&str; 5] = ["", "tests", "examples-js", "examples-js/next-chat", "site"];

fn all_stages() -> impl Iterator<Item = &'static Stage> {
    COMPUTING.iter().chain(&WAITING)
}

/// The stages, for the help of the command.
pub fn stages() -> String {
    let names = all_stages().map(|Stage(name, title, _)| format!("{name}: {title}")).collect::<Vec<_>>();
    format!("{}; or a file: tests/js/….test.mjs", names.join("; "))
}

/// A stage by its name, or a file of `tests/js`.
pub fn stage_or_file(word: &str) -> Result<String, String> {
    if all_stages().any(|stage| stage.0 == word) || is_file(word) && Path::new(word).exists() {
        return Ok(word.to_owned());
    }
    let names = all_stages().map(|stage| stage.0).collect::<Vec<_>>().join(", ");
    Err(format!("want one of {names}, or a file such as tests/js/tools.test.mjs"))
}

fn is_file(word: &str) -> bool {
    word.ends_with(".test.mjs")
}

/// What the stages share: the package is built and installed once, when the first of them needs it. What failed is not tried again.
#[derive(Default)]
struct Shared {
    built: OnceLock<Result<Built, String>>,
    consumer: OnceLock<Result<Consumer, String>>,
    rust_page: OnceLock<Result<PathBuf, String>>,
    /// The folders that have the package.
    installed: Mutex<BTreeSet<String>>,
}

/// What one stage works with, and what it counts.
struct Session<'run> {
    workspace: &'run Workspace,
    tally: Tally,
    shared: &'run Shared,
    /// Of the stage `js` only these.
    files: &'run [PathBuf],
}

impl Session<'_> {
    /// The package, built when it is not yet.
    fn built(&self) -> Result<Built> {
        let build = || package::build(self.workspace).map_err(|error| format!("{error:#}"));
        self.shared.built.get_or_init(build).clone().map_err(|error| anyhow!("the package was not built: {error}"))
    }

    /// The tarball of the package.
    fn tarball(&self) -> Result<PathBuf> {
        Ok(self.built()?.tarball)
    }

    /// A folder outside of the checkout where the tarball is installed.
    fn consumer(&self) -> Result<PathBuf> {
        let tarball = self.tarball()?;
        let install = || Consumer::install(self.workspace, &tarball).map_err(|error| format!("{error:#}"));
        let consumer = self.shared.consumer.get_or_init(install).as_ref().map_err(|error| anyhow!("{error}"))?;
        Ok(consumer.folder.clone())
    }

    /// The page in Rust of the examples, built when it is not yet; its folder.
    fn rust_page(&self) -> Result<PathBuf> {
        let build = || wasm::rust_page(self.workspace).map_err(|error| format!("{error:#}"));
        self.shared.rust_page.get_or_init(build).clone().map_err(|error| anyhow!("{error}"))
    }

    /// Installs what the lock file of a folder names, and the package, as its tests and examples import it.
    fn install(&self, folder: &str) -> Result<()> {
        let tarball = self.tarball()?;
        let mut installed = self.shared.installed.lock().unwrap_or_else(PoisonError::into_inner);
        if !installed.contains(folder) {
            setup::npm_packages(self.workspace, folder)?;
            unpack(&tarball, &self.workspace.at(folder).join("node_modules/reflect-engine"))?;
            installed.insert(folder.to_owned());
        }
        Ok(())
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
    announce_packages(&names)?;
    let (is_whole, shared) = (names.is_empty(), Shared::default());
    let lane = |stages: &[Stage]| {
        let mut tally = Tally::default();
        for stage in stages.iter().filter(|stage| is_whole || names.iter().any(|name| name == stage.0)) {
            tally.add(stage.count(Session { workspace: &workspace, tally: Tally::default(), shared: &shared, files: &files }));
        }
        tally
    };
    let tally = thread::scope(|scope| {
        // While cargo compiles for the first stages the network is idle, and a core now and then. What fails here is tried again by the stage
        // that needs it.
        if is_whole {
            scope.spawn(|| LOCKED.map(|folder| setup::npm_packages(&workspace, folder)));
        }
        let waiting = scope.spawn(|| {
            if is_whole {
                let _ = package::compile_parts(&workspace);
            }
            lane(&WAITING)
        });
        let mut tally = lane(&COMPUTING);
        tally.add(waiting.join().map_err(|_| anyhow!("a thread died"))?);
        anyhow::Ok(tally)
    })?;
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
