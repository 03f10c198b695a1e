//! The smoke page, bundled by each bundler and opened in Chromium.

use anyhow::Result;

use super::Session;
use super::browsers::{Page, open};
use super::runtimes::tool_node;
use super::tally::Outcome;
use crate::browser::Browser;
use crate::command::{program, watch};
use crate::setup;

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    for bundler in ["vite", "webpack", "esbuild"] {
        let name = format!("{bundler} bundle, Chromium");
        let site = consumer.join("sites").join(bundler);
        let mut command = program(tool_node(session), &[]);
        command.arg(session.workspace.at("tests/packaging/bundle.mjs")).arg(bundler).arg(&consumer).arg(&site);
        if watch(&mut command)?.success {
            open(session, Browser::Chromium, &name, &Page { folder: &site, file: "page.html", inspector: "smoke-page.mjs" })?;
        } else {
            session.tally.check(&name, false);
            session.tally.cell(&name, "ESM", Outcome::Failed, "");
        }
    }
    Ok(())
}
