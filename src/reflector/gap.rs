//! From what is known to what is missing, what is in conflict, and what to search for next.

use super::field::{CanonicalField, FieldRequired};
use super::group::{Group, Held, Verdict};
use super::known::Known;
use super::model::CanonicalModel;
use super::query;
use super::reflection::{
    FactConflict, FactResolution, FactSearch, MissingField, Reflection, ReflectionReason, ReflectionState, ResolvedBy,
    SearchKind, ThinField,
};
use super::sides::sides;

/// What keeps a field from being complete, in the order in which it is seen to (seed 000: missing before conflicts).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Want {
    Missing,
    Thin,
    Conflict,
}

/// Looks once. What is wanted most and was searched for in vain least is next.
pub fn reflection(model: &CanonicalModel, known: &[Known], max_fruitless: u32) -> Reflection {
    let mut told = Reflection {
        state: ReflectionState::Complete,
        reason: ReflectionReason::ModelComplete,
        next: None,
        missing: Vec::new(),
        thin: Vec::new(),
        conflicts: Vec::new(),
        resolved: Vec::new(),
    };
    let mut first: Option<((Want, FieldRequired, u32), &CanonicalField, &Known)> = None;
    let mut stalled = false;
    for (field, known) in model.fields.iter().zip(known) {
        let waived = known.fruitless >= max_fruitless;
        let Some(want) = look(model, field, known, waived, &mut told) else { continue };
        stalled |= waived;
        let rank = (want, field.required, known.fruitless);
        if !waived && first.as_ref().is_none_or(|(best, ..)| rank < *best) {
            first = Some((rank, field, known));
        }
    }
    if let Some(((want, ..), field, known)) = first {
        told.state = ReflectionState::Open;
        told.next = Some(search(model, field, known, want));
        told.reason = match want {
            Want::Missing => ReflectionReason::IncompleteModel,
            Want::Thin => ReflectionReason::ThinEvidence,
            Want::Conflict => ReflectionReason::ResolvingConflict,
        };
    } else if stalled {
        told.state = ReflectionState::Stalled;
        told.reason = ReflectionReason::SearchesExhausted;
    }
    told
}

/// Tells what there is to tell of one field, and gives what is wanted first.
fn look(model: &CanonicalModel, field: &CanonicalField, known: &Known, waived: bool, told: &mut Reflection) -> Option<Want> {
    let (path, required) = (field.path.clone(), field.required);
    let mut want = None;
    if required != FieldRequired::May && known.facts == 0 {
        told.missing.push(MissingField { path, required, waived });
        want = Some(Want::Missing);
    } else if required != FieldRequired::May {
        let (count, sources) = (known.count(field), known.sources.len() as u32);
        if count < field.min_count || sources < field.min_sources {
            let (min_count, min_sources) = (field.min_count, field.min_sources);
            told.thin.push(ThinField { path, required, count, min_count, sources, min_sources, waived });
            want = Some(Want::Thin);
        }
    }
    for group in known.disputed() {
        let as_of = group.as_of.clone();
        match group.verdict {
            Verdict::Agreed => {}
            Verdict::Conflict => {
                want = want.or(Some(Want::Conflict));
                let (topic, values) = (query::subject(model, field), group.held.len() as u32);
                told.conflicts.push(FactConflict {
                    path: field.path.clone(),
                    required,
                    topic,
                    as_of,
                    sides: sides(field, group),
                    values,
                    waived,
                });
            }
            Verdict::Plurality { held, sources } => {
                let value = group.agreed(field, held).unwrap_or_default();
                told.resolved.extend(resolution(field, group, value, ResolvedBy::Plurality, Some(sources)));
            }
            Verdict::Adjudicated { value } => {
                told.resolved.extend(resolution(field, group, value, ResolvedBy::Adjudicator, None))
            }
        }
    }
    want
}

fn resolution(field: &CanonicalField, group: &Group, value: u32, by: ResolvedBy, sources: Option<u32>) -> Option<FactResolution> {
    let Held { shown, facts, sources: own, .. } = group.held.get(value as usize)?;
    Some(FactResolution {
        path: field.path.clone(),
        as_of: group.as_of.clone(),
        value: shown.clone(),
        by,
        sources: sources.unwrap_or(*own),
        facts: facts.clone(),
    })
}

fn search(model: &CanonicalModel, field: &CanonicalField, known: &Known, want: Want) -> FactSearch {
    let query = match want {
        Want::Missing | Want::Thin => query::find(model, field, known.searches, want == Want::Thin),
        Want::Conflict => query::verify(model, field),
    };
    FactSearch {
        kind: if want == Want::Conflict { SearchKind::Verify } else { SearchKind::Find },
        path: field.path.clone(),
        topic: query::subject(model, field),
        query,
        attempt: known.searches,
    }
}
