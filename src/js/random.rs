//! Random seeds from the host.

use std::cell::RefCell;

use crate::error::{ErrorCode, ReflectError};

/// Seeds that are drawn at once: asking the host costs more than the rest of making a run.
const DRAWN: usize = 64;

thread_local! {
    static LEFT: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// A seed that nobody can guess.
pub fn random_seed() -> Result<u32, ReflectError> {
    LEFT.with_borrow_mut(|left| {
        if left.is_empty() {
            let mut bytes = [0; DRAWN * 4];
            getrandom::fill(&mut bytes).map_err(|_| no_random_source())?;
            left.extend(bytes.as_chunks().0.iter().copied().map(u32::from_le_bytes));
        }
        left.pop().ok_or_else(no_random_source)
    })
}

fn no_random_source() -> ReflectError {
    let message =
        "this host has no `crypto.getRandomValues`: give the setting `advanced.seed` (of an autopilot or a research loop `seed`)";
    ReflectError::new(ErrorCode::NoRandomness, message)
}
