//! Every developer command: `cargo xtask demo | test | build | bench | fuzz | trust | fmt`.

mod api;
mod browser;
mod command;
mod consumer;
mod examples;
mod format;
mod fuzz;
mod package;
mod regressions;
mod setup;
mod size;
mod test;
mod wasm;
mod workspace;
mod worlds;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use package::Build;
use workspace::{Workspace, in_ci};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Set up, build and watch a producer and a critic write a function.
    Demo {
        /// Use this local model, in process.
        #[arg(long, value_name = "FILE")]
        gguf: Option<PathBuf>,
        /// Write the conversation down, to be played where there is no model.
        #[arg(long)]
        record: bool,
        /// The model's temperature.
        #[arg(long, value_name = "N")]
        temperature: Option<String>,
        /// The model's seed.
        #[arg(long, value_name = "N")]
        seed: Option<String>,
    },
    /// Set up and run every test, or only the named stages.
    Test {
        /// fmt, clippy, rust, build, types, biome, publint, attw, api, js, replays, runtimes, browsers, bundlers.
        #[arg(conflicts_with = "real_model")]
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
        /// Let a test make the core panic on purpose; the package goes to target/panic-switch/.
        #[arg(long)]
        panic_switch: bool,
        /// Make the public declarations the new golden file.
        #[arg(long, conflicts_with = "panic_switch")]
        record_api: bool,
    },
    /// Format Rust, TypeScript and JavaScript, and mend what the linters can.
    Fmt,
    /// Fuzz the critique reader, and print the executions.
    Fuzz {
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        minutes: u32,
    },
    /// Print how often the critique reader, and others, accept what must not be accepted.
    Trust,
    /// Measure the package side by side with others, or one part alone.
    #[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
    Bench {
        #[command(subcommand)]
        what: Option<Measured>,
        /// Passed on to tests/bench/run.mjs.
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
}

#[derive(Subcommand)]
enum Measured {
    /// How many small tasks a real local model gets right with each strategy.
    Items {
        /// The model; without it a small one is fetched.
        #[arg(long, value_name = "FILE")]
        gguf: Option<PathBuf>,
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        items: u32,
        /// Passed on to tests/bench/items.mjs.
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
    /// Whether a real local model, asked a second time, gives the verdict that its own words beside the first one call for.
    SecondQuestion {
        /// The model; without it a small one is fetched.
        #[arg(long, value_name = "FILE")]
        gguf: Option<PathBuf>,
        /// Passed on to tests/bench/second-question.mjs.
        #[arg(last = true)]
        arguments: Vec<OsString>,
    },
    /// What each strategy gains in seeded worlds: tables, targets and a plot in target/. `--help` tells the options.
    #[command(disable_help_flag = true)]
    Worlds {
        /// Make the plot the one that the README shows.
        #[arg(long)]
        record: bool,
        /// Passed on to tests/bench/worlds.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// What a fact costs the reflector, among 1,000, 10,000 and 100,000.
    Facts,
    /// How often the monitor's alerts are open on healthy and on sick loops, in both modes.
    Monitor,
    /// How often a loop finds the sources that matter, in seeded worlds: the separated roles, the mixed critic, ablations.
    Research,
    /// Evaluations: durable rows a second of each store, `record()` for its caller, the trend and memory over a million rows.
    Evals {
        /// Passed on to tests/bench/evals.mjs.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// False alarms and delays of the rules for regressions, on seeded streams.
    Regressions {
        /// How many streams a cell has.
        #[arg(trailing_var_arg = true)]
        arguments: Vec<OsString>,
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
        Task::Demo { gguf, record, temperature, seed } => {
            let mut arguments = model(gguf)?;
            if record {
                arguments.push("--record".into());
            }
            for (flag, value) in [("--temperature", temperature), ("--seed", seed)] {
                arguments.extend(value.into_iter().flat_map(|value| [flag.into(), value.into()]));
            }
            examples::demo(&workspace, &arguments)
        }
        Task::Test { real_model: true, gguf, .. } => examples::real_model(&workspace, &model(gguf)?),
        Task::Test { stages, .. } => test::run(workspace, &stages),
        Task::Build { panic_switch, record_api } => {
            let built = Build { panic_switch }.run(&workspace)?;
            if record_api {
                api::record(&workspace)?;
            }
            for above in &built.above {
                println!("too large: {above}");
            }
            if in_ci() && !built.above.is_empty() {
                bail!("the package is too large");
            }
            Ok(())
        }
        Task::Fmt => format::all(&workspace),
        Task::Fuzz { minutes } => fuzz::reader(&workspace, minutes),
        Task::Trust => examples::trust(&workspace),
        Task::Bench { what: Some(Measured::Worlds { record, arguments }), .. } => worlds::bench(&workspace, record, &arguments),
        Task::Bench { what: Some(Measured::Facts), .. } => examples::native(&workspace, "facts"),
        Task::Bench { what: Some(Measured::Monitor), .. } => examples::native(&workspace, "monitor"),
        Task::Bench { what: Some(Measured::Research), .. } => examples::native(&workspace, "research"),
        Task::Bench { what: Some(Measured::Evals { arguments }), .. } => examples::evals(&workspace, &arguments),
        Task::Bench { what: Some(Measured::Regressions { arguments }), .. } => regressions::bench(&workspace, &arguments),
        Task::Bench { what: None, arguments } => examples::bench(&workspace, &arguments),
        Task::Bench { what: Some(Measured::Items { gguf, items, arguments: more }), .. } => {
            let mut arguments = model(gguf)?;
            arguments.extend(["--items".into(), items.to_string().into()]);
            arguments.extend(more);
            examples::local_bench(&workspace, "items.mjs", &arguments)
        }
        Task::Bench { what: Some(Measured::SecondQuestion { gguf, arguments: more }), .. } => {
            let mut arguments = model(gguf)?;
            arguments.extend(more);
            examples::local_bench(&workspace, "second-question.mjs", &arguments)
        }
    }
}

/// `--gguf FILE` for a script, which runs in another folder.
fn model(gguf: Option<PathBuf>) -> Result<Vec<OsString>> {
    Ok(match gguf {
        Some(file) => vec!["--gguf".into(), std::path::absolute(file)?.into()],
        None => Vec::new(),
    })
}
