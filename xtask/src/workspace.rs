//! Where things lie.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders that the commands read and write.
#[derive(Clone)]
pub struct Workspace {
    /// The root of the checkout.
    pub root: PathBuf,
    /// Cargo's target folder: `CARGO_TARGET_DIR`, else `target/`.
    pub target: PathBuf,
}

impl Workspace {
    /// The checkout that cargo runs this in: a `target/` that was copied from another one holds a binary of that.
    pub fn open() -> Result<Self> {
        let xtask = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let root = Path::new(&xtask).parent().context("xtask has no parent folder")?.to_path_buf();
        let target = root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
        fs::create_dir_all(&target)?;
        Ok(Self { root, target })
    }

    /// A file or folder of the checkout.
    pub fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Held while something of this name is written, by one thread of one process at a time.
    pub fn lock(&self, name: &str) -> Result<File> {
        let folder = self.target.join("locks");
        fs::create_dir_all(&folder)?;
        let lock = File::create(folder.join(name.replace('/', "-")))?;
        lock.lock()?;
        Ok(lock)
    }

    /// The Node that runs tools newer than the oldest Node that we support: the pinned 24 where there is one.
    pub fn tool_node(&self) -> PathBuf {
        let pinned = self.at("tests/node_modules/node-24/bin/node");
        if pinned.exists() { pinned } else { PathBuf::from("node") }
    }
}

/// Whether a machine is watching: then nothing may be skipped or only warned about.
pub fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true" || value == "1")
}
