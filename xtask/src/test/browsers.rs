//! Pages in Chromium and Firefox: the smoke script without a bundler, the page of Rust, the page that shows runs, and evaluations in
//! IndexedDB.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, bail};

use super::Session;
use super::runtimes::{record, row};
use crate::command::{collect, program};
use crate::{setup, wasm};

/// A page, and the script of `tests/browser` that knows what it must show.
pub struct Page<'a> {
    pub folder: &'a Path,
    pub file: &'a str,
    pub inspector: &'a str,
}

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    let package = consumer.join("node_modules/reflect-engine");
    let rust = wasm::rust_page(&session.workspace)?;
    let pages = [
        ("", Page { folder: &consumer, file: "page.html", inspector: "smoke-page.mjs" }),
        (", examples-js/rust-page", Page { folder: &rust, file: "index.html", inspector: "rust-page.mjs" }),
        (", view.html", Page { folder: &package, file: "view.html", inspector: "view-page.mjs" }),
        (", IndexedDB", Page { folder: &consumer, file: "stores.html", inspector: "stores-page.mjs" }),
        (", IndexedDB, killed", Page { folder: &consumer, file: "stores.html", inspector: "stores-killed.mjs" }),
    ];
    let mut lists = Vec::new();
    for browser in [&CHROMIUM, &FIREFOX] {
        let mut rows = Vec::new();
        for (of, page) in &pages {
            rows.extend(row_of(session, browser, format!("{}{of}", browser.name), page));
        }
        lists.push(rows);
    }
    // The browsers at once, each from page to page.
    let all = |list: Vec<(String, Command)>| list.into_iter().map(|(name, mut page)| Ok((name, collect(&mut page)?))).collect();
    let done = thread::scope(|scope| {
        let threads: Vec<_> = lists.into_iter().map(|list| scope.spawn(|| all(list))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread died")))
            .collect::<Result<Vec<Vec<_>>>>()
    })?;
    for (name, done) in done.into_iter().flatten() {
        println!("{name}\n{}", done.text.trim_end());
        record(session, &name, &done);
    }
    Ok(())
}

/// Serves the page on the loopback address, opens it and inspects what it shows.
pub fn open(session: &mut Session, browser: &Browser, name: &str, page: &Page) -> Result<()> {
    match row_of(session, browser, name.to_owned(), page) {
        Some((name, mut command)) => row(session, &name, &mut command),
        None => Ok(()),
    }
}

/// The name and the program of a row; `None` where there is no browser, which is counted.
fn row_of(session: &mut Session, browser: &Browser, name: String, page: &Page) -> Option<(String, Command)> {
    let executable = match browser.find_or_install() {
        Ok(executable) => executable,
        Err(reason) => {
            session.tally.skip_runtime(&name, &format!("{reason:#}"));
            return None;
        }
    };
    let mut command = program(session.workspace.tool_node(), &[]);
    command.arg(session.workspace.at("tests/browser").join(page.inspector)).args(["--browser", &browser.name.to_lowercase()]);
    command.arg("--executable").arg(executable).arg("--folder").arg(page.folder).args(["--page", page.file]);
    Some((name, command))
}

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
        self.programs
            .iter()
            .find_map(|name| std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()))
    }
}
