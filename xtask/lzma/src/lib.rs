//! Decodes the wasm that is inside an ES module. It is a small wasm of its own: such code runs once, and no engine has compiled JavaScript
//! by then.
//!
//! The format, and the names, are those of Igor Pavlov's LZMA specification, which is in the public domain; there is no header and no end
//! marker. `xtask` encodes.
#![cfg_attr(target_arch = "wasm32", no_std)]

/// How many bits of the byte before choose the probabilities of a literal. `lp` and `pb`, the bits of the position, are 0.
pub const LC: u32 = 4;

// Where the probabilities of each kind begin.
const IS_MATCH: usize = 0;
const IS_REP: usize = 12;
const IS_REP_G0: usize = 24;
const IS_REP_G1: usize = 36;
const IS_REP_G2: usize = 48;
const IS_REP0_LONG: usize = 60;
const POS_SLOT: usize = 72;
const POS_DECODERS: usize = POS_SLOT + 4 * 64;
const ALIGN: usize = POS_DECODERS + 128;
const LEN: usize = ALIGN + 16;
const REP_LEN: usize = LEN + 274;
const LITERAL: usize = REP_LEN + 274;
const ALL: usize = LITERAL + (0x300 << LC);

/// Decodes all of `packed`, which fills `out`. Panics where it does not: it is cut, or something else.
pub fn decode(packed: &[u8], out: &mut [u8]) {
    let code = packed[..5].iter().fold(0, |code, byte| code << 8 | u32::from(*byte));
    let mut bits = Range { packed, read: 5, range: u32::MAX, code, probs: [1024; ALL] };
    let (mut at, mut state, mut reps) = (0, 0, [0; 4]);
    while at < out.len() {
        if bits.bit(IS_MATCH + state) == 0 {
            let before = if at == 0 { 0 } else { out[at - 1] };
            let other = if state < 7 { None } else { Some(out[at - reps[0] - 1]) };
            out[at] = bits.literal(LITERAL + 0x300 * usize::from(before >> (8 - LC)), other);
            at += 1;
            state = state.saturating_sub(if state < 10 { 3 } else { 6 });
            continue;
        }
        let [rep0, rep1, rep2, rep3] = reps;
        let length;
        if bits.bit(IS_REP + state) == 0 {
            length = bits.length(LEN);
            reps = [bits.distance(length), rep0, rep1, rep2];
            state = if state < 7 { 7 } else { 10 };
        } else {
            let is_first = bits.bit(IS_REP_G0 + state) == 0;
            let is_short = is_first && bits.bit(IS_REP0_LONG + state) == 0;
            if !is_first {
                reps = if bits.bit(IS_REP_G1 + state) == 0 {
                    [rep1, rep0, rep2, rep3]
                } else if bits.bit(IS_REP_G2 + state) == 0 {
                    [rep2, rep0, rep1, rep3]
                } else {
                    [rep3, rep0, rep1, rep2]
                };
            }
            length = if is_short { 1 } else { bits.length(REP_LEN) };
            state = match state {
                7.. => 11,
                _ if is_short => 9,
                _ => 8,
            };
        }
        for _ in 0..length {
            out[at] = out[at - reps[0] - 1];
            at += 1;
        }
    }
    assert!(bits.read == packed.len() && bits.code == 0, "LZMA ends with its last byte");
}

/// The range decoder, and the probabilities of all that it decodes.
struct Range<'a> {
    packed: &'a [u8],
    /// How many bytes of it are in `code`.
    read: usize,
    range: u32,
    code: u32,
    /// That a bit is 0, in parts of 2,048.
    probs: [u16; ALL],
}

impl Range<'_> {
    fn bit(&mut self, at: usize) -> usize {
        let prob = &mut self.probs[at];
        let bound = (self.range >> 11) * u32::from(*prob);
        let bit = if self.code < bound {
            self.range = bound;
            *prob += (2048 - *prob) >> 5;
            0
        } else {
            self.range -= bound;
            self.code -= bound;
            *prob -= *prob >> 5;
            1
        };
        self.normalise();
        bit
    }

    fn normalise(&mut self) {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(self.packed[self.read]);
            self.read += 1;
        }
    }

    /// Bits of one half each, the highest first.
    fn direct(&mut self, count: usize) -> usize {
        let mut bits = 0;
        for _ in 0..count {
            self.range >>= 1;
            let bit = u32::from(self.code >= self.range);
            self.code -= self.range * bit;
            bits = bits << 1 | bit as usize;
            self.normalise();
        }
        bits
    }

    fn tree(&mut self, at: usize, count: usize) -> usize {
        let mut node = 1;
        for _ in 0..count {
            node = node << 1 | self.bit(at + node);
        }
        node - (1 << count)
    }

    fn reverse_tree(&mut self, at: usize, count: usize) -> usize {
        let (mut node, mut bits) = (1, 0);
        for shift in 0..count {
            let bit = self.bit(at + node);
            node = node << 1 | bit;
            bits |= bit << shift;
        }
        bits
    }

    /// After a match, `other` is the byte that would have followed it: while the literal is like it, its bits choose the probabilities.
    fn literal(&mut self, at: usize, other: Option<u8>) -> u8 {
        let mut node = 1;
        if let Some(mut other) = other.map(usize::from) {
            while node < 0x100 {
                let expected = other >> 7 & 1;
                other <<= 1;
                let bit = self.bit(at + ((1 + expected) << 8) + node);
                node = node << 1 | bit;
                if bit != expected {
                    break;
                }
            }
        }
        while node < 0x100 {
            node = node << 1 | self.bit(at + node);
        }
        node as u8
    }

    fn length(&mut self, at: usize) -> usize {
        if self.bit(at) == 0 {
            return 2 + self.tree(at + 1, 3);
        }
        if self.bit(at + 1) == 0 {
            return 10 + self.tree(at + 9, 3);
        }
        18 + self.tree(at + 17, 8)
    }

    fn distance(&mut self, length: usize) -> usize {
        let slot = self.tree(POS_SLOT + 64 * (length - 2).min(3), 6);
        if slot < 4 {
            return slot;
        }
        let count = (slot >> 1) - 1;
        let high = (2 | slot & 1) << count;
        if slot < 14 {
            return high + self.reverse_tree(POS_DECODERS + high - slot, count);
        }
        high + (self.direct(count - 4) << 4) + self.reverse_tree(ALIGN, 4)
    }
}

#[cfg(target_arch = "wasm32")]
mod wasm {
    use core::slice::{from_raw_parts, from_raw_parts_mut};

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo) -> ! {
        core::arch::wasm32::unreachable()
    }

    /// # Safety
    ///
    /// In the memory, which nothing else uses, there are as many bytes from `packed` on, and as many as `length` behind them.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn decode(packed: *mut u8, bytes: usize, length: usize) {
        let out = unsafe { from_raw_parts_mut(packed.add(bytes), length) };
        super::decode(unsafe { from_raw_parts(packed, bytes) }, out);
    }
}
