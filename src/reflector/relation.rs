//! How two facts about one field stand to each other.

use std::rc::Rc;

use serde::Serialize;
#[cfg(target_arch = "wasm32")]
use tsify::Tsify;

use super::day::DAY;
use super::fact::Fact;
use super::field::{CanonicalField, FieldTolerance, FieldType};
use super::hierarchy::Hierarchy;
use super::settings::ReflectorSettings;
use super::shape::wrong;
use super::value::{Form, Read, Reading};
use crate::error::ReflectError;

/// How two facts stand to each other. Only a conflict makes a reflector search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(Tsify))]
#[serde(rename_all = "lowercase")]
pub enum FactRelation {
    /// Written the same.
    Duplicate,
    /// The same once it is normalised and within the tolerance.
    Equivalent,
    /// One says the other less precisely: "2024" and "March 2024", a region and its city.
    Contained,
    /// Of another date, unit or currency, or ranges that overlap: neither says anything against the other.
    Incomparable,
    /// They cannot both be right.
    Conflict,
}

/// How two facts about a field stand to each other; the order of the two makes no difference.
///
/// # Errors
/// `invalid_settings` for a hierarchy in a circle or a unit that does not fit the field, `invalid_input` for a fact that the field cannot
/// take.
pub fn relate(field: &CanonicalField, a: &Fact, b: &Fact, settings: &ReflectorSettings) -> Result<FactRelation, ReflectError> {
    let hierarchy = Rc::new(Hierarchy::new(&[&settings.hierarchy, &field.hierarchy], &field.path)?);
    let reading = Reading::new(field, Rc::new(settings.clone()), hierarchy).map_err(wrong)?;
    let read = |fact: &Fact| {
        reading
            .read(fact)
            .map_err(|why| ReflectError::new(crate::error::ErrorCode::InvalidInput, format!("`{}`: {why}", fact.path)))
    };
    let (one, other) = (read(a)?, read(b)?);
    if a.value == b.value && a.unit == b.unit && a.currency == b.currency && a.as_of == b.as_of {
        return Ok(FactRelation::Duplicate);
    }
    Ok(related(field, &one, &other))
}

/// As [`relate`], of what was read.
pub(super) fn related(field: &CanonicalField, a: &Read, b: &Read) -> FactRelation {
    if a.context != b.context {
        return percent(a, b).unwrap_or(FactRelation::Incomparable);
    }
    if !a.counts_what(b) {
        return FactRelation::Incomparable;
    }
    agree(field, &a.form, &b.form)
}

/// How two values of one context stand to each other.
pub(super) fn agree(field: &CanonicalField, a: &Form, b: &Form) -> FactRelation {
    match (a, b) {
        (Form::Reach(one), Form::Reach(other)) => one.relate(other, field.reach_tolerance()),
        (Form::Name(one), Form::Name(other)) if one.key == other.key => FactRelation::Equivalent,
        (Form::Name(one), Form::Name(other)) if one.general.contains(&other.key) || other.general.contains(&one.key) => {
            FactRelation::Contained
        }
        (Form::Name(one), Form::Name(other)) if field.many => {
            let text = field.kind == FieldType::Text && (says(&one.key, &other.key) || says(&other.key, &one.key));
            if text { FactRelation::Contained } else { FactRelation::Incomparable }
        }
        (Form::Name(_), Form::Name(_)) => FactRelation::Conflict,
        (Form::List(one), Form::List(other)) => match one.relate(other) {
            FactRelation::Conflict if field.many => FactRelation::Incomparable,
            relation => relation,
        },
        (Form::Reach(_) | Form::Name(_) | Form::List(_), _) => FactRelation::Incomparable,
    }
}

/// Whether a text holds another word for word.
fn says(long: &str, short: &str) -> bool {
    format!(" {long} ").contains(&format!(" {short} "))
}

/// "12 %" is 0.12, and a plain 12 next to it means the same; any other number without a sign may mean anything.
pub(super) fn percent(a: &Read, b: &Read) -> Option<FactRelation> {
    if a.unit == b.unit {
        return None;
    }
    let ((Form::Reach(one), Form::Reach(other)), true) = ((&a.form, &b.form), a.as_of == b.as_of) else { return None };
    if [a, b].iter().any(|read| read.named.as_ref().is_some_and(|named| !named.is_empty())) {
        return None;
    }
    let (share, plain) = match (a.unit.as_str(), b.unit.as_str()) {
        ("ratio", "") => (one.point?, other.point?),
        ("", "ratio") => (other.point?, one.point?),
        _ => return None,
    };
    let same = super::reach::same(share, plain) || super::reach::same(share * 100.0, plain);
    if same { Some(FactRelation::Equivalent) } else { None }
}

impl CanonicalField {
    /// The tolerance in what reaches are counted in: dates in minutes.
    pub(super) fn reach_tolerance(&self) -> FieldTolerance {
        let tolerance = self.tolerance.unwrap_or_default();
        match self.kind {
            FieldType::Date => FieldTolerance { absolute: tolerance.absolute.map(|days| days * DAY), relative: None },
            _ => tolerance,
        }
    }
}
