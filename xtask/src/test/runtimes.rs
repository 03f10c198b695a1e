//! The smoke script in every runtime that is not a browser, from the packed tarball; the crate without the package. And the rows of the table
//! of runtimes.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Result;

use super::Session;
use crate::command::{Finished, collect, program};
use crate::setup;

/// The runtimes, each with its program in an npm package of tests/package.json.
const RUNTIMES: [(&str, &str); 6] = [
    ("Node 20", "node-20/bin/node"),
    ("Node 22", "node-22/bin/node"),
    ("Node 24", "node-24/bin/node"),
    ("Node 26", "node-26/bin/node"),
    ("Bun", "@oven/bun-linux-x64/bin/bun"),
    ("Deno", "@deno/linux-x64-glibc/deno"),
];

/// What each of them runs; the command line is for Node.
const SCRIPTS: [(&str, &str); 4] = [("ESM", "esm.mjs"), ("CJS", "cjs.cjs"), ("server", "server.mjs"), (COMMANDS, "commands.mjs")];
const COMMANDS: &str = "command line";

/// What Deno is told before the name of a script.
const DENO: [&str; 5] = ["run", "--no-remote", "--no-prompt", "--node-modules-dir=manual", "--allow-read=."];

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(session.workspace, "tests")?;
    let consumer = session.consumer()?;
    let mut all = Vec::new();
    for (runtime, binary) in RUNTIMES {
        let binary = session.workspace.at("tests/node_modules").join(binary);
        for (what, script) in SCRIPTS {
            if what == COMMANDS && !runtime.starts_with("Node") {
                continue;
            }
            let name = format!("{runtime}, {what}");
            if !binary.exists() {
                session.tally.skip_runtime(&name, "its npm package has no build for this platform");
                continue;
            }
            let mut command = program(&binary, if runtime == "Deno" { &DENO } else { &[] });
            if name == "Deno, server" {
                command.arg("--allow-net=127.0.0.1");
            }
            command.arg(script).current_dir(&consumer);
            all.push(Row::of(name, command));
        }
    }
    for (name, script) in [("ESM and CJS in one process", "both.mjs"), ("reflect-engine/slim", "slim.mjs")] {
        let mut command = program("node", &[script]);
        command.current_dir(&consumer);
        all.push(Row::of(name, command));
    }
    for (name, script) in
        [("bare node:vm context", "bare-vm.mjs"), ("edge-runtime", "edge-runtime.mjs"), ("workerd (miniflare)", "workerd.mjs")]
    {
        let node = if script == "workerd.mjs" { session.workspace.tool_node() } else { "node".into() };
        let mut command = program(node, &[]);
        command.arg(session.workspace.at("tests/packaging").join(script)).arg(&consumer);
        all.push(Row::of(name, command));
    }
    let page = session.rust_page()?;
    let tsc = ["node_modules/typescript/bin/tsc", "--project", "tests/types/crate"];
    let mut types = program("node", &tsc);
    types.current_dir(&session.workspace.root);
    let mut crate_alone = program("node", &[]);
    crate_alone.arg(session.workspace.at("tests/packaging/crate.mjs")).arg(page);
    all.push(Row { name: "the crate, feature `run`, in Node".to_owned(), programs: vec![types, crate_alone] });
    rows(session, all)
}

/// A row of the table: programs that run one after the other. The last line of the last says `ok` and the version that it saw.
pub struct Row {
    pub name: String,
    pub programs: Vec<Command>,
}

impl Row {
    pub fn of(name: impl Into<String>, program: Command) -> Self {
        Self { name: name.into(), programs: vec![program] }
    }

    fn run(&mut self) -> Result<Finished> {
        let mut done = Finished { success: false, text: String::new() };
        for program in &mut self.programs {
            done = collect(program)?;
            if !done.success {
                break;
            }
        }
        Ok(done)
    }
}

/// Runs rows, as many at once as there are cores, and counts them in their order.
pub fn rows(session: &mut Session, rows: Vec<Row>) -> Result<()> {
    let queue = Mutex::new(rows.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let done = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some((at, mut row)) = next() {
            let finished = row.run();
            println!("{}\n{}", row.name, finished.as_ref().map_or("", |finished| finished.text.trim_end()));
            done.lock().unwrap_or_else(PoisonError::into_inner).insert(at, (row.name, finished));
        }
    };
    thread::scope(|scope| (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| drop(scope.spawn(work))));
    for (name, finished) in done.into_inner().unwrap_or_else(PoisonError::into_inner).into_values() {
        let Finished { success, text } = finished?;
        let version = text.lines().last().and_then(|line| line.strip_prefix("ok ")).filter(|_| success);
        session.tally.runtime(&name, version.ok_or(text.trim_end()));
    }
    Ok(())
}
