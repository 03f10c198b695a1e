//! Makes a run panic on purpose, so that a test can see that no other run is touched. Never part of a published build.

/// Counts polls and replies down; a run whose text holds `panic-switch:3` panics in its third.
pub struct PanicSwitch {
    left: Option<u32>,
}

impl PanicSwitch {
    pub fn find_switch(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let digits = text.split_once("panic-switch:").map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit));
        Self { left: digits.and_then(|digits| digits.collect::<String>().parse().ok()) }
    }

    pub fn count_down(&mut self) {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            if *left == 0 {
                blow_up();
            }
        }
    }
}

/// Panics below a frame of 4 KB, as a deep bug would: the shadow stack must come back.
#[inline(never)]
#[allow(clippy::panic, reason = "this is the panic switch")]
fn blow_up() -> ! {
    let frame = std::hint::black_box([0_u8; 4096]);
    let _kept = std::hint::black_box(&frame);
    panic!("panic switch")
}
