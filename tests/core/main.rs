//! Tests of the core through its public face.

mod again;
mod agentlib;
mod answers;
mod autopilot;
mod autopilot_worlds;
mod budget;
mod carried;
mod checking;
mod classic;
mod completions;
mod critique;
mod cut_off;
mod decision;
mod evaluator;
mod fuzz;
mod guarantee;
mod jury;
mod learning;
mod looks;
mod marks;
mod memory;
mod monitor;
mod people;
mod probability;
mod properties;
mod quality_worlds;
mod records;
mod reflection;
mod reflector;
mod reflector_conflicts;
mod reflector_growth;
mod requirements;
mod research;
mod research_copied;
mod research_worlds;
mod script;
mod settings;
mod states;
mod stopped;
mod strategy;
mod tidy;
mod together;
mod tracker;
mod world;

use std::path::Path;

/// A file of the shared cases, or `None` where they are not at hand. With `CI=true` a missing file fails.
pub fn shared_file(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(_) if std::env::var("CI").as_deref() == Ok("true") => panic!("no shared cases: {}", path.display()),
        Err(_) => {
            println!("skipped: no shared cases");
            None
        }
    }
}
