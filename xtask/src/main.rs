//! Every developer command: `cargo xtask demo | test | build | site | publish | bench | fuzz | trust | fmt`.

mod command;
mod consumer;
mod examples;
mod fuzz;
mod pack;
mod package;
mod setup;
mod test;
mod wasm;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use workspace::{Workspace, in_ci};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Set up, build, and play a recorded run: a model writes a function, and tests judge it.
    Demo {
        /// Serve the site with its playground on this machine instead, and print its address.
        #[arg(long)]
        browser: bool,
        /// A model of your own in place of the recorded one: passed on to examples-js/code-review.mjs, whose head names them (--gguf FILE, …).
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<OsString>,
    },
    /// Set up and run every test, only the named stages, or of the stage `js` only these files.
    Test {
        #[arg(conflicts_with = "real_model", value_parser = test::stage_or_file, help = test::stages())]
        stages: Vec<String>,
        /// Run the example and twenty small tasks on a real model instead.
        #[arg(long)]
        real_model: bool,
        /// The model for `--real-model`; without it a small one is fetched.
        #[arg(long, value_name = "FILE", requires = "real_model")]
        gguf: Option<PathBuf>,
    },
    /// Build the npm package into pkg/ and its tarball into target/.
    Build {
        /// Make the report of the public declarations, etc/reflect-engine.api.md, the committed one.
        #[arg(long)]
        record_api: bool,
    },
    /// Build the package, and its documentation as a site in target/site/, for any static host and any path.
    Site,
    /// Build, say what `publish.json` and CHANGELOG.md lack, and print what npm would publish. npm publishes, by hand.
    Publish {
        #[arg(long, required = true)]
        dry_run: bool,
    },
    /// Format Rust, TypeScript and JavaScript, and fix what the linters can.
    Fmt,
    /// Fuzz the critique reader, snapshots, or what crosses into the core, and print how many inputs were played.
    Fuzz {
        #[arg(value_enum, default_value = "reader")]
        target: fuzz::Target,
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        minutes: u32,
    },
    /// Print how often the critique reader, and others, accept what must not be accepted.
    Trust,
    /// Measure the package side by side with others, or one part alone.
    Bench {
        /// call, code, guarantee, peers, judges, monitor, regressions, evals, items, second-question or hostile; and options for the program in
        /// tests/bench.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    let workspace = Workspace::open()?;
    match task {
        Task::Demo { browser: true, .. } => examples::playground(&workspace),
        Task::Demo { options, .. } => examples::demo(&workspace, &options),
        Task::Test { real_model: true, gguf, .. } => {
            let options = gguf.map(|file| ["--gguf".into(), file.into()]);
            examples::real_model(&workspace, options.as_slice().as_flattened())
        }
        Task::Test { stages, .. } => test::run(workspace, &stages),
        Task::Build { record_api } => {
            let built = package::build(&workspace)?;
            if record_api {
                test::record_api(&workspace)?;
            }
            if in_ci() && !built.fits {
                bail!("the package is too large");
            }
            Ok(())
        }
        Task::Site => {
            package::build(&workspace)?;
            package::site(&workspace).map(|_| ())
        }
        Task::Publish { .. } => package::publish(&workspace),
        Task::Fmt => test::format_all(&workspace),
        Task::Fuzz { target, minutes } => fuzz::fuzz(&workspace, target, minutes),
        Task::Trust => examples::trust(&workspace),
        Task::Bench { options } => examples::bench(&workspace, &options),
    }
}
