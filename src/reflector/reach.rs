//! Where a number or a date may lie, given how precisely it is written.
//!
//! "1.2 million" may be anything that rounds to it, and "March 2024" any of its days. So two values contradict each other when no point
//! lies in both, and the one that the other rounds to is less precise, not wrong.

use super::field::FieldTolerance;
use super::relation::FactRelation;

/// Two numbers are the same when they differ by less than this share: units are turned into each other in binary.
const SAME: f64 = 1e-14;
/// What is taken off either end of a span, as a share of it.
const EDGE: f64 = 1e-9;

/// From `low` to `high`, both in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub low: f64,
    pub high: f64,
}

/// Where a value may lie: in any of its spans, at most two.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    pub spans: Vec<Span>,
    /// The number itself, where one was written.
    pub point: Option<f64>,
}

impl Reach {
    /// One number, known to `half` on either side.
    pub fn rounded(point: f64, half: f64) -> Self {
        Self { spans: vec![Span { low: point - half, high: point + half }], point: Some(point) }
    }

    pub fn between(low: f64, high: f64) -> Self {
        Self { spans: vec![Span { low, high }], point: None }
    }

    /// Every number put through a rising line: another unit.
    #[must_use]
    pub fn scaled(&self, factor: f64, offset: f64) -> Self {
        let line = |at: f64| at * factor + offset;
        Self {
            spans: self.spans.iter().map(|span| Span { low: line(span.low), high: line(span.high) }).collect(),
            point: self.point.map(line),
        }
    }

    /// Nothing overflowed on the way.
    pub fn is_sound(&self) -> bool {
        let ends = self.spans.iter().all(|span| span.low <= span.high);
        ends && self
            .point
            .is_none_or(|at| at.is_finite() && self.spans.iter().all(|span| span.low.is_finite() && span.high.is_finite()))
    }

    pub fn relate(&self, other: &Self, tolerance: FieldTolerance) -> FactRelation {
        if let (Some(a), Some(b)) = (self.point, other.point)
            && within(a, b, tolerance)
        {
            return FactRelation::Equivalent;
        }
        let ends = |a: &Span, b: &Span| within(a.low, b.low, tolerance) && within(a.high, b.high, tolerance);
        let ranges = self.point.is_none() && other.point.is_none() && self.spans.len() == other.spans.len();
        if ranges && self.spans.iter().zip(&other.spans).all(|(a, b)| ends(a, b)) {
            return FactRelation::Equivalent;
        }
        match (self.lies_in(other), other.lies_in(self)) {
            (true, true) => FactRelation::Equivalent,
            (true, false) | (false, true) => FactRelation::Contained,
            (false, false) if self.meets(other, tolerance) => FactRelation::Incomparable,
            (false, false) => FactRelation::Conflict,
        }
    }

    /// The spans that the index holds: the inside of each, widened by half of the tolerance. Two values are in conflict when these do
    /// not meet.
    pub fn reached(&self, tolerance: FieldTolerance) -> Vec<Span> {
        self.spans.iter().map(|span| hull(inside(*span), self.point, tolerance)).collect()
    }

    fn meets(&self, other: &Self, tolerance: FieldTolerance) -> bool {
        let others = other.reached(tolerance);
        self.reached(tolerance).iter().any(|a| others.iter().any(|b| meet(a, b)))
    }

    fn lies_in(&self, other: &Self) -> bool {
        let holds = |span: &Span, low: f64, high: f64| {
            (span.low <= low || same(span.low, low)) && (span.high >= high || same(span.high, high))
        };
        match self.point {
            Some(at) => other.spans.iter().any(|span| holds(span, at, at)),
            None => self.spans.iter().all(|own| other.spans.iter().any(|span| holds(span, own.low, own.high))),
        }
    }
}

/// Whether two numbers are the same but for binary rounding.
pub fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_finite() && b.is_finite() && (a - b).abs() <= SAME * a.abs().max(b.abs()))
}

fn within(a: f64, b: f64, tolerance: FieldTolerance) -> bool {
    let around = |at: f64| spread(Span { low: at, high: at }, tolerance);
    same(a, b) || (a.is_finite() && b.is_finite() && meet(&around(a), &around(b)))
}

fn meet(a: &Span, b: &Span) -> bool {
    a.low <= b.high && b.low <= a.high
}

/// The span without its ends: 1.2 and 1.3 touch at 1.25, and do not agree.
fn inside(span: Span) -> Span {
    let width = span.high - span.low;
    if !(width > 0.0 && width.is_finite()) {
        return span;
    }
    let low = (span.low + width * EDGE).max(span.low.next_up());
    let high = (span.high - width * EDGE).min(span.high.next_down());
    if low <= high { Span { low, high } } else { span }
}

/// A number and half of the tolerance on either side, where one was written; of a range, its ends.
fn hull(span: Span, point: Option<f64>, tolerance: FieldTolerance) -> Span {
    let wide = spread(point.map_or(span, |at| Span { low: at, high: at }), tolerance);
    Span { low: span.low.min(wide.low), high: span.high.max(wide.high) }
}

/// Half of the tolerance to either side. For the relative one each side is a factor of √(1 − r), so that two numbers meet exactly when they
/// differ by at most r of the larger.
fn spread(span: Span, tolerance: FieldTolerance) -> Span {
    let half = tolerance.absolute.unwrap_or(0.0) / 2.0;
    let root = libm::sqrt(1.0 - tolerance.relative.unwrap_or(0.0));
    let (low, high) = (span.low, span.high);
    // A hair more, so that a difference of just the tolerance is within it after binary rounding.
    let hair = |at: f64| if at.is_finite() && (half > 0.0 || root < 1.0) { at.abs() * 1e-15 } else { 0.0 };
    Span {
        low: (low - half).min(if low > 0.0 { low * root } else { low / root }) - hair(low),
        high: (high + half).max(if high > 0.0 { high / root } else { high * root }) + hair(high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_holds_for_the_difference_of_two() {
        let relative = FieldTolerance { relative: Some(0.02), absolute: None };
        let absolute = FieldTolerance { relative: None, absolute: Some(2.0) };
        let cases = [
            (100.0, 102.0, relative, FactRelation::Equivalent),
            (98.0, 100.0, relative, FactRelation::Equivalent),
            (100.0, 103.0, relative, FactRelation::Conflict),
            (-100.0, -102.0, relative, FactRelation::Equivalent),
            (-100.0, -103.0, relative, FactRelation::Conflict),
            (10.0, 12.0, absolute, FactRelation::Equivalent),
            (10.0, 12.1, absolute, FactRelation::Conflict),
            (-1.0, 1.0, absolute, FactRelation::Equivalent),
        ];
        for (a, b, tolerance, relation) in cases {
            let (a, b) = (Reach::rounded(a, 0.0), Reach::rounded(b, 0.0));
            assert_eq!(a.relate(&b, tolerance), relation, "{a:?} {b:?}");
            assert_eq!(b.relate(&a, tolerance), relation, "{b:?} {a:?}");
        }
    }

    #[test]
    fn neighbours_of_one_precision_do_not_touch() {
        for at in [0.0, 1.0, 7.0, 1e6, 1_234_567_890.0, 1e13] {
            let (a, b) = (Reach::rounded(at, 0.5), Reach::rounded(at + 1.0, 0.5));
            assert_eq!(a.relate(&b, FieldTolerance::default()), FactRelation::Conflict, "{at}");
        }
    }
}
