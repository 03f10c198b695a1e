//! Pages in Chromium and Firefox: the smoke script without a bundler, the page of Rust, the page that shows runs, and evaluations in
//! IndexedDB.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Session;
use super::runtimes::{Row, rows};
use crate::command::program;
use crate::setup;

/// Pages, and the script of `tests/browser` that knows what they must show.
pub struct Page<'a> {
    pub folder: &'a Path,
    pub files: &'a [&'a str],
    pub inspector: &'a str,
}

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(session.workspace, "tests")?;
    let consumer = session.consumer()?;
    let package = consumer.join("node_modules/reflect-engine");
    std::os::unix::fs::symlink(session.rust_page()?, consumer.join("rust-page"))?;
    let small = &["page.html", "by-url.html", "rust-page/index.html", "stores.html"];
    let pages = [
        (", view.html", Page { folder: &package, files: &["view.html"], inspector: "view-page.mjs" }),
        (": a page, wasm by URL, rust-page, IndexedDB", Page { folder: &consumer, files: small, inspector: "smoke-page.mjs" }),
        (", IndexedDB, killed", Page { folder: &consumer, files: &["stores.html"], inspector: "stores-killed.mjs" }),
    ];
    let mut all = Vec::new();
    for (of, page) in &pages {
        for browser in [&CHROMIUM, &FIREFOX] {
            all.extend(browser.shows(session, format!("{}{of}", browser.name), page));
        }
    }
    rows(session, all)
}

/// A browser that the package is tested in.
pub struct Browser {
    /// As a reader knows it.
    pub name: &'static str,
    pub debian_package: &'static str,
    programs: &'static [&'static str],
}

pub const CHROMIUM: Browser = Browser {
    name: "Chromium",
    debian_package: "chromium",
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
};

pub const FIREFOX: Browser = Browser { name: "Firefox", debian_package: "firefox-esr", programs: &["firefox-esr", "firefox"] };

impl Browser {
    /// The row of a page, which is served on the loopback address, opened and inspected; `None` where there is no browser, which is counted.
    pub fn shows(&self, session: &mut Session, name: impl Into<String>, page: &Page) -> Option<Row> {
        let name = name.into();
        let executable = match self.find_or_install() {
            Ok(executable) => executable,
            Err(reason) => {
                session.tally.skip_runtime(&name, &format!("{reason:#}"));
                return None;
            }
        };
        let mut command = program(session.workspace.tool_node(), &[]);
        command.arg(session.workspace.at("tests/browser").join(page.inspector)).args(["--browser", &self.name.to_lowercase()]);
        command.arg("--executable").arg(executable).arg("--folder").arg(page.folder);
        command.args(page.files.iter().flat_map(|file| ["--page", file]));
        Some(Row::of(name, command))
    }

    /// Whether it is installed.
    pub fn is_missing(&self) -> bool {
        self.find().is_none()
    }

    /// The program of an installed browser; on Debian and Ubuntu as root a missing one is installed first.
    fn find_or_install(&self) -> Result<PathBuf> {
        if let Some(found) = self.find() {
            return Ok(found);
        }
        setup::debian_package(self.debian_package).with_context(|| format!("{} is missing", self.name))?;
        self.find().with_context(|| format!("the Debian package {} brought no {}", self.debian_package, self.name))
    }

    fn find(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        self.programs
            .iter()
            .find_map(|name| std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()))
    }
}
