//! The smoke page, bundled by each bundler and opened in Chromium, and the size of a page with the engine alone.

use anyhow::Result;

use super::Session;
use super::browsers::{Page, open};
use super::runtimes::{cell, tool_node};
use super::tally::Outcome;
use crate::browser::CHROMIUM;
use crate::command::{program, read, watch};
use crate::{setup, size};

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    for bundler in ["vite", "webpack", "esbuild"] {
        let name = format!("{bundler} bundle, Chromium");
        let site = consumer.join("sites").join(bundler);
        let mut command = program(tool_node(session), &[]);
        command.arg(session.workspace.at("tests/packaging/bundle.mjs")).arg(bundler).arg(&consumer).arg(&site);
        if watch(&mut command)?.success {
            open(session, &CHROMIUM, &name, &Page { folder: &site, file: "page.html", inspector: "smoke-page.mjs" })?;
        } else {
            session.tally.check(&name, false);
            session.tally.cell(&name, "ESM", Outcome::Failed, "");
        }
    }
    let mut command = program(tool_node(session), &[]);
    command.arg(session.workspace.at("tests/packaging/node-bundle.mjs")).arg(&consumer);
    cell(session, "esbuild, webpack and ncc bundles for Node", "CJS", &mut command)?;
    let mut vite = program(tool_node(session), &[]);
    let bytes = read(vite.arg(session.workspace.at("tests/packaging/page-size.mjs")).arg(&consumer))?;
    println!("a page with ReflectEngine alone, built by Vite: {} bytes gzip", bytes.trim());
    let above = size::over("a page with ReflectEngine alone, gzip", bytes.trim().parse()?, size::PAGE);
    println!("{}", above.as_deref().unwrap_or_default());
    session.tally.check("the size of a page", above.is_none());
    Ok(())
}
