//! Finds a browser, or installs Debian's.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::setup;

/// The browsers that the package is tested in.
#[derive(Clone, Copy)]
pub enum Browser {
    Chromium,
    Firefox,
}

impl Browser {
    /// As a reader knows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
        }
    }

    /// As `tests/browser/open.mjs` knows it.
    pub fn driver(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        }
    }

    /// The program of an installed browser; on Debian and Ubuntu as root a missing one is installed first.
    pub fn find_or_install(self) -> Result<PathBuf> {
        if let Some(found) = self.find() {
            return Ok(found);
        }
        let package = self.debian_package();
        setup::debian_package(package).with_context(|| format!("{} is missing", self.name()))?;
        self.find().with_context(|| format!("the Debian package {package} brought no {}", self.name()))
    }

    fn debian_package(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox-esr",
        }
    }

    fn find(self) -> Option<PathBuf> {
        let names: &[&str] = match self {
            Self::Chromium => &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
            Self::Firefox => &["firefox-esr", "firefox"],
        };
        let path = std::env::var_os("PATH")?;
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
    }
}
