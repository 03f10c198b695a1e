//! Spans on a line, counted as they come: how many lie over the point that most lie over, and whether there is one such place only.
//!
//! The ends stand in order in chunks that know their own sums, so that a span costs a search and a chunk, and a look one step a chunk,
//! however many spans there are (a sweep over sorted ends, as in de Berg et al., "Computational Geometry", ch. 2, kept between looks).

use super::reach::Span;

/// What is counted over a point.
#[derive(Clone, Copy)]
pub enum Count {
    Sources,
    Values,
}

/// The place that most spans lie over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    pub depth: u32,
    /// Places apart from each other that are as deep.
    pub places: u32,
    /// Where the first of them begins.
    pub at: f64,
}

/// Ends of one chunk at most.
const CHUNK: usize = 64;

#[derive(Default)]
pub struct Sweep {
    chunks: Vec<Chunk>,
    /// Ends looked at, for the test of growth.
    pub work: u64,
}

#[derive(Default)]
struct Chunk {
    ends: Vec<End>,
    stale: bool,
    totals: [Total; 2],
}

#[derive(Clone, Copy, Default)]
struct End {
    at: f64,
    opens: [u32; 2],
    closes: [u32; 2],
}

/// What a chunk adds, and the highest that it reaches from zero.
#[derive(Clone, Copy, Default)]
struct Total {
    sum: i64,
    best: Option<i64>,
    places: u32,
    at: f64,
}

impl Sweep {
    pub fn add(&mut self, span: Span, what: Count) {
        if let Some(opens) = self.end(span.low).and_then(|end| end.opens.get_mut(what as usize)) {
            *opens += 1;
        }
        if let Some(closes) = self.end(span.high).and_then(|end| end.closes.get_mut(what as usize)) {
            *closes += 1;
        }
    }

    /// Takes a span out that was added.
    pub fn remove(&mut self, span: Span, what: Count) {
        if let Some(opens) = self.end(span.low).and_then(|end| end.opens.get_mut(what as usize)) {
            *opens = opens.saturating_sub(1);
        }
        if let Some(closes) = self.end(span.high).and_then(|end| end.closes.get_mut(what as usize)) {
            *closes = closes.saturating_sub(1);
        }
    }

    pub fn peak(&mut self, what: Count) -> Peak {
        let mut sum = 0;
        let mut peak = Total::default();
        for chunk in &mut self.chunks {
            self.work += 1;
            if chunk.stale {
                self.work += chunk.ends.len() as u64;
                chunk.totals = [total(&chunk.ends, 0), total(&chunk.ends, 1)];
                chunk.stale = false;
            }
            let Some(own) = chunk.totals.get(what as usize) else { continue };
            if let Some(best) = own.best.map(|best| best + sum) {
                if peak.best == Some(best) {
                    peak.places += own.places;
                } else if peak.best.is_none_or(|known| best > known) {
                    peak = Total { best: Some(best), ..*own };
                }
            }
            sum += own.sum;
        }
        Peak { depth: peak.best.unwrap_or(0).max(0) as u32, places: peak.places, at: peak.at }
    }

    /// Where the first span ends that ends at this point or behind it.
    pub fn until(&self, at: f64, what: Count) -> f64 {
        let after = self.chunks.partition_point(|chunk| chunk.ends.last().is_some_and(|last| last.at < at));
        let ends = self.chunks.iter().skip(after).flat_map(|chunk| &chunk.ends);
        let mut closed = ends.filter(|end| end.at >= at && end.closes.get(what as usize).is_some_and(|closes| *closes > 0));
        closed.next().map_or(f64::INFINITY, |end| end.at)
    }

    /// The end at this point, made when there is none.
    fn end(&mut self, at: f64) -> Option<&mut End> {
        if self.chunks.is_empty() {
            self.chunks.push(Chunk::default());
        }
        let after = self.chunks.partition_point(|chunk| chunk.ends.last().is_some_and(|last| last.at < at));
        let mut index = after.min(self.chunks.len() - 1);
        if self.chunks.get(index)?.ends.len() >= CHUNK {
            let chunk = self.chunks.get_mut(index)?;
            let half = chunk.ends.split_off(CHUNK / 2);
            chunk.stale = true;
            let in_half = half.first().is_some_and(|first| first.at <= at);
            self.chunks.insert(index + 1, Chunk { ends: half, stale: true, totals: [Total::default(); 2] });
            index += usize::from(in_half);
        }
        let chunk = self.chunks.get_mut(index)?;
        chunk.stale = true;
        let place = chunk.ends.partition_point(|end| end.at < at);
        if chunk.ends.get(place).is_none_or(|end| end.at != at) {
            chunk.ends.insert(place, End { at, ..End::default() });
        }
        chunk.ends.get_mut(place)
    }
}

fn total(ends: &[End], what: usize) -> Total {
    let mut total = Total::default();
    for end in ends {
        let opens = end.opens.get(what).copied().unwrap_or(0);
        let closes = end.closes.get(what).copied().unwrap_or(0);
        total.sum += i64::from(opens);
        if opens > 0 {
            match total.best {
                Some(best) if total.sum == best => total.places += 1,
                Some(best) if total.sum < best => {}
                _ => {
                    total = Total { best: Some(total.sum), places: 1, at: end.at, ..total };
                }
            }
        }
        total.sum -= i64::from(closes);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by looking at every span for every start.
    fn plainly(spans: &[(f64, f64)]) -> (u32, u32) {
        let mut starts: Vec<f64> = spans.iter().map(|(low, _)| *low).collect();
        starts.sort_by(f64::total_cmp);
        starts.dedup();
        let depths: Vec<u32> =
            starts.iter().map(|at| spans.iter().filter(|(low, high)| low <= at && at <= high).count() as u32).collect();
        let best = depths.iter().max().copied().unwrap_or(0);
        (best, depths.iter().filter(|depth| **depth == best).count() as u32)
    }

    #[test]
    fn the_deepest_place_is_the_one_that_counting_finds() {
        let mut state = 7_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64
        };
        for round in 0..20 {
            let mut sweep = Sweep::default();
            let mut spans = Vec::new();
            for at in 0..round * 60 + 5 {
                let low = next() % 1000.0;
                let span = (low, low + next() % 30.0);
                spans.push(span);
                sweep.add(Span { low: span.0, high: span.1 }, Count::Values);
                if at % 50 == 0 {
                    let peak = sweep.peak(Count::Values);
                    assert_eq!((peak.depth, peak.places), plainly(&spans));
                }
            }
            let peak = sweep.peak(Count::Values);
            assert_eq!((peak.depth, peak.places), plainly(&spans), "{round}");
            assert_eq!(sweep.peak(Count::Sources).depth, 0);
        }
    }
}
