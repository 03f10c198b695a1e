//! The house rules that a machine can check: who imports whom (DESIGN, "The house"), and how long a file may be.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders in which a file has at most [`CEILING`] lines.
const FOLDERS: [&str; 5] = ["src", "tests", "xtask", "pkg-template", "examples-js"];

const CEILING: usize = 800;

/// What each room of `src/` may import from the others. `js` may import every room, and no room imports it.
const MAY: [(&str, &[&str]); 16] = [
    ("error", &[]),
    ("message", &[]),
    ("settings", &["error", "message"]),
    ("critique", &["error", "settings", "message"]),
    ("prompt", &["critique", "settings", "message"]),
    ("judge", &["critique", "prompt", "settings", "message"]),
    ("flow", &["error", "critique", "settings", "message"]),
    ("producer", &["flow", "critique", "prompt", "settings", "message", "error"]),
    ("reflect", &["flow", "producer", "judge", "critique", "prompt", "settings", "message", "error"]),
    ("autopilot", &["flow", "producer", "judge", "critique", "prompt", "settings", "message", "error"]),
    ("decision", &["flow", "judge", "critique", "prompt", "settings", "message", "error"]),
    ("reflector", &["settings", "message", "error"]),
    ("evaluator", &["error", "message"]),
    ("research", &["flow", "reflector", "evaluator", "prompt", "settings", "message", "error"]),
    ("tracker", &["error", "message"]),
    ("monitor", &["flow", "error", "message", "settings"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

/// The files with these endings below a folder, but for what is built or installed.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "pkg", "node_modules", "generated"].contains(&name.as_str()) && !name.starts_with('.') {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|e| name.ends_with(e)) {
            found.push(path);
        }
    }
    found
}

fn room(path: &Path) -> String {
    let relative = path.strip_prefix(root().join("src")).unwrap();
    relative.components().next().unwrap().as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
}

/// Rooms that a file names after `crate::`, also inside braces.
fn imports(source: &str) -> Vec<String> {
    let code: String = source.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut rooms = Vec::new();
    for after in code.split("crate::").skip(1) {
        let listed = match after.strip_prefix('{') {
            Some(braces) => braces.split('}').next().unwrap_or_default(),
            None => after.split([';', ',', '}', '(', ')']).next().unwrap_or_default(),
        };
        for item in listed.split(',') {
            let name: String = item.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !name.is_empty() {
                rooms.push(name);
            }
        }
    }
    rooms
}

#[test]
fn every_room_imports_only_what_the_map_allows() {
    let map: BTreeMap<&str, &[&str]> = MAY.into_iter().collect();
    let sources = files(&root().join("src"), &[".rs"]);
    assert!(sources.len() > 20, "the walk found the sources");
    for path in sources {
        let own = room(&path);
        if own == "lib" || own == "js" {
            continue;
        }
        let allowed = map.get(own.as_str()).unwrap_or_else(|| panic!("`{own}` has no place in the import map"));
        for import in imports(&fs::read_to_string(&path).unwrap()) {
            let fine = import == own || allowed.contains(&import.as_str());
            assert!(fine, "{} imports `{import}`, which the map does not allow for `{own}`", path.display());
        }
    }
}

#[test]
fn no_file_is_longer_than_the_ceiling() {
    for folder in FOLDERS {
        let files = files(&root().join(folder), &[".rs", ".ts", ".mjs", ".js", ".html", ".cjs"]);
        assert!(files.len() > 5, "the walk found those of {folder}");
        for path in files {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= CEILING, "{} has {lines} lines, at most {CEILING} are allowed", path.display());
        }
    }
}
