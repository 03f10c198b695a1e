//! The smoke page, bundled by each bundler and opened in Chromium; an app built by Next; the site and its playground; and the size of a page with the engine
//! alone.

use anyhow::Result;

use super::Session;
use super::browsers::{CHROMIUM, FIREFOX, Page, open};
use super::runtimes::row;
use crate::command::{program, read, watch};
use crate::{package, setup, size};

pub fn run(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "tests")?;
    let consumer = session.consumer()?;
    for bundler in ["vite", "webpack", "esbuild"] {
        let name = format!("{bundler} bundle, Chromium");
        let site = consumer.join("sites").join(bundler);
        let mut command = program(session.workspace.tool_node(), &[]);
        command.arg(session.workspace.at("tests/packaging/bundle.mjs")).arg(bundler).arg(&consumer).arg(&site);
        if watch(&mut command)?.success {
            open(session, &CHROMIUM, &name, &Page { folder: &site, file: "page.html", inspector: "smoke-page.mjs" })?;
        } else {
            session.tally.runtime(&name, None);
        }
    }
    session.install("examples-js/next-chat")?;
    let site = session.workspace.at("examples-js/next-chat");
    open(session, &CHROMIUM, "Next, Chromium", &Page { folder: &site, file: "", inspector: "next-chat.mjs" })?;
    let site = package::site(&session.workspace)?;
    let page = Page { folder: site.parent().unwrap_or(&site), file: "site/", inspector: "site-page.mjs" };
    open(session, &CHROMIUM, "the site, Chromium", &page)?;
    for browser in [&CHROMIUM, &FIREFOX] {
        let playground = Page { file: "site/playground.html", inspector: "playground-page.mjs", ..page };
        open(session, browser, &format!("the playground, {}", browser.name), &playground)?;
        let sandbox = Page { inspector: "sandbox-page.mjs", ..page };
        open(session, browser, &format!("the playground's sandbox, {}", browser.name), &sandbox)?;
    }
    let mut command = program(session.workspace.tool_node(), &[]);
    command.arg(session.workspace.at("tests/packaging/node-bundle.mjs")).arg(&consumer);
    row(session, "esbuild, webpack and ncc bundles for Node", &mut command)?;
    let mut vite = program(session.workspace.tool_node(), &[]);
    let bytes = read(vite.arg(session.workspace.at("tests/packaging/page-size.mjs")).arg(&consumer))?;
    println!("a page with ReflectEngine alone, built by Vite: {} bytes gzip", bytes.trim());
    let fits = size::fits("a page with ReflectEngine alone, gzip", bytes.trim().parse()?, size::PAGE);
    session.tally.check("the size of a page", fits);
    Ok(())
}
