//! The stages that read the package without running it.

use anyhow::Result;

use super::Session;
use crate::command::{program, read, run, watch};
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
        let tsc = session.workspace.at("node_modules/typescript/bin/tsc");
        let project_folder = session.workspace.at(project);
        let done = watch(program("node", &[]).arg(tsc).arg("--noEmit").arg("--project").arg(project_folder))?;
        session.tally.check(&format!("tsc on {project}"), done.success);
    }
    Ok(())
}

pub fn biome(session: &mut Session) -> Result<()> {
    setup::npm_packages(&session.workspace, "")?;
    let Some(biome) = format::biome(&session.workspace) else {
        session.tally.skip("biome", "no program for this platform in package.json; install it and run `biome ci`");
        return Ok(());
    };
    let done = watch(program(biome, &["ci", "--colors=off"]).current_dir(&session.workspace.root))?;
    session.tally.check("biome", done.success);
    Ok(())
}

pub fn publint(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    let done = watch(
        program("node", &["node_modules/publint/src/cli.js", "run", "--strict"])
            .arg(tarball)
            .current_dir(&session.workspace.root),
    )?;
    session.tally.check("publint", done.success);
    Ok(())
}

/// The wasm files are left out: they are no modules that TypeScript resolves.
pub fn attw(session: &mut Session) -> Result<()> {
    let tarball = session.tarball()?;
    let mut attw = program("node", &["node_modules/@arethetypeswrong/cli/dist/index.js", "--no-emoji", "--exclude-entrypoints"]);
    attw.args(wasm::PARTS.map(|(_, name)| format!("{name}_bg.wasm"))).arg("--").arg(tarball);
    let done = watch(attw.current_dir(&session.workspace.root))?;
    session.tally.check("attw", done.success);
    Ok(())
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
