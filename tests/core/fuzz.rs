//! What fuzzing started from and what it once found, played again without a fuzzer. `cargo xtask fuzz` looks for more.

use std::fs;
use std::path::Path;

// The fuzz targets' own checks.
#[path = "../fuzz/src/reader.rs"]
mod reader;
#[path = "../fuzz/src/run.rs"]
mod run;
#[path = "../fuzz/src/seeds.rs"]
mod seeds;

/// The committed inputs of a target.
fn committed(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}

#[test]
fn the_reader_holds_on_every_input_of_the_corpus() {
    for input in seeds::reader().into_iter().chain(committed("reader")) {
        reader::check(&input);
    }
}

#[test]
fn runs_hold_on_every_input_of_the_corpus() {
    for input in seeds::run().into_iter().chain(committed("run")) {
        run::check(&input);
    }
}
