//! Rust to wasm: cargo, then wasm-bindgen, then wasm-opt.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::command::{program, read, run};
use crate::pack;
use crate::workspace::Workspace;

/// Builds the page in Rust of the examples, as `wasm-pack build --dev` would, for the web in `pkg` and for Node in `node`, and gives its folder.
pub fn rust_page(workspace: &Workspace) -> Result<PathBuf> {
    let page = workspace.target.join("rust-page");
    let mut command = program("cargo", &["build", "--package", "rust-page", "--target", "wasm32-unknown-unknown"]);
    // As it is to who takes the crate: the profile of its own workspace does not reach them, and compiles three times as long.
    command.args(["--config", "profile.dev.package.reflect-engine.opt-level=0"]);
    run(command.arg("--target-dir").arg(&workspace.target).current_dir(&workspace.root))?;
    fs::create_dir_all(&page)?;
    for file in ["index.html", "page.js"] {
        fs::copy(workspace.at("examples-js/rust-page").join(file), page.join(file))?;
    }
    let built = workspace.target.join("wasm32-unknown-unknown/debug/rust_page.wasm");
    let glue = |folder: &str, of: &mut Bindgen| {
        of.input_path(&built).typescript(true).generate(page.join(folder)).context("wasm-bindgen failed")
    };
    glue("pkg", Bindgen::new().web(true)?.omit_default_module_path(false))?;
    glue("node", Bindgen::new().nodejs(true)?)?;
    // It is CommonJS, and the package.json above it says that files are ES modules.
    fs::write(page.join("node/package.json"), r#"{ "type": "commonjs" }"#)?;
    Ok(page)
}

/// The parts of the core, by the feature of the crate that makes each, and the name of its files.
pub const PARTS: [(&str, &str); 4] =
    [("engine", "reflect_engine"), ("research", "research"), ("decision", "decision"), ("statistics", "statistics")];

/// Builds `X_bg.js`, `X.d.ts`, `X_bg.wasm` and `X_bg.lzma` of each part into `folder`, and `lzma.wasm`, which decodes the last. What was built
/// from the same sources is taken from `target/parts`. While cargo compiles a part, those before it are finished.
pub fn build(workspace: &Workspace, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let sources = &digest(workspace)?;
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for (feature, name) in PARTS.into_iter().chain([("", "lzma")]) {
            let part = workspace.target.join("parts").join(name);
            let is_made = fs::read_to_string(part.join("sources")).is_ok_and(|made| made == *sources);
            if !is_made {
                let package = if feature.is_empty() { "lzma" } else { "reflect-engine" };
                compile(workspace, package, feature, &part.join("raw.wasm"))?;
            }
            threads.push(scope.spawn(move || -> Result<()> {
                if !is_made {
                    finish(workspace, &part, name)?;
                    fs::write(part.join("sources"), sources)?;
                }
                let ends: &[&str] = if name == "lzma" { &[".wasm"] } else { &["_bg.js", ".d.ts", "_bg.wasm", "_bg.lzma"] };
                for file in ends.iter().map(|end| format!("{name}{end}")) {
                    fs::copy(part.join(&file), folder.join(file))?;
                }
                Ok(())
            }));
        }
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| bail!("a thread died")))
    })
}

/// Of everything that the wasm is made of.
fn digest(workspace: &Workspace) -> Result<String> {
    let ours = ["src", "xtask/lzma", "xtask/src/wasm.rs", "xtask/src/pack.rs"];
    let sources =
        ours.into_iter().chain(["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "node_modules/binaryen/package.json"]);
    let hashed = read(program("node", &[]).arg(workspace.at("xtask/js/digest.mjs")).args(sources).current_dir(&workspace.root))?;
    Ok(hashed.trim().to_owned())
}

/// Runs wasm-bindgen, wasm-opt and LZMA on one part.
fn finish(workspace: &Workspace, part: &Path, name: &str) -> Result<()> {
    let raw = part.join("raw.wasm");
    if name == "lzma" {
        // It has no glue, and no words of who made it.
        return optimise(workspace, &raw, &part.join("lzma.wasm"), &["--strip-producers", "--strip-target-features"]);
    }
    println!("wasm-bindgen: {name}");
    // Glue that instantiates nothing: `src/load` does.
    Bindgen::new()
        .input_path(&raw)
        .bundler(true)?
        .typescript(true)
        .out_name(name)
        .generate(part)
        .context("wasm-bindgen failed")?;
    let wasm = part.join(format!("{name}_bg.wasm"));
    for file in [&wasm, &wasm.with_extension("js")] {
        let mut bytes = fs::read(file)?;
        blank_hashes(&mut bytes);
        fs::write(file, bytes)?;
    }
    optimise(workspace, &wasm, &wasm, &[])?;
    Ok(fs::write(wasm.with_extension("lzma"), pack::lzma(&fs::read(&wasm)?)?)?)
}

/// The names of what a wasm asks of its glue end in hashes, which nothing can pack. Without them each name is still another one: a bundle with
/// two of the same is refused.
fn blank_hashes(bytes: &mut [u8]) {
    const DIGITS: usize = 16;
    for at in 0..bytes.len() {
        if !bytes[at..].starts_with(b"__wbg_") {
            continue;
        }
        let name = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let hash = &mut bytes[(at + name).saturating_sub(DIGITS)..at + name];
        if hash.iter().all(u8::is_ascii_hexdigit) {
            hash.fill(b'0');
        }
    }
}

fn compile(workspace: &Workspace, package: &str, features: &str, wasm: &Path) -> Result<()> {
    println!("cargo rustc --release --target wasm32-unknown-unknown --package {package} --features {features}");
    // The cdylib alone: beside it, cargo would compile what no export reaches.
    let arguments = ["rustc", "--release", "--lib", "--crate-type", "cdylib", "--package", package];
    let mut command = program("cargo", &arguments);
    command.args(["--target", "wasm32-unknown-unknown", "--no-default-features", "--features", features]);
    // A panic ends in a trap in any case. Where it is that alone, what would write its message leaves the wasm, a twentieth of it. The
    // standard library must be compiled with it; this is unstable, and held by rust-toolchain.toml.
    // So is that nothing is put in line before LLVM decides: one KB of 130 less, and a call takes some 5 % more. LLVM then puts in line what is
    // a little longer than a call of it: one and a half KB, and a whole call takes 2 % less.
    command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
    command.env(
        "CARGO_ENCODED_RUSTFLAGS",
        remapped(workspace)
            + "\u{1f}-Zunstable-options\u{1f}-Cpanic=immediate-abort\u{1f}-Zlocation-detail=none\u{1f}-Zinline-mir=no\
                \u{1f}-Cllvm-args=-inline-threshold=12",
    );
    run(command.arg("--target-dir").arg(&workspace.target).current_dir(&workspace.root))?;
    // The next part is compiled to the same file.
    let compiled = workspace.target.join(format!("wasm32-unknown-unknown/release/{}.wasm", package.replace('-', "_")));
    fs::create_dir_all(wasm.parent().context("a file has a folder")?)?;
    fs::copy(compiled, wasm)?;
    Ok(())
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

/// The last passes strip what the first need to know, which features the code has.
fn optimise(workspace: &Workspace, raw: &Path, wasm: &Path, strip: &[&str]) -> Result<()> {
    println!("wasm-opt -Oz {}", wasm.display());
    // Jumps are built anew, out of blocks, and constants go into addresses: nothing is at the first 1,024 of them. One percent in all. Then
    // what can be where in memory is reckoned: three to six in a thousand. What is called in one place stays a function of its own where it
    // is long, as the code is packed: five in a thousand.
    // The shortest functions are put in line; with that, and as the first pass is for speed, a call of the core takes 1.5 % less.
    let passes = ["--low-memory-unused", "--flatten", "--rereloop", "-O2", "--gufa", "-Oz"];
    let inline = ["--one-caller-inline-max-function-size=100", "--always-inline-max-function-size=6"];
    let mut command = program("node", &[]);
    command.arg(workspace.at("node_modules/binaryen/bin/wasm-opt")).args(passes).args(strip).args(inline);
    run(command.arg(raw).arg("-o").arg(wasm))?;
    Ok(())
}
