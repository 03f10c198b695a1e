//! What is fuzzed and what must hold. The targets feed it with libFuzzer, `tests/core/fuzz.rs` with the committed corpus.

pub mod reader;
pub mod seeds;
