//! Random numbers that follow from their name alone: the same task, draft and look give the same luck whoever asks, and in whichever
//! order. So strategies are compared on the same tasks and the same first drafts, which takes most of the noise out of a comparison.

use std::f64::consts::TAU;

/// A stream of numbers (SplitMix64; Steele, Lea and Flood 2014).
pub struct Random(pub u64);

impl Random {
    /// The stream of this name.
    pub fn of(name: &[u64]) -> Self {
        let mut stream = Self(0x51AF_D3ED_5EED_2026);
        for part in name {
            stream.0 ^= part.wrapping_mul(0xD6E8_FEB8_6659_FD93);
            stream.0 = stream.bits();
        }
        stream
    }

    /// Uniform in `0..1`, the ends left out.
    pub fn share(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// Normal with mean 0 and SD 1 (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (self.share(), self.share());
        (-2.0 * radius.ln()).sqrt() * (TAU * angle).cos()
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in `0..end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }
}
