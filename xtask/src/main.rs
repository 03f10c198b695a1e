//! Every developer command: `cargo xtask demo | test | build | bench`.

mod command;
mod package;
mod setup;
mod size;
mod wasm;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use package::Build;
use workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the npm package into pkg/ and its tarball into target/.
    Build {
        /// Let a test make the core panic on purpose; the package goes to target/panic-switch/.
        #[arg(long)]
        panic_switch: bool,
        /// Write the size of the wasm down as the new figure to hold.
        #[arg(long, conflicts_with = "panic_switch")]
        record_size: bool,
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
        Task::Build { panic_switch, record_size } => {
            Build { panic_switch, record_size }.run(&workspace)?;
        }
    }
    Ok(())
}
