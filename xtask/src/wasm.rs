//! Rust to wasm: cargo, then wasm-bindgen, then wasm-opt.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::command::{program, read, run};
use crate::pack;
use crate::workspace::Workspace;

/// Builds the page in Rust of the examples, as wasm-pack would, and gives its folder.
pub fn rust_page(workspace: &Workspace) -> Result<PathBuf> {
    let page = workspace.target.join("rust-page");
    let mut command = program("cargo", &["build", "--release", "--package", "rust-page", "--target", "wasm32-unknown-unknown"]);
    run(command.arg("--target-dir").arg(&workspace.target).current_dir(&workspace.root))?;
    fs::create_dir_all(&page)?;
    for file in ["index.html", "page.js"] {
        fs::copy(workspace.at("examples-js/rust-page").join(file), page.join(file))?;
    }
    let built = workspace.target.join("wasm32-unknown-unknown/release/rust_page.wasm");
    Bindgen::new()
        .input_path(built)
        .web(true)?
        .omit_default_module_path(false)
        .generate(page.join("pkg"))
        .context("wasm-bindgen failed")?;
    Ok(page)
}

/// The version of wasm-bindgen-cli-support in xtask/Cargo.toml.
const CLI_SUPPORT: &str = "0.2.130";

/// What Rust 1.95 uses for wasm32-unknown-unknown; wasm-opt refuses code with features that it was not told of.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The parts of the core, by the feature of the crate that makes each, and the name of its files.
pub const PARTS: [(&str, &str); 4] =
    [("engine", "reflect_engine"), ("research", "research"), ("decision", "decision"), ("statistics", "statistics")];

/// The data types that users hand in, of those that tsify declares.
const INPUTS: [&str; 12] = [
    "AdvancedSettings",
    "BudgetSettings",
    "CritiqueSettings",
    "FieldTolerance",
    "HistorySettings",
    "JurySettings",
    "Message",
    "ReadOptions",
    "ReflectSettings",
    "ToolCall",
    "Usage",
    "VerifierVerdict",
];

/// Those of them that are given to users, too: what is given is a list that they may change.
const ALSO_RESULTS: [&str; 2] = ["Message", "VerifierVerdict"];

/// Builds `X.js`, `X.d.ts`, `X_bg.wasm` and `X_bg.lzma` of each part into `folder`, and `lzma.wasm`, which decodes the last. What was built
/// from the same sources is taken from `target/parts`.
pub fn build(workspace: &Workspace, folder: &Path, panic_switch: bool) -> Result<()> {
    check_versions(workspace)?;
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let sources = digest(workspace)?;
    for (feature, name) in PARTS {
        let has_runs = ["engine", "research", "decision"].contains(&feature);
        let features = if panic_switch && has_runs { format!("{feature},panic-switch") } else { feature.to_owned() };
        let files = [".js", ".d.ts", "_bg.wasm", "_bg.lzma"].map(|end| format!("{name}{end}"));
        cached(workspace, &sources, &features, folder, &files, |part| make(workspace, &features, name, part))?;
    }
    let decoder = |part: &Path| make_decoder(workspace, &part.join("lzma.wasm"));
    cached(workspace, &sources, "lzma", folder, &["lzma.wasm".to_owned()], decoder)
}

/// Copies files of `target/parts/NAME`, which is made anew where its sources have changed.
fn cached(
    workspace: &Workspace,
    sources: &str,
    name: &str,
    folder: &Path,
    files: &[String],
    make: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    let part = workspace.target.join("parts").join(name);
    let stamp = part.join("sources");
    if fs::read_to_string(&stamp).ok().as_deref() != Some(sources) {
        if part.exists() {
            fs::remove_dir_all(&part)?;
        }
        fs::create_dir_all(&part)?;
        make(&part)?;
        fs::write(&stamp, sources)?;
    }
    for file in files {
        fs::copy(part.join(file), folder.join(file))?;
    }
    Ok(())
}

/// Of everything that the wasm is made of.
fn digest(workspace: &Workspace) -> Result<String> {
    let ours = ["src", "xtask/lzma", "xtask/src/wasm.rs", "xtask/src/pack.rs"];
    let sources =
        ours.into_iter().chain(["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "node_modules/binaryen/package.json"]);
    let hashed = read(program("node", &[]).arg(workspace.at("xtask/js/digest.mjs")).args(sources).current_dir(&workspace.root))?;
    Ok(hashed.trim().to_owned())
}

fn make(workspace: &Workspace, features: &str, name: &str, folder: &Path) -> Result<()> {
    let raw = compile(workspace, "reflect-engine", features)?;
    println!("wasm-bindgen");
    Bindgen::new()
        .input_path(&raw)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .out_name(name)
        .generate(folder)
        .context("wasm-bindgen failed")?;
    let wasm = folder.join(format!("{name}_bg.wasm"));
    optimise(workspace, &wasm, &[])?;
    fs::write(wasm.with_extension("lzma"), pack::lzma(&fs::read(&wasm)?)?)?;
    drop_async_init(&folder.join(format!("{name}.js")))?;
    let declarations = folder.join(format!("{name}.d.ts"));
    hide_raw_exports(&declarations)?;
    loosen_inputs(&declarations)
}

/// What decodes LZMA. It has no glue, and no words of who made it.
fn make_decoder(workspace: &Workspace, wasm: &Path) -> Result<()> {
    fs::copy(compile(workspace, "lzma", "")?, wasm)?;
    optimise(workspace, wasm, &["--strip-producers", "--strip-target-features"])
}

/// wasm-bindgen's macro and its command line speak an unstable format and must be of one version.
fn check_versions(workspace: &Workspace) -> Result<()> {
    let lock = fs::read_to_string(workspace.at("Cargo.lock"))?;
    for name in ["wasm-bindgen", "wasm-bindgen-cli-support"] {
        let entry = format!("name = \"{name}\"\nversion = \"{CLI_SUPPORT}\"\n");
        if !lock.contains(&entry) {
            bail!("Cargo.lock has another {name} than {CLI_SUPPORT}: set both in xtask/Cargo.toml and xtask/src/wasm.rs");
        }
    }
    Ok(())
}

fn compile(workspace: &Workspace, package: &str, features: &str) -> Result<PathBuf> {
    println!("cargo rustc --release --target wasm32-unknown-unknown --package {package} --features {features}");
    // The cdylib alone: beside it, cargo would compile what no export reaches.
    let arguments = ["rustc", "--release", "--lib", "--crate-type", "cdylib", "--package", package];
    let mut command = program("cargo", &arguments);
    command.args(["--target", "wasm32-unknown-unknown", "--no-default-features", "--features", features]);
    // A panic ends in a trap in any case. Where it is that alone, what would write its message leaves the wasm, a twentieth of it. The
    // standard library must be compiled with it, of it the allocator for speed; this is unstable, and held by rust-toolchain.toml.
    // So is that nothing is put in line before LLVM decides: one KB of 130 less, and a call takes some 5 % more.
    command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
    command.args(["--config", "profile.release.package.dlmalloc.opt-level=3"]);
    command.env(
        "CARGO_ENCODED_RUSTFLAGS",
        remapped(workspace)
            + "\u{1f}-Zunstable-options\u{1f}-Cpanic=immediate-abort\u{1f}-Zlocation-detail=none\u{1f}-Zinline-mir=no",
    );
    run(command.arg("--target-dir").arg(&workspace.target).current_dir(&workspace.root))?;
    Ok(workspace.target.join(format!("wasm32-unknown-unknown/release/{}.wasm", package.replace('-', "_"))))
}

/// Panic messages hold the paths of sources: those of this machine are no business of users.
fn remapped(workspace: &Workspace) -> String {
    let home = |name: &str, folder: &str| {
        std::env::var(name).or_else(|_| std::env::var("HOME").map(|home| format!("{home}/{folder}"))).unwrap_or_default()
    };
    let registry = PathBuf::from(home("CARGO_HOME", ".cargo")).join("registry/src");
    // After a trap the stack is put back where it was.
    let mut flags = vec!["-Clink-arg=--export=__stack_pointer".to_owned()];
    // Each registry's sources are in a folder of its own name.
    for folder in fs::read_dir(&registry).into_iter().flatten().flatten() {
        flags.push(format!("--remap-path-prefix={}=crates", folder.path().display()));
    }
    flags.push(format!("--remap-path-prefix={}=reflect-engine", workspace.root.display()));
    flags.push(format!("--remap-path-prefix={}=rustup", home("RUSTUP_HOME", ".rustup")));
    flags.join("\u{1f}")
}

fn optimise(workspace: &Workspace, wasm: &Path, more: &[&str]) -> Result<()> {
    println!("wasm-opt -Oz");
    // Jumps are built anew, out of blocks, and constants go into addresses: nothing is at the first 1,024 of them. One percent in all. What
    // can be where in memory is reckoned when that is done: two in a thousand.
    for passes in [["--flatten", "--rereloop", "-Oz", "-Oz", "--converge"].as_slice(), &["--gufa", "-Oz"]] {
        let mut command = program("node", &[]);
        command.arg(workspace.at("node_modules/binaryen/bin/wasm-opt")).args(FEATURES);
        command.arg("--low-memory-unused").args(passes).args(more);
        run(command.arg(wasm).arg("-o").arg(wasm))?;
    }
    Ok(())
}

/// Only `initSync` instantiates: what is not exported, no bundle holds.
fn drop_async_init(glue: &Path) -> Result<()> {
    let text = fs::read_to_string(glue)?;
    let both = "export { initSync, __wbg_init as default };";
    if !text.contains(both) {
        bail!("the glue of wasm-bindgen has a new shape: not `{both}`");
    }
    Ok(fs::write(glue, text.replace(both, "export { initSync };"))?)
}

/// The raw wasm exports at the end of the declarations are not part of our types: only `src/load` instantiates, and all
/// that it needs is `initSync`.
fn hide_raw_exports(declarations: &Path) -> Result<()> {
    let text = fs::read_to_string(declarations)?;
    let (ours, _) = text
        .split_once("export type InitInput")
        .context("the declarations of wasm-bindgen have a new shape: no InitInput in them")?;
    let init_sync = "/** Instantiates the core; for `src/load` only. */\n\
                     export function initSync(source: { module: object }): unknown;\n";
    Ok(fs::write(declarations, format!("{ours}{init_sync}"))?)
}

/// An optional field of an input takes `undefined`, too: under `exactOptionalPropertyTypes` users could not write
/// `{ inputTokens: usage?.prompt_tokens }` otherwise. And a list takes a read-only one: settings are written `as const`.
fn loosen_inputs(declarations: &Path) -> Result<()> {
    let text = fs::read_to_string(declarations)?;
    let mut found = Vec::new();
    let (mut inside, mut lists) = (false, false);
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("export interface ").and_then(|rest| rest.strip_suffix(" {")) {
            inside = INPUTS.contains(&name);
            lists = inside && !ALSO_RESULTS.contains(&name);
            found.extend(inside.then_some(name));
        }
        inside = inside && line != "}";
        let optional = line.strip_suffix(';').filter(|_| inside).and_then(|field| field.split_once("?: "));
        lines.push(optional.map_or_else(
            || line.to_owned(),
            |(name, kind)| {
                let only = if lists && kind.ends_with("[]") { "readonly " } else { "" };
                format!("{name}?: {only}{kind} | undefined;")
            },
        ));
    }
    if let Some(missing) = INPUTS.iter().find(|name| !found.contains(name)) {
        bail!("no interface {missing} is declared: INPUTS in xtask/src/wasm.rs names it");
    }
    Ok(fs::write(declarations, lines.join("\n") + "\n")?)
}
