//! What crosses as JSON: what the companions are given, and give.

#[cfg(target_arch = "wasm32")]
use core::hint::black_box;
#[cfg(target_arch = "wasm32")]
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use serde_json::Value;

use crate::error::{ErrorCode, ReflectError};

/// JSON as `written` of `plain.ts` gives it.
pub fn json(text: &str) -> &str {
    text.strip_prefix('\u{a0}').unwrap_or(text)
}

/// What such a text says; an error of this code where it is not JSON.
pub fn parsed(text: &str, code: ErrorCode) -> Result<Value, ReflectError> {
    #[cfg(target_arch = "wasm32")]
    make_room(text.len());
    serde_json::from_str(json(text)).map_err(|e| ReflectError::new(code, e.to_string()))
}

/// A value of ours as JSON, which the host parses.
pub fn to_json<T: serde::Serialize>(value: &T) -> Result<String, ReflectError> {
    serde_json::to_string(value).map_err(|e| ReflectError::misuse(e.to_string()))
}

/// Makes room for what a long text becomes, and for a quarter more where the memory has grown since this was asked last. By itself it grows by
/// 64 KB at a time, and each time the host collects garbage, which takes the longer the more there is: in all, the square of that.
#[cfg(target_arch = "wasm32")]
fn make_room(bytes: usize) {
    const PAGE_BYTES: usize = 65_536;
    /// What a value takes of memory for each byte of its JSON, nearly always.
    const TIMES: usize = 8;
    static PAGES: AtomicUsize = AtomicUsize::new(0);
    let pages = || core::arch::wasm32::memory_size(0);
    let before = PAGES.load(Relaxed);
    let more = if before != 0 && before < pages() { pages() * PAGE_BYTES / 4 } else { 0 };
    let long = if bytes > PAGE_BYTES { bytes * TIMES } else { 0 };
    drop(black_box(Vec::<u8>::with_capacity(more.max(long))));
    PAGES.store(pages(), Relaxed);
}
