//! Pages in Chromium and Firefox, without a bundler: the smoke script, the browser example, the page that shows runs, and
//! evaluations in IndexedDB.

use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Result, bail};

use super::Session;
use super::runtimes::{cell, record, tool_node};
use super::tally::Outcome;
use crate::browser::{Browser, CHROMIUM, FIREFOX};
use crate::command::{collect, program};
use crate::consumer::unpack;
use crate::setup;

/// A page, and the script of `tests/browser` that knows what it must show.
pub struct Page<'a> {
    pub folder: &'a Path,
    pub file: &'a str,
    pub inspector: &'a str,
}

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    let examples = session.workspace.at("examples-js");
    setup::npm_packages(&session.workspace, "examples-js")?;
    unpack(&session.tarball()?, &examples.join("node_modules/reflect-engine"))?;
    let smoke = Page { folder: &consumer, file: "page.html", inspector: "smoke-page.mjs" };
    let example = Page { folder: &examples, file: "browser/index.html", inspector: "example-page.mjs" };
    let package = consumer.join("node_modules/reflect-engine");
    let view = Page { folder: &package, file: "view.html", inspector: "view-page.mjs" };
    let stores = Page { folder: &consumer, file: "stores.html", inspector: "stores-page.mjs" };
    let killed = Page { folder: &consumer, file: "stores.html", inspector: "stores-killed.mjs" };
    let pages = [
        ("", smoke),
        (", examples-js/browser", example),
        (", view.html", view),
        (", IndexedDB", stores),
        (", IndexedDB, killed", killed),
    ];
    let mut lists = Vec::new();
    for browser in [&CHROMIUM, &FIREFOX] {
        let mut cells = Vec::new();
        for (of, page) in &pages {
            cells.extend(cell_of(session, browser, format!("{}{of}", browser.name), page));
        }
        lists.push(cells);
    }
    // The browsers at once, each from page to page.
    let all = |list: Vec<(String, Command)>| list.into_iter().map(|(name, mut page)| Ok((name, collect(&mut page)?))).collect();
    let finished = thread::scope(|scope| {
        let threads: Vec<_> = lists.into_iter().map(|list| scope.spawn(|| all(list))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread died")))
            .collect::<Result<Vec<Vec<_>>>>()
    })?;
    for (name, done) in finished.into_iter().flatten() {
        println!("{name}\n{}", done.text.trim_end());
        record(session, &name, "ESM", &done);
    }
    Ok(())
}

/// Serves the page on the loopback address, opens it and inspects what it shows.
pub fn open(session: &mut Session, browser: &Browser, name: &str, page: &Page) -> Result<()> {
    match cell_of(session, browser, name.to_owned(), page) {
        Some((name, mut command)) => cell(session, &name, "ESM", &mut command),
        None => Ok(()),
    }
}

/// The name and the program of a cell; `None` where there is no browser, which is counted.
fn cell_of(session: &mut Session, browser: &Browser, name: String, page: &Page) -> Option<(String, Command)> {
    let executable = match browser.find_or_install() {
        Ok(executable) => executable,
        Err(reason) => {
            session.tally.skip(&name, &format!("{reason:#}"));
            session.tally.cell(&name, "ESM", Outcome::Skipped, "");
            return None;
        }
    };
    let mut command = program(tool_node(session), &[]);
    command.arg(session.workspace.at("tests/browser").join(page.inspector)).args(["--browser", &browser.name.to_lowercase()]);
    command.arg("--executable").arg(executable).arg("--folder").arg(page.folder).args(["--page", page.file]);
    Some((name, command))
}
