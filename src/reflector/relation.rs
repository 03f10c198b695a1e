//! How two facts about one field relate to each other.

use serde::Serialize;
use tsify::Tsify;

use super::errors;
use super::fact::Fact;
use super::field::{CanonicalField, FieldType};
use super::value::{ComparableForm, normalise_fact};
use crate::error::ReflectError;

/// How two facts relate to each other. Only a conflict makes a reflector search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum FactRelation {
    /// Written the same.
    Duplicate,
    /// The same once it is normalised and within the tolerance.
    Equivalent,
    /// One says the other less precisely: "2024" and "2024-03", a list and one with more items.
    Contained,
    /// They have different dates or units, or their field takes many values: neither contradicts the other.
    Incomparable,
    /// They cannot both be right.
    Conflict,
}

/// How two facts about a field relate to each other; the order of the two makes no difference.
///
/// # Errors
/// `invalid_input` for a fact that the field cannot take.
pub fn compare_facts(field: &CanonicalField, a: &Fact, b: &Fact) -> Result<FactRelation, ReflectError> {
    let normalise = |fact: &Fact| normalise_fact(field, fact).map_err(|why| errors::unfit_fact(fact, &why));
    let (one, other) = (normalise(a)?, normalise(b)?);
    if (&a.value, &a.normalised, &a.unit, &a.as_of) == (&b.value, &b.normalised, &b.unit, &b.as_of) {
        return Ok(FactRelation::Duplicate);
    }
    Ok(if one.context == other.context { relate_values(field, &one.form, &other.form) } else { FactRelation::Incomparable })
}

/// How two values of one context relate to each other.
pub(super) fn relate_values(field: &CanonicalField, a: &ComparableForm, b: &ComparableForm) -> FactRelation {
    if a == b {
        return FactRelation::Equivalent;
    }
    let relation = match (a, b) {
        (ComparableForm::Span { from: a, .. }, ComparableForm::Span { from: b, .. }) if field.kind != FieldType::Date => {
            if is_tolerated(field, *a, *b) {
                FactRelation::Equivalent
            } else {
                FactRelation::Conflict
            }
        }
        (ComparableForm::Span { from, to }, ComparableForm::Span { from: other, to: end }) if from < end && other < to => {
            FactRelation::Contained
        }
        (ComparableForm::List(one), ComparableForm::List(other)) if one.is_subset(other) || other.is_subset(one) => {
            FactRelation::Contained
        }
        (ComparableForm::Span { .. } | ComparableForm::Text(_) | ComparableForm::List(_), _) => FactRelation::Conflict,
    };
    if relation == FactRelation::Conflict && field.many { FactRelation::Incomparable } else { relation }
}

/// Two numbers are the same when they differ by less than this share: arithmetic is binary.
const ROUNDING: f64 = 1e-14;

fn is_tolerated(field: &CanonicalField, a: f64, b: f64) -> bool {
    let larger = a.abs().max(b.abs());
    let tolerance = field.tolerance.unwrap_or_default();
    let allowed = tolerance.absolute.unwrap_or(0.0).max(tolerance.relative.unwrap_or(0.0) * larger);
    (a - b).abs() <= allowed + ROUNDING * larger
}
