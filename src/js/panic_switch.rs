//! Makes a run panic on purpose, so that a test can see that no other run is touched. Never part of a published build.

use crate::reflect::{RunTask, TaskInput};

/// Counts polls and replies down; a run whose input is `panic-switch:3` panics in its third.
#[derive(Default)]
pub struct Fuse {
    left: Option<u32>,
}

impl Fuse {
    pub fn of(task: &RunTask) -> Self {
        let left = match &task.input {
            TaskInput::Text(text) => text.strip_prefix("panic-switch:").and_then(|n| n.trim().parse().ok()),
            TaskInput::Messages(_) => None,
        };
        Self { left }
    }

    pub fn burn(&mut self) {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                blow();
            }
        }
    }
}

/// Panics below a frame of 4 KB, as a deep bug would: the shadow stack must come back.
#[inline(never)]
#[allow(clippy::panic, reason = "this is the panic switch")]
fn blow() -> ! {
    let frame = std::hint::black_box([0_u8; 4096]);
    let _kept = std::hint::black_box(&frame);
    panic!("panic switch")
}
