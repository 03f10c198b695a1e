//! Finds a browser, or installs Debian's.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::setup;

/// A browser that the package is tested in.
pub struct Browser {
    /// As a reader knows it.
    pub name: &'static str,
    debian_package: &'static str,
    programs: &'static [&'static str],
}

pub const CHROMIUM: Browser = Browser {
    name: "Chromium",
    debian_package: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
};

pub const FIREFOX: Browser = Browser { name: "Firefox", debian_package: "firefox-esr", programs: &["firefox-esr", "firefox"] };

impl Browser {
    /// The program of an installed browser; on Debian and Ubuntu as root a missing one is installed first.
    pub fn find_or_install(&self) -> Result<PathBuf> {
        if let Some(found) = self.find() {
            return Ok(found);
        }
        setup::debian_package(self.debian_package).with_context(|| format!("{} is missing", self.name))?;
        self.find().with_context(|| format!("the Debian package {} brought no {}", self.debian_package, self.name))
    }

    fn find(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        self.programs.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
    }
}
