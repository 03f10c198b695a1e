//! A conflict as it is shown: the values that cannot both be right, with who says them.

use super::field::CanonicalField;
use super::group::{Group, Held, TOLD};
use super::ordered::{Pairs, place};
use super::reflection::ConflictSide;
use super::relation::{FactRelation, agree};

/// Values with the most sources that are looked at for the sides.
const LOOKED: usize = 10;

/// The sides of a conflict, those with most sources first. A less precise value is on every side that it does not contradict.
pub fn sides(field: &CanonicalField, group: &Group) -> Vec<ConflictSide> {
    let mut looked: Vec<u32> = group.ranked.iter().take(LOOKED).map(|(_, id)| id).collect();
    // However many there are, two that contradict each other are among those shown.
    for id in group.extremes.iter().flat_map(|(first, last)| [*first, *last]) {
        if !looked.contains(&id) {
            looked.push(id);
        }
    }
    let mut values: Vec<(u32, &Held)> = Vec::new();
    for id in looked {
        if let Some(held) = group.held.get(id as usize) {
            place(&mut values, (id, held), |(_, a), (_, b)| (a.form.breadth(), &a.shown) > (b.form.breadth(), &b.shown));
        }
    }
    // The most precise value of each side, and by its number there its sources and its facts.
    let mut precise: Vec<&Held> = Vec::new();
    let (mut sources, mut facts) = (Pairs::default(), Pairs::default());
    for (id, held) in values {
        let agreeing: Vec<usize> = precise
            .iter()
            .enumerate()
            .filter(|(_, side)| agree(field, &side.form, &held.form) != FactRelation::Conflict)
            .map(|(at, _)| at)
            .collect();
        let placed = if agreeing.is_empty() {
            precise.push(held);
            vec![precise.len() - 1]
        } else {
            agreeing
        };
        for side in placed {
            for source in group.said.of(id) {
                sources.add(side as u32, source);
            }
            for fact in &held.facts {
                facts.add(side as u32, *fact);
            }
        }
    }
    let mut sides: Vec<ConflictSide> = Vec::new();
    for (at, held) in (0..).zip(precise) {
        let facts: Vec<u32> = facts.of(at).take(TOLD).collect();
        let side = ConflictSide { value: held.shown.clone(), sources: sources.of(at).count() as u32, facts };
        place(&mut sides, side, |a, b| (b.sources, &a.facts) > (a.sources, &b.facts));
    }
    sides
}
