//! `cargo xtask bench`: the programs of `tests/bench`.

use std::ffi::OsString;

use anyhow::{Result, bail};

use crate::command::{program, show};
use crate::examples::{node, prepare};
use crate::setup;
use crate::workspace::Workspace;

/// The part that the first option names, with the rest of the options; without one the rows of DESIGN §7.
pub fn run(workspace: &Workspace, options: &[OsString]) -> Result<()> {
    let part = options.first().and_then(|first| first.to_str()).filter(|first| !first.starts_with('-'));
    let options = if part.is_some() { options.get(1..).unwrap_or_default() } else { options };
    match part {
        None => {
            prepare(workspace, &["tests"], &["tests"])?;
            node(workspace, "tests/bench/run.mjs", options)
        }
        // Harnesses of the core, which need no package.
        Some(part @ ("monitor" | "regressions" | "worlds")) => {
            let cargo = ["bench", "--quiet", "--package", "reflect-engine", "--bench", part, "--"];
            show(program("cargo", &cargo).args(options).current_dir(&workspace.root))
        }
        // Need none of what the other figures are measured against.
        Some(part @ ("hostile" | "items" | "second-question")) => {
            prepare(workspace, &[], &["tests"])?;
            node(workspace, &format!("tests/bench/{part}.mjs"), options)
        }
        Some("evals") => {
            setup::postgres()?;
            prepare(workspace, &["tests"], &["tests"])?;
            // SQLite is in newer ones alone.
            show(program(workspace.tool_node(), &[]).arg(workspace.at("tests/bench/evals.mjs")).args(options))
        }
        Some(unknown) => bail!("nothing to measure is called `{unknown}`: `cargo xtask bench --help` names what there is"),
    }
}
