//! What each source says on a line, as spans that do not touch each other: a point counts once for a source, however many of its values
//! lie over it, and in whatever order they came.

use std::collections::BTreeMap;

use super::reach::Span;
use super::sweep::{Count, Sweep};

/// By source and by where a span begins, in the order of numbers.
#[derive(Default)]
pub struct Voices(BTreeMap<(u32, u64), Span>);

impl Voices {
    /// Takes one more span of a source, and keeps what the sweep counts for it. Every span is put in once and taken out once, so that many
    /// of one source cost what many of many do.
    pub fn add(&mut self, source: u32, span: Span, sweep: &mut Sweep) {
        let mut whole = span;
        loop {
            sweep.work += 1;
            let near = self.0.range((source, 0)..=(source, place(whole.high))).next_back();
            let Some((key, known)) = near.map(|(key, known)| (*key, *known)).filter(|(_, known)| known.high >= whole.low) else {
                break;
            };
            if known.low <= whole.low && known.high >= whole.high {
                return;
            }
            self.0.remove(&key);
            sweep.remove(known, Count::Sources);
            whole = Span { low: whole.low.min(known.low), high: whole.high.max(known.high) };
        }
        self.0.insert((source, place(whole.low)), whole);
        sweep.add(whole, Count::Sources);
    }
}

/// A number as bits that stand in the same order.
fn place(at: f64) -> u64 {
    // Minus zero is zero.
    let bits = (at + 0.0).to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_spans_in_any_order_are_one_voice() {
        let at = |low: f64, high: f64| Span { low, high };
        let spans = [at(-2.0, -1.0), at(-0.0, 1.0), at(0.5, 3.0), at(2.0, f64::INFINITY), at(-5.0, -1.5), at(0.6, 0.7)];
        for turn in 0..spans.len() {
            let (mut voices, mut sweep) = (Voices::default(), Sweep::default());
            for (number, span) in spans.iter().cycle().skip(turn).take(spans.len()).enumerate() {
                voices.add(4, *span, &mut sweep);
                voices.add(5, at(number as f64, number as f64), &mut Sweep::default());
            }
            let held: Vec<Span> = voices.0.range((4, 0)..(5, 0)).map(|(_, span)| *span).collect();
            assert_eq!(held, [at(-5.0, -1.0), at(0.0, f64::INFINITY)]);
            let peak = sweep.peak(Count::Sources);
            assert_eq!((peak.depth, peak.places), (1, 2), "from {turn}");
        }
    }
}
