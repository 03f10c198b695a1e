//! `cargo xtask build`: from Rust and TypeScript to the package folder and its tarball.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::command::{program, read, run, show, watch};
use crate::consumer::unpack;
use crate::workspace::Workspace;
use crate::{setup, wasm};

/// A finished build.
#[derive(Clone)]
pub struct Built {
    pub tarball: PathBuf,
    /// Whether no file is larger than it may be.
    pub fits: bool,
}

/// Builds the package folder and its tarball.
pub fn build(workspace: &Workspace) -> Result<Built> {
    let _lock = prepare(workspace)?;
    let (generated, package) = (workspace.at("pkg-template/src/generated"), workspace.at("pkg"));
    wasm::build(workspace, &generated)?;
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    copy_files(workspace, &generated, &package)?;
    bundle(workspace, &generated, &package)?;
    declarations(workspace, &generated, &package)?;
    let tarball = pack(&package, &workspace.target)?;
    let mut sizes = program("node", &["node_modules/size-limit/bin.js"]);
    Ok(Built { tarball, fits: watch(sizes.current_dir(&workspace.root))?.success })
}

/// Compiles the parts of the core, which the build then finds made.
pub fn compile_parts(workspace: &Workspace) -> Result<()> {
    let _lock = prepare(workspace)?;
    wasm::build(workspace, &workspace.target.join("parts/made"))
}

/// What a build needs is installed; the lock that it holds, since two at once would write the same folders.
fn prepare(workspace: &Workspace) -> Result<File> {
    setup::node()?;
    setup::wasm_toolchain(workspace)?;
    setup::npm_packages(workspace, "")?;
    workspace.lock("build")
}

/// The files that go into the package as they are.
fn copy_files(workspace: &Workspace, generated: &Path, package: &Path) -> Result<()> {
    fs::create_dir_all(package)?;
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        let from = workspace.at(name);
        fs::copy(&from, package.join(name)).with_context(|| format!("the package needs {}", from.display()))?;
    }
    for (_, name) in wasm::PARTS {
        let wasm = format!("{name}_bg.wasm");
        fs::copy(generated.join(&wasm), package.join(&wasm))?;
    }
    Ok(())
}

/// The types, in `dist/cjs`, and where `dist` has the same.
fn declarations(workspace: &Workspace, generated: &Path, package: &Path) -> Result<()> {
    println!("tsc (declarations)");
    let dist = package.join("dist");
    let mut tsc = program("node", &[]);
    tsc.arg(workspace.at("node_modules/typescript/bin/tsc")).arg("--project").arg(workspace.at("pkg-template"));
    // What the adapters are typed against is installed for the tests only; the stage `types` checks the sources.
    run(tsc.arg("--noCheck").arg("--outDir").arg(&dist))?;
    fs::create_dir_all(dist.join("generated"))?;
    for (_, name) in wasm::PARTS {
        let types = format!("{name}.d.ts");
        fs::copy(generated.join(&types), dist.join("generated").join(&types))?;
    }
    run(program("node", &[]).arg(workspace.at("xtask/js/declarations.mjs")).arg(package))
}

fn bundle(workspace: &Workspace, generated: &Path, package: &Path) -> Result<()> {
    println!("esbuild");
    let mut command = program("node", &[]);
    command.arg(workspace.at("xtask/js/bundle.mjs")).arg("--generated").arg(generated);
    run(command.arg("--out").arg(package).args(["--version", &version(workspace)?]))
}

/// Writes the site of the built package; its folder.
pub fn site(workspace: &Workspace) -> Result<PathBuf> {
    setup::npm_packages(workspace, "site")?;
    // The pages of examples show what these print.
    setup::npm_packages(workspace, "examples-js")?;
    unpack(&tarball(workspace)?, &workspace.at("examples-js/node_modules/reflect-engine"))?;
    let out = workspace.target.join("site");
    let mut build = program("node", &[]);
    build.arg(workspace.at("site/build.mjs")).arg("--package").arg(workspace.at("pkg"));
    show(build.arg("--out").arg(&out))?;
    Ok(out)
}

/// Shows what npm would publish; an error that names what only whoever publishes can give, and did not.
pub fn publish(workspace: &Workspace) -> Result<()> {
    let built = build(workspace)?;
    show(program("npm", &["publish", "--dry-run", "--offline"]).arg(&built.tarball))?;
    let publisher: BTreeMap<String, String> = serde_json::from_str(&fs::read_to_string(workspace.at("publish.json"))?)?;
    let mut missing: Vec<_> =
        publisher.iter().filter(|(_, text)| text.is_empty()).map(|(key, _)| format!("`{key}` of publish.json")).collect();
    let version = version(workspace)?;
    if !fs::read_to_string(workspace.at("CHANGELOG.md"))?.contains(&format!("## [{version}]")) {
        missing.push(format!("`## [{version}]` in CHANGELOG.md"));
    }
    if !built.fits {
        missing.push("room: it is too large".to_owned());
    }
    if !missing.is_empty() {
        bail!("not ready to be published; missing: {}", missing.join(", "));
    }
    println!("ready: npm publish {}", built.tarball.display());
    Ok(())
}

/// The version of the crate, which is that of the package.
fn version(workspace: &Workspace) -> Result<String> {
    let manifest = fs::read_to_string(workspace.at("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    Ok(version.context("Cargo.toml names no version")?.to_owned())
}

fn pack(package: &Path, folder: &Path) -> Result<PathBuf> {
    let mut command = program("npm", &["pack", "--json", "--loglevel=error", "--pack-destination"]);
    let report = read(command.arg(folder).current_dir(package))?;
    // npm reports a list; newer versions an object by package name.
    let report: serde_json::Value = serde_json::from_str(&report)?;
    let entry = report.get(0).or_else(|| report.as_object()?.values().next());
    let filename = entry.and_then(|entry| entry.get("filename")?.as_str());
    let tarball = folder.join(filename.with_context(|| format!("npm pack said something new: {report}"))?);
    println!("packed {}", tarball.display());
    Ok(tarball)
}

/// Where the tarball of the last build is.
pub fn tarball(workspace: &Workspace) -> Result<PathBuf> {
    Ok(workspace.target.join(format!("reflect-engine-{}.tgz", version(workspace)?)))
}
