//! From what is known to what is missing, what is in conflict, and what to search for next.

use super::field::{CanonicalField, FieldRequired};
use super::field_state::FieldState;
use super::group::Settled;
use super::model::CanonicalModel;
use super::query;
use super::reflection::{
    FactConflict, FactSearch, MissingField, Reflection, ReflectionReason, ReflectionState, SearchKind, ThinField,
};
use super::settings::ReflectorSettings;

/// What keeps a field from being complete, in the order in which it is seen to (seed 000: missing before conflicts).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Want {
    Missing,
    Thin,
    Conflict,
}

/// Reflects once. The most wanted field with the fewest fruitless searches is next.
pub fn build_reflection(model: &CanonicalModel, states: &[FieldState], settings: &ReflectorSettings) -> Reflection {
    let mut found = Reflection {
        state: ReflectionState::Complete,
        reason: ReflectionReason::ModelComplete,
        next: None,
        missing: Vec::new(),
        thin: Vec::new(),
        conflicts: Vec::new(),
    };
    let mut first: Option<((Want, FieldRequired, u32), &CanonicalField, &FieldState)> = None;
    let mut stalled = false;
    for (field, state) in model.fields.iter().zip(states) {
        let waived = state.fruitless >= settings.max_fruitless;
        let Some(want) = inspect_field(model, field, state, settings, &mut found) else { continue };
        stalled |= waived;
        let rank = (want, field.required, state.fruitless);
        if !waived && first.as_ref().is_none_or(|(best, ..)| rank < *best) {
            first = Some((rank, field, state));
        }
    }
    if let Some(((want, ..), field, state)) = first {
        found.state = ReflectionState::Open;
        found.next = Some(build_search(model, field, state, want));
        found.reason = match want {
            Want::Missing => ReflectionReason::IncompleteModel,
            Want::Thin => ReflectionReason::ThinEvidence,
            Want::Conflict => ReflectionReason::ResolvingConflict,
        };
    } else if stalled {
        found.state = ReflectionState::Stalled;
        found.reason = ReflectionReason::SearchesExhausted;
    }
    found
}

/// Notes what is missing, thin or in conflict of one field, and gives what is wanted first.
fn inspect_field(
    model: &CanonicalModel,
    field: &CanonicalField,
    state: &FieldState,
    settings: &ReflectorSettings,
    reflection: &mut Reflection,
) -> Option<Want> {
    let (path, required) = (field.path.clone(), field.required);
    let waived = state.fruitless >= settings.max_fruitless;
    let mut want = None;
    if required != FieldRequired::May && state.facts == 0 {
        reflection.missing.push(MissingField { path, required, waived });
        want = Some(Want::Missing);
    } else if required != FieldRequired::May {
        let (count, sources) = (state.count_for_min_count(field), state.origins.len() as u32);
        if count < field.min_count || sources < field.min_sources {
            let (min_count, min_sources) = (field.min_count, field.min_sources);
            reflection.thin.push(ThinField { path, required, count, min_count, sources, min_sources, waived });
            want = Some(Want::Thin);
        }
    }
    for group in state.disputed_groups() {
        let Some((sides, settled)) = group.find_conflict(field, state.verified, settings) else { continue };
        let (settled_by, value) = match settled {
            Some(Settled { by, value }) => (Some(by), group.claim_text(value)),
            None => (None, None),
        };
        if settled_by.is_none() {
            want = want.or(Some(Want::Conflict));
        }
        reflection.conflicts.push(FactConflict {
            path: field.path.clone(),
            required,
            topic: query::field_subject(model, field),
            as_of: group.as_of.clone(),
            sides,
            values: group.count_values(),
            verified: state.verified,
            waived: waived && settled_by.is_none(),
            settled_by,
            value,
        });
    }
    want
}

fn build_search(model: &CanonicalModel, field: &CanonicalField, state: &FieldState, want: Want) -> FactSearch {
    let query = match want {
        Want::Missing | Want::Thin => query::build_find_query(model, field, state.searches, want == Want::Thin),
        Want::Conflict => query::build_verify_query(model, field),
    };
    FactSearch {
        kind: if want == Want::Conflict { SearchKind::Verify } else { SearchKind::Find },
        path: field.path.clone(),
        topic: query::field_subject(model, field),
        query,
        attempt: state.searches,
    }
}
