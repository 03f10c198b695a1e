//! The smoke page, bundled by each bundler and opened in Chromium; an app built by Next; the site and its playground; and the size of a page
//! with the engine alone.

use std::thread;

use anyhow::{Result, bail};

use super::Session;
use super::browsers::{CHROMIUM, FIREFOX, Page};
use super::runtimes::{Row, rows};
use crate::command::program;
use crate::{package, setup};

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(session.workspace, "tests")?;
    let consumer = session.consumer()?;
    session.install("examples-js/next-chat")?;
    let (packaging, node) = (session.workspace.at("tests/packaging"), session.workspace.tool_node());
    let mut all = Vec::new();
    let next = Page { folder: &session.workspace.at("examples-js/next-chat"), files: &[""], inspector: "next-chat.mjs" };
    all.extend(CHROMIUM.shows(session, "Next, Chromium", &next));
    let folder = &consumer.join("sites");
    let files = &["vite/page.html", "webpack/page.html", "esbuild/page.html"];
    let bundles = Page { folder, files, inspector: "smoke-page.mjs" };
    if let Some(mut row) = CHROMIUM.shows(session, "bundles of Vite, webpack and esbuild, Chromium", &bundles) {
        let bundle = |bundler| {
            let mut bundle = program(&node, &[]);
            bundle.arg(packaging.join("bundle.mjs")).arg(bundler).arg(&consumer).arg(folder.join(bundler));
            bundle
        };
        row.programs.splice(0..0, ["vite", "webpack", "esbuild"].map(bundle));
        all.push(row);
    }
    let mut command = program(&node, &[]);
    command.arg(packaging.join("node-bundle.mjs")).arg(&consumer);
    all.push(Row::of("esbuild, webpack and ncc bundles for Node", command));
    let mut command = program(&node, &[]);
    command.arg(packaging.join("page-size.mjs")).arg(&consumer);
    all.push(Row::of("the size of a page, built by Vite", command));
    // One core writes the site meanwhile.
    let workspace = session.workspace;
    let site = thread::scope(|scope| {
        let site = scope.spawn(|| package::site(workspace));
        rows(session, all)?;
        site.join().unwrap_or_else(|_| bail!("a thread died"))
    })?;
    let folder = site.parent().unwrap_or(&site);
    let mut all = Vec::new();
    for browser in [&CHROMIUM, &FIREFOX] {
        let playground = Page { folder, files: &["site/playground.html"], inspector: "playground-page.mjs" };
        all.extend(browser.shows(session, format!("the playground and its sandbox, {}", browser.name), &playground));
    }
    let page = Page { folder, files: &["site/"], inspector: "site-page.mjs" };
    all.extend(CHROMIUM.shows(session, "the site, Chromium", &page));
    rows(session, all)
}
