//! The house rules of `pkg-template/src` that a machine can check (DESIGN, "The house"): who imports whom, and no circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::tidy::{files, root};

/// What each folder may import from the others; the files that stand in none are `.`. `index.ts` and `slim.ts` are the faces of the package.
const MAY: [(&str, &[&str]); 12] = [
    (".", &["run", "load"]),
    ("load", &["."]),
    ("run", &[".", "load"]),
    ("research", &[".", "run", "load"]),
    ("decision", &[".", "run", "load"]),
    ("monitor", &[".", "load"]),
    ("evals", &[".", "load"]),
    ("verifiers", &["."]),
    ("testing", &["."]),
    ("adapters", &["."]),
    ("durable", &["."]),
    ("otel", &["."]),
];

/// The module that holds the wasm of the engine.
const ENGINE: &str = "load/index";

#[derive(Debug, PartialEq)]
struct Import {
    /// Where it leads, without the ending and from `src` on.
    to: String,
    /// It is gone once the types are.
    of_types: bool,
}

/// The imports of each module, by its path without the ending.
fn modules() -> BTreeMap<String, Vec<Import>> {
    let source = root().join("pkg-template/src");
    let mut found = BTreeMap::new();
    for path in files(&source, &[".ts"]) {
        let place = path.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
        if let Some(module) = place.strip_suffix(".ts").filter(|module| !module.ends_with(".d")) {
            let imports = imports(module, &fs::read_to_string(&path).unwrap());
            found.insert(module.to_owned(), imports.into_iter().filter(|import| !import.to.starts_with("generated/")).collect());
        }
    }
    assert!(found.len() > 90, "the walk found the sources");
    found
}

/// The relative imports and re-exports of a module, and those by `import(…)`.
fn imports(module: &str, text: &str) -> Vec<Import> {
    let pieces: Vec<&str> = text.split(".js'").collect();
    let before = pieces.iter().take(pieces.len() - 1);
    before
        .filter_map(|piece| {
            let (clause, path) = piece.rsplit_once('\'')?;
            let statement = ["\nimport ", "\nexport "]
                .iter()
                .filter_map(|word| clause.rfind(word))
                .max()
                .map_or(clause, |at| &clause[at + 1..]);
            let names = statement.split_once('{').and_then(|(_, rest)| rest.rsplit_once('}')).map(|(names, _)| names);
            let typed = |names: &str| {
                names.split(',').map(str::trim).filter(|name| !name.is_empty()).all(|name| name.starts_with("type "))
            };
            let of_types =
                statement.starts_with("import type ") || statement.starts_with("export type ") || names.is_some_and(typed);
            path.starts_with('.').then(|| Import { to: resolved(module, path), of_types })
        })
        .collect()
}

fn resolved(module: &str, path: &str) -> String {
    let mut place: Vec<&str> = module.split('/').collect();
    place.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(place.pop()),
            part => place.push(part),
        }
    }
    place.join("/")
}

fn folder(module: &str) -> &str {
    module.split_once('/').map_or(".", |(folder, _)| folder)
}

/// The modules that one reaches when the types are gone, in the order of a walk; a circle is an error that shows it.
fn reached(
    modules: &BTreeMap<String, Vec<Import>>,
    module: &str,
    path: &mut Vec<String>,
    seen: &mut BTreeSet<String>,
) -> Result<(), String> {
    if path.iter().any(|before| before == module) {
        return Err(format!("{} -> {module}", path.join(" -> ")));
    }
    if !seen.insert(module.to_owned()) {
        return Ok(());
    }
    path.push(module.to_owned());
    for import in modules.get(module).into_iter().flatten().filter(|import| !import.of_types) {
        reached(modules, &import.to, path, seen)?;
    }
    path.pop();
    Ok(())
}

#[test]
fn every_folder_of_the_package_imports_only_what_the_map_allows() {
    let map: BTreeMap<&str, &[&str]> = MAY.into_iter().collect();
    for (module, imports) in modules() {
        if module == "slim" {
            continue;
        }
        let own = folder(&module);
        let allowed = map.get(own).unwrap_or_else(|| panic!("`{own}` has no place in the import map of the package"));
        for Import { to, .. } in imports {
            let other = folder(&to);
            assert!(other == own || allowed.contains(&other), "{module} imports {to}, which the map does not allow for `{own}`");
        }
    }
}

#[test]
fn no_modules_of_the_package_import_each_other_in_a_circle() {
    let modules = modules();
    for module in modules.keys() {
        assert_eq!(reached(&modules, module, &mut Vec::new(), &mut BTreeSet::new()), Ok(()));
    }
}

/// Whoever imports a companion does not load the engine.
#[test]
fn no_companion_reaches_the_wasm_of_the_engine() {
    let modules = modules();
    for folder in ["research", "decision", "monitor", "evals", "verifiers", "testing", "otel"] {
        let mut seen = BTreeSet::new();
        reached(&modules, &format!("{folder}/index"), &mut Vec::new(), &mut seen).unwrap();
        assert!(seen.len() > 3 && !seen.contains(ENGINE), "{folder} reaches {ENGINE}");
    }
    for module in modules.keys().filter(|module| ["adapters", "durable"].contains(&folder(module))) {
        let mut seen = BTreeSet::new();
        reached(&modules, module, &mut Vec::new(), &mut seen).unwrap();
        assert!(!seen.contains(ENGINE), "{module} reaches {ENGINE}");
    }
    let mut seen = BTreeSet::new();
    reached(&modules, "index", &mut Vec::new(), &mut seen).unwrap();
    assert!(seen.contains(ENGINE), "the walk finds it where it is");
}

/// A stranger must be able to read an adapter in a minute, and to write one.
#[test]
fn no_adapter_has_more_than_80_lines() {
    let files: Vec<_> =
        fs::read_dir(root().join("pkg-template/src/adapters")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() > 5, "the walk finds the adapters");
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 80, "{} has {lines} lines", file.display());
    }
}

#[test]
fn the_reader_of_imports_sees_what_it_must() {
    let text = "import type {\n  A,\n} from '../a.js';\nimport { type B } from './b.js';\nimport { type C, D } from './c/d.js';\nimport E from 'e';\nexport * from './f.js';\nawait import('../g.js')";
    let told: Vec<(String, bool)> = imports("x/y", text).into_iter().map(|import| (import.to, import.of_types)).collect();
    let expected = [("a", true), ("x/b", true), ("x/c/d", false), ("x/f", false), ("g", false)];
    assert_eq!(told, expected.map(|(to, of_types)| (to.to_owned(), of_types)));
    let circle = BTreeMap::from(
        [("a", "b"), ("b", "a")].map(|(from, to)| (from.to_owned(), vec![Import { to: to.to_owned(), of_types: false }])),
    );
    assert_eq!(reached(&circle, "a", &mut Vec::new(), &mut BTreeSet::new()), Err("a -> b -> a".to_owned()));
}
