//! The stages that read the package without running it.

use anyhow::Result;

use super::Session;
use crate::command::{program, read, run};
use crate::{api, consumer, format, setup, wasm};

/// Our sources, a user's code against the packed declarations, a library's that emits its own, and the blocks of the README and of docs/.
pub fn types(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    for folder in ["tests", "examples-js"] {
        setup::npm_packages(&session.workspace, folder)?;
        consumer::unpack(&tarball, &session.workspace.at(folder).join("node_modules/reflect-engine"))?;
    }
    for written in ["pages", "declared"] {
        run(program("node", &[]).arg(session.workspace.at("tests/types").join(written).join("write.mjs")))?;
    }
    for project in ["pkg-template", "tests/types", "tests/types/pages", "tests/types/declared"] {
        let mut tsc = program("node", &["node_modules/typescript/bin/tsc", "--noEmit", "--project", project]);
        tsc.current_dir(&session.workspace.root);
        session.passes(&format!("tsc on {project}"), &mut tsc)?;
    }
    Ok(())
}

pub fn biome(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "")?;
    let Some(biome) = format::biome(&session.workspace) else {
        session.tally.skip("biome", "no program for this platform in package.json; install it and run `biome ci`");
        return Ok(());
    };
    let mut biome = program(biome, &["ci", "--colors=off"]);
    biome.current_dir(&session.workspace.root);
    session.passes("biome", &mut biome)
}

pub fn publint(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    let mut publint = program("node", &["node_modules/publint/src/cli.js", "run", "--strict"]);
    publint.arg(tarball).current_dir(&session.workspace.root);
    session.passes("publint", &mut publint)
}

/// The wasm files and the page are left out: they are not modules that TypeScript resolves.
pub fn attw(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    let mut attw = program("node", &["node_modules/@arethetypeswrong/cli/dist/index.js", "--no-emoji", "--exclude-entrypoints"]);
    attw.args(wasm::PARTS.map(|(_, name)| format!("{name}_bg.wasm"))).arg("view.html").arg("--").arg(tarball);
    attw.current_dir(&session.workspace.root);
    session.passes("attw", &mut attw)
}

/// A change of the public declarations must be wanted: then their digests are recorded anew.
pub fn api(session: &mut Session) -> Result<()> {
    session.tarball()?;
    let changed = api::changed(&session.workspace)?;
    for subpath in &changed {
        println!(
            "the declarations of `{subpath}` changed: pkg/package.json names their file; `cargo xtask build --record-api` takes them"
        );
    }
    session.tally.check("api", changed.is_empty());
    let any = read(program("node", &[]).arg(session.workspace.at("xtask/js/no-any.mjs")).arg(session.workspace.at("pkg")));
    if let Err(error) = &any {
        println!("{error:#}");
    }
    session.tally.check("no `any` in public declarations", any.is_ok());
    Ok(())
}
