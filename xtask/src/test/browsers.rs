//! Pages in Chromium and Firefox, without a bundler: the smoke script, the browser example, the page that shows runs, and
//! evaluations in IndexedDB.

use std::path::Path;

use anyhow::Result;

use super::Session;
use super::runtimes::{cell, tool_node};
use super::tally::Outcome;
use crate::browser::{Browser, CHROMIUM, FIREFOX};
use crate::command::program;
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
    for browser in [&CHROMIUM, &FIREFOX] {
        open(session, browser, browser.name, &smoke)?;
        open(session, browser, &format!("{}, examples-js/browser", browser.name), &example)?;
        open(session, browser, &format!("{}, view.html", browser.name), &view)?;
        open(session, browser, &format!("{}, IndexedDB", browser.name), &stores)?;
        open(session, browser, &format!("{}, IndexedDB, killed", browser.name), &killed)?;
    }
    Ok(())
}

/// Serves the page on the loopback address, opens it and inspects what it shows.
pub fn open(session: &mut Session, browser: &Browser, name: &str, page: &Page) -> Result<()> {
    let executable = match browser.find_or_install() {
        Ok(executable) => executable,
        Err(reason) => {
            session.tally.skip(name, &format!("{reason:#}"));
            session.tally.cell(name, "ESM", Outcome::Skipped, "");
            return Ok(());
        }
    };
    let mut command = program(tool_node(session), &[]);
    command.arg(session.workspace.at("tests/browser").join(page.inspector)).args(["--browser", &browser.name.to_lowercase()]);
    command.arg("--executable").arg(executable).arg("--folder").arg(page.folder).args(["--page", page.file]);
    cell(session, name, "ESM", &mut command)
}
