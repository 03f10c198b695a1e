//! What is known of one field.

use crate::message::Gather;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::errors;
use super::fact::Fact;
use super::field::{CanonicalField, FieldType};
use super::group::{AddedClaim, Group, GroupResolutions};
use super::reflection::SearchKind;
use super::settings::ReflectorSettings;
use super::value::{ComparableForm, normalise_fact};

/// The facts of one field, in groups of what can be compared, and the searches for it.
#[derive(Default)]
pub struct FieldState {
    groups: Vec<Group>,
    by_context: BTreeMap<Arc<str>, u32>,
    /// Groups whose values do not all agree.
    disputed: BTreeSet<u32>,
    /// Facts but those that say again what their origin said.
    pub facts: u32,
    pub origins: BTreeSet<u32>,
    /// Items of lists.
    items: BTreeSet<String>,
    pub searches: u32,
    /// Searches for what settles a conflict.
    pub verified: u32,
    /// Searches in a row that brought nothing.
    pub fruitless: u32,
    /// A fact came since the last search.
    fresh: bool,
}

/// Whether a search brought nothing.
pub type IsFruitless = bool;

/// The place of a value in its group.
pub type ValueNumber = u32;

/// Where a fact is: the group, and the value in it.
pub type ClaimId = (u32, ValueNumber);

impl FieldState {
    /// Takes a fact of this field.
    ///
    /// # Errors
    /// Why the field cannot take it.
    pub fn add_fact(
        &mut self,
        field: &CanonicalField,
        fact_number: u32,
        fact: &Fact,
        origin_number: u32,
    ) -> Result<ClaimId, String> {
        let read = normalise_fact(field, fact)?;
        if let ComparableForm::List(items) = &read.form {
            self.items.extend(items.iter().cloned());
        }
        let at = match self.by_context.get(&read.context) {
            Some(at) => *at,
            None => {
                let at = self.groups.len() as u32;
                let as_of = fact.as_of.as_ref().filter(|_| field.as_of.is_none()).map(|date| date.text());
                self.groups.push(Group::new(as_of));
                self.by_context.insert(read.context, at);
                at
            }
        };
        let Some(group) = self.groups.get_mut(at as usize) else { return Err(errors::lost_field()) };
        let AddedClaim { value, is_new_origin } =
            group.add_fact(field, fact_number, &fact.value.text(), read.form, origin_number);
        if group.has_disagreement(field) {
            self.disputed.insert(at);
        } else {
            self.disputed.remove(&at);
        }
        let twin = group.find_twin(value);
        if let Some(group) = twin.and_then(|(at, _)| self.groups.get_mut(at as usize)) {
            group.add_fact(field, fact_number, &fact.value.text(), unique_comparable_form((at, value)), origin_number);
        }
        self.origins.insert(origin_number);
        if is_new_origin {
            self.facts += 1;
            self.fresh = true;
        }
        Ok((at, value))
    }

    /// The host says that these two contradict each other: they are compared in a group of their own, unless they disagree by themselves.
    pub fn add_contradiction(&mut self, field: &CanonicalField, a: ClaimId, b: ClaimId) {
        let disagree = |group: &Group| group.are_opposed(field, a.1, b.1);
        if a == b || a.0 == b.0 && self.groups.get(a.0 as usize).is_some_and(disagree) {
            return;
        }
        let own = [a, b].map(|claim| Some(self.twin_or_itself(claim).0).filter(|at| *at != claim.0));
        let at = own[0].or(own[1]).unwrap_or(self.groups.len() as u32);
        if at as usize == self.groups.len() {
            let as_of = self.groups.get(a.0 as usize).and_then(|group| group.as_of.clone());
            self.groups.push(Group::new_contested(as_of));
        }
        let mut moving = vec![a, b];
        // What contradicted the other one goes with it.
        if let Some(other) = own[1].filter(|other| *other != at) {
            let group = self.groups.get_mut(other as usize).map(std::mem::take);
            moving.extend(group.iter().flat_map(Group::list_twins_in_other_groups));
            self.disputed.remove(&other);
        }
        for claim in moving {
            if self.twin_or_itself(claim).0 != at
                && let Ok([group, from]) = self.groups.get_disjoint_mut([at as usize, claim.0 as usize])
            {
                group.insert_twin_claim(field, at, from, claim, unique_comparable_form(claim));
            }
        }
        self.disputed.insert(at);
    }

    /// Where a value is compared.
    pub fn twin_or_itself(&self, (at, value): ClaimId) -> ClaimId {
        self.groups.get(at as usize).and_then(|group| group.find_twin(value)).unwrap_or((at, value))
    }

    /// An adjudicator holds the value at this place to be right.
    ///
    /// # Errors
    /// Why that settles nothing.
    pub fn settle_for_fact(
        &mut self,
        field: &CanonicalField,
        claim: ClaimId,
        settings: &ReflectorSettings,
    ) -> Result<(), &'static str> {
        let (at, value) = self.twin_or_itself(claim);
        let disputed = self.disputed.contains(&at);
        let group =
            self.groups.get_mut(at as usize).filter(|group| disputed && group.find_conflict(field, 0, settings).is_some());
        let Some(group) = group else { return Err(errors::NO_CONFLICT) };
        if self.verified == 0 {
            return Err(errors::UNSEARCHED);
        }
        group.record_ruling(value);
        Ok(())
    }

    /// Notes a search for this field; gives whether it was fruitless.
    pub fn record_search(&mut self, kind: SearchKind, fruitless: Option<bool>) -> IsFruitless {
        let fruitless = fruitless.unwrap_or(!self.fresh);
        self.searches += 1;
        self.verified += u32::from(kind == SearchKind::Verify);
        self.fruitless = if fruitless { self.fruitless + 1 } else { 0 };
        self.fresh = false;
        fruitless
    }

    /// Groups whose values do not all agree.
    pub fn disputed_groups(&self) -> impl Iterator<Item = &Group> {
        self.disputed.iter().filter_map(|at| self.groups.get(*at as usize))
    }

    /// Resolves each group, in the order in which they came.
    pub fn resolve_groups(&self, field: &CanonicalField, settings: &ReflectorSettings) -> GroupResolutions {
        self.groups.iter().map(|group| group.resolve_group(field, self.verified, settings)).gather()
    }

    /// The count that `minCount` limits.
    pub fn count_for_min_count(&self, field: &CanonicalField) -> u32 {
        match field.kind {
            FieldType::List => self.items.len() as u32,
            _ if field.many => self.groups.iter().filter(|group| !group.contested).map(Group::count_values).sum(),
            FieldType::Text | FieldType::Number | FieldType::Amount | FieldType::Date | FieldType::Enum => self.facts,
        }
    }

    /// Comparisons made.
    pub fn count_comparisons(&self) -> u64 {
        self.groups.iter().map(Group::count_comparisons).sum()
    }
}

/// What a value is compared as where the host says what contradicts what: it is itself, and nothing else.
fn unique_comparable_form((group, value): ClaimId) -> ComparableForm {
    ComparableForm::Text(format!("{group} {value}").into())
}
