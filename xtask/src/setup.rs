//! Installs what the commands need and says so; what is there already is left alone.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::command::{program, read, run};
use crate::workspace::Workspace;

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The oldest Node that the tools run on.
const OLDEST_NODE: u32 = 20;

/// Adds the wasm target to the pinned toolchain when it is missing. `targets` in rust-toolchain.toml is not enough:
/// with `RUSTUP_AUTO_INSTALL=0` rustup ignores it without a word.
pub fn wasm_target() -> Result<()> {
    let sysroot = read(&mut program("rustc", &["--print", "sysroot"]))?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(WASM_TARGET).is_dir() {
        return Ok(());
    }
    println!("installing the Rust target {WASM_TARGET}");
    run(&mut program("rustup", &["target", "add", WASM_TARGET]))
        .with_context(|| format!("install the Rust target {WASM_TARGET} for this toolchain, then try again"))
}

/// Checks that Node and npm are there.
pub fn node() -> Result<()> {
    let version = read(&mut program("node", &["--version"])).context("install Node.js 20 or newer, with npm")?;
    let major = version.trim().trim_start_matches('v').split('.').next().unwrap_or_default().parse::<u32>();
    if !major.as_ref().is_ok_and(|major| *major >= OLDEST_NODE) {
        bail!("Node.js {} is too old: {OLDEST_NODE} or newer is needed", version.trim());
    }
    Ok(())
}

/// Installs the packages that the lock file of `folder` (relative to the root; "" is the root) names, unless the
/// installed ones came from the same lock file. Install scripts are not run.
pub fn npm_packages(workspace: &Workspace, folder: &str) -> Result<()> {
    let place = workspace.at(folder);
    let lock = fs::read_to_string(place.join("package-lock.json"))
        .with_context(|| format!("{} has no package-lock.json", place.display()))?;
    let stamp = place.join("node_modules/.installed-from.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let name = if folder.is_empty() { "the root" } else { folder };
    println!("installing the npm packages of {name} (npm ci)");
    run(program("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&place))?;
    fs::write(stamp, lock)?;
    Ok(())
}
