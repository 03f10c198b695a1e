//! What fuzzing started from and what it once found, played again without a fuzzer. `cargo xtask fuzz` looks for more.

use std::fs;
use std::path::Path;

// The fuzz targets' own checks.
#[path = "../fuzz/src/reader.rs"]
mod reader;
#[path = "../fuzz/src/seeds.rs"]
mod seeds;

#[test]
fn the_reader_holds_on_every_input_of_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/reader");
    let committed = fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    for input in seeds::reader().into_iter().chain(committed) {
        reader::check(&input);
    }
}
