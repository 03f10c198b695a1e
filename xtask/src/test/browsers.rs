//! The smoke page in Chromium and Firefox, without a bundler.

use std::path::Path;

use anyhow::Result;

use super::Session;
use super::runtimes::{cell, tool_node};
use super::tally::Outcome;
use crate::browser::Browser;
use crate::command::program;
use crate::setup;

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    for browser in [Browser::Chromium, Browser::Firefox] {
        open(session, browser, browser.name(), &consumer, "page.html")?;
    }
    Ok(())
}

/// Serves `folder` on the loopback address and opens `page` of it; the page says how its run went.
pub fn open(session: &mut Session, browser: Browser, name: &str, folder: &Path, page: &str) -> Result<()> {
    let executable = match browser.find_or_install() {
        Ok(executable) => executable,
        Err(reason) => {
            session.tally.skip(name, &format!("{reason:#}"));
            session.tally.cell(name, "ESM", Outcome::Skipped, "");
            return Ok(());
        }
    };
    let mut command = program(tool_node(session), &[]);
    command.arg(session.workspace.at("tests/browser/open.mjs")).args(["--browser", browser.driver(), "--page", page]);
    cell(session, name, "ESM", command.arg("--executable").arg(executable).arg("--folder").arg(folder))
}
