//! A conflict as it is shown: the values that cannot both be right, with who says them.

use std::collections::BTreeSet;

use super::field::Field;
use super::group::{Group, Held, TOLD};
use super::reflection::Side;
use super::relation::{Relation, agree};
use super::value::Form;

/// Values with the most sources that are looked at for the sides.
const LOOKED: usize = 10;

/// The sides of a conflict, those with most sources first. A less precise value is on every side that it does not contradict.
pub fn sides(field: &Field, group: &Group) -> Vec<Side> {
    let mut looked: Vec<u32> = group.ranked.iter().take(LOOKED).map(|(_, id)| *id).collect();
    // However many there are, two that contradict each other are among those shown.
    for id in group.extremes.iter().flat_map(|(first, last)| [*first, *last]) {
        if !looked.contains(&id) {
            looked.push(id);
        }
    }
    let mut values: Vec<&Held> = looked.iter().filter_map(|id| group.held.get(*id as usize)).collect();
    values.sort_by(|a, b| breadth(&a.form).total_cmp(&breadth(&b.form)).then_with(|| a.facts.cmp(&b.facts)));
    let mut sides: Vec<(&Held, BTreeSet<u32>, Vec<u32>)> = Vec::new();
    for held in values {
        let mut placed = false;
        for (precise, sources, facts) in &mut sides {
            if agree(field, &precise.form, &held.form) != Relation::Conflict {
                sources.extend(&held.sources);
                facts.extend(&held.facts);
                placed = true;
            }
        }
        if !placed {
            sides.push((held, held.sources.clone(), held.facts.clone()));
        }
    }
    let mut sides: Vec<Side> = sides
        .into_iter()
        .map(|(held, sources, mut facts)| {
            facts.sort_unstable();
            facts.truncate(TOLD);
            Side { value: held.shown.clone(), sources: sources.len() as u32, facts }
        })
        .collect();
    sides.sort_by(|a, b| b.sources.cmp(&a.sources).then_with(|| a.facts.cmp(&b.facts)));
    sides
}

/// How much a value leaves open.
fn breadth(form: &Form) -> f64 {
    match form {
        Form::Reach(reach) => reach.spans.iter().map(|span| span.high - span.low).sum(),
        Form::Name(name) => -(name.general.len() as f64),
        Form::List(items) => -(items.items.len() as f64),
    }
}
