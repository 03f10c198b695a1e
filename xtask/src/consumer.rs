//! A user's folder: the tarball, installed as a user would, and scripts that import the package by its name.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::command::{program, run};
use crate::workspace::Workspace;

/// A temporary folder outside of the checkout, so that nothing but the package itself can be found. Removed at the end.
pub struct Consumer {
    pub folder: PathBuf,
}

impl Consumer {
    /// Installs the tarball with npm and copies the scripts of `tests/packaging` beside it.
    pub fn install(workspace: &Workspace, tarball: &Path) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("reflect-engine-consumer-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let consumer = Self { folder };
        fs::write(consumer.folder.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n")?;
        println!("npm install {}", tarball.display());
        let mut npm = program("npm", &["install", "--no-audit", "--no-fund", "--loglevel=error"]);
        run(npm.arg(tarball).current_dir(&consumer.folder))?;
        fs::copy(workspace.at("tests/packaging/smoke.mjs"), consumer.folder.join("smoke.mjs"))?;
        fs::copy(workspace.at("tests/js/stores/conformance.mjs"), consumer.folder.join("conformance.mjs"))?;
        for script in fs::read_dir(workspace.at("tests/packaging/consumer"))? {
            let script = script?;
            fs::copy(script.path(), consumer.folder.join(script.file_name()))?;
        }
        Ok(consumer)
    }
}

impl Drop for Consumer {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("cannot remove {}: {error}", self.folder.display());
        }
    }
}

/// Unpacks the tarball as the package `folder`, in place of an older one.
pub fn unpack(tarball: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut tar = program("tar", &["--strip-components=1", "-xzf"]);
    run(tar.arg(tarball).arg("-C").arg(folder))
}
