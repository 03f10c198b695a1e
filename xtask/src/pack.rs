//! How a wasm is inside an ES module: as LZMA, which `xtask/lzma` decodes. Brotli is three percent larger, and Deflate fourteen.

use std::io::Write;

use anyhow::Result;
use lzma_rust2::{LzmaOptions, LzmaWriter};

/// The bytes as LZMA, without a header and an end marker.
pub fn lzma(bytes: &[u8]) -> Result<Vec<u8>> {
    let most = LzmaOptions { dict_size: 1 << 20, nice_len: LzmaOptions::NICE_LEN_MAX, ..LzmaOptions::with_preset(9) };
    // The position of a byte tells nothing in wasm. With `lc` 3 the engine is 150 bytes larger, and all four are 240 smaller.
    let options = LzmaOptions { lc: lzma::LC, lp: 0, pb: 0, ..most };
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::lzma as packed;

    /// Bytes of a generator that never repeats.
    fn random(count: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        (0..count).map(|_| next()).collect()
    }

    /// What a wasm of another kind could hold, by name.
    fn inputs() -> Vec<(&'static str, Vec<u8>)> {
        let far = |gap: usize| [random(100), random(gap), random(100)].concat();
        let two = random(4_000).into_iter().map(|byte| byte & 1).collect();
        let mut all = vec![
            ("nothing", vec![]),
            ("one byte", vec![7]),
            ("random bytes", random(70_000)),
            ("two values", two),
            ("one value", vec![0; 300_000]),
            ("a text again and again", b"abcdefghij".repeat(5_000)),
            ("structure", (0..60_000_u32).flat_map(|i| [0x20, (i / 7) as u8, 0x6a, (i % 3) as u8]).collect()),
        ];
        // Around where a distance takes another slot, or bits of another kind.
        for gap in [0, 1, 2, 3, 4, 27, 28, 123, 124, 125, 126, 127, 128, 129, 300_000] {
            all.push(("a text from afar", far(gap)));
        }
        all
    }

    fn decoded(packed: &[u8], length: usize) -> Result<Vec<u8>, ()> {
        std::panic::catch_unwind(|| {
            let mut out = vec![0xaa; length];
            lzma::decode(packed, &mut out);
            out
        })
        .map_err(|_| ())
    }

    #[test]
    fn what_is_packed_is_decoded() {
        for (name, bytes) in inputs() {
            assert!(decoded(&packed(&bytes).unwrap(), bytes.len()).unwrap() == bytes, "{name}, {} bytes", bytes.len());
        }
    }

    #[test]
    fn lzma_that_is_cut_longer_or_of_another_length_is_refused() {
        std::panic::set_hook(Box::new(|_| {}));
        for (name, bytes) in inputs() {
            let whole = packed(&bytes).unwrap();
            for left in (0..whole.len()).rev().take(8).chain(0..8.min(whole.len())) {
                assert!(decoded(&whole[..left], bytes.len()).is_err(), "{name}: {left} of {}", whole.len());
            }
            assert!(decoded(&[&whole[..], &[0]].concat(), bytes.len()).is_err(), "{name}: one byte more");
            for length in [bytes.len() + 1, bytes.len() + 1_000].into_iter().chain(bytes.len().checked_sub(1)) {
                assert!(decoded(&whole, length).is_err(), "{name}: as {length} bytes");
            }
        }
    }

    #[test]
    fn changed_lzma_is_never_taken_for_the_same() {
        std::panic::set_hook(Box::new(|_| {}));
        let bytes = b"0123456789 wasm ".repeat(40);
        let whole = packed(&bytes).unwrap();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                assert!(decoded(&changed, bytes.len()).is_ok_and(|out| out == bytes) == (at == 0), "byte {at}, bit {bit}");
            }
        }
    }
}
